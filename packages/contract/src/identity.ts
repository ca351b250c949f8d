/** Who the merchant is: invitation, registration and its review, login, sessions, payment password. */
import * as z from 'zod/mini'
import { anyone, endpoint, merchant } from './endpoint.ts'
import { channels } from './post.ts'
import { shopClosing } from './shops.ts'
import { country, done, email, empty, id, instant, phone, point, sixDigits, typed } from './shapes.ts'

export const registrationStates = ['draft', 'submitted', 'in-review', 'verified', 'more-information'] as const
export type RegistrationState = (typeof registrationStates)[number]

/** The parts of a registration that a reviewer can ask again for; also its field names on the wire. */
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

/** A login password that is chosen; */
export const password = z
  .string()
  .check(z.minLength(8, { error: 'field/password-short' }), z.maxLength(200, { error: 'field/too-long' }))
/** and one that is compared: what is too long or too short for it is only wrong. */
export const typedPassword = z.string().check(z.minLength(1, { error: 'field/required' }), z.maxLength(200))
/** Phone or e-mail, as it is typed at the login. */
export const loginName = z.string().check(z.minLength(1, { error: 'field/required' }), z.maxLength(200))
/** `sentTo` is an address with most of it hidden. */
export const sentCode = z.object({ sentTo: z.string(), expiresAt: instant })
const invitationCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(64)),
    z.transform((text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  ),
  z.string().check(z.minLength(1, { error: 'field/required' })),
)

/** Who is logged in, as login and registration answer it. */
export const userinfo = z.object({
  token: z.string(),
  /** Makes this device a known one at the next login; null when it is one already. */
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
  about: 'Says whether an invitation code can still be used; does not use it.',
  access: anyone,
  reads: true,
  input: z.strictObject({ code: invitationCode }),
  answer: z.object({ expiresAt: instant }),
  refusals: ['invitation/unknown', 'invitation/used', 'invitation/expired', 'request/too-many'],
})

export const register = endpoint({
  api: 'merchant',
  path: '/merchant/register',
  about: 'Uses an invitation and opens a merchant with a registration in draft. Login works at once.',
  access: anyone,
  raw: true,
  input: z.strictObject({ invitationCode, phone, email, password }),
  answer: z.object({ userinfo }),
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
  /** Where the address is on the map, if the merchant has said so. */
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
  /** What the reviewer asked for, by field, in the reviewer's words. */
  asked: z.record(z.string(), z.string()),
  missing: z.array(z.enum(registrationFields)),
})

export const readRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration',
  about: 'The registration as saved so far, to resume it or to see where the review stands.',
  access: merchant,
  shows: ['shop'],
  reads: true,
  input: empty,
  answer: registration,
  refusals: [],
})

export const saveRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration/save',
  about:
    'Saves some fields of the registration; called after each field. File fields take the id of an upload. An address that comes without a `point` has none.',
  access: merchant,
  input: z.strictObject({
    logo: z.optional(id),
    shopName: z.optional(typed(2, 60)),
    address: z.optional(typed(3, 200)),
    point: z.optional(z.nullable(point)),
    country: z.optional(country),
    realName: z.optional(typed(2, 100)),
    idFront: z.optional(id),
    idBack: z.optional(id),
    idInHand: z.optional(id),
  }),
  answer: registration,
  refusals: ['registration/not-editable', 'file/not-found', 'field/name-misleading'],
})

export const submitRegistration = endpoint({
  api: 'merchant',
  path: '/merchant/registration/submit',
  about: 'Sends the registration to review; refused with the missing fields.',
  access: merchant,
  input: empty,
  answer: registration,
  refusals: ['registration/not-editable', 'registration/incomplete'],
})

export const documentViews = endpoint({
  api: 'merchant',
  path: '/merchant/registration/views',
  about: 'Who looked at the identity documents, when, and for what stated reason.',
  access: merchant,
  shows: ['shop'],
  reads: true,
  input: empty,
  answer: z.object({
    list: z.array(z.object({ at: instant, field: z.string(), operator: z.string(), reason: z.string() })),
  }),
  refusals: [],
})

export const login = endpoint({
  api: 'merchant',
  path: '/merchant/login',
  about:
    'Login by phone or e-mail and login password. A device that was logged in before says so in the header `device`, and then has tries of its own. Strangers’ failures slow down, they lock nobody out.',
  access: anyone,
  raw: true,
  input: z.strictObject({ name: loginName, password: typedPassword }),
  answer: z.object({ userinfo }),
  refusals: ['login/wrong', 'login/throttled', 'login/slow-down', 'request/busy'],
})

export const logout = endpoint({
  api: 'merchant',
  path: '/merchant/logout',
  about: 'Ends this session.',
  access: merchant,
  input: empty,
  answer: done,
  refusals: [],
})

export const me = endpoint({
  api: 'merchant',
  path: '/merchant/me',
  about: 'The merchant, the shop and what is set up.',
  access: merchant,
  shows: ['shop', 'session'],
  reads: true,
  kept: true,
  input: empty,
  answer: z.object({
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
      /** The closing that is announced or in force. */
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
  about: 'Sets the six-digit payment password for the first time; asks the login password again.',
  access: merchant,
  raw: true,
  input: z.strictObject({ code: sixDigits, again: sixDigits, loginPassword: typedPassword }),
  answer: done,
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
  about:
    'Whether it is set or locked, where a code could be sent to set a new one, and whether withdrawals rest after that.',
  access: merchant,
  shows: ['shop'],
  reads: true,
  input: empty,
  answer: z.object({
    set: z.boolean(),
    /** After many wrong tries it works no more, until it is set anew. */
    disabled: z.boolean(),
    lockedUntil: z.nullable(instant),
    /** No withdrawal leaves before. */
    payoutsNotBefore: z.nullable(instant),
    /** The login password was set with a code: until then the payment password cannot be. */
    resetFrom: z.nullable(instant),
    /** `to` is an address with most of it hidden. */
    channels: z.array(z.object({ channel: z.enum(channels), to: z.string() })),
  }),
  refusals: [],
})

export const changePaymentPassword = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password/change',
  about: 'Changes the payment password for who knows the present one. Wrong tries count like those of a payment.',
  access: merchant,
  raw: true,
  input: z.strictObject({ old: sixDigits, code: sixDigits, again: sixDigits }),
  answer: done,
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
  about: 'Sends a code for a forgotten payment password: valid for ten minutes, once; it ends the code before it.',
  access: merchant,
  raw: true,
  input: z.strictObject({ channel: z.enum(channels) }),
  answer: sentCode,
  refusals: ['payment-password/not-set', 'payment-password/resting', 'code/channel-off', 'code/too-many'],
})

export const resetPaymentPassword = endpoint({
  api: 'merchant',
  path: '/merchant/payment-password/reset',
  about:
    'Sets a new payment password with the login password and a code that was sent, and ends a lock. No withdrawal leaves for 24 hours after it.',
  access: merchant,
  raw: true,
  input: z.strictObject({
    loginPassword: typedPassword,
    mailCode: sixDigits,
    code: sixDigits,
    again: sixDigits,
  }),
  answer: z.object({ payoutsNotBefore: instant }),
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
