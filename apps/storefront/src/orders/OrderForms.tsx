import { orderStatus, refundReasons, type RefundState } from '@quayside/contract'
import type { OrderPage as Order } from '@quayside/contract/storefront-pages'
import type { StorefrontMessage } from '@quayside/locales'
import type { ReactNode } from 'react'
import type { PageKit } from '../lib/page.ts'

/**
 * A payment is about to be confirmed, so the page offers no second one until the processor has been silent for long.
 */
const isAwaited = (page: Order): boolean => page.awaited && page.checkAgain === null
const isPixOpen = ({ pix }: Order): boolean => pix !== null && pix.state !== 'closed'

/** What the buyer can do now: pay, cancel, confirm, ask for money back, review. */
export function OrderForms({ kit, page }: { kit: PageKit; page: Order }) {
  const { t } = kit
  const { may } = page
  const why = impossible(page)
  const typedIn = (form: string) => (page.refused?.form === form ? page.refused.fields : undefined)
  const typedRefund = typedIn('refund')
  const action = (name: string) => kit.to(`/orders/${page.token}/${name}`)
  return (
    <div className="no-print flex flex-col gap-4">
      {(may.pay || may.confirm || may.cancel) && (
        <div className="flex flex-wrap gap-3">
          {page.pix?.state === 'open' && page.status === orderStatus.awaitingPayment && (
            <a className="button button-buy" href={action('pix')}>
              {t('store.pix.show')}
            </a>
          )}
          {may.pay && !isAwaited(page) && (
            <form method="post" action={action('pay')}>
              <button className={page.awaited || isPixOpen(page) ? 'button' : 'button button-buy'}>
                {isPixOpen(page) ? t('store.pay.by-card') : t('store.checkout.pay', { total: kit.money(page.total) })}
              </button>
            </form>
          )}
          {page.offersPix !== null && (
            <form method="post" action={action('pix')}>
              <button className="button">{t('store.pay.by-pix', { reais: kit.reais(page.offersPix) })}</button>
            </form>
          )}
          {may.confirm && (
            <details className="card w-full p-4">
              <summary>
                {page.status === orderStatus.shipped ? t('store.order.confirm') : t('store.order.accept')}
              </summary>
              <form
                method="post"
                action={action('confirm')}
                className="mt-3 flex max-w-prose flex-col items-start gap-3"
              >
                <input type="hidden" name="status" value={page.status} />
                <p>
                  {page.status === orderStatus.shipped ? t('store.order.confirm-ends') : t('store.order.accept-ends')}
                </p>
                <button className="button button-strong">{t('store.order.yes')}</button>
              </form>
            </details>
          )}
          {may.cancel && (
            <form method="post" action={action('cancel')}>
              <button className="button">{t('store.order.cancel')}</button>
            </form>
          )}
        </div>
      )}
      {why && <p className="max-w-prose text-small text-muted">{t(why)}</p>}
      {page.refunds.map((refund) => (
        <section key={refund.id} className="card flex flex-col gap-3 p-4">
          <h2 className="text-section font-semibold">
            {t('store.refund.title')}: <bdi dir="ltr">{kit.money(refund.receives)}</bdi>
          </h2>
          <p>
            {t(`store.refund.${refund.state}`, {
              until: kit.time(refund.state === 'objected' ? (refund.decideBy ?? refund.answerBy) : refund.answerBy),
            })}
          </p>
          {refund.reason && (
            <Said label={t('store.refund.yours')} text={refund.text}>
              {t(`store.reason.${refund.reason}`)}
            </Said>
          )}
          {refund.pictures.length > 0 && (
            <ul className="flex flex-wrap gap-3">
              {refund.pictures.map((path, i) => (
                <li key={path}>
                  <a href={kit.to(path)}>
                    <img
                      src={kit.to(path)}
                      alt={t('store.refund.photo', { n: kit.number(i + 1), total: kit.number(refund.pictures.length) })}
                      width={96}
                      height={96}
                      loading="lazy"
                      className="size-24 rounded-field bg-raised object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {refund.objection && <Said label={t('store.refund.shops')} text={refund.objection} />}
          {refund.decision && <Said label={t('store.refund.platforms')} text={refund.decision} />}
          {refund.state === 'declined' && (
            <>
              <p>{t('store.refund.disagree')}</p>
              <a className="button self-start" href={kit.to(page.service.path)} rel="nofollow">
                {t('store.service.contact')}
              </a>
            </>
          )}
          {refund.state === 'requested' && (
            <form method="post" action={action('withdraw')}>
              <input type="hidden" name="refund" value={refund.id} />
              <button className="button">{t('store.refund.withdraw')}</button>
            </form>
          )}
        </section>
      ))}
      {may.refund && (
        <details className="card p-4" open={typedRefund !== undefined}>
          <summary>{t('store.refund.ask')}</summary>
          <form
            method="post"
            action={action('refund')}
            encType="multipart/form-data"
            className="mt-3 flex max-w-prose flex-col gap-4"
          >
            <label className="flex flex-col gap-1">
              {t('store.refund.reason')}
              <select className="field" name="reason" required defaultValue={typedRefund?.['reason']}>
                {refundReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(`store.reason.${reason}`)}
                  </option>
                ))}
              </select>
            </label>
            <label className="flex flex-col gap-1">
              {isWhole(page)
                ? t('store.refund.amount', { most: kit.money(page.refundable) })
                : t('store.refund.amount-part', {
                    part: kit.money(page.refundablePart),
                    most: kit.money(page.refundable),
                  })}
              <input
                className="field"
                name="amount"
                inputMode="decimal"
                maxLength={12}
                dir="ltr"
                defaultValue={typedRefund?.['amount']}
              />
            </label>
            <label className="flex flex-col gap-1">
              {t('store.refund.text')}
              <textarea
                className="field"
                name="text"
                rows={4}
                maxLength={1000}
                dir="auto"
                defaultValue={typedRefund?.['text']}
              />
            </label>
            <label className="flex flex-col gap-1">
              {t('store.refund.pictures')}
              <input className="field" name="picture" type="file" accept="image/jpeg,image/png,image/webp" multiple />
            </label>
            <button className="button button-strong">{t('store.refund.send')}</button>
          </form>
        </details>
      )}
      {may.review && (
        <form method="post" action={action('review')} className="card flex max-w-prose flex-col gap-4 p-4">
          <h2 className="text-section font-semibold">{t('store.review.title')}</h2>
          <ReviewFields kit={kit} review={typedReview(typedIn('review'))} />
          <p className="text-small text-muted">{t('store.review.public')}</p>
          <button className="button button-strong">{t('store.review.send')}</button>
        </form>
      )}
      {page.reviewed && <p>{t('store.review.done')}</p>}
      {page.ownReview && (
        <details className="card p-4" open={typedIn('change-review') !== undefined}>
          <summary>{t('store.review.change')}</summary>
          <form method="post" action={action('change-review')} className="mt-3 flex max-w-prose flex-col gap-4">
            <ReviewFields kit={kit} review={typedReview(typedIn('change-review')) ?? page.ownReview} />
            <p className="text-small text-muted">
              {t('store.review.change-until', { until: kit.day(page.ownReview.until) })}
            </p>
            <button className="button button-strong">{t('store.review.save')}</button>
          </form>
        </details>
      )}
    </div>
  )
}

/** A part may come to everything: without shipping, and after the shipment. */
const isWhole = ({ refundable, refundablePart }: Order): boolean =>
  refundablePart === refundable || refundablePart === '0.00'

const openRefunds: readonly RefundState[] = ['requested', 'agreed', 'objected']
const isOpenRefund = (state: RefundState): boolean => openRefunds.includes(state)

/** Why the buyer cannot cancel or ask for money back now; null where nothing needs to be said. */
function impossible({ status, paid, may, refunds }: Order): StorefrontMessage | null {
  if (!paid) return null
  if (status === orderStatus.awaitingPickup) return 'store.order.refund-by-cancel'
  if (status === orderStatus.awaitingShipment && may.refund) return 'store.order.no-cancel'
  if (status === orderStatus.completed && !refunds.some(({ state }) => isOpenRefund(state)))
    return 'store.order.refund-over'
  return null
}

/** The words of one side about a refund. */
const Said = ({ label, text, children }: { label: string; text: string; children?: ReactNode }) => (
  <div>
    <h3 className="text-small text-muted">{label}</h3>
    {children && <p>{children}</p>}
    {text && (
      <p dir="auto" className="whitespace-pre-line">
        {text}
      </p>
    )}
  </div>
)

type TypedReview = { rating: number; text: string }
const typedReview = (fields: Record<string, string | undefined> | undefined): TypedReview | undefined =>
  fields && { rating: Number(fields['rating']), text: fields['text'] ?? '' }

/** Stars and text of a review, or of the one that is changed. */
function ReviewFields({ kit, review }: { kit: PageKit; review?: TypedReview | undefined }) {
  const { t } = kit
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1">{t('store.review.stars')}</legend>
        {[5, 4, 3, 2, 1].map((stars) => (
          <label key={stars} className="chip gap-2">
            <input type="radio" name="rating" value={stars} required defaultChecked={stars === review?.rating} />
            {t('store.rating', { rating: kit.number(stars) })}
          </label>
        ))}
      </fieldset>
      <label className="flex flex-col gap-1">
        {t('store.review.text')}
        <textarea className="field" name="text" rows={4} maxLength={2000} dir="auto" defaultValue={review?.text} />
      </label>
    </>
  )
}
