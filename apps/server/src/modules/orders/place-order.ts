import {
  asCents,
  fromWire,
  placeOrder as placeOrderEndpoint,
  share,
  toWire,
  type Answer,
  type Input,
} from '@quayside/contract'
import { after } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { breaks, one, sql, type Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { reserveStock } from '../catalogue/stock.ts'
import { listingsForSale } from '../listings/for-sale.ts'
import { payWithin } from './order.ts'
import { insertOrder, remember } from './store.ts'

/**
 * A buyer places an order. Stock is reserved, and price, cost and commission are fixed. The order's id is made here and is unique over all shops.
 * `clientId` is the idempotency key of the buyer's device: the route answers the same request again from its key, and the constraint
 * `order_client_once` keeps a buyer's key to one order whatever the key's own record says.
 */
export async function placeOrder(
  tx: Tx,
  { buyerId, clientId }: { buyerId: string; clientId: string },
  input: Input<typeof placeOrderEndpoint>,
  now: Date,
): Promise<Answer<typeof placeOrderEndpoint>> {
  const shop = await one(
    tx,
    sql<{ id: string; verified: boolean; closed: boolean; basis_points: number; buyer_name: string }>`
      select s.id, s.verified_at is not null as verified, s.closed_at is not null as closed,
        (select commission_basis_points from installation) as basis_points, (select name from buyer where id = ${buyerId}) as buyer_name
      from shop s where s.code = ${input.shop}`,
  )
  if (!shop || !shop.verified) refuse('shop/not-found')
  if (shop.closed) refuse('shop/closed')

  const quantities = new Map<string, number>()
  for (const line of input.lines) quantities.set(line.listingId, (quantities.get(line.listingId) ?? 0) + line.quantity)
  const listings = await listingsForSale(tx, shop.id, [...quantities.keys()])
  const lines = input.lines.map((line) => {
    const listing = listings.get(line.listingId)
    if (!listing) refuse('listing/not-found')
    if (listing.sellingPrice !== fromWire(line.price))
      refuse('order/price-changed', { name: listing.name, price: toWire(listing.sellingPrice) })
    return { ...listing, listingId: line.listingId, quantity: line.quantity }
  })
  const totalPayment = asCents(lines.reduce((sum, line) => sum + line.sellingPrice * BigInt(line.quantity), 0n))
  const totalCost = lines.reduce((sum, line) => sum + line.purchasePrice * BigInt(line.quantity), 0n)
  const commission = share(totalPayment, shop.basis_points)
  invariant(totalPayment - commission - totalCost >= 0n, 'what would sell at a loss is on no shelf')

  const order = { shopId: shop.id, id: newId() }
  const code = newCode(10)
  const payUntil = after(now, payWithin)
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
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalCost,
    totalPayment,
    commission,
    address: input.address,
    placedAt: now,
    payUntil,
    lines,
  }).catch((error: unknown) => {
    if (breaks(error, 'order_client_once')) refuse('request/key-reused')
    throw error
  })
  await reserveStock(tx, lines, order, now)
  await remember(tx, { shop_id: shop.id, id: order.id }, { kind: 'order.placed', status: 1, source: 'buyer', at: now })
  await happened(tx, 'order.placed', { shopId: shop.id, at: now, data: { orderId: order.id } }, ['orders'])
  return { id: order.id, code, total: toWire(totalPayment), payUntil: payUntil.toISOString() }
}
