/**
 * The interface of a bank that accepts single payments. providers/ has the implementation for demo mode and tests.
 */
export type PayoutBank = {
  /**
   * Submits a payment. `id` is the idempotency key of the bank: a repeated call pays once. Throws when the bank does
   * not answer.
   */
  pay(payment: { id: string; amount: bigint; account: string; holder: string }): Promise<void>
  /** The state of a payment; `unknown` when the bank never received it. */
  lookup(id: string): Promise<{ state: 'unknown' | 'taken' | 'failed' } | { state: 'paid'; reference: string }>
}
