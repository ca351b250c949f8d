/** The books for the finance desk: checks, trial balance, accounts, entries, export. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { boundedText, cursor, cursorPageOf, day, id, instant, paging } from './shapes.ts'
import { bookCheck, waitingAges } from './reconciliation.ts'

const readers = operator('finance', 'auditor')

const run = z.object({
  id,
  at: instant,
  /** Who asked for it: `daily`, `operator`, `command` or `resume`. */
  cause: z.string(),
  /** No failed check pauses payouts. */
  whole: z.boolean(),
  failed: z.int(),
  coverage: z.nullable(z.string()),
})

export const listRuns = endpoint({
  api: 'platform',
  path: '/platform/ledger/run/list',
  summary: 'The checks of the books, newest first. `broken`: only those with a failed check.',
  access: readers,
  readOnly: true,
  input: z.strictObject({ ...paging, cursor, broken: z._default(z.boolean(), false) }),
  response: cursorPageOf(run),
  refusals: [],
})

/**
 * A row that fails a check. `what` says which comparison; `booked` is what the books have, `expected` what the business
 * row says; null for a missing one.
 */
const brokenRow = z.object({
  what: z.string(),
  shopId: z.nullable(id),
  /** The order, recharge, withdrawal, account or movement. */
  id: z.nullable(z.string()),
  booked: z.nullable(signedMoney),
  expected: z.nullable(signedMoney),
})

export const runDetail = endpoint({
  api: 'platform',
  path: '/platform/ledger/run/detail',
  summary:
    'One check of the books: each law with its result, the figures, and for each failed law the rows that fail it now, at most a hundred.',
  access: readers,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...run.shape,
    checks: z.array(
      z.object({
        ...bookCheck.shape,
        /** The rows that fail this law now; empty for a law that holds. Null for a law about a sum or a chain. */
        rows: z.nullable(z.array(brokenRow)),
      }),
    ),
    figures: z.object({
      assets: signedMoney,
      owed: signedMoney,
      waiting: z.array(z.object({ account: z.string(), age: z.enum(waitingAges), items: z.int(), amount: money })),
    }),
  }),
  refusals: ['books/not-found'],
})

export const trialBalance = endpoint({
  api: 'platform',
  path: '/platform/ledger/trial-balance',
  summary:
    'The trial balance at the end of a day (UTC): for each account the balance before the day, what the day debited and credited, and the balance after it. The accounts of merchants, orders and payments are summed by kind. Debits and credits are equal.',
  access: readers,
  readOnly: true,
  input: z.strictObject({ day }),
  response: z.object({
    list: z.array(
      z.object({
        account: z.string(),
        normal: z.enum(['debit', 'credit']),
        /** On the normal side; negative on the other one. */
        before: signedMoney,
        debits: money,
        credits: money,
        after: signedMoney,
      }),
    ),
    debits: money,
    credits: money,
  }),
  refusals: [],
})

export const listDebts = endpoint({
  api: 'platform',
  path: '/platform/ledger/debt/list',
  summary:
    'The shops that owe the platform money, from the first cent, the largest debt first: the amount, the limit, since when, and the last entries that made it.',
  access: readers,
  readOnly: true,
  input: z.strictObject({ ...paging, cursor }),
  response: z.object({
    ...cursorPageOf(
      z.object({
        shopId: id,
        code: z.string(),
        name: z.nullable(z.string()),
        owed: money,
        /** What the shop may owe; above it nothing is picked up or shipped. */
        limit: money,
        /** Since when it has owed something without a break. */
        since: instant,
        /** Entries since then that raised the debt, newest first, at most three. `ref`: the refund or the dispute. */
        causes: z.array(z.object({ transferId: id, at: instant, event: z.string(), ref: id, amount: money })),
      }),
    ).shape,
    /** What all shops owe together. */
    owed: money,
  }),
  refusals: [],
})

const posting = z.object({
  transferId: id,
  at: instant,
  event: z.string(),
  /** The order, recharge, withdrawal or movement. */
  ref: id,
  shopId: z.nullable(id),
  shop: z.nullable(z.string()),
  side: z.enum(['debit', 'credit']),
  amount: money,
  balanceAfter: z.nullable(signedMoney),
})

export const accountPostings = endpoint({
  api: 'platform',
  path: '/platform/ledger/account',
  summary:
    'The postings of one account, newest first. An account of merchants needs the code of the shop. Filter: days (UTC, both included).',
  access: readers,
  readOnly: true,
  input: z.strictObject({
    account: z.string().check(z.maxLength(20)),
    shop: z.optional(boundedText(0, 20)),
    from: z.optional(day),
    to: z.optional(day),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    cursor,
  }),
  response: z.object({
    account: z.string(),
    balance: signedMoney,
    list: z.array(posting),
    cursor: z.nullable(z.string()),
  }),
  refusals: ['books/not-found'],
})

export const transferDetail = endpoint({
  api: 'platform',
  path: '/platform/ledger/transfer',
  summary: 'One entry of the books with all its postings, its key, its author, and the hashes of its chains.',
  access: readers,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    id,
    at: instant,
    recordedAt: instant,
    event: z.string(),
    ref: id,
    key: z.string(),
    actor: z.string(),
    shopId: z.nullable(id),
    shop: z.nullable(z.string()),
    shopCode: z.nullable(z.string()),
    /** What a correction could still take back; null for an entry that cannot be corrected. */
    correctable: z.nullable(money),
    lines: z.array(
      z.object({
        account: z.string(),
        owner: z.nullable(id),
        side: z.enum(['debit', 'credit']),
        amount: money,
        seq: z.nullable(z.int()),
        hash: z.nullable(z.string()),
      }),
    ),
    /** Entries about the same subject. */
    related: z.array(z.object({ id, at: instant, event: z.string() })),
  }),
  refusals: ['books/not-found'],
})

/** Days of one export. */
export const maxExportDays = 92

export const exportPostings = endpoint({
  api: 'platform',
  path: '/platform/ledger/export',
  summary:
    'Every posting of a period of at most 92 days (UTC, both days included) as CSV, oldest first: day, instant, entry, event, subject, shop, account, owner, debit, credit, author.',
  access: readers,
  readOnly: true,
  file: true,
  input: z.strictObject({ from: day, to: day }),
  response: z.unknown(),
  refusals: ['statement/period', 'request/too-many'],
})
