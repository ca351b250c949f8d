/** Refund orders: a buyer requests a refund, the merchant answers, and the platform decides in a dispute. */
import * as z from 'zod/mini'
import { buyer, endpoint, merchant, operator } from './endpoint.ts'
import { money } from './money.ts'
import { cursor, cursorPageOf, ok, id, instant, pageOf, paging, boundedText } from './shapes.ts'
import { staffText } from './staff-text.ts'

/**
 * `requested` waits for the merchant, `agreed` for the pick-up of the order, `objected` for the platform. The other
 * states are final.
 */
export const refundStates = ['requested', 'agreed', 'objected', 'refunded', 'declined', 'withdrawn'] as const
export type RefundState = (typeof refundStates)[number]

/** The reason that the buyer gives. */
export const refundReasons = ['damaged', 'not-as-described', 'not-arrived', 'changed-mind', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

/** The sources of the money of a refund. */
export const refundPayers = ['escrow', 'supplier', 'pending', 'available', 'due', 'commission', 'platform'] as const
export type RefundPayer = (typeof refundPayers)[number]

/**
 * Who pays the part that the money of the order does not cover. Only the platform can decide that it is not the
 * merchant.
 */
export const refundBearers = ['merchant', 'supplier', 'platform'] as const
export type RefundBearer = (typeof refundBearers)[number]

export const maxRefundPictures = 5

const refundRow = z.object({
  id,
  code: z.string(),
  state: z.enum(refundStates),
  amount: money,
  reason: z.enum(refundReasons),
  order: z.object({ id, code: z.string() }),
  requestedAt: instant,
  /**
   * The deadline for the merchant's answer. Without an answer the request counts as agreed, unless staff opened it.
   */
  answerBy: instant,
  openedBy: z.enum(['buyer', 'operator']),
  /**
   * The deadline for the platform's decision. After it, a request by a buyer is refunded at the platform's cost, and
   * a request by staff is declined. Null while the platform has nothing to decide.
   */
  decideBy: z.nullable(instant),
})
const refundRequest = {
  /** Default: the rest of the payment. */
  amount: z.optional(money),
  reason: z.enum(refundReasons),
}
const picture = z.object({ contentType: z.string(), base64: z.string() })
const whichPicture = z.int().check(z.gte(1), z.lte(maxRefundPictures))

// Endpoints for buyers.

export const requestRefund = endpoint({
  api: 'store',
  path: '/store/refund/request',
  summary:
    'Asks for the payment of an order back, or a part of it, until the protection window closes. All of it before the pick-up cancels the order at once; everything else waits for the merchant’s answer. Until the shipment a part is at most what escrow holds beyond the purchase cost.',
  access: buyer,
  idempotent: true,
  input: z.strictObject({
    orderId: id,
    ...refundRequest,
    text: boundedText(0, 1000),
    pictures: z._default(z.array(id).check(z.maxLength(maxRefundPictures)), []),
  }),
  response: z.object({
    cancelled: z.boolean(),
    refund: z.nullable(z.object({ id, code: z.string(), answerBy: instant })),
  }),
  refusals: [
    'order/not-found',
    'order/already-cancelled',
    'refund/window-over',
    'refund/already-open',
    'refund/too-much',
    'refund/part-too-much',
    'file/not-found',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const withdrawRefund = endpoint({
  api: 'store',
  path: '/store/refund/withdraw',
  summary: 'The buyer takes a request back that nobody has answered.',
  access: buyer,
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['refund/not-found', 'refund/not-open'],
})

export const buyerRefunds = endpoint({
  api: 'store',
  path: '/store/refund/list',
  summary: 'The buyer’s own refund orders, newest first, with what the merchant and the platform said.',
  access: buyer,
  readOnly: true,
  input: z.strictObject({ ...paging, orderId: z.optional(id) }),
  response: pageOf(
    z.object({ ...refundRow.shape, objection: z.nullable(z.string()), decision: z.nullable(z.string()) }),
  ),
  refusals: [],
})

// Endpoints for merchants.

export const refundOrders = endpoint({
  api: 'merchant',
  path: '/merchant/refund/list',
  summary: 'Refund orders of the shop, newest first; of one state or of one order where that is named.',
  access: merchant,
  tags: ['orders'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    state: z.optional(z.enum(refundStates)),
    orderId: z.optional(id),
  }),
  response: cursorPageOf(refundRow),
  refusals: [],
})

export const refundDetail = endpoint({
  api: 'merchant',
  path: '/merchant/refund/detail',
  summary:
    'One refund order: what the buyer says, the clock, who pays what, its history, and what may be done. While it is open the table says who would pay if it were refunded now; ended without a refund it is empty.',
  access: merchant,
  tags: ['orders', 'wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...refundRow.shape,
    text: z.string(),
    pictures: z.int(),
    objection: z.nullable(z.string()),
    decision: z.nullable(z.string()),
    endedAt: z.nullable(instant),
    /** The parts add up to the amount. */
    pays: z.array(z.object({ from: z.enum(refundPayers), amount: money })),
    history: z.array(
      z.object({
        at: instant,
        to: z.enum(refundStates),
        by: z.enum(['buyer', 'merchant', 'operator', 'clock', 'processor']),
        reason: z.nullable(z.string()),
      }),
    ),
    may: z.object({ agree: z.boolean(), object: z.boolean() }),
  }),
  refusals: ['refund/not-found'],
})

export const refundPicture = endpoint({
  api: 'merchant',
  path: '/merchant/refund/picture',
  summary: 'One of the buyer’s pictures, counted from 1.',
  access: merchant,
  readOnly: true,
  input: z.strictObject({ id, n: whichPicture }),
  response: picture,
  refusals: ['refund/not-found', 'file/not-found'],
})

export const agreeRefund = endpoint({
  api: 'merchant',
  path: '/merchant/refund/agree',
  summary:
    'The merchant agrees: the buyer’s money is on its way, or leaves as soon as the order has been picked up, since the whole payment must be in escrow until then.',
  access: merchant,
  changes: ['orders', 'wallet', 'figures'],
  idempotent: true,
  input: z.strictObject({ id }),
  response: z.object({ state: z.enum(refundStates) }),
  refusals: ['refund/not-found', 'refund/not-open', 'request/key-missing', 'request/key-reused'],
})

export const objectRefund = endpoint({
  api: 'merchant',
  path: '/merchant/refund/object',
  summary: 'The merchant objects and says why; the platform decides.',
  access: merchant,
  changes: ['orders'],
  input: z.strictObject({ id, text: boundedText(3, 1000) }),
  response: ok,
  refusals: ['refund/not-found', 'refund/not-open'],
})

// Endpoints for operators.

const refundKey = { shopId: id, id }

export const listRefunds = endpoint({
  api: 'platform',
  path: '/platform/refund/list',
  summary: 'Refund orders in one state, oldest first, with what both sides say.',
  access: operator('support', 'finance'),
  readOnly: true,
  input: z.strictObject({ ...paging, state: z.enum(refundStates) }),
  response: pageOf(
    z.object({
      ...refundRow.shape,
      shopId: id,
      shop: z.nullable(z.string()),
      paid: money,
      text: z.string(),
      pictures: z.int(),
      objection: z.nullable(z.string()),
      decision: z.nullable(z.string()),
      /** Whether an approval needs two operators, and whether one has approved. */
      needsTwo: z.boolean(),
      signed: z.boolean(),
    }),
  ),
  refusals: [],
})

export const refundEvidence = endpoint({
  api: 'platform',
  path: '/platform/refund/picture',
  summary: 'One of the buyer’s pictures for whoever decides, counted from 1.',
  access: operator('support', 'finance'),
  readOnly: true,
  input: z.strictObject({ ...refundKey, n: whichPicture }),
  response: picture,
  refusals: ['refund/not-found', 'file/not-found'],
})

export const decideRefund = endpoint({
  api: 'platform',
  path: '/platform/refund/decide',
  summary:
    'Decides a refund order that the merchant objected to, or that staff opened and the merchant has not answered in time; both sides read why. Whoever opened it does not decide it. Above the limit an approval needs two people: the first signs, and another one signs the same bearer. The supplier bears at most the purchase cost, of a shipped order.',
  access: operator('support', 'finance'),
  idempotent: true,
  input: z.strictObject({
    ...refundKey,
    decision: z.enum(['approve', 'decline']),
    bearer: z._default(z.enum(refundBearers), 'merchant'),
    text: staffText(3, 1000),
  }),
  response: z.object({ state: z.enum(refundStates) }),
  refusals: [
    'refund/not-found',
    'refund/not-open',
    'order/not-shipped',
    'operator/second-person',
    'operator/too-new',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const openRefund = endpoint({
  api: 'platform',
  path: '/platform/refund/open',
  summary:
    'Opens a refund order for a settled order in the buyer’s place, after a dispute or out of goodwill. The merchant agrees or objects; without an answer another operator decides.',
  access: operator('support', 'finance'),
  idempotent: true,
  input: z.strictObject({ shopId: id, orderId: id, ...refundRequest, text: staffText(3, 1000) }),
  response: z.object({ id, code: z.string(), answerBy: instant }),
  refusals: [
    'order/not-found',
    'order/not-completed',
    'refund/already-open',
    'refund/too-much',
    'request/key-missing',
    'request/key-reused',
  ],
})
