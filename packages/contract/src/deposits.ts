/** Recharges by card, PIX, blockchain, or a transfer with a voucher. Selling never requires a recharge. */
import * as z from 'zod/mini'
import { endpoint, merchant, openMerchant, operator, verifiedMerchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { cursor, day, cursorPageOf, ok, empty, id, instant, pageOf, paging, boundedText } from './shapes.ts'
import { staffText } from './staff-text.ts'
import { minimumPix, minimumRecharge } from './constants.ts'

export const depositChannels = ['card', 'pix', 'chain', 'manual'] as const
export type DepositChannel = (typeof depositChannels)[number]

/** The networks of manual transfers. */
export const transferNetworks = ['bank', 'ethereum', 'tron'] as const
export type TransferNetwork = (typeof transferNetworks)[number]

export const depositStates = [
  'awaiting-transfer',
  'confirming',
  'under-review',
  'credited',
  'below-minimum',
  'rejected',
  'expired',
  'cancelled',
  'reversed',
  'disputed',
  'charged-back',
] as const
export type DepositState = (typeof depositStates)[number]

/** The properties of a recharge channel. All code that depends on the channel reads them. */
export type DepositChannelTraits = {
  /** Minimum amount, in dollars. */
  minimum: string
  /** Time limit for the payment of an open recharge, in milliseconds; null without a limit. */
  paymentWindow: number | null
  /** The payment happens on the page of the card processor. */
  hasCheckout: boolean
  /** The payer's bank can reclaim the money. */
  hasDisputes: boolean
  /** The merchant chooses a network, and screens show it. */
  hasNetwork: boolean
  /** The merchant pays first and then uploads a picture of the transfer. */
  hasVoucher: boolean
  /** The merchant can cancel it until money arrives. */
  isCancellable: boolean
  /** The states in which operators can approve it with a bank line; empty for a channel without a review. */
  approvableStates: readonly DepositState[]
  /** All possible states of a recharge of this channel. */
  states: readonly DepositState[]
}

const hour = 3_600_000
/**
 * A new channel needs a row here and a file in the server's `modules/deposits`; the compiler lists the remaining
 * places.
 */
export const depositChannelTraits: Record<DepositChannel, DepositChannelTraits> = {
  card: {
    minimum: minimumRecharge,
    paymentWindow: hour,
    hasCheckout: true,
    hasDisputes: true,
    hasNetwork: false,
    hasVoucher: false,
    isCancellable: true,
    approvableStates: [],
    states: ['awaiting-transfer', 'credited', 'expired', 'cancelled', 'disputed', 'charged-back'],
  },
  pix: {
    minimum: minimumPix,
    paymentWindow: 24 * hour,
    hasCheckout: false,
    hasDisputes: false,
    hasNetwork: false,
    hasVoucher: false,
    isCancellable: true,
    // A payment may arrive after the code has expired.
    approvableStates: ['awaiting-transfer', 'under-review', 'expired'],
    states: ['awaiting-transfer', 'under-review', 'credited', 'rejected', 'expired', 'cancelled'],
  },
  chain: {
    minimum: minimumRecharge,
    paymentWindow: null,
    hasCheckout: false,
    hasDisputes: false,
    hasNetwork: true,
    hasVoucher: false,
    isCancellable: false,
    approvableStates: [],
    states: ['confirming', 'credited', 'below-minimum', 'reversed'],
  },
  manual: {
    minimum: minimumRecharge,
    paymentWindow: null,
    hasCheckout: false,
    hasDisputes: false,
    hasNetwork: true,
    hasVoucher: true,
    isCancellable: true,
    approvableStates: ['under-review'],
    states: ['awaiting-transfer', 'under-review', 'credited', 'rejected', 'cancelled'],
  },
}

/**
 * The state shown to merchants. A transfer with a voucher was made before the merchant reported it, so it is under
 * review from the start, even before an operator begins.
 */
export const shownDepositState = ({ channel, state }: { channel: DepositChannel; state: DepositState }): DepositState =>
  depositChannelTraits[channel].hasVoucher && state === 'awaiting-transfer' ? 'under-review' : state

/** The complete list of reasons to reject a transfer. */
export const depositReasons = [
  'not-arrived',
  'amount-differs',
  'picture-unreadable',
  'sender-differs',
  'duplicate',
] as const
export type DepositReason = (typeof depositReasons)[number]

/** The account of the platform and the name of its holder, shown to the merchant before a transfer. */
const payee = z.object({
  network: z.enum(transferNetworks),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
})

export const rechargeChannels = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/channels',
  summary:
    'The channels that this installation offers, with the least amount of each. Payment destinations come from the installation’s settings only, never from a chat.',
  access: verifiedMerchant,
  readOnly: true,
  input: empty,
  response: z.object({
    card: z.nullable(z.object({ minimum: money, withdrawableAfterDays: z.int() })),
    pix: z.object({ minimum: money, code: z.boolean() }),
    chain: z.array(
      z.object({
        network: z.string(),
        tokens: z.array(z.object({ symbol: z.string(), contract: z.string() })),
        minimum: money,
        confirmations: z.int(),
      }),
    ),
    manual: z.nullable(z.object({ minimum: money, payees: z.array(payee) })),
  }),
  refusals: [],
})

