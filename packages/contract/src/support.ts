/** The conversation between a merchant and customer service. */
import * as z from 'zod/mini'
import { endpoint, merchant, operator } from './endpoint.ts'
import { subjectKinds } from './ledger.ts'
import { money } from './money.ts'
import { ok, id, instant, pageOf, paging, boundedText } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** An object of the shop attached to a message, by its kind and id. */
const about = z.strictObject({ kind: z.enum(subjectKinds), id })
const longest = 2000

const message = z.object({
  id,
  /** Position in the conversation; later messages have larger numbers. */
  seq: z.int(),
  by: z.enum(['merchant', 'support']),
  text: z.string(),
  picture: z.boolean(),
  card: z.nullable(z.object({ kind: z.enum(subjectKinds), id, code: z.string() })),
  at: instant,
})

const talk = z.object({
  /** Newest first. */
  list: z.array(message),
  /** Whether older messages exist. */
  more: z.boolean(),
  /** Up to where each side has read. */
  readBy: z.object({ merchant: z.int(), support: z.int() }),
})

/** A page of a talk: the newest messages, or those before a place in it. */
const page = {
  before: z.optional(z.int().check(z.gte(1))),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30),
}
const sent = {
  /** Created by the screen, so that a repeated request stores the message only once. */
  id,
  text: boundedText(0, longest),
  picture: z.optional(id),
  about: z.optional(about),
}
const picture = z.object({ contentType: z.string(), base64: z.string() })

export const supportConversation = endpoint({
  api: 'merchant',
  path: '/merchant/service/messages',
  summary:
    'The merchant’s talk with customer service, newest first, with how far each side has read, and how soon an answer can be expected: the median of the last thirty days, null while nobody was answered.',
  access: merchant,
  tags: ['talk'],
  readOnly: true,
  input: z.strictObject(page),
  response: z.object({
    ...talk.shape,
    expectedMinutes: z.nullable(z.int()),
    /** Hours of the desk in universal time; null when it is always staffed. */
    hours: z.nullable(z.object({ from: z.int(), to: z.int(), open: z.boolean() })),
    unread: z.int(),
  }),
  refusals: [],
})

export const sendToSupport = endpoint({
  api: 'merchant',
  path: '/merchant/service/send',
  summary: 'Sends a message: text, a picture, or a card with an order, recharge, withdrawal or refund of the shop.',
  access: merchant,
  changes: ['talk'],
  ownTransaction: true,
  input: z.strictObject(sent),
  response: z.object({ seq: z.int() }),
  refusals: ['support/empty', 'file/not-found', 'support/about-unknown', 'request/too-many'],
})

export const supportAbout = endpoint({
  api: 'merchant',
  path: '/merchant/service/about',
  summary: 'The number of something of the shop that a message is to carry as a card.',
  access: merchant,
  readOnly: true,
  input: about,
  response: z.object({ ...about.shape, code: z.string() }),
  refusals: ['support/about-unknown'],
})

export const readSupport = endpoint({
  api: 'merchant',
  path: '/merchant/service/read',
  summary: 'The merchant has read up to a place.',
  access: merchant,
  changes: ['talk'],
  input: z.strictObject({ seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: [],
})

export const supportPicture = endpoint({
  api: 'merchant',
  path: '/merchant/service/picture',
  summary: 'A picture of the merchant’s own talk.',
  access: merchant,
  // Only reads a picture.
  changes: [],
  input: z.strictObject({ id }),
  response: picture,
  refusals: ['file/not-found'],
})

// Operators.

export const listConversations = endpoint({
  api: 'platform',
  path: '/platform/support/list',
  summary: 'Talks, those that wait for an answer first, the longest waiting on top.',
  access: operator('support'),
  readOnly: true,
  input: z.strictObject({ ...paging, waiting: z._default(z.boolean(), false) }),
  response: pageOf(
    z.object({
      shopId: id,
      shop: z.nullable(z.string()),
      lastAt: instant,
      last: z.string(),
      waitingSince: z.nullable(instant),
      unread: z.int(),
    }),
  ),
  refusals: [],
})

export const readConversation = endpoint({
  api: 'platform',
  path: '/platform/support/messages',
  summary: 'The talk with one merchant, newest first.',
  access: operator('support'),
  readOnly: true,
  input: z.strictObject({ ...page, shopId: id }),
  response: talk,
  refusals: [],
})

export const answerConversation = endpoint({
  api: 'platform',
  path: '/platform/support/send',
  summary:
    'Answers a merchant. Links and places to send money to are refused, also split over several messages, and so are pictures, which no rule can read: payment destinations come from the settings only, never from a chat.',
  access: operator('support'),
  ownTransaction: true,
  input: z.strictObject({ id, text: staffText(0, longest), about: sent.about, shopId: id }),
  response: z.object({ seq: z.int() }),
  refusals: ['shop/not-found', 'support/empty', 'support/about-unknown', 'support/payment-details'],
})

export const sendPixInTalk = endpoint({
  api: 'platform',
  path: '/platform/support/pix',
  summary:
    'Opens a PIX recharge for a shop, as the merchant could, and sends it as a card in the talk. The account is the one of the installation’s settings; the card leads to the recharge with the amount in reais and the BR Code. `amount` is in `currency`: dollars to credit, or reais to pay.',
  access: operator('support', 'finance'),
  idempotent: true,
  input: z.strictObject({ shopId: id, amount: money, currency: z.enum(['USD', 'BRL']) }),
  response: z.object({ depositId: id, code: z.string(), amount: money, brl: money, seq: z.int() }),
  refusals: [
    'shop/not-found',
    'shop/not-verified',
    'shop/closed',
    'deposit/below-minimum',
    'deposit/channel-off',
    'deposit/too-many-open',
  ],
})

export const markTalkRead = endpoint({
  api: 'platform',
  path: '/platform/support/read',
  summary: 'Customer service has read up to a place.',
  access: operator('support'),
  input: z.strictObject({ shopId: id, seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: [],
})

export const conversationPicture = endpoint({
  api: 'platform',
  path: '/platform/support/picture',
  summary: 'A picture of a talk.',
  access: operator('support'),
  input: z.strictObject({ shopId: id, id }),
  response: picture,
  refusals: ['file/not-found'],
})
