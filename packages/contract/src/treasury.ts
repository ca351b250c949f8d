/** The platform's own money: unidentified receipts, treasury movements and adjustments of merchants' accounts. */
import * as z from 'zod/mini'
import { accounts } from './chart-of-accounts.ts'
import { endpoint, operator } from './endpoint.ts'
import { anyOf, linked, listEndpoint, searched } from './list-endpoint.ts'
import { money } from './money.ts'
import { boundedText, country, day, id, instant, ok, openAct } from './shapes.ts'
import { staffText } from './staff-text.ts'

const person = z.object({ id, name: z.string() })
const signature = z.nullable(z.object({ by: person, at: instant }))
const finance = operator('finance', 'auditor')

// Unidentified money.

export const unidentifiedStates = ['open', 'proposed', 'returning', 'assigned', 'returned'] as const
export type UnidentifiedState = (typeof unidentifiedStates)[number]
export const unidentifiedDecisions = ['assign', 'return'] as const

const unidentifiedRow = z.object({
  id,
  code: z.string(),
  origin: z.enum(['bank', 'correction']),
  state: z.enum(unidentifiedStates),
  /** US dollars, as booked. */
  amount: money,
  receivedAt: instant,
  receivedBy: person,
  /** The credit of the bank statement; null for money that a correction took back. */
  line: z.nullable(
    z.object({
      id,
      account: z.string(),
      currency: z.string(),
      amount: money,
      valueDate: z.string(),
      payer: z.string(),
      reference: z.string(),
    }),
  ),
  decision: z.nullable(z.enum(unidentifiedDecisions)),
  shopId: z.nullable(id),
  shop: z.nullable(z.string()),
  shopCode: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  first: signature,
  second: signature,
  finishedAt: z.nullable(instant),
})

export const listUnidentified = listEndpoint({
  path: '/platform/unidentified/list',
  summary:
    'Money that arrived and that no merchant has claimed, oldest first. Filters: state (`unfinished`: all that is not assigned or returned), and a search in number, payer and reference.',
  access: finance,
  filters: { state: anyOf([...unidentifiedStates, 'unfinished']), search: searched(60) },
  row: unidentifiedRow,
  pages: 'numbered',
})

export const unidentifiedDetail = endpoint({
  api: 'platform',
  path: '/platform/unidentified/detail',
  summary:
    'One amount of unidentified money, with the shops whose verified name or number its payer or reference names.',
  access: finance,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...unidentifiedRow.shape,
    actId: openAct,
    candidates: z.array(
      z.object({
        shopId: id,
        shop: z.nullable(z.string()),
        shopCode: z.string(),
        verifiedName: z.nullable(z.string()),
        why: z.array(z.enum(['payer', 'shop-code', 'recharge-code'])),
      }),
    ),
  }),
  refusals: ['books/not-found'],
})

export const receiveUnidentified = endpoint({
  api: 'platform',
  path: '/platform/unidentified/receive',
  summary: 'Books an unused credit of a bank statement as unidentified money. It is owed until it has an owner.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ bankLineId: id }),
  response: z.object({ id, code: z.string() }),
  refusals: ['deposit/line-unknown', 'bank/line-used', 'bank/line-differs', 'deposit/channel-off', 'operator/importer'],
})

export const proposeAssignment = endpoint({
  api: 'platform',
  path: '/platform/unidentified/assign',
  summary: 'Proposes the shop that the money belongs to. A second person signs the act. The merchant reads the reason.',
  access: operator('finance'),
  idempotent: true,
  /** `shop`: the code of the shop. */
  input: z.strictObject({ id, shop: boundedText(1, 20), reason: staffText(3, 300) }),
  response: z.object({ actId: id }),
  refusals: [
    'books/not-found',
    'decision/changed',
    'shop/not-found',
    'operator/too-new',
    'operator/importer',
    'work/claimed',
  ],
})

