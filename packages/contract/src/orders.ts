/** Orders: endpoints for merchants, and shipping by operators. */
import * as z from 'zod/mini'
import { confirmation, confirmationRefusals } from './passkey.ts'
import { variantOption } from './catalogue.ts'
import { disputeStates } from './payments.ts'
import { couponBearers } from './coupons.ts'
import { endpoint, merchant, operator, verifiedMerchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import {
  cursor,
  day,
  cursorPageOf,
  ok,
  empty,
  id,
  instant,
  actionPermission,
  paging,
  boundedText,
  shownAddress,
  orderParcel,
} from './shapes.ts'
import { staffText } from './staff-text.ts'
import { orderReviewStates } from './self-dealing.ts'

/** The numeric codes of the specification; 0 is only a filter ("all"). */
export const orderStatus = {
  awaitingPayment: 1,
  awaitingShipment: 2,
  shipped: 3,
  received: 4,
  awaitingPickup: 5,
  completed: 6,
  cancelled: 7,
} as const
export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]
export const allOrders = 0

const status = z.literal([1, 2, 3, 4, 5, 6, 7])
/** The source of the purchase cost: the escrowed payment of the order, or the merchant's balance. */
export const fundingSources = ['escrow', 'balance'] as const
export type Funding = (typeof fundingSources)[number]
export const cancelReasons = [
  'buyer',
  'merchant',
  'unpaid',
  'not-picked-up',
  'not-shipped',
  'cannot-supply',
  'disputed',
] as const
export type CancelReason = (typeof cancelReasons)[number]
/** Why the platform cannot supply an order. */
export const noSupplyReasons = ['out-of-stock', 'discontinued', 'damaged', 'not-deliverable', 'other'] as const
export type NoSupplyReason = (typeof noSupplyReasons)[number]
/** What merchant and buyer read about an order that cannot be supplied. */
export const noSupply = z.nullable(z.object({ reason: z.enum(noSupplyReasons), note: z.nullable(z.string()) }))
/** Why a merchant declines a paid order. */
export const declineReasons = ['unavailable', 'price', 'address', 'other'] as const
export type DeclineReason = (typeof declineReasons)[number]
/** What the buyer reads about an order that the merchant declined. */
export const declined = z.nullable(z.object({ reason: z.enum(declineReasons), note: z.nullable(z.string()) }))

const figures = {
  quantity: z.int(),
  /** purchase price × quantity */
  totalCost: money,
  /** the payment of the buyer, made or expected */
  totalPayment: money,
  /** total payment − commission */
  totalEarnings: money,
  /** total earnings − total cost */
  profit: signedMoney,
}

export const orderRow = z.object({
  id,
  code: z.string(),
  status,
  ...figures,
  title: z.string(),
  picture: z.nullable(z.string()),
  buyer: z.string(),
  placedAt: instant,
  paidAt: z.nullable(instant),
  /** The pick-up deadline; after it the buyer is refunded. Null unless the order awaits pick-up. */
  pickupUntil: z.nullable(instant),
})

/** The filter of the order list. */
const orderFilter = {
  /** Part of the order number, the buyer’s name, or a product name. */
  search: z.optional(boundedText(0, 100)),
  /** The range of order days in the shop’s time zone, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** The range of the buyer's payment, both included. */
  least: z.optional(money),
  most: z.optional(money),
}
/** A saved filter. */
const viewFilter = z.strictObject({ status: z.literal([0, 1, 2, 3, 4, 5, 6, 7]), ...orderFilter })
export type OrderFilter = z.output<typeof viewFilter>
/** Maximum number of orders in one pick-up. */
export const maxOrdersInPlan = 10_000
/** Maximum `total` of a filtered list and of one over all shops; counting stops there. */
export const maxCounted = 1_000

export const listOrders = endpoint({
  api: 'merchant',
  method: 'GET',
  path: '/merchant/order/list',
  alias: '/order/list',
  summary:
    'Orders of the shop, newest first. `status` 0 lists all; the badge polls status 5 with limit 10 and page 1. A filtered list is counted up to 1,000.',
  access: merchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  offline: true,
  input: z.object({
    status: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(7)), 0),
    ...paging,
    cursor,
    ...orderFilter,
  }),
  response: cursorPageOf(orderRow),
  refusals: [],
})

export const orderCounts = endpoint({
  api: 'merchant',
  path: '/merchant/order/counts',
  summary:
    'The number of orders of the shop in each status, from counters maintained in the transactions of the orders.',
  access: verifiedMerchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  offline: true,
  input: z.strictObject({}),
  response: z.object({ counts: z.record(z.string(), z.int()) }),
  refusals: [],
})

