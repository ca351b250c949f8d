/** The merchant's view of the ledger: balance, pending, held, and every movement in words. */
import * as z from 'zod/mini'
import { anyone, endpoint, merchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { cursor, day, cursorPageOf, empty, id, instant, paging } from './shapes.ts'

/** The merchant's own accounts in the ledger. */
export const walletAccounts = ['available', 'pending', 'held'] as const
export type WalletAccount = (typeof walletAccounts)[number]

/** The kinds of movements in the funds records. */
export const ledgerEvents = [
  'order.paid',
  'order.paid-late',
  'order.picked-up',
  'order.shipped',
  'order.ship-undone',
  'order.received',
  'order.completed',
  'order.part-settled',
  'order.cancelled',
  'order.cost-returned',
  'order.disputed',
  'order.dispute-won',
  'order.charged-back',
  'buyer.refunded',
  'buyer.refund-returned',
  'buyer.refunded-by-bank',
  'deposit.credited',
  'deposit.set-aside',
  'deposit.reversed',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'withdrawal.requested',
  'withdrawal.cancelled',
  'withdrawal.rejected',
  'withdrawal.approved',
  'withdrawal.paid',
  'withdrawal.failed',
  'withdrawal.returned',
  'refund.approved',
  'refund.withheld',
  'refund.released',
  'due.recovered',
  'due.settled',
  'unidentified.assigned',
  'adjustment.goodwill',
  'adjustment.corrected',
  'adjustment.written-off',
] as const
export type LedgerEvent = (typeof ledgerEvents)[number]

/** The kinds of movements that touch no merchant's account. */
export const platformLedgerEvents = [
  'processor.fee-expected',
  'processor.fee-settled',
  'processor.fee-unsettled',
  'unidentified.received',
  'unidentified.returned',
  'treasury.processor-fee',
  'treasury.processor-payout',
  'treasury.supplier-bill',
  'treasury.carrier-bill',
  'treasury.tax-payment',
  'treasury.sweep',
  'treasury.bank-fee',
  'treasury.funding',
  'treasury.drawing',
  'treasury.reversed',
] as const
export type PlatformLedgerEvent = (typeof platformLedgerEvents)[number]

/** The kinds of objects that a movement belongs to and links to. */
export const subjectKinds = ['order', 'deposit', 'withdrawal', 'refund'] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const readWallet = endpoint({
  api: 'merchant',
  path: '/merchant/wallet',
  summary:
    'Balance (available), pending (earnings inside the protection window), held (open withdrawals), total income (settled earnings), and the purchase cost paid from escrow.',
  access: merchant,
  scope: 'finance:read',
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    balance: money,
    pending: money,
    held: money,
    totalIncome: money,
    /** Buyers’ payments in escrow for this shop’s open orders. */
    escrow: money,
    /** What the shop owes the platform, and the most that it may owe before orders stop; null while it owes nothing. */
    debt: z.nullable(z.object({ owed: money, limit: money })),
  }),
  refusals: [],
})

export const settleDebt = endpoint({
  api: 'merchant',
  path: '/merchant/debt/settle',
  summary:
    'Pays what the shop owes from its balance, as far as the balance goes. Without it the debt is paid from new earnings.',
  access: merchant,
  changes: ['wallet', 'orders'],
  idempotent: true,
  input: empty,
  response: z.object({ settled: money, owed: money, balance: money }),
  refusals: ['debt/nothing-to-settle', 'request/key-missing', 'request/key-reused'],
})

export const fundsRecord = z.object({
  transferId: id,
  at: instant,
  event: z.enum(ledgerEvents),
  account: z.enum(walletAccounts),
  /** The signed change of that account. */
  amount: signedMoney,
  balanceAfter: money,
  /** Position in the account’s hash chain and its head after this row, in hexadecimal. */
  seq: z.int(),
  hash: z.string(),
  cause: z.nullable(z.object({ kind: z.enum(subjectKinds), id, code: z.string() })),
  /** The order that the record is about, or whose refund: its first product and its buyer. */
  order: z.nullable(z.object({ title: z.string(), picture: z.nullable(z.string()), buyer: z.string() })),
  /** What the platform’s staff wrote about an adjustment or an assigned transfer, with its number. */
  note: z.nullable(z.object({ code: z.string(), reason: z.string() })),
})

export const fundsRecords = endpoint({
  api: 'merchant',
  path: '/merchant/funds/records',
  summary:
    'Every ledger entry of the merchant’s accounts, newest first, with its cause. Filters: account, kind of event, days in the shop’s time zone (inclusive), and the number of an order, recharge, withdrawal or refund.',
  access: merchant,
  scope: 'finance:read',
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    account: z.optional(z.enum(walletAccounts)),
    event: z.optional(z.enum(ledgerEvents)),
    from: z.optional(day),
    to: z.optional(day),
    code: z.optional(z.string().check(z.maxLength(20))),
  }),
  response: cursorPageOf(fundsRecord),
  refusals: [],
})

export const statementFormats = ['csv', 'pdf'] as const
export type StatementFormat = (typeof statementFormats)[number]
/** Maximum number of movements in a PDF, about seventy pages. A CSV has no limit. */
export const maxPdfRecords = 2000
/** Maximum number of days in a statement. */
export const maxStatementDays = 366

const period = {
  /** Days in the shop’s time zone, both included. */
  from: day,
  to: day,
  account: z._default(z.enum(walletAccounts), 'available'),
}

