import type {
  CancelReason,
  ClosingReason,
  ClosingScope,
  DepositReason,
  NoSupplyReason,
  OperatorTopic,
  RestrictionScope,
  Topic,
  WithdrawalReason,
} from '@quayside/contract'
import type { SettingName, SettingValue } from '@quayside/contract/settings'
import {
  recordNotification,
  queryAll,
  queryOne,
  sql,
  type Database,
  type Queryable,
  type Tx,
} from '../database/postgres.ts'

/** The ids of one kind that an event is about: a single one, or several under the plural of the key. */
export type Ids<Key extends string> = { [K in Key]: string } | { [K in `${Key}s`]: readonly string[] }

type Nothing = Record<string, never>
type Order = { orderId: string }
type Dispute = Order & { amount: string; by: string | null }
type Refund = { refundId: string }
/** `buyerGets`: the sum that reaches the buyer. Events of an earlier version have none. */
type PaidRefund = Refund & { buyerGets?: string }
type Deposit = { depositId: string }
type DepositDispute = Deposit & { amount: string }
type Withdrawal = { withdrawalId: string }
type PostedByStaff = { code: string; amount: string; reason: string }

/**
 * The events of a shop and what each holds: facts and ids only. A consumer reads the rest from the database. Amounts
 * are texts as in the API; instants are ISO texts.
 */
export type EventData = {
  'registration.opened': Nothing
  'registration.submitted': { appeal?: true }
  'registration.decided': { decision: 'verified' | 'more-information' | 'rejected' }
  'registration.overdue': Nothing
  'shop.changed': { by: string; changes: Record<string, [before: unknown, after: unknown]> }
  'shop.closing': { reason: ClosingReason; note: string }
  /** `reason` is what the operator wrote, `why` the kind of reason. */
  'shop.closed': { reason: string; why: ClosingReason; scope: ClosingScope }
  /** `by` is null when the closing reached its end. */
  'shop.opened': { by: string | null; reason: string }
  'shop.restricted': { scope: RestrictionScope; reason: ClosingReason; text: string; effectiveAt: string }
  'shop.restriction-lifted': { scope: RestrictionScope; reason: string }
  'shop.followed': { follow: boolean }
  'listings.added': { added: number }
  'listings.changed': { id: string } | { change: string; n: number }
  'listings.restored': { change: string; undone: number; kept: number }
  'listings.supplier-changed': Ids<'productId'>
  'listings.taken-off-shelf': Ids<'productId'> & { reason: 'at-loss' | 'withdrawn'; n: number }
  'order.placed': Order
  'order.paid': Order
  'orders.picked-up': { orderIds: readonly string[] }
  'order.pickup-near': { orderIds: readonly string[] }
  'order.shipped': { orderIds: readonly string[] }
  'order.ship-undone': { orderIds: readonly string[] }
  'order.scanned': Order
  'order.received': Order
  'order.completed': Order
  'order.cancelled': Order & { reason: CancelReason; supply?: NoSupplyReason }
  'order.set-aside': Order
  'order.cleared': Order
  'order.upheld': Order
  'order.disputed': Dispute
  'order.dispute-won': Dispute
  'order.charged-back': Dispute
  'order-talk.asked': Order
  'order-talk.read': Order
  'order-talk.taken': Order
  'payment-password.set': Nothing
  'payment-password.changed': { by: 'old' | 'code' }
  'payment-password.disabled': Nothing
  'passkey.added': { name: string }
  'passkey.removed': { name: string }
  'login-password.changed': { by: 'old' | 'code' }
  'contact.verified': { channel: 'email' | 'phone' }
  'contact.changed': { channel: 'email' | 'phone' }
  'login.new-device': Nothing
  'deposit.opened': Deposit
  'deposit.seen': Deposit
  'deposit.in-review': Deposit
  'deposit.credited': Deposit
  'deposit.set-aside': Deposit
  'deposit.rejected': Deposit & { reason: DepositReason }
  'deposit.cancelled': Deposit
  'deposit.reversed': Deposit
  'deposit.disputed': DepositDispute
  'deposit.dispute-won': DepositDispute
  'deposit.charged-back': DepositDispute
  'destination.added': { destinationId: string }
  'destination.removed': { destinationId: string }
  'privacy.decided': { decision: 'done' | 'refused'; note: string }
  'setting.changed': { setting: SettingName; before: SettingValue; value: SettingValue; from: string }
  'talk.asked': { seq: number }
  'talk.answered': { seq: number }
  'talk.read': { seq: number }
  /** The database function `request_withdrawal` writes it. */
  'withdrawal.requested': Withdrawal
  'withdrawal.cancelled': Withdrawal
  'withdrawal.rejected': Withdrawal & { reason: WithdrawalReason }
  'withdrawal.approved': Withdrawal
  'withdrawal.sent': Withdrawal
  'withdrawal.overtaken': Withdrawal
  'withdrawal.paid': Withdrawal
  'withdrawal.failed': Withdrawal
  'withdrawal.returned': Withdrawal
  'withdrawal.overdue': Withdrawal
  'withdrawal.unsent': Withdrawal & { reason: WithdrawalReason }
  'withdrawal.escalated': Withdrawal
  'withdrawal.appealed': Withdrawal
  'withdrawal.appeal-granted': Withdrawal
  'withdrawal.appeal-declined': Withdrawal
  'unidentified.assigned': PostedByStaff
  'adjustment.posted': PostedByStaff & { event: 'goodwill' | 'corrected' | 'written-off' }
  'refund.requested': PaidRefund
  'refund.due-soon': Refund
  'refund.withdrawn': Refund
  'refund.agreed': Refund
  'refund.objected': Refund
  'refund.approved': PaidRefund
  'refund.declined': Refund
}
export type EventName = keyof EventData

