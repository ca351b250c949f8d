/** Messages of the platform to a merchant: system messages, announcements, and the channels outside the app. */
import * as z from 'zod/mini'
import { endpoint, merchant, operator } from './endpoint.ts'
import { listEndpoint } from './list-endpoint.ts'
import { languages } from './languages.ts'
import { subjectKinds } from './ledger.ts'
import { country, cursor, cursorPageOf, ok, empty, id, instant, paging } from './shapes.ts'
import { staffText } from './staff-text.ts'
import { isUrl } from './validators.ts'

/** The types of messages; a merchant chooses the channels of each type. */
export const messageTypes = [
  'orders',
  'buyers',
  'refunds',
  'money',
  'security',
  'shop',
  'support',
  'announcement',
] as const
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
  'order.ship-undone',
  'order.received',
  'order.completed',
  'order.set-aside',
  'order.cleared',
  'order.upheld',
  'order.disputed',
  'order.dispute-won',
  'order.charged-back',
  'order-talk.asked',
  'order-talk.taken',
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
  'withdrawal.appeal-granted',
  'withdrawal.appeal-declined',
  'unidentified.assigned',
  'adjustment.goodwill',
  'adjustment.corrected',
  'adjustment.written-off',
  'destination.added',
  'payment-password.set',
  'payment-password.changed',
  'payment-password.reset',
  'payment-password.disabled',
  'passkey.added',
  'passkey.removed',
  'login-password.changed',
  'login-password.reset',
  'contact.changed',
  'login.new-device',
  'registration.verified',
  'registration.more-information',
  'registration.rejected',
  'registration.overdue',
  'shop.closing',
  'shop.closed',
  'shop.opened',
  'shop.restricted-sell',
  'shop.restricted-pick-up',
  'shop.restricted-list',
  'shop.restriction-lifted',
  'setting.changed',
  'listing.at-loss',
  'listing.withdrawn',
  'listing.supplier-changed',
  'privacy.copy-ready',
  'privacy.refused',
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
    'Messages to the shop, newest first. Frequent events, such as paid orders, share one message while it is unread and less than ten minutes old.',
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
  summary: 'One message with its subjects, at most one hundred.',
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
  summary: 'The number of unread messages, counted up to one thousand.',
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
  summary: 'The channels of each type of message, and the channels that this platform can send on.',
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
  summary: 'Sets whether messages of one type are also sent by e-mail or by push.',
  access: merchant,
  changes: ['messages'],
  input: z.strictObject({ type: z.enum(messageTypes), channel: z.enum(messageChannels), wanted: z.boolean() }),
  response: ok,
  refusals: [],
})

