import type { OperatorTopic, Topic } from '@quayside/contract'
import { noteNotified, queryAll, sql, type Queryable, type Tx } from '../database/postgres.ts'

/** The events of a shop. Event data holds facts and ids only; a consumer reads the rest from the database. */
export type EventName =
  | 'registration.opened'
  | 'registration.submitted'
  | 'registration.decided'
  | 'registration.overdue'
  | 'shop.changed'
  | 'shop.closing'
  | 'shop.closed'
  | 'shop.opened'
  | 'shop.restricted'
  | 'shop.restriction-lifted'
  | 'shop.followed'
  | 'shop.visited'
  | 'shop.reviewed'
  | 'listings.added'
  | 'listings.changed'
  | 'listings.restored'
  | 'listings.supplier-changed'
  | 'listings.taken-off-shelf'
  | 'order.placed'
  | 'order.paid'
  | 'orders.picked-up'
  | 'order.pickup-near'
  | 'order.shipped'
  | 'order.ship-undone'
  | 'order.scanned'
  | 'order.received'
  | 'order.completed'
  | 'order.cancelled'
  | 'order.set-aside'
  | 'order.cleared'
  | 'order.upheld'
  | 'order.disputed'
  | 'order.dispute-won'
  | 'order.charged-back'
  | 'order-talk.asked'
  | 'order-talk.read'
  | 'order-talk.taken'
  | 'payment-password.set'
  | 'payment-password.changed'
  | 'payment-password.disabled'
  | 'passkey.added'
  | 'passkey.removed'
  | 'login-password.changed'
  | 'contact.verified'
  | 'contact.changed'
  | 'login.new-device'
  | 'deposit.opened'
  | 'deposit.seen'
  | 'deposit.in-review'
  | 'deposit.credited'
  | 'deposit.set-aside'
  | 'deposit.rejected'
  | 'deposit.cancelled'
  | 'deposit.reversed'
  | 'deposit.disputed'
  | 'deposit.dispute-won'
  | 'deposit.charged-back'
  | 'destination.added'
  | 'destination.removed'
  | 'privacy.decided'
  | 'setting.changed'
  | 'talk.asked'
  | 'talk.answered'
  | 'talk.read'
  | 'withdrawal.requested'
  | 'withdrawal.cancelled'
  | 'withdrawal.rejected'
  | 'withdrawal.approved'
  | 'withdrawal.sent'
  | 'withdrawal.overtaken'
  | 'withdrawal.paid'
  | 'withdrawal.failed'
  | 'withdrawal.returned'
  | 'withdrawal.overdue'
  | 'withdrawal.unsent'
  | 'withdrawal.escalated'
  | 'withdrawal.appealed'
  | 'withdrawal.appeal-granted'
  | 'withdrawal.appeal-declined'
  | 'unidentified.assigned'
  | 'adjustment.posted'
  | 'refund.requested'
  | 'refund.due-soon'
  | 'refund.withdrawn'
  | 'refund.agreed'
  | 'refund.objected'
  | 'refund.approved'
  | 'refund.declined'

/** The PostgreSQL channel on which every copy of the server receives changes. Payload: `shopId kind kind …`. */
export const channel = 'quayside'

/**
 * Writes an event in the caller's transaction. The commit notifies every copy of the server of `kinds`, the changed
 * parts of the shop. Open screens then read these parts again.
 */
export async function emitEvent(
  tx: Tx,
  name: EventName,
  event: { shopId: string; at: Date; data?: Record<string, unknown> },
  kinds: readonly Topic[] = [],
): Promise<void> {
  const insert = sql`insert into event (shop_id, name, at, data)
    values (${event.shopId}, ${name}, ${event.at}, ${JSON.stringify(event.data ?? {})})`
  if (kinds.length === 0) {
    await insert.execute(tx)
    return
  }
  const payload = [event.shopId, ...kinds].join(' ')
  noteNotified(tx, payload)
  await sql`with written as (${insert}) select pg_notify(${channel}, ${payload})`.execute(tx)
}

export type NewEvent = { name: EventName; shopId: string; at: Date; data: Record<string, unknown> }

/** Writes events of many shops in one statement, in their order, and notifies each shop once. */
export async function emitEvents(tx: Tx, events: readonly NewEvent[], kinds: readonly Topic[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ name, shopId, at, data }) => ({ name, shop_id: shopId, at, data }))
  await sql`insert into event (shop_id, name, at, data)
    select r.shop_id, r.name, r.at, r.data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (shop_id uuid, name text, at timestamptz, data jsonb)`.execute(
    tx,
  )
  const shops = [...new Set(events.map(({ shopId }) => shopId))]
  for (const shop of shops) noteNotified(tx, [shop, ...kinds].join(' '))
  await sql`select pg_notify(${channel}, s || ${` ${kinds.join(' ')}`}::text) from unnest(${shops}::text[]) s`.execute(
    tx,
  )
}

/** Notifies clients without an event, for small changes. */
export const notifyClients = (tx: Tx, shopId: string, kinds: readonly Topic[]): Promise<void> =>
  notifyChannel(tx, [shopId, ...kinds].join(' '))

/** Sends a payload to the change listener of every copy of the server. */
export async function notifyChannel(db: Queryable, payload: string): Promise<void> {
  if (db.isTransaction) noteNotified(db, payload)
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** Stands in the place of a shop's id in changes of the operators' parts. */
export const operatorsKey = 'operators'

/** Notifies the open consoles. */
export async function notifyOperators(tx: Tx, kinds: readonly Exclude<OperatorTopic, 'resync'>[]): Promise<void> {
  await sql`select pg_notify(${channel}, ${[operatorsKey, ...kinds].join(' ')})`.execute(tx)
}

// Event processing. An event waits until it is processed, and leaves the queue in the same transaction.

export type HeardEvent = { id: bigint; name: EventName; at: Date; data: Record<string, unknown> }

/** The ids of waiting events by shop, oldest first. */
export const waitingEvents = (db: Queryable, now: Date, most: number) =>
  queryAll(
    db,
    sql<{ shop_id: string; ids: string[] }>`select shop_id, array_agg(event_id order by event_id) as ids from (
        select shop_id, event_id from event_waiting where not_before <= ${now} order by event_id limit ${most}
      ) w group by shop_id order by min(event_id)`,
  )

/**
 * Removes waiting events of a shop from the queue and returns them. If two workers ask at once, the second waits and
 * gets none.
 */
export const deleteEvents = (tx: Tx, shopId: string, ids: readonly string[]) =>
  queryAll(
    tx,
    sql<HeardEvent>`with taken as (
        delete from event_waiting where shop_id = ${shopId} and event_id = any(${ids}::bigint[]) returning event_id
      ) select e.id, e.name, e.at, e.data from event e join taken t on e.id = t.event_id where e.shop_id = ${shopId} order by e.id`,
  )

/** Postpones events whose processing failed. */
export const postponeEvents = (db: Queryable, shopId: string, ids: readonly string[], until: Date) =>
  sql`update event_waiting set not_before = ${until} where shop_id = ${shopId} and event_id = any(${ids}::bigint[])`.execute(
    db,
  )
