/** Signed events of carriers, and their parcels. */
import { addTime, days } from '../../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import type { OrderRow } from '../order-store.ts'
import type { Parcel } from '../parcel-store.ts'

/** Carriers reuse tracking numbers: events count for an order for this time after its shipment. */
const trackingWindow = days(120)
/** Events that arrived within this time before the shipment belong to its parcel. */
const earlierEventsWindow = days(14)
const maxEarlierEvents = 20

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
  /** Time and bytes of the signature; null for an event that came with an API key. */
  signed_at: Date | null
  signature: Buffer | null
  /** The header `webhook-id`, which the signature covers; null for the deprecated header and an API key. */
  message_id: string | null
  key_id: string | null
  body: Buffer
}

const isParcel = (carrier: string, number: string, { carrier: name, trackingNumber }: Parcel) =>
  sql`carrier_key(${sql.ref(carrier)}) = carrier_key(${name}) and tracking_key(${sql.ref(number)}) = tracking_key(${trackingNumber})`

/**
 * Locks a parcel until the end of the transaction. If a shipment and an event arrive at the same time, the second one
 * waits and then sees what the first one wrote.
 */
export const lockParcel = (tx: Tx, { carrier, trackingNumber }: Parcel) =>
  sql`select pg_advisory_xact_lock(hashtextextended('parcel ' || carrier_key(${carrier}) || ' ' || tracking_key(${trackingNumber}), 0))`.execute(
    tx,
  )

/** Locks many parcels in a fixed order, so that two transactions with the same parcels cannot wait for each other. */
export const lockParcels = (tx: Tx, parcels: readonly Parcel[]) =>
  sql`select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('parcel ' || carrier_key(p.carrier) || ' ' || tracking_key(p.number), 0) as key
      from unnest(${parcels.map(({ carrier }) => carrier)}::text[], ${parcels.map((one) => one.trackingNumber)}::text[]) p (carrier, number)
      order by key
    ) k`.execute(tx)

/** The ids of those orders whose parcel has events of its carrier already. */
export async function listParcelsWithEvents(
  tx: Tx,
  parcels: readonly (Parcel & { id: string })[],
): Promise<Set<string>> {
  const rows = await queryAll(
    tx,
    sql<{
      id: string
    }>`select p.id from unnest(${parcels.map(({ id }) => id)}::uuid[], ${parcels.map(({ carrier }) => carrier)}::text[],
        ${parcels.map((one) => one.trackingNumber)}::text[]) p (id, carrier, number)
      where exists (select from carrier_event c where carrier_key(c.carrier) = carrier_key(p.carrier) and tracking_key(c.tracking_number) = tracking_key(p.number))`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Inserts an event of a carrier. Returns false when the event is known already. */
export async function insertCarrierEvent(tx: Tx, event: CarrierEventRow): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql`insert into carrier_event (id, carrier, event_id, tracking_number, status, location, delivered, at, received_at, signed_at, signature, message_id, key_id, body)
      values (${event.id}, ${event.carrier}, ${event.event_id}, ${event.tracking_number}, ${event.status}, ${event.location}, ${event.delivered}, ${event.at}, ${event.received_at},
        ${event.signed_at}, ${event.signature}, ${event.message_id}, ${event.key_id}, ${event.body})
      on conflict do nothing returning id`,
  )
  return row !== undefined
}

/** Locks the orders of a parcel, in id order, each with the number that the parcel has in it. */
export const lockOrdersOfParcel = (tx: Tx, parcel: Parcel, now: Date) =>
  queryAll(
    tx,
    sql<OrderRow & { parcel: number }>`
      select o.*, p.number as parcel from parcel p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
      where ${isParcel('p.carrier', 'p.tracking_number', parcel)} and o.shipped_at > ${addTime(now, -trackingWindow)}
      order by o.shop_id, o.id for update of o`,
  )

/** Whether the carrier has reported the delivery of this parcel, also one that did not count. */
export const hasReportedDelivery = async (tx: Tx, { shop_id, id }: OrderRow, parcel: number): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`select from order_event e join carrier_event c on c.id = e.carrier_event_id
      where e.shop_id = ${shop_id} and e.order_id = ${id} and coalesce(e.parcel, 1) = ${parcel} and c.delivered limit 1`,
  )) !== undefined

/** Events of a parcel that arrived before its shipment, oldest first. */
export const listEarlierEvents = (db: Queryable, parcel: Parcel, now: Date) =>
  queryAll(
    db,
    sql<CarrierEventRow>`select * from carrier_event c where ${isParcel('c.carrier', 'c.tracking_number', parcel)}
        and received_at > ${addTime(now, -earlierEventsWindow)} and not exists (select from order_event e where e.carrier_event_id = c.id)
      order by received_at, id limit ${maxEarlierEvents}`,
  )
