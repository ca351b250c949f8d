/**
 * The credit score: 0 to 100 from the last 90 days, in three parts that a merchant can recompute. It is shown and
 * explained, and it never restricts access to money. Description: docs/credit-score.md.
 */

export type CreditFacts = {
  pickedUp: number
  /** Seconds from payment to pick-up, summed over the orders picked up. */
  pickupSeconds: number
  /** Paid orders that the merchant declined. */
  declined: number
  completed: number
  /** Completed or received orders that were refunded. */
  refunded: number
}

export type CreditPart = {
  kind: 'pickup-time' | 'cancellations' | 'refunds'
  points: number
  of: number
  value: number | null
  count: number
}

/** Full points up to this mean time to pick-up, none from the later one on; in hours. */
const quick = 6
const slow = 72
/** Shares, in hundredths of a percent, from which on there are no points. */
const maxDeclined = 2000
const maxRefunded = 2000

const between = (value: number, full: number, none: number, points: number): number =>
  Math.round(points * Math.min(1, Math.max(0, (none - value) / (none - full))))

/** The score and its parts; the score is null until an order was picked up or declined. */
export function creditScore(facts: CreditFacts): { score: number | null; parts: CreditPart[] } {
  const handled = facts.pickedUp + facts.declined
  const hours = facts.pickedUp > 0 ? facts.pickupSeconds / facts.pickedUp / 3600 : null
  const declined = handled > 0 ? (facts.declined / handled) * 10_000 : null
  const refunded = facts.completed > 0 ? (facts.refunded / facts.completed) * 10_000 : null
  const parts: CreditPart[] = [
    // A part without data gives full points, so a new shop has no disadvantage.
    {
      kind: 'pickup-time',
      of: 40,
      points: hours === null ? 40 : between(hours, quick, slow, 40),
      value: hours === null ? null : Math.round(hours * 10) / 10,
      count: facts.pickedUp,
    },
    {
      kind: 'cancellations',
      of: 35,
      points: declined === null ? 35 : between(declined, 0, maxDeclined, 35),
      value: declined === null ? null : Math.round(declined),
      count: facts.declined,
    },
    {
      kind: 'refunds',
      of: 25,
      points: refunded === null ? 25 : between(refunded, 0, maxRefunded, 25),
      value: refunded === null ? null : Math.round(refunded),
      count: facts.refunded,
    },
  ]
  return { score: handled === 0 ? null : parts.reduce((sum, part) => sum + part.points, 0), parts }
}
