import type { ShippingLine } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** What shipping costs and the days that are promised, by country. */
export const ShippingRates = ({ kit, rates }: { kit: PageKit; rates: readonly ShippingLine[] }) => (
  <ul className="flex flex-col gap-1 py-2">
    {rates.map(({ country, cost, from, to }) => (
      <li key={country} className="flex flex-wrap justify-between gap-x-4">
        <span>
          {country !== null
            ? kit.country(country)
            : kit.t(rates.length > 1 ? 'store.shipping.other' : 'store.shipping')}
        </span>
        <span className="ms-auto">
          <bdi className="tabular-nums">
            {cost === '0.00' ? kit.t('store.shipping.free') : kit.money(cost)}
            {' · '}
            {kit.t('store.shipping.days', { from, to })}
          </bdi>
        </span>
      </li>
    ))}
  </ul>
)
