/** What the modules need of a card processor; providers/ holds the real ones. */
export type Captured = {
  kind: 'captured'
  /** The processor's id of this event; the same event may arrive many times. */
  eventId: string
  /** The checkout that was paid. */
  reference: string
  /** What a refund will name. */
  captureReference: string
  amount: bigint
}

/** The bank of a card asks for a payment back, or has decided about it. */
export type Disputed = {
  kind: 'disputed'
  /** The processor's own name for it; each event about it says it. */
  reference: string
  /** The payment, as a refund would name it. */
  captureReference: string
  amount: bigint
  /** Until when the processor takes evidence. */
  evidenceBy: Date | null
  outcome: 'won' | 'lost' | null
}

export type Processor = {
  name: 'stripe' | 'test'
  openCheckout(checkout: {
    paymentId: string
    description: string
    amount: bigint
    expiresAt: Date
    /** Address in the app that the payer comes back to, for example `/pages/rechargeDetail?id=1`; without it a buyer's. */
    backTo?: string
  }): Promise<{ reference: string; url: string }>
  /** Checks the signature over the raw bytes; answers null for events that do not matter, throws `BadSignature` for forged ones. */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): Captured | Disputed | null
  refund(refund: { refundId: string; captureReference: string; amount: bigint }): Promise<string>
}

/** Where the payer's browser goes from the hosted page. A recharge's screen is told by `checkout` how it went there; only the webhook proves it. */
export const wayBack = (publicUrl: string, backTo: string | null | undefined, how: 'paid' | 'not-paid'): string =>
  `${publicUrl}/#${backTo ? `${backTo}${backTo.includes('?') ? '&' : '?'}checkout=${how}` : `/${how}`}`

export class BadSignature extends Error {}
