/** The merchant's account: contacts, the login password, and the devices that are logged in. */
import * as z from 'zod/mini'
import { anyone, endpoint, merchant } from './endpoint.ts'
import { loginName, password, sentCode, passwordInput, userinfo } from './identity.ts'
import { channels, outboxMessage } from './outbox.ts'
import { ok, empty, id, instant, sixDigits } from './shapes.ts'

const contact = z.object({
  channel: z.enum(channels),
  address: z.string(),
  verifiedAt: z.nullable(instant),
  /**
   * This contact replaced another one. Until this time it cannot receive a code for a forgotten password. Null
   * without a limit.
   */
  trustedFrom: z.nullable(instant),
  /** Whether the platform can send a code to it. */
  reachable: z.boolean(),
})

export const personalInfo = endpoint({
  api: 'merchant',
  path: '/merchant/personal-info',
  summary: 'The merchant’s name and contacts, the dates of their verification, and where codes and notices are sent.',
  access: merchant,
  tags: ['shop'],
  readOnly: true,
  input: empty,
  response: z.object({
    /** Of the registration until it is verified; null until it is typed. */
    realName: z.nullable(z.string()),
    verifiedAt: z.nullable(instant),
    contacts: z.array(contact),
  }),
  refusals: [],
})

export const sendContactCode = endpoint({
  api: 'merchant',
  path: '/merchant/contact/code',
  summary: 'Sends a verification code to the current phone or e-mail.',
  access: merchant,
  // Only sends a code.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({ channel: z.enum(channels) }),
  response: sentCode,
  refusals: ['code/channel-off', 'code/too-many'],
})

export const sendNewContactCode = endpoint({
  api: 'merchant',
  path: '/merchant/contact/new-code',
  summary:
    'Sends a code to a new phone or e-mail. Requires the login password. The response is the same if another merchant uses that contact; that merchant is notified instead.',
  access: merchant,
  // Only sends a code.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({
    channel: z.enum(channels),
    address: z
      .string()
      .check(z.minLength(1, { error: 'field/required' }), z.maxLength(200, { error: 'field/too-long' })),
    loginPassword: passwordInput,
  }),
  response: sentCode,
  refusals: [
    'code/channel-off',
    'code/too-many',
    'contact/same',
    'field/email',
    'field/phone',
    'login/password-wrong',
    'login/throttled',
  ],
})

export const proveContact = endpoint({
  api: 'merchant',
  path: '/merchant/contact/prove',
  summary:
    'Verifies a phone or e-mail with the code that was sent to it and saves it as the merchant’s contact. After a change the previous contact is notified and withdrawals are blocked for 24 hours.',
  access: merchant,
  changes: ['shop', 'wallet'],
  ownTransaction: true,
  input: z.strictObject({ channel: z.enum(channels), code: sixDigits }),
  response: z.object({ changed: z.boolean() }),
  refusals: ['code/wrong', 'code/expired', 'code/used-up', 'registration/email-taken', 'registration/phone-taken'],
})

/** Whether the API keys of the shop end with the former password. */
const endKeys = z._default(z.boolean(), false)

export const changeLoginPassword = endpoint({
  api: 'merchant',
  path: '/merchant/password/change',
  summary:
    'Changes the login password. Requires the current one. All other sessions end; with `stay` false this session ends too. With `endKeys` all API keys of the shop end; otherwise a mail names those that go on.',
  access: merchant,
  changes: ['session', 'integrations'],
  ownTransaction: true,
  input: z.strictObject({ old: passwordInput, password, again: passwordInput, stay: z.boolean(), endKeys }),
  response: ok,
  refusals: ['password/mismatch', 'field/password-common', 'login/password-wrong', 'login/throttled'],
})

export const forgotLoginPassword = endpoint({
  api: 'merchant',
  path: '/merchant/password/forgot',
  summary:
    'Sends a code for a new login password to a verified phone or e-mail, or to those of the registration if none is verified. The response is the same if no merchant has that contact. The code works only with the returned `request`.',
  access: anyone,
  // The caller has no session, so no query shows the account.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({ name: loginName }),
  response: z.object({ request: z.string(), expiresAt: instant }),
  refusals: ['code/channel-off', 'login/throttled'],
})

export const resetLoginPassword = endpoint({
  api: 'merchant',
  path: '/merchant/password/reset',
  summary:
    'Sets a new login password with a code and logs in. All sessions end, the payment password stays, and withdrawals are blocked for 24 hours. With `endKeys` all API keys of the shop end; otherwise a mail names those that go on.',
  access: anyone,
  // The caller has no session, so no query shows the account.
  changes: [],
  ownTransaction: true,
  input: z.strictObject({
    name: loginName,
    request: z.string().check(z.maxLength(64)),
    code: sixDigits,
    password,
    again: passwordInput,
    endKeys,
  }),
  response: z.object({ userinfo, payoutsNotBefore: instant }),
  refusals: ['password/mismatch', 'field/password-common', 'login/throttled', 'code/void'],
})

export const demoLoginCode = endpoint({
  api: 'merchant',
  path: '/merchant/demo/login-code',
  summary: 'The message with the code for a new login password. Demo mode only.',
  access: anyone,
  readOnly: true,
  input: z.strictObject({ request: z.string().check(z.maxLength(64)) }),
  response: z.object({ list: z.array(outboxMessage) }),
  refusals: ['request/demo-only'],
})

export const listSessions = endpoint({
  api: 'merchant',
  path: '/merchant/session/list',
  summary: 'The merchant’s sessions, last used first. `usedAt` is exact to five minutes.',
  access: merchant,
  tags: ['session'],
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        id,
        /** Names of the browser and the system from the request; null when the request did not contain them. */
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        /** IP address of the login. */
        address: z.nullable(z.string()),
        since: instant,
        usedAt: instant,
        here: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const endSession = endpoint({
  api: 'merchant',
  path: '/merchant/session/end',
  summary: 'Ends the session of one device. The device is unknown at the next login.',
  access: merchant,
  changes: ['session'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['session/not-found'],
})

export const endSessions = endpoint({
  api: 'merchant',
  path: '/merchant/session/end-all',
  summary: 'Ends all sessions; with `stay` all but this one. The other devices are unknown at the next login.',
  access: merchant,
  changes: ['session'],
  input: z.strictObject({ stay: z.boolean() }),
  response: ok,
  refusals: [],
})
