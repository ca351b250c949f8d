/** Operators: their login, their admission, and their desks. */
import * as z from 'zod/mini'
import { anyone, anyOperator, endpoint, duringLogin, operator } from './endpoint.ts'
import { passwordInput } from './identity.ts'
import { outboxMessage } from './outbox.ts'
import { ok, email, empty, id, instant, boundedText } from './shapes.ts'

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
}

export const operatorLogin = endpoint({
  api: 'platform',
  path: '/platform/login',
  summary:
    'First step of an operator’s log-in, by e-mail and password. `next` says what the session needs before it may do anything else. With `code` both steps are one, and strangers’ wrong tries do not slow it down.',
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
    'Second step: a code of the authenticator, or a recovery code. The session gets another token. A code is taken once; after five wrong ones the session is over.',
  access: duringLogin('second-factor'),
  ownTransaction: true,
  input: z.strictObject({ code: secondFactor }),
  response: z.object(opened),
  refusals: ['login/code-wrong', 'login/throttled'],
})

export const chooseOperatorPassword = endpoint({
  api: 'platform',
  path: '/platform/password',
  summary:
    'Chooses another password for who knows the present one. All other sessions end. Needed at the first log-in of an operator whose password somebody else made.',
  access: duringLogin('choose-password'),
  ownTransaction: true,
  input: z.strictObject({ old: passwordInput, password: operatorPassword, again: passwordInput }),
  response: z.object({ next: z.nullable(z.enum(loginSteps)) }),
  refusals: [
    'password/mismatch',
    'password/same',
    'field/password-common',
    'login/wrong',
    'login/throttled',
    'request/busy',
  ],
})

export const beginSecondFactor = endpoint({
  api: 'platform',
  path: '/platform/second-factor/begin',
  summary:
    'Makes the secret for an authenticator. It counts from the first right code on. Who has one already gives a present code.',
  access: duringLogin('enrol-second-factor'),
  ownTransaction: true,
  input: z.strictObject({ present: z.optional(secondFactor) }),
  response: z.object({
    secret: z.string(),
    /** `otpauth://` URI, for a QR code. */
    uri: z.string(),
  }),
  refusals: ['login/code-wrong', 'login/throttled'],
})

export const confirmSecondFactor = endpoint({
  api: 'platform',
  path: '/platform/second-factor/confirm',
  summary:
    'Takes the first code of the new secret: it is the second factor from now on. The session gets another token; the recovery codes are answered once and replace those before.',
  access: duringLogin('enrol-second-factor'),
  ownTransaction: true,
  input: z.strictObject({ code: secondFactor }),
  response: z.object({ ...opened, recoveryCodes: z.array(z.string()) }),
  refusals: ['login/code-wrong', 'login/throttled'],
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
  summary: 'The operator, the desks held, and from when approvals of money count.',
  access: anyOperator,
  readOnly: true,
  input: empty,
  response: z.object({
    operatorId: id,
    name: z.string(),
    email: z.string(),
    roles: z.array(desk),
    /** The time from which this operator's approvals count; null if they count now. */
    mayApproveFrom: z.nullable(instant),
    recoveryCodesLeft: z.int(),
  }),
  refusals: [],
})

export const listOperatorSessions = endpoint({
  api: 'platform',
  path: '/platform/session/list',
  summary: 'Where the operator is logged in, last used first. `usedAt` is right to a minute.',
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
  summary: 'Ends one of the operator’s own sessions; its device is not known afterwards.',
  access: anyOperator,
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['session/not-found'],
})

export const inviteOperator = endpoint({
  api: 'platform',
  path: '/platform/operator/invite',
  summary:
    'Invites an operator with desks. Another owner confirms it; while there is only one owner it is confirmed at once. Then a token goes to the address by mail. An open invitation of the same address ends.',
  access: operator('owner'),
  input: z.strictObject({ name: boundedText(2, 100), email, desks }),
  response: z.object({ id, confirmed: z.boolean() }),
  refusals: ['registration/email-taken', 'code/channel-off', 'operator/too-new', 'operator/second-person'],
})

export const readmitOperator = endpoint({
  api: 'platform',
  path: '/platform/operator/readmit',
  summary:
    'For an operator who lost the password or the second factor: an invitation to choose both anew, confirmed like any other. Approvals of money wait again afterwards.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: z.object({ id, confirmed: z.boolean() }),
  refusals: ['operator/not-found', 'code/channel-off', 'operator/too-new', 'operator/second-person'],
})

export const confirmOperatorInvitation = endpoint({
  api: 'platform',
  path: '/platform/operator/invitation/confirm',
  summary: 'Another owner than who invited confirms; the token goes to the invited by mail and holds for three days.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['invitation/unknown', 'invitation/used', 'operator/second-person', 'operator/too-new', 'code/channel-off'],
})

export const revokeOperatorInvitation = endpoint({
  api: 'platform',
  path: '/platform/operator/invitation/revoke',
  summary: 'Ends an invitation that was not used.',
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
  summary: 'The invited chooses a password with the token of the mail, once. The log-in asks for a second factor next.',
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
    'Gives an operator one more desk; nobody grants to themselves. With a desk that approves money, approvals wait anew. All owners are told.',
  access: operator('owner'),
  input: z.strictObject({ id, desk }),
  response: ok,
  refusals: ['operator/not-found', 'operator/second-person', 'operator/too-new'],
})

export const withdrawDesk = endpoint({
  api: 'platform',
  path: '/platform/operator/withdraw',
  summary: 'Takes a desk away. The last owner stays one.',
  access: operator('owner'),
  input: z.strictObject({ id, desk }),
  response: ok,
  refusals: ['operator/not-found', 'operator/last-owner', 'session/expired'],
})

export const listOperators = endpoint({
  api: 'platform',
  path: '/platform/operator/list',
  summary: 'Every operator with desks, also those who left.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: empty,
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
      }),
    ),
  }),
  refusals: [],
})

export const deactivateOperator = endpoint({
  api: 'platform',
  path: '/platform/operator/deactivate',
  summary:
    'Ends an operator’s sessions and log-ins for ever; what they did stays theirs. The last owner stays. All owners are told.',
  access: operator('owner'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['operator/not-found', 'operator/last-owner', 'session/expired'],
})

export const listOperatorEvents = endpoint({
  api: 'platform',
  path: '/platform/operator/events',
  summary: 'What happened to operators, newest first: invitations, admissions, grants, log-in changes, deactivations.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        at: instant,
        name: z.string(),
        operatorId: z.nullable(id),
        by: z.nullable(id),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  refusals: [],
})

export const demoOperatorOutbox = endpoint({
  api: 'platform',
  path: '/platform/demo/outbox',
  summary: 'Mail to operators and to those who are invited, which nobody sends in a demo. Only in demo mode.',
  access: operator('owner'),
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(outboxMessage) }),
  refusals: ['request/demo-only'],
})
