/** Acts that a second person signs: what one operator proposes runs when another one has signed exactly that. */
import * as z from 'zod/mini'
import { auditSubjects } from './audit.ts'
import { anyOperator, endpoint } from './endpoint.ts'
import { anyOf, listEndpoint, oneOf } from './list-endpoint.ts'
import { operatorRoles } from './operators.ts'
import { passkeyAnswer } from './passkey.ts'
import { id, instant, ok } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** Every kind of act. The module that owns a kind says how it reads, shows and runs it (`defineActKind`). */
export const actKinds = [
  'withdrawal.approve',
  'payout.confirm',
  'payout.return',
  'payout.chain-end',
  'refund.approve',
  'refund.way',
  'payment.pix',
  'deposit.approve',
  'adjustment.post',
  'unidentified.assign',
  'unidentified.return',
  'treasury.book',
  'treasury.reverse',
  'payment-account.confirm',
  'shop.restrict',
  'shop.close',
  'setting.change',
  'person.erase',
  'coupon.issue',
  'carrier.secret',
  'operator.grant',
] as const
export type ActKindName = (typeof actKinds)[number]

export const actStates = ['open', 'executed', 'refused', 'expired'] as const
export type ActState = (typeof actStates)[number]

/** One line of what the signer reads. `label` is a key of the console's texts. */
export const actField = z.object({
  label: z.string(),
  value: z.string(),
  format: z.enum(['text', 'amount', 'time', 'code']),
})
export type ActField = z.output<typeof actField>

const person = z.object({ id, staffNumber: z.int(), name: z.string() })
const shop = z.nullable(z.object({ id, code: z.string(), name: z.nullable(z.string()) }))

const actRow = {
  id,
  kind: z.enum(actKinds),
  desk: z.enum(operatorRoles),
  subject: z.object({ kind: z.enum(auditSubjects), id: z.string() }),
  shop,
  fields: z.array(actField),
  state: z.enum(actStates),
  proposedBy: person,
  proposedAt: instant,
  expiresAt: instant,
  signed: z.int(),
  signaturesNeeded: z.int(),
  /** Whether this operator may sign: true, or the refusal that a signature would get. */
  maySign: z.union([z.literal(true), z.string()]),
}

export const listActs = listEndpoint({
  path: '/platform/act/list',
  summary:
    'Acts of the desks that the operator holds, newest first. `view` chooses those that wait for a signature of this operator, those the operator proposed, or all.',
  access: anyOperator,
  filters: { view: oneOf(['to-sign', 'proposed', 'all'], 'to-sign'), state: anyOf(actStates) },
  row: z.object(actRow),
  pages: 'counted',
  pageSize: 30,
  refusals: ['request/malformed'],
})

export const actDetail = endpoint({
  api: 'platform',
  path: '/platform/act/detail',
  summary: 'One act with its document, its digest and its signatures.',
  access: anyOperator,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...actRow,
    /** The act in canonical JSON (RFC 8785), and its SHA-256 in hexadecimal digits. */
    document: z.string(),
    digest: z.string(),
    signatures: z.array(
      z.object({
        by: person,
        at: instant,
        /** `passkey`: signed. `code`: confirmed with a code, which proves nothing to others. */
        method: z.enum(['passkey', 'code']),
        /** Whether the stored signature was verified now against the stored document; null for a code. */
        verified: z.nullable(z.boolean()),
      }),
    ),
    endedBy: z.nullable(person),
    endedAt: z.nullable(instant),
    endReason: z.nullable(z.string()),
  }),
  refusals: ['act/not-found'],
})

export const listSigners = endpoint({
  api: 'platform',
  path: '/platform/act/signers',
  summary:
    'The members of a desk who could sign what this operator proposes, and those who could not, with the refusal that their signature would get.',
  access: anyOperator,
  readOnly: true,
  tags: ['operators'],
  input: z.strictObject({ desk: z.enum(operatorRoles) }),
  response: z.object({ list: z.array(z.object({ ...person.shape, maySign: z.union([z.literal(true), z.string()]) })) }),
  refusals: [],
})

export const beginActSignature = endpoint({
  api: 'platform',
  path: '/platform/act/sign/begin',
  summary:
    'What a signature needs: the options for the passkey, whose challenge is the digest of the act, and whether a code of the authenticator is possible instead.',
  access: anyOperator,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    digest: z.string(),
    /** Options for `navigator.credentials.get`; null for an operator without a passkey. */
    passkey: z.nullable(z.record(z.string(), z.unknown())),
    code: z.boolean(),
  }),
  refusals: [
    'act/not-found',
    'act/not-open',
    'act/wrong-desk',
    'act/passkey-needed',
    'operator/second-person',
    'operator/too-new',
  ],
})

export const signAct = endpoint({
  api: 'platform',
  path: '/platform/act/sign',
  summary:
    'Signs the act with a passkey, or confirms it with a code of the authenticator, which production does not take. `digest` is the digest that the signer saw. The act runs with its last signature.',
  access: anyOperator,
  ownTransaction: true,
  input: z.strictObject({
    id,
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    assertion: z.optional(passkeyAnswer),
    code: z.optional(z.string().check(z.minLength(6), z.maxLength(40))),
  }),
  response: z.object({ state: z.enum(actStates), signed: z.int(), signaturesNeeded: z.int() }),
  refusals: [
    'act/not-found',
    'act/not-open',
    'act/changed',
    'act/wrong-desk',
    'act/signature-wrong',
    'act/passkey-needed',
    'operator/second-person',
    'operator/too-new',
    'login/code-wrong',
    'login/throttled',
    // What the acts refuse when they run.
    'decision/changed',
    'operator/importer',
    'adjustment/too-much',
    'treasury/coverage-short',
    'payment-account/not-configured',
    'shop/closing-unknown',
    'shop/restriction-unknown',
    'deposit/not-reviewable',
    'work/claimed',
    'withdrawal/not-pending',
    'withdrawal/payouts-paused',
    'withdrawal/method-off',
    'screening/open',
    'screening/waiting',
    'withdrawal/cooling-down',
    'withdrawal/not-found',
    'withdrawal/not-sent',
    'payout/not-proved',
    'payout/chain-final',
    'deposit/line-unknown',
    'refund/not-found',
    'refund/not-open',
    'order/not-shipped',
    'privacy/not-open',
    'privacy/blocked',
    'integration/not-found',
  ],
})

export const refuseAct = endpoint({
  api: 'platform',
  path: '/platform/act/refuse',
  summary: 'Ends an act without running it. A member of its desk can, and the proposer.',
  access: anyOperator,
  input: z.strictObject({ id, reason: staffText(5, 500) }),
  response: ok,
  refusals: ['act/not-found', 'act/not-open', 'act/wrong-desk', 'work/claimed'],
})
