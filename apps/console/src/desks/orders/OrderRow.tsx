import { silentDays, type OperatorOrder } from '@quayside/contract'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { formatDate, useNow } from '../../lib/format.ts'
import { statusLooks, text } from './order-text.ts'

export function OrderState({ status }: { status: OperatorOrder['status'] }) {
  return <StateChip {...statusLooks[status]} label={text(`orders.status.${status}`)} />
}

/** Whether a parcel has no report for so long that somebody must ask the carrier. */
function useSilent({ status, shippedAt, scannedAt }: OperatorOrder): boolean {
  const now = useNow()
  return (
    status === 3 &&
    scannedAt === null &&
    shippedAt !== null &&
    now - new Date(shippedAt).getTime() > silentDays * 86_400_000
  )
}

/** One line of a list of orders. */
export function OrderRow({ order, withState = false }: { order: OperatorOrder; withState?: boolean }) {
  const isSilent = useSilent(order)
  return (
    <>
      <span className="w-26 flex-none font-semibold whitespace-nowrap tabular-nums">{order.code}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate">{order.title}</bdi>
        <bdi className="truncate text-muted max-sm:hidden">{order.shopName}</bdi>
      </span>
      <span className="flex flex-none flex-col items-end">
        {withState ? <OrderState status={order.status} /> : null}
        <span className="flex gap-3 text-muted tabular-nums">
          {text('orders.pieces', { n: order.quantity })}
          {order.shipBy ? (
            <TimeLeft due={order.shipBy} />
          ) : isSilent ? (
            <span className="font-semibold text-danger">
              {text('orders.silent', { when: formatDate(order.shippedAt!) })}
            </span>
          ) : (
            <TimeAgo at={order.shippedAt ?? order.placedAt} />
          )}
        </span>
      </span>
    </>
  )
}
