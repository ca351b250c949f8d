/** Refund orders: a buyer requests a refund, the merchant answers, and the platform decides in a dispute. */
import * as z from 'zod/mini'
import { buyer, endpoint, merchant, operator } from './endpoint.ts'
import { anyOf, fileOf, linked, listEndpoint, oneOf, searched, yesNo } from './list-endpoint.ts'
import { money } from './money.ts'
import {
  actionPermission,
  boundedText,
  cursor,
  cursorPageOf,
  empty,
  id,
  instant,
  ok,
  paging,
  orderParcel,
} from './shapes.ts'
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
  order: z.object({ id, code: z.string(), title: z.string(), picture: z.nullable(z.string()) }),
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
/** The two sums of a refund, each with one name everywhere. */
const merchantRefundRow = z.object({
  ...refundRow.shape,
  buyer: z.string(),
  /** What it costs the merchant: the amount without what supplier, platform and commission bear. */
  merchantPays: money,
  /** What reaches the buyer: with shipping and tax, without what a coupon of the platform had paid. */
  buyerGets: money,
})
/**
 * When a refund went to the platform because it would leave the shop owing more than its debt limit, and whose
 * agreement brought it there: the merchant's, a missing answer, or an objection that was not decided in time. Null for
 * others.
 */
const referred = z.nullable(z.object({ at: instant, by: z.enum(['merchant', 'silence', 'deadline']) }))
const refundRequest = {
  /** Default: the rest of the payment. */
  amount: z.optional(money),
  reason: z.enum(refundReasons),
}
const picture = z.object({ contentType: z.string(), base64: z.string() })
const whichPicture = {
  n: z.int().check(z.gte(1), z.lte(maxRefundPictures)),
  /** Whose picture: one of the request, or one of the merchant’s objection. */
  of: z._default(z.enum(['request', 'objection']), 'request'),
}

// Endpoints for buyers.

export const requestRefund = endpoint({
  api: 'store',
  path: '/store/refund/request',
  summary:
    'Requests a refund of all or part of an order’s payment, until the protection window closes. A full refund ' +
    'before pick-up cancels the order at once; all others wait for the merchant’s answer. Before shipment a ' +
    'partial refund is limited to the escrow amount above the purchase cost.',
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
    'refund/part-or-all',
    'file/not-found',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const withdrawRefund = endpoint({
  api: 'store',
  path: '/store/refund/withdraw',
  summary: 'Withdraws the buyer’s own unanswered request.',
  access: buyer,
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['refund/not-found', 'refund/not-open'],
})

export const buyerRefunds = endpoint({
  api: 'store',
  path: '/store/refund/list',
  summary: 'The buyer’s refund orders, newest first, with the statements of merchant and platform.',
  access: buyer,
  readOnly: true,
  input: z.strictObject({ ...paging, cursor, orderId: z.optional(id) }),
  response: cursorPageOf(
    z.object({ ...refundRow.shape, objection: z.nullable(z.string()), decision: z.nullable(z.string()) }),
  ),
  refusals: [],
})

// Endpoints for merchants.

export const refundOrders = endpoint({
  api: 'merchant',
  path: '/merchant/refund/list',
  summary: 'Refund orders of the shop, newest first; filtered by state or order.',
  access: merchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    state: z.optional(z.enum(refundStates)),
    orderId: z.optional(id),
  }),
  response: cursorPageOf(merchantRefundRow),
  refusals: [],
})

