/**
 * Withdrawals: destinations, quotes, requests, decisions and payment. The fee is deducted from the amount; there is
 * no other condition.
 */
import * as z from 'zod/mini'
import { endpoint, merchant, operator, verifiedMerchant } from './endpoint.ts'
import { money } from './money.ts'
import { ok, empty, id, instant, pageOf, paging, sixDigits, boundedText } from './shapes.ts'
import { staffText } from './staff-text.ts'

export const withdrawalMethods = ['bank', 'chain'] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]
/** The networks of blockchain withdrawals. */
export const payoutNetworks = ['ethereum', 'tron'] as const
export type PayoutNetwork = (typeof payoutNetworks)[number]

/** The tokens of blockchain withdrawals. A setting of the installation chooses the token of each network. */
export const payoutTokens = ['USDT', 'USDC'] as const

/**
 * `pending`: under review. `approved`: waiting for the payout. `sending`: handed over. `unknown`: handed over without
 * a confirmation. `paid`: completed.
 */
export const withdrawalStates = [
  'pending',
  'approved',
  'sending',
  'unknown',
  'paid',
  'rejected',
  'cancelled',
  'failed',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** The complete list of reasons for a rejection or a failure. None of them asks for money. */
export const withdrawalReasons = [
  'name-differs',
  'destination-invalid',
  'destination-unsupported',
  'account-at-risk',
  'legal-order',
  'not-decided-in-time',
  'not-sent-in-time',
  'returned-by-bank',
] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

const holder = boundedText(2, 100)
/** Digits with spaces or dashes; the server checks their number and the check digit. */
const cardNumber = boundedText(1, 40)

const destination = z.object({
  id,
  method: z.enum(withdrawalMethods),
  network: z.string(),
  holder: z.string(),
  bankName: z.nullable(z.string()),
  /** The last four characters. */
  ending: z.string(),
  usableAt: instant,
  /** Whether a configured payout way supports it now. */
  payable: z.boolean(),
  token: z.nullable(z.enum(payoutTokens)),
})

export const listDestinations = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/destinations',
  summary: 'Where the merchant’s money may go. Only the last four characters of each are shown.',
  access: merchant,
  tags: ['wallet'],
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(destination),
    verifiedName: z.nullable(z.string()),
    /** The supported destinations of this installation; any other is refused. */
    offers: z.object({
      bank: z.boolean(),
      networks: z.array(z.object({ network: z.enum(payoutNetworks), token: z.enum(payoutTokens) })),
    }),
  }),
  refusals: [],
})

const destinationRefusals = [
  'withdrawal/method-off',
  'destination/card-invalid',
  'destination/address-invalid',
  'destination/own-address',
  'destination/name-differs',
  'destination/too-many',
] as const

export const checkDestination = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/destination/check',
  summary:
    'Whether a destination could be saved, before the payment password is asked for. Refuses what adding it would refuse, all fields at once, and saves nothing.',
  access: verifiedMerchant,
  // Only checks.
  changes: [],
  ownTransaction: true,
  // Empty or short fields are refused together with the other wrong fields.
  input: z.discriminatedUnion('method', [
    z.strictObject({
      method: z.literal('bank'),
      holder: boundedText(0, 100),
      bankName: boundedText(0, 100),
      cardNumber: boundedText(0, 40),
    }),
    z.strictObject({ method: z.literal('chain'), network: z.enum(payoutNetworks), address: boundedText(0, 100) }),
  ]),
  response: ok,
  refusals: [...destinationRefusals, 'request/too-many'],
})

export const addDestination = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/destination/add',
  summary:
    'Saves a bank card or a chain address, with the payment password. A new one cools down before money leaves for it, so that a thief of a session cannot be quicker than its owner.',
  access: verifiedMerchant,
  changes: ['wallet'],
  ownTransaction: true,
  input: z.discriminatedUnion('method', [
    z.strictObject({
      method: z.literal('bank'),
      holder,
      bankName: boundedText(2, 100),
      cardNumber,
      paymentPassword: sixDigits,
    }),
    z.strictObject({
      method: z.literal('chain'),
      network: z.enum(payoutNetworks),
      address: boundedText(1, 100),
      paymentPassword: sixDigits,
    }),
  ]),
  response: destination,
  refusals: [
    ...destinationRefusals,
    'payment-password/not-set',
    'payment-password/wrong',
    'payment-password/locked',
    'payment-password/disabled',
  ],
})

