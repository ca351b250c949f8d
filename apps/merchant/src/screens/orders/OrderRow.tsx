import { orderStatus, type Answer, type listOrders } from '@quayside/contract'
import { Money, Picture } from '@quayside/ui'
import { SelectableRow } from '../../parts/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { OrderStatus } from './OrderStatus.tsx'

export type OrderListRow = Answer<typeof listOrders>['list'][number]

/** One order in the list: status, number, what the merchant earns, age. A long press starts selecting. */
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
      id={order.id}
      name={order.code}
      href={link(paths.order, { id: order.id })}
      selecting={selecting}
      selected={selected}
      selectable={order.status === orderStatus.awaitingPickup}
      onSelect={onSelect}
      onLongPress={onLongPress}
    >
      <Picture src={order.picture} alt="" size={64} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-center justify-between gap-2">
          <OrderStatus status={order.status} />
          <time dateTime={order.placedAt} className="text-caption text-muted">
            {format.ago(order.placedAt)}
          </time>
        </div>
        <p className="truncate text-small">
          <bdi>{order.title}</bdi>
          {order.quantity > 1 ? ` × ${format.number(order.quantity)}` : ''}
        </p>
        <div className="flex items-baseline justify-between gap-2">
          <bdi className="truncate text-caption text-muted">{order.code}</bdi>
          <span className="text-small">
            <span className="text-muted">{t('orders.profit')} </span>
            <Money value={order.profit} className="font-semibold" />
          </span>
        </div>
        {order.pickupUntil ? (
          <p className="text-caption text-warning">{t('orders.until', { when: format.ago(order.pickupUntil) })}</p>
        ) : null}
      </div>
    </SelectableRow>
  )
}
