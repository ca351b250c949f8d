/** The parcels of orders. The carrier and the number of the first one stand in `orders`. */
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { OrderRow } from './order-store.ts'

/** Operators check a reported delivery within this time. */
const deliveryCheckWindow = days(2)

export type Parcel = { carrier: string; trackingNumber: string }
export type ParcelRow = {
  shop_id: string
  order_id: string
  /** 1 for the parcel that the order was shipped with. */
  number: number
  carrier: string
  tracking_number: string
  added_at: Date
  delivery_said_by: string | null
  delivery_confirmed_by: string | null
  /** Its carrier reported the delivery, or two operators did. */
  delivered: boolean
  /** Its carrier has reported on it. */
  reported: boolean
  /** Its carrier has reported a delivery that did not count, or one operator has. */
  to_check: boolean
}

/** The parcels of an order in the order of their numbers. */
export const listParcels = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<ParcelRow>`
      select p.*, parcel_delivered(p) as delivered, exists (
          select from order_event e where e.shop_id = ${shopId} and e.order_id = ${orderId} and e.source = 'carrier' and coalesce(e.parcel, 1) = p.number) as reported,
        not parcel_delivered(p) and (p.delivery_said_by is not null or exists (
          select from order_event e join carrier_event c on c.id = e.carrier_event_id
          where e.shop_id = ${shopId} and e.order_id = ${orderId} and e.kind = 'scan' and coalesce(e.parcel, 1) = p.number and c.delivered)) as to_check
      from parcel p where p.shop_id = ${shopId} and p.order_id = ${orderId} order by p.number`,
  )

export const insertFurtherParcel = (
  tx: Tx,
  { shop_id, id }: OrderRow,
  { carrier, trackingNumber, number, by, at }: Parcel & { number: number; by: string; at: Date },
) =>
  sql`insert into further_parcel (shop_id, order_id, number, carrier, tracking_number, added_at, added_by)
    values (${shop_id}, ${id}, ${number}, ${carrier}, ${trackingNumber}, ${at}, ${by})`.execute(tx)

export const deleteFurtherParcel = (tx: Tx, { shop_id, order_id, number }: ParcelRow) =>
  sql`delete from further_parcel where shop_id = ${shop_id} and order_id = ${order_id} and number = ${number}`.execute(
    tx,
  )

/** Deletes all parcels of a locked order but the first one. */
export const deleteFurtherParcels = (tx: Tx, { shop_id, id }: OrderRow) =>
  sql`delete from further_parcel where shop_id = ${shop_id} and order_id = ${id}`.execute(tx)

/** Writes which operator reports the delivery of a parcel first (`said`), or confirms the report. */
export const updateDelivery = (
  tx: Tx,
  { shop_id, order_id, number }: ParcelRow,
  step: 'said' | 'confirmed',
  operatorId: string,
) =>
  (number === 1
    ? sql`update orders set ${sql.ref(`delivery_${step}_by`)} = ${operatorId} where shop_id = ${shop_id} and id = ${order_id}`
    : sql`update further_parcel set ${sql.ref(`delivery_${step}_by`)} = ${operatorId}
        where shop_id = ${shop_id} and order_id = ${order_id} and number = ${number}`
  ).execute(tx)

/** Whether a carrier's event is the delivery of a locked order: of one of its parcels, and all others have arrived. */
export const isDelivery = async (tx: Tx, { shop_id, id }: OrderRow, eventId: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`select from carrier_event c, orders o
      where c.id = ${eventId} and o.shop_id = ${shop_id} and o.id = ${id} and carrier_delivered(c, o)`,
  )) !== undefined

/** The last report of a carrier that a parcel of an order was delivered. */
export const findLastDelivery = (tx: Tx, { shop_id, id }: OrderRow) =>
  queryOne(
    tx,
    sql<{ id: string }>`select c.id from order_event e join carrier_event c on c.id = e.carrier_event_id
        join parcel p on p.shop_id = e.shop_id and p.order_id = e.order_id and p.number = coalesce(e.parcel, 1)
      where e.shop_id = ${shop_id} and e.order_id = ${id} and e.kind = 'scan' and delivers(c, p) order by e.id desc limit 1`,
  )

/**
 * Puts an order into the work of operators, or takes it out: one of its parcels was reported as delivered, and the
 * report did not count.
 */
export async function updateDeliveryCheck(tx: Tx, { shop_id, id }: OrderRow, now: Date): Promise<void> {
  const parcels = await listParcels(tx, shop_id, id)
  await (
    parcels.some((parcel) => parcel.to_check)
      ? sql`insert into delivery_check (shop_id, order_id, since, check_by) values (${shop_id}, ${id}, ${now}, ${addTime(now, deliveryCheckWindow)})
          on conflict do nothing`
      : sql`delete from delivery_check where shop_id = ${shop_id} and order_id = ${id}`
  ).execute(tx)
}
