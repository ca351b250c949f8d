/** The duties of the day as cards, and what the merchant has decided about each. */
import type { listListings, listOrders, refundOrders, ResponseBody, shopReviews } from '@quayside/contract'
import { isNegative, isZero } from '../../lib/amounts.ts'

type Order = ResponseBody<typeof listOrders>['list'][number]
type Refund = ResponseBody<typeof refundOrders>['list'][number]
type Review = ResponseBody<typeof shopReviews>['list'][number]
type Listing = ResponseBody<typeof listListings>['list'][number]

export type Duty =
  | { kind: 'order'; id: string; due: string | null; order: Order }
  | { kind: 'orders'; id: 'orders'; due: string | null; orders: Order[] }
  | { kind: 'refund'; id: string; due: string | null; refund: Refund }
  | { kind: 'listing'; id: string; due: null; listing: Listing }
  | { kind: 'review'; id: string; due: null; review: Review }
  | { kind: 'chat'; id: 'chat'; due: null; answers: number }

/** Done later by the merchant, or decided now. */
export type Decision = 'do' | 'later'

/** A product with fewer pieces than this is nearly sold out. */
const lowStock = 6

/** More plain orders than this are one card. */
const plainAlone = 3
/** An order that earns: there is nothing to look at before it is picked up. */
const isPlain = (order: Order): boolean => !isZero(order.profit) && !isNegative(order.profit)

/**
 * The soonest deadline first; what has none keeps its order: chat, reviews, stock. Plain orders are one card if there
 * are several, unless the merchant wants them one by one.
 */
export function dutiesOf(given: {
  orders: readonly Order[]
  refunds: readonly Refund[]
  listings: readonly Listing[]
  reviews: readonly Review[]
  answers: number
  oneByOne?: boolean
}): Duty[] {
  const plain = given.oneByOne ? [] : given.orders.filter(isPlain)
  const together = plain.length > plainAlone ? plain : []
  const deadlines = together.map(({ pickupUntil }) => pickupUntil).filter((at) => at !== null)
  const dated: Duty[] = [
    ...(together.length > 0
      ? [{ kind: 'orders', id: 'orders', due: deadlines.toSorted()[0] ?? null, orders: together } as const]
      : []),
    ...given.orders
      .filter((order) => !together.includes(order))
      .map((order): Duty => ({ kind: 'order', id: order.id, due: order.pickupUntil, order })),
    ...given.refunds.map((refund): Duty => ({ kind: 'refund', id: refund.id, due: refund.answerBy, refund })),
  ]
  const time = ({ due }: Duty) => (due === null ? Infinity : Date.parse(due))
  dated.sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)))
  return [
    ...dated,
    ...(given.answers > 0 ? [{ kind: 'chat', id: 'chat', due: null, answers: given.answers } as const] : []),
    ...given.reviews
      .filter(({ may }) => may.reply)
      .map((review): Duty => ({ kind: 'review', id: review.id, due: null, review })),
    ...given.listings
      .filter(({ stock, shelf }) => shelf === 'on-shelf' && stock < lowStock)
      .map((listing): Duty => ({ kind: 'listing', id: listing.id, due: null, listing })),
  ]
}
