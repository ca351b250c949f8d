import { orderStatus, type RefusalName, type RefusalValues } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { RowKey } from '../../../../platform/jobs/deadlines.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { listOtherClaims } from '../../../../platform/http/work-claim.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { addLockedParcel } from '../add-parcel.ts'
import { listParcelsWithEvents, lockParcels, type CarrierEventRow } from './carrier-store.ts'
import { debtAboveLimit } from '../pickup/debt-limit.ts'
import { shippedEntry } from '../entries.ts'
import { canTransition } from '../order.ts'
import { changeOrders, lockOrder, lockOrders, moneyOf, updateParcels, type OrderRow } from '../order-store.ts'
import type { Parcel } from '../parcel-store.ts'
import { addEarlierScans, receiveEarlier } from './receive-carrier-event.ts'

export type ShopParcel = Parcel & { shopId: string; id: string }
export type RefusedOrder = {
  shopId: string
  id: string
  code: string
  reason: RefusalName
  values: RefusalValues
  /** The parcel that was refused, if the order itself was shipped. */
  trackingNumber?: string
}

/** An operator hands the order to a carrier. From now on the supplier has earned the purchase cost. */
export async function shipOrder(
  ctx: Pick<AppContext, 'business'>,
  tx: Tx,
  operatorId: string,
  input: ShopParcel,
  now: Date,
): Promise<void> {
  const { refused } = await shipOrders(ctx, tx, operatorId, [input], now)
  if (refused[0]) refuse(refused[0].reason, refused[0].values)
}

/**
 * Ships many orders of any shops in one transaction. An order that cannot be shipped is named in `refused` and does
 * not stop the others. An order that is named several times gets several parcels. An order whose delivery its carrier
 * has reported already is received at once.
 */
export async function shipOrders(
  ctx: Pick<AppContext, 'business'>,
  tx: Tx,
  operatorId: string,
  parcels: readonly ShopParcel[],
  now: Date,
): Promise<{ shipped: OrderRow[]; refused: RefusedOrder[] }> {
  const locked = await lockOrders(
    tx,
    parcels.map(({ shopId, id }) => ({ shop_id: shopId, id })),
  )
  // A shop that owes more than its debt limit ships nothing more.
  const aboveLimit = new Map<string, RefusalValues>()
  for (const shopId of new Set(locked.map((order) => order.shop_id))) {
    const above = await debtAboveLimit(tx, shopId, now)
    if (above) aboveLimit.set(shopId, above)
  }
  const firstOf = new Map<string, ShopParcel>()
  for (const parcel of parcels) if (!firstOf.has(parcel.id)) firstOf.set(parcel.id, parcel)
  const firsts = [...firstOf.values()]
  const { orders, refused } = await partitionToShip(tx, operatorId, firsts, locked, now, aboveLimit)
  if (orders.length === 0) return { shipped: [], refused }

  const stamp = { actor: `operator:${operatorId}`, at: now }
  const accepted = orders.map((order) => ({ order, parcel: firstOf.get(order.id)! }))
  const shippedIds = new Set(orders.map(({ id }) => id))
  const further = parcels.filter((parcel) => shippedIds.has(parcel.id) && firstOf.get(parcel.id) !== parcel)
  await lockParcels(tx, [...accepted.map(({ parcel }) => parcel), ...further])
  // The history shows earlier scans of the parcel before the shipment, and a scan needs the parcel.
  await updateParcels(tx, accepted)
  const scanned = await listParcelsWithEvents(
    tx,
    accepted.map(({ parcel }) => parcel),
  )
  const earlier: { order: OrderRow; events: CarrierEventRow[] }[] = []
  for (const { order, parcel } of accepted)
    if (scanned.has(order.id))
      earlier.push({ order, events: await addEarlierScans(tx, order, { ...parcel, number: 1 }, now) })
  await postEntries(tx, ...orders.map((order) => shippedEntry(moneyOf(order), stamp.actor, now)))
  for (const [shopId, ofShop] of Map.groupBy(orders, (order) => order.shop_id)) {
    await changeOrders(tx, ofShop, orderStatus.shipped, stamp, { shipped_at: now })
    const data = { orderIds: ofShop.map(({ id }) => id) }
    await emitEvent(tx, 'order.shipped', { shopId, at: now, data }, ['orders'])
  }
  for (const { shopId, id, ...parcel } of further) {
    const order = (await lockOrder(tx, shopId, id))!
    const problem = await addLockedParcel(ctx, tx, operatorId, order, parcel, now)
    if (problem) refused.push({ shopId, id, code: order.code, trackingNumber: parcel.trackingNumber, ...problem })
  }
  for (const { order, events } of earlier) await receiveEarlier(ctx, tx, order, { events, now })
  return { shipped: orders, refused }
}

/**
 * Divides orders that await shipment from the others, from those on which another operator works, and from those of the
 * shops `aboveLimit`, with what they owe and may owe.
 */
export async function partitionToShip(
  tx: Tx,
  operatorId: string,
  asked: readonly { shopId: string; id: string }[],
  locked: readonly OrderRow[],
  now: Date,
  aboveLimit: ReadonlyMap<string, RefusalValues> = new Map(),
): Promise<{ orders: OrderRow[]; refused: RefusedOrder[] }> {
  const ids = locked.map(({ id }) => id)
  const claims = await listOtherClaims(tx, 'shipment', ids, operatorId, now)
  const { orders, refused } = partition(asked, locked, ({ id, status, shop_id: shopId }) =>
    !canTransition(status, orderStatus.shipped)
      ? 'order/not-awaiting-shipment'
      : claims.has(id)
        ? 'work/claimed'
        : aboveLimit.has(shopId)
          ? 'debt/above-limit'
          : null,
  )
  return {
    orders,
    refused: refused.map((order) =>
      order.reason === 'work/claimed'
        ? { ...order, values: { by: claims.get(order.id)! } }
        : order.reason === 'debt/above-limit'
          ? { ...order, values: aboveLimit.get(order.shopId)! }
          : order,
    ),
  }
}

/**
 * Divides the orders of a request into those that a command accepts and those that it refuses, in the order of their
 * ids. An order that stands twice in the request is accepted once.
 */
export function partition(
  asked: readonly { shopId: string; id: string }[],
  locked: readonly OrderRow[],
  refusalOf: (order: OrderRow) => RefusalName | null,
): { orders: OrderRow[]; refused: RefusedOrder[] } {
  const key = (row: RowKey) => `${row.shop_id} ${row.id}`
  const rows = new Map(locked.map((order) => [key(order), order]))
  const orders: OrderRow[] = []
  const refused: RefusedOrder[] = []
  const seen = new Set<string>()
  for (const { shopId, id } of asked) {
    const order = rows.get(key({ shop_id: shopId, id }))
    const reason: RefusalName | null = !order
      ? 'order/not-found'
      : seen.has(id)
        ? 'order/not-awaiting-shipment'
        : refusalOf(order)
    seen.add(id)
    if (order && reason === null) orders.push(order)
    else refused.push({ shopId, id, code: order?.code ?? '', reason: reason!, values: {} })
  }
  return { orders: orders.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)), refused }
}
