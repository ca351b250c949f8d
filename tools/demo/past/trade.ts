/**
 * The trade of a demo's past: its people, what they have done and what they will do. All of it goes through the public
 * APIs; a refusal because of another's faster act is part of trade and is passed over.
 */
import { login, type Endpoint, type RequestBody, type ResponseBody } from '@quayside/contract'
import { Refused, type ApiClient } from '../api-client.ts'
import type { DemoCarrier } from '../carriers.ts'
import type { DemoBuyer, DemoCredentials } from '../credentials.ts'
import type { Home } from '../fake-people-texts.ts'
import type { OpenedProduct, OpenShop } from '../seed.ts'
import type { Agenda, Planned } from './agenda.ts'
import type { MovingClock } from './moving-clock.ts'
import type { PastServer } from './server.ts'

/** What can happen, by name, with what it needs. Shops are named by their codes, orders by their ids. */
export type Acts = {
  buy: [shop: string]
  visit: [shop: string]
  follow: [order: string]
  cancelOwn: [order: string]
  complain: [order: string]
  complainOfReceived: [shop: string, most: number]
  confirm: [order: string]
  review: [order: string]
  askAboutParcel: [order: string]
  pickUp: [shop: string]
  answerRefunds: [shop: string]
  objectToRefund: [shop: string]
  answerReviews: [shop: string]
  readMessages: [shop: string]
  recharge: [shop: string, channel: 'card' | 'pix' | 'bank', amount: string]
  withdraw: [shop: string, amount: string | null]
  askSupport: [shop: string]
  thankSupport: [shop: string, text: string]
  report: [order: string, carrier: string, trackingNumber: string, what: number | 'delivered']
  addPictures: [product: OpenedProduct]
  ship: []
  moneyDesk: []
  supportDesk: []
  announce: []
  dispute: []
  midnight: []
  reconcile: []
  loops: []
}
export type Task = { [Name in keyof Acts]: readonly [act: Name, ...with: Acts[Name]] }[keyof Acts]
/** The functions of some acts. */
export type Actors<Names extends keyof Acts> = { [Name in Names]: (...given: Acts[Name]) => Promise<void> }

/** A buyer, with the time of the last visit. */
export type Buyer = DemoBuyer & { lang: Home['lang']; seen: number; orders: number }
export type Order = {
  id: string
  code: string
  total: string
  reference: string
  /** The buyer's mail address. */
  buyer: string
  shop: string
  placed: number
}
/** What the people of a shop remember. */
export type ShopMemory = {
  /** Mail addresses of the buyers who may come again. */
  buyers: string[]
  /** Visitors who may come again. */
  regulars: string[]
  /** Where withdrawals go. */
  destination: string | null
  /** How many questions the merchant has asked. */
  asked: number
}

/** What is known of a trade, as plain data. */
export type TradeState = {
  buyers: Record<string, Buyer>
  orders: Record<string, Order>
  shops: Record<string, ShopMemory>
  /** How many parcels have been slow. */
  slow: number
  /** How many rounds the desk of finance has to do. */
  moneyWork: number
}
/** A trade that goes on later. */
export type KeptTrade = { state: TradeState; tasks: Planned<Task>[] }
export const newState = (): TradeState => ({ buyers: {}, orders: {}, shops: {}, slow: 0, moneyWork: 3 })

export type TradingShop = OpenShop & { shopId: string; goods: readonly { id: string }[] }

export type Trade = {
  server: PastServer
  line: ApiClient
  clock: MovingClock
  agenda: Agenda<Task>
  known: DemoCredentials
  carriers: readonly DemoCarrier[]
  /** By code, the main shop first. */
  shops: ReadonlyMap<string, TradingShop>
  state: TradeState
  now: () => number
  /** Adds a task that concerns an order. */
  later(order: Order, at: number, task: Task): void
}

/** Whether a task moves no money and changes no state of an order. */
export const isOfStreet = ([act, , , , what]: Task): boolean =>
  act === 'visit' || act === 'follow' || act === 'review' || (act === 'report' && what !== 'delivered')

/** How many lanes the orders of a shop have. */
const lanesOfShop = 4
export const laneOf = (shop: string, orderId: string): string =>
  `${shop} ${Number.parseInt(orderId.slice(-2), 16) % lanesOfShop}`
export const randomLane = (shop: string): string => `${shop} ${Math.floor(Math.random() * lanesOfShop)}`

/** Calls as a merchant, who logs in again when the session has ended. */
export async function asMerchant<T>(trade: Trade, code: string, act: (token: string) => Promise<T>): Promise<T> {
  const shop = trade.shops.get(code)!
  try {
    return await act(shop.token)
  } catch (error) {
    if (!(error instanceof Refused && error.reason.startsWith('session/'))) throw error
    const { userinfo } = await trade.line.call(login, { name: shop.email, password: shop.password })
    shop.token = userinfo.token
    trade.known.sessions[shop.email] = userinfo.token
    return act(userinfo.token)
  }
}

/** Calls one endpoint as a merchant. */
export const callAsMerchant = <E extends Endpoint>(
  trade: Trade,
  code: string,
  endpoint: E,
  input: RequestBody<E>,
  key?: string,
): Promise<ResponseBody<E>> =>
  asMerchant(trade, code, (token) => trade.line.call(endpoint, input, { token, ...(key && { key }) }))

/** Ignores a refusal because somebody was faster. */
export async function met<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    if (error instanceof Refused && !error.reason.startsWith('request/')) return null
    throw error
  }
}
