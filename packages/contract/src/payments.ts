/** Card payments for operators: disputes, and events of a processor that could not be booked. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { linked, listEndpoint, oneOf, searched, yesNo } from './list-endpoint.ts'
import { money } from './money.ts'
import {
  actionPermission,
  boundedText,
  cursor,
  cursorPageOf,
  empty,
  id,
  instant,
  ok,
  openAct,
  paging,
  orderParcel,
} from './shapes.ts'
import { staffText } from './staff-text.ts'

export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

const dispute = z.object({
  id,
  shopId: id,
  shop: z.nullable(z.string()),
  of: z.object({ kind: z.enum(['deposit', 'order']), id, code: z.string() }),
  processor: z.string(),
  reference: z.string(),
  state: z.enum(disputeStates),
  /** The amount that the bank claims. */
  asked: money,
  /** The part of the claim that was set aside. It is smaller than the claim if the payment had less left. */
  amount: money,
  /** The part of that amount that the merchant owes. */
  owed: money,
  evidenceBy: z.nullable(instant),
  openedAt: instant,
  closedAt: z.nullable(instant),
  /** Whether evidence was sent for the present round. */
  evidenceSentAt: z.nullable(instant),
  /** Open, without sent evidence, and past the deadline for it. */
  overdue: z.boolean(),
})

export const listDisputes = listEndpoint({
  path: '/platform/dispute/list',
  summary:
    'Disputes of card payments: what a card’s bank claims, what of it was set aside, and until when evidence is taken. Open ones by the nearest deadline, ended ones by the latest end. A search finds the number of an order or recharge, the processor’s reference, and the name or code of a shop.',
  access: operator('finance', 'support', 'auditor'),
  filters: {
    state: oneOf(disputeStates, 'open'),
    /** Only those whose evidence was sent, or only the others. */
    sent: yesNo(),
    shopId: linked(id),
    search: searched(60),
  },
  row: dispute,
  refusals: ['request/malformed'],
})

/** The texts of the evidence. The bank reads them. */
export const evidenceTexts = [
  'statement',
  'product',
  'carrier',
  'tracking-number',
  'shipped-on',
  'refund-policy',
  'refund-refusal',
  'account-activity',
] as const
/** The pictures of the evidence, one for each kind. */
export const evidenceFiles = ['shipping', 'conversation', 'receipt', 'other'] as const
export const maxEvidenceText = 5000

const evidence = {
  texts: z.partialRecord(z.enum(evidenceTexts), boundedText(0, maxEvidenceText)),
  files: z.partialRecord(z.enum(evidenceFiles), id),
}

const operatorName = z.object({ id, name: z.string() })

export const disputeDetail = endpoint({
  api: 'platform',
  path: '/platform/dispute/detail',
  summary:
    'One dispute: the claim, who bears it now, the disputed order or recharge, the evidence with its draft, and texts that can be taken over from the order.',
  access: operator('finance', 'support', 'auditor'),
  readOnly: true,
  input: z.strictObject({ shopId: id, id }),
  response: z.object({
    ...dispute.shape,
    round: z.int(),
    /** The parts of the amount that was set aside. */
    shares: z.array(
      z.object({ from: z.enum(['refund', 'escrow', 'pending', 'shipping', 'tax', 'balance', 'due']), amount: money }),
    ),
    order: z.nullable(
      z.object({
        title: z.string(),
        total: money,
        status: z.int(),
        paidAt: z.nullable(instant),
        shippedAt: z.nullable(instant),
        receivedAt: z.nullable(instant),
        parcels: z.array(orderParcel),
      }),
    ),
    deposit: z.nullable(z.object({ amount: money, creditedAt: z.nullable(instant) })),
    evidence: z.nullable(
      z.object({
        ...evidence,
        savedAt: instant,
        savedBy: operatorName,
        sentAt: z.nullable(instant),
        sentBy: z.nullable(operatorName),
        /** Why the processor did not take it. */
        failure: z.nullable(z.string()),
      }),
    ),
    /** Texts that follow from the order, for an empty draft. */
    suggested: z.partialRecord(z.enum(evidenceTexts), z.string()),
    /** Whether the processor takes evidence through this installation. */
    may: z.object({ save: actionPermission, send: actionPermission }),
  }),
  refusals: ['dispute/not-found'],
})

