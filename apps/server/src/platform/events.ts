import type { LiveKind } from '@quayside/contract'
import { sql, type Tx } from './postgres.ts'

/** Everything that happens to a shop, in the past tense. Facts and ids only; who cares reads the rest. */
export type EventName =
  | 'registration.opened'
  | 'registration.submitted'
  | 'registration.decided'
  | 'shop.closed'
  | 'shop.opened'
  | 'shop.followed'
  | 'shop.visited'
  | 'shop.reviewed'
  | 'listings.added'
  | 'listings.changed'
  | 'listings.taken-off-shelf'
  | 'order.placed'
  | 'order.paid'
  | 'orders.picked-up'
  | 'order.shipped'
  | 'order.scanned'
  | 'order.received'
  | 'order.completed'
  | 'order.cancelled'
  | 'payment-password.set'
  | 'payment-password.changed'
  | 'deposit.opened'
  | 'deposit.seen'
  | 'deposit.in-review'
  | 'deposit.credited'
  | 'deposit.set-aside'
  | 'deposit.rejected'
  | 'deposit.cancelled'
  | 'deposit.reversed'
  | 'destination.added'
  | 'destination.removed'
  | 'talk.asked'
  | 'talk.answered'
  | 'withdrawal.requested'
  | 'withdrawal.cancelled'
  | 'withdrawal.rejected'
  | 'withdrawal.approved'
  | 'withdrawal.sent'
  | 'withdrawal.overtaken'
  | 'withdrawal.paid'
  | 'withdrawal.failed'
  | 'refund.requested'
  | 'refund.withdrawn'
  | 'refund.agreed'
  | 'refund.objected'
  | 'refund.approved'
  | 'refund.declined'

/** The channel on which every copy of the server hears what changed. Payload: `shopId kind kind …`. */
export const channel = 'quayside'

/**
 * Writes an event in the transaction of the act and tells every server copy at commit which parts of the shop changed.
 * `kinds` name what open screens should read again.
 */
export async function happened(
  tx: Tx,
  name: EventName,
  event: { shopId: string; at: Date; data?: Record<string, unknown> },
  kinds: readonly LiveKind[] = [],
): Promise<void> {
  await sql`insert into event (shop_id, name, at, data)
    values (${event.shopId}, ${name}, ${event.at}, ${JSON.stringify(event.data ?? {})})`.execute(tx)
  if (kinds.length > 0) await tell(tx, event.shopId, kinds)
}

/** Only the push, for changes too small to be an event. */
export async function tell(tx: Tx, shopId: string, kinds: readonly LiveKind[]): Promise<void> {
  await sql`select pg_notify(${channel}, ${[shopId, ...kinds].join(' ')})`.execute(tx)
}