export const removeDestination = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/destination/remove',
  summary: 'Forgets a destination. Withdrawals that go there already are not changed.',
  access: merchant,
  changes: ['wallet'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['destination/not-found'],
})

export const withdrawableNow = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/available',
  summary:
    'How much of the balance can be withdrawn now. What recharges that are not final keep back can be used for orders.',
  access: verifiedMerchant,
  tags: ['wallet'],
  readOnly: true,
  input: empty,
  response: z.object({
    withdrawable: money,
    locked: money,
    /** The end of the lock, if it has a date; null while it depends on a network. */
    until: z.nullable(instant),
  }),
  refusals: [],
})

export const quoteWithdrawal = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/quote',
  summary: 'What a withdrawal of an amount costs and what arrives. Holds for ten minutes.',
  access: verifiedMerchant,
  // Only computes a quote.
  changes: [],
  tags: ['wallet'],
  input: z.strictObject({ method: z.enum(withdrawalMethods), amount: money }),
  response: z.object({
    id,
    gross: money,
    fee: money,
    net: money,
    expiresAt: instant,
    /** The part of the balance that can be withdrawn now. It excludes recharges that are not final. */
    withdrawable: money,
  }),
  refusals: ['withdrawal/too-small', 'withdrawal/method-off'],
})

export const requestWithdrawal = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/request',
  summary: 'Asks for a quoted withdrawal: the amount is held at once. Decided within 24 hours, paid within 72.',
  access: verifiedMerchant,
  changes: ['wallet', 'figures'],
  ownTransaction: true,
  idempotent: true,
  input: z.strictObject({ quoteId: id, destinationId: id, paymentPassword: sixDigits }),
  response: z.object({
    id,
    code: z.string(),
    gross: money,
    fee: money,
    net: money,
    decideBy: instant,
    balanceAfter: money,
  }),
  refusals: [
    'withdrawal/quote-unknown',
    'withdrawal/quote-expired',
    'withdrawal/quote-used',
    'withdrawal/method-differs',
    'withdrawal/method-off',
    'withdrawal/not-final',
    'destination/not-found',
    'wallet/short',
    'payment-password/not-set',
    'payment-password/wrong',
    'payment-password/locked',
    'payment-password/disabled',
  ],
})

export const cancelWithdrawal = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/cancel',
  summary:
    'Takes back a withdrawal that was not handed over to the bank or a network yet; the money is in the balance again at once.',
  access: merchant,
  changes: ['wallet', 'figures'],
  idempotent: true,
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['withdrawal/not-found', 'withdrawal/not-pending'],
})

const withdrawalRow = z.object({
  id,
  code: z.string(),
  method: z.enum(withdrawalMethods),
  state: z.enum(withdrawalStates),
  /** The token of a blockchain withdrawal; null for a bank, and for a withdrawal from before tokens were stored. */
  token: z.nullable(z.enum(payoutTokens)),
  gross: money,
  fee: money,
  net: money,
  requestedAt: instant,
  /** The current deadline has passed: that of the decision while pending, later that of the payment. */
  overdue: z.boolean(),
})

export const withdrawRecords = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/list',
  summary: 'Every withdrawal of the shop, newest first.',
  access: merchant,
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ ...paging, state: z.optional(z.enum(withdrawalStates)) }),
  response: pageOf(withdrawalRow),
  refusals: [],
})

export const withdrawDetail = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/detail',
  summary: 'One withdrawal with its clock, its history, and the reason and next step when it was rejected.',
  access: merchant,
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...withdrawalRow.shape,
    destination: z.object({
      network: z.string(),
      holder: z.string(),
      bankName: z.nullable(z.string()),
      ending: z.string(),
    }),
    decideBy: instant,
    payBy: z.nullable(instant),
    /** The time of the handover to the bank or the network. */
    sentAt: z.nullable(instant),
    /** The time when staff were alerted to a handover without proof of its result. */
    escalatedAt: z.nullable(instant),
    decidedAt: z.nullable(instant),
    finishedAt: z.nullable(instant),
    paymentReference: z.nullable(z.string()),
    reason: z.nullable(z.enum(withdrawalReasons)),
    note: z.nullable(z.string()),
    history: z.array(
      z.object({
        at: instant,
        from: z.nullable(z.string()),
        to: z.string(),
        reason: z.nullable(z.string()),
        by: z.string(),
      }),
    ),
    may: z.object({ cancel: z.boolean() }),
  }),
  refusals: ['withdrawal/not-found'],
})

