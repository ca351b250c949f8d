import { orderStatus } from '@quayside/contract'
import type { OrderPage as Order } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { AddressLines } from '../parts/AddressLines.tsx'
import { Icon } from '../parts/Icon.tsx'
import { NoPicture } from '../parts/NoPicture.tsx'
import { Picture } from '../parts/Picture.tsx'
import { Sum } from '../parts/Sum.tsx'
import { TraderCard } from '../parts/TraderCard.tsx'
import { UnreadAnswers } from '../service/UnreadAnswers.tsx'
import { OrderForms } from './OrderForms.tsx'
import { OrderSteps } from './OrderSteps.tsx'

/** What an unpaid order waits for by PIX; null without an open code. */
function pixOf({ t, ...kit }: PageKit, { pix, total }: Order): string | null {
  if (pix === null || pix.state === 'closed' || pix.state === 'paid') return null
  const reais = kit.reais(pix.reais)
  if (pix.state === 'open') return t('store.pix.pay-by', { reais, total: kit.money(total), until: kit.time(pix.payBy) })
  return pix.state === 'late'
    ? t('store.pix.late', { reais, limit: kit.time(pix.waitsUntil) })
    : t('store.pix.seen', { reais })
}

/** The state of an order as one sentence. */
function stateOf(kit: PageKit, order: Order): string {
  const { t } = kit
  switch (order.status) {
    case orderStatus.awaitingPayment:
      return (
        pixOf(kit, order) ??
        (order.checkAgain !== null
          ? t('store.order.awaited-long', { until: kit.time(order.payUntil) })
          : order.awaited
            ? t('store.order.awaited')
            : t(order.held ? 'store.order.unpaid' : 'store.order.not-held', { until: kit.time(order.payUntil) }))
      )
    case orderStatus.awaitingPickup:
      return t('store.order.paid', { until: kit.day(order.pickupUntil ?? order.payUntil) })
    case orderStatus.awaitingShipment:
      return t('store.order.accepted', { until: kit.day(order.shipBy ?? order.payUntil) })
    case orderStatus.shipped:
      return t('store.order.shipped')
    case orderStatus.received:
      if (!order.may.refund) return t('store.order.arrived')
      return t('store.order.received', { until: kit.day(order.settlesAt ?? order.payUntil) })
    case orderStatus.completed:
      return t('store.order.completed')
    case orderStatus.cancelled:
      return t('store.order.cancelled')
  }
}

/** Where the buyer's money is now. */
function moneyOf(kit: PageKit, order: Order): string {
  const { t } = kit
  if (order.refunded !== null && order.refundedReais !== null)
    return t(order.refundSent ? 'store.pix.money-sent' : 'store.pix.money-due', {
      amount: kit.money(order.refunded),
      reais: kit.reais(order.refundedReais),
    })
  if (order.refunded !== null)
    return t(order.refundSent ? 'store.order.money-sent' : 'store.order.money-due', {
      amount: kit.money(order.refunded),
    })
  if (!order.paid) return t('store.order.money-none')
  return order.status === orderStatus.completed ? t('store.order.money-shop') : t('store.order.money-held')
}

const shownEvents = {
  'order.placed': 'store.event.placed',
  'order.paid': 'store.event.paid',
  'order.paid-late': 'store.event.paid',
  'order.coupon-used': 'store.event.coupon-used',
  'order.picked-up': 'store.event.accepted',
  'order.shipped': 'store.event.shipped',
  'order.parcel-added': 'store.event.parcel-added',
  'order.parcel-removed': 'store.event.parcel-removed',
  'order.received': 'store.event.received',
  'order.completed': 'store.event.completed',
  'order.cancelled': 'store.event.cancelled',
  'buyer.refunded': 'store.event.refunded',
  'buyer.refund-returned': 'store.event.refund-returned',
} as const

/** Pieces and name of a line; a link while the product has a page. */
function NameOf({ kit, line }: { kit: PageKit; line: Order['lines'][number] }) {
  const name = (
    <bdi>
      {kit.number(line.quantity)} × {line.name}
    </bdi>
  )
  return line.path === null ? (
    name
  ) : (
    <a className="link" href={kit.to(line.path)}>
      {name}
    </a>
  )
}

