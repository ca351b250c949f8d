/** Customer service as operators see it: the inbox, the conversations, and the saved replies. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { listEndpoint, searched } from './list-endpoint.ts'
import { languages } from './languages.ts'
import { money } from './money.ts'
import { boundedText, cursor, cursorPageOf, empty, id, instant, ok } from './shapes.ts'
import { staffText } from './staff-text.ts'
import {
  conversationMessages,
  conversationParties,
  maxMessageLength,
  messagePage,
  messagePicture,
  messageSubject,
} from './support.ts'

export const conversationStates = ['open', 'awaiting-reply', 'snoozed', 'done'] as const
export type ConversationState = (typeof conversationStates)[number]

/**
 * The lists of the inbox. `open`, `mine` and `unassigned` have what is not done and not snoozed, the longest waiting
 * first. `waiting` has those of `open` whose last word is not ours. The others are sorted by their last message, the
 * newest first.
 */
export const conversationViews = ['waiting', 'open', 'mine', 'unassigned', 'snoozed', 'done', 'all'] as const
export type ConversationView = (typeof conversationViews)[number]

/** An operator answers alone for this long after the last sign of the answer, in milliseconds. */
export const claimLifetime = 5 * 60_000

const languageCode = z.enum(languages.map((language) => language.code))
/** An operator as other operators see it. */
const colleague = z.object({ id, name: z.string() })

const conversationRow = z.object({
  id,
  party: z.enum(conversationParties),
  /** The shop’s name, or the buyer’s. */
  name: z.nullable(z.string()),
  /** The shop’s code; null for a buyer. */
  code: z.nullable(z.string()),
  state: z.enum(conversationStates),
  snoozedUntil: z.nullable(instant),
  lastAt: instant,
  last: z.string(),
  /** A part of the newest message with the words of `search`; null without them. */
  found: z.nullable(z.string()),
  waitingSince: z.nullable(instant),
  unread: z.int(),
  assigned: z.nullable(colleague),
  /** Who answers now, and until when nobody else may. */
  claimed: z.nullable(z.object({ ...colleague.shape, until: instant, own: z.boolean() })),
})

export const listConversations = endpoint({
  api: 'platform',
  path: '/platform/support/list',
  summary:
    'Conversations with merchants and buyers, by view. `search` finds the name or code of a shop, the name of a buyer, the number of an order, or words of a message, from three letters.',
  access: operator('support', 'auditor'),
  tags: ['talks'],
  readOnly: true,
  input: z.strictObject({
    view: z._default(z.enum(conversationViews), 'open'),
    party: z.optional(z.enum(['merchant', 'buyer'])),
    search: z.optional(boundedText(0, 100)),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 30),
    cursor,
  }),
  response: cursorPageOf(conversationRow),
  refusals: [],
})

export const countConversations = endpoint({
  api: 'platform',
  path: '/platform/support/counts',
  summary: 'How many conversations each view of the inbox has, counted up to a thousand, and the longest waiting one.',
  access: operator('support', 'auditor'),
  tags: ['talks'],
  readOnly: true,
  input: empty,
  response: z.object({
    waiting: z.int(),
    open: z.int(),
    mine: z.int(),
    unassigned: z.int(),
    snoozed: z.int(),
    waitingSince: z.nullable(instant),
  }),
  refusals: [],
})

export const readConversation = endpoint({
  api: 'platform',
  path: '/platform/support/messages',
  summary: 'One conversation with its messages, newest first, and the notes of operators.',
  access: operator('support', 'auditor'),
  tags: ['talks'],
  readOnly: true,
  input: z.strictObject({ ...messagePage, conversationId: id }),
  response: z.object({
    ...conversationMessages.shape,
    conversation: conversationRow,
    /** The language in which the merchant uses the app. */
    language: languageCode,
    /** Oldest first. Never shown to the merchant. */
    notes: z.array(z.object({ id, text: z.string(), by: colleague, at: instant })),
  }),
  refusals: ['support/not-found'],
})

