/** The days of a demo's past: what starts by itself. What follows from it is added to the agenda while it runs. */
import { days, hours, minutes } from '../../../apps/server/src/platform/jobs/clock.ts'
import { randomBetween } from '../fake-people.ts'
import { refusedEnding } from '../finance.ts'
import type { OpenedProduct } from '../seed.ts'
import { catalogueLane, desk, streetLane } from './agenda.ts'
import { randomLane, type Task, type Trade } from './trade.ts'

/** How much a shop sells. */
export type Business = {
  /** Orders a day at the start and at the end. */
  orders: readonly [first: number, last: number]
  /** Visitors a day that do not buy, at the start and at the end. */
  visitors: readonly [first: number, last: number]
}

/** More is sold at the end of the week, Sunday first. */
const weekdays = [1.2, 0.85, 0.8, 0.9, 1, 1.15, 1.3]
/** When people buy, by the hour of the day. */
const hoursOfDay = [1, 0.5, 0.3, 0.2, 0.2, 0.5, 1, 2, 3, 3.5, 4, 4, 4.5, 4, 3.5, 3.5, 4, 4.5, 5.5, 6.5, 7, 6, 4, 2]
const hoursTotal = hoursOfDay.reduce((sum, n) => sum + n, 0)

/** A time of a day, as people use it. */
function timeOfDay(): number {
  let left = Math.random() * hoursTotal
  const hour = hoursOfDay.findIndex((share) => (left -= share) < 0)
  return hours(Math.max(hour, 0)) + Math.random() * hours(1)
}

/** How many of something happen on a day: a mean with its chance. */
function countOf(mean: number): number {
  const varied = mean * randomBetween(0.7, 1.3)
  return Math.floor(varied) + (Math.random() < varied % 1 ? 1 : 0)
}

/** A number of a growing shop, after this share of the past. */
export const grown = ([first, last]: readonly [number, number], share: number): number =>
  first + (last - first) * Math.min(1, Math.max(0, share)) ** 1.3

/**
 * Plans the further pictures of new products, in the first three fifths of the time: making them keeps a core busy that
 * the trade leaves idle.
 */
export function planPictures({ agenda }: Trade, opened: readonly OpenedProduct[], from: number, until: number): void {
  for (const [nth, product] of opened.entries())
    agenda.add(catalogueLane, from + ((until - from) * 0.6 * nth) / opened.length, ['addPictures', product])
}

/** Plans the time from `from` to `until`: the first days of a past, or days that continue one. */
export function planDays(
  { agenda, known, shops }: Trade,
  { from, until, businesses, first }: { from: number; until: number; businesses: readonly Business[]; first: boolean },
): void {
  const began = Date.parse(known.past!.from)
  const growth = days(known.past!.days)
  const plan = (lane: string, at: number, task: Task) => {
    if (at >= from && at < until) agenda.add(lane, at, task)
  }
  const codes = [...shops.keys()]
  const [main, ...others] = codes
  const firstDay = Math.floor(from / days(1))
  const lastDay = Math.floor((until - 1) / days(1))
  for (let day = firstDay; day <= lastDay; day += 1) {
    const midnight = day * days(1)
    const at = (hour: number, spread = 0) => midnight + hours(hour) + minutes(Math.random() * spread)
    const age = day - Math.floor(began / days(1))
    const weekday = new Date(midnight).getUTCDay()
    for (const [nth, shop] of codes.entries()) {
      const { orders, visitors } = businesses[nth]!
      const ofDay = (numbers: readonly [number, number]) =>
        countOf(grown(numbers, (midnight - began) / growth) * weekdays[weekday]!)
      for (let n = ofDay(orders); n > 0; n -= 1) plan(randomLane(shop), midnight + timeOfDay(), ['buy', shop])
      for (let n = ofDay(visitors); n > 0; n -= 1) plan(streetLane(String(n)), midnight + timeOfDay(), ['visit', shop])
      plan(shop, at(8, 40), ['pickUp', shop])
      if (shop === main) plan(shop, at(17, 60), ['pickUp', shop])
      plan(shop, at(9, 50), ['answerRefunds', shop])
      if (age % 2 === 1) plan(shop, at(19, 50), ['answerReviews', shop])
      // The messages of the last days are still unread.
      if (day % 3 === 0 && lastDay - day > 1) plan(shop, at(20, 30), ['readMessages', shop])
      if (weekday === 5 && age > 12) plan(shop, at(10, 90), ['withdraw', shop, null])
      if (age % (shop === main ? 11 : 26) === 9) plan(shop, at(11, 120), ['askSupport', shop])
    }
    plan(desk, at(0.12), ['midnight'])
    plan(desk, at(3.3), ['reconcile'])
    for (const hour of [6, 18]) plan(desk, at(hour), ['loops'])
    plan(desk, at(9), ['supportDesk'])
    plan(desk, at(10), ['ship'])
    plan(desk, at(14), ['moneyDesk'])
  }

  if (first) {
    const onDay = (share: number, hour: number) =>
      Math.floor((from + (until - from) * share) / days(1)) * days(1) + hours(hour) + minutes(7)
    plan(main!, onDay(0.04, 10), ['recharge', main!, 'card', '150'])
    plan(main!, onDay(0.22, 9), ['recharge', main!, 'bank', '320'])
    plan(main!, onDay(0.48, 9), ['recharge', main!, 'pix', '100'])
    plan(main!, onDay(0.7, 9), ['recharge', main!, 'bank', `180${refusedEnding}`])
    plan(main!, onDay(0.62, 9), ['withdraw', main!, `45${refusedEnding}`])
    for (const shop of others) plan(shop, onDay(0.3, 9), ['recharge', shop, 'card', '120'])
    plan(desk, onDay(0.86, 8), ['announce'])
    plan(desk, onDay(0.94, 8), ['dispute'])
  }

  // Open at the end, so that the demo shows them: a question, two refunds, recharge and withdrawal under review.
  plan(main!, until - hours(1.5), ['askSupport', main!])
  plan(main!, until - hours(2), ['withdraw', main!, null])
  plan(main!, until - hours(3), ['recharge', main!, 'bank', '250'])
  for (const shop of others) {
    plan(shop, until - hours(1), ['recharge', shop, 'pix', '120'])
    plan(shop, until - minutes(50), ['withdraw', shop, null])
    plan(shop, until - minutes(40), ['askSupport', shop])
  }
  plan(main!, until - hours(5), ['complainOfReceived', main!, 2])
  // One that the platform has to decide.
  for (const shop of others.slice(0, 1)) {
    plan(shop, until - hours(5), ['complainOfReceived', shop, 1])
    plan(shop, until - hours(2), ['objectToRefund', shop])
  }
}
