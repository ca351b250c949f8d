import { orderStatus, type ResponseBody, type listOrders } from '@quayside/contract'
import { Money, Picture } from '@quayside/ui'
import { isUrgent, TimeLeft } from '../../components/TimeLeft.tsx'
import { SelectableRow } from '../../components/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { firstName } from '../../lib/first-name.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

export type OrderListRow = ResponseBody<typeof listOrders>['list'][number]

/**
 * One order in the list: product, buyer and age, and at the end its profit. What the whole list shares is not repeated:
 * the status stands in lists of several, the deadline where it is near. A swipe offers the pick-up.
 */
export function OrderRow({
  order,
  mixed,
  selecting,
  selected,
  onSelect,
  onLongPress,
  onPickUp,
}: {
  order: OrderListRow
  /** The list has orders of several statuses. */
  mixed: boolean
  selecting: boolean
  selected: boolean
  onSelect: (id: string, selected: boolean) => void
  onLongPress: (id: string) => void
  onPickUp?: ((id: string) => void) | undefined
}) {
  const t = useT()
  const format = useFormat()
  const waiting = order.status === orderStatus.awaitingPickup
  return (
    <SelectableRow
      id={order.id}
      name={order.code}
      href={link(paths.order, { id: order.id })}
      selecting={selecting}
      selected={selected}
      // An order that left the status after it was selected can still be unselected.
      selectable={waiting || selected}
      onSelect={onSelect}
      onLongPress={onLongPress}
      swipe={onPickUp && waiting ? { label: t('orders.pickup'), onAct: () => onPickUp(order.id) } : undefined}
    >
      <Picture src={order.picture} alt="" size={48} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="line-clamp-1">
          <bdi>{order.title}</bdi>
          {order.quantity > 1 ? ` × ${format.number(order.quantity)}` : ''}
        </span>
        <span className="line-clamp-1 text-small text-muted">
          <bdi>{firstName(order.buyer)}</bdi> · <time dateTime={order.placedAt}>{format.ago(order.placedAt)}</time>
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        {/* A cancelled order earned nothing. */}
        {order.status === orderStatus.cancelled ? null : (
          <span>
            <span className="sr-only">{t('orders.profit')} </span>
            <Money value={order.profit} sign className="font-semibold text-success" />
          </span>
        )}
        {mixed ? (
          <span className={`text-caption ${waiting ? 'text-accent' : 'text-muted'}`}>
            {t(`status.${order.status}`)}
          </span>
        ) : order.pickupUntil && isUrgent(order.pickupUntil) ? (
          <TimeLeft at={order.pickupUntil} label={(when) => t('orders.until', { when })} />
        ) : null}
      </span>
    </SelectableRow>
  )
}
