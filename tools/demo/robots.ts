/**
 * The people of a running demo: buyers who order, pay, receive and review, operators who review registrations and
 * ship, carriers, and the merchants of other shops. They use only the public APIs and the signed calls of carriers. The
 * main merchant's actions are left to the user of the demo, except a pick-up when many orders have waited long.
 * What the user picks up moves on within a minute. Other orders take their time, so that there are some in every state.
 */
import { randomUUID } from 'node:crypto'
import {
  buyerOrders,
  cancelOwnOrder,
  adjustStock,
  confirmReceipt,
  decideRegistration,
  listProducts,
  productRecord,
  listRegistrations,
  listShops,
  operatorOrders,
  orderStatus,
  requestRefund,
  reviewOrder,
  shipOrder,
  claimWork,
  viewDocument,
} from '@quayside/contract'
import { createApiClient, pause, Refused, type Origins } from './api-client.ts'
import { newTracking, reportParcel, scans, type DemoCarrier } from './carriers.ts'
import {
  actAsGuest,
  askShopAsGuest,
  buyAsGuest,
  followAtShop,
  mainCoupon,
  openGuestBrowser,
  type GuestOrder,
} from './guests.ts'
import { stableRandom } from './catalogue/products.ts'
import { workAtSupport } from './support-bot.ts'
import { codeShown } from '../../apps/server/src/modules/people/identity/operators/second-factor.ts'
import { workAtDesk } from './finance.ts'
import { openMerchants } from './merchants.ts'
import { orderQuestions, wordsOfCountry } from './fake-people-texts.ts'
import { saveCredentials, type DemoBuyer, type DemoCredentials } from './credentials.ts'
import { openOperators, operatorOf } from './operators.ts'
import { join, order, pay, randomItem, stars, visit, randomBetween } from './fake-people.ts'

type Robots = {
  origins: Origins
  /** The address of the storefront, where guests buy by forms. */
  storefront: string
  credentials: DemoCredentials
  carriers: readonly DemoCarrier[]
  signal: AbortSignal
  log: (line: string) => void
  /** Speed: 1 is a pace that a person can follow, 10 is ten times as fast, for tests. */
  pace?: number
}

const complaints = {
  damaged: 'The parcel was crushed and the seam is open on one side.',
  'not-as-described': 'The colour is different from the picture.',
} as const
const seconds = 1000
const maxBuyers = 60
// If nobody picks up, orders come slower and then stop, so that a forgotten demo does not fill the disk.
const manyWaiting = 16
const tooManyWaiting = 300

