/** Recharges by card, PIX, blockchain, or a transfer with a voucher. Selling never requires a recharge. */
import * as z from 'zod/mini'
import { endpoint, merchant, operator, verifiedMerchant } from './endpoint.ts'
import { anyOf, fileOf, linked, listEndpoint, searched } from './list-endpoint.ts'
import { money } from './money.ts'
import { cursor, cursorPageOf, ok, empty, id, instant, openAct, paging, boundedText } from './shapes.ts'
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
 * A new channel needs a row here and a file in the server's `modules/money/deposits`; the compiler lists the remaining
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
    // A payment may arrive after the code has expired, or the merchant has cancelled.
    approvableStates: ['awaiting-transfer', 'under-review', 'expired', 'cancelled'],
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
    approvableStates: ['under-review', 'cancelled'],
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
    'The recharge channels of this installation with their minimum amounts. Payment destinations come from the settings only.',
  access: verifiedMerchant,
  tags: ['wallet'],
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
    /** `reference`: what the merchant writes into the transfer. It becomes the number of the recharge. */
    manual: z.nullable(z.object({ minimum: money, reference: z.string(), payees: z.array(payee) })),
  }),
  refusals: [],
})

const amount = money

export const openCardDeposit = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/card',
  summary: 'Opens the card processor’s hosted checkout for an amount. The same key opens the same checkout.',
  access: verifiedMerchant,
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
  summary:
    'Creates a PIX code for an amount in dollars. The response has the amount in reais and the BR Code to scan or copy.',
  access: verifiedMerchant,
  changes: ['wallet'],
  idempotent: true,
  input: z.strictObject({ amount }),
  response: z.object({ id, code: z.string(), brl: money, brCode: z.string(), payee: z.string(), expiresAt: instant }),
  refusals: ['deposit/below-minimum', 'deposit/channel-off', 'deposit/too-many-open'],
})

export const chainAddress = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/address',
  summary:
    'The shop’s own address on a network, derived from the platform’s public key. Every call returns the same address.',
  access: verifiedMerchant,
  // Creates the address of a network once; the response is that address.
  changes: [],
  input: z.strictObject({ network: boundedText(1, 30) }),
  response: z.object({ network: z.string(), address: z.string() }),
  refusals: ['deposit/channel-off'],
})

export const sendVoucher = endpoint({
  api: 'merchant',
  path: '/merchant/recharge/manual',
  summary: 'Reports a bank transfer with a picture of its voucher, for review.',
  access: verifiedMerchant,
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
  summary: 'The voucher picture that the merchant sent with a transfer.',
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
  summary:
    'Cancels a recharge that is not paid. Refused once money has arrived for it, or the review of its voucher has begun.',
  access: verifiedMerchant,
  changes: ['wallet'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['deposit/not-found', 'deposit/review-begun', 'deposit/payment-found'],
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
  summary: 'All recharges of the shop, newest first.',
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
  summary: 'One recharge with its history, its next step, and the time from which its money can be withdrawn.',
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
    /** What the merchant reported, if less arrived; `amount` is what arrived, and `note` says why. */
    reported: z.nullable(money),
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

export const listDeposits = listEndpoint({
  path: '/platform/deposit/list',
  summary:
    'Recharges, oldest first. Filters: state (`waiting`: all that operators have to review), channel, shop, and a search in the number of the recharge and in code and name of the shop.',
  access: operator('finance', 'auditor'),
  filters: {
    /** `waiting`: what operators have to review, in its states `awaiting-transfer` and `under-review`. */
    state: anyOf([...depositStates, 'waiting']),
    channel: anyOf(depositChannels),
    shopId: linked(id),
    search: searched(60),
  },
  row: workRow,
  pages: 'numbered',
})

export const exportDeposits = fileOf(listDeposits, { path: '/platform/deposit/export', list: 'Recharges' })

export const depositCounts = endpoint({
  api: 'platform',
  path: '/platform/deposit/counts',
  summary: 'How many recharges operators have to review, by channel and state, and since when the oldest waits.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({ channel: z.enum(depositChannels), state: z.enum(depositStates), n: z.int(), oldest: instant }),
    ),
  }),
  refusals: [],
})

/** Why an entry of the bank may be the payment of a recharge. */
export const candidateReasons = ['reference', 'amount', 'payer', 'day'] as const

