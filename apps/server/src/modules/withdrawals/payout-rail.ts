/** What withdrawals need of a bank that takes payments one by one; providers/ holds the one for demo mode and tests. */
export type PayoutBank = {
  /** Hands over a payment. `id` is the bank's idempotency key: asked twice it pays once. Throws when no answer came. */
  pay(payment: { id: string; amount: bigint; account: string; holder: string }): Promise<void>
  /** What became of a payment; `unknown` when the bank never heard of it. */
  lookup(id: string): Promise<{ state: 'unknown' | 'taken' | 'failed' } | { state: 'paid'; reference: string }>
}
