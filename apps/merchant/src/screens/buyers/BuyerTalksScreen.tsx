import { useApiInfiniteQuery } from '@quayside/client'
import { listOrderTalks, type ResponseBody } from '@quayside/contract'
import { Badge, Bottle, EmptyState, Page } from '@quayside/ui'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { pageSize } from '../../constants.ts'
import { useBack } from '../../hooks/useBack.ts'
import { useFormatBadge } from '../../hooks/useFormatBadge.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'

type Talk = ResponseBody<typeof listOrderTalks>['list'][number]

/** The conversations with buyers, the last written first. */
export function BuyerTalksScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const talks = useApiInfiniteQuery(listOrderTalks, { limit: pageSize }, { keyOf: ({ order }) => order.id })
  return (
    <Page title={t('orders.talk.all')} onBack={back}>
      <PagedBoundary query={talks}>
        {() =>
          talks.rows.length === 0 ? (
            <EmptyState scene={<Bottle />} title={t('messages.empty')} text={t('orders.talk.empty.text')} />
          ) : (
            <PagedList
              query={talks}
              scrollKey="buyers"
              news="messages.new"
              render={(talk) => <TalkRow talk={talk} />}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

function TalkRow({ talk }: { talk: Talk }) {
  const t = useT()
  const format = useFormat()
  const formatBadge = useFormatBadge()
  return (
    <div className="pb-3">
      <a
        href={link(paths.buyerTalk, { id: talk.order.id })}
        className="flex min-h-20 flex-col gap-1 rounded-card border border-border bg-surface p-3 text-foreground no-underline shadow-flat active:bg-raised"
      >
        <span className="row-between text-caption text-muted">
          <bdi>{t('service.about.order', { code: talk.order.code })}</bdi>
          <time dateTime={talk.lastAt}>{format.ago(talk.lastAt)}</time>
        </span>
        <span className="row-between items-center">
          <bdi className="min-w-0 flex-1 truncate font-semibold">{talk.buyer}</bdi>
          {talk.unread > 0 ? (
            <>
              <Badge>{formatBadge(talk.unread)}</Badge>
              <span className="sr-only">{t('messages.unread-count', { n: talk.unread })}</span>
            </>
          ) : null}
        </span>
        <span className="line-clamp-2 text-small break-words text-muted" dir="auto">
          {talk.last}
        </span>
        {talk.waitingSince ? <span className="text-small text-warning">{t('orders.talk.waiting')}</span> : null}
      </a>
    </div>
  )
}
