/** Payouts for operators: batches, their proof by bank statements, ways that rest, and the pause. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money } from './money.ts'
import { boundedText, cursor, empty, id, instant, ok, paging } from './shapes.ts'
import { payoutNetworks, withdrawalStates } from './withdrawals.ts'

const operatorName = z.object({ id, name: z.string() })

const batch = z.object({
  id,
  code: z.string(),
  /** The account that the file debits; null for files from before accounts were kept. */
  account: z.nullable(z.string()),
  madeAt: instant,
  madeBy: operatorName,
  payments: z.int(),
  total: money,
  /** The payments by what became of them. */
  waiting: z.int(),
  paid: z.int(),
  returned: z.int(),
  /** Payments past their deadline. */
  overdue: z.int(),
})

export const listBatches = endpoint({
  api: 'platform',
  path: '/platform/payout/batch/list',
  summary: 'The bank files, newest first, with who made each and what became of its payments.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({
    limit: paging.limit,
    cursor,
    search: z.optional(boundedText(0, 40)),
    /** Only files with payments that wait for their proof. */
    open: z._default(z.boolean(), false),
  }),
  response: z.object({ list: z.array(batch), cursor: z.nullable(z.string()) }),
  refusals: ['request/malformed'],
})

const bankLine = z.object({
  id,
  account: z.string(),
  statement: z.string(),
  line: z.int(),
  valueDate: z.string(),
  amount: money,
  payer: z.string(),
  reference: z.string(),
  /** Whether this operator imported the line and so cannot sign with it. */
  imported: z.boolean(),
})

export const batchDetail = endpoint({
  api: 'platform',
  path: '/platform/payout/batch/detail',
  summary:
    'One bank file: each payment with its state, and the unused debit of the same account that names it and has its amount.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...batch.shape,
    items: z.array(
      z.object({
        shopId: id,
        shop: z.nullable(z.string()),
        id,
        code: z.string(),
        state: z.enum(withdrawalStates),
        net: money,
        holder: z.string(),
        ending: z.string(),
        payBy: z.nullable(instant),
        overdue: z.boolean(),
        escalatedAt: z.nullable(instant),
        finishedAt: z.nullable(instant),
        paymentReference: z.nullable(z.string()),
        /** Whether the confirmation needs two people, and who has confirmed already with which line. */
        needsTwo: z.boolean(),
        confirmedBy: z.nullable(z.object({ ...operatorName.shape, bankLineId: id })),
        /** The act that waits for a second person: the confirmation, or the return; null for none. */
        actId: z.nullable(id),
        debit: z.nullable(bankLine),
        /** An unused credit that names the payment: the bank sent it back. */
        credit: z.nullable(bankLine),
      }),
    ),
  }),
  refusals: ['payout/batch-unknown'],
})

export const matchPayouts = endpoint({
  api: 'platform',
  path: '/platform/payout/match',
  summary:
    'Confirms payments by the debits that prove them, all or none. Each debit is of the account of the bank file, names the withdrawal and has its net amount. Where two people are needed, an act waits for the signature of the second.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    payouts: z
      .array(z.strictObject({ shopId: id, id, bankLineId: id }))
      .check(z.minLength(1, { error: 'field/required' }), z.maxLength(100)),
  }),
  response: z.object({ paid: z.int(), awaitSecond: z.int() }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-sent',
    'deposit/line-unknown',
    'payout/line-differs',
    'payout/line-used',
    'act/already-open',
    'operator/second-person',
    'operator/too-new',
    'operator/importer',
  ],
})

const network = z.enum(['bank', ...payoutNetworks])

export const payoutStatus = endpoint({
  api: 'platform',
  path: '/platform/payout/status',
  summary:
    'Whether payouts run: the pause with who and why, each way with its state and what waits for it, and the history of pauses.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    paused: z.nullable(z.object({ since: instant, cause: z.string(), by: z.nullable(operatorName) })),
    rails: z.array(
      z.object({
        network,
        /**
         * `off`: not configured. `stopped`: by an operator. `silent`: its nodes have reported nothing new for hours.
         */
        state: z.enum(['running', 'off', 'stopped', 'silent']),
        stopped: z.nullable(z.object({ at: instant, by: operatorName, reason: z.string() })),
        /** Approved withdrawals that this way has to pay, and their sum. */
        waiting: z.int(),
        waitingTotal: money,
      }),
    ),
    history: z.array(
      z.object({ at: instant, paused: z.boolean(), cause: z.nullable(z.string()), by: z.nullable(operatorName) }),
    ),
  }),
  refusals: [],
})

export const pausePayouts = endpoint({
  api: 'platform',
  path: '/platform/payout/pause',
  summary: 'Pauses payouts with a reason. Nothing is approved or handed over until an operator resumes them.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ reason: boundedText(3, 300) }),
  response: ok,
  refusals: ['withdrawal/payouts-paused'],
})

export const stopRail = endpoint({
  api: 'platform',
  path: '/platform/payout/rail/stop',
  summary:
    'Stops one way of payment with a reason. Merchants are not offered it, and nothing is approved or handed over for it. What is approved waits with its reason, and comes back at its deadline.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ network, reason: boundedText(3, 300) }),
  response: ok,
  refusals: ['payout/rail-stopped'],
})

export const startRail = endpoint({
  api: 'platform',
  path: '/platform/payout/rail/start',
  summary: 'Ends the stop of one way of payment.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ network }),
  response: ok,
  refusals: ['payout/rail-runs'],
})
