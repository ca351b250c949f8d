import type { EnteredCoupon } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** A coupon for the goods of one shop: the field for its code, or the button that removes it. */
export function CouponForm({
  kit,
  form,
  shop,
  coupon,
  to,
}: {
  kit: PageKit
  /** The token of the cart's forms. */
  form: string
  shop: { id: string; code: string }
  coupon: EnteredCoupon | null
  /** The code of the shop whose checkout shows the form; none in the cart. */
  to?: string
}) {
  const { t } = kit
  const id = `coupon-${shop.code}`
  const fields = (
    <>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="shop" value={shop.id} />
      {to !== undefined && <input type="hidden" name="to" value={to} />}
    </>
  )
  if (coupon !== null && coupon.problem === null)
    return (
      <form method="post" action={kit.to('/cart/coupon')}>
        {fields}
        <button className="button" name="remove" value="yes">
          <bdi>{t('store.coupon.remove', { code: coupon.code })}</bdi>
        </button>
      </form>
    )
  // Most buyers have none: the field opens for those who do.
  return (
    <details className="border-t border-border pt-1" open={coupon !== null}>
      <summary>{t('store.coupon.code')}</summary>
      <form method="post" action={kit.to('/cart/coupon')} className="flex flex-wrap gap-2 pt-1">
        {fields}
        <input
          className="field min-w-0 flex-[999_1_9rem]"
          name="code"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          aria-label={t('store.coupon.code')}
          defaultValue={coupon?.code ?? ''}
          {...(coupon && { 'aria-invalid': true, 'aria-describedby': id })}
        />
        <button className="button flex-auto">{t('store.coupon.apply')}</button>
        {coupon && (
          <button className="link min-h-12 px-2" name="remove" value="yes" formNoValidate>
            <bdi>{t('store.coupon.remove', { code: coupon.code })}</bdi>
          </button>
        )}
        {coupon && (
          <p id={id} role="alert" className="w-full text-small text-danger">
            {coupon.problem}
          </p>
        )}
      </form>
    </details>
  )
}
