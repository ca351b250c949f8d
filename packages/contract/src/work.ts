/** The work queue of the operators: what waits for a decision, over all desks, by deadline. */
import * as z from 'zod/mini'
import { anyOperator, endpoint, type OperatorRole } from './endpoint.ts'
import { operatorRoles } from './operators.ts'
import { boundedText, cursor, cursorPageOf, id, instant, ok } from './shapes.ts'

/**
 * The kinds of work, each with the desks that do it. An auditor reads every kind. A new kind needs its source in
 * `apps/server/src/modules/staff/work/sources.ts`.
 */
export const workDesks = {
  registration: ['review'],
  withdrawal: ['finance'],
  payout: ['finance'],
  conversation: ['support'],
  review: ['review', 'support'],
  report: ['review', 'support'],
  screening: ['review', 'finance'],
  'privacy-request': ['support', 'owner'],
  announcement: ['support', 'owner'],
  appeal: ['finance'],
  refund: ['support', 'finance'],
  'refund-payment': ['finance'],
  dispute: ['finance', 'support'],
  shipment: ['fulfilment'],
  delivery: ['fulfilment'],
  recharge: ['finance'],
  'unidentified-money': ['finance'],
  'treasury-movement': ['finance'],
  adjustment: ['finance'],
  'act-finance': ['finance'],
  'act-review': ['review'],
  'act-owner': ['owner'],
  alert: ['owner'],
  'processor-event': ['finance', 'owner'],
} as const satisfies Record<string, readonly OperatorRole[]>
export type WorkKind = keyof typeof workDesks
export const workKinds = Object.keys(workDesks) as [WorkKind, ...WorkKind[]]
const kind = z.enum(workKinds)

/** How long a claim holds without a renewal, minutes. */
export const claimMinutes = 10

const operatorName = z.object({ id, name: z.string() })

export const workItem = z.object({
  kind,
  id,
  shop: z.nullable(z.object({ id, code: z.string(), name: z.nullable(z.string()) })),
  /** What an operator recognises the item by: a name or a number; of an act or an alert its kind. */
  title: z.string(),
  /** The bank file or the network that an item belongs to at its desk; null for items that stand for themselves. */
  group: z.nullable(z.string()),
  /** The money of the item in dollars; null for items without an amount. */
  amount: z.nullable(z.string()),
  /** Since when it waits. */
  since: instant,
  /** The deadline that the platform promises. */
  dueAt: instant,
  claim: z.nullable(z.object({ by: operatorName, until: instant })),
  snooze: z.nullable(z.object({ by: operatorName, until: instant, reason: z.string() })),
})
export type WorkItem = z.output<typeof workItem>

export const workStates = ['open', 'mine', 'snoozed', 'all'] as const

export const listWork = endpoint({
  api: 'platform',
  path: '/platform/work/list',
  summary:
    'The open items of the operator’s desks, earliest deadline first. `open`: without the snoozed ones. `mine`: claimed by the operator. `snoozed`: put off. `all`: also the snoozed ones.',
  access: anyOperator,
  readOnly: true,
  tags: ['work'],
  input: z.strictObject({
    state: z._default(z.enum(workStates), 'open'),
    desk: z.optional(z.enum(operatorRoles)),
    kind: z.optional(kind),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    cursor,
  }),
  response: z.omit(cursorPageOf(workItem), { total: true }),
  refusals: [],
})

export const workCounts = endpoint({
  api: 'platform',
  path: '/platform/work/counts',
  summary: 'How many items of each kind are open, overdue, claimed and snoozed.',
  access: anyOperator,
  readOnly: true,
  tags: ['work'],
  input: z.strictObject({}),
  response: z.object({
    list: z.array(z.object({ kind, open: z.int(), overdue: z.int(), claimed: z.int(), snoozed: z.int() })),
  }),
  refusals: [],
})

