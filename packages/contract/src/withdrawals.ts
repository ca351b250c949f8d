/**
 * Withdrawals: destinations, quotes, requests, decisions and payment. The fee is deducted from the amount; there is
 * no other condition.
 */
import * as z from 'zod/mini'
import { endpoint, merchant, operator, verifiedMerchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import {
  actionPermission,
  boundedText,
  cursor,
  day,
  empty,
  id,
  instant,
  ok,
  pageOf,
  paging,
  sixDigits,
  openAct,
} from './shapes.ts'
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

/** The reasons for which an operator may reject a withdrawal. */
export const rejectionReasons = [
  'name-differs',
  'destination-invalid',
  'destination-unsupported',
  'account-at-risk',
  'legal-order',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export const appealStates = ['open', 'granted', 'declined'] as const
/** Days after a rejection in which the merchant can appeal. */
export const appealDays = 30

/**
 * Why an approved or requested withdrawal waits: the way to its destination rests or is gone, or payouts are paused.
 */
export const withdrawalWaits = ['rail-off', 'payouts-paused'] as const

const appeal = z.object({
  state: z.enum(appealStates),
  text: z.string(),
  appealedAt: instant,
  /** Without a decision until then the appeal is granted. */
  decideBy: instant,
  decidedAt: z.nullable(instant),
  answer: z.nullable(z.string()),
})

const holder = boundedText(2, 100)
/** Digits with spaces or dashes; the server checks their number and the check digit. */
const cardNumber = boundedText(1, 40)

/** What a destination is. A card and an account are paid by the method `bank`. */
export const destinationKinds = ['account', 'card', 'address'] as const
export type DestinationKind = (typeof destinationKinds)[number]

const destination = z.object({
  id,
  method: z.enum(withdrawalMethods),
  kind: z.enum(destinationKinds),
  network: z.string(),
  holder: z.string(),
  bankName: z.nullable(z.string()),
  /** The country of an account, as ISO 3166-1 alpha-2. */
  country: z.nullable(z.string()),
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
  summary: 'The merchant’s withdrawal destinations. Only the last four characters of each are shown.',
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
      /** The kinds of bank destinations, the one to offer first at the beginning. */
      bankKinds: z.array(z.enum(['account', 'card'])),
      networks: z.array(z.object({ network: z.enum(payoutNetworks), token: z.enum(payoutTokens) })),
    }),
  }),
  refusals: [],
})

const destinationRefusals = [
  'withdrawal/method-off',
  'destination/card-invalid',
  'destination/country-unsupported',
  'destination/iban-invalid',
  'destination/account-invalid',
  'destination/bic-invalid',
  'destination/routing-invalid',
  'destination/address-invalid',
  'destination/own-address',
  'destination/name-differs',
  'destination/too-many',
] as const

export const checkDestination = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/destination/check',
  summary:
    'Checks whether a destination could be saved, before the payment password is requested. Returns the refusals of all fields at once and saves nothing.',
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
    z.strictObject({
      method: z.literal('account'),
      holder: boundedText(0, 100),
      bankName: boundedText(0, 100),
      country: boundedText(0, 2),
      account: boundedText(0, 60),
      bankCode: boundedText(0, 20),
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
    'Saves a bank account, a bank card or a chain address. Requires the payment password. A new destination has a waiting time, which protects the owner against a stolen session.',
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
      method: z.literal('account'),
      holder,
      bankName: boundedText(2, 100),
      /** ISO 3166-1 alpha-2. It decides what `account` and `bankCode` are: see `bank-accounts.ts`. */
      country: boundedText(2, 2),
      /** The IBAN or the account number. */
      account: boundedText(1, 60),
      /** The BIC or the number of the national clearing. */
      bankCode: boundedText(1, 20),
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
  summary:
    'Removes a destination. Existing withdrawals to it are not changed. Its number is erased with it, or when the last of them has ended.',
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
    'The part of the balance that can be withdrawn now. Money of recharges that are not final can be used for orders only.',
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
  summary: 'The fee and the net amount of a withdrawal. Valid for ten minutes.',
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
  summary: 'Requests a quoted withdrawal. The amount is held at once. Decided within 24 hours, paid within 72.',
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
    'Cancels a withdrawal that was not yet handed over to the bank or a network. The amount returns to the balance at once.',
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
  summary: 'All withdrawals of the shop, newest first.',
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
  summary: 'One withdrawal with its deadline and history; for a rejected one also the reason and the next step.',
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
    /** Why it waits although nobody has to decide; null while nothing holds it up. */
    waits: z.nullable(z.enum(withdrawalWaits)),
    appeal: z.nullable(appeal),
    /** The last moment for an appeal; null when there is nothing to appeal against. */
    appealUntil: z.nullable(instant),
    history: z.array(
      z.object({
        at: instant,
        from: z.nullable(z.string()),
        to: z.string(),
        reason: z.nullable(z.string()),
        by: z.string(),
      }),
    ),
    may: z.object({ cancel: z.boolean(), appeal: z.boolean() }),
  }),
  refusals: ['withdrawal/not-found'],
})

