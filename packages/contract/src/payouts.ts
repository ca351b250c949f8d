/** Payouts for operators: batches, how each is paid and proved, ways that rest, and the pause. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money } from './money.ts'
import { boundedText, cursor, empty, id, instant, ok, paging } from './shapes.ts'
import { staffText } from './staff-text.ts'
import { withdrawalKey } from './withdrawal-desk.ts'
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
  /** What the bank kept of a payment that it returned; 0.00 otherwise. */
  fee: money,
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
    'work/claimed',
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
        /** The test bank of a demo pays at once, and makes no file. */
        test: z.boolean(),
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

// How an approved withdrawal is paid, confirmed and returned.

export const makeBankFile = endpoint({
  api: 'platform',
  path: '/platform/payout/bank-file',
  summary:
    'Exports all approved bank withdrawals as a bank file (ISO 20022 pain.001). Each withdrawal is in one file only; with `batchId` the same file is returned again. `leftOut` counts approved withdrawals that stay out until the merchant has entered the holder in Latin letters.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ batchId: z.optional(id) }),
  response: z.object({
    batchId: id,
    code: z.string(),
    payments: z.int(),
    leftOut: z.int(),
    total: money,
    file: z.string(),
  }),
  refusals: [
    'payout/nothing-to-pay',
    'payout/names-missing',
    'payout/batch-unknown',
    'payout/accounts-erased',
    'withdrawal/payouts-paused',
    'payout/rail-off',
  ],
})

export const listChainPayouts = endpoint({
  api: 'platform',
  path: '/platform/payout/chain',
  summary:
    'Approved chain withdrawals as unsigned token transfers, to be signed where the key is kept. The server has no spending key.',
  access: operator('finance'),
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        ...withdrawalKey,
        code: z.string(),
        network: z.string(),
        chainId: z.int(),
        token: z.string(),
        contract: z.string(),
        to: z.string(),
        /** The amount in the smallest units of the token. */
        units: z.string(),
        data: z.string(),
      }),
    ),
  }),
  refusals: [],
})

export const broadcastPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/broadcast',
  summary:
    'Accepts a signed transfer for an approved chain withdrawal. It is compared with the request, stored, and then sent. No other transfer is ever sent for this withdrawal.',
  access: operator('finance'),
  ownTransaction: true,
  idempotent: true,
  input: z.strictObject({
    ...withdrawalKey,
    rawTransaction: z.string().check(z.regex(/^0x[0-9a-f]{100,4000}$/, { error: 'field/invalid' })),
  }),
  response: z.object({ transactionHash: z.string() }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-approved',
    'payout/transaction-differs',
    'payout/sender-differs',
    'payout/reference-used',
    'payout/rail-off',
    'withdrawal/payouts-paused',
    'screening/open',
    'screening/waiting',
    'work/claimed',
  ],
})

export const confirmPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/confirm',
  summary:
    'Confirms a payment by a debit of a bank statement. The debit names the withdrawal, has its net amount and proves nothing else. The withdrawal is completed and the fee is earned. Where two operators are required, the first selects the debit, and the act `actId` waits for the signature of the second. An operator who imported the debit can do neither.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...withdrawalKey, bankLineId: id }),
  response: z.object({ paid: z.boolean(), actId: z.nullable(id) }),
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
    'work/claimed',
  ],
})

/** What became of a transfer whose network the server cannot ask any more. */
export const chainOutcomes = ['paid', 'returned'] as const

export const endChainPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/chain/end',
  summary:
    'Proposes the end of a transfer whose network has left the settings, so that the server cannot ask it: `paid`, or `returned` to the balance because it can never be in a block. A second person signs. `evidence`: where both can see it.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...withdrawalKey, outcome: z.enum(chainOutcomes), evidence: staffText(10, 300) }),
  response: z.object({ actId: id }),
  refusals: [
    'withdrawal/not-found',
    'decision/changed',
    'payout/rail-runs',
    'operator/too-new',
    'act/already-open',
    'work/claimed',
  ],
})

export const returnPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/returned',
  summary:
    'Records a returned payment by a credit of a bank statement, also days after its confirmation. The credit names the withdrawal and has its net amount; after the debit was confirmed it may be less by the charges that the entry states, which the platform bears. Without an entry (`null`) two operators state with a reason that the bank never debited it; statements of that account must then cover the day of the file and the next three days. The whole amount and a charged fee return to the balance. A payment confirmed by a network is never returned. Where two operators are required, the act `actId` waits for the signature of the second.',
  access: operator('finance'),
  idempotent: true,
  input: z
    .strictObject({ ...withdrawalKey, bankLineId: z.nullable(id), reason: z.optional(staffText(5, 500)) })
    .check(
      z.refine(({ bankLineId, reason }) => bankLineId !== null || reason !== undefined, { error: 'field/required' }),
    ),
  response: z.object({ returned: z.boolean(), actId: z.nullable(id) }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-sent',
    'deposit/line-unknown',
    'payout/line-differs',
    'payout/line-used',
    'payout/not-proved',
    'payout/chain-final',
    'act/already-open',
    'operator/second-person',
    'operator/too-new',
    'operator/importer',
    'work/claimed',
  ],
})
