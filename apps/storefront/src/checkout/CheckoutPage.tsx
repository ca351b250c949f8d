import type { CheckoutPage as Checkout } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import { addressFields } from '../lib/address-fields.ts'
import type { PageKit } from '../lib/page.ts'
import { CountrySelect } from '../parts/CountrySelect.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Sum } from '../parts/Sum.tsx'
import { TraderCard } from '../parts/TraderCard.tsx'
import { CouponForm } from './CouponForm.tsx'
import { LineFacts } from './LineFacts.tsx'

const fields = [
  { name: 'email', type: 'email', autoComplete: 'email', required: true, wide: true },
  ...addressFields,
] as const

/** The checkout: seven fields, the country first, the summary beside them. An account fills them. */
export function CheckoutPage({ kit, page }: { kit: PageKit; page: Checkout }) {
  const { t } = kit
  const isTaxOpen = page.taxed && page.country === null
  const cardNote = t(page.paysHere ? 'store.pay.card' : 'store.checkout.next')
  const wrong = (name: string) => page.wrong.includes(name)
  const note = (name: string) =>
    wrong(name) && (
      <span id={`wrong-${name}`} className="text-small text-danger">
        {t('store.checkout.wrong')}
      </span>
    )
  const marks = (name: string) =>
    wrong(name) ? { 'aria-invalid': true as const, 'aria-describedby': `wrong-${name}` } : {}
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
            tax={isTaxOpen ? 'open' : page.tax}
            total={page.total}
            free={page.free}
          />
          <p className="text-small text-muted">{t('store.promises.held')}</p>
        </section>
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
              {page.addresses.map(({ id, name, street, city }) => (
                <a key={id} className="chip no-underline" href={kit.to(`/checkout/${page.shop.code}?address=${id}`)}>
                  <bdi>
                    {name}, {street}, {city}
                  </bdi>
                </a>
              ))}
            </nav>
          )}
          <label className="flex flex-col gap-1 col-span-2">
            {t('store.checkout.country')}
            <CountrySelect kit={kit} chosen={page.given['country'] ?? ''} {...marks('country')} />
            {note('country')}
          </label>
          {fields.map(({ name, type, autoComplete, required, wide }) => (
            <label key={name} className={`flex flex-col gap-1 ${wide ? 'col-span-2' : ''}`}>
              {t(`store.checkout.${name}`)}
              <input
                className="field"
                name={name}
                type={type}
                autoComplete={autoComplete}
                required={required}
                maxLength={200}
                defaultValue={page.given[name] ?? ''}
                dir="auto"
                {...marks(name)}
              />
              {note(name)}
            </label>
          ))}
          {page.addresses && (
            <label className="flex min-h-11 items-center gap-3 col-span-2">
              <input type="checkbox" name="save" className="size-5" defaultChecked={page.given['save'] !== undefined} />
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
            <button className="button button-buy">
              {isTaxOpen || (page.shipping === null && !page.free)
                ? t('store.checkout.see-total')
                : t('store.checkout.pay', { total: kit.money(page.total) })}
            </button>
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
      </div>
      <TraderCard kit={kit} trader={page.shop} />
    </Document>
  )
}
