import { orderStatus } from '@quayside/contract'
import type { OrderPage as Order } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Icon } from '../parts/Icon.tsx'

const steps = [
  { from: orderStatus.awaitingPayment, text: 'store.event.placed' },
  { from: orderStatus.awaitingPickup, text: 'store.event.paid' },
  { from: orderStatus.awaitingShipment, text: 'store.event.accepted' },
  { from: orderStatus.shipped, text: 'store.event.shipped' },
  { from: orderStatus.received, text: 'store.event.received' },
] as const

/** How far an order has come. A cancelled order has no way to go. */
export function OrderSteps({ kit, page }: { kit: PageKit; page: Order }) {
  if (page.status === orderStatus.cancelled) return null
  const now = page.status === orderStatus.completed ? steps.length : steps.findIndex(({ from }) => from === page.status)
  return (
    <ol className="steps">
      {steps.map(({ text }, at) => (
        <li
          key={text}
          className="step"
          data-state={at < now ? 'done' : at === now ? 'now' : 'next'}
          {...(at === now ? { 'aria-current': 'step' as const } : {})}
        >
          <span className="step-mark">{at < now && <Icon name="check" className="size-4" />}</span>
          <span className="step-name">{kit.t(text)}</span>
        </li>
      ))}
    </ol>
  )
}
