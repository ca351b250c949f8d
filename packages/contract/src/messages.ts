/** Messages of the platform to a merchant: system messages, announcements, and the channels outside the app. */
import * as z from 'zod/mini'
import { endpoint, merchant, operator } from './endpoint.ts'
import { languages } from './languages.ts'
import { subjectKinds } from './ledger.ts'
import { cursor, cursorPageOf, ok, empty, id, instant, pageOf, paging } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** The types of messages; a merchant chooses the channels of each type. */
export const messageTypes = ['orders', 'refunds', 'money', 'security', 'shop', 'support', 'announcement'] as const
export type MessageType = (typeof messageTypes)[number]
export const messageSenders = ['system', 'support', 'announcement'] as const
/** Channels outside the app. The app always shows every message. */
export const messageChannels = ['email', 'push'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** The kind of object that a message links to. */
const causeKind = z.enum([...subjectKinds, 'listing'])

/** The kinds of system messages; each is the key of its sentence (`messages.order.paid`). */
export const messageKinds = [
  'order.paid',
  'order.pickup-near',
  'order.cancelled',
  'order.shipped',
  'order.received',
  'order.completed',
  'order.set-aside',
  'order.cleared',
  'order.upheld',
  'order.disputed',
  'order.dispute-won',
  'order.charged-back',
  'refund.requested',
  'refund.opened',
  'refund.due-soon',
  'refund.withdrawn',
  'refund.approved',
  'refund.borne',
  'refund.declined',
  'deposit.credited',
  'deposit.set-aside',
  'deposit.rejected',
  'deposit.reversed',
  'deposit.disputed',
  'deposit.dispute-won',
  'deposit.charged-back',
  'withdrawal.requested',
  'withdrawal.approved',
  'withdrawal.rejected',
  'withdrawal.paid',
  'withdrawal.failed',
  'withdrawal.returned',
  'withdrawal.overdue',
  'withdrawal.unsent',
  'withdrawal.escalated',
  'destination.added',
  'payment-password.set',
  'payment-password.changed',
  'payment-password.reset',
  'payment-password.disabled',
  'login-password.changed',
  'login-password.reset',
  'contact.changed',
  'login.new-device',
  'registration.verified',
  'registration.more-information',
  'shop.closing',
  'shop.closed',
  'shop.opened',
  'listing.at-loss',
  'listing.withdrawn',
  'listing.supplier-changed',
  'support.answered',
  'announcement',
] as const
export type MessageKind = (typeof messageKinds)[number]

const message = z.object({
  id,
  kind: z.enum(messageKinds),
  type: z.enum(messageTypes),
  sender: z.enum(messageSenders),
  /** In the caller’s language. */
  text: z.string(),
  /** Further text: a reason, or the whole announcement. */
  more: z.nullable(z.string()),
  at: instant,
  read: z.boolean(),
  /** The subject of the message; null for one without a page. */
  cause: z.nullable(z.object({ kind: causeKind, id })),
})

export const listMessages = endpoint({
  api: 'merchant',
  path: '/merchant/message/list',
  summary:
    'Messages to the shop, newest first. What comes in numbers, such as paid orders, is one message as long as it is unread and ten minutes young.',
  access: merchant,
  tags: ['messages'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    type: z.optional(z.enum(messageTypes)),
    unread: z._default(z.boolean(), false),
  }),
  response: cursorPageOf(message),
  refusals: [],
})

export const messageDetail = endpoint({
  api: 'merchant',
  path: '/merchant/message/detail',
  summary: 'One message with everything that it is about, at most a hundred.',
  access: merchant,
  tags: ['messages'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...message.shape,
    /** The number of subjects; `causes` lists only some of them if there are very many. */
    count: z.int(),
    causes: z.array(z.object({ kind: causeKind, id, code: z.string() })),
  }),
  refusals: ['message/not-found'],
})

