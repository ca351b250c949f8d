/**
 * The trade of a demo's past: what buyers, merchants, carriers and operators do and when. All of it goes through the
 * public APIs; a refusal because of another's faster act is part of trade and is passed over.
 */
import { randomUUID } from 'node:crypto'
import {
  addDestination,
  agreeRefund,
  announce,
  answerConversation,
  browseShop,
  buyerUpload,
  cancelOrder,
  cancelOwnOrder,
  confirmReceipt,
  decideRefund,
  followShop,
  listConversations,
  listOrders,
  listRefunds,
  login,
  markMessages,
  markTalkRead,
  me,
  objectRefund,
  openCardDeposit,
  openPixDeposit,
  operatorOrders,
  orderStatus,
  payOrder,
  pickUpOrders,
  placeOrder,
  planPickup,
  previewAnnouncement,
  quoteWithdrawal,
  readConversation,
  readWallet,
  refundOrders,
  replyToReview,
  requestRefund,
  requestWithdrawal,
  reviewOrder,
  sendAsBuyer,
  sendToSupport,
  sendVoucher,
  shipOrders,
  shopReviews,
  upload,
  viewListing,
  visitShop,
  formatCents,
  parseMoney,
  type Endpoint,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import { hours, minutes, days } from '../../../apps/server/src/platform/clock.ts'
import { openTestDispute } from '../../../apps/server/src/providers/test-processor.ts'
import { codeShown } from '../../../apps/server/src/modules/identity/second-factor.ts'
import { Refused, type ApiClient } from '../api-client.ts'
import { newTracking, reportParcel, type DemoCarrier } from '../carriers.ts'
import type { DemoBuyer, DemoCredentials } from '../credentials.ts'
import * as people from '../fake-people-texts.ts'
import { join, randomBetween, randomItem, stars } from '../fake-people.ts'
import { refusedEnding, workAtDesk } from '../finance.ts'
import { openOperators, operatorOf } from '../operators.ts'
import { drawComplaint, drawVoucher, paint } from '../pictures.ts'
import type { OpenShop } from '../seed.ts'
import { desk, type Agenda } from './agenda.ts'
import type { MovingClock } from './moving-clock.ts'
import type { PastServer } from './server.ts'

/** A shop of the past, with how much it sells. */
export type TradingShop = OpenShop & {
  /** Orders a day at the start and at the end. */
  orders: [first: number, last: number]
  /** Visitors a day that do not buy, at the start and at the end. */
  visitors: [first: number, last: number]
}

type Buyer = DemoBuyer & { lang: people.Home['lang']; seen: number; orders: number }
type Order = {
  id: string
  code: string
  total: string
  reference: string
  buyer: Buyer
  shop: ShopState
  placed: number
}
type ShopState = TradingShop & {
  lane: string
  shopId: string
  buyers: Buyer[]
  regulars: string[]
  goods: { id: string }[]
  destination: string | null
  asked: number
}

export type Trade = {
  server: PastServer
  line: ApiClient
  clock: MovingClock
  agenda: Agenda
  known: DemoCredentials
  carriers: readonly DemoCarrier[]
  shops: TradingShop[]
  from: number
  until: number
}

/** More is sold at the end of the week, Sunday first. */
const weekdays = [1.2, 0.85, 0.8, 0.9, 1, 1.15, 1.3]
/** When people buy, by the hour of the day. */
const hoursOfDay = [1, 0.5, 0.3, 0.2, 0.2, 0.5, 1, 2, 3, 3.5, 4, 4, 4.5, 4, 3.5, 3.5, 4, 4.5, 5.5, 6.5, 7, 6, 4, 2]
const hoursTotal = hoursOfDay.reduce((sum, n) => sum + n, 0)
const maxIdle = days(25)

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

/** Ignores a refusal because somebody was faster. */
async function met<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    if (error instanceof Refused && !error.reason.startsWith('request/')) return null
    throw error
  }
}