/** Maximum number of saved views of a shop. */
export const maxViews = 10
const view = { id, name: boundedText(1, 40), filter: viewFilter }

export const orderViews = endpoint({
  api: 'merchant',
  path: '/merchant/order/views',
  summary: 'Saved filters of the order list, by name.',
  access: verifiedMerchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(z.object(view)) }),
  refusals: [],
})

export const saveOrderView = endpoint({
  api: 'merchant',
  path: '/merchant/order/view/save',
  summary: 'Saves a filter under a name. The client creates the id; an existing id is overwritten.',
  access: verifiedMerchant,
  changes: ['orders'],
  input: z.strictObject(view),
  response: ok,
  refusals: ['view/name-taken', 'view/too-many'],
})

export const deleteOrderView = endpoint({
  api: 'merchant',
  path: '/merchant/order/view/delete',
  summary: 'Deletes a saved filter. Deleting one that does not exist succeeds.',
  access: verifiedMerchant,
  changes: ['orders'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: [],
})

/** The events of an order; `scan` is a parcel event reported by a carrier or an operator. */
export const orderEventKinds = [
  'order.placed',
  'order.paid',
  'order.paid-late',
  'order.coupon-used',
  'order.picked-up',
  'order.shipped',
  'order.ship-undone',
  'order.parcel-added',
  'order.parcel-removed',
  'order.received',
  'order.completed',
  'order.cancelled',
  'order.disputed',
  'order.dispute-won',
  'order.charged-back',
  'buyer.refunded',
  'buyer.refund-returned',
  'scan',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]
/** The source of an event. */
export const orderEventSources = ['buyer', 'merchant', 'operator', 'processor', 'carrier', 'clock'] as const
export type OrderEventSource = (typeof orderEventSources)[number]

export const orderEvent = z.object({
  at: instant,
  /** The time that a carrier reported, when it lay in the future: `at` is then the time of the report. */
  reportedAt: z.nullable(instant),
  kind: z.enum(orderEventKinds),
  status: z.nullable(status),
  source: z.enum(orderEventSources),
  note: z.nullable(z.string()),
  /** The number of the parcel that the event is about, from 1. */
  parcel: z.nullable(z.int()),
})

/** Parcels of one order. */
export const maxParcels = 20

export const orderDetail = endpoint({
  api: 'merchant',
  path: '/merchant/order/detail',
  summary: 'One order with its lines, address, money, proof of payment, history, and possible actions.',
  access: verifiedMerchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...orderRow.shape,
    commission: money,
    /** What the buyer paid for shipping besides. It goes to the platform. */
    shipping: money,
    /** The tax that the buyer paid on goods and shipping. It goes to the authority. */
    tax: money,
    /**
     * The coupon of the order. `shop`: the payment for the goods is lower by `discount`, and the shop bears it.
     * `platform`: the platform paid `discount` of the payment for the goods, and the shop gets all of it.
     */
    coupon: z.nullable(z.object({ code: z.string(), bearer: z.enum(couponBearers), discount: money })),
    shippingAddress: shownAddress,
    lines: z.array(
      z.object({
        listingId: id,
        name: z.string(),
        /** The variant that the buyer chose, as it was called then. */
        options: z.array(variantOption),
        picture: z.nullable(z.string()),
        quantity: z.int(),
        sellingPrice: money,
        purchasePrice: money,
      }),
    ),
    /** The captured payment, and its ledger entry in the chain of the order’s escrow. */
    payment: z.nullable(
      z.object({
        processor: z.string(),
        reference: z.string(),
        amount: money,
        capturedAt: instant,
        entry: z.object({ transferId: id, at: instant, seq: z.int(), hash: z.string() }),
      }),
    ),
    escrow: money,
    /**
     * Set if buyer and merchant have something in common, with the platform's statement. Only a cleared order counts
     * in the figures.
     */
    review: z.nullable(z.object({ state: z.enum(orderReviewStates), reason: z.nullable(z.string()) })),
    /**
     * The newest dispute of the payment: `amount` is the part taken from the money of the order and the merchant,
     * `owed` the part still owed.
     */
    dispute: z.nullable(
      z.object({
        state: z.enum(disputeStates),
        amount: money,
        owed: money,
        evidenceBy: z.nullable(instant),
      }),
    ),
    funding: z.nullable(z.enum(fundingSources)),
    /** The carrier and number of the first parcel. */
    carrier: z.nullable(z.string()),
    trackingNumber: z.nullable(z.string()),
    /** In the order in which they were shipped; empty before the shipment. */
    parcels: z.array(orderParcel),
    pickedUpAt: z.nullable(instant),
    /**
     * The shipping deadline; after it the order is cancelled, the cost returns and the buyer is refunded. Null unless
     * the order awaits shipment.
     */
    shipBy: z.nullable(instant),
    /** The delivery that the buyer was promised, and whether it was missed. Null without a promise. */
    promise: z.nullable(z.object({ by: instant, missed: z.boolean() })),
    shippedAt: z.nullable(instant),
    receivedAt: z.nullable(instant),
    completedAt: z.nullable(instant),
    cancelledAt: z.nullable(instant),
    cancelReason: z.nullable(z.enum(cancelReasons)),
    noSupply,
    declined,
    /** The time when the earnings move automatically from pending to balance. */
    settlesAt: z.nullable(instant),
    history: z.array(orderEvent),
    may: z.object({ pickUp: actionPermission, cancel: actionPermission }),
  }),
  refusals: ['order/not-found'],
})

