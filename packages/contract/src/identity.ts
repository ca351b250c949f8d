/** The merchant's identity: invitation, registration and its review, login, sessions, payment password. */
import * as z from 'zod/mini'
import { anyone, endpoint, merchant } from './endpoint.ts'
import { channels } from './outbox.ts'
import { shopClosing, shopRestriction } from './shops.ts'
import {
  boundedText,
  country,
  cursor,
  email,
  empty,
  id,
  instant,
  ok,
  phone,
  point,
  sixDigits,
  wholeLimit,
} from './shapes.ts'

export const registrationStates = [
  'draft',
  'submitted',
  'in-review',
  'verified',
  'more-information',
  'rejected',
] as const
export type RegistrationState = (typeof registrationStates)[number]

/** Why a registration is rejected. */
export const registrationRejections = [
  'identity-not-proved',
  'documents-not-genuine',
  'not-eligible',
  'second-account',
] as const
export type RegistrationRejection = (typeof registrationRejections)[number]

/** Saved sentences of a request for a field; merchants read them in their own language. */
export const requestSentences = [
  'photo-unclear',
  'photo-incomplete',
  'document-expired',
  'wrong-document',
  'name-differs',
  'address-incomplete',
  'name-unsuitable',
] as const
export type RequestSentence = (typeof requestSentences)[number]

/** The parts of a registration that a reviewer can request again; also the field names on the wire. */
export const registrationFields = [
  'logo',
  'shopName',
  'address',
  'country',
  'realName',
  'idFront',
  'idBack',
  'idInHand',
] as const
export type RegistrationField = (typeof registrationFields)[number]

/** A new login password. */
export const password = z
  .string()
  .check(z.minLength(8, { error: 'field/password-short' }), z.maxLength(200, { error: 'field/too-long' }))
/** A login password for comparison. A wrong length is not a separate error: the password is wrong. */
export const passwordInput = z.string().check(z.minLength(1, { error: 'field/required' }), z.maxLength(200))
/** Phone or e-mail, as typed at the login. */
export const loginName = z.string().check(z.minLength(1, { error: 'field/required' }), z.maxLength(200))
/** `sentTo` is a masked address. */
export const sentCode = z.object({ sentTo: z.string(), expiresAt: instant })
const invitationCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(64)),
    z.transform((text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  ),
  z.string().check(z.minLength(1, { error: 'field/required' })),
)

/** The merchant, in the responses of login and registration. */
export const userinfo = z.object({
  token: z.string(),
  /** Secret that makes this device known at the next login; null if the device is known already. */
  device: z.nullable(z.string()),
  merchantId: id,
  shopId: id,
  shopName: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  registration: z.enum(registrationStates),
  demo: z.boolean(),
})

export const checkInvitation = endpoint({
  api: 'merchant',
  path: '/merchant/invitation/check',
  summary: 'Whether an invitation code can still be used. The code stays unused.',
  access: anyone,
  readOnly: true,
  input: z.strictObject({ code: invitationCode }),
  response: z.object({ expiresAt: instant }),
  refusals: ['invitation/unknown', 'invitation/used', 'invitation/expired', 'request/too-many'],
})

export const register = endpoint({
  api: 'merchant',
  path: '/merchant/register',
  summary: 'Uses an invitation code and creates a merchant with a draft registration. The merchant can log in at once.',
  access: anyone,
  // A new token empties the cache of the app.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({ invitationCode, phone, email, password }),
  response: z.object({ userinfo }),
  refusals: [
    'invitation/unknown',
    'invitation/used',
    'invitation/expired',
    'registration/email-taken',
    'registration/phone-taken',
    'field/phone',
    'field/password-common',
    'request/too-many',
  ],
})

export const registration = z.object({
  state: z.enum(registrationStates),
  logo: z.nullable(z.string()),
  shopName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The point of the address on the map; null if the merchant has not set it. */
  point: z.nullable(point),
  country: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  phone: z.string(),
  email: z.string(),
  /** File ids of the identity photos; private files have no address. */
  idFront: z.nullable(id),
  idBack: z.nullable(id),
  idInHand: z.nullable(id),
  submittedAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  /** The decision is promised before this time; null unless the registration waits for one. */
  dueAt: z.nullable(instant),
  overdue: z.boolean(),
  /**
   * The requests of the reviewer, by field: a saved sentence in the caller's language, the reviewer's words, or both.
   */
  asked: z.record(z.string(), z.string()),
  missing: z.array(z.enum(registrationFields)),
  /** Why it was rejected, and whether the merchant may still appeal. */
  rejection: z.nullable(z.object({ reason: z.enum(registrationRejections), text: z.string(), mayAppeal: z.boolean() })),
})

export const readRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration',
  summary: 'The registration as saved so far, with the state of its review.',
  access: merchant,
  tags: ['shop'],
  readOnly: true,
  input: empty,
  response: registration,
  refusals: [],
})

export const saveRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration/save',
  summary:
    'Saves some fields of the registration; the app calls it after each field. File fields take the id of an upload. An address without a `point` is saved without one.',
  access: merchant,
  // The response is the whole draft, and the app stores it.
  changes: [],
  input: z.strictObject({
    logo: z.optional(id),
    shopName: z.optional(boundedText(2, 60)),
    address: z.optional(boundedText(3, 200)),
    point: z.optional(z.nullable(point)),
    country: z.optional(country),
    realName: z.optional(boundedText(1, 100)),
    idFront: z.optional(id),
    idBack: z.optional(id),
    idInHand: z.optional(id),
  }),
  response: registration,
  refusals: ['registration/not-editable', 'file/not-found', 'field/name-misleading'],
})

