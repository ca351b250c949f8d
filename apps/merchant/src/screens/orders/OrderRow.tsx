import { orderStatus, type ResponseBody, type listOrders } from '@quayside/contract'
import { CopyButton, Money, Picture } from '@quayside/ui'
import { clsx } from 'clsx'
import { SelectableRow } from '../../components/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { OrderStatus } from './OrderStatus.tsx'
import { PickupUntil } from './PickupUntil.tsx'

export type OrderListRow = ResponseBody<typeof listOrders>['list'][number]

/** One order in the list: number, age, status, earnings and deadline. A long press starts the selection mode. */
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
      // An order that left the status after it was selected can still be unselected.
      selectable={order.status === orderStatus.awaitingPickup || selected}
      onSelect={onSelect}
      onLongPress={onLongPress}
      end={
        <span className="absolute end-0 top-0">
          <CopyButton text={order.code} label={t('common.named', { label: t('common.copy'), value: order.code })} />
        </span>
      }
    >
      <Picture src={order.picture} alt="" size={64} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className={clsx('flex flex-wrap items-baseline gap-x-2 text-caption text-muted', !selecting && 'pe-9')}>
          <bdi className="text-small text-foreground">{order.code}</bdi>
          <time dateTime={order.placedAt}>{format.ago(order.placedAt)}</time>
        </p>
        <p className="line-clamp-2 text-small">
          <bdi>{order.title}</bdi>
          {order.quantity > 1 ? ` × ${format.number(order.quantity)}` : ''}
        </p>
        <div className="row-between items-center">
          <OrderStatus status={order.status} />
          <span className="text-small">
            <span className="text-muted">{t('orders.profit')} </span>
            <Money value={order.profit} className="font-semibold" />
          </span>
        </div>
        {order.pickupUntil ? <PickupUntil at={order.pickupUntil} className="text-caption" /> : null}
      </div>
    </SelectableRow>
  )
}