export const unreadMessages = endpoint({
  api: 'merchant',
  path: '/merchant/message/unread',
  summary: 'How many messages nobody has read; counted up to a thousand.',
  access: merchant,
  tags: ['messages'],
  readOnly: true,
  input: empty,
  response: z.object({ unread: z.int() }),
  refusals: [],
})

export const markMessages = endpoint({
  api: 'merchant',
  path: '/merchant/message/read',
  summary: 'Marks messages as read, or all of them.',
  access: merchant,
  changes: ['messages'],
  input: z.strictObject({
    messages: z.union([z.literal('all'), z.array(id).check(z.minLength(1), z.maxLength(100))]),
  }),
  response: ok,
  refusals: [],
})

export const notificationChoices = endpoint({
  api: 'merchant',
  path: '/merchant/notifications',
  summary: 'By which ways the merchant hears of each type of message, and what this platform can send.',
  access: merchant,
  tags: ['messages'],
  readOnly: true,
  input: empty,
  response: z.object({
    types: z.array(z.object({ type: z.enum(messageTypes), email: z.boolean(), push: z.boolean() })),
    /** The address for mail; null if the platform sends none. */
    email: z.nullable(z.string()),
    push: z.object({
      /** The key for the browser's subscription; null if the platform sends no push. */
      publicKey: z.nullable(z.string()),
      /** Whether the app may ask for the permission to send push. False until a buyer has paid the first order. */
      mayAsk: z.boolean(),
    }),
  }),
  refusals: [],
})

export const chooseNotification = endpoint({
  api: 'merchant',
  path: '/merchant/notifications/choose',
  summary: 'Chooses for one type of message whether it also comes by e-mail, or by push.',
  access: merchant,
  changes: ['messages'],
  input: z.strictObject({ type: z.enum(messageTypes), channel: z.enum(messageChannels), wanted: z.boolean() }),
  response: ok,
  refusals: [],
})

/** The payload of a push. It has no names, amounts or order numbers, because it is visible on a locked phone. */
export type PushPayload = { title: string; body: string; tag: MessageType }

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=?=?$`)))

export const subscribePush = endpoint({
  api: 'merchant',
  path: '/merchant/notifications/subscribe',
  summary:
    'Lets this device hear of messages while the app is closed. Belongs to the session and ends with it. Said again it changes the language.',
  access: merchant,
  // The subscription is state of the device.
  changes: [],
  input: z.strictObject({
    endpoint: z.string().check(z.minLength(10), z.maxLength(1000)),
    /** The device’s key for the payload, an uncompressed point, and its secret. */
    p256dh: base64url(87),
    auth: base64url(22),
  }),
  response: ok,
  refusals: ['push/unknown-service', 'push/other-device', 'push/off'],
})

export const unsubscribePush = endpoint({
  api: 'merchant',
  path: '/merchant/notifications/unsubscribe',
  summary: 'Ends that for one device.',
  access: merchant,
  // The subscription is state of the device.
  changes: [],
  input: z.strictObject({ endpoint: z.string().check(z.maxLength(1000)) }),
  response: ok,
  refusals: [],
})

// Endpoints for operators.

export const announce = endpoint({
  api: 'platform',
  path: '/platform/announcement/create',
  summary:
    'Tells every shop that is there now something, in any of the languages; who reads another one gets the English text. Sent again under its id it is there once.',
  access: operator('support'),
  input: z.strictObject({
    id,
    texts: z.partialRecord(
      z.enum(languages.map((language) => language.code)),
      z.object({ title: staffText(3, 120), text: staffText(3, 4000) }),
    ),
  }),
  response: ok,
  refusals: [],
})

export const listAnnouncements = endpoint({
  api: 'platform',
  path: '/platform/announcement/list',
  summary: 'What was announced, newest first, with how many shops have it and how many have read it.',
  access: operator('support'),
  readOnly: true,
  input: z.strictObject({ ...paging }),
  response: pageOf(z.object({ id, at: instant, title: z.string(), shops: z.int(), read: z.int() })),
  refusals: [],
})