export const workDay = endpoint({
  api: 'platform',
  path: '/platform/work/day',
  summary:
    'The day of these kinds of work: what waits, since when and how much money, and how many decisions were made and refused since midnight (UTC).',
  access: anyOperator,
  readOnly: true,
  tags: ['work'],
  input: z.strictObject({ kinds: z.array(kind).check(z.minLength(1), z.maxLength(workKinds.length)) }),
  response: z.object({
    waiting: z.int(),
    overdue: z.int(),
    /** Since when the oldest waits; null for none. */
    oldest: z.nullable(instant),
    /** Dollars; null when no item has an amount. */
    sum: z.nullable(z.string()),
    decided: z.int(),
    failed: z.int(),
  }),
  refusals: [],
})

export const findWork = endpoint({
  api: 'platform',
  path: '/platform/work/item',
  summary: 'One item with its claim; null when it is not open or the operator’s desks do not read its kind.',
  access: anyOperator,
  readOnly: true,
  tags: ['work'],
  input: z.strictObject({ kind, id }),
  response: z.object({ item: z.nullable(workItem) }),
  refusals: [],
})

export const nextWork = endpoint({
  api: 'platform',
  path: '/platform/work/next',
  summary: 'The open item with the earliest deadline that nobody else has claimed and that is not snoozed.',
  access: anyOperator,
  readOnly: true,
  input: z.strictObject({ desk: z.optional(z.enum(operatorRoles)), kind: z.optional(kind) }),
  response: z.object({ item: z.nullable(workItem) }),
  refusals: [],
})

export const claimWork = endpoint({
  api: 'platform',
  path: '/platform/work/claim',
  summary:
    'Claims an item for ten minutes, or renews the operator’s own claim. Another item of a kind than its first needs a reason, which is counted.',
  access: anyOperator,
  input: z.strictObject({ kind, id, reason: z.optional(boundedText(5, 300)) }),
  response: z.object({ item: workItem }),
  refusals: ['work/gone', 'work/claimed', 'work/out-of-order', 'request/forbidden'],
})

export const releaseWork = endpoint({
  api: 'platform',
  path: '/platform/work/release',
  summary: 'Ends the operator’s claim of an item.',
  access: anyOperator,
  input: z.strictObject({ kind, id }),
  response: ok,
  refusals: [],
})

export const snoozeWork = endpoint({
  api: 'platform',
  path: '/platform/work/snooze',
  summary: 'Puts an item off with a reason, until its deadline at the latest. Ends the operator’s claim.',
  access: anyOperator,
  input: z.strictObject({
    kind,
    id,
    until: z.iso.datetime({ error: 'field/invalid' }),
    reason: boundedText(5, 300),
  }),
  response: ok,
  refusals: ['work/gone', 'work/claimed', 'work/snooze-limit', 'request/forbidden'],
})

export const wakeWork = endpoint({
  api: 'platform',
  path: '/platform/work/wake',
  summary: 'Ends the snooze of an item before its time.',
  access: anyOperator,
  input: z.strictObject({ kind, id }),
  response: ok,
  refusals: ['request/forbidden'],
})

/** A figure says nothing below this number of cases. */
export const minCases = 5

const figure = <T extends z.ZodMiniType>(value: T) =>
  z.object({
    /** Null when there are too few cases to say. */
    value: z.nullable(value),
    /** The number of cases behind the value. */
    n: z.int(),
  })

export const workFigures = endpoint({
  api: 'platform',
  path: '/platform/work/figures',
  summary:
    'How the platform keeps its promises: the figures that merchants read, from the same query, each with its number of cases; and what waits.',
  access: anyOperator,
  readOnly: true,
  tags: ['work'],
  input: z.strictObject({}),
  response: z.object({
    days: z.int(),
    /** Withdrawals after their deadline; `n`: withdrawals without an end. */
    overdue: figure(z.int()),
    /** Seconds from the request of a withdrawal to its decision. */
    decisionMedian: figure(z.int()),
    decisionP95: figure(z.int()),
    rejectedPercent: figure(z.number()),
    /** Assets per dollar of liabilities, and when they were counted. */
    coverage: z.object({ value: z.nullable(z.string()), checkedAt: z.nullable(instant) }),
    waitingRegistrations: z.object({ n: z.int(), since: z.nullable(instant) }),
    waitingConversations: z.object({ n: z.int(), since: z.nullable(instant) }),
    /** Share of the claims that were not the first of their kind, in per cent. */
    outOfOrderPercent: figure(z.number()),
  }),
  refusals: [],
})
