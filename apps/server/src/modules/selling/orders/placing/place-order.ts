import {
  asCents,
  parseCents,
  basisPointsOf,
  formatCents,
  sellsAtLoss,
  type ResponseBody,
  type ParsedInput,
} from '@quayside/contract'
import { shippingRateOf } from '@quayside/contract/settings'
import * as storefront from '@quayside/contract/storefront'
import { taxOn } from '@quayside/contract/tax'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime, hours } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { violatesConstraint, type Tx } from '../../../../platform/database/postgres.ts'
import { normalState } from '../../../../domain/postal-address.ts'
import { invariant, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { normalTaxNumber, sealTaxNumber, taxNumberKind } from '../../../../domain/tax-number.ts'
import { takeCoupon, useCoupon } from '../../coupons/apply-coupon.ts'
import { listingsForSale, type ForSale } from '../../../shop/listings/for-sale.ts'
import { requireUnblocked } from '../../../people/buyer-records/block-buyer.ts'
import { requireUnrestricted } from '../../../shop/shops/restrict-shop.ts'
import { maxStockHolds, maxOrderTotal, maxUnpaidPerHour } from '../order.ts'
import { holdStock } from './stock-hold.ts'
import { countUnpaidOrders, findShopForOrder, insertOrder, lockBuyer } from '../order-store.ts'

/** The parts of an address that are given, and the number for customs where its country asks for one. */
function readAddress({ taxNumber: typed = '', ...given }: ParsedInput<typeof storefront.placeOrder>['address']) {
  const kind = taxNumberKind(given.country)
  const taxNumber = kind === null || typed === '' ? null : normalTaxNumber(kind, typed)
  if (kind !== null && typed !== '' && taxNumber === null) refuseFields({ 'address.taxNumber': 'field/invalid' })
  const { street2, district, state, ...address } = given
  return {
    address: {
      ...address,
      ...(street2 && { street2 }),
      ...(district && { district }),
      ...(state && { state: normalState(address.country, state) }),
    },
    taxNumber,
  }
}

/**
 * A buyer places an order. The stock is reserved; price, cost, commission, shipping charge, tax and coupon are fixed.
 * The id of the order is unique over all shops. `clientId` is the idempotency key of the buyer's device: the route
 * repeats its stored response, and the constraint `order_client_once` allows one order for each key even if the stored
 * response is gone. `network` is the keyed hash of the caller's network.
 */
export async function placeOrder(
  { business, keys }: Pick<AppContext, 'business' | 'keys'>,
  tx: Tx,
  { buyerId, clientId, network }: { buyerId: string; clientId: string; network: Buffer },
  input: ParsedInput<typeof storefront.placeOrder>,
  now: Date,
): Promise<ResponseBody<typeof storefront.placeOrder>> {
  const { address, taxNumber } = readAddress(input.address)
  const shop = await findShopForOrder(tx, input.shop, buyerId)
  const basisPoints = business.at('commission', now)
  if (!shop || !shop.verified) refuse('shop/not-found')
  if (shop.closed) refuse('shop/closed')
  await requireUnrestricted(tx, shop.id, 'sell', now)

  const pieces = input.lines.reduce((sum, line) => sum + line.quantity, 0)
  if (pieces > maxStockHolds.buyer.pieces) refuse('order/too-many-pieces', { most: maxStockHolds.buyer.pieces })
  // The lock makes the count reliable: one buyer places orders one after the other.
  await lockBuyer(tx, buyerId)
  await requireUnblocked(tx, keys.lookup, { id: buyerId, email: shop.buyer_email }, now)
  if ((await countUnpaidOrders(tx, buyerId, addTime(now, -hours(1)))) >= maxUnpaidPerHour)
    refuse('order/too-many-unpaid', { most: maxStockHolds.buyer.orders })

  const quantities = new Map<string, number>()
  for (const line of input.lines) quantities.set(line.listingId, (quantities.get(line.listingId) ?? 0) + line.quantity)
  const listings = await listingsForSale(tx, shop.id, [...quantities.keys()])
  const lines = input.lines.map((line) => {
    const listing = listings.get(line.listingId)
    if (!listing) refuse('listing/not-found')
    if (listing.sellingPrice !== parseCents(line.price))
      refuse('order/price-changed', { name: listing.name, price: formatCents(listing.sellingPrice) })
    const variant = chosenVariant(listing, line.variantId)
    // After a change of the commission a listing that no longer covers its cost is on the shelf for up to a minute.
    if (sellsAtLoss(listing.sellingPrice, variant.purchasePrice, basisPoints)) refuse('listing/not-found')
    return { ...listing, ...variant, listingId: line.listingId, quantity: line.quantity }
  })
  const goods = lines.reduce((sum, line) => sum + line.sellingPrice * BigInt(line.quantity), 0n)
  const totalCost = lines.reduce((sum, line) => sum + line.purchasePrice * BigInt(line.quantity), 0n)
  // The lock of the coupon comes late: everything of the buyer and the goods has been read.
  const coupon =
    input.coupon === undefined
      ? null
      : await takeCoupon(tx, input.coupon, {
          shopId: shop.id,
          lines: lines.map(({ listingId, quantity, sellingPrice, purchasePrice }) => ({
            listingId,
            sum: sellingPrice * BigInt(quantity),
            cost: purchasePrice * BigInt(quantity),
          })),
          basisPoints,
          lookupKey: keys.lookup,
          email: shop.buyer_email,
          address,
          now,
        })
  const [byShop, byPlatform] =
    coupon === null ? [0n, 0n] : coupon.bearer === 'shop' ? [coupon.taken, 0n] : [0n, coupon.taken]
  const totalPayment = asCents(goods - byShop)
  const rate = shippingRateOf(business.at('shipping-rates', now), input.address.country)
  const shipping = { cost: asCents(BigInt(rate.cost)), from: rate.from, to: rate.to }
  // The buyer pays tax on what the buyer pays.
  const taxed = { goods: totalPayment - byPlatform, shipping: shipping.cost }
  const tax = taxOn(taxed, business.at('tax-rates', now), input.address.country)
  const charged = totalPayment - byPlatform + shipping.cost + tax.amount
  if (charged > maxOrderTotal) refuse('order/total-too-large', { most: formatCents(asCents(maxOrderTotal)) })
  const commission = basisPointsOf(totalPayment, basisPoints)
  invariant(totalPayment - commission - totalCost >= 0n, 'orders: the total must cover commission and cost')

  const order = { shopId: shop.id, id: newId() }
  const code = newCode(10)
  const payUntil = addTime(now, business.span('order.payment-window', now))
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
    shipping,
    tax,
    coupon: coupon && { id: coupon.couponId, shop: byShop, platform: byPlatform },
    commission,
    address,
    taxNumber: sealTaxNumber(keys, order.id, taxNumber),
    placedAt: now,
    payUntil,
    lines: lines.map((line, index) => ({ ...line, discount: byShop === 0n ? 0n : coupon!.shares[index]! })),
  }).catch((error: unknown) => {
    if (violatesConstraint(error, 'order_client_once')) refuse('request/key-reused')
    throw error
  })
  if (coupon) await useCoupon(tx, { shopId: shop.id, id: order.id }, coupon, now)
  await emitEvent(tx, 'order.placed', { shopId: shop.id, at: now, data: { orderId: order.id } }, ['orders'])
  // Last, because all orders of a product wait for its lock until the end of the transaction.
  const heldUntil = await holdStock(
    tx,
    { shop_id: shop.id, id: order.id, buyer_id: buyerId, quantity: pieces, pay_until: payUntil },
    lines,
    { network, firm: false },
    now,
  )
  return {
    id: order.id,
    code,
    total: formatCents(asCents(charged)),
    discount: formatCents(byShop + byPlatform),
    shipping: formatCents(shipping.cost),
    tax: formatCents(asCents(tax.amount)),
    payUntil: payUntil.toISOString(),
    heldUntil: heldUntil.toISOString(),
  }
}

/** The variant that the buyer chose. One that is not offered any more is sold out. */
function chosenVariant({ name, variants }: ForSale, id: string | undefined) {
  const offered = variants.filter(({ withdrawn }) => !withdrawn)
  if (id === undefined && offered.length > 1) return refuse('product/variant-required', { name })
  const chosen = id === undefined ? offered[0] : variants.find((variant) => variant.id === id)
  if (!chosen) return refuse('product/variant-required', { name })
  if (chosen.withdrawn) return refuse('product/stock-gone', { name })
  return { variantId: chosen.id, options: chosen.options, purchasePrice: BigInt(chosen.supplierPrice) }
}
