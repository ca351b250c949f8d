import type { ResponseBody, fundsRecords } from '@quayside/contract'
import { isNegative, negated } from '../../lib/amounts.ts'

export type FundsRecord = ResponseBody<typeof fundsRecords>['list'][number]
/**
 * A record, or two of one transfer: money that only moved between two accounts of the merchant. Of the two it is the
 * record of the balance, whose amount says whether the balance grew; without one, that of the receiving account.
 */
export type Movement = FundsRecord & { from?: FundsRecord['account']; to?: FundsRecord['account'] }

/**
 * Records, newest first, as movements: two records of the same event and cause at the same instant, with opposite
 * amounts, are one movement from the one account to the other. Those of several orders that settle at once may be
 * mixed.
 */
export function movementsOf(records: readonly FundsRecord[]): Movement[] {
  const movements: Movement[] = []
  const paired = new Set<FundsRecord>()
  records.forEach((row, i) => {
    if (paired.has(row)) return
    const other = otherLeg(records, i, paired)
    if (!other) {
      movements.push(row)
      return
    }
    paired.add(other)
    const [giver, taker] = isNegative(row.amount) ? [row, other] : [other, row]
    const shown = giver.account === 'available' ? giver : taker
    movements.push({ ...shown, from: giver.account, to: taker.account })
  })
  return movements
}

/** The later record of the same transfer as record `i`, among those of its instant. */
function otherLeg(records: readonly FundsRecord[], i: number, paired: ReadonlySet<FundsRecord>) {
  const row = records[i]!
  for (let k = i + 1; records[k]?.at === row.at; k += 1) {
    const next = records[k]!
    if (
      !paired.has(next) &&
      next.event === row.event &&
      next.cause?.id === row.cause?.id &&
      next.account !== row.account &&
      next.amount === negated(row.amount)
    )
      return next
  }
  return undefined
}
