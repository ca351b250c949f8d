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
  'order.received',
  'order.completed',
  'order.part-settled',
  'order.cancelled',
  'order.cost-returned',
  'order.disputed',
  'order.dispute-won',
  'order.charged-back',
  'buyer.refunded',
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
] as const
export type LedgerEvent = (typeof ledgerEvents)[number]

/** The kinds of objects that a movement belongs to and links to. */
export const subjectKinds = ['order', 'deposit', 'withdrawal', 'refund'] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const readWallet = endpoint({
  api: 'merchant',
  path: '/merchant/wallet',
  summary:
    'Balance (available), pending (earnings inside the protection window), held (open withdrawals), total income (settled earnings), and the cost of orders paid from escrow.',
  access: merchant,
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
  }),
  refusals: [],
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
})

export const fundsRecords = endpoint({
  api: 'merchant',
  path: '/merchant/funds/records',
  summary:
    'Every row of the merchant’s accounts in the ledger, newest first, each with what caused it. Filters: account, kind of happening, days in the shop’s time zone (both included), and the number of an order, recharge, withdrawal or refund.',
  access: merchant,
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
  summary: 'Opening and closing balance of a period of at most a year, and how many movements lie between them.',
  access: merchant,
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
    'The statement of a period of at most a year as a file, in the caller’s language: opening balance, every movement with its hash, closing balance. A CSV can be checked offline and has no bound; a PDF holds at most 2000 movements.',
  access: merchant,
  readOnly: true,
  // A busy year has tens of megabytes. In an envelope a phone would hold it in memory three times: as text, as Base64
  // and as bytes.
  file: true,
  input: z.strictObject({ ...period, format: z.enum(statementFormats) }),
  response: z.unknown(),
  refusals: ['statement/period', 'statement/too-long', 'request/too-many'],
})

export const statementKeys = endpoint({
  api: 'merchant',
  path: '/merchant/statement-keys',
  summary:
    'The public keys (Ed25519, 32 bytes in base64url) of this platform that statements and daily roots are signed with: the present one first, then those before it.',
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
    'The signed daily roots, newest first: each the hash over the heads of all chains of the books that moved since the one before, and over that one. Keep one, and nothing before it can be written anew unseen.',
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
    'Where the head of one of the merchant’s accounts stands in the newest daily root that holds it, and the hashes that lead from it to that root; null before the first one.',
  access: merchant,
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
    'Every posting that one order caused, on every account, so that each cent of the buyer’s payment can be followed.',
  access: merchant,
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