export const refundDetail = endpoint({
  api: 'merchant',
  path: '/merchant/refund/detail',
  summary:
    'One refund order: the buyer’s statement, the deadline, the shares of each payer, its history, and possible ' +
    'actions. While open, the shares are those of a refund now; after an end without a refund there are none.',
  access: merchant,
  scope: 'orders:read',
  tags: ['orders', 'wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...merchantRefundRow.shape,
    text: z.string(),
    pictures: z.int(),
    objection: z.nullable(z.string()),
    objectionPictures: z.int(),
    decision: z.nullable(z.string()),
    referred,
    endedAt: z.nullable(instant),
    /** The parts add up to the amount. */
    pays: z.array(z.object({ from: z.enum(refundPayers), amount: money })),
    /**
     * What the platform returns to the buyer besides the amount, and what goes back to it because its coupon had paid
     * it. Null for a refund that nobody pays.
     */
    beside: z.nullable(z.object({ shipping: money, tax: money, coupon: money })),
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
  summary: 'One of the pictures of the request or of the objection, numbered from 1.',
  access: merchant,
  readOnly: true,
  input: z.strictObject({ id, ...whichPicture }),
  response: picture,
  refusals: ['refund/not-found', 'file/not-found'],
})

export const agreeRefund = endpoint({
  api: 'merchant',
  path: '/merchant/refund/agree',
  summary:
    'Agrees to a refund. The buyer is paid at once, or after the pick-up, because the whole payment stays in ' +
    'escrow until then. A refund that would leave the shop owing more than its debt limit waits for the platform’s ' +
    'decision: its state is `requested` still.',
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
  summary: 'Objects to a refund with a statement and pictures of the merchant. The platform then decides.',
  access: merchant,
  changes: ['orders'],
  input: z.strictObject({
    id,
    text: boundedText(3, 1000),
    pictures: z._default(z.array(id).check(z.maxLength(maxRefundPictures)), []),
  }),
  response: ok,
  refusals: ['refund/not-found', 'refund/not-open', 'file/not-found'],
})

// Endpoints for operators.

const refundKey = { shopId: id, id }

const operatorRefund = z.object({
  ...refundRow.shape,
  shopId: id,
  shop: z.nullable(z.string()),
  paid: money,
  text: z.string(),
  pictures: z.int(),
  objection: z.nullable(z.string()),
  objectionPictures: z.int(),
  decision: z.nullable(z.string()),
  /** Whether an approval needs two operators, and whether one has approved. */
  needsTwo: z.boolean(),
  signed: z.boolean(),
  /** Whether the platform has to decide now. */
  awaitsDecision: z.boolean(),
  /** The current deadline, of the merchant's answer or of the platform's decision; null for an ended refund. */
  dueAt: z.nullable(instant),
  overdue: z.boolean(),
})

export const listRefunds = listEndpoint({
  path: '/platform/refund/list',
  summary:
    'Refund orders with the texts of both sides, filtered and searched. `due`: the open ones by their deadline. ' +
    '`newest`: all of them, the newest first. A search finds the number of a refund or of its order, and the name ' +
    'or code of a shop.',
  access: operator('support', 'finance', 'auditor'),
  filters: {
    sort: oneOf(['due', 'newest'], 'due'),
    state: anyOf(refundStates),
    /** Only those that the platform has to decide, or only the others. */
    awaitsDecision: yesNo(),
    overdue: yesNo(),
    openedBy: anyOf(['buyer', 'operator']),
    needsTwo: yesNo(),
    shopId: linked(id),
    search: searched(60),
  },
  row: operatorRefund,
  refusals: ['request/malformed'],
})

export const exportRefunds = fileOf(listRefunds, { path: '/platform/refund/export', list: 'Refund orders' })

export const countRefunds = endpoint({
  api: 'platform',
  path: '/platform/refund/counts',
  summary:
    'How many refund orders wait for the merchant, for the pick-up and for the platform, and how many are overdue.',
  access: operator('support', 'finance', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    requested: z.int(),
    agreed: z.int(),
    awaitDecision: z.int(),
    /** Decisions of the platform after their deadline. */
    overdue: z.int(),
    /** Of those that wait for the platform, the ones with one of two signatures. */
    signedOnce: z.int(),
  }),
  refusals: [],
})

const operatorName = z.object({ id, name: z.string() })
const shares = z.array(z.object({ from: z.enum(refundPayers), amount: money }))

