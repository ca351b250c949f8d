/** The conversation of a merchant or a buyer with customer service. */
import * as z from 'zod/mini'
import { buyer, endpoint, merchant } from './endpoint.ts'
import { subjectKinds } from './ledger.ts'
import { money } from './money.ts'
import { accountCard } from './payment-accounts.ts'
import { empty, ok, id, instant, boundedText } from './shapes.ts'

/** An object of the shop attached to a message, by its kind and id. */
export const messageSubject = z.strictObject({ kind: z.enum(subjectKinds), id })
export const maxMessageLength = 2000
/** A side that writes in its field is shown as writing for this long after its last sign, in milliseconds. */
export const typingWindow = { party: 8_000, desk: 30_000 } as const

export const conversationParties = ['merchant', 'buyer', 'support'] as const
export type ConversationParty = (typeof conversationParties)[number]

export const conversationMessage = z.object({
  id,
  /** Position in the conversation; later messages have larger numbers. */
  seq: z.int(),
  by: z.enum(conversationParties),
  /** The number of the operator who wrote it. The name stays with the platform. */
  staff: z.nullable(z.int()),
  text: z.string(),
  picture: z.boolean(),
  card: z.nullable(
    z.object({
      kind: z.enum(subjectKinds),
      id,
      code: z.string(),
      /** What to pay for a PIX recharge, and to which key while it waits for its payment. Null for anything else. */
      pix: z.nullable(
        z.object({ amount: money, brl: money, payee: z.nullable(z.object({ holder: z.string(), key: z.string() })) }),
      ),
    }),
  ),
  /** A payment account of the platform. Its content comes from the settings and was confirmed by two operators. */
  account: z.nullable(accountCard),
  at: instant,
})

export const conversationMessages = z.object({
  /** Newest first. */
  list: z.array(conversationMessage),
  /** Whether older messages exist. */
  more: z.boolean(),
  /** Up to where each side has read. `merchant` is the buyer in a conversation with a buyer. */
  readBy: z.object({ merchant: z.int(), support: z.int() }),
  /** Until when the other side is shown as writing; null when it does not write. */
  typingUntil: z.nullable(instant),
})

/** A page of a conversation: the newest messages, or those before a position in it. */
export const messagePage = {
  before: z.optional(z.int().check(z.gte(1))),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30),
}
const about = messageSubject
const talk = conversationMessages
const page = messagePage
const sent = {
  /** Created by the screen, so that a repeated request stores the message only once. */
  id,
  text: boundedText(0, maxMessageLength),
  picture: z.optional(id),
  about: z.optional(about),
}
export const messagePicture = z.object({ contentType: z.string(), base64: z.string() })

export const supportConversation = endpoint({
  api: 'merchant',
  path: '/merchant/service/messages',
  summary:
    'The merchant’s conversation with customer service, newest first, with the read position of each side and the median response time of the last thirty days (null without data).',
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
  summary: 'The display number of an object of the shop that a message attaches as a card.',
  access: merchant,
  readOnly: true,
  input: about,
  response: z.object({ ...about.shape, code: z.string() }),
  refusals: ['support/about-unknown'],
})

export const typingToSupport = endpoint({
  api: 'merchant',
  path: '/merchant/service/typing',
  summary: 'The merchant writes in the field of the conversation. Operators see it for some seconds.',
  access: merchant,
  // Shown to operators only.
  changes: [],
  input: empty,
  response: ok,
  refusals: [],
})

export const readSupport = endpoint({
  api: 'merchant',
  path: '/merchant/service/read',
  summary: 'Marks the conversation as read up to a message.',
  access: merchant,
  changes: ['talk'],
  input: z.strictObject({ seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: [],
})

export const supportPicture = endpoint({
  api: 'merchant',
  path: '/merchant/service/picture',
  summary: 'A picture of the merchant’s own conversation.',
  access: merchant,
  // Only reads a picture.
  changes: [],
  input: z.strictObject({ id }),
  response: messagePicture,
  refusals: ['file/not-found'],
})

// Buyers.

export const buyerConversation = endpoint({
  api: 'store',
  path: '/store/service/messages',
  summary: 'The buyer’s conversation with customer service, newest first, with how far each side has read.',
  access: buyer,
  readOnly: true,
  input: z.strictObject(page),
  response: talk,
  refusals: [],
})

export const sendAsBuyer = endpoint({
  api: 'store',
  path: '/store/service/send',
  summary: 'Sends a message of the buyer to customer service.',
  access: buyer,
  ownTransaction: true,
  input: z.strictObject({ id, text: boundedText(1, maxMessageLength) }),
  response: z.object({ seq: z.int() }),
  refusals: ['request/too-many'],
})

export const readAsBuyer = endpoint({
  api: 'store',
  path: '/store/service/read',
  summary: 'The buyer has read up to a position.',
  access: buyer,
  input: z.strictObject({ seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: [],
})
