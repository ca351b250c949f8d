import { orderStatus, type Answer, type listOrders } from '@quayside/contract'
import { Checkbox, Money, Picture } from '@quayside/ui'
import { clsx } from 'clsx'
import { useRef } from 'react'
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
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pickable = order.status === orderStatus.awaitingPickup
  const end = () => clearTimeout(press.current)

  const inner = (
    <>
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
    </>
  )
  const look =
    'flex min-h-24 flex-1 items-center gap-3 rounded-card border bg-surface p-3 text-start text-ink no-underline select-none'

  return (
    <div className="flex items-center pb-3">
      {selecting ? (
        <Checkbox
          label={order.code}
          hideLabel
          disabled={!pickable}
          checked={selected}
          onChange={(event) => onSelect(order.id, event.target.checked)}
          className="-ms-2"
        />
      ) : null}
      {selecting ? (
        <button
          type="button"
          disabled={!pickable}
          onClick={() => onSelect(order.id, !selected)}
          className={clsx(look, 'min-w-0', selected ? 'border-accent' : 'border-hairline')}
          tabIndex={-1}
        >
          {inner}
        </button>
      ) : (
        <a
          href={link(paths.order, { id: order.id })}
          className={clsx(look, 'min-w-0 border-hairline active:bg-raised')}
          onPointerDown={() => {
            if (pickable) press.current = setTimeout(() => onLongPress(order.id), 500)
          }}
          onPointerUp={end}
          onPointerLeave={end}
          onPointerCancel={end}
          onContextMenu={(event) => (pickable ? event.preventDefault() : undefined)}
        >
          {inner}
        </a>
      )}
    </div>
  )
}