export const submitRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration/submit',
  summary: 'Submits the registration for review. Refuses with the list of missing fields.',
  access: merchant,
  changes: ['shop'],
  input: empty,
  response: registration,
  refusals: ['registration/not-editable', 'registration/incomplete'],
})

export const appealRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration/appeal',
  summary: 'Appeals once against a rejection. Another person than the one who rejected decides.',
  access: merchant,
  changes: ['shop'],
  input: z.strictObject({ text: boundedText(10, 1000) }),
  response: registration,
  refusals: ['registration/not-editable'],
})

export const documentViews = endpoint({
  api: 'merchant',
  path: '/merchant/registration/views',
  summary: 'Each view of the identity documents: who, when, and the stated reason.',
  access: merchant,
  tags: ['shop'],
  readOnly: true,
  input: z.strictObject({ limit: wholeLimit, cursor }),
  response: z.object({
    list: z.array(z.object({ at: instant, field: z.string(), operator: z.string(), reason: z.string() })),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const login = endpoint({
  api: 'merchant',
  path: '/merchant/login',
  summary:
    'Logs in with phone or e-mail and the login password. A known device identifies itself in the header `device` and has attempts of its own. Failed attempts of other devices slow further attempts down and lock nobody out.',
  access: anyone,
  // A new token empties the cache of the app.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({ name: loginName, password: passwordInput }),
  response: z.object({ userinfo }),
  refusals: ['login/wrong', 'login/throttled', 'login/slow-down', 'request/busy'],
})

export const logout = endpoint({
  api: 'merchant',
  path: '/merchant/logout',
  summary: 'Ends this session.',
  access: merchant,
  // The app ends the session and empties its cache.
  changes: [],
  input: empty,
  response: ok,
  refusals: [],
})

export const me = endpoint({
  api: 'merchant',
  path: '/merchant/me',
  summary: 'The merchant, the shop, and the completed set-up steps.',
  access: merchant,
  tags: ['shop', 'session'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    merchantId: id,
    shopId: id,
    shopCode: z.string(),
    realName: z.nullable(z.string()),
    email: z.string(),
    phone: z.string(),
    registration: z.enum(registrationStates),
    shop: z.object({
      name: z.nullable(z.string()),
      logo: z.nullable(z.string()),
      closed: z.boolean(),
      /** The announced or current closing of the shop. */
      closing: z.nullable(shopClosing),
      /** Announced and current restrictions. */
      restrictions: z.array(shopRestriction),
      timeZone: z.string(),
    }),
    paymentPasswordSet: z.boolean(),
    demo: z.boolean(),
  }),
  refusals: [],
})

export const setPaymentPassword = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password/set',
  summary: 'Sets the six-digit payment password for the first time. Requires the login password.',
  access: merchant,
  changes: ['shop', 'figures'],
  ownTransaction: true,
  input: z.strictObject({ code: sixDigits, again: sixDigits, loginPassword: passwordInput }),
  response: ok,
  refusals: [
    'payment-password/already-set',
    'password/mismatch',
    'field/code-common',
    'login/password-wrong',
    'login/throttled',
  ],
})

export const paymentPasswordState = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password',
  summary:
    'Whether the payment password is set or locked, where a reset code would be sent, and whether withdrawals are blocked after a reset.',
  access: merchant,
  tags: ['shop'],
  readOnly: true,
  input: empty,
  response: z.object({
    set: z.boolean(),
    /** Disabled after many wrong attempts, until the merchant sets a new one. */
    disabled: z.boolean(),
    lockedUntil: z.nullable(instant),
    /** No withdrawal is paid out before this time. */
    payoutsNotBefore: z.nullable(instant),
    /** The login password was reset with a code: the payment password cannot be set before this time. */
    resetFrom: z.nullable(instant),
    /** `to` is a masked address. */
    channels: z.array(z.object({ channel: z.enum(channels), to: z.string() })),
  }),
  refusals: [],
})

export const changePaymentPassword = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password/change',
  summary: 'Changes the payment password. Requires the current one. Wrong attempts count like those of a payment.',
  access: merchant,
  changes: ['shop'],
  ownTransaction: true,
  input: z.strictObject({ old: sixDigits, code: sixDigits, again: sixDigits }),
  response: ok,
  refusals: [
    'payment-password/not-set',
    'payment-password/wrong',
    'payment-password/locked',
    'payment-password/disabled',
    'password/mismatch',
    'payment-password/same',
    'field/code-common',
  ],
})

export const sendPaymentPasswordCode = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password/code',
  summary:
    'Sends a code for a forgotten payment password. It is valid once, for ten minutes, and replaces the previous code.',
  access: merchant,
  // Only sends a code.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({ channel: z.enum(channels) }),
  response: sentCode,
  refusals: ['payment-password/not-set', 'payment-password/resting', 'code/channel-off', 'code/too-many'],
})

export const resetPaymentPassword = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password/reset',
  summary:
    'Sets a new payment password with the login password and a code, and ends a lock. Withdrawals are blocked for 24 hours.',
  access: merchant,
  changes: ['shop', 'wallet'],
  ownTransaction: true,
  input: z.strictObject({
    loginPassword: passwordInput,
    mailCode: sixDigits,
    code: sixDigits,
    again: sixDigits,
  }),
  response: z.object({ payoutsNotBefore: instant }),
  refusals: [
    'payment-password/not-set',
    'payment-password/resting',
    'password/mismatch',
    'field/code-common',
    'login/password-wrong',
    'login/throttled',
    'code/wrong',
    'code/expired',
    'code/used-up',
  ],
})
