/**
 * Withdrawals of a merchant: destinations, quotes, requests and appeals. The fee is deducted from the amount; there is
 * no other condition. Operators decide in `withdrawal-desk.ts` and pay in `payouts.ts`.
 */
import * as z from 'zod/mini'
import { endpoint, merchant, verifiedMerchant } from './endpoint.ts'
import { money } from './money.ts'
import { confirmation, confirmationRefusals } from './passkey.ts'
import { boundedText, cursor, cursorPageOf, empty, id, instant, ok, paging } from './shapes.ts'

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
 * Why an approved or requested withdrawal waits: the way to its destination rests or is gone, payouts are
 * paused, or the bank needs the holder's name in Latin letters.
 */
export const withdrawalWaits = ['rail-off', 'payouts-paused', 'latin-name'] as const
export type WithdrawalWait = (typeof withdrawalWaits)[number]

export const appeal = z.object({
  state: z.enum(appealStates),
  text: z.string(),
  appealedAt: instant,
  /** Without a decision until then the appeal is granted. */
  decideBy: instant,
  decidedAt: z.nullable(instant),
  answer: z.nullable(z.string()),
})

const holder = boundedText(1, 100)
/** The holder as the bank has it. Only for a name in another script. */
const latinHolder = z.optional(boundedText(0, 70))
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
  /** The name in the payment file; null until it is known in Latin letters. Null for an address. */
  bankHolder: z.nullable(z.string()),
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
  'destination/latin-name',
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
      latinHolder,
      bankName: boundedText(0, 100),
      cardNumber: boundedText(0, 40),
    }),
    z.strictObject({
      method: z.literal('account'),
      holder: boundedText(0, 100),
      latinHolder,
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
    'Saves a bank account, a bank card or a chain address. Requires the payment password or a passkey. A new destination has a waiting time, which protects the owner against a stolen session.',
  access: verifiedMerchant,
  changes: ['wallet'],
  ownTransaction: true,
  input: z.discriminatedUnion('method', [
    z.strictObject({
      method: z.literal('bank'),
      holder,
      latinHolder,
      bankName: boundedText(2, 100),
      cardNumber,
      ...confirmation,
    }),
    z.strictObject({
      method: z.literal('account'),
      holder,
      latinHolder,
      bankName: boundedText(2, 100),
      /** ISO 3166-1 alpha-2. It decides what `account` and `bankCode` are: see `bank-accounts.ts`. */
      country: boundedText(2, 2),
      /** The IBAN or the account number. */
      account: boundedText(1, 60),
      /** The BIC or the number of the national clearing. */
      bankCode: boundedText(1, 20),
      ...confirmation,
    }),
    z.strictObject({
      method: z.literal('chain'),
      network: z.enum(payoutNetworks),
      address: boundedText(1, 100),
      ...confirmation,
    }),
  ]),
  response: destination,
  refusals: [...destinationRefusals, ...confirmationRefusals],
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
  input: z.strictObject({ quoteId: id, destinationId: id, ...confirmation }),
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
    ...confirmationRefusals,
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

export const withdrawalRow = z.object({
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
  input: z.strictObject({ ...paging, cursor, state: z.optional(z.enum(withdrawalStates)) }),
  response: cursorPageOf(withdrawalRow),
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
