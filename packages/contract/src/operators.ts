/** Operators: their login, their admission, and their desks. */
import * as z from 'zod/mini'
import { anyone, anyOperator, endpoint, duringLogin, operator } from './endpoint.ts'
import { passwordInput } from './identity.ts'
import { outboxMessage } from './outbox.ts'
import { passkeyAnswer } from './passkey.ts'
import { boundedText, cursor, email, empty, id, instant, ok, openAct, wholeLimit } from './shapes.ts'

export const operatorRoles = ['owner', 'catalogue', 'fulfilment', 'finance', 'review', 'support', 'auditor'] as const

/** The steps that a login still needs; until then the session may do nothing else. */
export const loginSteps = ['second-factor', 'choose-password', 'enrol-second-factor'] as const
export type LoginStep = (typeof loginSteps)[number]

const desk = z.enum(operatorRoles)
const desks = z.array(desk).check(z.minLength(1), z.maxLength(operatorRoles.length))
/** An operator's own password. */
const operatorPassword = z
  .string()
  .check(z.minLength(15, { error: 'field/password-short' }), z.maxLength(200, { error: 'field/too-long' }))
/** A six-digit code of an authenticator app, or a recovery code. */
const secondFactor = z
  .string()
  .check(z.minLength(6, { error: 'field/required' }), z.maxLength(40, { error: 'field/too-long' }))

/** A present factor: a code, or the answer of a passkey to the challenge of `passkeyChallenge`. */
const presentFactor = { present: z.optional(secondFactor), assertion: z.optional(passkeyAnswer) }
/** Options for `navigator.credentials`, as `@simplewebauthn/browser` takes them. */
const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

const opened = {
  token: z.string(),
  /**
   * Secret that makes this device known at the next login; null if it is known already, or the login is incomplete.
   */
  device: z.nullable(z.string()),
  operatorId: id,
  name: z.string(),
  roles: z.array(desk),
  /** The next step of the login; null for a complete session. */
  next: z.nullable(z.enum(loginSteps)),
  /** What can be the second factor of this operator. */
  factors: z.array(z.enum(['passkey', 'code'])),
}

export const operatorLogin = endpoint({
  api: 'platform',
  path: '/platform/login',
  summary:
    'First step of an operator’s login: e-mail and password. `next` names the next required step. With `code` both steps are done at once, and failed attempts of other devices do not slow it down.',
  access: anyone,
  ownTransaction: true,
  input: z.strictObject({ email, password: passwordInput, code: z.optional(secondFactor) }),
  response: z.object(opened),
  refusals: ['login/wrong', 'login/throttled', 'login/slow-down', 'login/code-wrong', 'request/busy'],
})

export const verifySecondFactor = endpoint({
  api: 'platform',
  path: '/platform/login/code',
  summary:
    'Second step: an authenticator code or a recovery code. Returns a new token. Each code can be used once; five wrong codes end the session.',
  access: duringLogin('second-factor'),
  ownTransaction: true,
  input: z.strictObject({ code: secondFactor }),
  response: z.object(opened),
  refusals: ['login/code-wrong', 'login/throttled'],
})

export const beginPasskeyLogin = endpoint({
  api: 'platform',
  path: '/platform/login/passkey/begin',
  summary: 'The challenge for a log-in by passkey alone. It is valid once and for five minutes.',
  access: anyone,
  ownTransaction: true,
  input: empty,
  response: passkeyOptions,
  refusals: ['request/too-many'],
})

export const passkeyLogin = endpoint({
  api: 'platform',
  path: '/platform/login/passkey',
  summary: 'Logs in by passkey alone. The authenticator verified the user, so it counts as both factors.',
  access: anyone,
  ownTransaction: true,
  input: z.strictObject({ assertion: passkeyAnswer }),
  response: z.object(opened),
  refusals: ['credential/expired', 'credential/wrong', 'request/too-many'],
})

export const passkeyChallenge = endpoint({
  api: 'platform',
  path: '/platform/passkey/challenge',
  summary:
    'The challenge for a passkey of this operator: for the second step of a log-in, and to prove a present factor.',
  access: duringLogin('second-factor', 'enrol-second-factor'),
  ownTransaction: true,
  input: empty,
  response: passkeyOptions,
  refusals: [],
})

