import type { Answer, orderDetail } from '@quayside/contract'
import { Card, CopyButton } from '@quayside/ui'
import { useFormat, useT } from '../../words.tsx'

/** Everything that happened to the order, newest first: what, when, and who reported it. */
export function OrderHistory({ order }: { order: Answer<typeof orderDetail> }) {
  const t = useT()
  const format = useFormat()
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
      <ol className="flex flex-col">
        {order.history.toReversed().map((event, i) => (
          <li key={`${event.at} ${event.kind} ${i}`} className="relative flex gap-3 pb-4 last:pb-0">
            <span aria-hidden className="flex w-4 flex-col items-center">
              <span className={`mt-1.5 size-3 shrink-0 rounded-full ${i === 0 ? 'bg-fill' : 'bg-control'}`} />
              {i < order.history.length - 1 ? <span className="-mb-4 w-0.5 flex-1 bg-hairline" /> : null}
            </span>
            <span className="min-w-0">
              <span className="block">{t(`orders.event.${event.kind}`)}</span>
              {event.kind === 'scan' && event.note ? (
                <span className="block text-small" dir="auto">
                  {event.note}
                </span>
              ) : null}
              <span className="block text-small text-muted">
                <time dateTime={event.at}>{format.dateTime(event.at)}</time>
                {' · '}
                {t(`orders.source.${event.source}`)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