const bankEntry = z.object({
  id,
  account: z.string(),
  statement: z.string(),
  line: z.int(),
  currency: z.enum(['USD', 'BRL']),
  amount: money,
  valueDate: z.string(),
  payer: z.string(),
  reference: z.string(),
  importedBy: z.object({ id, name: z.string() }),
})

export const depositDetail = endpoint({
  api: 'platform',
  path: '/platform/deposit/detail',
  summary:
    'One recharge for its review: history, signatures, the unused entries of the bank that may be its payment (best first, each with why it matches), the merchant’s other recharges, and recharges with a nearly equal voucher picture.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject(depositKey),
  response: z.object({
    ...workRow.shape,
    shopCode: z.string(),
    verifiedName: z.nullable(z.string()),
    txHash: z.nullable(z.string()),
    hasVoucher: z.boolean(),
    reason: z.nullable(z.enum(depositReasons)),
    note: z.nullable(z.string()),
    /** What the merchant reported, if less arrived; `amount` is what arrived. */
    reported: z.nullable(money),
    history: z.array(stateChange),
    /** What the merchant reads for each reason of a rejection. */
    sentences: z.array(z.object({ reason: z.enum(depositReasons), reads: z.string() })),
    actId: openAct,
    firstApprover: z.nullable(z.object({ id, name: z.string() })),
    secondApprover: z.nullable(z.object({ id, name: z.string() })),
    /** The entry that the first person named. */
    line: z.nullable(bankEntry),
    candidates: z.array(
      z.object({
        ...bankEntry.shape,
        why: z.array(z.enum(candidateReasons)),
        /** Whether amount and currency are equal. */
        fits: z.boolean(),
        /** What is missing of a transfer from which a bank took its fee; null for another line. */
        shortfall: z.nullable(money),
      }),
    ),
    merchant: z.object({
      credited: z.int(),
      creditedAmount: money,
      rejected: z.int(),
      recent: z.array(depositRow),
    }),
    samePicture: z.array(
      z.object({
        shopId: id,
        id,
        code: z.string(),
        shopCode: z.string(),
        state: z.enum(depositStates),
        createdAt: instant,
      }),
    ),
  }),
  refusals: ['deposit/not-found'],
})

export const claimDeposit = endpoint({
  api: 'platform',
  path: '/platform/deposit/take',
  summary: 'Starts the review of a transfer. The merchant can no longer replace its voucher.',
  access: operator('finance'),
  input: z.strictObject(depositKey),
  response: ok,
  refusals: ['deposit/not-found', 'deposit/not-reviewable', 'work/claimed'],
})

export const depositVoucher = endpoint({
  api: 'platform',
  path: '/platform/deposit/voucher',
  summary: 'The voucher picture of a transfer. It is not proof of payment.',
  access: operator('finance'),
  input: z.strictObject(depositKey),
  response: picture,
  refusals: ['deposit/not-found', 'file/not-found'],
})

export const approveDeposit = endpoint({
  api: 'platform',
  path: '/platform/deposit/approve',
  summary:
    'Approves a transfer with one unused credit of a bank statement of the same amount, or of a bank transfer from which a bank took its fee: then what arrived is credited, with `shortfall` as the reason. The operator selects the entry; a second one signs the act, and the money is credited. An operator who imported the entry can do neither.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    ...depositKey,
    bankLineId: id,
    /** Why less arrived than was reported, for the merchant. Needed for such a line. */
    shortfall: z.optional(staffText(5, 300)),
  }),
  response: z.object({ actId: id }),
  refusals: [
    'deposit/not-found',
    'deposit/not-reviewable',
    'deposit/line-unknown',
    'deposit/line-used',
    'deposit/line-differs',
    'act/already-open',
    'operator/too-new',
    'operator/importer',
    'work/claimed',
  ],
})

export const rejectDeposit = endpoint({
  api: 'platform',
  path: '/platform/deposit/reject',
  summary: 'Rejects a transfer with a reason from the closed list. The merchant sees the reason.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...depositKey, reason: z.enum(depositReasons), note: staffText(0, 300) }),
  response: ok,
  refusals: ['deposit/not-found', 'deposit/not-reviewable', 'work/claimed'],
})
