import { useApiQuery } from '@quayside/client'
import { Page, Picture } from '@quayside/ui'
import { Debt } from '../../components/Debt.tsx'
import { MessagesBell } from '../../components/MessagesBell.tsx'
import { NotVerified } from '../../components/NotVerified.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { SearchLink } from '../../components/SearchLink.tsx'
import { MoreTabs } from '../../components/MoreTabs.tsx'
import { useShopClosed } from '../../components/WhileOpen.tsx'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { Closing } from './Closing.tsx'
import { Restrictions } from './Restrictions.tsx'
import { BestSellers } from './BestSellers.tsx'
import { ShopFigures } from './ShopFigures.tsx'
import { dashboardQuery, profileQuery } from './queries.ts'
import { Today } from './Today.tsx'
import { Todo } from './Todo.tsx'

// The largest paint is of the data: the first rendering waits for it.
export { firstQueries } from './queries.ts'

/** The dashboard: tasks first, then today with the sales curve, the figures and the best sellers. */
export function DashboardScreen() {
  const t = useT()
  const profile = useApiQuery(...profileQuery)
  const closed = useShopClosed()
  const verified = profile.data?.registration === 'verified'
  // Fetched without waiting for the profile: nearly every shop is verified, and the server refuses the others.
  const figures = useApiQuery(...dashboardQuery, { enabled: !profile.data || verified })

  if (profile.data && !verified)
    return (
      <Page title={t('tab.home')} actions={<MessagesBell />}>
        <NotVerified />
        <MoreTabs />
      </Page>
    )

  return (
    <Page
      spread
      title={
        <a href={link(paths.setting)} className="flex min-h-12 items-center gap-3 text-foreground no-underline">
          <Picture
            src={figures.data?.shop.logo ?? profile.data?.shop.logo ?? null}
            alt=""
            size={36}
            className="rounded-full"
          />
          <bdi className="line-clamp-2">{figures.data?.shop.name ?? profile.data?.shop.name ?? t('tab.home')}</bdi>
          <span className="sr-only">{t('shop.title')}</span>
        </a>
      }
      actions={
        <>
          <SearchLink />
          <MessagesBell />
        </>
      }
    >
      <QueryBoundary
        query={
          profile.data
            ? figures
            : { ...figures, refusal: profile.refusal, unreachable: profile.unreachable, refetch: profile.refetch }
        }
      >
        {(data) => (
          <>
            <Debt />
            {profile.data?.shop.closing ? <Closing closing={profile.data.shop.closing} /> : null}
            {profile.data ? <Restrictions restrictions={profile.data.shop.restrictions} /> : null}
            <Todo dashboard={data} closed={closed} />
            <div className="flex flex-col gap-4 wide:grid wide:grid-cols-2 wide:items-start">
              <div className="flex min-w-0 flex-col gap-4">
                <Today dashboard={data} />
                <MoreTabs />
              </div>
              <div className="flex min-w-0 flex-col gap-4">
                <ShopFigures dashboard={data} />
                <BestSellers />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