export const pickupSum = endpoint({
  api: 'merchant',
  path: '/merchant/order/pickup/sum',
  summary:
    'The number of orders that await pick-up, all or filtered, with their total purchase cost and profit. Counted up to 10,000, the size of one plan.',
  access: verifiedMerchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  input: z.strictObject(orderFilter),
  response: z.object({ count: z.int(), totalCost: money, profit: signedMoney }),
  refusals: [],
})

export const excludedOrder = z.object({ id, code: z.string(), reason: z.string(), sentence: z.string() })

export const planPickup = endpoint({
  api: 'merchant',
  path: '/merchant/order/pickup/plan',
  summary:
    'The plan of a pick-up: cost and earnings, the amount that each source covers, and the orders left out with their reasons. Selects by `orders` (ids), by a filter, or all that await pick-up; at most 10,000. The payment refers to the plan.',
  access: verifiedMerchant,
  // Only computes a plan.
  changes: [],
  largeBody: true,
  input: z.strictObject({
    orders: z.union([
      z.literal('all'),
      z.array(id).check(z.minLength(1), z.maxLength(maxOrdersInPlan)),
      z.strictObject(orderFilter),
    ]),
  }),
  response: z.object({
    planId: id,
    expiresAt: instant,
    count: z.int(),
    ...figures,
    escrow: z.object({ covers: z.boolean(), balanceAfter: money }),
    balance: z.object({ covers: z.boolean(), available: money, missing: money, balanceAfter: z.nullable(money) }),
    leftOut: z.array(excludedOrder),
    paymentPasswordSet: z.boolean(),
  }),
  refusals: ['pickup/nothing-to-pick-up', 'debt/above-limit'],
})

export const pickUpOrders = endpoint({
  api: 'merchant',
  path: '/merchant/order/pickup',
  summary:
    'Picks up the orders of a plan: pays the purchase cost of each. An order is picked up completely or not at all.',
  access: verifiedMerchant,
  changes: ['orders', 'wallet', 'figures'],
  idempotent: true,
  ownTransaction: true,
  input: z.strictObject({ planId: id, funding: z.enum(fundingSources), ...confirmation }),
  response: z.object({
    pickedUp: z.int(),
    totalCost: money,
    totalEarnings: money,
    profit: signedMoney,
    balanceAfter: money,
    orders: z.array(z.object({ id, code: z.string() })),
    leftOut: z.array(excludedOrder),
  }),
  refusals: [
    'shop/restricted',
    'debt/above-limit',
    'pickup/plan-unknown',
    'pickup/plan-expired',
    'pickup/cost-changed',
    'pickup/nothing-to-pick-up',
    'order/cost-above-escrow',
    'wallet/short',
    ...confirmationRefusals,
    'request/key-missing',
    'request/key-reused',
  ],
})

export const cancelOrder = endpoint({
  api: 'merchant',
  path: '/merchant/order/cancel',
  summary:
    'Declines an order that awaits pick-up. The buyer reads the reason and the note, and is refunded in full from escrow. Without a reason it is `other`.',
  access: verifiedMerchant,
  changes: ['orders', 'wallet', 'figures'],
  idempotent: true,
  input: z.strictObject({
    id,
    reason: z._default(z.enum(declineReasons), 'other'),
    note: z._default(boundedText(0, 300), ''),
  }),
  response: ok,
  refusals: ['order/not-found', 'order/not-awaiting-pickup', 'request/key-missing', 'request/key-reused'],
})

