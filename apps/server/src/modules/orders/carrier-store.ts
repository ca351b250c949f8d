/** Events that carriers reported by signed calls, and the parcels that they are about. */
import { addTime, days } from '../../platform/clock.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import type { OrderRow } from './store.ts'

/** Carriers use their numbers again: an order's parcel is followed this long after its shipment. */
const followedFor = days(120)
/** Events that came this long before the shipment belong to its parcel. */
const waitedFor = days(14)
const maxWaiting = 20

export type Parcel = { carrier: string; trackingNumber: string }
export type CarrierEventRow = {
  id: string
  carrier: string
  event_id: string
  tracking_number: string
  status: string
  location: string | null
  delivered: boolean
  at: Date
  received_at: Date
  signed_at: Date
  signature: Buffer
  body: Buffer
}

const isParcel = (carrier: string, number: string, { carrier: name, trackingNumber }: Parcel) =>
  sql`carrier_key(${sql.ref(carrier)}) = carrier_key(${name}) and tracking_key(${sql.ref(number)}) = tracking_key(${trackingNumber})`

/**
 * Locks a parcel until the end of the transaction. A shipment and an event that come at once see each other: whichever is second finds what the
 * first one wrote.
 */
export const lockParcel = (tx: Tx, { carrier, trackingNumber }: Parcel) =>
  sql`select pg_advisory_xact_lock(hashtextextended('parcel ' || carrier_key(${carrier}) || ' ' || tracking_key(${trackingNumber}), 0))`.execute(
    tx,
  )

/** Keeps an event once, however often it comes; true the first time. */
export async function insertCarrierEvent(tx: Tx, e: CarrierEventRow): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql`insert into carrier_event (id, carrier, event_id, tracking_number, status, location, delivered, at, received_at, signed_at, signature, body)
      values (${e.id}, ${e.carrier}, ${e.event_id}, ${e.tracking_number}, ${e.status}, ${e.location}, ${e.delivered}, ${e.at}, ${e.received_at},
        ${e.signed_at}, ${e.signature}, ${e.body})
      on conflict do nothing returning id`,
  )
  return row !== undefined
}

/** Locks the orders that a parcel was shipped with, in id order. */
export const lockOrdersOfParcel = (tx: Tx, parcel: Parcel, now: Date) =>
  queryAll(
    tx,
    sql<OrderRow>`select * from orders where ${isParcel('carrier', 'tracking_number', parcel)} and shipped_at > ${addTime(now, -followedFor)}
      order by shop_id, id for update`,
  )

/** Events of a parcel that came before any order had it, oldest first. */
export const eventsBeforeShipment = (db: Queryable, parcel: Parcel, now: Date) =>
  queryAll(
    db,
    sql<CarrierEventRow>`select * from carrier_event c where ${isParcel('c.carrier', 'c.tracking_number', parcel)}
        and received_at > ${addTime(now, -waitedFor)} and not exists (select from order_event e where e.carrier_event_id = c.id)
      order by received_at, id limit ${maxWaiting}`,
  )