export const verifyPasskey = endpoint({
  api: 'platform',
  path: '/platform/login/passkey/verify',
  summary: 'Second step of a log-in by a passkey instead of a code. The session gets another token.',
  access: duringLogin('second-factor'),
  ownTransaction: true,
  input: z.strictObject({ assertion: passkeyAnswer }),
  response: z.object(opened),
  refusals: ['credential/expired', 'credential/wrong', 'login/throttled'],
})

export const beginPasskey = endpoint({
  api: 'platform',
  path: '/platform/passkey/begin',
  summary:
    'The challenge for a new passkey. An operator who has a factor proves it, by a code or by the answer of a passkey.',
  access: duringLogin('enrol-second-factor'),
  ownTransaction: true,
  input: z.strictObject(presentFactor),
  response: passkeyOptions,
  refusals: ['login/code-wrong', 'login/throttled', 'credential/expired', 'credential/wrong', 'credential/too-many'],
})

export const confirmPasskey = endpoint({
  api: 'platform',
  path: '/platform/passkey/confirm',
  summary:
    'Stores a new passkey. As the first factor of the operator it completes the log-in: the session gets another token, and the recovery codes are answered once.',
  access: duringLogin('enrol-second-factor'),
  ownTransaction: true,
  input: z.strictObject({ name: boundedText(1, 60), response: passkeyAnswer }),
  response: z.object({
    /** The id of the passkey. */
    id: z.string(),
    session: z.nullable(z.object(opened)),
    recoveryCodes: z.nullable(z.array(z.string())),
  }),
  refusals: ['credential/expired', 'credential/wrong', 'credential/known'],
})

export const listPasskeys = endpoint({
  api: 'platform',
  path: '/platform/passkey/list',
  summary: 'The passkeys of the operator, and whether an authenticator app is enrolled.',
  access: anyOperator,
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: instant,
        usedAt: z.nullable(instant),
        /** Whether copies of the passkey may exist on other devices of its owner. */
        backedUp: z.boolean(),
      }),
    ),
    authenticator: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
  refusals: [],
})

export const removePasskey = endpoint({
  api: 'platform',
  path: '/platform/passkey/remove',
  summary: 'Removes a passkey. The last factor of an operator stays. The operator proves a present factor.',
  access: anyOperator,
  ownTransaction: true,
  input: z.strictObject({ id: z.string().check(z.maxLength(2000)), ...presentFactor }),
  response: ok,
  refusals: [
    'credential/unknown',
    'credential/last',
    'login/code-wrong',
    'login/throttled',
    'credential/expired',
    'credential/wrong',
  ],
})

export const chooseOperatorPassword = endpoint({
  api: 'platform',
  path: '/platform/password',
  summary:
    'Changes the password. Requires the current one. All other sessions end. Required at the first login of an operator whose password another person set.',
  access: duringLogin('choose-password'),
  ownTransaction: true,
  input: z.strictObject({ old: passwordInput, password: operatorPassword, again: passwordInput }),
  response: z.object({ next: z.nullable(z.enum(loginSteps)) }),
  refusals: [
    'password/mismatch',
    'password/same',
    'field/password-common',
    'login/password-wrong',
    'login/throttled',
    'request/busy',
  ],
})

export const beginSecondFactor = endpoint({
  api: 'platform',
  path: '/platform/second-factor/begin',
  summary:
    'Creates the secret of a new authenticator. It takes effect with the first correct code. An operator who has an authenticator sends a current code.',
  access: duringLogin('enrol-second-factor'),
  ownTransaction: true,
  input: z.strictObject(presentFactor),
  response: z.object({
    secret: z.string(),
    /** `otpauth://` URI, for a QR code. */
    uri: z.string(),
    /**
     * The URI as a QR code: the dark modules as a path of SVG, in a square of `size` modules without its quiet zone.
     */
    qr: z.object({ size: z.number().check(z.int()), path: z.string() }),
  }),
  refusals: ['login/code-wrong', 'login/throttled', 'credential/expired', 'credential/wrong'],
})