export function OrderPage({ kit, page }: { kit: PageKit; page: Order }) {
  const { t } = kit
  /** The tracking number of an event's parcel, where there are several. */
  const numberOf = (parcel: number | null) =>
    page.parcels.length > 1 ? page.parcels.find(({ number }) => number === parcel)?.trackingNumber : undefined
  return (
    <Document kit={kit} head={{ title: t('store.order.title', { code: page.code }) }}>
      <div className="flex flex-col gap-2">
        <h1 className="text-display font-semibold">{t('store.order.title', { code: page.code })}</h1>
        {page.notice && (
          <p role="alert" className="card border-danger p-4">
            {page.notice}
          </p>
        )}
        <div className="card flex flex-col gap-5 p-4 sm:p-6">
          <OrderSteps kit={kit} page={page} />
          <p role="status" className="max-w-prose text-section font-semibold">
            {stateOf(kit, page)}
          </p>
          {page.declined && (
            <p className="max-w-prose">
              {t('store.order.declined', { reason: t(`store.order.declined.${page.declined.reason}`) })}
              {page.declined.note && (
                <bdi dir="auto" className="block">
                  {page.declined.note}
                </bdi>
              )}
            </p>
          )}
          {page.checkAgain !== null && (
            <a className="button self-start" href={kit.to(page.checkAgain)}>
              {t('store.order.check')}
            </a>
          )}
          {page.promise && (
            <p className={`flex max-w-prose gap-2 ${page.promise.missed ? 'text-warning' : 'text-muted'}`}>
              <Icon name="truck" />
              {t(page.promise.missed ? 'store.order.late' : 'store.order.promised', {
                until: kit.day(page.promise.by),
              })}
            </p>
          )}
          {page.status === orderStatus.cancelled && page.pix?.state === 'seen' && (
            <p>{t('store.pix.seen', { reais: kit.reais(page.pix.reais) })}</p>
          )}
          {page.pix?.others.map(({ reais, returned }, at) => (
            <p key={at} className="max-w-prose text-warning">
              {t(returned ? 'store.pix.other-sent' : 'store.pix.other', { reais: kit.reais(reais) })}
            </p>
          ))}
          {!page.awaited && page.pix?.state !== 'seen' && page.pix?.state !== 'late' && (
            <p className="flex max-w-prose gap-2 text-muted">
              <Icon name="shield" />
              {moneyOf(kit, page)}
            </p>
          )}
        </div>
        {page.next && (
          <a className="no-print button button-buy self-start" href={kit.to(page.next.path)} rel="nofollow">
            {t('store.order.next', { shop: page.next.shop, total: kit.money(page.next.total) })}
          </a>
        )}
        <div className="no-print flex flex-wrap gap-3">
          {page.shopTalk && (
            <a className="button" href={kit.to(page.shopTalk.path)} rel="nofollow">
              {t('store.talk.write')}
            </a>
          )}
          <a className="button" href={kit.to(page.service.path)} rel="nofollow">
            {t('store.service.contact')}
          </a>
        </div>
        <p className="no-print max-w-prose text-small text-muted">{t('store.order.keep', { email: page.email })}</p>
      </div>
      {page.shopTalk && page.shopTalk.unread > 0 && <UnreadAnswers kit={kit} path={page.shopTalk.path} by="talk" />}
      {page.service.unread > 0 && <UnreadAnswers kit={kit} path={page.service.path} />}
      <OrderForms kit={kit} page={page} />
      {page.offersAccount && (
        <form method="post" action={kit.to('/join')} className="no-print card flex flex-wrap items-center gap-3 p-4">
          <input type="hidden" name="email" value={page.email} />
          <p className="min-w-0 flex-[1_1_16rem]">{t('store.account.offer')}</p>
          <button className="button">{t('store.account.join')}</button>
        </form>
      )}
      <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
        <section aria-labelledby="lines" className="card flex flex-col gap-3 p-4">
          <h2 id="lines" className="text-section font-semibold">
            <bdi>{t('store.sold-by', { shop: page.shop.name })}</bdi>
          </h2>
          <ul className="flex flex-col gap-2">
            {page.lines.map((line, at) => (
              <li key={at} className="flex items-center gap-3">
                {line.picture ? (
                  <Picture
                    url={line.picture}
                    alt=""
                    widths={[160]}
                    sizes="56px"
                    width={56}
                    height={56}
                    className="size-14 shrink-0 rounded-field bg-raised object-cover"
                  />
                ) : (
                  <NoPicture className="size-14 shrink-0 rounded-field" icon="size-6" />
                )}
                <div className="min-w-0 flex-1">
                  <NameOf kit={kit} line={line} />
                  {line.options.length > 0 && (
                    <p className="text-small text-muted">
                      <bdi>{line.options.map(({ value }) => value).join(', ')}</bdi>
                    </p>
                  )}
                </div>
                <bdi dir="ltr" className="tabular-nums">
                  {kit.money(line.sum)}
                </bdi>
              </li>
            ))}
          </ul>
          <Sum
            kit={kit}
            goods={page.goods}
            coupon={page.coupon}
            shipping={page.shipping}
            tax={page.tax}
            total={page.total}
            free={page.shipping === null}
          />
          <h3 className="text-small text-muted">{t('store.order.address')}</h3>
          <AddressLines kit={kit} address={{ ...page.address, phone: null }} />
        </section>
        <section aria-labelledby="events" className="card flex flex-col gap-3 p-4">
          <h2 id="events" className="text-section font-semibold">
            {t('store.order.events')}
          </h2>
          {page.parcels.map((parcel) => (
            <p key={parcel.number}>
              {t('store.order.tracking')}: <bdi>{parcel.carrier}</bdi> <bdi dir="ltr">{parcel.trackingNumber}</bdi>
              {parcel.delivered && page.parcels.length > 1 && (
                <span className="text-muted"> · {t('store.event.received')}</span>
              )}
              {parcel.url && (
                <a className="link no-print flex min-h-11 items-center self-start" href={parcel.url} rel="noreferrer">
                  {t('store.order.track', { carrier: parcel.carrier })}
                </a>
              )}
            </p>
          ))}
          <ol className="flex flex-col">
            {page.events.map((event, at) => {
              const text =
                event.kind === 'scan'
                  ? event.evidence
                    ? t('store.event.reported')
                    : event.note
                  : event.kind in shownEvents
                    ? t(shownEvents[event.kind as keyof typeof shownEvents])
                    : null
              return (
                text !== null && (
                  <li key={at} className="happening flex flex-col">
                    <bdi>{text}</bdi>
                    <span className="text-small text-muted">
                      <time dateTime={event.at}>{kit.time(event.at)}</time> · {t(`store.source.${event.source}`)}
                      {numberOf(event.parcel) && (
                        <>
                          {' '}
                          · <bdi dir="ltr">{numberOf(event.parcel)}</bdi>
                        </>
                      )}
                    </span>
                  </li>
                )
              )
            })}
          </ol>
        </section>
      </div>
      <TraderCard kit={kit} trader={page.shop} />
    </Document>
  )
}
