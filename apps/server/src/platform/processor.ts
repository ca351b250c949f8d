/** What the modules need of a card processor; providers/ holds the real ones. */

/**
 * A signed event. It only names what it is about: amounts, currency and outcome are asked for at the processor
 * itself, so that neither a leaked
 * signing secret nor an event that arrives out of order can book anything that is not so.
 */
export type ProcessorEvent = {
  /** The processor's id of this event; the same event may arrive many times. */
  id: string
  type: string
  /** Whether the event says that it is about real money. */
  live: boolean
  /** Null for events that do not matter; `unreadable` for one that should name an object and does not. */
  about: { kind: 'checkout' | 'dispute'; reference: string } | 'unreadable' | null
}

export type Captured = {
  kind: 'captured'
  eventId: string
  /** The checkout that was paid. */
  reference: string
  /** Our own id of the payment, where the processor says it. */
  paymentId: string | null
  /** What a refund will name. */
  captureReference: string
  /** The processor's own name for the card, the same for each payment with it; null where it does not tell. */
  cardFingerprint: string | null
  /** Cents, above zero. */
  amount: bigint
}

/** The bank of a card asks for a payment back, or has decided about it. */
export type Disputed = {
  kind: 'disputed'
  /** The processor's own name for it; each event about it says it. */
  reference: string
  /** The payment, as a refund would name it. */
  captureReference: string
  /** Cents, above zero; may be more than was paid. */
  amount: bigint
  /** Until when the processor takes evidence. */
  evidenceBy: Date | null
  outcome: 'won' | 'lost' | null
  /** When the processor was asked: of two answers the later one counts. */
  asOf: Date
}

/** Why an object of the processor cannot be booked. */
export type UnusableReason = 'not-at-processor' | 'wrong-mode' | 'currency' | 'amount'

/**
 * The processor does not know an object, or it is not one of ours: nothing may be booked from it, and people have
 * to look.
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
     * Our own id of the payment: the processor's idempotency key. The same id is always asked with the same values.
     */
    paymentId: string
    description: string
    amount: bigint
    /** When the payment was noted. */
    createdAt: Date
    expiresAt: Date
    /**
     * Address in the app that the payer comes back to, for example `/pages/rechargeDetail?id=1`; without it a
     * buyer's.
     */
    backTo?: string
  }): Promise<{ reference: string; url: string }>
  /** Checks the signature over the raw bytes; throws `BadSignature` for forged ones, and nothing else. */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProcessorEvent
  /** Asks the processor for a checkout; null while it is not paid. Throws `UnusableObject` or `ProcessorDown`. */
  findPayment(reference: string): Promise<Omit<Captured, 'eventId'> | null>
  /** Asks the processor for a dispute; null for an inquiry, which takes nothing. Throws like `findPayment`. */
  findDispute(reference: string): Promise<Omit<Disputed, 'asOf'> | null>
  refund(refund: { refundId: string; captureReference: string; amount: bigint }): Promise<string>
}

/**
 * Where the payer's browser goes from the hosted page. A recharge's screen is told by `checkout` how it went there;
 * only the webhook proves it.
 */
export const returnUrl = (publicUrl: string, backTo: string | null | undefined, how: 'paid' | 'not-paid'): string =>
  `${publicUrl}/#${backTo ? `${backTo}${backTo.includes('?') ? '&' : '?'}checkout=${how}` : `/${how}`}`

export class BadSignature extends Error {}
/** The processor could not be asked. */
export class ProcessorDown extends Error {}

/** The most that a posting can hold. */
const maxCents = 1_000_000_000_000_000n

/** An amount of the processor in cents; throws `UnusableObject` when it is no whole number above zero. */
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
