import type { ResponseBody, orderDetail } from '@quayside/contract'
import { Card } from '@quayside/ui'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useT } from '../../lib/i18n.tsx'

/** The events of the order, newest first, with time and source. */
export function OrderHistory({ order }: { order: ResponseBody<typeof orderDetail> }) {
  const t = useT()
  return (
    <Card>
      <h2 className="pb-3 font-semibold">{t('orders.progress')}</h2>
      {order.trackingNumber ? (
        <div className="pb-3">
          <CopyableValue
            label={[t('orders.tracking'), order.carrier].filter(Boolean).join(' · ')}
            value={order.trackingNumber}
          />
        </div>
      ) : null}
      <Timeline
        events={order.history.map((event) => ({
          // An operator's scan is typed. Only a carrier's report is signed.
          what: t(
            event.kind === 'scan' && event.source !== 'carrier'
              ? 'orders.event.scan.typed'
              : `orders.event.${event.kind}`,
          ),
          note: event.kind === 'scan' ? event.note : null,
          at: event.at,
          by: t(`orders.source.${event.source}`),
        }))}
      />
    </Card>
  )
}