export const refundCase = endpoint({
  api: 'platform',
  path: '/platform/refund/detail',
  summary:
    'One refund order for its decision: both sides in their words, the order with its lines and its parcel, who ' +
    'would pay how much for each bearer, the history, the payment to the buyer, earlier refunds of the buyer and ' +
    'of the shop, and what may be done.',
  access: operator('support', 'finance', 'auditor'),
  readOnly: true,
  input: z.strictObject(refundKey),
  response: z.object({
    ...operatorRefund.shape,
    endedAt: z.nullable(instant),
    referred,
    /** What the shop owes now and may owe at most. */
    debt: z.object({ owed: money, limit: money }),
    openedByOperator: z.nullable(operatorName),
    firstSigner: z.nullable(z.object({ ...operatorName.shape, bearer: z.enum(refundBearers) })),
    decidedBy: z.nullable(operatorName),
    /** The approval that waits for the signature of a second person; null for none. */
    actId: z.nullable(id),
    purchase: z.object({
      status: z.int(),
      title: z.string(),
      total: money,
      refunded: money,
      disputed: money,
      placedAt: instant,
      paidAt: z.nullable(instant),
      shippedAt: z.nullable(instant),
      receivedAt: z.nullable(instant),
      settlesAt: z.nullable(instant),
      parcels: z.array(orderParcel),
      lines: z.array(z.object({ name: z.string(), quantity: z.int(), price: money })),
      events: z.array(z.object({ at: instant, kind: z.string(), by: z.string(), note: z.nullable(z.string()) })),
    }),
    /** The shares for each bearer while it is open; the paid shares under the bearer of a refunded one. */
    pays: z.object({ merchant: shares, supplier: z.nullable(shares), platform: shares }),
    paidBy: z.nullable(z.enum(refundBearers)),
    /** The payment to the buyer at the card processor; null before there is one. */
    payment: z.nullable(
      z.object({
        id,
        state: z.enum(['due', 'sent', 'failed', 'by-bank']),
        amount: money,
        sentAt: z.nullable(instant),
        failure: z.nullable(z.string()),
      }),
    ),
    buyer: z.object({ orders: z.int(), refunds: z.int(), refunded: z.int() }),
    shopRefunds: z.object({ requested: z.int(), objected: z.int(), refunded: z.int() }),
    history: z.array(
      z.object({ at: instant, to: z.enum(refundStates), by: z.string(), reason: z.nullable(z.string()) }),
    ),
    may: z.object({ approve: actionPermission, decline: actionPermission, supplier: actionPermission }),
  }),
  refusals: ['refund/not-found'],
})

export const refundEvidence = endpoint({
  api: 'platform',
  path: '/platform/refund/picture',
  summary: 'One of the pictures of the request or of the objection, for the deciding operator, numbered from 1.',
  access: operator('support', 'finance'),
  readOnly: true,
  input: z.strictObject({ ...refundKey, ...whichPicture }),
  response: picture,
  refusals: ['refund/not-found', 'file/not-found'],
})

export const decideRefund = endpoint({
  api: 'platform',
  path: '/platform/refund/decide',
  summary:
    'Decides a refund order that the merchant objected to, that would pass the shop’s debt limit, or that staff ' +
    'opened and the merchant did not answer in time. Both sides see the reason. The operator who opened it cannot ' +
    'decide it. Above the limit an approval needs two operators: the act `actId` waits for the signature of ' +
    'another one, of finance. The supplier pays at most the purchase cost of a shipped order.',
  access: operator('support', 'finance'),
  idempotent: true,
  input: z.strictObject({
    ...refundKey,
    decision: z.enum(['approve', 'decline']),
    bearer: z._default(z.enum(refundBearers), 'merchant'),
    text: staffText(3, 1000),
  }),
  response: z.object({ state: z.enum(refundStates), actId: z.nullable(id) }),
  refusals: [
    'refund/not-found',
    'refund/not-open',
    'order/not-shipped',
    'act/already-open',
    'operator/second-person',
    'operator/too-new',
    'request/key-missing',
    'request/key-reused',
    'work/claimed',
  ],
})

export const openRefund = endpoint({
  api: 'platform',
  path: '/platform/refund/open',
  summary:
    'Opens a refund order for a settled order in the buyer’s name, after a dispute or as goodwill. The merchant ' +
    'agrees or objects; without an answer another operator decides.',
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
