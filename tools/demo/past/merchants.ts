/** The merchants of a demo's past: they pick up, answer, recharge and withdraw. */
import { randomUUID } from 'node:crypto'
import {
  addDestination,
  agreeRefund,
  cancelOrder,
  formatCents,
  listOrders,
  markMessages,
  objectRefund,
  openCardDeposit,
  openPixDeposit,
  orderStatus,
  parseMoney,
  pickUpOrders,
  planPickup,
  quoteWithdrawal,
  readWallet,
  refundOrders,
  replyToReview,
  requestWithdrawal,
  sendToSupport,
  sendVoucher,
  shopReviews,
  upload,
  type Endpoint,
  type RequestBody,
} from '@quayside/contract'
import { days, hours } from '../../../apps/server/src/platform/jobs/clock.ts'
import * as people from '../fake-people-texts.ts'
import { randomItem } from '../fake-people.ts'
import { drawVoucher, paint } from '../pictures.ts'
import { asMerchant, callAsMerchant, met, type Actors, type Trade } from './trade.ts'

type MerchantsActs =
  | 'pickUp'
  | 'answerRefunds'
  | 'objectToRefund'
  | 'answerReviews'
  | 'readMessages'
  | 'recharge'
  | 'withdraw'
  | 'askSupport'
  | 'thankSupport'

/**
 * Test card numbers of the card schemes, to which no account belongs. Each shop has its own: two shops with one
 * destination are a warning at the desk of withdrawals.
 */
const testCards = ['4242 4242 4242 4242', '5555 5555 5555 4444', '4000 0566 5566 5556', '5200 8282 8282 8210']

export function merchantsActs(trade: Trade): Actors<MerchantsActs> {
  const { line, state, now } = trade
  const call = <E extends Endpoint>(shop: string, endpoint: E, input: RequestBody<E>, key?: string) =>
    callAsMerchant(trade, shop, endpoint, input, key)

  return {
    async pickUp(shop) {
      const waiting = await call(shop, listOrders, { status: orderStatus.awaitingPickup, limit: 100 })
      // What came in within the last hours waits for the next round.
      const ripe = waiting.list.filter(({ placedAt }) => now() - Date.parse(placedAt) > hours(2))
      if (ripe.length === 0) return
      if (ripe.length > 3 && Math.random() < 0.04) {
        const declined = ripe.pop()!
        await met(call(shop, cancelOrder, { id: declined.id, reason: 'unavailable' }, randomUUID()))
      }
      const plan = await met(call(shop, planPickup, { orders: ripe.map(({ id }) => id) }))
      if (!plan) return
      const funding = plan.balance.covers && Math.random() < 0.25 ? 'balance' : 'escrow'
      const { paymentPassword } = trade.shops.get(shop)!
      await met(call(shop, pickUpOrders, { planId: plan.planId, funding, paymentPassword: paymentPassword! }))
    },

    async answerRefunds(shop) {
      const { list } = await call(shop, refundOrders, { state: 'requested', limit: 20 })
      for (const { id, requestedAt } of list) {
        if (now() - Date.parse(requestedAt) < hours(20)) continue
        if (Math.random() < 0.7) await met(call(shop, agreeRefund, { id }))
        else await met(call(shop, objectRefund, { id, text: randomItem(people.objections) }))
      }
    },

    async objectToRefund(shop) {
      const { list } = await call(shop, refundOrders, { state: 'requested', limit: 1 })
      for (const { id } of list) await met(call(shop, objectRefund, { id, text: people.objections[0]! }))
    },

    async answerReviews(shop) {
      const { list } = await call(shop, shopReviews, { limit: 20 })
      for (const { id, rating, text, may, at } of list) {
        if (!may.reply || !text || now() - Date.parse(at) > days(4)) continue
        if (rating >= 4 && Math.random() < 0.6) continue
        // In the language of the review.
        const its = Object.values(people.words).find((some) => some[rating as 2]?.includes(text)) ?? people.words.en
        await met(call(shop, replyToReview, { id, text: rating >= 4 ? randomItem(its.thanks) : its.sorry }))
      }
    },

    async readMessages(shop) {
      await call(shop, markMessages, { messages: 'all' })
    },

    async recharge(shop, channel, amount) {
      if (channel === 'card') {
        const { checkoutUrl } = await call(shop, openCardDeposit, { amount })
        await line.payAt(checkoutUrl)
        return
      }
      state.moneyWork = 4
      if (channel === 'pix') {
        await call(shop, openPixDeposit, { amount })
        return
      }
      const picture = await paint(drawVoucher())
      const voucher = await asMerchant(trade, shop, (token) => line.upload(upload, picture, 'voucher', { token }))
      await call(shop, sendVoucher, { network: 'bank', amount, voucher: voucher.id })
    },

    async withdraw(shop, wanted) {
      const { realName: owner, paymentPassword } = trade.shops.get(shop)!
      const memory = state.shops[shop]!
      memory.destination ??= (
        await call(shop, addDestination, {
          method: 'bank',
          holder: owner,
          bankName: 'Demo Bank',
          cardNumber: testCards[[...trade.shops.keys()].indexOf(shop) % testCards.length]!,
          paymentPassword: paymentPassword!,
        })
      ).id
      const { balance } = await call(shop, readWallet, {})
      const free = parseMoney(balance)!
      const part = ((free * 6n) / 1000n) * 100n
      if (part < 4000n) return
      const amount = wanted && parseMoney(wanted)! <= free ? wanted : formatCents(part)
      const quote = await met(call(shop, quoteWithdrawal, { method: 'bank', amount }))
      if (!quote) return
      const made = await met(
        call(shop, requestWithdrawal, {
          quoteId: quote.id,
          destinationId: memory.destination,
          paymentPassword: paymentPassword!,
        }),
      )
      if (made) state.moneyWork = 4
    },

    async askSupport(shop) {
      const memory = state.shops[shop]!
      const talk = people.talks[memory.asked % people.talks.length]!
      memory.asked += 1
      await met(call(shop, sendToSupport, { id: randomUUID(), text: talk[0] }))
    },

    async thankSupport(shop, text) {
      await met(call(shop, sendToSupport, { id: randomUUID(), text }))
    },
  }
}
