import type { PayPage as Pay } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Icon } from '../parts/Icon.tsx'

/**
 * The card fields of the processor, which its script puts into `#card`. The second form is the way without them: it
 * needs no script.
 */
export function PayPage({ kit, page }: { kit: PageKit; page: Pay }) {
  const { t } = kit
  const order = kit.to(`/orders/${page.token}`)
  return (
    <Document
      kit={kit}
      head={{ title: t('store.pay.title', { code: page.code }) }}
      scripts={[stripeScript, kit.frame.assets.pay]}
    >
      <h1 className="text-display font-semibold">{t('store.pay.title', { code: page.code })}</h1>
      <div className="flex max-w-xl flex-col gap-6">
        <p className="flex justify-between gap-4 text-section font-semibold">
          {t('store.total')}
          <bdi dir="ltr" className="tabular-nums">
            {kit.money(page.total)}
          </bdi>
        </p>
        <p>{t('store.order.unpaid', { until: kit.time(page.payUntil) })}</p>
        <form
          id="pay"
          hidden
          className="card flex flex-col gap-4 p-4 sm:p-6"
          data-key={page.publishableKey}
          data-secret={`${order}/secret`}
          data-back={`${kit.frame.origin}${order}?checkout=paid`}
          data-locale={kit.lang}
        >
          <div id="card" className="min-h-40" />
          <button className="button button-buy" disabled>
            {t('store.checkout.pay', { total: kit.money(page.total) })}
          </button>
          <p className="flex gap-2 text-small text-muted">
            <Icon name="lock" />
            {t('store.pay.card')}
          </p>
          <p className="text-small text-muted">{t('store.pay.cookies')}</p>
        </form>
        <p id="pay-notice" role="alert" hidden className="card border-danger p-4" data-failed={t('store.pay.failed')} />
        <form method="post" action={`${order}/pay`} className="flex flex-col gap-3">
          <input type="hidden" name="way" value="hosted" />
          <button className="button">{t('store.pay.hosted')}</button>
        </form>
        <a className="link inline-flex min-h-11 items-center self-start" href={order}>
          {t('store.order.title', { code: page.code })}
        </a>
      </div>
    </Document>
  )
}

/** Stripe asks for its script from its own address. */
const stripeScript = 'https://js.stripe.com/v3/'
