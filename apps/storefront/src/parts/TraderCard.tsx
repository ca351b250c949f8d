import type { Trader } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { reportPath } from '../lib/report-path.ts'

/** Who sells: name, address and phone, as the law asks, and the word of the platform. */
export function TraderCard({
  kit,
  trader,
  verifiedAt,
  product,
}: {
  kit: PageKit
  trader: Trader
  verifiedAt?: string
  /** The product that the page shows: it is what the link reports. */
  product?: string
}) {
  const { t } = kit
  const stated = [
    { label: 'store.trader.legal-name' as const, value: trader.legalName },
    { label: 'store.trader.registration' as const, value: trader.registrationNumber },
  ].filter(({ value }) => value !== null)
  return (
    <section aria-labelledby="trader" className="card flex flex-col gap-1 p-4">
      <h2 id="trader" className="text-section font-semibold">
        {t('store.trader')}
      </h2>
      <address className="not-italic">
        <bdi className="block font-semibold">{trader.name}</bdi>
        {trader.address && <bdi className="block">{trader.address}</bdi>}
        {trader.country && <span className="block">{kit.country(trader.country)}</span>}
        {trader.phone && (
          <a
            className="link flex min-h-11 w-fit items-center"
            href={`tel:${trader.phone.replaceAll(/[^+\d]/g, '')}`}
            dir="ltr"
          >
            {trader.phone}
          </a>
        )}
        {trader.email && (
          <a className="link flex min-h-11 w-fit items-center" href={`mailto:${trader.email}`} dir="ltr">
            {trader.email}
          </a>
        )}
      </address>
      {stated.length > 0 && (
        <dl className="mt-2">
          {stated.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{t(label)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(stated.length > 0 || trader.email) && <p className="text-small text-muted">{t('store.trader.stated')}</p>}
      <a
        className="link no-print inline-flex min-h-11 min-w-11 items-center self-start text-small"
        href={kit.to(reportPath(trader.code, product === undefined ? {} : { product }))}
        rel="nofollow"
      >
        {t('store.report')}
      </a>
      {verifiedAt && (
        <p className="text-small text-muted">{t('store.verified-since', { date: kit.day(verifiedAt) })}</p>
      )}
    </section>
  )
}
