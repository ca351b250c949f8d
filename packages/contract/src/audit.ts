/** The audit: what operators do, as the audit writes it and as merchants see it. */
import * as z from 'zod/mini'
import { endpoint, merchant, operator } from './endpoint.ts'
import { operatorRoles } from './operators.ts'
import { cursor, day, empty, id, instant } from './shapes.ts'

/**
 * What a call of an operator is about. Table `audit_subject` names the columns that the audit keeps of some of them.
 */
export const auditSubjects = [
  'shop',
  'buyer',
  'restriction',
  'closing',
  'coupon',
  'registration',
  'screening',
  'document',
  'order',
  'shipment',
  'deposit',
  'withdrawal',
  'payout',
  'refund',
  'dispute',
  'adjustment',
  'unidentified-money',
  'treasury-movement',
  'conversation',
  'order-talk',
  'message',
  'announcement',
  'reply',
  'payment-account',
  'review',
  'report',
  'privacy-request',
  'listing',
  'product',
  'category',
  'supplier',
  'file',
  'import',
  'invitation',
  'operator',
  'operator-invitation',
  'session',
  'credential',
  'bank-statement',
  'bank-line',
  'payment-event',
  'books',
  'work-item',
  'act',
  'setting',
  'job',
  'webhook',
  'api-key',
  'carrier',
  'audit',
] as const
export type AuditSubjectKind = (typeof auditSubjects)[number]

/** What an operator did. */
export const auditActs = [
  'read',
  'searched',
  'exported',
  'created',
  'changed',
  'deleted',
  'imported',
  'undone',
  'claimed',
  'released',
  'proposed',
  'signed',
  'approved',
  'rejected',
  'decided',
  'confirmed',
  'sent',
  'shipped',
  'matched',
  'restricted',
  'lifted',
  'closed',
  'opened',
  'invited',
  'granted',
  'revoked',
  'logged-in',
  'logged-out',
] as const
export type AuditAct = (typeof auditActs)[number]

/**
 * `begun`: a call that began and has no outcome yet, or whose server stopped. `repeated`: the stored answer was given
 * again.
 */
export const auditOutcomes = ['begun', 'done', 'repeated', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

const auditFilter = {
  /** The code or id of a subject, the code of a shop, or the id of a request. */
  search: z.optional(z.string().check(z.maxLength(100))),
  operatorId: z.optional(id),
  desk: z.optional(z.enum(operatorRoles)),
  act: z.optional(z.enum(auditActs)),
  subject: z.optional(z.enum(auditSubjects)),
  outcome: z.optional(z.enum(auditOutcomes)),
  shopId: z.optional(id),
  /** Days in UTC, both included. */
  from: z.optional(day),
  to: z.optional(day),
}

const auditRow = z.object({
  /** The place in the chain. */
  id: z.string(),
  at: instant,
  outcome: z.enum(auditOutcomes),
  /** The name of the refusal. */
  refusal: z.nullable(z.string()),
  by: z.nullable(z.object({ id, staffNumber: z.int(), name: z.string() })),
  /** The role that admitted the call; null when every operator may make it, and for a missing role. */
  desk: z.nullable(z.enum(operatorRoles)),
  endpoint: z.string(),
  act: z.enum(auditActs),
  subject: z.object({
    kind: z.enum(auditSubjects),
    id: z.nullable(z.string()),
    code: z.nullable(z.string()),
  }),
  shops: z.array(z.object({ id, code: z.string(), name: z.nullable(z.string()) })),
  reason: z.nullable(z.string()),
})

export const listAudit = endpoint({
  api: 'platform',
  path: '/platform/audit/list',
  summary: 'The calls of operators, newest first.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ ...auditFilter, limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50), cursor }),
  response: z.object({ list: z.array(auditRow), total: z.int(), cursor: z.nullable(z.string()) }),
  refusals: ['request/malformed'],
})

const facts = z.nullable(z.record(z.string(), z.unknown()))
export const auditDetail = endpoint({
  api: 'platform',
  path: '/platform/audit/detail',
  summary: 'One row of the audit with what it changed, and its place in the chain. The hash is computed again.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ id: z.string().check(z.regex(/^\d{1,18}$/)) }),
  response: z.object({
    ...auditRow.shape,
    /** Whether the merchant reads the reason. */
    reasonShown: z.boolean(),
    before: facts,
    after: facts,
    detail: facts,
    address: z.string(),
    requestId: z.string(),
    /** The row that the call wrote before it, for a call with transactions of its own. */
    begunId: z.nullable(z.string()),
    previousHash: z.string(),
    hash: z.string(),
    /** Whether the hash follows from this row and the one before it. */
    verified: z.boolean(),
  }),
  refusals: ['audit/not-found'],
})

export const auditHead = endpoint({
  api: 'platform',
  path: '/platform/audit/head',
  summary: 'The head of the chain: the number of rows and the hash of the last one.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({ rows: z.string(), hash: z.string() }),
  refusals: [],
})

export const exportAudit = endpoint({
  api: 'platform',
  path: '/platform/audit/export',
  summary: 'The rows of a filter as CSV, newest first, with their hashes. At most 100,000 rows.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  file: true,
  input: z.strictObject(auditFilter),
  response: z.unknown(),
  refusals: [],
})

export const shopActs = endpoint({
  api: 'merchant',
  path: '/merchant/acts',
  summary:
    'What the platform’s staff did that concerns this shop, newest first: the desk and the number of the person, never a name. Views of identity photos are among them.',
  access: merchant,
  readOnly: true,
  offline: true,
  tags: ['shop'],
  input: z.strictObject({ limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30), cursor }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        at: instant,
        desk: z.nullable(z.enum(operatorRoles)),
        staffNumber: z.int(),
        act: z.enum(auditActs),
        subject: z.object({
          kind: z.enum(auditSubjects),
          id: z.nullable(z.string()),
          code: z.nullable(z.string()),
        }),
        reason: z.nullable(z.string()),
        outcome: z.enum(['begun', 'done', 'refused', 'failed']),
      }),
    ),
    total: z.int(),
    cursor: z.nullable(z.string()),
  }),
  refusals: ['request/malformed'],
})
