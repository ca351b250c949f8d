/** Endpoints for buyers: visit a shop, follow it, order, pay, receive and review. */
import * as z from 'zod/mini'
import { productPicture, textLanguage, variantOption } from './catalogue.ts'
import { anyone, buyer, endpoint, processor } from './endpoint.ts'
import { money } from './money.ts'
import { cancelReasons, noSupply, orderEvent } from './orders.ts'
import {
  boundedText,
  country,
  cursor,
  cursorPageOf,
  email,
  id,
  instant,
  ok,
  paging,
  point,
  orderParcel,
} from './shapes.ts'

export const shopCode = z.string().check(z.regex(/^[A-Z0-9]{4,16}$/))

/** What a buyer chooses for an account. */
export const buyerName = boundedText(1, 80)
export const buyerPassword = z.string().check(z.minLength(8, { error: 'field/password-short' }), z.maxLength(200))

export const joinAsBuyer = endpoint({
  api: 'store',
  path: '/store/join',
  summary: 'Creates a buyer’s account and session.',
  access: anyone,
  ownTransaction: true,
  input: z.strictObject({
    name: buyerName,
    email,
    password: buyerPassword,
  }),
  response: z.object({ token: z.string(), buyerId: id }),
  refusals: ['request/too-many', 'request/busy'],
})

export const visitShop = endpoint({
  api: 'store',
  path: '/store/shop',
  summary:
    'A shop’s front page. Counts one unique visitor a day by `visitor`, an id stored in the browser. Bots are not counted, nor more than sixty visitors an hour of one network address.',
  access: anyone,
  input: z.strictObject({ shop: shopCode, visitor: z.optional(id) }),
  response: z.object({
    code: z.string(),
    name: z.string(),
    logo: z.nullable(z.string()),
    introduction: z.nullable(z.string()),
    welcome: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
    point: z.nullable(point),
    country: z.nullable(z.string()),
    /** URLs of the pictures, in the merchant's order. */
    banners: z.object({
      home: z.array(z.string()),
      store: z.array(z.string()),
      advertisement: z.array(z.string()),
    }),
    closed: z.boolean(),
    followers: z.int(),
    rating: z.nullable(z.number()),
    products: z.int(),
  }),
  refusals: ['shop/not-found'],
})

export const browseShop = endpoint({
  api: 'store',
  path: '/store/product/list',
  summary:
    'The listings of a shop that are on the shelf and in stock, recommended first, with its visible categories. Counts one view of each returned product a day for each `visitor`; bots are not counted. A visitor who was not on the front page that day counts toward the limit of sixty.',
  access: anyone,
  input: z.strictObject({
    shop: shopCode,
    ...paging,
    cursor,
    search: z.optional(boundedText(0, 100)),
    category: z.optional(id),
    visitor: z.optional(id),
  }),
  response: z.object({
    ...cursorPageOf(
      z.object({
        id,
        name: z.string(),
        textLanguage,
        picture: z.nullable(z.string()),
        price: money,
        stock: z.int(),
        /** The number of variants to choose from. */
        variants: z.int(),
        recommended: z.boolean(),
      }),
    ).shape,
    categories: z.array(z.object({ id, name: z.string(), products: z.int() })),
  }),
  refusals: ['shop/not-found'],
})

export const viewListing = endpoint({
  api: 'store',
  path: '/store/product/detail',
  summary: 'One product on a shop’s shelf. Counts a click, and a view if the list has not counted one.',
  access: anyone,
  input: z.strictObject({ shop: shopCode, id, visitor: z.optional(id) }),
  response: z.object({
    id,
    name: z.string(),
    textLanguage,
    description: z.string(),
    picture: z.nullable(z.string()),
    pictures: z.array(productPicture),
    price: money,
    stock: z.int(),
    /** What can be chosen, at the same price; one without options leaves no choice. */
    variants: z.array(z.object({ id, options: z.array(variantOption), stock: z.int() })),
  }),
  refusals: ['shop/not-found', 'listing/not-found'],
})

