/** The buyers of a demo's past: they visit, order, pay, accept, complain and review. */
import { randomUUID } from 'node:crypto'
import {
  buyerUpload,
  cancelOwnOrder,
  confirmReceipt,
  listOrders,
  orderStatus,
  payOrder,
  placeOrder,
  requestRefund,
  reviewOrder,
  sendAsBuyer,
  viewListing,
  visitShop,
  type RequestBody,
} from '@quayside/contract'
import { days, hours, minutes } from '../../../apps/server/src/platform/jobs/clock.ts'
import * as people from '../fake-people-texts.ts'
import { addressOfBuyer, join, randomBetween, randomItem, stars } from '../fake-people.ts'
import { drawComplaint, paint } from '../pictures.ts'
import { followWithAccount } from './open-account.ts'
import { callAsMerchant, met, type Actors, type Buyer, type Order, type Trade } from './trade.ts'

type BuyersActs =
  | 'buy'
  | 'visit'
  | 'follow'
  | 'cancelOwn'
  | 'complain'
  | 'complainOfReceived'
  | 'confirm'
  | 'review'
  | 'askAboutParcel'

/** A buyer who has not been there for so long does not come again. */
const maxIdle = days(25)

export function buyersActs(trade: Trade): Actors<BuyersActs> {
  const { line, clock, state, now } = trade
  const orderOf = (id: string): Order => state.orders[id]!
  const buyerOf = (id: string): Buyer => state.buyers[orderOf(id).buyer]!
  const tokenOf = (id: string) => ({ token: buyerOf(id).token })

  const meetBuyer = async (shop: string): Promise<Buyer> => {
    const here = now()
    const memory = state.shops[shop]!
    memory.buyers = memory.buyers.filter((email) => here - state.buyers[email]!.seen < maxIdle)
    const share = Math.min(0.45, memory.buyers.length / 60)
    if (Math.random() < share) return state.buyers[randomItem(memory.buyers)]!
    const home = randomItem(people.homes)
    const buyer = { ...(await join(line, home)), lang: home.lang, seen: here, orders: 0 }
    state.buyers[buyer.email] = buyer
    memory.buyers.push(buyer.email)
    return buyer
  }

  /** A third of the goods has two thirds of the buyers. */
  const chooseListing = (shop: string): string => {
    const { goods } = trade.shops.get(shop)!
    return goods[Math.floor(Math.random() ** 1.7 * goods.length)]!.id
  }

  const complain = async (id: string): Promise<void> => {
    const { reason, text } = randomItem(people.complaints)
    const say = tokenOf(id)
    const pictures =
      reason === 'damaged' ? [(await line.upload(buyerUpload, await paint(drawComplaint()), 'refund', say)).id] : []
    await met(line.call(requestRefund, { orderId: id, reason, text, pictures }, { ...say, key: randomUUID() }))
  }

  return {
    complain,

    async buy(shop) {
      const buyer = await meetBuyer(shop)
      buyer.seen = now()
      const say = { token: buyer.token }
      const visitor = randomUUID()
      await line.call(visitShop, { shop, visitor }, { from: buyer.email })
      const lines: RequestBody<typeof placeOrder>['lines'] = []
      for (let i = Math.random() < 0.72 ? 1 : 2; i > 0; i -= 1) {
        const listing = await met(
          line.call(viewListing, { shop, id: chooseListing(shop), visitor }, { from: buyer.email }),
        )
        const quantity = Math.random() < 0.8 ? 1 : 2
        const offered = listing?.variants.filter(({ stock }) => stock >= quantity) ?? []
        if (!listing || offered.length === 0 || lines.some(({ listingId }) => listingId === listing.id)) continue
        lines.push({ listingId: listing.id, variantId: randomItem(offered).id, quantity, price: listing.price })
      }
      if (lines.length === 0) return
      await clock.pass(minutes(randomBetween(1, 4)))
      const address = addressOfBuyer(buyer)
      const made = await met(line.call(placeOrder, { shop, lines, address }, { ...say, key: randomUUID() }))
      // One buyer in twenty never pays.
      if (!made || Math.random() < 1 / 20) return
      await clock.pass(minutes(randomBetween(0.5, 2)))
      const opened = await met(line.call(payOrder, { id: made.id }, say))
      if (!opened) return
      await line.payAt(opened.checkoutUrl)
      buyer.orders += 1
      const { id, code, total } = made
      const order = { id, code, total, reference: opened.reference, buyer: buyer.email, shop, placed: now() }
      state.orders[id] = order
      if (buyer.orders === 1 && Math.random() < 0.25) trade.later(order, now() + hours(1), ['follow', id])
      if (Math.random() < 1 / 35) trade.later(order, now() + minutes(25), ['cancelOwn', id])
    },

    async visit(shop) {
      const { regulars } = state.shops[shop]!
      const returns = regulars.length > 20 && Math.random() < 0.4
      const visitor = returns ? randomItem(regulars) : randomUUID()
      if (!returns) regulars.push(visitor)
      if (regulars.length > 300) regulars.shift()
      await line.call(visitShop, { shop, visitor }, { from: visitor })
      if (Math.random() < 0.6)
        await met(line.call(viewListing, { shop, id: chooseListing(shop), visitor }, { from: visitor }))
    },

    async follow(id) {
      trade.known.followers.push(await followWithAccount(trade.server, buyerOf(id), orderOf(id).shop))
    },

    async cancelOwn(id) {
      await met(line.call(cancelOwnOrder, { id }, { ...tokenOf(id), key: randomUUID() }))
    },

    async complainOfReceived(shop, most) {
      const received = await callAsMerchant(trade, shop, listOrders, { status: orderStatus.received, limit: 20 })
      for (const { id } of received.list.slice(0, most)) if (state.orders[id]) await complain(id)
    },

    async confirm(id) {
      buyerOf(id).seen = now()
      await met(line.call(confirmReceipt, { id }, { ...tokenOf(id), key: randomUUID() }))
    },

    async review(id) {
      const rating = stars()
      const text = Math.random() < 0.85 ? randomItem(people.wordsOf(buyerOf(id).lang)[rating]) : ''
      await met(line.call(reviewOrder, { id, rating, text }, tokenOf(id)))
    },

    async askAboutParcel(id) {
      await met(line.call(sendAsBuyer, { id: randomUUID(), text: people.buyersAsk[1]![0] }, tokenOf(id)))
    },
  }
}

/** What the buyer of a delivered order will do. */
export function arrived(trade: Trade, order: Order): void {
  const { id } = order
  const now = trade.now()
  if (Math.random() < 1 / 14) {
    trade.later(order, now + hours(randomBetween(4, 40)), ['complain', id])
    return
  }
  let done = now + days(7) + hours(2)
  if (Math.random() < 0.72) {
    done = now + hours(randomBetween(6, 90))
    trade.later(order, done, ['confirm', id])
  }
  if (Math.random() < 0.6) trade.later(order, done + hours(randomBetween(2, 40)), ['review', id])
}