export const proposeReturn = endpoint({
  api: 'platform',
  path: '/platform/unidentified/return',
  summary: 'Proposes to send the money back to its payer. A second person signs, then a debit of the bank confirms it.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ id, reason: boundedText(3, 300) }),
  response: z.object({ actId: id }),
  refusals: ['books/not-found', 'decision/changed', 'operator/too-new', 'operator/importer', 'work/claimed'],
})

export const confirmReturn = endpoint({
  api: 'platform',
  path: '/platform/unidentified/returned',
  summary: 'Confirms the return by the debit of the bank statement that sent the money back.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ id, bankLineId: id }),
  response: ok,
  refusals: [
    'books/not-found',
    'decision/changed',
    'deposit/line-unknown',
    'bank/line-used',
    'bank/line-differs',
    'operator/too-new',
    'operator/importer',
    'work/claimed',
  ],
})

// Treasury.

export const treasuryKinds = [
  'processor-fee',
  'processor-payout',
  'supplier-bill',
  'carrier-bill',
  'tax-payment',
  'sweep',
  'bank-fee',
  'funding',
  'drawing',
] as const
export type TreasuryKind = (typeof treasuryKinds)[number]
/** Signed first, then paid: the debit of the bank statement books them. */
export const treasuryBills = ['supplier-bill', 'carrier-bill', 'tax-payment'] as const satisfies TreasuryKind[]
export const isTreasuryBill = (kind: TreasuryKind): boolean => (treasuryBills as readonly TreasuryKind[]).includes(kind)
export const treasuryStates = ['proposed', 'signed', 'booked', 'refused', 'reversal-proposed', 'reversed'] as const
export type TreasuryState = (typeof treasuryStates)[number]

/** The accounts that a movement of each kind may credit (`from`) and debit (`to`). */
export const treasuryAccounts = {
  'processor-fee': { from: [accounts.processorStripe, accounts.processorTest], to: [accounts.processorFee] },
  'processor-payout': { from: [accounts.processorStripe, accounts.processorTest], to: [accounts.bank] },
  'supplier-bill': { from: [accounts.bank], to: [accounts.supplierPayable] },
  'carrier-bill': { from: [accounts.bank], to: [accounts.shippingExpense] },
  'tax-payment': { from: [accounts.bank], to: [accounts.taxPayable] },
  sweep: {
    from: [accounts.bank, accounts.hotWallet, accounts.chainUsdt, accounts.chainUsdc],
    to: [accounts.bank, accounts.hotWallet, accounts.chainUsdt, accounts.chainUsdc],
  },
  'bank-fee': { from: [accounts.bank, accounts.hotWallet], to: [accounts.transferFee] },
  funding: { from: [accounts.ownerCapital], to: [accounts.bank, accounts.hotWallet] },
  drawing: { from: [accounts.bank], to: [accounts.ownerCapital] },
} as const satisfies Record<TreasuryKind, { from: readonly string[]; to: readonly string[] }>

/** The accounts of treasury movements. */
const treasuryAccount = z.enum([
  accounts.processorStripe,
  accounts.processorTest,
  accounts.bank,
  accounts.hotWallet,
  accounts.chainUsdt,
  accounts.chainUsdc,
  accounts.supplierPayable,
  accounts.taxPayable,
  accounts.processorFee,
  accounts.shippingExpense,
  accounts.transferFee,
  accounts.ownerCapital,
])
export type TreasuryAccount = z.output<typeof treasuryAccount>

const movementRow = z.object({
  id,
  code: z.string(),
  kind: z.enum(treasuryKinds),
  state: z.enum(treasuryStates),
  from: treasuryAccount,
  to: treasuryAccount,
  amount: money,
  /** The part of `amount` that does not arrive. */
  fee: money,
  reference: z.string(),
  /** The supplier or the carrier of a bill. */
  supplier: z.nullable(z.string()),
  billNumber: z.nullable(z.string()),
  dueDay: z.nullable(z.string()),
  /** Whose authority a tax payment goes to, and the days that it is for. */
  country: z.nullable(z.string()),
  periodFrom: z.nullable(z.string()),
  periodTo: z.nullable(z.string()),
  /** Of a fee or payout of a card processor that is booked: what of its expected fees it settled. */
  settledFee: z.nullable(money),
  note: z.string(),
  proposed: z.object({ by: person, at: instant }),
  signed: signature,
})

