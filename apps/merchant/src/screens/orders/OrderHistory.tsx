import { orderStatus, type ResponseBody, type orderDetail } from '@quayside/contract'
import { Button, Card, Progress } from '@quayside/ui'
import { useState } from 'react'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Events shown before “show more”. */
const eventsShown = 3
/** The statuses of an order that nothing stops, in their order. */
const way = [
  orderStatus.awaitingPickup,
  orderStatus.awaitingShipment,
  orderStatus.shipped,
  orderStatus.received,
  orderStatus.completed,
] as const

/** How far the order is, its parcel, and its events, newest first, with time and source. */
export function OrderHistory({ order }: { order: ResponseBody<typeof orderDetail> }) {
  const t = useT()
  const format = useFormat()
  const [whole, setWhole] = useState(false)
  const at = way.findIndex((status) => status === order.status)
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
          steps={[
            t('orders.step.paid'),
            t('orders.event.order.picked-up'),
            t('status.3'),
            t('status.4'),
            t('status.6'),
          ]}
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
      <Timeline
        events={whole ? events : events.slice(-eventsShown)}
        coming={next ? [{ what: next.what, by: t('orders.step.by', { date: format.dateTime(next.by) }) }] : []}
      />
      {whole || events.length <= eventsShown ? null : (
        <Button variant="quiet" wide onClick={() => setWhole(true)}>
          {t('common.more')}
        </Button>
      )}
    </Card>
  )
}
