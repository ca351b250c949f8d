/** What the modules need of a card processor; providers/ holds the real ones. */
export type Captured = {
  /** The processor's id of this event; the same event may arrive many times. */
  eventId: string
  /** The checkout that was paid. */
  reference: string
  /** What a refund will name. */
  captureReference: string
  amount: bigint
}

export type Processor = {
  name: 'stripe' | 'test'
  openCheckout(checkout: {
    paymentId: string
    description: string
    amount: bigint
    expiresAt: Date
  }): Promise<{ reference: string; url: string }>
  /** Checks the signature over the raw bytes; answers null for events that do not matter, throws `BadSignature` for forged ones. */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): Captured | null
  refund(refund: { refundId: string; captureReference: string; amount: bigint }): Promise<string>
}

export class BadSignature extends Error {}