/** The payload of a push. It has no names, amounts or order numbers, because it is visible on a locked phone. */
export type PushPayload = {
  title: string
  body: string
  tag: MessageType
  /** Buttons on the notification, with their words. */
  actions: { action: 'open' | 'pickup' | 'refund'; title: string }[]
}

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=?=?$`)))

export const subscribePush = endpoint({
  api: 'merchant',
  path: '/merchant/notifications/subscribe',
  summary:
    'Subscribes this device to push messages. The subscription belongs to the session and ends with it. A repeated call updates the language.',
  access: merchant,
  // The subscription is state of the device.
  changes: [],
  input: z.strictObject({
    endpoint: z.string().check(z.maxLength(1000), z.refine(isUrl, { error: 'field/invalid' })),
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
  summary: 'Ends the push subscription of one device.',
  access: merchant,
  // The subscription is state of the device.
  changes: [],
  input: z.strictObject({ endpoint: z.string().check(z.maxLength(1000)) }),
  response: ok,
  refusals: [],
})

// Endpoints for operators.

/** An announcement to more shops than this needs the confirmation of a second person. */
export const maxRecipientsAlone = 100

export const announcementStates = ['to-confirm', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export const shopStates = ['open', 'closed', 'unverified'] as const

const languageCode = z.enum(languages.map((language) => language.code))
/** To whom an announcement goes. An empty list means all. */
const audience = {
  languages: z._default(z.array(languageCode).check(z.maxLength(languages.length)), []),
  countries: z._default(z.array(country).check(z.maxLength(250)), []),
  states: z._default(z.array(z.enum(shopStates)).check(z.maxLength(shopStates.length)), []),
}
const announcementTexts = z.partialRecord(
  languageCode,
  z.object({ title: staffText(3, 120), text: staffText(3, 4000) }),
)
const languageCount = z.object({ language: languageCode, shops: z.int() })

export const previewAnnouncement = endpoint({
  api: 'platform',
  path: '/platform/announcement/preview',
  summary: 'How many shops an audience has now, by language of the merchants, and whether a second person is needed.',
  access: operator('support'),
  readOnly: true,
  input: z.strictObject(audience),
  response: z.object({ shops: z.int(), languages: z.array(languageCount), needsSecond: z.boolean() }),
  refusals: [],
})

export const announce = endpoint({
  api: 'platform',
  path: '/platform/announcement/create',
  summary:
    'Sends an announcement to its audience, now or at `sendAt`. Merchants whose language has no text get the English one. `shops` is the count that the operator saw. Above a hundred shops a second person confirms it. A repeated call with the same id stores it once.',
  access: operator('support'),
  changes: ['talks'],
  input: z.strictObject({
    id,
    texts: announcementTexts,
    ...audience,
    shops: z.int().check(z.gte(0)),
    sendAt: z.optional(z.iso.datetime({ offset: true })),
  }),
  response: z.object({ state: z.enum(announcementStates) }),
  refusals: ['announcement/nobody', 'announcement/audience-changed', 'announcement/send-time'],
})

export const confirmAnnouncement = endpoint({
  api: 'platform',
  path: '/platform/announcement/confirm',
  summary: 'The second person confirms an announcement to many shops. `shops` is the count that this person saw.',
  access: operator('support', 'owner'),
  changes: ['talks'],
  input: z.strictObject({ id, shops: z.int().check(z.gte(0)) }),
  response: z.object({ state: z.enum(announcementStates) }),
  refusals: [
    'announcement/not-found',
    'announcement/not-waiting',
    'announcement/audience-changed',
    'operator/second-person',
    'work/claimed',
  ],
})

export const cancelAnnouncement = endpoint({
  api: 'platform',
  path: '/platform/announcement/cancel',
  summary: 'Cancels an announcement before its sending begins.',
  access: operator('support', 'owner'),
  changes: ['talks'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['announcement/not-found', 'announcement/not-waiting', 'work/claimed'],
})

const announcement = z.object({
  id,
  at: instant,
  title: z.string(),
  state: z.enum(announcementStates),
  sendAt: instant,
  /** Shops that have it; before the sending, shops of the audience when it was made. */
  shops: z.int(),
  read: z.int(),
  by: z.string(),
  confirmedBy: z.nullable(z.string()),
  /** Whether the caller made it, and so cannot confirm it. */
  own: z.boolean(),
})

export const listAnnouncements = listEndpoint({
  path: '/platform/announcement/list',
  summary: 'Announcements, newest first, with their state, recipients and readers.',
  access: operator('support', 'owner', 'auditor'),
  tags: ['talks'],
  filters: {},
  row: announcement,
  pages: 'numbered',
})

export const announcementDetail = endpoint({
  api: 'platform',
  path: '/platform/announcement/detail',
  summary:
    'One announcement with its texts, its audience, how many shops it has now by language, and the languages that get the English text.',
  access: operator('support', 'owner', 'auditor'),
  tags: ['talks'],
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...announcement.shape,
    texts: z.partialRecord(languageCode, z.object({ title: z.string(), text: z.string() })),
    languages: z.array(z.string()),
    countries: z.array(z.string()),
    states: z.array(z.enum(shopStates)),
    audience: z.object({ shops: z.int(), languages: z.array(languageCount) }),
    missing: z.array(languageCode),
  }),
  refusals: ['announcement/not-found'],
})
