import { maxParcels, orderStatus, type RefusalName, type RefusalValues } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockParcels } from './fulfilment/carrier-store.ts'
import { appendOrderEvent, lockOrder, type OrderRow } from './order-store.ts'
import {
  deleteFurtherParcel,
  findLastDelivery,
  insertFurtherParcel,
  listParcels,
  updateDeliveryCheck,
  type Parcel,
  type ParcelRow,
} from './parcel-store.ts'
import { addEarlierScans, receiveEarlier } from './fulfilment/receive-carrier-event.ts'
import { receiveOrder } from './ending/receive-order.ts'

type Server = Pick<AppContext, 'business'>
type OrderKey = { shopId: string; id: string }

/** Two spellings of a tracking number are the same parcel. The database function `tracking_key` does the same. */
export const trackingKey = (number: string): string => number.replaceAll(/[ -]/g, '').toUpperCase()

type Refused = { reason: RefusalName; values: RefusalValues }

/**
 * An operator adds a parcel to an order that is on its way, which is received when all its parcels have arrived.
 * Refuses a number that the order has already (`order/parcel-known`).
 */
export async function addParcel(...call: Parameters<typeof addIfShipped>): Promise<void> {
  const refused = await addIfShipped(...call)
  if (refused) refuse(refused.reason, refused.values)
}

/** Adds a parcel as `addParcel` does, or returns why not. */
export async function addIfShipped(
  ctx: Server,
  tx: Tx,
  operatorId: string,
  { shopId, id, carrier, trackingNumber }: OrderKey & Parcel,
  now: Date,
): Promise<Refused | null> {
  const order = await lockOrder(tx, shopId, id)
  if (order?.status !== orderStatus.shipped)
    return { reason: order ? 'order/not-shipped' : 'order/not-found', values: {} }
  await lockParcels(tx, [{ carrier, trackingNumber }])
  return addLockedParcel(ctx, tx, operatorId, order, { carrier, trackingNumber }, now)
}

/** Adds a locked parcel to a locked order that is on its way, or returns why not. */
export async function addLockedParcel(
  ctx: Server,
  tx: Tx,
  operatorId: string,
  order: OrderRow,
  parcel: Parcel,
  now: Date,
): Promise<Refused | null> {
  const parcels = await listParcels(tx, order.shop_id, order.id)
  if (parcels.some((one) => trackingKey(one.tracking_number) === trackingKey(parcel.trackingNumber)))
    return { reason: 'order/parcel-known', values: { number: parcel.trackingNumber } }
  const number = parcels.at(-1)!.number + 1
  if (number > maxParcels) return { reason: 'order/too-many-parcels', values: { max: maxParcels } }
  await insertFurtherParcel(tx, order, { ...parcel, number, by: operatorId, at: now })
  const stamp = { actor: `operator:${operatorId}`, at: now }
  await appendOrderEvent(tx, order, { kind: 'order.parcel-added', note: parcel.carrier, parcel: number, stamp })
  const events = await addEarlierScans(tx, order, { ...parcel, number }, now)
  await emitEvent(tx, 'order.scanned', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
  await receiveEarlier(ctx, tx, order, { events, now })
  return null
}

/**
 * An operator removes a further parcel that was entered by mistake, before its carrier reports on it. If all others
 * have arrived, the order is received. Refuses `order/not-found` without such a parcel, and `order/carrier-scanned`.
 */
export async function removeParcel(
  ctx: Server,
  tx: Tx,
  operatorId: string,
  { shopId, id, number }: OrderKey & { number: number },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, shopId, id)
  if (!order) return refuse('order/not-found')
  if (order.status !== orderStatus.shipped) return refuse('order/not-shipped')
  const parcel = (await listParcels(tx, order.shop_id, order.id)).find((one) => one.number === number)
  if (!parcel || number === 1) return refuse('order/not-found')
  if (!isRemovable(parcel)) return refuse('order/carrier-scanned')
  await deleteFurtherParcel(tx, parcel)
  const stamp = { actor: `operator:${operatorId}`, at: now }
  await appendOrderEvent(tx, order, { kind: 'order.parcel-removed', note: parcel.carrier, parcel: number, stamp })
  const left = await listParcels(tx, order.shop_id, order.id)
  if (!left.every(({ delivered }) => delivered)) {
    await updateDeliveryCheck(tx, order, now)
    await emitEvent(tx, 'order.scanned', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
    return
  }
  // The receipt stands in the name of who reported the last delivery, not of who removed the parcel.
  const last = await findLastDelivery(tx, order)
  await receiveOrder(ctx, tx, order, last ? { actor: `carrier:${last.id}`, at: now } : stamp)
}

export const isRemovable = ({ number, reported, delivered }: ParcelRow): boolean =>
  number > 1 && !reported && !delivered
