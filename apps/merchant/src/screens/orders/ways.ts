import { formatCents, parseCents } from '@quayside/contract'

/** One amount on its way from one account to another. */
export type Way = { from: string; to: string; amount: string }

/**
 * The lines of one transfer as ways of money: every debited account gives, every credited account takes, in the order
 * of the lines. The amounts are exact: what an account gives or takes over all ways is the amount of its line.
 */
export function waysOf(lines: readonly { account: string; debit: string; credit: string }[]): Way[] {
  const side = (name: 'debit' | 'credit') =>
    lines
      .map((line) => ({ account: line.account, left: BigInt(parseCents(line[name])) }))
      .filter(({ left }) => left > 0n)
  const takers = side('credit')
  const ways: Way[] = []
  for (const giver of side('debit'))
    for (const taker of takers) {
      const cents = giver.left < taker.left ? giver.left : taker.left
      if (cents === 0n) continue
      giver.left -= cents
      taker.left -= cents
      ways.push({ from: giver.account, to: taker.account, amount: formatCents(cents) })
    }
  return ways
}
