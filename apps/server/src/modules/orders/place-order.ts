import {
  asCents,
  parseCents,
  basisPointsOf,
  formatCents,
  type ResponseBody,
  type ParsedInput,
} from '@quayside/contract'
import * as storefront from '@quayside/contract/storefront'
import { addTime, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { violatesConstraint, queryOne, sql, type Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { listingsForSale } from '../listings/for-sale.ts'
import { maxStockHolds, maxOrderTotal, maxUnpaidPerHour, paymentWindow } from './order.ts'
import { holdStock } from './stock-hold.ts'
import { countUnpaidSince, insertOrder, appendOrderEvent, lockBuyer } from './store.ts'

/**
 * A buyer places an order. Stock is reserved, and price, cost and commission are fixed. The order's id is made here and is unique over all shops.
 * `clientId` is the idempotency key of the buyer's device: the route answers the same request again from its key, and the constraint
 * `order_client_once` keeps a buyer's key to one order whatever the key's own record says. `network` is the keyed hash of the caller's network.
 */
export async function placeOrder(
  tx: Tx,
  { buyerId, clientId, network }: { buyerId: string; clientId: string; network: Buffer },
  input: ParsedInput<typeof storefront.placeOrder>,
  now: Date,
): Promise<ResponseBody<typeof storefront.placeOrder>> {
  const shop = await queryOne(
    tx,
    sql<{ id: string; verified: boolean; closed: boolean; basis_points: number; buyer_name: string }>`
      select s.id, s.verified_at is not null as verified, s.closed_at is not null as closed,
        (select commission_basis_points from installation) as basis_points, (select name from buyer where id = ${buyerId}) as buyer_name
      from shop s where s.code = ${input.shop}`,
  )
  if (!shop || !shop.verified) refuse('shop/not-found')
  if (shop.closed) refuse('shop/closed')

  const pieces = input.lines.reduce((sum, line) => sum + line.quantity, 0)
  if (pieces > maxStockHolds.buyer.pieces) refuse('order/too-many-pieces', { most: maxStockHolds.buyer.pieces })
  // Under the lock the count is certain: orders of one buyer are placed one after the other.
  await lockBuyer(tx, buyerId)
  if ((await countUnpaidSince(tx, buyerId, addTime(now, -hours(1)))) >= maxUnpaidPerHour)
    refuse('order/too-many-unpaid', { most: maxStockHolds.buyer.orders })

  const quantities = new Map<string, number>()
  for (const line of input.lines) quantities.set(line.listingId, (quantities.get(line.listingId) ?? 0) + line.quantity)
  const listings = await listingsForSale(tx, shop.id, [...quantities.keys()])
  const lines = input.lines.map((line) => {
    const listing = listings.get(line.listingId)
    if (!listing) refuse('listing/not-found')
    if (listing.sellingPrice !== parseCents(line.price))
      refuse('order/price-changed', { name: listing.name, price: formatCents(listing.sellingPrice) })
    return { ...listing, listingId: line.listingId, quantity: line.quantity }
  })
  const totalPayment = asCents(lines.reduce((sum, line) => sum + line.sellingPrice * BigInt(line.quantity), 0n))
  if (totalPayment > maxOrderTotal) refuse('order/total-too-large', { most: formatCents(asCents(maxOrderTotal)) })
  const totalCost = lines.reduce((sum, line) => sum + line.purchasePrice * BigInt(line.quantity), 0n)
  const commission = basisPointsOf(totalPayment, shop.basis_points)
  invariant(totalPayment - commission - totalCost >= 0n, 'what would sell at a loss is on no shelf')

  const order = { shopId: shop.id, id: newId() }
  const code = newCode(10)
  const payUntil = addTime(now, paymentWindow)
  await insertOrder(tx, {
    ...order,
    clientId,
    code,
    buyerId,
    buyerName: shop.buyer_name,
    title: lines[0]!.name,
    otherProducts: lines
      .slice(1)
      .map((line) => line.name)
      .join(' '),
    picture: lines[0]!.picture,
    quantity: pieces,
    totalCost,
    totalPayment,
    commission,
    address: input.address,
    placedAt: now,
    payUntil,
    lines,
  }).catch((error: unknown) => {
    if (violatesConstraint(error, 'order_client_once')) refuse('request/key-reused')
    throw error
  })
  const heldUntil = await holdStock(
    tx,
    { shop_id: shop.id, id: order.id, buyer_id: buyerId, quantity: pieces, pay_until: payUntil },
    lines,
    network,
    now,
  )
  await appendOrderEvent(
    tx,
    { shop_id: shop.id, id: order.id },
    { kind: 'order.placed', status: 1, source: 'buyer', at: now },
  )
  await emitEvent(tx, 'order.placed', { shopId: shop.id, at: now, data: { orderId: order.id } }, ['orders'])
  return {
    id: order.id,
    code,
    total: formatCents(totalPayment),
    payUntil: payUntil.toISOString(),
    heldUntil: heldUntil.toISOString(),
  }
}