/** Starts the robots. The promise resolves when all have stopped after `signal`. It never rejects. */
export async function startRobots(robots: Robots): Promise<void> {
  const { origins, storefront, credentials, carriers, signal, log, pace = 1 } = robots
  const line = createApiClient(origins, signal, 2)
  const rest = (low: number, high: number) => pause((randomBetween(low, high) * seconds) / pace, signal)
  const operators = openOperators(line, credentials)
  const firstSeen = new Map<string, number>()
  /** True once something has been in its state for some seconds, counted from its first sighting by a robot. */
  const due = (what: string, low: number, high: number): boolean => {
    const now = performance.now()
    if (firstSeen.size > 20_000) firstSeen.clear()
    const since = firstSeen.get(what)
    if (since === undefined) firstSeen.set(what, now)
    return now - (since ?? now) >= ((low + stableRandom(what, high - low + 1)) * seconds) / pace
  }

  const merchants = openMerchants({ line, credentials, due, log })
  const began = line.now().getTime()
  const mainShopId = (async () => {
    const found = await operators.call('review', listShops, { limit: 100 })
    return found.list.find(({ code }) => code === credentials.mainShop)?.id
  })()
  mainShopId.catch(() => {})
  /** Whether an order takes its time: one of another shop, of before this start, or picked up by the shop's help. */
  const isSlow = async ({ id, shopId, placedAt }: { id: string; shopId: string; placedAt: string }) =>
    shopId !== (await mainShopId) || Date.parse(placedAt) < began || merchants.helped.has(id)

  let shops: string[] = [credentials.mainShop]
  let waitingForPickup = 0

  const loop = async (name: string, low: number, high: number, act: () => Promise<void>): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        await rest(low, high)
        await act()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        failures += 1
        log(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        // Not divided by the pace: fast retries would not help a platform in trouble.
        await pause(Math.min(2 ** failures, 60) * seconds, signal).catch(() => {})
      }
    }
  }

  const otherShops = () =>
    shops.filter((code) => code !== credentials.mainShop && !credentials.quietShops.includes(code))

  /** Orders of guests. The demo remembers the last ones, until it ends. */
  const guests: GuestOrder[] = []
  const buyAsAGuest = async (shop: string): Promise<void> => {
    const coupon = shop === credentials.mainShop && Math.random() < 0.2 ? mainCoupon : undefined
    const made = await buyAsGuest(storefront, shop, {
      pays: Math.random() > 1 / 16,
      rest: () => rest(1, 3),
      signal,
      coupon,
    })
    if (!made) return
    guests.push(made)
    if (guests.length > 200) guests.shift()
    log(`${made.name} ordered as a guest in ${made.lang}`)
  }

  const buyAt = async (shop: string): Promise<void> => {
    if (Math.random() < 0.5) return buyAsAGuest(shop)
    const buyer = randomItem(credentials.buyers)
    const made = await order(line, buyer, shop, () => rest(1, 3))
    if (!made) return
    await rest(2, 5)
    // One buyer in sixteen never pays.
    if (Math.random() < 1 / 16) return
    await pay(line, buyer, made.id)
    log(`${buyer.name} paid order ${made.code}, ${made.total} USD`)
  }

  const sales = async (): Promise<void> => {
    waitingForPickup = (
      await operators.call('fulfilment', operatorOrders, { status: orderStatus.awaitingPickup, limit: 1 })
    ).total
    if (waitingForPickup >= tooManyWaiting || (waitingForPickup >= manyWaiting && Math.random() < 0.9)) return
    await buyAt(credentials.mainShop)
  }

  const sideSales = async (): Promise<void> => {
    const open = otherShops()
    if (open.length > 0 && waitingForPickup < tooManyWaiting) await buyAt(randomItem(open))
  }

  const regulars: string[] = []
  const traffic = async (): Promise<void> => {
    const others = otherShops()
    const shop = others.length > 0 && Math.random() < 0.3 ? randomItem(others) : credentials.mainShop
    // Half of the visitors return with the same id and count once a day.
    const visitor = regulars.length > 20 && Math.random() < 0.5 ? randomItem(regulars) : randomUUID()
    if (!regulars.includes(visitor)) regulars.push(visitor)
    if (regulars.length > 500) regulars.shift()
    await visit(line, shop, visitor, Math.floor(randomBetween(0, 4)), () => rest(0.5, 2))
    if (Math.random() >= 0.06 || credentials.followers.length === 0) return
    const { lang, session } = randomItem(credentials.followers)
    const browser = openGuestBrowser(lang, session, { session, signal })
    await followAtShop(browser, `${storefront}/${lang}/s/${shop}`, Math.random() < 0.9)
  }

  const joining = async (): Promise<void> => {
    if (credentials.buyers.length >= maxBuyers) return
    const buyer = await join(line)
    credentials.buyers.push(buyer)
    await saveCredentials(credentials)
    log(`${buyer.name} joined`)
  }

  /** One buyer in twelve asks for a refund of a received order. */
  const unhappy = (orderId: string): boolean => stableRandom(`${orderId} unhappy`, 12) === 0
  let turn = 0
  const care = async (): Promise<void> => {
    for (let i = 0; i < Math.min(4, credentials.buyers.length); i += 1) {
      turn = (turn + 1) % credentials.buyers.length
      const buyer = credentials.buyers[turn]!
      try {
        await lookAfterOrders(buyer)
      } catch (error) {
        if (!(error instanceof Refused && error.reason.startsWith('session/'))) throw error
        // The session has expired. The demo keeps no buyers' passwords, so this buyer does not return.
        credentials.buyers = credentials.buyers.filter((b) => b !== buyer)
        if (credentials.buyers.length < 5) credentials.buyers.push(await join(line))
        await saveCredentials(credentials)
      }
    }
  }

  let guestTurn = 0
  const guestCare = async (): Promise<void> => {
    if (guests.length === 0) return
    guestTurn = (guestTurn + 1) % guests.length
    const bought = guests[guestTurn]!
    const asks = stableRandom(`${bought.page} ask`, 4) === 0 && !firstSeen.has(`asked ${bought.page}`)
    if (asks && due(`ask ${bought.page}`, 10, 60)) {
      firstSeen.set(`asked ${bought.page}`, performance.now())
      const [text] = randomItem(orderQuestions[bought.lang] ?? orderQuestions.en!)
      if (await askShopAsGuest(bought, text, signal)) log(`${bought.name}, a guest, wrote to the shop`)
      return
    }
    if (!due(`guest ${bought.page}`, 40, 90)) return
    const wish = unhappy(bought.page) ? 'refund' : 'confirm'
    if (await actAsGuest(bought, wish, stars(), signal)) log(`${bought.name}, a guest, sent the form “${wish}”`)
    else if (await actAsGuest(bought, 'review', stars(), signal)) log(`${bought.name}, a guest, wrote a review`)
  }

  /** Seconds that a buyer waits: minutes for what was ordered before this start. */
  const patience = (before: boolean, low: number, high: number): [number, number] =>
    before ? [low * 12, high * 70] : [low, high]

  const lookAfterOrders = async (buyer: DemoBuyer): Promise<void> => {
    const say = { token: buyer.token }
    const { list } = await line.call(buyerOrders, { limit: 30 }, say)
    for (const { id, code, status, reviewed, placedAt } of list) {
      const before = Date.parse(placedAt) < began
      const regrets = stableRandom(`${id} regret`, 28) === 0
      if (status === orderStatus.awaitingPickup && regrets && due(`regret ${id}`, 30, 70)) {
        await met(line.call(cancelOwnOrder, { id }, { ...say, key: `demo-cancel-${id}` }))
        log(`${buyer.name} cancelled order ${code}`)
      } else if (
        status === orderStatus.received &&
        unhappy(id) &&
        !firstSeen.has(`refund ${id} asked`) &&
        due(`refund ${id}`, ...patience(before, 6, 12))
      ) {
        const reason = stableRandom(`${id} reason`, 2) === 0 ? 'damaged' : 'not-as-described'
        const text = complaints[reason]
        await met(line.call(requestRefund, { orderId: id, reason, text }, { ...say, key: `demo-refund-${id}` }))
        firstSeen.set(`refund ${id} asked`, performance.now())
        log(`${buyer.name} asked for a refund of order ${code}`)
      } else if (status === orderStatus.received && !unhappy(id) && due(`confirm ${id}`, ...patience(before, 15, 45))) {
        await met(line.call(confirmReceipt, { id }, { ...say, key: `demo-confirm-${id}` }))
        log(`${buyer.name} confirmed order ${code}`)
      } else if (
        status === orderStatus.completed &&
        !reviewed &&
        // Whoever did not review an earlier order does not do so now.
        (!before || firstSeen.has(`confirm ${id}`)) &&
        stableRandom(`${id} review`, 10) < 6 &&
        due(`review ${id}`, ...patience(before, 10, 40))
      ) {
        const rating = stars()
        await met(line.call(reviewOrder, { id, rating, text: randomItem(wordsOfCountry(buyer.country)[rating]) }, say))
        log(`${buyer.name} gave ${rating} stars for order ${code}`)
      }
    }
  }

  const fulfilment = async (): Promise<void> => {
    const ready = await operators.call('fulfilment', operatorOrders, {
      status: orderStatus.awaitingShipment,
      limit: 100,
    })
    for (const row of ready.list) {
      const { id, shopId, code } = row
      if (!((await isSlow(row)) ? due(`ship ${id}`, 60, 2400) : due(`ship ${id}`, 15, 50))) continue
      await met(
        operators.call(
          'fulfilment',
          shipOrder,
          { shopId, id, carrier: randomItem(carriers).name, trackingNumber: newTracking() },
          randomUUID(),
        ),
      )
      log(`order ${code} was shipped`)
    }
  }

  /** The carriers report the scans of shipped orders. */
  const carriage = async (): Promise<void> => {
    const away = await operators.call('fulfilment', operatorOrders, { status: orderStatus.shipped, limit: 100 })
    for (const row of away.list) {
      const { id, code, carrier, trackingNumber } = row
      const by = carriers.find(({ name }) => name === carrier)
      if (!by || !trackingNumber) continue
      const slow = await isSlow(row)
      for (const i of scans.keys()) {
        const mark = `scan ${i} ${id}`
        const [low, high] = slow ? [300 * i, 300 + 600 * i] : [8 + i * 14, 14 + i * 14]
        if (firstSeen.has(`${mark} sent`) || !due(mark, low!, high!)) continue
        // After a restart the same scans are sent again and change nothing.
        await reportParcel(line, by, trackingNumber, i)
        firstSeen.set(`${mark} sent`, performance.now())
      }
      if (!(slow ? due(`deliver ${id}`, 1600, 5400) : due(`deliver ${id}`, 50, 70))) continue
      await reportParcel(line, by, trackingNumber, 'delivered')
      log(`order ${code} was delivered`)
    }
  }

  const review = async (): Promise<void> => {
    const submitted = await operators.call('review', listRegistrations, { state: 'submitted', limit: 20 })
    for (const { shopId } of submitted.list) {
      if (!due(`take ${shopId}`, 10, 20)) continue
      firstSeen.delete(`take ${shopId}`)
      await met(
        operators.call('review', claimWork, {
          kind: 'registration',
          id: shopId,
          reason: 'The demo decides each when its time has come',
        }),
      )
    }
    const open = await operators.call('review', listRegistrations, { state: 'in-review', limit: 20 })
    for (const { shopId, shopName } of open.list) {
      if (!due(`decide ${shopId}`, 20, 35)) continue
      firstSeen.delete(`decide ${shopId}`)
      for (const field of ['idFront', 'idBack', 'idInHand'] as const)
        await met(
          operators.call('review', viewDocument, {
            shopId,
            field,
            reason: 'Comparing the documents with the registration (demo)',
          }),
        )
      await met(operators.call('review', decideRegistration, { shopId, decision: 'verified' }))
      log(`${shopName ?? 'a shop'} was verified`)
    }
    const found = await operators.call('review', listShops, { limit: 100 })
    shops = found.list.filter((shop) => !shop.closed).map((shop) => shop.code)
  }

  const restock = async (): Promise<void> => {
    for (let page = 1; page <= 20; page += 1) {
      const { list, total } = await operators.call('catalogue', listProducts, { limit: 100, page })
      for (const product of list) {
        if (product.stock >= 25 * product.variants || product.withdrawn) continue
        const { id } = product
        const { variants } = await operators.call('catalogue', productRecord, { id })
        for (const variant of variants.filter(({ stock }) => stock < 25))
          await met(
            operators.call('catalogue', adjustStock, { id, variantId: variant.id, pieces: 150, reason: 'delivery' }),
          )
        log(`${product.name} came in`)
      }
      if (page * 100 >= total) return
    }
  }

  /** The desks take their time for other shops, so that the console has something to do. */
  const patienceOf = async () => {
    const own = await mainShopId
    return (shopId: string) => (shopId === own ? 1 : 15)
  }
  const finance = async () =>
    workAtDesk({
      first: (endpoint, input, key) => operators.call('finance', endpoint, input, key),
      second: (endpoint, input, key) => operators.call('finance', endpoint, input, key, 1),
      code: () => codeShown(operatorOf(credentials, 'finance', 1).totpSecret!, line.now()),
      now: line.now,
      patienceFor: await patienceOf(),
      importer: (endpoint, input, key) => operators.call('finance', endpoint, input, key, 2),
      due,
      log,
    })

  const support = async () =>
    workAtSupport({
      patienceFor: await patienceOf(),
      support: (endpoint, input, key) => operators.call('support', endpoint, input, key),
      due,
      log,
    })

  await Promise.all([
    loop('sales', 15, 30, sales),
    loop('merchants', 12, 20, merchants.work),
    loop('sales elsewhere', 60, 110, sideSales),
    loop('traffic', 4, 9, traffic),
    loop('joining', 90, 160, joining),
    loop('care', 3, 5, care),
    loop('guests', 4, 7, guestCare),
    loop('fulfilment', 4, 7, fulfilment),
    loop('carriage', 4, 7, carriage),
    loop('review', 5, 8, review),
    loop('restock', 120, 180, restock),
    loop('finance', 3, 6, finance),
    loop('support', 4, 7, support),
  ])
}

/** Ignores a refusal because somebody else was faster: the state may change between read and command. */
async function met(act: Promise<unknown>): Promise<void> {
  try {
    await act
  } catch (error) {
    if (!(error instanceof Refused) || error.reason.startsWith('session/') || error.reason.startsWith('request/'))
      throw error
  }
}
