import type { CheckoutPage as Checkout } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { AddressFields } from '../parts/AddressFields.tsx'
import { CountrySelect } from '../parts/CountrySelect.tsx'
import { Field } from '../parts/Field.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Sum } from '../parts/Sum.tsx'
import { TraderCard } from '../parts/TraderCard.tsx'
import { CouponForm } from './CouponForm.tsx'
import { LineFacts } from './LineFacts.tsx'

/** The checkout: the fields of the country, which is asked first, the summary beside them. An account fills them. */
export function CheckoutPage({ kit, page }: { kit: PageKit; page: Checkout }) {
  const { t } = kit
  // Without the country there is no total, and no form is filled in for an unknown one.
  const isOpen = page.country === null && (page.taxed || page.shipping === null)
  const cardNote = t(page.paysHere ? 'store.pay.card' : 'store.checkout.next')
  return (
    <Document kit={kit} head={{ title: t('store.checkout.title') }}>
      <h1 className="text-display font-semibold">{t('store.checkout.title')}</h1>
      {(page.notice !== null || page.wrong.length > 0) && (
        <p
          role="alert"
          className={page.notice === 'shipping' || page.notice === 'tax' ? 'card p-4' : 'card border-danger p-4'}
        >
          {page.notice === 'price' || page.notice === 'coupon' || page.notice === 'shipping' || page.notice === 'tax'
            ? t(`store.checkout.${page.notice}`)
            : (page.notice ?? t('store.checkout.wrong-some'))}
        </p>
      )}
      <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr] md:gap-10">
        <section
          aria-labelledby="summary"
          className="card flex flex-col gap-4 p-4 sm:p-6 md:sticky md:top-4 md:order-last"
        >
          <h2 id="summary" className="text-section font-semibold">
            <bdi>{t('store.sold-by', { shop: page.shop.name })}</bdi>
          </h2>
          <details open={page.coupon !== null && page.coupon.problem !== null} className="summary">
            <summary>
              <span className="flex flex-1 flex-wrap justify-between gap-x-3">
                {t(isOpen ? 'store.goods' : 'store.total')}
                <bdi dir="ltr" className="tabular-nums">
                  {kit.money(isOpen ? page.goods : page.total)}
                </bdi>
              </span>
            </summary>
            <div className="flex flex-col gap-4 pt-2">
              {page.lines.map((line) => (
                <LineFacts key={line.variantId} kit={kit} line={line} />
              ))}
              <CouponForm
                kit={kit}
                form={page.form}
                shop={{ id: page.shopId, code: page.shop.code }}
                coupon={page.coupon}
                to={page.shop.code}
              />
              <Sum
                kit={kit}
                goods={page.goods}
                coupon={page.coupon?.problem === null ? page.coupon : null}
                shipping={page.shipping}
                tax={isOpen && page.taxed ? 'open' : page.tax}
                total={page.total}
                free={page.free}
              />
            </div>
          </details>
          <p className="flex gap-2 text-small text-muted">
            <Icon name="shield" />
            {t('store.promises.held')}
          </p>
        </section>
        {isOpen ? (
          <form method="post" action={kit.to('/cart/country')} className="flex items-end gap-2">
            <input type="hidden" name="form" value={page.form} />
            <input type="hidden" name="to" value={page.shop.code} />
            <label className="flex min-w-0 flex-1 flex-col gap-1">
              {t('store.shipping.to')}
              <CountrySelect kit={kit} chosen="" submits />
            </label>
            <button className="button" data-without-script>
              {t('store.tax.show')}
            </button>
          </form>
        ) : (
          <form method="post" action={kit.to(`/checkout/${page.shop.code}`)} className="grid grid-cols-2 gap-4">
            <input type="hidden" name="form" value={page.form} />
            <input type="hidden" name="checkout" value={page.checkoutId} />
            <input type="hidden" name="total" value={page.total} />
            <input type="hidden" name="goods" value={page.net} />
            <input type="hidden" name="discount" value={page.netDiscount} />
            {page.addresses === null && (
              <a
                className="link col-span-2 inline-flex min-h-11 items-center"
                href={kit.to(`/login?next=${encodeURIComponent(`/checkout/${page.shop.code}`)}`)}
                rel="nofollow"
              >
                {t('store.checkout.log-in')}
              </a>
            )}
            {page.addresses && page.addresses.length > 1 && (
              <nav aria-label={t('store.account.addresses')} className="flex flex-wrap gap-2 col-span-2">
                {page.addresses.map(({ id, lines }) => (
                  <a key={id} className="chip no-underline" href={kit.to(`/checkout/${page.shop.code}?address=${id}`)}>
                    <bdi>{lines.slice(0, 3).join(', ')}</bdi>
                  </a>
                ))}
              </nav>
            )}
            <AddressFields
              kit={kit}
              form={page.address}
              path={kit.to(`/checkout/${page.shop.code}`)}
              given={page.given}
              wrong={page.wrong}
            >
              <div className="col-span-2">
                <Field
                  kit={kit}
                  label={t('store.checkout.email')}
                  name="email"
                  inputMode="email"
                  autoCapitalize="none"
                  autoComplete="email"
                  required
                  defaultValue={page.given['email'] ?? ''}
                  wrong={page.wrong.includes('email')}
                />
              </div>
            </AddressFields>
            {page.addresses && (
              <label className="flex min-h-11 items-center gap-3 col-span-2">
                <input
                  type="checkbox"
                  name="save"
                  className="size-5"
                  defaultChecked={page.given['save'] !== undefined}
                />
                {t('store.account.save-address')}
              </label>
            )}
            {page.pix !== null && (
              <fieldset className="flex flex-col col-span-2">
                <legend>{t('store.pay.way')}</legend>
                {(['card', 'pix'] as const).map((way) => (
                  <label key={way} className="flex min-h-11 items-center gap-3">
                    <input
                      type="radio"
                      name="way"
                      value={way}
                      className="size-5"
                      defaultChecked={(page.given['way'] ?? 'card') === way}
                    />
                    {way === 'card' ? (
                      <span>
                        {t('store.pay.by-card')}
                        <span className="block text-small text-muted">{cardNote}</span>
                      </span>
                    ) : (
                      t('store.pay.by-pix', { reais: kit.reais(page.pix!) })
                    )}
                  </label>
                ))}
              </fieldset>
            )}
            <div className="flex flex-col gap-3 col-span-2">
              <button className="button button-buy">{t('store.checkout.pay', { total: kit.money(page.total) })}</button>
              {page.pix === null && (
                <p className="flex gap-2 text-small text-muted">
                  <Icon name="lock" />
                  {cardNote}
                </p>
              )}
              <nav aria-label={t('store.terms')} className="flex flex-wrap items-center gap-x-4 text-small text-muted">
                <span>{t('store.terms.apply')}</span>
                {(['terms', 'privacy', 'imprint'] as const).map((name) => (
                  <a key={name} className="link inline-flex min-h-11 items-center" href={kit.to(`/${name}`)}>
                    {t(`store.${name}`)}
                  </a>
                ))}
              </nav>
            </div>
          </form>
        )}
      </div>
      <TraderCard kit={kit} trader={page.shop} />
    </Document>
  )
}