const amount = money

export const openCardDeposit = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/card',
  summary: 'Opens the card processor’s hosted checkout for an amount. The same key opens the same checkout.',
  access: openMerchant,
  changes: ['wallet'],
  ownTransaction: true,
  idempotent: true,
  input: z.strictObject({ amount }),
  response: z.object({ id, checkoutUrl: z.string() }),
  refusals: ['deposit/below-minimum', 'deposit/channel-off', 'deposit/too-many-open', 'payment/processor-down'],
})

export const openPixDeposit = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/pix',
  summary: 'Makes a PIX code for an amount in dollars: what to pay in reais, as a BR Code to scan or to copy.',
  access: openMerchant,
  changes: ['wallet'],
  idempotent: true,
  input: z.strictObject({ amount }),
  response: z.object({ id, code: z.string(), brl: money, brCode: z.string(), payee: z.string(), expiresAt: instant }),
  refusals: ['deposit/below-minimum', 'deposit/channel-off', 'deposit/too-many-open'],
})

export const chainAddress = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/address',
  summary: 'The shop’s own address on a network, derived from the platform’s public key; asked twice it is the same.',
  access: openMerchant,
  // Creates the address of a network once; the response is that address.
  changes: [],
  input: z.strictObject({ network: boundedText(1, 30) }),
  response: z.object({ network: z.string(), address: z.string() }),
  refusals: ['deposit/channel-off'],
})

export const sendVoucher = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/manual',
  summary: 'Reports a transfer with a picture of its voucher, for review.',
  access: openMerchant,
  changes: ['wallet'],
  idempotent: true,
  input: z.strictObject({ network: z.enum(transferNetworks), amount, voucher: id }),
  response: z.object({ id, code: z.string(), seenBefore: z.boolean() }),
  refusals: ['deposit/below-minimum', 'deposit/channel-off', 'deposit/too-many-open', 'file/not-found'],
})

export const replaceVoucher = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/voucher/replace',
  summary: 'Replaces the picture of a transfer whose review has not begun.',
  access: verifiedMerchant,
  changes: ['wallet', 'vouchers'],
  input: z.strictObject({ id, voucher: id }),
  response: z.object({ seenBefore: z.boolean() }),
  refusals: ['deposit/not-found', 'deposit/review-begun', 'file/not-found'],
})

const picture = z.object({ contentType: z.string(), base64: z.string() })

export const voucherPicture = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/voucher',
  summary: 'The picture that the merchant sent with a transfer.',
  access: merchant,
  tags: ['vouchers'],
  // Only reads a picture.
  changes: [],
  input: z.strictObject({ id }),
  response: picture,
  refusals: ['deposit/not-found', 'file/not-found'],
})

export const cancelDeposit = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/cancel',
  summary: 'Takes back a recharge that nobody has begun to review and for which no money came.',
  access: verifiedMerchant,
  changes: ['wallet'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['deposit/not-found', 'deposit/review-begun'],
})

const depositRow = z.object({
  id,
  code: z.string(),
  channel: z.enum(depositChannels),
  network: z.string(),
  state: z.enum(depositStates),
  amount: money,
  createdAt: instant,
  creditedAt: z.nullable(instant),
  confirmations: z.nullable(z.int()),
})

const stateChange = z.object({
  at: instant,
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.nullable(z.string()),
  /** `merchant`, `operator`, `processor`, `chain` or `clock`. The identity of the operator stays with the platform. */
  by: z.string(),
})

export const rechargeRecords = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/list',
  summary: 'Every recharge of the shop, newest first.',
  access: merchant,
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    state: z.optional(z.enum(depositStates)),
    channel: z.optional(z.enum(depositChannels)),
  }),
  response: cursorPageOf(depositRow),
  refusals: [],
})

export const rechargeDetail = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/detail',
  summary: 'One recharge with its history, what it waits for, and when its money can be withdrawn.',
  access: merchant,
  tags: ['wallet'],
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...depositRow.shape,
    checkoutUrl: z.nullable(z.string()),
    pix: z.nullable(z.object({ brl: money, brCode: z.string(), payee: z.string() })),
    txHash: z.nullable(z.string()),
    bankReference: z.nullable(z.string()),
    hasVoucher: z.boolean(),
    seenBefore: z.boolean(),
    expiresAt: z.nullable(instant),
    withdrawableAt: z.nullable(instant),
    /** The recharge is credited, but the network can still revert it; there is no known end of that time. */
    notFinal: z.boolean(),
    /** The amount reclaimed by the card's bank; `owed` is the part that the balance could not cover. */
    dispute: z.nullable(
      z.object({
        state: z.enum(['open', 'won', 'lost']),
        amount: money,
        owed: money,
        evidenceBy: z.nullable(instant),
      }),
    ),
    reason: z.nullable(z.enum(depositReasons)),
    note: z.nullable(z.string()),
    history: z.array(stateChange),
    may: z.object({ cancel: z.boolean(), replaceVoucher: z.boolean() }),
  }),
  refusals: ['deposit/not-found'],
})