const orderBrief = z.object({ id, code: z.string(), status: z.int(), amount: money, at: instant })
const subjectBrief = z.object({ id, code: z.string(), state: z.string(), amount: money, at: instant })

export const conversationContext = endpoint({
  api: 'platform',
  path: '/platform/support/context',
  summary:
    'What stands beside a conversation: the shop or the buyer, and the latest orders, recharges, withdrawals and refunds, which can be attached as cards.',
  access: operator('support', 'auditor'),
  tags: ['talks'],
  readOnly: true,
  input: z.strictObject({ conversationId: id }),
  response: z.object({
    shop: z.nullable(
      z.object({
        id,
        code: z.string(),
        name: z.nullable(z.string()),
        country: z.nullable(z.string()),
        verified: z.boolean(),
        closed: z.boolean(),
        since: instant,
        reviews: z.int(),
        /** Mean of the ratings; null without one. */
        rating: z.nullable(z.number()),
      }),
    ),
    buyer: z.nullable(z.object({ id, name: z.string(), since: instant })),
    orders: z.array(orderBrief),
    recharges: z.array(subjectBrief),
    withdrawals: z.array(subjectBrief),
    refunds: z.array(subjectBrief),
  }),
  refusals: ['support/not-found'],
})

export const answerConversation = endpoint({
  api: 'platform',
  path: '/platform/support/send',
  summary:
    'Answers a merchant or a buyer, and takes the claim of the conversation. Links and places to send money to are refused, also split over several messages, and so are pictures, which no rule can read. An account of the platform is sent as a card, `accountId`.',
  access: operator('support'),
  ownTransaction: true,
  changes: ['talks'],
  input: z.strictObject({
    id,
    conversationId: id,
    text: staffText(0, maxMessageLength),
    about: z.optional(messageSubject),
    accountId: z.optional(id),
  }),
  response: z.object({ seq: z.int() }),
  refusals: [
    'support/not-found',
    'support/empty',
    'support/about-unknown',
    'support/payment-details',
    'support/claimed',
    'support/merchant-only',
    'payment-account/not-found',
    'payment-account/not-confirmed',
    'work/claimed',
  ],
})

export const sendPixInTalk = endpoint({
  api: 'platform',
  path: '/platform/support/pix',
  summary:
    'Opens a PIX recharge for a shop, as the merchant could, and sends it as a card in the conversation. The account is the one of the installation’s settings, after two operators confirmed it; the card leads to the recharge with the amount in reais and the BR Code. `amount` is in `currency`: dollars to credit, or reais to pay.',
  access: operator('support', 'finance'),
  idempotent: true,
  changes: ['talks'],
  input: z.strictObject({ shopId: id, amount: money, currency: z.enum(['USD', 'BRL']) }),
  response: z.object({ depositId: id, code: z.string(), amount: money, brl: money, seq: z.int() }),
  refusals: [
    'shop/not-found',
    'shop/not-verified',
    'shop/closed',
    'deposit/below-minimum',
    'deposit/channel-off',
    'deposit/too-many-open',
    'payment-account/not-confirmed',
    'support/claimed',
  ],
})

export const markTalkRead = endpoint({
  api: 'platform',
  path: '/platform/support/read',
  summary: 'Customer service has read up to a position.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ conversationId: id, seq: z.int().check(z.gte(0)) }),
  response: ok,
  refusals: [],
})

export const conversationPicture = endpoint({
  api: 'platform',
  path: '/platform/support/picture',
  summary: 'A picture of a conversation.',
  access: operator('support', 'auditor'),
  // Only reads a picture.
  changes: [],
  input: z.strictObject({ conversationId: id, id }),
  response: messagePicture,
  refusals: ['file/not-found'],
})

export const claimConversation = endpoint({
  api: 'platform',
  path: '/platform/support/claim',
  summary:
    'The operator answers this conversation: nobody else can for five minutes. Claiming again extends it. `typing` shows the merchant that customer service writes.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ conversationId: id, typing: z._default(z.boolean(), false) }),
  response: z.object({ until: instant }),
  refusals: ['support/not-found', 'support/claimed'],
})