export const appealRejection = endpoint({
  api: 'merchant',
  path: '/merchant/withdraw/appeal',
  summary:
    'Appeals once against the rejection of a withdrawal, within 30 days. Another person than the one who rejected decides within three days. Without a decision in time the appeal is granted. No money moves.',
  access: merchant,
  changes: ['wallet'],
  idempotent: true,
  input: z.strictObject({ id, text: boundedText(10, 1000) }),
  response: z.object({ decideBy: instant }),
  refusals: ['withdrawal/not-found', 'appeal/not-rejected', 'appeal/too-late', 'appeal/made'],
})

// Endpoints for operators.

const withdrawalKey = { shopId: id, id }

const operatorWithdrawal = z.object({
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
  /** The time when it was handed over for days without proof. */
  escalatedAt: z.nullable(instant),
  /** The current deadline: of the decision, later of the payment; null for a withdrawal that ended. */
  dueAt: z.nullable(instant),
  /** Whether decision and confirmation need two operators; determined at the request. */
  needsTwo: z.boolean(),
  approvedOnce: z.boolean(),
  rail: z.nullable(z.enum(['bank-file', 'chain', 'test'])),
  batchId: z.nullable(id),
  waits: z.nullable(z.enum(withdrawalWaits)),
  appeal: z.nullable(z.enum(appealStates)),
})

export const listWithdrawals = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/list',
  summary:
    'Withdrawals with who they go to, filtered and searched. `due`: the open ones by their deadline. `newest`: all of them, the newest first. A search finds the number of a withdrawal, the name or code of a shop, and the last four characters of a destination.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({
    limit: paging.limit,
    cursor,
    sort: z._default(z.enum(['due', 'newest']), 'due'),
    state: z.optional(z.enum(withdrawalStates)),
    search: z.optional(boundedText(0, 60)),
    shopId: z.optional(id),
    batchId: z.optional(id),
    method: z.optional(z.enum(withdrawalMethods)),
    /** Only those past their deadline, or only the others. */
    overdue: z.optional(z.boolean()),
    /** Only those handed over without proof for days, or only the others. */
    escalated: z.optional(z.boolean()),
    needsTwo: z.optional(z.boolean()),
    appeal: z.optional(z.enum(appealStates)),
    from: z.optional(day),
    to: z.optional(day),
  }),
  response: z.object({ list: z.array(operatorWithdrawal), cursor: z.nullable(z.string()) }),
  refusals: ['request/malformed'],
})

export const countWithdrawals = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/counts',
  summary:
    'How many withdrawals are in each open state, overdue and without proof, and how many appeals wait. The overdue ones are counted by the query behind the figures that merchants read.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    pending: z.int(),
    approved: z.int(),
    sending: z.int(),
    unknown: z.int(),
    overdue: z.int(),
    escalated: z.int(),
    appeals: z.int(),
  }),
  refusals: [],
})

const operatorName = z.object({ id, name: z.string() })