export const confirmSecondFactor = endpoint({
  api: 'platform',
  path: '/platform/second-factor/confirm',
  summary:
    'Enrols the new authenticator with its first code. Returns a new token, and the recovery codes once; earlier recovery codes end.',
  access: duringLogin('enrol-second-factor'),
  ownTransaction: true,
  input: z.strictObject({ code: secondFactor }),
  response: z.object({ ...opened, recoveryCodes: z.array(z.string()) }),
  refusals: ['login/code-wrong', 'login/throttled'],
})

export const removeSecondFactor = endpoint({
  api: 'platform',
  path: '/platform/second-factor/remove',
  summary:
    'Removes the authenticator of an operator who has a passkey, and proves it with one: it is then the factor that stays. All other sessions end. The recovery codes stay.',
  access: anyOperator,
  ownTransaction: true,
  input: z.strictObject({ assertion: passkeyAnswer }),
  response: ok,
  refusals: ['credential/unknown', 'credential/last', 'credential/expired', 'credential/wrong'],
})

export const makeRecoveryCodes = endpoint({
  api: 'platform',
  path: '/platform/recovery-codes/make',
  summary: 'Makes new recovery codes and shows them once. Earlier ones end. The operator proves a present factor.',
  access: anyOperator,
  ownTransaction: true,
  input: z.strictObject(presentFactor),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ['login/code-wrong', 'login/throttled', 'credential/expired', 'credential/wrong'],
})

export const operatorLogout = endpoint({
  api: 'platform',
  path: '/platform/logout',
  summary: 'Ends this session.',
  access: duringLogin('second-factor', 'choose-password', 'enrol-second-factor'),
  input: empty,
  response: ok,
  refusals: [],
})

export const operatorMe = endpoint({
  api: 'platform',
  path: '/platform/me',
  summary: 'The operator, the desks held, and the time from which approvals of money count.',
  access: anyOperator,
  readOnly: true,
  tags: ['operators'],
  input: empty,
  response: z.object({
    operatorId: id,
    name: z.string(),
    email: z.string(),
    roles: z.array(desk),
    /** The time from which this operator's approvals count; null if they count now. */
    mayApproveFrom: z.nullable(instant),
    recoveryCodesLeft: z.int(),
    /** Active owners. While there is one, nobody confirms what the owner does. */
    owners: z.int(),
  }),
  refusals: [],
})

export const listOperatorSessions = endpoint({
  api: 'platform',
  path: '/platform/session/list',
  summary: 'The operator’s own sessions, last used first. `usedAt` is exact to one minute.',
  access: anyOperator,
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        id,
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        address: z.nullable(z.string()),
        since: instant,
        usedAt: instant,
        here: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const endOperatorSession = endpoint({
  api: 'platform',
  path: '/platform/session/end',
  summary: 'Ends one of the operator’s own sessions. Its device is unknown at the next login.',
  access: anyOperator,
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['session/not-found'],
})

export const inviteOperator = endpoint({
  api: 'platform',
  path: '/platform/operator/invite',
  summary:
    'Invites an operator with desks. Another owner confirms; with a single owner the invitation is confirmed at once. A token is then sent by mail. An earlier open invitation of the same address ends.',
  access: operator('owner'),
  input: z.strictObject({ name: boundedText(1, 100), email, desks }),
  response: z.object({ id, confirmed: z.boolean() }),
  refusals: ['registration/email-taken', 'code/channel-off', 'operator/too-new', 'operator/second-person'],
})

export const readmitOperator = endpoint({
  api: 'platform',
  path: '/platform/operator/readmit',
  summary:
    'Invites an operator who lost the password or the second factor to set both again. Confirmed like any invitation. The waiting time for approvals of money starts again.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: z.object({ id, confirmed: z.boolean() }),
  refusals: ['operator/not-found', 'code/channel-off', 'operator/too-new', 'operator/second-person'],
})

export const confirmOperatorInvitation = endpoint({
  api: 'platform',
  path: '/platform/operator/invitation/confirm',
  summary:
    'Confirmation by another owner than the inviting one. The token is sent by mail and is valid for three days.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['invitation/unknown', 'invitation/used', 'operator/second-person', 'operator/too-new', 'code/channel-off'],
})

export const revokeOperatorInvitation = endpoint({
  api: 'platform',
  path: '/platform/operator/invitation/revoke',
  summary: 'Revokes an unused invitation.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['invitation/unknown'],
})

export const listOperatorInvitations = endpoint({
  api: 'platform',
  path: '/platform/operator/invitation/list',
  summary: 'Invitations that can still be confirmed or used, newest first. Tokens are never shown.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        id,
        name: z.string(),
        email: z.string(),
        desks: z.array(desk),
        invitedBy: z.string(),
        invitedById: id,
        invitedAt: instant,
        confirmedBy: z.nullable(z.string()),
        expiresAt: z.nullable(instant),
      }),
    ),
  }),
  refusals: [],
})