export const releaseConversation = endpoint({
  api: 'platform',
  path: '/platform/support/release',
  summary: 'Gives the own claim of a conversation back, so that a colleague can answer.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ conversationId: id }),
  response: ok,
  refusals: ['support/not-found'],
})

export const assignConversation = endpoint({
  api: 'platform',
  path: '/platform/support/assign',
  summary: 'Assigns a conversation to an operator of the support desk, or to nobody.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ conversationId: id, operatorId: z.nullable(id) }),
  response: ok,
  refusals: ['support/not-found', 'support/not-at-desk'],
})

export const listSupportOperators = endpoint({
  api: 'platform',
  path: '/platform/support/operators',
  summary: 'The operators of the support desk, to whom a conversation can be assigned.',
  access: operator('support', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(z.object({ ...colleague.shape, own: z.boolean() })) }),
  refusals: [],
})

export const setConversationState = endpoint({
  api: 'platform',
  path: '/platform/support/state',
  summary:
    'Sets the state of a conversation. `snoozed` needs `until`, in the next thirty days, and a reason for the colleagues. A new message of the other party opens it again. `done` ends the waiting without an answer.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({
    conversationId: id,
    state: z.enum(conversationStates),
    until: z.optional(z.iso.datetime({ offset: true })),
    reason: z.optional(boundedText(3, 300)),
  }),
  response: ok,
  refusals: ['support/not-found', 'support/claimed', 'support/snooze-time', 'work/claimed'],
})

export const noteConversation = endpoint({
  api: 'platform',
  path: '/platform/support/note',
  summary: 'Adds a note for operators to a conversation. The merchant never sees it.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ conversationId: id, id, text: boundedText(1, maxMessageLength) }),
  response: ok,
  refusals: ['support/not-found'],
})

// Saved replies.

/** What a saved reply can name in braces: `{shop}`, the number of the attached card, the hours of the desk. */
export const replyVariables = ['shop', 'code', 'hours'] as const
export type ReplyVariable = (typeof replyVariables)[number]

const replyTexts = z.partialRecord(languageCode, staffText(1, maxMessageLength))
const reply = z.object({
  id,
  name: z.string(),
  texts: z.partialRecord(languageCode, z.string()),
  version: z.int(),
  /** Languages without a text of their own. Their merchants get the English text. */
  missing: z.array(languageCode),
  changedAt: instant,
  usedAt: z.nullable(instant),
  uses: z.int(),
})

export const listReplies = listEndpoint({
  path: '/platform/reply/list',
  summary: 'The saved replies whose name or English text has `search`, the last used first.',
  access: operator('support', 'auditor'),
  tags: ['talks'],
  filters: { search: searched(100) },
  row: reply,
  pages: 'counted',
  pageSize: 50,
})

export const saveReply = endpoint({
  api: 'platform',
  path: '/platform/reply/save',
  summary:
    'Creates a saved reply, or changes the version that the operator has read. One entry has the texts of all languages; English is needed.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({
    id,
    /** Null for a new reply. */
    version: z.nullable(z.int()),
    name: boundedText(1, 60),
    texts: replyTexts,
  }),
  response: z.object({ version: z.int() }),
  refusals: ['reply/not-found', 'reply/changed', 'reply/name-taken', 'reply/unknown-variable'],
})

export const deleteReply = endpoint({
  api: 'platform',
  path: '/platform/reply/delete',
  summary: 'Deletes a saved reply. Messages that were sent with it stay.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['reply/not-found'],
})

export const fillReply = endpoint({
  api: 'platform',
  path: '/platform/reply/fill',
  summary:
    'The text of a saved reply for one conversation: in the merchant’s language, or in English, with its variables filled in. Marks the reply as used.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({ id, conversationId: id, about: z.optional(messageSubject) }),
  response: z.object({
    text: z.string(),
    language: languageCode,
    /** Whether the merchant’s language has no text. */
    fallback: z.boolean(),
    /** Variables without a value, which stand in the text in braces. */
    missing: z.array(z.enum(replyVariables)),
  }),
  refusals: ['reply/not-found', 'support/not-found'],
})