// Endpoints for operators.

const depositKey = { shopId: id, id }
const workRow = z.object({
  ...depositRow.shape,
  shopId: id,
  shop: z.nullable(z.string()),
  currency: z.enum(['USD', 'BRL']),
  expected: money,
  seenBefore: z.boolean(),
  approvedOnce: z.boolean(),
})

export const listDeposits = endpoint({
  api: 'platform',
  path: '/platform/deposit/list',
  summary: 'Recharges in one state, oldest first.',
  access: operator('finance'),
  readOnly: true,
  input: z.strictObject({ ...paging, state: z.enum(depositStates), channel: z.optional(z.enum(depositChannels)) }),
  response: pageOf(workRow),
  refusals: [],
})

export const claimDeposit = endpoint({
  api: 'platform',
  path: '/platform/deposit/take',
  summary: 'Begins the review of a transfer; from now on its voucher stays as it is.',
  access: operator('finance'),
  input: z.strictObject(depositKey),
  response: ok,
  refusals: ['deposit/not-found', 'deposit/not-reviewable'],
})

export const depositVoucher = endpoint({
  api: 'platform',
  path: '/platform/deposit/voucher',
  summary: 'The picture of a transfer’s voucher: a hint, never a proof.',
  access: operator('finance'),
  input: z.strictObject(depositKey),
  response: picture,
  refusals: ['deposit/not-found', 'file/not-found'],
})

export const approveDeposit = endpoint({
  api: 'platform',
  path: '/platform/deposit/approve',
  summary:
    'Approves a transfer against one credit of a bank statement that nothing else used and whose amount is equal. The first of two people names the line, the second confirms it and the money is credited. Neither of them may have imported the line.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...depositKey, bankLineId: id }),
  response: z.object({ credited: z.boolean() }),
  refusals: [
    'deposit/not-found',
    'deposit/not-reviewable',
    'deposit/line-unknown',
    'deposit/line-used',
    'deposit/line-differs',
    'operator/second-person',
    'operator/too-new',
    'operator/importer',
  ],
})

export const rejectDeposit = endpoint({
  api: 'platform',
  path: '/platform/deposit/reject',
  summary: 'Rejects a transfer for one reason of the closed list; the merchant reads it.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...depositKey, reason: z.enum(depositReasons), note: staffText(0, 300) }),
  response: ok,
  refusals: ['deposit/not-found', 'deposit/not-reviewable'],
})

const currency = z.enum(['USD', 'BRL'])
/** The direction of an entry: `credit` is incoming money. */
export const bankSides = ['credit', 'debit'] as const
export type BankSide = (typeof bankSides)[number]

export const importBankLines = endpoint({
  api: 'platform',
  path: '/platform/bank/import',
  summary:
    'Takes a bank statement with all its entries. The opening balance and the entries must add up to the closing balance. An entry that an earlier statement had is known by the bank’s own reference of the entry, or where the bank gives none by what it says and its place among equal ones, and is not imported again.',
  access: operator('finance'),
  largeBody: true,
  input: z.strictObject({
    /** The account number in the bank's notation; spaces and upper or lower case do not matter. */
    account: boundedText(4, 60),
    statement: boundedText(1, 60),
    currency,
    /** The first and the last day of the statement. */
    from: day,
    to: day,
    opening: signedMoney,
    closing: signedMoney,
    lines: z
      .array(
        z.strictObject({
          line: z.int().check(z.gte(1), z.lte(1_000_000)),
          side: z.enum(bankSides),
          amount: money,
          valueDate: day,
          /** The counterparty: the payer or the payee. */
          payer: boundedText(0, 140),
          reference: boundedText(0, 140),
          /** The bank’s own id of the entry, unique in the account. */
          entryReference: z.optional(boundedText(1, 60)),
        }),
      )
      .check(z.maxLength(1000)),
  }),
  response: z.object({ added: z.int(), known: z.int() }),
  refusals: ['bank/totals-differ', 'bank/statement-differs'],
})

export const listBankLines = endpoint({
  api: 'platform',
  path: '/platform/bank/list',
  summary: 'Entries of bank statements that are evidence of nothing yet, oldest first.',
  access: operator('finance'),
  readOnly: true,
  input: z.strictObject({ ...paging, reference: z.optional(boundedText(0, 140)), side: z.optional(z.enum(bankSides)) }),
  response: pageOf(
    z.object({
      id,
      account: z.string(),
      statement: z.string(),
      line: z.int(),
      side: z.enum(bankSides),
      currency,
      amount: money,
      valueDate: z.string(),
      payer: z.string(),
      reference: z.string(),
    }),
  ),
  refusals: [],
})
