import { asCents, formatCents, type Language } from '@quayside/contract'
import { shippingRateOf } from '@quayside/contract/settings'
import { taxOn } from '@quayside/contract/tax'
import { addTime } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { networkHash } from '../../../platform/http/network.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { PostalAddress } from '../../../domain/postal-address.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Call } from '../../../platform/http/route.ts'
import { previewCoupon } from '../coupons/apply-coupon.ts'
import { holdAccount, insertGuest } from '../../people/identity/buyer-store.ts'
import { placeOrder } from '../orders/placing/place-order.ts'
import { recordTraces } from '../self-dealing/judge-order.ts'
import { cartLife } from './change-cart.ts'
import { orderAccessTime } from './order-token.ts'
import {
  deleteCartCoupon,
  deleteLinesOfShop,
  findOrderAccess,
  insertOrderAccess,
  listCartLines,
  lockCart,
  lockCartCheckout,
  openCartCheckout,
  readCartCountry,
  readCartCoupons,
  writeCheckoutOrder,
  writeSeenPrices,
  type CartLineRow,
} from './store.ts'

export type BuyerAccount = { id: string; email: string }

export type CheckoutWish = {
  cartId: string
  shopId: string
  /** The id from the form. Every tab with this form has the same. */
  checkoutId: string
  /** The total that the form showed. */
  seenTotal: string
  /** The sum of the goods without tax that it showed. */
  seenGoods: string
  /** What the coupon took off in it. */
  seenDiscount: string
  email: string
  /** The account of the buyer, who is logged in; null for a guest. */
  account: BuyerAccount | null
  /** Parts that the country does not have are null. */
  address: PostalAddress & { phone: string | null; taxNumber: string | null }
}

/** What a checkout led to: an order, or a form that has to be shown again. */
export type CheckedOut =
  | { orderId: string; buyerId: string }
  | { again: 'price' | 'coupon' | 'shipping' | 'tax' | 'empty' }

export const totalOf = (lines: readonly Pick<CartLineRow, 'price' | 'quantity'>[]): bigint =>
  lines.reduce((sum, line) => sum + line.price * BigInt(line.quantity), 0n)

/** What the entered code takes off the lines of one shop, or why it does not; null without a code. */
export async function previewCartCoupon(
  db: Queryable,
  { business, keys }: Pick<AppContext, 'business' | 'keys'>,
  {
    code,
    account,
    lines,
    now,
  }: { code: string | undefined; account: BuyerAccount | null; lines: readonly CartLineRow[]; now: Date },
) {
  if (code === undefined || lines.length === 0) return null
  return previewCoupon(db, code, {
    shopId: lines[0]!.shop_id,
    lines: lines.map(({ listing_id, quantity, price, cost }) => ({
      listingId: listing_id,
      sum: price * BigInt(quantity),
      cost: cost * BigInt(quantity),
    })),
    basisPoints: business.at('commission', now),
    buyer: account && { lookupKey: keys.lookup, email: account.email },
    now,
  })
}

/** The form of a checkout: its id, the lines and the country. The buyer sees the present prices from now on. */
export async function beginCheckout(
  tx: Tx,
  { cartId, shopId, lang }: { cartId: string; shopId: string; lang: Language },
  now: Date,
): Promise<{ id: string; lines: CartLineRow[]; country: string | null }> {
  await lockCart(tx, cartId, addTime(now, cartLife))
  const all = await listCartLines(tx, cartId, lang, shopId)
  await writeSeenPrices(tx, cartId, shopId)
  const id = await openCartCheckout(tx, { id: newId(), cartId, shopId, at: now })
  return { id, country: await readCartCountry(tx, cartId), lines: all.filter((line) => line.available) }
}

/**
 * Places the order of one shop of a cart, for an account or for a guest. A second call for the same checkout, from
 * another tab or after the back button, returns the same order. A total that differs from the shown one places no
 * order. Refuses what `placeOrder` refuses.
 */
export async function checkOut(
  tx: Tx,
  call: Pick<Call, 'ctx' | 'ip' | 'userAgent' | 'device' | 'lang' | 'now'>,
  wish: CheckoutWish,
): Promise<CheckedOut> {
  const { ctx, now } = call
  const { cartId, shopId } = wish
  await lockCart(tx, cartId, addTime(now, cartLife))
  const checkout = await lockCartCheckout(tx, cartId, shopId, wish.checkoutId)
  if (!checkout) return { again: 'empty' }
  if (checkout.order_id !== null) {
    const access = await findOrderAccess(tx, checkout.order_id, now)
    return access ? { orderId: checkout.order_id, buyerId: access.buyer_id } : refuse('order/not-found')
  }
  const lines = (await listCartLines(tx, cartId, call.lang, shopId)).filter((line) => line.available)
  if (lines.length === 0) return { again: 'empty' }
  const goods = totalOf(lines)
  const shipping = BigInt(shippingRateOf(ctx.business.at('shipping-rates', now), wish.address.country).cost)
  // A coupon that takes nothing off was shown with its reason: the buyer orders at the shown total.
  const code = (await readCartCoupons(tx, cartId)).get(shopId)
  const coupon = await previewCartCoupon(tx, ctx, { code, account: wish.account, lines, now })
  const discount = coupon && 'taken' in coupon ? coupon.taken : 0n
  const tax = taxOn({ goods: goods - discount, shipping }, ctx.business.at('tax-rates', now), wish.address.country)
  if (formatCents(asCents(goods - discount + shipping + tax.amount)) !== wish.seenTotal)
    return {
      again:
        formatCents(asCents(goods)) !== wish.seenGoods
          ? 'price'
          : formatCents(asCents(discount)) !== wish.seenDiscount
            ? 'coupon'
            : tax.rate === 0
              ? 'shipping'
              : 'tax',
    }
  // An account that was deleted a moment ago buys as a guest. Until the order is placed, it cannot be deleted.
  const isAccount = wish.account !== null && (await holdAccount(tx, wish.account.id))
  const buyerId = isAccount ? wish.account!.id : newId()
  if (!isAccount) await insertGuest(tx, { id: buyerId, name: wish.address.name, email: wish.email, at: now })
  await recordTraces(tx, ctx.keys.lookup, 'buyer', buyerId, call, now)
  const order = await placeOrder(
    ctx,
    tx,
    { buyerId, clientId: wish.checkoutId, network: networkHash(ctx.keys.lookup, call.ip) },
    {
      shop: lines[0]!.shop_code,
      lines: lines.map((line) => ({
        listingId: line.listing_id,
        variantId: line.variant_id,
        quantity: line.quantity,
        price: formatCents(asCents(line.price)),
      })),
      address: {
        ...wish.address,
        street2: wish.address.street2 ?? '',
        district: wish.address.district ?? '',
        state: wish.address.state ?? '',
        taxNumber: wish.address.taxNumber ?? '',
      },
      ...(coupon && 'taken' in coupon && { coupon: coupon.code }),
    },
    now,
  )
  await writeCheckoutOrder(tx, wish.checkoutId, order.id)
  await insertOrderAccess(tx, {
    shopId,
    orderId: order.id,
    buyerId,
    email: wish.email,
    language: call.lang,
    at: now,
    expiresAt: addTime(now, orderAccessTime),
  })
  await deleteLinesOfShop(tx, cartId, shopId)
  await deleteCartCoupon(tx, cartId, shopId)
  return { orderId: order.id, buyerId }
}
