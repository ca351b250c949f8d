import type { CartPage as Cart } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { CountrySelect } from '../parts/CountrySelect.tsx'
import { Empty } from '../parts/Empty.tsx'
import { Sum } from '../parts/Sum.tsx'
import { CouponForm } from './CouponForm.tsx'
import { LineFacts } from './LineFacts.tsx'

/** The cart: one group and one button for each shop, because each shop is an order of its own. */
export function CartPage({ kit, page }: { kit: PageKit; page: Cart }) {
  const { t } = kit
  const pieces = page.shops.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Document kit={kit} head={{ title: t('store.cart') }}>
      <h1 className="mx-auto w-full max-w-3xl text-display font-semibold">
        {t('store.cart')}
        {pieces > 0 && <span className="text-muted tabular-nums"> ({kit.number(pieces)})</span>}
      </h1>
      {page.shops.length === 0 && (
        <Empty
          icon="cart"
          action={
            <a className="button button-strong" href={kit.to('/shops')}>
              {t('store.home')}
            </a>
          }
        >
          {t(page.withoutCookie ? 'store.cart.cookies' : 'store.cart.empty')}
        </Empty>
      )}
      {page.shops.length > 1 && <p className="mx-auto w-full max-w-3xl text-muted">{t('store.cart.several')}</p>}
      {page.shops.length > 0 && (!page.free || page.taxed) && (
        <form method="post" action={kit.to('/cart/country')} className="mx-auto flex w-full max-w-3xl items-end gap-2">
          <input type="hidden" name="form" value={page.form} />
          <label className="flex min-w-0 flex-1 flex-col gap-1 text-small sm:max-w-sm">
            {t('store.shipping.to')}
            <CountrySelect kit={kit} chosen={page.country ?? ''} submits />
          </label>
          <button className="button" data-without-script>
            {t('store.tax.show')}
          </button>
        </form>
      )}
      {page.shops.map((shop) => (
        <section
          key={shop.id}
          aria-labelledby={`shop-${shop.code}`}
          className="card mx-auto flex w-full max-w-3xl flex-col gap-4 p-4 sm:p-6"
        >
          <h2 id={`shop-${shop.code}`} className="text-title font-semibold">
            <bdi>{shop.name}</bdi>
          </h2>
          <ul className="flex flex-col gap-4">
            {shop.lines.map((line) => (
              <li
                key={line.variantId}
                className="flex flex-col gap-2 not-last:border-b not-last:border-border not-last:pb-4"
              >
                <LineFacts kit={kit} line={line} />
                <form method="post" action={kit.to('/cart/change')} className="flex flex-wrap items-end gap-2 ps-23">
                  <input type="hidden" name="form" value={page.form} />
                  <input type="hidden" name="shop" value={shop.id} />
                  <input type="hidden" name="listing" value={line.listingId} />
                  <input type="hidden" name="variant" value={line.variantId} />
                  {(line.state === 'ok' || line.state === 'few') && (
                    <>
                      <label className="flex flex-col gap-1 text-small">
                        {t('store.product.quantity')}
                        <select className="field" name="quantity" defaultValue={String(line.quantity)} data-submit>
                          {Array.from({ length: line.most }, (_, n) => (
                            <option key={n} value={n + 1}>
                              {kit.number(n + 1)}
                            </option>
                          ))}
                          {/* The line has more than there are: it shows what it has until the buyer chooses. */}
                          {line.state === 'few' && <option value={line.quantity}>{kit.number(line.quantity)}</option>}
                        </select>
                      </label>
                      <button className="button" data-without-script>
                        {t('store.cart.change')}
                      </button>
                    </>
                  )}
                  <button className="link ms-auto min-h-12 px-2" name="remove" value="yes">
                    {t('store.cart.remove')}
                  </button>
                </form>
              </li>
            ))}
          </ul>
          {shop.canBuy && <CouponForm kit={kit} form={page.form} shop={shop} coupon={shop.coupon} />}
          <Sum
            kit={kit}
            goods={shop.goods}
            coupon={shop.coupon?.problem === null ? shop.coupon : null}
            shipping={shop.shipping}
            tax={page.taxed && page.country === null ? 'open' : shop.tax}
            total={shop.total}
            free={page.free}
          />
          {shop.canBuy && (
            <a className="button button-buy" href={kit.to(`/checkout/${shop.code}`)}>
              <bdi>{t('store.cart.buy', { shop: shop.name })}</bdi>
            </a>
          )}
        </section>
      ))}
    </Document>
  )
}