export const listMovements = listEndpoint({
  path: '/platform/treasury/list',
  summary:
    'Treasury movements, newest first. Filters: kind, state, and a search in number, reference, supplier and bill.',
  access: finance,
  filters: { kind: anyOf(treasuryKinds), state: anyOf(['unfinished', ...treasuryStates]), search: searched(60) },
  row: movementRow,
  pages: 'numbered',
})

const evidenceLine = z.nullable(
  z.object({ id, account: z.string(), statement: z.string(), line: z.int(), currency: z.string(), amount: money }),
)
export const movementDetail = endpoint({
  api: 'platform',
  path: '/platform/treasury/detail',
  summary: 'One treasury movement with its evidence, its signatures and its ledger entries.',
  access: finance,
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...movementRow.shape,
    actId: openAct,
    outLine: evidenceLine,
    inLine: evidenceLine,
    /** `by` is null when nobody signed it in time. */
    refused: z.nullable(z.object({ by: z.nullable(person), at: instant, reason: z.string() })),
    booked: signature,
    reversal: z.nullable(z.object({ by: person, at: instant, reason: z.string(), signed: signature })),
    transfers: z.array(id),
  }),
  refusals: ['books/not-found'],
})

export const treasuryBalances = endpoint({
  api: 'platform',
  path: '/platform/treasury/balances',
  summary:
    'What the platform holds on each account, what it owes the suppliers, and how much of what is owed is covered.',
  access: finance,
  readOnly: true,
  input: z.strictObject({}),
  response: z.object({
    accounts: z.array(z.object({ account: z.string(), balance: z.string() })),
    assets: z.string(),
    owed: z.string(),
    coverage: z.nullable(z.string()),
  }),
  refusals: [],
})

export const taxesOwed = endpoint({
  api: 'platform',
  path: '/platform/treasury/taxes',
  summary:
    'The tax of received orders by country: what is owed to each authority now, and what was collected from `from` to `to`, days in UTC, less refunds.',
  access: finance,
  readOnly: true,
  input: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  /** US dollars. Negative where more was refunded or paid than collected. */
  response: z.object({
    countries: z.array(z.object({ country: z.string(), owed: z.string(), collected: z.string() })),
  }),
  refusals: [],
})

export const proposeMovement = endpoint({
  api: 'platform',
  path: '/platform/treasury/propose',
  summary:
    'Proposes a treasury movement. `outLineId` and `inLineId` are its lines of the bank statement; a side that is the bank needs one, and only a bill or a tax payment names it later. A second person signs. Nobody signs with a line that they imported.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    kind: z.enum(treasuryKinds),
    from: treasuryAccount,
    to: treasuryAccount,
    amount: money,
    fee: z._default(money, '0'),
    outLineId: z.optional(id),
    inLineId: z.optional(id),
    reference: z._default(boundedText(0, 140), ''),
    supplier: z.optional(boundedText(2, 120)),
    billNumber: z.optional(boundedText(1, 60)),
    dueDay: z.optional(day),
    country: z.optional(country),
    periodFrom: z.optional(day),
    /**
     * For a card processor: the last day, in UTC, whose captures its report or payout is about. The fees expected of
     * them are settled. Without it, expected fees are settled up to the fee.
     */
    periodTo: z.optional(day),
    note: z._default(boundedText(0, 300), ''),
  }),
  response: z.object({ id, code: z.string(), actId: id }),
  refusals: [
    'deposit/line-unknown',
    'bank/line-used',
    'bank/line-differs',
    'treasury/bill-twice',
    'treasury/tax-twice',
    'treasury/tax-short',
    'operator/too-new',
    'operator/importer',
  ],
})

