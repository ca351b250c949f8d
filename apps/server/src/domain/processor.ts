/** The interface of a card processor. providers/ holds the implementations. */
import type { evidenceFiles, evidenceTexts } from '@quayside/contract'

/**
 * A signed event. It only names an object. The server asks the processor itself for amount, currency and outcome, so
 * that a leaked signing secret or an event out of order cannot cause a wrong posting.
 */
export type ProcessorEvent = {
  /** The processor's id of this event; the same event may arrive many times. */
  id: string
  type: string
  /** Whether the event claims to be about real money. */
  live: boolean
  /** The object of the event. Null for events of other types; `unreadable` when the id of the object is missing. */
  about: { kind: 'checkout' | 'dispute' | 'refund'; reference: string } | 'unreadable' | null
}

export type Captured = {
  kind: 'captured'
  eventId: string
  /** The checkout that was paid. */
  reference: string
  /** Our own id of the payment; null when the processor does not report it. */
  paymentId: string | null
  /** The processor's id of the payment, for a refund. */
  captureReference: string
  /** The processor's id of the card, the same for each payment with it; null when the processor reports none. */
  cardFingerprint: string | null
  /** Cents, above zero. */
  amount: bigint
}

/** A dispute: the card's bank demands a payment back, or has decided about it. */
export type Disputed = {
  kind: 'disputed'
  /** The processor's id of the dispute. Each event about the dispute names it. */
  reference: string
  /** The processor's id of the payment, as for a refund. */
  captureReference: string
  /** Cents, above zero. May exceed the payment. */
  amount: bigint
  /** The processor's deadline for evidence. */
  evidenceBy: Date | null
  outcome: 'won' | 'lost' | null
  /** Time of the query to the processor. Of two results the later one counts. */
  asOf: Date
}

/** Why an object of the processor cannot be booked. */
export type UnusableReason = 'not-at-processor' | 'wrong-mode' | 'currency' | 'amount'

/**
 * An object that the processor does not have, or with a wrong mode, currency or amount. Nothing may be booked from it,
 * and an operator has to check it.
 */