export const followShop = endpoint({
  api: 'store',
  path: '/store/follow',
  summary:
    'Follows a shop, or stops following it. A follower counts in the shop’s figures if the buyer’s address is proved by a link.',
  access: buyer,
  input: z.strictObject({ shop: shopCode, follow: z.boolean() }),
  response: z.object({ following: z.boolean() }),
  refusals: ['shop/not-found', 'request/too-many'],
})

export const deliveryAddress = z.strictObject({
  name: boundedText(1, 100),
  phone: z.nullable(boundedText(5, 32)),
  street: boundedText(1, 200),
  /** Floor, flat or building. */
  street2: z.optional(boundedText(0, 100)),
  district: z.optional(boundedText(0, 100)),
  /** May be empty where the address of the country has none, as of Singapore. */
  city: boundedText(0, 100),
  /** State, province or prefecture; for AU, BR, CA, IT and US the code of ISO 3166-2 (`IL`) or the name. */
  state: z.optional(boundedText(0, 100)),
  postcode: boundedText(0, 20),
  country,
  /**
   * The number that customs of the country ask for: CPF (BR), RUT (CL), personal customs code (KR). Encrypted, and
   * deleted with the address. Not kept for other countries.
   */
  taxNumber: z.optional(boundedText(0, 30)),
})

/** The e-mail address of a buyer, as the forms of the storefront take it. */
export const guestEmail = email

/** Why a coupon takes nothing off an order. */
export const couponRefusals = [
  'coupon/unknown',
  'coupon/not-yet',
  'coupon/expired',
  'coupon/used-up',
  'coupon/used-by-you',
  'coupon/used-at-address',
  'coupon/minimum',
  'coupon/too-small',
  'coupon/below-cost',
  'coupon/other-shop',
  'coupon/other-products',
] as const