export const refuseMovement = endpoint({
  api: 'platform',
  path: '/platform/treasury/refuse',
  summary: 'Cancels a signed bill or tax payment that is not paid, with a reason.',
  access: operator('finance'),
  input: z.strictObject({ id, reason: boundedText(3, 300) }),
  response: ok,
  refusals: ['books/not-found', 'decision/changed', 'work/claimed'],
})

export const payBill = endpoint({
  api: 'platform',
  path: '/platform/treasury/pay',
  summary: 'Books the payment of a signed bill or tax payment by the debit of the bank statement that paid it.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ id, bankLineId: id }),
  response: ok,
  refusals: [
    'books/not-found',
    'decision/changed',
    'deposit/line-unknown',
    'bank/line-used',
    'bank/line-differs',
    'treasury/payable-short',
    'treasury/tax-short',
    'operator/importer',
    'work/claimed',
  ],
})

export const proposeReversal = endpoint({
  api: 'platform',
  path: '/platform/treasury/reversal/propose',
  summary: 'Proposes to reverse a booked movement that was wrong. Its bank lines become free again.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ id, reason: boundedText(3, 300) }),
  response: z.object({ actId: id }),
  refusals: ['books/not-found', 'decision/changed', 'operator/too-new', 'work/claimed'],
})

// Adjustments.

export const adjustmentKinds = ['goodwill', 'correction', 'write-off'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]
export const adjustmentStates = ['proposed', 'posted', 'refused'] as const
export type AdjustmentState = (typeof adjustmentStates)[number]

const adjustmentRow = z.object({
  shopId: id,
  id,
  code: z.string(),
  shop: z.nullable(z.string()),
  shopCode: z.string(),
  kind: z.enum(adjustmentKinds),
  state: z.enum(adjustmentStates),
  amount: money,
  reason: z.string(),
  proposed: z.object({ by: person, at: instant }),
  signed: signature,
})

export const listAdjustments = listEndpoint({
  path: '/platform/adjustment/list',
  summary:
    'Adjustments of merchants’ accounts, newest first. Filters: kind, state, shop, and a search in number and shop.',
  access: finance,
  filters: {
    kind: anyOf(adjustmentKinds),
    state: anyOf(adjustmentStates),
    shopId: linked(id),
    search: searched(60),
  },
  row: adjustmentRow,
  pages: 'numbered',
})

export const adjustmentDetail = endpoint({
  api: 'platform',
  path: '/platform/adjustment/detail',
  summary: 'One adjustment: the corrected entry, the merchant’s balance and debt, and the signatures.',
  access: finance,
  readOnly: true,
  input: z.strictObject({ shopId: id, id }),
  response: z.object({
    ...adjustmentRow.shape,
    actId: openAct,
    note: z.string(),
    ofTransfer: z.nullable(id),
    /** What the corrected entry still holds, before this adjustment. */
    left: z.nullable(money),
    /** What the merchant has and owes now. */
    balance: money,
    due: money,
    fromBalance: z.nullable(money),
    refused: signature,
  }),
  refusals: ['books/not-found'],
})

export const proposeAdjustment = endpoint({
  api: 'platform',
  path: '/platform/adjustment/propose',
  summary:
    'Proposes an adjustment of a closed kind: goodwill, a correction that takes back a named entry or a part of it, or a write-off of a debt. A second person signs. The merchant reads the reason.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    /** The code of the shop. */
    shop: boundedText(1, 20),
    kind: z.enum(adjustmentKinds),
    amount: money,
    ofTransfer: z.optional(id),
    reason: staffText(3, 300),
    note: z._default(boundedText(0, 300), ''),
  }),
  response: z.object({ id, code: z.string(), actId: id }),
  refusals: ['shop/not-found', 'adjustment/transfer-unknown', 'adjustment/too-much', 'operator/too-new'],
})
