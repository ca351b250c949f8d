import { orderStatus, type ResponseBody, type orderDetail } from '@quayside/contract'
import { Card, Progress } from '@quayside/ui'
import { ChevronDown } from 'lucide-react'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The statuses of an order that nothing stops, in their order. */
const way = [
  orderStatus.awaitingPickup,
  orderStatus.awaitingShipment,
  orderStatus.shipped,
  orderStatus.received,
  orderStatus.completed,
] as const

/** How far the order is, with the day of each step; its parcel, and folded away its events with time and source. */
export function OrderHistory({ order }: { order: ResponseBody<typeof orderDetail> }) {
  const t = useT()
  const format = useFormat()
  const at = way.findIndex((status) => status === order.status)
  const names = [t('orders.step.paid'), t('orders.event.order.picked-up'), t('status.3'), t('status.4'), t('status.6')]
  const dates = [order.paidAt, order.pickedUpAt, order.shippedAt, order.receivedAt, order.completedAt]
  const events = order.history.map((event) => ({
    // An operator's scan is typed. Only a carrier's report is signed.
    what: t(
      event.kind === 'scan' && event.source !== 'carrier' ? 'orders.event.scan.typed' : `orders.event.${event.kind}`,
    ),
    note:
      [
        event.kind === 'scan' && event.note,
        order.parcels.length > 1 && order.parcels.find(({ number }) => number === event.parcel)?.trackingNumber,
        event.reportedAt && t('orders.event.corrected', { time: format.dateTime(event.reportedAt) }),
      ]
        .filter(Boolean)
        .join(' · ') || null,
    at: event.at,
    by: t(`orders.source.${event.source}`),
  }))
  const next =
    order.status === orderStatus.awaitingPickup && order.pickupUntil
      ? { what: t('orders.event.order.picked-up'), by: order.pickupUntil }
      : order.status === orderStatus.awaitingShipment && order.shipBy
        ? { what: t('orders.event.order.shipped'), by: order.shipBy }
        : order.status === orderStatus.received && order.settlesAt
          ? { what: t('orders.event.order.completed'), by: order.settlesAt }
          : null
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold">{t('orders.progress')}</h2>
      {at < 0 ? null : (
        <Progress
          label={t('orders.progress')}
          at={at}
          steps={names.map((name, i) => ({ name, date: dates[i] && i <= at ? format.shortDate(dates[i]) : null }))}
        />
      )}
      {order.parcels.map((parcel) => (
        <CopyableValue
          key={parcel.number}
          label={[
            t('orders.tracking'),
            parcel.carrier,
            ...(parcel.delivered && order.parcels.length > 1 ? [t('status.4')] : []),
          ].join(' · ')}
          value={parcel.trackingNumber}
        />
      ))}
      {order.promise && !order.promise.missed ? (
        <p className="text-small text-muted">{t('orders.promise', { date: format.date(order.promise.by) })}</p>
      ) : null}
      <details className="group">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
          {t('recharge.history')}
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <Timeline
          events={events}
          coming={next ? [{ what: next.what, by: t('orders.step.by', { date: format.dateTime(next.by) }) }] : []}
        />
      </details>
    </Card>
  )
}