// Endpoints for shipping by operators.

export const operatorOrders = endpoint({
  api: 'platform',
  path: '/platform/order/list',
  summary: 'Orders of all shops in one status, oldest first. Orders to ship come by their ship-by date.',
  access: operator('fulfilment', 'finance', 'support'),
  readOnly: true,
  input: z.strictObject({ ...paging, cursor, status }),
  response: cursorPageOf(
    z.object({
      id,
      shopId: id,
      code: z.string(),
      status,
      quantity: z.int(),
      totalCost: money,
      placedAt: instant,
      /** Null unless the order awaits shipment. */
      shipBy: z.nullable(instant),
      /** Null before the shipment. */
      carrier: z.nullable(z.string()),
      trackingNumber: z.nullable(z.string()),
      /** One operator has reported the delivery; a second one must confirm it. */
      deliverySaid: z.boolean(),
    }),
  ),
  refusals: [],
})

/** Letters and digits, in groups, without words. */
export const trackingNumber = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9]{4,40}$|^(?=.{4,40}$)[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/, { error: 'field/tracking-number' }),
  )

export const shipOrder = endpoint({
  api: 'platform',
  path: '/platform/order/ship',
  summary: 'Records the hand-over of an order to a carrier. The supplier has then earned the purchase cost.',
  access: operator('fulfilment'),
  idempotent: true,
  input: z.strictObject({ shopId: id, id, carrier: staffText(2, 60), trackingNumber }),
  response: ok,
  refusals: [
    'order/not-found',
    'order/not-awaiting-shipment',
    'debt/above-limit',
    'request/key-missing',
    'request/key-reused',
    'work/claimed',
  ],
})

export const addParcel = endpoint({
  api: 'platform',
  path: '/platform/order/parcel/add',
  summary:
    'Adds a parcel with its own carrier and tracking number to an order that is on its way. The order is received when all its parcels have been delivered.',
  access: operator('fulfilment'),
  idempotent: true,
  input: z.strictObject({ shopId: id, id, carrier: staffText(2, 60), trackingNumber }),
  response: ok,
  refusals: [
    'order/not-found',
    'order/not-shipped',
    'order/parcel-known',
    'order/too-many-parcels',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const removeParcel = endpoint({
  api: 'platform',
  path: '/platform/order/parcel/remove',
  summary:
    'Removes a further parcel that was entered by mistake, until its carrier’s first scan. If all others have been delivered, the order is received.',
  access: operator('fulfilment'),
  idempotent: true,
  input: z.strictObject({
    shopId: id,
    id,
    number: z.int().check(z.gte(2), z.lte(maxParcels)),
    reason: staffText(3, 200),
  }),
  response: ok,
  refusals: [
    'order/not-found',
    'order/not-shipped',
    'order/carrier-scanned',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const scanOrder = endpoint({
  api: 'platform',
  path: '/platform/order/scan',
  summary:
    'Records an operator’s report on a parcel of a shipped order, with its evidence: the first parcel, or the one with this number. `delivered` is reported by one operator and confirmed by a second one. When all parcels have been delivered, the order is received and its earnings are pending. Refused for a carrier that reports deliveries itself.',
  access: operator('fulfilment'),
  idempotent: true,
  input: z.strictObject({
    shopId: id,
    id,
    note: staffText(2, 200),
    delivered: z._default(z.boolean(), false),
    parcel: z.optional(z.int().check(z.gte(1), z.lte(maxParcels))),
  }),
  response: z.object({ received: z.boolean() }),
  refusals: [
    'order/not-found',
    'order/not-shipped',
    'order/carrier-reports',
    'operator/second-person',
    'request/key-missing',
    'request/key-reused',
    'work/claimed',
  ],
})

export const cannotSupply = endpoint({
  api: 'platform',
  path: '/platform/order/cannot-supply',
  summary:
    'Cancels an order that the supplier cannot deliver. The purchase cost returns to its sources, the buyer is refunded, and merchant and buyer read the reason.',
  access: operator('fulfilment'),
  idempotent: true,
  input: z.strictObject({ shopId: id, id, reason: z.enum(noSupplyReasons), note: staffText(0, 200) }),
  response: ok,
  refusals: [
    'order/not-found',
    'order/not-awaiting-shipment',
    'request/key-missing',
    'request/key-reused',
    'work/claimed',
  ],
})