// Endpoints for operators.

const withdrawalKey = { shopId: id, id }

export const listWithdrawals = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/list',
  summary: 'Withdrawals in one state, oldest first, with who they go to.',
  access: operator('finance'),
  readOnly: true,
  input: z.strictObject({ ...paging, state: z.enum(withdrawalStates) }),
  response: pageOf(
    z.object({
      ...withdrawalRow.shape,
      shopId: id,
      shop: z.nullable(z.string()),
      verifiedName: z.nullable(z.string()),
      holder: z.string(),
      network: z.string(),
      ending: z.string(),
      usableAt: instant,
      decideBy: instant,
      payBy: z.nullable(instant),
      sentAt: z.nullable(instant),
      /** Handed over for days without proof; these withdrawals are listed first. */
      escalatedAt: z.nullable(instant),
      /** Whether decision and confirmation need two operators; determined at the request. */
      needsTwo: z.boolean(),
      approvedOnce: z.boolean(),
    }),
  ),
  refusals: [],
})

export const approveWithdrawal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/approve',
  summary:
    'Approves a withdrawal. A second, different person must approve it too where it was above the installation’s limit when it was asked for, alone or with the shop’s other withdrawals of that day.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject(withdrawalKey),
  response: z.object({ approved: z.boolean() }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-pending',
    'withdrawal/cooling-down',
    'withdrawal/method-off',
    'withdrawal/payouts-paused',
    'operator/second-person',
    'operator/too-new',
  ],
})

export const rejectWithdrawal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/reject',
  summary: 'Rejects a withdrawal for one reason of the closed list; the money is back in the balance in the same act.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    ...withdrawalKey,
    reason: z.enum([
      'name-differs',
      'destination-invalid',
      'destination-unsupported',
      'account-at-risk',
      'legal-order',
    ]),
    note: staffText(0, 300),
  }),
  response: ok,
  refusals: ['withdrawal/not-found', 'withdrawal/not-pending'],
})

export const makeBankFile = endpoint({
  api: 'platform',
  path: '/platform/payout/bank-file',
  summary:
    'Puts all approved bank withdrawals into a file for the bank (ISO 20022 pain.001). Each of them is in one file only; with `batchId` the same file is made again.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ batchId: z.optional(id) }),
  response: z.object({ batchId: id, code: z.string(), payments: z.int(), total: money, file: z.string() }),
  refusals: ['payout/nothing-to-pay', 'payout/batch-unknown', 'withdrawal/payouts-paused', 'payout/rail-off'],
})

export const listChainPayouts = endpoint({
  api: 'platform',
  path: '/platform/payout/chain',
  summary:
    'Approved chain withdrawals as unsigned token transfers, to be signed where the key is. The server has no spending key.',
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
    'Takes a signed transfer for an approved chain withdrawal. It is compared with what was asked for, kept, and only then sent; nothing else is ever sent for this withdrawal.',
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
  ],
})

export const confirmPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/confirm',
  summary:
    'A debit of a bank statement proves that a payment left: it names the withdrawal, has its net amount and proves nothing else. The withdrawal is completed and the fee earned. Where two people are needed, the first names the debit and the second confirms it. Nobody who imported the debit may do either.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...withdrawalKey, bankLineId: id }),
  response: z.object({ paid: z.boolean() }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-sent',
    'deposit/line-unknown',
    'payout/line-differs',
    'payout/line-used',
    'operator/second-person',
    'operator/too-new',
    'operator/importer',
  ],
})

export const returnPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/returned',
  summary:
    'A credit of a bank statement proves that the bank sent a payment back, also days after it was confirmed as paid: it names the withdrawal and has its net amount. Without a line (`null`) two people state that the bank never debited it, and statements of that account must cover the day of the file and three more. The whole amount is back in the balance, no fee is charged; one that was charged is given back. What a network has confirmed is never returned.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...withdrawalKey, bankLineId: z.nullable(id) }),
  response: z.object({ returned: z.boolean() }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-sent',
    'deposit/line-unknown',
    'payout/line-differs',
    'payout/line-used',
    'payout/not-proved',
    'payout/chain-final',
    'operator/second-person',
    'operator/too-new',
    'operator/importer',
  ],
})
