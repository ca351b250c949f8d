import type { FollowsPage as Follows } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Empty } from '../parts/Empty.tsx'
import { Picture } from '../parts/Picture.tsx'
import { AccountFrame } from './AccountFrame.tsx'

/** The shops that the account follows, and the one that it was about to follow before the log-in. */
export function FollowsPage({ kit, page }: { kit: PageKit; page: Follows }) {
  const { t } = kit
  const { asked, changed } = page
  const form = (code: string, follow: 'yes' | 'no', label: string, look: string) => (
    <form method="post" action={kit.to(`/follow/${code}`)} className="relative">
      <input type="hidden" name="follow" value={follow} />
      <button className={look}>{label}</button>
    </form>
  )
  return (
    <AccountFrame kit={kit} title={t('store.follows')} form={page.form}>
      {changed && (
        <p role="status" className="card p-4">
          <bdi>{t(changed.follows ? 'store.follows.now' : 'store.follows.ended', { shop: changed.name })}</bdi>
        </p>
      )}
      {asked && !page.shops.some(({ code }) => code === asked.code) && (
        <section className="card flex flex-col items-start gap-3 p-4">
          <h2 className="text-section font-semibold">
            <bdi>{asked.name}</bdi>
          </h2>
          {form(asked.code, 'yes', t('store.follow'), 'button button-strong')}
        </section>
      )}
      {page.shops.length === 0 ? (
        <Empty
          icon="heart"
          action={
            <a className="button" href={kit.to('/shops')}>
              {t('store.home')}
            </a>
          }
        >
          {t('store.follows.none')}
        </Empty>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {page.shops.map((shop) => (
            <li key={shop.code} className="card relative flex flex-wrap items-center gap-4 p-4">
              {shop.logo && (
                <Picture
                  url={shop.logo}
                  alt=""
                  widths={[160]}
                  sizes="64px"
                  width={64}
                  height={64}
                  className="size-16 shrink-0 rounded-field object-cover"
                />
              )}
              <div className="flex min-w-0 flex-1 flex-col">
                <a
                  href={kit.to(`/s/${shop.code}`)}
                  className="text-section font-semibold no-underline after:absolute after:inset-0"
                >
                  <bdi>{shop.name}</bdi>
                </a>
                <span className="text-small text-muted">
                  {shop.closed ? t('store.shop.closed') : t('store.products', { n: shop.products })}
                </span>
              </div>
              {form(shop.code, 'no', t('store.unfollow'), 'chip')}
            </li>
          ))}
        </ul>
      )}
    </AccountFrame>
  )
}
