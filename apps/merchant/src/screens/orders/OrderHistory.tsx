import type { Answer, orderDetail } from '@quayside/contract'
import { Card } from '@quayside/ui'
import { Copyable } from '../../parts/Copyable.tsx'
import { Timeline } from '../../parts/Timeline.tsx'
import { useT } from '../../words.tsx'

/** Everything that happened to the order, newest first: what, when, and who reported it. */
export function OrderHistory({ order }: { order: Answer<typeof orderDetail> }) {
  const t = useT()
  return (
    <Card>
      <h2 className="pb-3 font-semibold">{t('orders.progress')}</h2>
      {order.trackingNumber ? (
        <div className="pb-3">
          <Copyable
            label={[t('orders.tracking'), order.carrier].filter(Boolean).join(' · ')}
            value={order.trackingNumber}
          />
        </div>
      ) : null}
      <Timeline
        events={order.history.map((event) => ({
          what: t(`orders.event.${event.kind}`),
          note: event.kind === 'scan' ? event.note : null,
          at: event.at,
          by: t(`orders.source.${event.source}`),
        }))}
      />
    </Card>
  )
}
