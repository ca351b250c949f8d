import type { Answer, orderDetail } from '@quayside/contract'
import { Card, CopyButton } from '@quayside/ui'
import { Timeline } from '../../parts/Timeline.tsx'
import { useT } from '../../words.tsx'

/** Everything that happened to the order, newest first: what, when, and who reported it. */
export function OrderHistory({ order }: { order: Answer<typeof orderDetail> }) {
  const t = useT()
  return (
    <Card>
      <h2 className="pb-3 font-semibold">{t('orders.progress')}</h2>
      {order.trackingNumber ? (
        <div className="flex items-center justify-between pb-3">
          <p>
            <span className="block text-small text-muted">
              {t('orders.tracking')} · <bdi>{order.carrier}</bdi>
            </span>
            <bdi>{order.trackingNumber}</bdi>
          </p>
          <CopyButton
            text={order.trackingNumber}
            label={`${t('common.copy')}: ${t('orders.tracking')}`}
            done={t('common.copied')}
            failed={t('common.copy-failed')}
          />
        </div>
      ) : null}
      <Timeline
        events={order.history.toReversed().map((event) => ({
          what: t(`orders.event.${event.kind}`),
          note: event.kind === 'scan' ? event.note : null,
          at: event.at,
          by: t(`orders.source.${event.source}`),
        }))}
      />
    </Card>
  )
}