export const disputePicture = endpoint({
  api: 'platform',
  path: '/platform/dispute/picture',
  summary: 'One picture of the evidence of a dispute.',
  access: operator('finance', 'support', 'auditor'),
  readOnly: true,
  input: z.strictObject({ shopId: id, id, kind: z.enum(evidenceFiles) }),
  response: z.object({ contentType: z.string(), base64: z.string() }),
  refusals: ['dispute/not-found', 'file/not-found'],
})

const evidenceRefusals = [
  'dispute/not-found',
  'dispute/closed',
  'dispute/evidence-sent',
  'dispute/evidence-late',
] as const

export const saveEvidence = endpoint({
  api: 'platform',
  path: '/platform/dispute/evidence/save',
  summary: 'Saves the draft of the evidence of an open dispute. Nothing leaves.',
  access: operator('finance', 'support'),
  input: z.strictObject({ shopId: id, id, ...evidence }),
  response: z.object({ savedAt: instant }),
  refusals: [...evidenceRefusals, 'file/not-found', 'work/claimed'],
})

export const sendEvidence = endpoint({
  api: 'platform',
  path: '/platform/dispute/evidence/send',
  summary:
    'Sends the saved draft to the card processor, which takes evidence once. `savedAt` names the draft that the operator has seen.',
  access: operator('finance', 'support'),
  ownTransaction: true,
  idempotent: true,
  input: z.strictObject({ shopId: id, id, savedAt: instant }),
  response: z.object({ sentAt: instant }),
  refusals: [
    ...evidenceRefusals,
    'dispute/evidence-empty',
    'dispute/evidence-refused',
    'file/not-found',
    'dispute/evidence-changed',
    'payment/processor-down',
    'work/claimed',
  ],
})

/**
 * `due`: to be sent. `sent`: the processor took it. `failed`: the processor refused it, and an operator has to look.
 * `by-bank`: two people signed that the bank pays it, and its debit is awaited.
 */
export const refundPaymentStates = ['due', 'sent', 'failed', 'by-bank'] as const
export const refundWays = ['card', 'bank'] as const

export const listRefundPayments = endpoint({
  api: 'platform',
  path: '/platform/refund/payment/list',
  summary:
    'Payments to buyers, the newest first: what is due, was sent, failed and why, or waits for the bank. A search finds the number of an order or refund and the processor’s reference.',
  access: operator('finance', 'support', 'auditor'),
  readOnly: true,
  input: z.strictObject({
    limit: paging.limit,
    cursor,
    state: z.optional(z.enum(refundPaymentStates)),
    /** Only those due for more than a day, or only the others. */
    overdue: z.optional(z.boolean()),
    search: z.optional(boundedText(0, 60)),
  }),
  response: z.object({
    list: z.array(
      z.object({
        shopId: id,
        shop: z.nullable(z.string()),
        id,
        order: z.object({ id, code: z.string() }),
        refund: z.nullable(z.object({ id, code: z.string() })),
        cause: z.string(),
        state: z.enum(refundPaymentStates),
        amount: money,
        /** Of a PIX payment: what the bank sends back, in reais. */
        reais: z.nullable(money),
        /** The part that a dispute withholds. */
        withheld: money,
        processor: z.string(),
        reference: z.nullable(z.string()),
        createdAt: instant,
        sentAt: z.nullable(instant),
        failure: z.nullable(z.string()),
        failedAt: z.nullable(instant),
        overdue: z.boolean(),
        /** A dispute is open: the payment waits for its end. */
        disputed: z.boolean(),
        mayRetry: z.boolean(),
        way: z.enum(refundWays),
        /** The last characters of the account that the bank pays. */
        accountEnding: z.nullable(z.string()),
        /** The payments that the processor took or the bank made and that did not arrive, the newest first. */
        returned: z.array(
          z.object({
            reference: z.string(),
            sentAt: instant,
            at: instant,
            failure: z.string(),
            /** What the bank kept of it. */
            fee: money,
          }),
        ),
        /** The open act about another way. */
        actId: openAct,
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: ['request/malformed'],
})

export const retryRefundPayment = endpoint({
  api: 'platform',
  path: '/platform/refund/payment/retry',
  summary:
    'Sends a failed payment to a buyer again, or one that is due for more than a day. The processor pays nothing twice.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ shopId: id, id }),
  response: ok,
  refusals: ['refund-payment/not-found', 'refund-payment/not-failed', 'act/already-open', 'work/claimed'],
})

export const proposeRefundWay = endpoint({
  api: 'platform',
  path: '/platform/refund/payment/way',
  summary:
    'Proposes to pay a failed payment to a buyer by a transfer of the bank (`bank`), or to take that back before it is paid (`card`). A second person signs. `accountEnding`: the last four characters of the account that the buyer named.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    shopId: id,
    id,
    way: z.enum(refundWays),
    accountEnding: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{4}$/, { error: 'field/invalid' }))),
    reason: staffText(3, 300),
  }),
  response: z.object({ actId: id }),
  refusals: [
    'refund-payment/not-found',
    'refund-payment/not-failed',
    'dispute/open',
    'operator/too-new',
    'act/already-open',
    'work/claimed',
  ],
})

