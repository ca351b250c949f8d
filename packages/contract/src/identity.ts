/** The merchant's identity: invitation, registration and its review, login, sessions, payment password. */
import * as z from 'zod/mini'
import { anyone, endpoint, merchant } from './endpoint.ts'
import { channels } from './outbox.ts'
import { shopClosing } from './shops.ts'
import { country, ok, email, empty, id, instant, phone, point, sixDigits, boundedText } from './shapes.ts'

export const registrationStates = ['draft', 'submitted', 'in-review', 'verified', 'more-information'] as const
export type RegistrationState = (typeof registrationStates)[number]

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
  summary: 'Says whether an invitation code can still be used; does not use it.',
  access: anyone,
  readOnly: true,
  input: z.strictObject({ code: invitationCode }),
  response: z.object({ expiresAt: instant }),
  refusals: ['invitation/unknown', 'invitation/used', 'invitation/expired', 'request/too-many'],
})

export const register = endpoint({
  api: 'merchant',
  path: '/merchant/register',
  summary: 'Uses an invitation and opens a merchant with a registration in draft. Login works at once.',
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
  /** The requests of the reviewer, by field, in the reviewer's words. */
  asked: z.record(z.string(), z.string()),
  missing: z.array(z.enum(registrationFields)),
})

export const readRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration',
  summary: 'The registration as saved so far, to resume it or to see where the review stands.',
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
    'Saves some fields of the registration; called after each field. File fields take the id of an upload. An address that comes without a `point` has none.',
  access: merchant,
  // The response is the whole draft, and the app stores it.
  changes: [],
  input: z.strictObject({
    logo: z.optional(id),
    shopName: z.optional(boundedText(2, 60)),
    address: z.optional(boundedText(3, 200)),
    point: z.optional(z.nullable(point)),
    country: z.optional(country),
    realName: z.optional(boundedText(2, 100)),
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
  summary: 'Sends the registration to review; refused with the missing fields.',
  access: merchant,
  changes: ['shop'],
  input: empty,
  response: registration,
  refusals: ['registration/not-editable', 'registration/incomplete'],
})

export const documentViews = endpoint({
  api: 'merchant',
  path: '/merchant/registration/views',
  summary: 'Who looked at the identity documents, when, and for what stated reason.',
  access: merchant,
  tags: ['shop'],
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(z.object({ at: instant, field: z.string(), operator: z.string(), reason: z.string() })),
  }),
  refusals: [],
})

export const login = endpoint({
  api: 'merchant',
  path: '/merchant/login',
  summary:
    'Login by phone or e-mail and login password. A device that was logged in before says so in the header `device`, and then has tries of its own. Strangers’ failures slow down, they lock nobody out.',
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
  summary: 'The merchant, the shop and what is set up.',
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
  summary: 'Sets the six-digit payment password for the first time; asks the login password again.',
  access: merchant,
  changes: ['shop', 'figures'],
  ownTransaction: true,
  input: z.strictObject({ code: sixDigits, again: sixDigits, loginPassword: passwordInput }),
  response: ok,
  refusals: [
    'payment-password/already-set',
    'password/mismatch',
    'field/code-common',
    'login/wrong',
    'login/throttled',
  ],
})

export const paymentPasswordState = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password',
  summary:
    'Whether it is set or locked, where a code could be sent to set a new one, and whether withdrawals rest after that.',
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
  summary: 'Changes the payment password for who knows the present one. Wrong tries count like those of a payment.',
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
  summary: 'Sends a code for a forgotten payment password: valid for ten minutes, once; it ends the code before it.',
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
    'Sets a new payment password with the login password and a code that was sent, and ends a lock. No withdrawal leaves for 24 hours after it.',
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
    'login/wrong',
    'login/throttled',
    'code/wrong',
    'code/expired',
    'code/used-up',
  ],
})