export const previewStatement = endpoint({
  api: 'merchant',
  path: '/merchant/finance/statement/preview',
  summary: 'Opening and closing balance of a period of at most one year, and its number of entries.',
  access: merchant,
  scope: 'finance:read',
  tags: ['wallet'],
  readOnly: true,
  input: z.strictObject(period),
  response: z.object({
    opening: money,
    closing: money,
    movements: z.int(),
    /** Hash of the last record in or before the period; null when there is none. */
    head: z.nullable(z.string()),
  }),
  refusals: ['statement/period'],
})

export const downloadStatement = endpoint({
  api: 'merchant',
  path: '/merchant/finance/statement',
  summary:
    'The statement of a period of at most one year as a file in the caller’s language: opening balance, every entry with its hash, closing balance. A CSV has no limit of entries and can be verified offline; a PDF holds at most 2000 entries.',
  access: merchant,
  scope: 'finance:read',
  readOnly: true,
  // A busy year has tens of megabytes. In an envelope a phone would hold it in memory three times: as text, as Base64
  // and as bytes.
  file: true,
  input: z.strictObject({ ...period, format: z.enum(statementFormats) }),
  response: z.unknown(),
  refusals: ['statement/period', 'statement/too-long', 'request/too-many'],
})

/** Records in one response of `chainRecords`. */
export const maxChainRecords = 1000

export const chainRecords = endpoint({
  api: 'merchant',
  path: '/merchant/finance/chain',
  summary:
    'The records of one of the merchant’s accounts after a position of its hash chain, oldest first, with all that each hash covers. A device computes the hashes again, so that no change of an earlier record stays unnoticed. `seq`, `head` and `balance` are the present end of the chain.',
  access: merchant,
  readOnly: true,
  input: z.strictObject({
    account: z.enum(walletAccounts),
    after: z.int().check(z.gte(0)),
    limit: z._default(z.int().check(z.gte(1), z.lte(maxChainRecords)), maxChainRecords),
  }),
  response: z.object({
    /** The id of the account; null while nothing was booked on it. */
    account: z.nullable(z.string()),
    seq: z.int(),
    head: z.string(),
    /** In cents, as it is hashed. */
    balance: z.string(),
    list: z.array(
      z.object({
        transfer: id,
        line: z.string(),
        side: z.enum(['D', 'C']),
        amount: z.string(),
        seq: z.string(),
        balance: z.string(),
        hash: z.string(),
        version: z.int(),
        event: z.enum(ledgerEvents),
        ref: id,
        at: z.string(),
        sealed: z.string(),
      }),
    ),
  }),
  refusals: ['request/too-many'],
})

export const statementKeys = endpoint({
  api: 'merchant',
  path: '/merchant/statement-keys',
  summary:
    'The platform’s public keys for statements and daily roots (Ed25519, 32 bytes in base64url): the current one first, then earlier ones.',
  access: anyone,
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    /** Each key with its fingerprint: the first 32 characters of the SHA-256 of the key, in groups of four. */
    keys: z.array(z.object({ key: z.string(), fingerprint: z.string() })),
  }),
  refusals: [],
})

export const dailyRoots = endpoint({
  api: 'merchant',
  path: '/merchant/daily-roots',
  summary:
    'The signed daily roots, newest first. Each is a hash of the previous root and of the heads of all ledger chains that changed since. Whoever keeps one can detect any later change of the entries before it.',
  access: anyone,
  readOnly: true,
  input: z.strictObject({ before: z.optional(day), limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30) }),
  response: z.object({
    list: z.array(
      z.object({
        day: z.string(),
        chains: z.int(),
        /**
         * Hexadecimal: the root of the Merkle tree, the hash of the previous root (00 for the first), and the hash of
         * this root.
         */
        merkle: z.string(),
        previous: z.string(),
        hash: z.string(),
        /**
         * Ed25519 signature of the lines `quayside root 1`, day, chains, merkle and previous; both values in
         * base64url.
         */
        key: z.string(),
        signature: z.string(),
      }),
    ),
  }),
  refusals: [],
})

export const headProof = endpoint({
  api: 'merchant',
  path: '/merchant/finance/head-proof',
  summary:
    'The position of the head of one of the merchant’s accounts in the newest daily root that contains it, with the hashes that lead from the head to the root; null before the first root.',
  access: merchant,
  scope: 'finance:read',
  readOnly: true,
  input: z.strictObject({ account: z._default(z.enum(walletAccounts), 'available') }),
  response: z.object({
    proof: z.nullable(
      z.object({
        day: z.string(),
        /** The leaf is SHA-256 of a zero byte and `account|seq|head`. */
        account: z.string(),
        seq: z.int(),
        head: z.string(),
        /** From the leaf to the root: a node is SHA-256 of a one byte, the left hash and the right hash. */
        path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
      }),
    ),
  }),
  refusals: [],
})

export const orderBooks = endpoint({
  api: 'merchant',
  path: '/merchant/order/books',
  summary:
    'All ledger postings of one order, on every account, so that each cent of the buyer’s payment can be traced.',
  access: merchant,
  scope: 'orders:read',
  tags: ['orders'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    list: z.array(
      z.object({
        transferId: id,
        at: instant,
        event: z.enum(ledgerEvents),
        lines: z.array(
          z.object({
            account: z.string(),
            debit: money,
            credit: money,
            /**
             * Position in the account’s hash chain, and the head after this row. Null for an account of the platform,
             * which has no chain.
             */
            seq: z.nullable(z.int()),
            hash: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
  refusals: ['order/not-found'],
})