export const placeOrder = endpoint({
  api: 'store',
  path: '/store/order/place',
  summary:
    'Places an order. Stock is reserved for fifteen minutes; price, cost and commission are fixed. Open unpaid orders and units are limited for each buyer, network and shop. The buyer’s device creates one Idempotency-Key for each order: the same request under that key returns the same order, a different request is refused. The returned id identifies the order in all other calls.',
  access: buyer,
  idempotent: true,
  input: z.strictObject({
    shop: shopCode,
    lines: z
      .array(
        z.strictObject({
          listingId: id,
          /** The chosen variant. It may be left out if there is only one. */
          variantId: z.optional(id),
          quantity: z.int().check(z.gte(1), z.lte(200)),
          /** The price shown to the buyer; any other price is refused. */
          price: money,
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
    address: deliveryAddress,
    /** The code of a coupon. */
    coupon: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: z.object({
    id,
    code: z.string(),
    /** Goods less the coupon, shipping and tax. */
    total: money,
    /** What the coupon takes off. */
    discount: money,
    shipping: money,
    /** The tax on goods and shipping, by the country of the address. */
    tax: money,
    payUntil: instant,
    /** The goods are reserved until this time. Later the order can be paid if the goods are still available. */
    heldUntil: instant,
  }),
  refusals: [
    'shop/restricted',
    'buyer/blocked',
    'shop/not-found',
    'shop/closed',
    'listing/not-found',
    'product/variant-required',
    'product/stock-gone',
    'order/price-changed',
    'order/too-many-pieces',
    'order/total-too-large',
    'order/too-many-unpaid',
    'order/many-waiting',
    ...couponRefusals,
    'request/key-missing',
    'request/key-reused',
  ],
})

export const payOrder = endpoint({
  api: 'store',
  path: '/store/order/pay',
  summary:
    'Opens the card processor’s hosted checkout of an order and reserves its stock for fifteen minutes, within the order’s own time limit. The processor’s signed webhook reports the payment.',
  access: buyer,
  ownTransaction: true,
  input: z.strictObject({ id }),
  response: z.object({ checkoutUrl: z.string(), reference: z.string(), heldUntil: z.nullable(instant) }),
  refusals: [
    'order/not-found',
    'order/not-awaiting-payment',
    'product/stock-gone',
    'product/not-found',
    'order/too-many-unpaid',
    'order/many-waiting',
    'payment/processor-down',
    'payment/in-progress',
    'request/busy',
  ],
})

const buyerOrder = z.object({
  id,
  code: z.string(),
  shop: z.string(),
  status: z.int(),
  /** Goods less the coupon, shipping and tax. */
  total: money,
  /** What a coupon took off. */
  discount: money,
  shipping: money,
  tax: money,
  placedAt: instant,
  /** The deadline for the payment, and the end of the reservation; null once the order is paid or closed. */
  payUntil: z.nullable(instant),
  heldUntil: z.nullable(instant),
  /** Of the first parcel. */
  trackingNumber: z.nullable(z.string()),
  /** The shipping deadline; after it the whole payment is refunded. Null unless the order awaits shipment. */
  shipBy: z.nullable(instant),
  cancelReason: z.nullable(z.enum(cancelReasons)),
  /** Why the platform could not supply the order. */
  noSupply,
  reviewed: z.boolean(),
  refund: z.nullable(z.object({ amount: money, state: z.enum(['due', 'sent', 'failed']) })),
})

export const buyerOrders = endpoint({
  api: 'store',
  path: '/store/order/list',
  summary: 'The buyer’s own orders, newest first.',
  access: buyer,
  readOnly: true,
  input: z.strictObject({ ...paging, cursor }),
  response: cursorPageOf(buyerOrder),
  refusals: [],
})

export const buyerOrderDetail = endpoint({
  api: 'store',
  path: '/store/order/detail',
  summary:
    'One of the buyer’s own orders with its events. A scan of the source `operator` was typed by the platform; only one of the source `carrier` is signed by the carrier.',
  access: buyer,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({ ...buyerOrder.shape, parcels: z.array(orderParcel), events: z.array(orderEvent) }),
  refusals: ['order/not-found'],
})

export const cancelOwnOrder = endpoint({
  api: 'store',
  path: '/store/order/cancel',
  summary: 'Cancels the buyer’s own order before pick-up. The payment is refunded from escrow.',
  access: buyer,
  idempotent: true,
  input: z.strictObject({ id }),
  response: ok,
  refusals: [
    'order/not-found',
    'order/gone-meanwhile',
    'order/already-cancelled',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const confirmReceipt = endpoint({
  api: 'store',
  path: '/store/order/confirm',
  summary: 'Confirms receipt: a shipped order becomes received; a received order is completed and settled.',
  access: buyer,
  idempotent: true,
  input: z.strictObject({ id }),
  response: z.object({ status: z.int() }),
  refusals: [
    'order/not-found',
    'order/not-shipped',
    'refund/already-open',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const reviewOrder = endpoint({
  api: 'store',
  path: '/store/order/review',
  summary: 'Reviews a completed order; one review for each order, none after a full refund.',
  access: buyer,
  input: z.strictObject({ id, rating: z.int().check(z.gte(1), z.lte(5)), text: boundedText(0, 2000) }),
  response: ok,
  refusals: ['order/not-found', 'order/not-completed', 'order/already-reviewed', 'order/refunded'],
})

export const stripeWebhook = endpoint({
  api: 'store',
  path: '/store/webhook/stripe',
  summary: 'Signed events of Stripe.',
  access: processor,
  ownTransaction: true,
  input: z.unknown() as unknown as z.ZodMiniObject,
  response: ok,
  refusals: ['payment/bad-signature', 'request/unavailable'],
})

export const testWebhook = endpoint({
  api: 'store',
  path: '/store/webhook/test',
  summary: 'Signed events of the test processor. Demo mode and tests only.',
  access: processor,
  ownTransaction: true,
  input: z.unknown() as unknown as z.ZodMiniObject,
  response: ok,
  refusals: ['payment/bad-signature', 'request/unavailable', 'request/demo-only'],
})
