/** Reports of visitors about a shop or a product, and the decisions of the platform. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { listEndpoint, oneOf } from './list-endpoint.ts'
import { reviewReasons } from './reviews.ts'
import { boundedText, id, instant } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** What can be reported, each with its reasons. A report of a review stands at the desk of reviews. */
export const reportReasonsOf = {
  shop: ['unlawful', 'counterfeit', 'misleading', 'abuse', 'other'],
  product: ['unlawful', 'counterfeit', 'unsafe', 'misleading', 'other'],
  review: reviewReasons,
} as const
export type ReportKind = keyof typeof reportReasonsOf
export type ReportReason = (typeof reportReasonsOf)[ReportKind][number]
const reportReasons = [...new Set<ReportReason>(Object.values(reportReasonsOf).flat())] as [
  ReportReason,
  ...ReportReason[],
]

export const reportViews = ['open', 'decided'] as const

export const listReports = listEndpoint({
  path: '/platform/report/list',
  summary:
    'Reports about shops and products: those that wait for a decision, the earliest deadline first, or decided ones, the newest first.',
  access: operator('review', 'support', 'auditor'),
  tags: ['work'],
  filters: { view: oneOf(reportViews, 'open') },
  row: z.object({
    id,
    code: z.string(),
    kind: z.enum(['shop', 'product']),
    shop: z.object({ id, code: z.string(), name: z.nullable(z.string()) }),
    product: z.nullable(z.object({ id, name: z.string() })),
    reason: z.enum(reportReasons),
    text: z.string(),
    /** Whether the reporter gets a mail. The address itself is not shown. */
    answered: z.boolean(),
    language: z.string(),
    at: instant,
    dueAt: instant,
    state: z.enum(['open', 'upheld', 'dismissed']),
    note: z.nullable(z.string()),
    decided: z.nullable(z.object({ by: z.string(), at: instant })),
  }),
  pages: 'counted',
})

export const decideReport = endpoint({
  api: 'platform',
  path: '/platform/report/decide',
  summary:
    'Decides about a report, once. The reporter reads the note. `upheld` says that the platform acted: the act itself is one of the desks of shops and products.',
  access: operator('review', 'support'),
  changes: ['work'],
  input: z.strictObject({ id, decision: z.enum(['upheld', 'dismissed']), note: staffText(3, 1000) }),
  response: z.object({ state: z.enum(['upheld', 'dismissed']) }),
  refusals: ['report/not-found', 'report/not-open', 'work/claimed'],
})

/** What the form of a report takes, besides its subject. */
export const reportText = boundedText(0, 1000)