/** An event that is to be written; without `data` if it holds nothing. */
type EventOf<Name extends EventName> = { shopId: string; at: Date } & (Nothing extends EventData[Name]
  ? { data?: EventData[Name] }
  : { data: EventData[Name] })

/** The ids that an event names under `key` or its plural; none if it names none. */
export function idsIn<Key extends string>(data: object, key: Key): readonly string[] {
  const { [key]: one, [`${key}s`]: several } = data as Partial<Record<string, string | readonly string[]>>
  if (typeof one === 'string') return [one]
  return Array.isArray(several) ? several : []
}

/**
 * The PostgreSQL channel on which every copy of the server is told that changes have been noted. A copy of the former
 * version notifies the changes themselves: `shopId kind kind …`.
 */
export const channel = 'quayside'

/** What a transaction that asked for a job tells the own process; the workers hear it on the queue's channel. */
export const jobAsked = 'job'
/** The channel on which the job queue's workers are told of new jobs. */
export const jobChannel = 'jobs:insert'

/** `xid`: the id of the transaction, by which its process knows its own notices again. */
type Noted = { xid: string }

/**
 * Writes an event in the caller's transaction, and notes `kinds`, the changed parts of the shop, for every copy of the
 * server (`change-listener.ts`). Open screens then read these parts again.
 */
export async function emitEvent<Name extends EventName>(
  tx: Tx,
  name: Name,
  event: EventOf<Name>,
  kinds: readonly Topic[] = [],
): Promise<void> {
  const insert = sql`insert into event (shop_id, name, at, data)
    values (${event.shopId}, ${name}, ${event.at}, ${JSON.stringify(event.data ?? {})})`
  if (kinds.length === 0) {
    await insert.execute(tx)
    return
  }
  const payload = [event.shopId, ...kinds].join(' ')
  const noted = await queryOne(
    tx,
    sql<Noted>`with written as (${insert}) select pg_current_xact_id()::text as xid from note_change(${payload})`,
  )
  recordNotification(tx, payload, noted!.xid)
}

export type NewEvent = {
  [Name in EventName]: { name: Name; shopId: string; at: Date; data: EventData[Name] }
}[EventName]

