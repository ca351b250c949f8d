import type { DeliveryFacts, ProductPage } from '@quayside/contract/storefront-pages'
import { Icon } from '../parts/Icon.tsx'
import type { PageKit } from '../lib/page.ts'

type Row = ProductPage['deliveries'][number]

/** What shipping costs, and the tax. */
function lineOf({ t, ...kit }: PageKit, { shipping, tax }: Row): string {
  return [
    shipping === '0.00' ? t('store.shipping.free') : kit.money(shipping),
    ...(tax === null
      ? []
      : [t(tax.included ? 'store.product.tax-included' : 'store.product.tax-added', { rate: kit.number(tax.rate) })]),
  ].join(' · ')
}

/**
 * Delivery as one line for the reader's country, which the script knows from the last choice or from the browser, and
 * the other countries behind it. Without script the list stands alone: the page is the same for everybody.
 */
export function Delivery({ kit, page }: { kit: PageKit; page: ProductPage }) {
  const { t } = kit
  const days = (row: Row) => t('store.shipping.days', { from: row.from, to: row.to })
  const name = (row: Row) =>
    row.country !== null
      ? kit.country(row.country)
      : t(page.deliveries.length > 1 ? 'store.shipping.other' : 'store.shipping')
  return (
    <section aria-labelledby="delivery" className="border-y border-border py-1">
      <h2 id="delivery" className="sr-only">
        {t('store.product.delivery')}
      </h2>
      <details data-deliver={t('store.product.arrives', { dates: '*' })} lang={kit.lang}>
        <summary>
          <span className="flex gap-3">
            <Icon name="truck" />
            <span>
              <span data-deliver-to>{t('store.product.delivery')}</span>
              <span data-deliver-line className="block text-small font-normal text-muted">
                {t(
                  page.deliveries.some(({ tax }) => tax)
                    ? 'store.price-plus-tax'
                    : page.deliveries.every(({ shipping }) => shipping === '0.00')
                      ? 'store.total-is-price'
                      : 'store.price-plus-shipping',
                )}
              </span>
            </span>
          </span>
        </summary>
        <label hidden className="flex flex-col gap-1 pb-3 text-small">
          {t('store.shipping.to')}
          <select className="field">
            {page.deliveries.map((row) => (
              <option key={row.country} value={row.country ?? ''}>
                {name(row)}
              </option>
            ))}
          </select>
        </label>
        <ul className="flex flex-col gap-1 pb-3 text-small">
          {page.deliveries.map((row) => (
            <li
              key={row.country}
              className="flex flex-wrap justify-between gap-x-4"
              data-country={row.country ?? ''}
              data-from={row.from}
              data-to={row.to}
              data-line={lineOf(kit, row)}
              data-cost={kit.money(row.price)}
            >
              <span>{name(row)}</span>
              <bdi className="ms-auto tabular-nums">
                {row.price !== page.product.price && `${kit.money(row.price)} + `}
                {lineOf(kit, row)} · {days(row)}
              </bdi>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** How long deliveries of the shop took. */
export function DeliveryFigures({ kit, delivery }: { kit: PageKit; delivery: DeliveryFacts }) {
  const { t } = kit
  if (delivery === null) return null
  return (
    <details className="border-y border-border py-1 text-small">
      <summary>{t('store.product.figures')}</summary>
      <ul className="flex flex-col gap-1 pb-3">
        <li>
          {t('store.product.delivery-days', {
            orders: delivery.orders,
            median: delivery.median,
            slowest: delivery.slowest,
          })}
        </li>
        {delivery.countries.map(({ country, orders, median, slowest }) => (
          <li key={country}>
            {t('store.product.delivery-country', {
              country: kit.country(country),
              orders,
              median,
              slowest,
            })}
          </li>
        ))}
        {delivery.promised > 0 && (
          <li>
            {t('store.product.promise-kept', {
              kept: kit.number(delivery.kept),
              orders: delivery.promised,
            })}
          </li>
        )}
      </ul>
    </details>
  )
}