export class UnusableObject extends Error {
  readonly reason: UnusableReason
  constructor(reason: UnusableReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type Processor = {
  name: 'stripe' | 'test'
  /** Whether it moves real money; events of the other mode are not booked. */
  live: boolean
  openCheckout(checkout: {
    /**
     * Our own id of the payment, the idempotency key at the processor. Calls with the same id have the same values.
     */
    paymentId: string
    description: string
    amount: bigint
    /** When the payment was created. */
    createdAt: Date
    expiresAt: Date
    /**
     * Address for the payer's return: one in the app, for example `/pages/rechargeDetail?id=1`, or a whole one of the
     * storefront. Payments of buyers by the API have none.
     */
    backTo?: string | undefined
  }): Promise<{ reference: string; url: string }>
  /**
   * Closes a payment or a hosted page, so that nobody can pay it any more. Returns false when it is paid, or its
   * payment is under way. Throws like `findPayment`.
   */
  close(reference: string): Promise<boolean>
  /** Payments on our own page, where the processor offers them. */
  element?: PaymentElement | undefined
  /** Checks the signature over the raw bytes. Throws `BadSignature` for a forged one, and no other error. */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProcessorEvent
  /** Reads a checkout from the processor; null while it is not paid. Throws `UnusableObject` or `ProcessorDown`. */
  findPayment(reference: string): Promise<Omit<Captured, 'eventId'> | null>
  /** Reads a dispute from the processor; null for an inquiry, which moves no money. Throws like `findPayment`. */
  findDispute(reference: string): Promise<Omit<Disputed, 'asOf'> | null>
  /** Reads a refund that was paid back and did not arrive; null for any other. Throws like `findPayment`. */
  findReturnedRefund(reference: string): Promise<ReturnedRefund | null>
  /**
   * Pays a payment back. `attempt` counts the definite refusals before: a repeated call of one attempt pays once.
   * Throws `ProcessorRefusal` when the processor has definitely paid nothing; after any other error the same attempt is
   * repeated.
   */
  refund(refund: { refundId: string; attempt: number; captureReference: string; amount: bigint }): Promise<string>
  /**
   * Sends the evidence of a dispute, once. `key`: the idempotency key. Throws `ProcessorRefusal` when the processor
   * does not take it, else `ProcessorDown`.
   */
  sendEvidence(evidence: { reference: string; key: string; texts: EvidenceTexts; files: EvidenceFile[] }): Promise<void>
  /** The events since a time, the oldest first, as the webhook sent them. Throws `ProcessorDown`. */
  listEvents(since: Date): Promise<ProcessorEvent[]>
  /** The refunds that the processor has made since a time. Throws `ProcessorDown`. */
  listRefunds(since: Date): Promise<RefundMade[]>
}

/** The processor's fields for a card in a page of the storefront. The card never reaches this server. */
export type PaymentElement = {
  /** The key for the processor's script; null while only the hosted page is offered. */
  publishableKey: string | null
  /**
   * Opens a payment and returns its id at the processor. Calls with the same `paymentId` open one payment. Throws
   * `ProcessorDown`.
   */
  open(payment: { paymentId: string; orderId: string; description: string; amount: bigint }): Promise<string>
  /**
   * What the browser needs to pay an open payment. `paid`: it is paid, or its payment is under way. `closed`: nobody
   * can pay it any more. Throws like `findPayment`.
   */
  secretOf(reference: string): Promise<{ secret: string } | 'paid' | 'closed'>
}

/** A refund at the processor. `refundId`: our id; null for a refund that was not made by this server. */
export type RefundMade = { refundId: string | null; reference: string; amount: bigint }

/** A refund that the processor took, and that the buyer's bank sent back. The processor holds the money again. */
export type ReturnedRefund = {
  reference: string
  /** Cents, above zero. */
  amount: bigint
  /** Why, as the processor words it. */
  failure: string
}

export type EvidenceTexts = Partial<Record<(typeof evidenceTexts)[number], string>>
export type EvidenceFile = { kind: (typeof evidenceFiles)[number]; contentType: string; content: Buffer }

/** The processor has answered, and did not do what was asked. The message is the processor's. */
export class ProcessorRefusal extends Error {}

/** Whether a way back is a whole address, and not one in the app. */
export const isWhole = (backTo: string | null | undefined): boolean => /^https?:\/\//.test(backTo ?? '')

/**
 * The address for the payer's browser after the hosted page. The parameter `checkout` tells the screen of a recharge
 * the outcome, but only the webhook proves it.
 */
export const returnUrl = (publicUrl: string, backTo: string | null | undefined, how: 'paid' | 'not-paid'): string =>
  isWhole(backTo)
    ? `${backTo}${backTo!.includes('?') ? '&' : '?'}checkout=${how}`
    : `${publicUrl}/#${backTo ? `${backTo}${backTo.includes('?') ? '&' : '?'}checkout=${how}` : `/${how}`}`

export class BadSignature extends Error {}
/** A query to the processor failed. */
export class ProcessorDown extends Error {}

/** The largest amount of a posting. */
const maxCents = 1_000_000_000_000_000n

/** An amount from the processor in cents. Throws `UnusableObject` unless it is a whole number from 1 to `maxCents`. */
export function usableAmount(amount: unknown, what: string): bigint {
  const cents =
    typeof amount === 'bigint'
      ? amount
      : typeof amount === 'number' && Number.isSafeInteger(amount)
        ? BigInt(amount)
        : 0n
  if (cents <= 0n || cents > maxCents) throw new UnusableObject('amount', `${what} has the amount ${String(amount)}`)
  return cents
}

/** The card processors of this installation, by name. */
export type Processors = Partial<Record<Processor['name'], Processor>>
