/**
 * The merchants of a running demo whom nobody plays: they run the neighbours of the main shop. For the main shop they
 * are its help: they pick up when many orders have waited long, so that a demo that is left alone has orders in every
 * state.
 */
import { randomUUID } from 'node:crypto'
import {
  agreeRefund,
  listOrders,
  listOrderTalks,
  login,
  objectRefund,
  openPixDeposit,
  orderStatus,
  pickUpOrders,
  planPickup,
  quoteWithdrawal,
  readWallet,
  rechargeRecords,
  refundOrders,
  requestWithdrawal,
  sendOrderTalk,
  listDestinations,
  sendToSupport,
  parseMoney,
  withdrawRecords,
  type Endpoint,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import { Refused, type ApiClient } from './api-client.ts'
import type { DemoCredentials, DemoMerchant } from './credentials.ts'
import { stableRandom } from './catalogue/products.ts'
import { randomItem } from './fake-people.ts'
import { answerTo, objections, talks } from './fake-people-texts.ts'

type Merchants = {
  line: ApiClient
  credentials: DemoCredentials
  /** True once something has been in its state for some seconds. */
  due: (what: string, low: number, high: number) => boolean
  log: (line: string) => void
}

/** Orders of the main shop that wait without anybody’s help, and the age in minutes at which help begins. */
const leftWaiting = 12
const longWait = 20

/** Calls as a merchant, who logs in when there is no session or when it has ended. */
export function openMerchant(line: ApiClient, known: DemoCredentials, merchant: DemoMerchant) {
  const { email, password } = merchant
  const logIn = async (): Promise<string> => {
    const { userinfo } = await line.call(login, { name: email, password })
    known.sessions[email] = userinfo.token
    return userinfo.token
  }
  return async <E extends Endpoint>(endpoint: E, input: RequestBody<E>): Promise<ResponseBody<E>> => {
    const kept = known.sessions[email]
    try {
      return await line.call(endpoint, input, { token: kept ?? (await logIn()) })
    } catch (error) {
      if (!(error instanceof Refused && error.reason.startsWith('session/'))) throw error
      return line.call(endpoint, input, { token: await logIn() })
    }
  }
}
type As = ReturnType<typeof openMerchant>

/** Ignores a refusal because somebody else was faster, or the shop cannot do it now. */
async function met<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    if (error instanceof Refused && !error.reason.startsWith('request/')) return null
    throw error
  }
}

/** Returns one round of work, and the orders of the main shop that were picked up by it. */
export function openMerchants({ line, credentials, due, log }: Merchants): {
  work: () => Promise<void>
  helped: ReadonlySet<string>
} {
  const helped = new Set<string>()

  const pickUp = async (as: As, merchant: DemoMerchant, orders: string[]): Promise<void> => {
    if (orders.length === 0) return
    const plan = await met(as(planPickup, { orders }))
    const paymentPassword = merchant.paymentPassword!
    if (plan) await met(as(pickUpOrders, { planId: plan.planId, funding: 'escrow', paymentPassword }))
  }

  const help = async (): Promise<void> => {
    const merchant = credentials.merchants[0]!
    const as = openMerchant(line, credentials, merchant)
    const { list } = await as(listOrders, { status: orderStatus.awaitingPickup, limit: 100 })
    const age = (placedAt: string) => (line.now().getTime() - Date.parse(placedAt)) / 60_000
    const long = list
      .toSorted((a, b) => a.placedAt.localeCompare(b.placedAt))
      .slice(0, Math.max(0, list.length - leftWaiting))
      .filter(({ placedAt }) => age(placedAt) > longWait)
      .slice(0, 4)
    if (long.length === 0) return
    for (const { id } of long) helped.add(id)
    await pickUp(
      as,
      merchant,
      long.map(({ id }) => id),
    )
    log(`${long.length} orders of the main shop waited long and were picked up`)
  }

  const runShop = async (merchant: DemoMerchant): Promise<void> => {
    const as = openMerchant(line, credentials, merchant)
    const waiting = await as(listOrders, { status: orderStatus.awaitingPickup, limit: 50 })
    await pickUp(
      as,
      merchant,
      waiting.list.filter(({ id }) => due(`neighbour ${id}`, 120, 900)).map(({ id }) => id),
    )
    for (const { id } of (await as(refundOrders, { state: 'requested', limit: 20 })).list) {
      if (!due(`answer ${id}`, 240, 900)) continue
      if (stableRandom(`${id} answer`, 2) === 0) await met(as(agreeRefund, { id }))
      else await met(as(objectRefund, { id, text: randomItem(objections) }))
    }
  }

  /** Answers buyers who wrote about an order. */
  const answerBuyers = async (merchant: DemoMerchant): Promise<void> => {
    const as = openMerchant(line, credentials, merchant)
    for (const { order, last, lastBy } of (await as(listOrderTalks, { limit: 20 })).list) {
      const text = lastBy === 'buyer' ? answerTo(last) : undefined
      if (text && due(`talk ${order.id} ${last}`, 60, 600))
        await met(as(sendOrderTalk, { orderId: order.id, id: randomUUID(), text }))
    }
  }

  /** Something for finance and support to decide, now and then. */
  const askForWork = async (merchant: DemoMerchant): Promise<void> => {
    const as = openMerchant(line, credentials, merchant)
    const turn = Math.floor(Math.random() * 3)
    if (turn === 0) {
      const open = (await as(rechargeRecords, { limit: 10 })).list.filter(({ state }) => state === 'awaiting-transfer')
      if (open.length === 0) await met(as(openPixDeposit, { amount: String(100 + 10 * Math.floor(Math.random() * 9)) }))
    } else if (turn === 1) {
      const open = (await as(withdrawRecords, { limit: 10 })).list.filter(({ state }) => state === 'pending')
      const destination = (await as(listDestinations, {})).list[0]
      const { balance } = await as(readWallet, {})
      if (open.length > 0 || !destination || parseMoney(balance)! < 3000n) return
      const quote = await met(as(quoteWithdrawal, { method: 'bank', amount: '25.00' }))
      const paymentPassword = merchant.paymentPassword!
      if (quote) await met(as(requestWithdrawal, { quoteId: quote.id, destinationId: destination.id, paymentPassword }))
    } else await met(as(sendToSupport, { id: randomUUID(), text: randomItem(talks)[0] }))
  }

  return {
    helped,
    async work() {
      await help()
      for (const merchant of credentials.neighbours) {
        await runShop(merchant)
        await answerBuyers(merchant)
        if (Math.random() < 1 / 6) await askForWork(merchant)
      }
    },
  }
}