/** Puts everything that starts by itself on the agenda; what follows from it is added while it runs. */
export async function planTrade(trade: Trade): Promise<{ readonly orders: number; buyers(most: number): DemoBuyer[] }> {
  const { server, line, clock, agenda, known, carriers, from, until } = trade
  const operators = openOperators(line, known)
  const orders = new Map<string, Order>()
  const now = () => clock.now().getTime()
  const length = until - from
  let moneyWork = 3

  const shops: ShopState[] = []
  for (const shop of trade.shops) {
    const { shopId } = await line.call(me, {}, { token: shop.token })
    const shelf = await line.call(browseShop, { shop: shop.shopCode!, limit: 60 })
    shops.push({
      ...shop,
      shopId,
      lane: shop.shopCode!,
      buyers: [],
      regulars: [],
      goods: shelf.list,
      destination: null,
      asked: 0,
    })
  }
  const main = shops[0]!

  /** Acts as a merchant, who logs in again when the session has ended. */
  const inSession = async <T>(shop: ShopState, act: (token: string) => Promise<T>): Promise<T> => {
    try {
      return await act(shop.token)
    } catch (error) {
      if (!(error instanceof Refused && error.reason.startsWith('session/'))) throw error
      const { userinfo } = await line.call(login, { name: shop.email, password: shop.password })
      shop.token = userinfo.token
      known.sessions[shop.email] = userinfo.token
      return act(userinfo.token)
    }
  }
  const asMerchant = <E extends Endpoint>(shop: ShopState, endpoint: E, input: RequestBody<E>, key?: string) =>
    inSession(shop, (token) => line.call(endpoint, input, { token, ...(key && { key }) }))

  // Buyers.

  const meetBuyer = async (shop: ShopState): Promise<Buyer> => {
    const here = now()
    shop.buyers = shop.buyers.filter(({ seen }) => here - seen < maxIdle)
    const share = Math.min(0.45, shop.buyers.length / 60)
    if (Math.random() < share) return randomItem(shop.buyers)
    const home = randomItem(people.homes)
    const buyer = { ...(await join(line, home)), lang: home.lang, seen: here, orders: 0 }
    shop.buyers.push(buyer)
    return buyer
  }

  const buy = async (shop: ShopState): Promise<void> => {
    const buyer = await meetBuyer(shop)
    buyer.seen = now()
    const shopCode = shop.shopCode!
    const say = { token: buyer.token }
    const visitor = randomUUID()
    await line.call(visitShop, { shop: shopCode, visitor }, { from: buyer.email })
    const lines: RequestBody<typeof placeOrder>['lines'] = []
    // A third of the goods has two thirds of the buyers.
    for (let i = Math.random() < 0.72 ? 1 : 2; i > 0; i -= 1) {
      const place = Math.floor(Math.random() ** 1.7 * shop.goods.length)
      const listing = await met(
        line.call(viewListing, { shop: shopCode, id: shop.goods[place]!.id, visitor }, { from: buyer.email }),
      )
      const quantity = Math.random() < 0.8 ? 1 : 2
      const offered = listing?.variants.filter(({ stock }) => stock >= quantity) ?? []
      if (!listing || offered.length === 0 || lines.some(({ listingId }) => listingId === listing.id)) continue
      lines.push({ listingId: listing.id, variantId: randomItem(offered).id, quantity, price: listing.price })
    }
    if (lines.length === 0) return
    await clock.pass(minutes(randomBetween(1, 4)))
    const { name, street, city, postcode, country } = buyer
    const address = { name, phone: null, street, city, postcode, country }
    const made = await met(line.call(placeOrder, { shop: shopCode, lines, address }, { ...say, key: randomUUID() }))
    // One buyer in twenty never pays.
    if (!made || Math.random() < 1 / 20) return
    await clock.pass(minutes(randomBetween(0.5, 2)))
    const opened = await met(line.call(payOrder, { id: made.id }, say))
    if (!opened) return
    await line.payAt(opened.checkoutUrl)
    buyer.orders += 1
    const { id, code, total } = made
    orders.set(id, { id, code, total, reference: opened.reference, buyer, shop, placed: now() })
    if (buyer.orders === 1 && Math.random() < 0.35)
      agenda.add(shop.lane, now() + hours(1), async () => {
        await met(line.call(followShop, { shop: shopCode, follow: true }, say))
      })
    if (Math.random() < 1 / 35)
      agenda.add(shop.lane, now() + minutes(25), async () => {
        await met(line.call(cancelOwnOrder, { id }, { ...say, key: randomUUID() }))
      })
  }

  const visitIdly = async (shop: ShopState): Promise<void> => {
    const returns = shop.regulars.length > 20 && Math.random() < 0.4
    const visitor = returns ? randomItem(shop.regulars) : randomUUID()
    if (!returns) shop.regulars.push(visitor)
    if (shop.regulars.length > 300) shop.regulars.shift()
    await line.call(visitShop, { shop: shop.shopCode!, visitor }, { from: visitor })
    if (Math.random() < 0.6) {
      const place = Math.floor(Math.random() ** 1.7 * shop.goods.length)
      await met(line.call(viewListing, { shop: shop.shopCode!, id: shop.goods[place]!.id, visitor }, { from: visitor }))
    }
  }

  const complain = async ({ id, buyer }: Order): Promise<void> => {
    const { reason, text } = randomItem(people.complaints)
    const say = { token: buyer.token }
    const pictures =
      reason === 'damaged' ? [(await line.upload(buyerUpload, await paint(drawComplaint()), 'refund', say)).id] : []
    await met(line.call(requestRefund, { orderId: id, reason, text, pictures }, { ...say, key: randomUUID() }))
  }

  const arrived = (order: Order): void => {
    const { id, shop, buyer } = order
    const say = { token: buyer.token }
    if (Math.random() < 1 / 14) {
      agenda.add(shop.lane, now() + hours(randomBetween(4, 40)), () => complain(order))
      return
    }
    let done = now() + days(7) + hours(2)
    if (Math.random() < 0.72) {
      done = now() + hours(randomBetween(6, 90))
      agenda.add(shop.lane, done, async () => {
        buyer.seen = now()
        await met(line.call(confirmReceipt, { id }, { ...say, key: randomUUID() }))
      })
    }
    if (Math.random() < 0.6)
      agenda.add(shop.lane, done + hours(randomBetween(2, 40)), async () => {
        const rating = stars()
        const text = Math.random() < 0.85 ? randomItem(people.wordsOf(buyer.lang)[rating]) : ''
        await met(line.call(reviewOrder, { id, rating, text }, say))
      })
  }

  // Merchants.

  const pickUp = async (shop: ShopState): Promise<void> => {
    const waiting = await asMerchant(shop, listOrders, { status: orderStatus.awaitingPickup, limit: 100 })
    // What came in within the last hours waits for the next round.
    const ripe = waiting.list.filter(({ placedAt }) => now() - Date.parse(placedAt) > hours(2))
    if (ripe.length === 0) return
    if (ripe.length > 3 && Math.random() < 0.04) {
      const declined = ripe.pop()!
      await met(asMerchant(shop, cancelOrder, { id: declined.id }, randomUUID()))
    }
    const plan = await met(asMerchant(shop, planPickup, { orders: ripe.map(({ id }) => id) }))
    if (!plan) return
    const funding = plan.balance.covers && Math.random() < 0.25 ? 'balance' : 'escrow'
    await met(asMerchant(shop, pickUpOrders, { planId: plan.planId, funding, paymentPassword: shop.paymentPassword! }))
  }

  const answerRefunds = async (shop: ShopState): Promise<void> => {
    const { list } = await asMerchant(shop, refundOrders, { state: 'requested', limit: 20 })
    for (const { id, requestedAt } of list) {
      if (now() - Date.parse(requestedAt) < hours(20)) continue
      if (Math.random() < 0.7) await met(asMerchant(shop, agreeRefund, { id }))
      else await met(asMerchant(shop, objectRefund, { id, text: randomItem(people.objections) }))
    }
  }

  const answerReviews = async (shop: ShopState): Promise<void> => {
    const { list } = await asMerchant(shop, shopReviews, { limit: 20 })
    for (const { id, rating, text, may, at } of list) {
      if (!may.reply || !text || now() - Date.parse(at) > days(4)) continue
      if (rating >= 4 && Math.random() < 0.6) continue
      // In the language of the review.
      const its = Object.values(people.words).find((some) => some[rating as 2]?.includes(text)) ?? people.words.en
      await met(asMerchant(shop, replyToReview, { id, text: rating >= 4 ? randomItem(its.thanks) : its.sorry }))
    }
  }

  const recharge = async (shop: ShopState, channel: 'card' | 'pix' | 'bank', amount: string): Promise<void> => {
    if (channel === 'card') {
      const { checkoutUrl } = await asMerchant(shop, openCardDeposit, { amount })
      await line.payAt(checkoutUrl)
      return
    }
    moneyWork = 4
    if (channel === 'pix') {
      await asMerchant(shop, openPixDeposit, { amount })
      return
    }
    const picture = await paint(drawVoucher())
    const voucher = await inSession(shop, (token) => line.upload(upload, picture, 'voucher', { token }))
    await asMerchant(shop, sendVoucher, { network: 'bank', amount, voucher: voucher.id })
  }

  const withdraw = async (shop: ShopState, wanted?: string): Promise<void> => {
    const { realName: owner, paymentPassword } = shop
    shop.destination ??= (
      await asMerchant(shop, addDestination, {
        method: 'bank',
        holder: owner,
        bankName: 'Demo Bank',
        // A test card number of the card schemes. No account belongs to it.
        cardNumber: '4242 4242 4242 4242',
        paymentPassword: paymentPassword!,
      })
    ).id
    const { balance } = await asMerchant(shop, readWallet, {})
    const free = parseMoney(balance)!
    const part = ((free * 6n) / 1000n) * 100n
    if (part < 4000n) return
    const amount = wanted && parseMoney(wanted)! <= free ? wanted : formatCents(part)
    const quote = await met(asMerchant(shop, quoteWithdrawal, { method: 'bank', amount }))
    if (!quote) return
    const made = await met(
      asMerchant(shop, requestWithdrawal, {
        quoteId: quote.id,
        destinationId: shop.destination,
        paymentPassword: paymentPassword!,
      }),
    )
    if (made) moneyWork = 4
  }

  const askSupport = async (shop: ShopState): Promise<void> => {
    const talk = people.talks[shop.asked % people.talks.length]!
    shop.asked += 1
    await met(asMerchant(shop, sendToSupport, { id: randomUUID(), text: talk[0] }))
  }

  // Operators and carriers.

  const call = <E extends Endpoint>(
    role: Parameters<typeof operators.call>[0],
    endpoint: E,
    input: RequestBody<E>,
    key?: string,
    nth?: number,
  ): Promise<ResponseBody<E>> => operators.call(role, endpoint, input, key, nth)

  let slow = 0
  const carry = (order: Order, carrier: DemoCarrier, trackingNumber: string): void => {
    const { shop } = order
    let at = now()
    const report = (what: number | 'delivered', then?: () => void) =>
      agenda.add(shop.lane, at, async () => {
        await met(reportParcel(line, carrier, trackingNumber, what))
        then?.()
      })
    at += hours(randomBetween(5, 22))
    report(0)
    at += days(randomBetween(1.5, 3.5))
    report(1)
    // Two parcels of the main shop are slow: one arrives after weeks, one is still on its way at the end.
    const share = (now() - from) / length
    if (shop === main && ((slow === 0 && share > 0.3) || (slow === 1 && share > 0.8))) {
      slow += 1
      at += days(slow === 1 ? 19 : 60)
      agenda.add(shop.lane, now() + days(11), async () => {
        const text = people.buyersAsk[1]![0]
        await met(line.call(sendAsBuyer, { id: randomUUID(), text }, { token: order.buyer.token }))
      })
    } else at += days(randomBetween(1, 3))
    report(2)
    at += hours(randomBetween(3, 9))
    report('delivered', () => arrived(order))
  }

  const ship = async (): Promise<void> => {
    const { list } = await call('fulfilment', operatorOrders, { status: orderStatus.awaitingShipment, limit: 100 })
    const parcels = list.flatMap(({ id, shopId }) => {
      const order = orders.get(id)
      const ready = order && now() - order.placed > hours(randomBetween(8, 34))
      const carrier = randomItem(carriers)
      return ready ? [{ shopId, id, carrier: carrier.name, trackingNumber: newTracking(), by: carrier }] : []
    })
    if (parcels.length === 0) return
    const { shipped } = await call(
      'fulfilment',
      shipOrders,
      { parcels: parcels.map(({ by: _by, ...parcel }) => parcel) },
      randomUUID(),
    )
    const done = new Set(shipped.map(({ id }) => id))
    for (const { id, by, trackingNumber } of parcels) if (done.has(id)) carry(orders.get(id)!, by, trackingNumber)
  }

  const workAtMoney = async (): Promise<void> => {
    for (; moneyWork > 0; moneyWork -= 1) {
      await workAtDesk({
        first: (endpoint, input, key) => call('finance', endpoint, input, key),
        second: (endpoint, input, key) => call('finance', endpoint, input, key, 1),
        code: () => codeShown(operatorOf(known, 'finance', 1).totpSecret!, clock.now()),
        importer: (endpoint, input, key) => call('finance', endpoint, input, key, 2),
        due: () => true,
        log: () => undefined,
        now: clock.now,
      })
      await clock.pass(31_000)
    }
  }

  const support = async (): Promise<void> => {
    for (const { id, shopId, signed, pictures } of (
      await call('support', listRefunds, { state: 'objected', limit: 20 })
    ).list) {
      if (signed) continue
      const decision = pictures > 0 ? 'approve' : 'decline'
      await met(call('support', decideRefund, { shopId, id, decision, text: people.verdicts[decision] }, randomUUID()))
    }
    for (const { id: conversationId } of (await call('support', listConversations, { view: 'waiting', limit: 20 }))
      .list) {
      const { list } = await call('support', readConversation, { conversationId, limit: 1 })
      const last = list[0]
      if (!last) continue
      await call('support', markTalkRead, { conversationId, seq: last.seq })
      const script = [...people.talks, ...people.buyersAsk].find(([ask]) => ask === last.text)
      if (!script) continue
      await clock.pass(minutes(randomBetween(2, 9)))
      await met(call('support', answerConversation, { conversationId, id: randomUUID(), text: script[1] }))
      const shop = shops.find(({ shopId }) => shopId === conversationId)
      const thanks = script[2]
      if (shop && thanks)
        agenda.add(shop.lane, now() + minutes(20), async () => {
          await met(asMerchant(shop, sendToSupport, { id: randomUUID(), text: thanks }))
        })
    }
  }

  const announceSomething = async (): Promise<void> => {
    const { shops: count } = await call('support', previewAnnouncement, {})
    await met(call('support', announce, { id: randomUUID(), texts: { en: people.announcement }, shops: count }))
  }

  const dispute = async (): Promise<void> => {
    const candidates = [...orders.values()].filter(
      ({ shop, placed }) => shop === main && now() - placed > days(8) && now() - placed < days(30),
    )
    const order = candidates[Math.floor(candidates.length / 2)]
    if (!order) return
    await openTestDispute(server.app.ctx, {
      charge: order.reference.replace(/^tc_/, 'ch_'),
      amount: parseMoney(order.total)!,
      evidenceBy: new Date(now() + days(9)),
    })
  }

  // The days.

  const firstDay = Math.floor(from / days(1))
  const lastDay = Math.floor((until - 1) / days(1))
  const plan = (lane: string, at: number, work: () => Promise<void>) => {
    if (at >= from && at < until) agenda.add(lane, at, work)
  }
  for (let day = firstDay; day <= lastDay; day += 1) {
    const midnight = day * days(1)
    const at = (hour: number, spread = 0) => midnight + hours(hour) + minutes(Math.random() * spread)
    const share = Math.max(0, (midnight - from) / length)
    const rhythm = weekdays[new Date(midnight).getUTCDay()]!
    const grown = ([first, last]: [number, number]) => (first + (last - first) * share ** 1.3) * rhythm
    for (const shop of shops) {
      for (let n = countOf(grown(shop.orders)); n > 0; n -= 1) plan(shop.lane, midnight + timeOfDay(), () => buy(shop))
      for (let n = countOf(grown(shop.visitors)); n > 0; n -= 1)
        plan(`${shop.lane} visitors`, midnight + timeOfDay(), () => visitIdly(shop))
      plan(shop.lane, at(8, 40), () => pickUp(shop))
      // Each round costs a check of the payment password, which is slow on purpose: only the main shop has two a day.
      if (shop === main) plan(shop.lane, at(17, 60), () => pickUp(shop))
      plan(shop.lane, at(9, 50), () => answerRefunds(shop))
      if ((day - firstDay) % 2 === 1) plan(shop.lane, at(19, 50), () => answerReviews(shop))
      // The messages of the last days are still unread.
      if (day % 3 === 0 && lastDay - day > 1)
        plan(shop.lane, at(20, 30), async () => void (await asMerchant(shop, markMessages, { messages: 'all' })))
      const weekday = new Date(midnight).getUTCDay()
      if (weekday === 5 && day - firstDay > 12) plan(shop.lane, at(10, 90), () => withdraw(shop))
      if ((day - firstDay) % (shop === main ? 11 : 26) === 9) plan(shop.lane, at(11, 120), () => askSupport(shop))
    }
    plan(desk, at(0.12), async () => {
      await server.runDaily('daily-root')
      await server.runDeadlines()
      await server.runDaily('sweep')
      await server.runLoops()
    })
    plan(desk, at(3.3), () => server.runDaily('reconcile'))
    for (const hour of [6, 12, 18]) plan(desk, at(hour), () => server.runLoops())
    plan(desk, at(10), ship)
    plan(desk, at(14), async () => {
      if (moneyWork > 0) await workAtMoney()
      await server.runLoops()
    })
    plan(desk, at(9), support)
  }
  const onDay = (share: number, hour: number) =>
    Math.floor((from + length * share) / days(1)) * days(1) + hours(hour) + minutes(7)
  plan(main.lane, onDay(0.04, 10), () => recharge(main, 'card', '150'))
  plan(main.lane, onDay(0.22, 9), () => recharge(main, 'bank', '320'))
  plan(main.lane, onDay(0.48, 9), () => recharge(main, 'pix', '100'))
  plan(main.lane, onDay(0.7, 9), () => recharge(main, 'bank', `180${refusedEnding}`))
  plan(main.lane, onDay(0.62, 9), () => withdraw(main, `45${refusedEnding}`))
  for (const shop of shops.slice(1)) plan(shop.lane, onDay(0.3, 9), () => recharge(shop, 'card', '120'))
  plan(desk, onDay(0.86, 8), announceSomething)
  plan(desk, onDay(0.94, 8), dispute)
  // Open at the end, so that the demo shows them: a question, two refunds, recharge and withdrawal under review.
  plan(main.lane, until - hours(1.5), () => askSupport(main))
  plan(main.lane, until - hours(2), () => withdraw(main))
  plan(main.lane, until - hours(3), () => recharge(main, 'bank', '250'))
  for (const shop of shops.slice(1)) {
    plan(shop.lane, until - hours(1), () => recharge(shop, 'pix', '120'))
    plan(shop.lane, until - minutes(50), () => withdraw(shop))
    plan(shop.lane, until - minutes(40), () => askSupport(shop))
  }
  const complainAt = (shop: ShopState, most: number) => async () => {
    const received = await asMerchant(shop, listOrders, { status: orderStatus.received, limit: 20 })
    for (const { id } of received.list.slice(0, most)) {
      const order = orders.get(id)
      if (order) await complain(order)
    }
  }
  plan(main.lane, until - hours(5), complainAt(main, 2))
  // One that the platform has to decide.
  for (const shop of shops.slice(1, 2)) {
    plan(shop.lane, until - hours(5), complainAt(shop, 1))
    plan(shop.lane, until - hours(2), async () => {
      const { list } = await asMerchant(shop, refundOrders, { state: 'requested', limit: 1 })
      for (const { id } of list) await met(asMerchant(shop, objectRefund, { id, text: people.objections[0]! }))
    })
  }
  return {
    get orders() {
      return orders.size
    },
    /** The buyers who came last. They go on in the running demo. */
    buyers: (most) =>
      shops
        .flatMap(({ buyers }) => buyers)
        .toSorted((a, b) => b.seen - a.seen)
        .slice(0, most)
        .map(({ lang: _lang, seen: _seen, orders: _orders, ...buyer }) => buyer),
  }
}
