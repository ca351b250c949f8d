import type { CouponLine, ShippingLine, TaxLine } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** `money`: an amount, which reads from left to right in every language. */
const Line = ({
  label,
  value,
  money = true,
  strong = false,
}: {
  label: string
  value: string
  money?: boolean
  strong?: boolean
}) => (
  <p className={`flex flex-wrap justify-between gap-x-4${strong ? ' text-section font-semibold' : ''}`}>
    <span>{label}</span>
    {/* At the end of the line also when it stands below its label. */}
    <span className="ms-auto">
      <bdi dir={money ? 'ltr' : undefined} className="tabular-nums">
        {value}
      </bdi>
    </span>
  </p>
)

/** The sum of an order: goods, coupon, shipping, tax and total, with the days that are promised. */
export function Sum({
  kit,
  goods,
  coupon = null,
  shipping,
  tax,
  total,
  free,
}: {
  kit: PageKit
  goods: string
  coupon?: CouponLine | null
  /** Null while the country is not known. */
  shipping: ShippingLine | null
  /** `open`: some countries have a tax, and the country is not known. */
  tax: TaxLine | 'open' | null
  total: string
  /** Shipping is free everywhere. */
  free: boolean
}) {
  const { t } = kit
  const cost = shipping?.cost ?? (free ? '0.00' : null)
  return (
    <div className="flex flex-col gap-2 border-t border-border pt-3">
      <Line label={t('store.goods')} value={kit.money(goods)} />
      {coupon && <Line label={t('store.coupon', { code: coupon.code })} value={kit.money(`-${coupon.discount}`)} />}
      <Line
        label={t('store.shipping')}
        money={cost !== null && cost !== '0.00'}
        value={cost === null ? t('store.shipping.open') : cost === '0.00' ? t('store.shipping.free') : kit.money(cost)}
      />
      {tax === 'open' ? (
        <Line label={t('store.tax.name')} money={false} value={t('store.shipping.open')} />
      ) : (
        tax &&
        !tax.included && <Line label={t('store.tax', { rate: kit.number(tax.rate) })} value={kit.money(tax.amount)} />
      )}
      {cost !== null && tax !== 'open' && <Line strong label={t('store.total')} value={kit.money(total)} />}
      {tax && tax !== 'open' && tax.included && (
        <p className="text-small text-muted">
          {t('store.tax.included', { amount: kit.money(tax.amount), rate: kit.number(tax.rate) })}
        </p>
      )}
      {shipping && (
        <p className="text-small text-muted">
          {t('store.shipping.promise', {
            country: shipping.country === null ? t('store.shipping.other') : kit.country(shipping.country),
            from: shipping.from,
            to: shipping.to,
          })}
        </p>
      )}
    </div>
  )
}
