import { createHash } from 'node:crypto'
import { asCents, fromWire, placeOrder as placeOrderEndpoint, share, toWire, type Input } from '@quayside/contract'
import { after } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import { newCode } from '../../platform/ids.ts'
import { one, sql, type Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { reserveStock } from '../catalogue/stock.ts'
import { listingsForSale } from '../listings/for-sale.ts'
import { payWithin } from './order.ts'
import { insertOrder, remember, type OrderRow } from './store.ts'

/**
 * A buyer places an order. Stock is reserved, and price, cost and commission are fixed. The id comes from the buyer's
 * device: the same order sent again answers the order that is there, another order under the same id is refused.
 */
export async function placeOrder(tx: Tx, buyerId: string, input: Input<typeof placeOrderEndpoint>, now: Date) {
  const requestHash = createHash('sha256').update(JSON.stringify(input)).digest()
  const shop = await one(
    tx,
    sql<{ id: string; verified: boolean; closed: boolean; basis_points: number; buyer_name: string }>`
      select s.id, s.verified_at is not null as verified, s.closed_at is not null as closed,
        (select commission_basis_points from installation) as basis_points, (select name from buyer where id = ${buyerId}) as buyer_name
      from shop s where s.code = ${input.shop}`,
  )
  if (!shop || !shop.verified) refuse('shop/not-found')

  // Two sends of the same order at once: the second waits here and then finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`place ${shop.id} ${input.id}`}, 0))`.execute(tx)
  const before = await one(tx, sql<OrderRow>`select * from orders where shop_id = ${shop.id} and id = ${input.id}`)
  if (before) {
    if (before.buyer_id !== buyerId || !before.request_hash.equals(requestHash)) refuse('request/key-reused')
    return answer(before.id, before.code, before.total_payment, before.pay_until)
  }
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

  const code = newCode(10)
  const payUntil = after(now, payWithin)
  await reserveStock(tx, lines, input.id, now)
  await insertOrder(tx, {
    shopId: shop.id,
    id: input.id,
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
    requestHash,
    placedAt: now,
    payUntil,
    lines,
  })
  await remember(tx, { shop_id: shop.id, id: input.id }, { kind: 'order.placed', status: 1, source: 'buyer', at: now })
  await happened(tx, 'order.placed', { shopId: shop.id, at: now, data: { orderId: input.id } }, ['orders'])
  return answer(input.id, code, totalPayment, payUntil)
}

const answer = (id: string, code: string, total: bigint, payUntil: Date) => ({
  id,
  code,
  total: toWire(total),
  payUntil: payUntil.toISOString(),
})
