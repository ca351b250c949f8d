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

/** The first of several movements of a kind, with all of them. */
export type Fold = Movement & { folded: Movement[] }
/** As few movements as these stand by themselves. */
const fewest = 3

/**
 * Movements with each run of orders of the same day, event and accounts as one row. `dayOf` gives the day of an
 * instant.
 */
export function foldsOf(movements: readonly Movement[], dayOf: (at: string) => string): (Movement | Fold)[] {
  const kindOf = ({ at, event, account, cause, note }: Movement) =>
    cause?.kind === 'order' && !note ? [dayOf(at), event, account].join() : null
  const runs: Movement[][] = []
  for (const movement of movements) {
    const run = runs.at(-1)
    const kind = kindOf(movement)
    if (run && kind !== null && kindOf(run[0]!) === kind) run.push(movement)
    else runs.push([movement])
  }
  return runs.flatMap((run) => (run.length < fewest ? run : [{ ...run[0]!, folded: run }]))
}