export const confirmBankRefund = endpoint({
  api: 'platform',
  path: '/platform/refund/payment/paid',
  summary: 'Books a payment to a buyer by the debit of the bank statement that paid it.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ shopId: id, id, bankLineId: id }),
  response: ok,
  refusals: [
    'refund-payment/not-found',
    'decision/changed',
    'act/already-open',
    'deposit/line-unknown',
    'bank/line-used',
    'bank/line-differs',
    'operator/importer',
    'work/claimed',
  ],
})

export const returnBankRefund = endpoint({
  api: 'platform',
  path: '/platform/refund/payment/returned',
  summary:
    'Books that the bank returned its payment to a buyer, by the credit of the bank statement that brought the amount back, whole or less the charges that the entry states, which the platform bears. The whole is owed to the buyer again, and is sent to the card or paid by bank anew.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ shopId: id, id, bankLineId: id }),
  response: ok,
  refusals: [
    'refund-payment/not-found',
    'decision/changed',
    'deposit/line-unknown',
    'bank/line-used',
    'bank/line-differs',
    'operator/importer',
    'work/claimed',
  ],
})

export const countPayments = endpoint({
  api: 'platform',
  path: '/platform/dispute/counts',
  summary: 'How many disputes wait for evidence, and how many payments to buyers are due, overdue and failed.',
  access: operator('finance', 'support', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    disputes: z.object({ open: z.int(), withoutEvidence: z.int(), dueSoon: z.int(), overdue: z.int() }),
    refundPayments: z.object({ due: z.int(), overdue: z.int(), failed: z.int() }),
  }),
  refusals: [],
})

/**
 * Why an event could not be booked: it names no payment; it names no checkout of this platform; the processor does
 * not know the payment; it belongs to the other mode (test or live); its currency is not the dollar; its amount is
 * invalid.
 */
export const unbookedReasons = [
  'unreadable',
  'unknown-payment',
  'not-at-processor',
  'wrong-mode',
  'currency',
  'amount',
] as const
export type UnbookedReason = (typeof unbookedReasons)[number]
export const unbookedStates = ['open', 'booked', 'closed'] as const

export const listUnbookedEvents = endpoint({
  api: 'platform',
  path: '/platform/processor-event/list',
  summary:
    'Signed events of card processors that could not be booked, oldest first. Some are retried automatically; each open one needs an operator.',
  access: operator('finance', 'owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ ...paging, cursor, state: z._default(z.enum(unbookedStates), 'open') }),
  response: cursorPageOf(
    z.object({
      id,
      processor: z.string(),
      eventId: z.string(),
      type: z.string(),
      live: z.boolean(),
      /** The processor’s id of the payment or dispute. */
      reference: z.nullable(z.string()),
      reason: z.enum(unbookedReasons),
      state: z.enum(unbookedStates),
      receivedAt: instant,
      nextAttemptAt: z.nullable(instant),
      note: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

export const closeUnbookedEvent = endpoint({
  api: 'platform',
  path: '/platform/processor-event/close',
  summary: 'Closes an event that could not be booked, with a note on what was done. It is not retried.',
  access: operator('finance'),
  input: z.strictObject({ id, note: boundedText(3, 1000) }),
  response: ok,
  refusals: ['payment/not-found', 'work/claimed'],
})