export const withdrawalDetail = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/detail',
  summary:
    'One withdrawal with all that decides it: the destination with its age and use, the verified name, the wallet with its last records and the head of its chain, open disputes and refunds, devices, recent changes of contacts and passwords, why two people are needed, and what the merchant will read.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject(withdrawalKey),
  response: z.object({
    ...operatorWithdrawal.shape,
    shopCode: z.string(),
    decidedAt: z.nullable(instant),
    finishedAt: z.nullable(instant),
    paymentReference: z.nullable(z.string()),
    reason: z.nullable(z.enum(withdrawalReasons)),
    note: z.nullable(z.string()),
    destination: z.object({
      kind: z.enum(destinationKinds),
      holder: z.string(),
      bankName: z.nullable(z.string()),
      nameMatches: z.boolean(),
      createdAt: instant,
      removedAt: z.nullable(instant),
      /** Earlier withdrawals to it that were paid, and the time of the last one. */
      paid: z.int(),
      lastPaidAt: z.nullable(instant),
      /** Whether another shop has saved the same destination. */
      otherShops: z.int(),
    }),
    wallet: z.object({
      available: money,
      pending: money,
      held: money,
      due: money,
      /** The newest entry of the chain of the balance: its place and its hash. Null for an unused account. */
      head: z.nullable(z.object({ seq: z.int(), hash: z.string() })),
      records: z.array(
        z.object({ at: instant, event: z.string(), amount: signedMoney, balanceAfter: money, seq: z.int() }),
      ),
    }),
    disputes: z.array(z.object({ id, code: z.string(), amount: money, evidenceBy: z.nullable(instant) })),
    refunds: z.array(z.object({ id, code: z.string(), amount: money, state: z.string() })),
    devices: z.array(
      z.object({ agent: z.nullable(z.string()), address: z.nullable(z.string()), since: instant, usedAt: instant }),
    ),
    /** Changes of the last 30 days that a thief of the account would make, newest first. */
    changes: z.array(z.object({ at: instant, what: z.string() })),
    /** Why two people decide; null when one is enough. Amounts at the time of the request. */
    two: z.nullable(z.object({ above: z.nullable(money), requestedBefore: z.nullable(money) })),
    actId: openAct,
    firstApproval: z.nullable(z.object({ by: operatorName, at: z.nullable(instant) })),
    decidedBy: z.nullable(operatorName),
    appeal: z.nullable(z.object({ ...appeal.shape, decidedBy: z.nullable(operatorName) })),
    /** For each reason of a rejection, what the merchant will read, in the caller's language. */
    sentences: z.array(z.object({ reason: z.enum(rejectionReasons), reads: z.string(), next: z.string() })),
    history: z.array(
      z.object({
        at: instant,
        from: z.nullable(z.string()),
        to: z.string(),
        reason: z.nullable(z.string()),
        by: z.string(),
      }),
    ),
    may: z.object({ approve: actionPermission, reject: actionPermission, decideAppeal: actionPermission }),
  }),
  refusals: ['withdrawal/not-found'],
})

export const approveWithdrawal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/approve',
  summary:
    'Approves a withdrawal. A second, different operator must sign the act if at the time of the request it was above the installation’s limit, alone or with the shop’s other withdrawals of that day.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject(withdrawalKey),
  /** `actId`: the act that waits for the second person; null when it is approved now. */
  response: z.object({ approved: z.boolean(), actId: openAct }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-pending',
    'withdrawal/cooling-down',
    'withdrawal/method-off',
    'withdrawal/payouts-paused',
    'act/already-open',
    'operator/too-new',
  ],
})

export const rejectWithdrawal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/reject',
  summary:
    'Rejects a withdrawal with a reason from the closed list. The amount returns to the balance in the same transaction.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    ...withdrawalKey,
    reason: z.enum(rejectionReasons),
    note: staffText(0, 300),
  }),
  response: ok,
  refusals: ['withdrawal/not-found', 'withdrawal/not-pending'],
})

export const decideAppeal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/appeal/decide',
  summary:
    'Grants or declines an appeal against a rejection. The person who rejected the withdrawal cannot decide it. The merchant reads the answer. No money moves: after a granted appeal the merchant requests the withdrawal again.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...withdrawalKey, decision: z.enum(['grant', 'decline']), answer: staffText(3, 1000) }),
  response: ok,
  refusals: ['withdrawal/not-found', 'appeal/not-open', 'operator/second-person', 'operator/too-new'],
})

export const makeBankFile = endpoint({
  api: 'platform',
  path: '/platform/payout/bank-file',
  summary:
    'Exports all approved bank withdrawals as a bank file (ISO 20022 pain.001). Each withdrawal is in one file only; with `batchId` the same file is returned again.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ batchId: z.optional(id) }),
  response: z.object({ batchId: id, code: z.string(), payments: z.int(), total: money, file: z.string() }),
  refusals: [
    'payout/nothing-to-pay',
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
  refusals: ['withdrawal/not-found', 'decision/changed', 'payout/rail-runs', 'operator/too-new', 'act/already-open'],
})

export const returnPayout = endpoint({
  api: 'platform',
  path: '/platform/payout/returned',
  summary:
    'Records a returned payment by a credit of a bank statement, also days after its confirmation. The credit names the withdrawal and has its net amount. Without an entry (`null`) two operators state with a reason that the bank never debited it; statements of that account must then cover the day of the file and the next three days. The whole amount and a charged fee return to the balance. A payment confirmed by a network is never returned. Where two operators are required, the act `actId` waits for the signature of the second.',
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
  ],
})
