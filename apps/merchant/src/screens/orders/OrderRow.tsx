import { orderStatus, type ResponseBody, type listOrders } from '@quayside/contract'
import { Money, Picture } from '@quayside/ui'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { SelectableRow } from '../../components/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { OrderStatus } from './OrderStatus.tsx'

export type OrderListRow = ResponseBody<typeof listOrders>['list'][number]

/**
 * One order in the list, 76 px high: product, number and age, status, and at the end profit and deadline. A long press
 * starts the selection mode.
 */
export function OrderRow({
  order,
  selecting,
  selected,
  onSelect,
  onLongPress,
}: {
  order: OrderListRow
  selecting: boolean
  selected: boolean
  onSelect: (id: string, selected: boolean) => void
  onLongPress: (id: string) => void
}) {
  const t = useT()
  const format = useFormat()
  return (
    <SelectableRow
      dense
      id={order.id}
      name={order.code}
      href={link(paths.order, { id: order.id })}
      selecting={selecting}
      selected={selected}
      // An order that left the status after it was selected can still be unselected.
      selectable={order.status === orderStatus.awaitingPickup || selected}
      onSelect={onSelect}
      onLongPress={onLongPress}
    >
      <Picture src={order.picture} alt="" size={56} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="row-between flex-nowrap!">
          <span className="line-clamp-1 min-w-0 flex-1 text-small font-semibold">
            <bdi>{order.title}</bdi>
            {order.quantity > 1 ? ` × ${format.number(order.quantity)}` : ''}
          </span>
          {/* A cancelled order earned nothing. */}
          {order.status === orderStatus.cancelled ? null : (
            <span className="shrink-0 text-small">
              <span className="sr-only">{t('orders.profit')} </span>
              <Money value={order.profit} sign className="font-semibold text-success" />
            </span>
          )}
        </span>
        <span className="line-clamp-1 text-caption text-muted">
          <bdi>{order.code}</bdi> · <time dateTime={order.placedAt}>{format.ago(order.placedAt)}</time>
        </span>
        <span className="row-between items-center gap-y-0!">
          <OrderStatus status={order.status} />
          {order.pickupUntil ? <TimeLeft at={order.pickupUntil} label={(when) => t('orders.until', { when })} /> : null}
        </span>
      </span>
    </SelectableRow>
  )
}
