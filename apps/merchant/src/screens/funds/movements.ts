import type { ResponseBody, fundsRecords } from '@quayside/contract'
import { isNegative, negated } from '../../lib/amounts.ts'

export type FundsRecord = ResponseBody<typeof fundsRecords>['list'][number]
/**
 * A record, or two of one transfer: money that only moved between two accounts of the merchant. Of the two it is the
 * record of the balance, whose amount says whether the balance grew; without one, that of the receiving account.
 */
export type Movement = FundsRecord & { from?: FundsRecord['account']; to?: FundsRecord['account'] }

/**
 * Records, newest first, as movements: two records that follow each other, of the same event and cause at the same
 * instant and with opposite amounts, are one movement from the one account to the other.
 */
export function movementsOf(records: readonly FundsRecord[]): Movement[] {
  const movements: Movement[] = []
  for (let i = 0; i < records.length; i += 1) {
    const [row, next] = [records[i]!, records[i + 1]]
    const together =
      next &&
      next.event === row.event &&
      next.at === row.at &&
      next.cause?.id === row.cause?.id &&
      next.account !== row.account &&
      next.amount === negated(row.amount)
    if (!together) {
      movements.push(row)
      continue
    }
    const [giver, taker] = isNegative(row.amount) ? [row, next] : [next, row]
    const shown = giver.account === 'available' ? giver : taker
    movements.push({ ...shown, from: giver.account, to: taker.account })
    i += 1
  }
  return movements
}
