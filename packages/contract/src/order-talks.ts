/** The conversation of a buyer with the shop about one order. The platform reads along and takes over. */
import * as z from 'zod/mini'
import { endpoint, operator, verifiedMerchant } from './endpoint.ts'
import { listEndpoint, oneOf, searched } from './list-endpoint.ts'
import { languages } from './languages.ts'
import { actionPermission, boundedText, cursor, cursorPageOf, id, instant, ok } from './shapes.ts'
import { staffText } from './staff-text.ts'

export const maxOrderTalkLength = 1000
/** Days after the end of an order for which both sides can still write. The database holds the same number. */
export const orderTalkDays = 30

export const orderTalkParties = ['buyer', 'merchant', 'support'] as const
export type OrderTalkParty = (typeof orderTalkParties)[number]

const language = z.enum(languages.map(({ code }) => code))
const order = z.object({ id, code: z.string() })

export const orderTalkMessage = z.object({
  id,
  /** Position in the conversation; later messages have larger numbers. */
  seq: z.int(),
  by: z.enum(orderTalkParties),
  /** The number of the operator who wrote it. */
  staff: z.nullable(z.int()),
  /** The language in which the author uses the page or the app. */
  language,
  text: z.string(),
  /** It names a link, a contact or an account outside the platform. It is shown with a warning. */
  flagged: z.boolean(),
  at: instant,
})

const conversation = {
  order,
  /** The name on the order. */
  buyer: z.string(),
  /** Newest first. */
  list: z.array(orderTalkMessage),
  /** Whether older messages exist. */
  more: z.boolean(),
  readBy: z.object({ buyer: z.int(), merchant: z.int() }),
  /** Whether an operator answers in the place of the shop. */
  taken: z.boolean(),
  /** The last look of an operator; null without one. */
  supportReadAt: z.nullable(instant),
  /** Until when both sides can write; null while the order is not finished. */
  until: z.nullable(instant),
  /** The order was not paid, or the time after its end is over. */
  closed: z.boolean(),
}
const page = {
  before: z.optional(z.int().check(z.gte(1))),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30),
}
const row = {
  order,
  buyer: z.string(),
  /** The last message. */
  last: z.string(),
  lastBy: z.enum(orderTalkParties),
  lastAt: instant,
  /** Since when the buyer waits for an answer. */
  waitingSince: z.nullable(instant),
  taken: z.boolean(),
}
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20)

export const listOrderTalks = endpoint({
  api: 'merchant',
  path: '/merchant/order-talk/list',
  summary: 'The conversations of the shop with its buyers, the last written first.',
  access: verifiedMerchant,
  tags: ['talk'],
  readOnly: true,
  input: z.strictObject({ limit, cursor }),
  response: cursorPageOf(z.object({ ...row, unread: z.int() })),
  refusals: [],
})

export const unreadOrderTalks = endpoint({
  api: 'merchant',
  path: '/merchant/order-talk/unread',
  summary: 'The number of unread messages of buyers, of one order or of all.',
  access: verifiedMerchant,
  tags: ['talk'],
  readOnly: true,
  input: z.strictObject({ orderId: z.optional(id) }),
  response: z.object({ unread: z.int() }),
  refusals: [],
})

export const readOrderTalk = endpoint({
  api: 'merchant',
  path: '/merchant/order-talk/messages',
  summary: 'The conversation with the buyer of an order, newest first. Empty before the first message.',
  access: verifiedMerchant,
  tags: ['talk'],
  readOnly: true,
  input: z.strictObject({ orderId: id, ...page }),
  /** `may`: whether the merchant can write now. */
  response: z.object({ ...conversation, may: actionPermission }),
  refusals: ['order/not-found'],
})

export const sendOrderTalk = endpoint({
  api: 'merchant',
  path: '/merchant/order-talk/send',
  summary:
    'Writes to the buyer of a paid order, until thirty days after its end. The buyer gets a mail. A repeated call with the same id stores the message once.',
  access: verifiedMerchant,
  changes: ['talk'],
  input: z.strictObject({ orderId: id, id, text: boundedText(1, maxOrderTalkLength) }),
  response: z.object({ seq: z.int() }),
  refusals: [
    'order/not-found',
    'order-talk/unpaid',
    'order-talk/closed',
    'order-talk/taken',
    'order-talk/wait',
    'request/too-many',
  ],
})

export const markOrderTalkRead = endpoint({
  api: 'merchant',
  path: '/merchant/order-talk/read',
  summary: 'Marks a conversation as read up to a message.',
  access: verifiedMerchant,
  changes: ['talk', 'messages'],
  input: z.strictObject({ orderId: id, seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: [],
})

// Operators.

export const orderTalkViews = ['flagged', 'waiting', 'taken', 'all'] as const
export type OrderTalkView = (typeof orderTalkViews)[number]
const desk = operator('support', 'auditor')
const talkId = { shopId: id, orderId: id }

export const listShopTalks = listEndpoint({
  path: '/platform/order-talk/list',
  summary:
    'Conversations of buyers with shops, the last written first: those with a warning that nobody has read, those in which a buyer waits, those that an operator has taken over, or all.',
  access: desk,
  tags: ['talks'],
  filters: { view: oneOf(orderTalkViews, 'flagged'), search: searched(100) },
  row: z.object({
    ...row,
    id,
    shop: z.object({ id, code: z.string(), name: z.nullable(z.string()) }),
    flagged: z.boolean(),
  }),
  pages: 'counted',
  pageSize: 20,
})

export const viewShopTalk = endpoint({
  api: 'platform',
  path: '/platform/order-talk/messages',
  summary: 'A conversation of a buyer with a shop. Each look is a row of the audit, and the merchant sees it.',
  access: desk,
  tags: ['talks'],
  readOnly: true,
  input: z.strictObject({ ...talkId, ...page }),
  response: z.object({
    ...conversation,
    shop: z.object({ id, code: z.string(), name: z.nullable(z.string()) }),
    /** Up to which message an operator has read. */
    supportRead: z.int(),
    takenBy: z.nullable(z.object({ id, name: z.string(), own: z.boolean() })),
  }),
  refusals: ['order/not-found'],
})

export const markShopTalkRead = endpoint({
  api: 'platform',
  path: '/platform/order-talk/read',
  summary:
    'An operator has read the conversation up to a message: its warnings leave the list, and the merchant sees when.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ ...talkId, seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: ['order/not-found'],
})

export const takeShopTalk = endpoint({
  api: 'platform',
  path: '/platform/order-talk/take',
  summary: 'Takes a conversation over: the operator answers in the place of the shop, which cannot write meanwhile.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ ...talkId, reason: staffText(3, 300) }),
  response: ok,
  refusals: ['order/not-found', 'order-talk/taken-by-other'],
})

export const returnShopTalk = endpoint({
  api: 'platform',
  path: '/platform/order-talk/return',
  summary: 'Gives a conversation back to the shop.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject(talkId),
  response: ok,
  refusals: ['order/not-found'],
})

export const answerShopTalk = endpoint({
  api: 'platform',
  path: '/platform/order-talk/send',
  summary: 'Writes to both sides as the platform, after taking the conversation over.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ ...talkId, id, text: staffText(1, maxOrderTalkLength) }),
  response: z.object({ seq: z.int() }),
  refusals: ['order/not-found', 'order-talk/closed', 'order-talk/not-taken', 'order-talk/taken-by-other'],
})