/** Writes events of many shops in one statement, in their order, and notes the change of each shop once. */
export async function emitEvents(tx: Tx, events: readonly NewEvent[], kinds: readonly Topic[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ name, shopId, at, data }) => ({ name, shop_id: shopId, at, data }))
  await sql`insert into event (shop_id, name, at, data)
    select r.shop_id, r.name, r.at, r.data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (shop_id uuid, name text, at timestamptz, data jsonb)`.execute(
    tx,
  )
  const shops = [...new Set(events.map(({ shopId }) => shopId))]
  const payloads = shops.map((shop) => [shop, ...kinds].join(' '))
  const noted = await queryOne(
    tx,
    sql<Noted>`select pg_current_xact_id()::text as xid from unnest(${payloads}::text[]) s cross join lateral note_change(s)`,
  )
  for (const payload of payloads) recordNotification(tx, payload, noted!.xid)
}

/** Notifies clients without an event, for small changes. */
export const notifyClients = (tx: Tx, shopId: string, kinds: readonly Topic[]): Promise<void> =>
  noteChange(tx, [shopId, ...kinds].join(' '))

/** Notes a change for the change listener of every copy of the server. */
async function noteChange(tx: Tx, payload: string): Promise<void> {
  const noted = await queryOne(tx, sql<Noted>`select pg_current_xact_id()::text as xid from note_change(${payload})`)
  recordNotification(tx, payload, noted!.xid)
}

/**
 * Sends a payload to the change listener of every copy of the server, in a transaction of its own that does not wait
 * for the disk.
 */
export async function notifyChannel(db: Database, payload: string): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${payload})`.execute(db)
}

/** Deletes the notices of transactions before this one, which every copy has read. */
export const forgetChanges = (db: Database, before: string): Promise<unknown> =>
  sql`delete from change_notice where xid < ${before}::xid8`.execute(db)

/** Stands in the place of a shop's id in changes of the operators' parts. */
export const operatorsKey = 'operators'

/** Notifies the open consoles. */
export const notifyOperators = (tx: Tx, kinds: readonly Exclude<OperatorTopic, 'resync'>[]): Promise<void> =>
  noteChange(tx, [operatorsKey, ...kinds].join(' '))

// Event processing. An event waits until it is processed, and leaves the queue in the same transaction.

export type StoredEvent<Name extends EventName = EventName> = {
  [N in Name]: { id: bigint; name: N; at: Date; data: EventData[N] }
}[Name]

/** The ids of waiting events by shop, oldest first. */
export const waitingEvents = (db: Queryable, now: Date, most: number) =>
  queryAll(
    db,
    sql<{ shop_id: string; ids: string[] }>`select shop_id, array_agg(event_id order by event_id) as ids from (
        select shop_id, event_id from event_waiting where not_before <= ${now} order by event_id limit ${most}
      ) w group by shop_id order by min(event_id)`,
  )

/** Whether an event waits to be processed. */
export const anyEventWaits = (now: Date) => sql`exists (select from event_waiting where not_before <= ${now})`

/**
 * Removes waiting events of a shop from the queue and returns them. If two workers ask at once, the second waits and
 * gets none.
 */
export const deleteEvents = (tx: Tx, shopId: string, ids: readonly string[]) =>
  queryAll(
    tx,
    sql<StoredEvent>`with taken as (
        delete from event_waiting where shop_id = ${shopId} and event_id = any(${ids}::bigint[]) returning event_id
      ) select e.id, e.name, e.at, e.data from event e join taken t on e.id = t.event_id where e.shop_id = ${shopId} order by e.id`,
  )

/** Postpones events whose processing failed. */
export const postponeEvents = (db: Queryable, shopId: string, ids: readonly string[], until: Date) =>
  sql`update event_waiting set not_before = ${until} where shop_id = ${shopId} and event_id = any(${ids}::bigint[])`.execute(
    db,
  )