export const acceptOperatorInvitation = endpoint({
  api: 'platform',
  path: '/platform/operator/invitation/accept',
  summary:
    'Sets the password of an invited operator with the token of the mail, which is valid once. The first login then requires a second factor.',
  access: anyone,
  ownTransaction: true,
  input: z.strictObject({
    token: z.string().check(z.minLength(1, { error: 'field/required' }), z.maxLength(100)),
    password: operatorPassword,
    again: passwordInput,
  }),
  response: z.object({ operatorId: id }),
  refusals: [
    'password/mismatch',
    'field/password-common',
    'invitation/unknown',
    'invitation/expired',
    'registration/email-taken',
    'request/too-many',
    'request/busy',
  ],
})

export const grantDesk = endpoint({
  api: 'platform',
  path: '/platform/operator/grant',
  summary:
    'Grants one more desk to another operator. The desks of finance and of owners wait for the signature of another owner, if there is one: then `actId` names the act. For a desk that approves money the waiting time starts again. All owners are notified.',
  access: operator('owner'),
  input: z.strictObject({ id, desk }),
  response: z.object({ actId: openAct }),
  refusals: ['operator/not-found', 'operator/second-person', 'operator/too-new', 'act/already-open'],
})

export const withdrawDesk = endpoint({
  api: 'platform',
  path: '/platform/operator/withdraw',
  summary: 'Withdraws a desk. The last owner cannot be withdrawn.',
  access: operator('owner'),
  input: z.strictObject({ id, desk }),
  response: ok,
  refusals: ['operator/not-found', 'operator/last-owner', 'session/expired'],
})

export const listOperators = endpoint({
  api: 'platform',
  path: '/platform/operator/list',
  summary: 'All operators with their desks, including deactivated ones.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ limit: wholeLimit, cursor }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        name: z.string(),
        email: z.string(),
        roles: z.array(desk),
        deactivatedAt: z.nullable(instant),
        /** The operators who sent and confirmed the invitation; null for the first operator and for old accounts. */
        invitedBy: z.nullable(id),
        confirmedBy: z.nullable(id),
        mayApproveFrom: instant,
        secondFactor: z.boolean(),
        /** The last call of the platform's API that the audit has; null if there is none. */
        lastCallAt: z.nullable(instant),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const deactivateOperator = endpoint({
  api: 'platform',
  path: '/platform/operator/deactivate',
  summary:
    'Deactivates an operator permanently and ends all sessions. The records of past actions stay. The last owner cannot be deactivated. All owners are notified.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['operator/not-found', 'operator/last-owner', 'session/expired'],
})

export const listOperatorEvents = endpoint({
  api: 'platform',
  path: '/platform/operator/events',
  summary: 'Events of operators, newest first: invitations, admissions, grants, credential changes, deactivations.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ operatorId: z.optional(id), limit: wholeLimit, cursor }),
  response: z.object({
    list: z.array(
      z.object({
        at: instant,
        name: z.string(),
        operatorId: z.nullable(id),
        by: z.nullable(id),
        /** The name of `by`. */
        byName: z.nullable(z.string()),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const demoSecondFactorCode = endpoint({
  api: 'platform',
  path: '/platform/demo/code',
  summary: 'What the operator’s own authenticator shows now, for who tries a demo without one. Only in demo mode.',
  access: duringLogin('second-factor', 'enrol-second-factor'),
  readOnly: true,
  input: empty,
  response: z.object({ code: z.string() }),
  refusals: ['request/demo-only', 'session/expired', 'login/code-wrong'],
})

export const demoOperatorOutbox = endpoint({
  api: 'platform',
  path: '/platform/demo/outbox',
  summary: 'Mail to operators and invited persons, which a demo does not send. Demo mode only.',
  access: operator('owner'),
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(outboxMessage) }),
  refusals: ['request/demo-only'],
})
