/**
 * Fills an empty demo through the public APIs, as operators, merchants and buyers. Nothing is inserted directly or
 * backdated, so every figure has recorded events. A repeated run adds only what is missing.
 */
import { randomUUID } from 'node:crypto'
import {
  browseShop,
  buyerOrders,
  cancelOrder,
  cancelOwnOrder,
  changeListings,
  checkInvitation,
  confirmReceipt,
  createCategory,
  createCoupon,
  createInvitation,
  createProducts,
  decideRegistration,
  distribute,
  listCategories,
  listCoupons,
  listDistribution,
  listOrders,
  listProducts,
  saveProductPictures,
  login,
  me,
  operatorMe,
  operatorOrders,
  operatorUpload,
  orderCounts,
  orderDetail,
  orderStatus,
  pickUpOrders,
  planPickup,
  readRegistration,
  register,
  reviewOrder,
  savePricingRule,
  saveRegistration,
  setPaymentPassword,
  shipOrder,
  submitRegistration,
  claimWork,
  upload,
  viewDocument,
  type RequestBody,
  type ResponseBody,
  type Funding,
  type OperatorRole,
} from '@quayside/contract'
import { createApiClient, pause, Refused, runConcurrently, type ApiClient, type Origins } from './api-client.ts'
import { newTracking, reportParcel, type DemoCarrier } from './carriers.ts'
import { categories, type CategorySlug } from './catalogue/categories.ts'
import { products } from './catalogue/products.ts'
import type { Colour } from './colours.ts'
import {
  newPassword,
  newPaymentPassword,
  noCredentials,
  readCredentials,
  saveCredentials,
  type DemoCredentials,
  type DemoMerchant,
  type DemoOperator,
} from './credentials.ts'
import { mainCoupon } from './guests.ts'
import { moveMoney } from './money.ts'
import { admitOperator, logInFirstOwner, logInOperator } from './operators.ts'
import { join, order, pay, randomItem, stars, visit } from './fake-people.ts'
import { wordsOfCountry } from './fake-people-texts.ts'
import { dressShop, shopCategories, type ShopLooks } from './shop-looks.ts'
import { drawDocument, drawLogo, paint, type LogoMark } from './pictures.ts'
import { picturesOf, readPicture } from './product-pictures.ts'

type Seeding = {
  origins: Origins
  operator: { email: string; password: string }
  /** Folder of demo.json with the logins. */
  dataDir: string
  carriers: readonly DemoCarrier[]
  progress: (line: string) => void
  signal?: AbortSignal
}

const mail = (name: string) => `${name}@demo.quayside.example`
/**
 * The owners come first. Otto is invited by the first owner, so the two do not count as two people; Olga is invited by
 * Otto, so she and the first owner do: one of them invites all later operators and the other confirms.
 */
const staff: { name: string; email: string; roles: OperatorRole[] }[] = [
  { name: 'Otto (demo owner)', email: mail('otto'), roles: ['owner'] },
  { name: 'Olga (demo owner)', email: mail('olga'), roles: ['owner'] },
  { name: 'Cass (demo catalogue)', email: mail('cass'), roles: ['catalogue'] },
  { name: 'Finn (demo fulfilment)', email: mail('finn'), roles: ['fulfilment'] },
  { name: 'Fay (demo fulfilment)', email: mail('fay'), roles: ['fulfilment'] },
  { name: 'Rhea (demo review)', email: mail('rhea'), roles: ['review', 'support'] },
  { name: 'Ada (demo finance)', email: mail('ada'), roles: ['finance'] },
  { name: 'Ben (demo finance)', email: mail('ben'), roles: ['finance'] },
  { name: 'Cleo (demo finance)', email: mail('cleo'), roles: ['finance'] },
]

type Shop = {
  about: string
  email: string
  phone: string
  shopName: string
  realName: string
  address: string
  country: string
  mark: LogoMark
  colour: Colour
  accent: Colour
}
// Phone numbers from the range that the Australian regulator reserves for fiction.
const shops = {
  main: {
    about: 'Mira — an open shop with buyers, orders in every state and a balance',
    email: mail('mira'),
    phone: '+61491570006',
    shopName: 'Harbour & Hearth',
    realName: 'Mira Okafor',
    address: '14 Demo Quay, Bristol',
    country: 'GB',
    mark: 'wave',
    colour: 'navy',
    accent: 'amber',
    introduction:
      'Things for the home, the kitchen and the way to work, in materials that age well. This is a demo: the goods do not exist, and no money moves.',
    welcome: 'Welcome! Orders that come in before noon leave on the same day.',
  },
  fresh: {
    about: 'Tomas — a new shop, just stocked, nothing sold yet',
    email: mail('tomas'),
    phone: '+61491570156',
    shopName: 'Little Tideway',
    realName: 'Tomas Berg',
    address: '3 Demo Pier, Aarhus',
    country: 'DK',
    mark: 'sail',
    colour: 'plum',
    accent: 'coral',
  },
  waiting: {
    about: 'Noor — a registration for which the reviewer asked for more information',
    email: mail('noor'),
    phone: '+61491570157',
    shopName: 'Noor Atelier',
    realName: 'Noor Haddad',
    address: 'Demo Road',
    country: 'FR',
    mark: 'leaf',
    colour: 'forest',
    accent: 'mint',
  },
} satisfies Record<string, Shop & Partial<ShopLooks>>

/** Neighbours of the main shop. With them the platform trades with more than one merchant. */
const neighbours: (Shop & ShopLooks & { percent: number })[] = [
  {
    about: 'Ines — a shop that robots run',
    email: mail('ines'),
    phone: '+61491570158',
    shopName: 'Paper Lantern',
    realName: 'Ines Carvalho',
    address: '8 Demo Arcade, Porto',
    country: 'PT',
    mark: 'lantern',
    colour: 'brick',
    accent: 'lemon',
    introduction:
      'Toys, paper goods and small things to give away. This is a demo: the goods do not exist, and no money moves.',
    welcome: 'Something small for every desk and every birthday.',
    categories: shopCategories.ines,
    percent: 60,
  },
  {
    about: 'Kaito — a shop that robots run',
    email: mail('kaito'),
    phone: '+61491570159',
    shopName: 'North Ridge Supply',
    realName: 'Kaito Nakata',
    address: '2 Demo Terrace, Sapporo',
    country: 'JP',
    mark: 'peak',
    colour: 'slate',
    accent: 'mint',
    introduction:
      'Gear for trails, gardens and long journeys. This is a demo: the goods do not exist, and no money moves.',
    welcome: 'Packed for rain, priced for weekends.',
    categories: shopCategories.kaito,
    percent: 75,
  },
  {
    about: 'Leila — a shop that robots run',
    email: mail('leila'),
    phone: '+61491570110',
    shopName: 'Copper Finch',
    realName: 'Leila Haddad',
    address: '21 Demo Passage, Lyon',
    country: 'FR',
    mark: 'sun',
    colour: 'teal',
    accent: 'copper',
    introduction:
      'Clothes, care and table, with a little copper in everything. This is a demo: the goods do not exist, and no money moves.',
    welcome: 'New colours each season.',
    categories: shopCategories.leila,
    percent: 65,
  },
]

const buyersWanted = 14
const ordersWanted = 48
const completedWanted = 14
const leftForPickup = 11

/** Fills the demo and returns its logins. Takes about a minute on an empty database, some seconds on a filled one. */
export async function seedDemo({
  origins,
  operator,
  dataDir,
  carriers,
  progress,
  signal,
}: Seeding): Promise<DemoCredentials> {
  const line = createApiClient(origins, signal)
  const { known, desk, opened } = await openPlatform(line, { operator, dataDir, progress })
  const catalogue = await desk('catalogue')
  await runConcurrently(opened, 4, (product) => addPictures(line, catalogue, product))
  const main = await openMainShop(line, desk, known)
  await openNewShops(line, desk, known)
  // A demo with a past has orders in every state.
  if (!known.past) await makeHistory(line, await desk('fulfilment'), carriers, known, main, progress)
  return known
}

/** The token of an operator with a role; `nth` chooses one of several. */
type Desk = (role: OperatorRole, nth?: number) => Promise<string>

/**
 * Admits the staff and fills the distribution center, as far as they are missing. New products have their first picture
 * only; `addPictures` adds the others.
 */
export async function openPlatform(
  line: ApiClient,
  {
    operator,
    dataDir,
    progress,
    past = null,
    perCategory,
  }: Pick<Seeding, 'operator' | 'dataDir' | 'progress'> & {
    past?: DemoCredentials['past']
    /** Products of each category. Default: all. */
    perCategory?: number | undefined
  },
): Promise<{ known: DemoCredentials; desk: Desk; opened: OpenedProduct[] }> {
  const known = (await readCredentials(dataDir)) ?? { ...noCredentials(dataDir), past }
  const owner = await resume(
    known,
    operator.email,
    (token) => line.call(operatorMe, {}, { token }),
    () => logInFirstOwner(line, known, operator),
  )
  const desk = await hireOperators(line, owner, known)
  const opened = await fillCatalogue(line, await desk('catalogue'), progress, perCategory)
  return { known, desk, opened }
}

/** Mira's shop. */
export async function openMainShop(line: ApiClient, desk: Desk, known: DemoCredentials): Promise<OpenShop> {
  const main = await openMerchant(line, await desk('review'), known, shops.main, true)
  known.mainShop = main.shopCode!
  await saveCredentials(known)
  await stockMain(line, main)
  await dressShop(line, main.token, { ...shops.main, categories: shopCategories.main })
  const say = { token: main.token }
  if ((await line.call(listCoupons, { limit: 1 }, say)).total === 0)
    await line.call(
      createCoupon,
      {
        code: mainCoupon,
        percent: 10,
        amount: null,
        minimum: '0',
        from: null,
        until: null,
        uses: null,
        usesPerBuyer: 1,
        listings: [],
      },
      say,
    )
  return { ...main, realName: shops.main.realName }
}

/** A shop without trade, a registration that waits, and an invitation for whoever tries the registration. */
export async function openNewShops(line: ApiClient, desk: Desk, known: DemoCredentials): Promise<void> {
  const fresh = await openMerchant(line, await desk('review'), known, shops.fresh, true)
  await openMerchant(line, await desk('review'), known, shops.waiting, false)
  known.quietShops = [fresh.shopCode!]
  await saveCredentials(known)
  await stockFresh(line, fresh)
  await keepSpareInvitation(line, await desk('review'), known)
}

/** The shops of other merchants, whom nobody plays: robots run them. */
export async function openNeighbours(
  line: ApiClient,
  desk: Desk,
  known: DemoCredentials,
  count: number,
): Promise<OpenShop[]> {
  const review = await desk('review')
  return Promise.all(
    neighbours.slice(0, count).map(async (shop) => {
      const merchant = await openMerchant(line, review, known, shop, true, known.neighbours)
      await fillShop(line, merchant, shop.categories, shop.percent)
      await dressShop(line, merchant.token, shop)
      return { ...merchant, realName: shop.realName }
    }),
  )
}

/** The stored session of `email` if it is still valid, else a new one. */
async function resume(
  known: DemoCredentials,
  email: string,
  use: (token: string) => Promise<unknown>,
  logIn: () => Promise<string>,
): Promise<string> {
  const kept = known.sessions[email]
  if (kept) {
    try {
      await use(kept)
      return kept
    } catch (error) {
      if (!(error instanceof Refused && error.reason.startsWith('session/'))) throw error
    }
  }
  const token = await logIn()
  known.sessions[email] = token
  await saveCredentials(known)
  return token
}

/** Admits missing operators. Returns a function that gives the token of an operator with a role. */
async function hireOperators(line: ApiClient, owner: string, known: DemoCredentials) {
  const tokenOf = (who: DemoOperator) =>
    resume(
      known,
      who.email,
      (token) => line.call(operatorMe, {}, { token }),
      () => logInOperator(line, known, who),
    )
  for (const who of staff) {
    if (known.operators.some(({ email }) => email === who.email)) continue
    const [otto, olga] = await Promise.all(
      staff.slice(0, 2).map((one) => {
        const there = known.operators.find(({ email }) => email === one.email)
        return there ? tokenOf(there) : null
      }),
    )
    const isOlga = who === staff[1]
    const owners = isOlga ? { inviting: otto!, confirming: owner } : { inviting: owner, confirming: olga ?? null }
    try {
      await admitOperator(line, known, who, owners)
    } catch (error) {
      if (error instanceof Refused && error.reason === 'registration/email-taken')
        throw new Error(
          `the demo database holds ${who.email}, but demo.json in ${known.dataDir} does not know the password: give back that file or start with an empty database`,
          { cause: error },
        )
      throw error
    }
  }
  return (role: OperatorRole, nth = 0) => tokenOf(known.operators.filter(({ roles }) => roles.includes(role))[nth]!)
}

/** A new product with its first picture. */
export type OpenedProduct = { id: string; code: string; cover: string }

async function fillCatalogue(
  line: ApiClient,
  token: string,
  progress: (text: string) => void,
  perCategory = Infinity,
): Promise<OpenedProduct[]> {
  const there = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { list, total } = await line.call(listProducts, { limit: 100, page }, { token })
    for (const product of list) there.add(product.code)
    if (list.length < 100 || there.size >= total) break
  }
  // A demo that was filled before variants keeps each colour as a product.
  const offered = [...Map.groupBy(products, (p) => p.categorySlug).values()].flatMap((all) => all.slice(0, perCategory))
  const missing = offered.filter((p) => !there.has(p.code) && !there.has(p.variants[0]!.code))
  if (missing.length === 0) return []
  const open: OpenedProduct[] = []
  for (const { slug, names } of categories) {
    try {
      await line.call(createCategory, { slug, names }, { token })
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'product/code-taken')) throw error
    }
  }
  for (let start = 0; start < missing.length; start += 100) {
    const batch = missing.slice(start, start + 100)
    const covers = await runConcurrently(batch, 4, (product) => sendPicture(line, token, picturesOf(product)[0]!.file))
    const { list } = await line.call(
      createProducts,
      {
        products: batch.map(({ variants, ...product }, nth) => ({
          ...product,
          // Each variant has its own; the product has none of its own.
          supplierPrice: variants[0]!.supplierPrice,
          stock: 0,
          picture: covers[nth]!,
          variants: variants.map(({ code, colour, supplierPrice, stock }) => ({
            code,
            options: [{ name: 'Colour', value: colour }],
            supplierPrice,
            stock,
          })),
        })),
      },
      { token },
    )
    const ids = new Map(list.map(({ id, code }) => [code, id]))
    for (const [nth, { code }] of batch.entries()) open.push({ id: ids.get(code)!, code, cover: covers[nth]! })
    progress(`catalogue: ${start + batch.length} of ${missing.length} products`)
  }
  return open
}

const sendPicture = async (line: ApiClient, token: string, file: string): Promise<string> =>
  (await line.upload(operatorUpload, await readPicture(file), 'product', { token })).id

/** Adds the further pictures of a new product, and describes all. */
export async function addPictures(line: ApiClient, token: string, { id, code, cover }: OpenedProduct): Promise<void> {
  const [first, ...others] = picturesOf(products.find((product) => product.code === code)!)
  const pictures = [{ file: cover, alt: first!.alt }]
  for (const { file, alt } of others) pictures.push({ file: await sendPicture(line, token, file), alt })
  await line.call(saveProductPictures, { id, pictures }, { token })
}

type Open = DemoMerchant & { token: string }
export type OpenShop = Open & { realName: string }

async function openMerchant(
  line: ApiClient,
  review: string,
  known: DemoCredentials,
  shop: Shop,
  verify: boolean,
  merchants: DemoMerchant[] = known.merchants,
): Promise<Open> {
  let merchant = merchants.find((m) => m.email === shop.email)
  if (!merchant) {
    merchant = {
      about: shop.about,
      email: shop.email,
      phone: shop.phone,
      password: newPassword(),
      paymentPassword: null,
      shopCode: null,
    }
    merchants.push(merchant)
    await saveCredentials(known)
  }
  const self = merchant
  const token = await resume(
    known,
    shop.email,
    (kept) => line.call(me, {}, { token: kept }),
    () => enter(line, review, self, shop),
  )
  const say = { token }

  const registration = await line.call(readRegistration, {}, say)
  if (registration.state === 'draft') await fillRegistration(line, token, shop)
  // The request for more is made once, here. The review robot decides a later submission.
  if (registration.state === 'draft' || (verify && registration.state !== 'verified')) {
    const { shopId } = await line.call(me, {}, say)
    await reviewRegistration(line, review, shopId, verify)
  }
  if (verify) {
    const account = await line.call(me, {}, say)
    merchant.shopCode = account.shopCode
    if (!account.paymentPasswordSet) {
      const code = newPaymentPassword()
      // Saved before it takes effect: a lost code cannot be restored.
      merchant.paymentPassword = code
      await saveCredentials(known)
      await line.call(setPaymentPassword, { code, again: code, loginPassword: merchant.password }, say)
    }
    await saveCredentials(known)
  }
  return { ...merchant, token }
}

/** Logs in, or registers with a new invitation if the merchant does not exist yet. */
async function enter(line: ApiClient, review: string, merchant: DemoMerchant, shop: Shop): Promise<string> {
  try {
    return (await line.call(login, { name: merchant.email, password: merchant.password })).userinfo.token
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'login/wrong')) throw error
  }
  const { code } = await line.call(createInvitation, { note: `Demo: ${shop.shopName}` }, { token: review })
  const answer = await line.call(register, {
    invitationCode: code,
    phone: shop.phone,
    email: shop.email,
    password: merchant.password,
  })
  return answer.userinfo.token
}

async function fillRegistration(line: ApiClient, token: string, shop: Shop): Promise<void> {
  const send = async (svg: string, purpose: 'logo' | 'identity') =>
    (await line.upload(upload, await paint(svg), purpose, { token })).id
  const logo = await send(drawLogo(shop.mark, shop.colour, shop.accent), 'logo')
  const [idFront, idBack, idInHand] = await runConcurrently(['idFront', 'idBack', 'idInHand'] as const, 2, (face) =>
    send(drawDocument(face, shop.colour), 'identity'),
  )
  const { shopName, realName, address, country } = shop
  await line.call(
    saveRegistration,
    { logo, shopName, realName, address, country, idFront: idFront!, idBack: idBack!, idInHand: idInHand! },
    { token },
  )
  await line.call(submitRegistration, {}, { token })
}

async function reviewRegistration(line: ApiClient, token: string, shopId: string, verify: boolean): Promise<void> {
  try {
    await line.call(
      claimWork,
      { kind: 'registration', id: shopId, reason: 'The demo decides them one by one' },
      { token },
    )
  } catch (error) {
    // An earlier run claimed it and stopped before its decision.
    if (!(error instanceof Refused && error.reason === 'work/gone')) throw error
  }
  for (const field of ['idFront', 'idBack', 'idInHand'] as const)
    await line.call(
      viewDocument,
      { shopId, field, reason: 'Comparing the documents with the registration (demo)' },
      { token },
    )
  await line.call(
    decideRegistration,
    verify
      ? { shopId, decision: 'verified' }
      : {
          shopId,
          decision: 'more-information',
          asked: {
            address: { sentence: 'address-incomplete' },
            idInHand: { sentence: 'photo-incomplete', text: 'The document is partly covered by the hand.' },
          },
        },
    { token },
  )
}

const stockMain = (line: ApiClient, main: Open) => fillShop(line, main, shopCategories.main, 70)

/** Puts categories into an empty shop, at prices `percent` above the cost. */
async function fillShop(line: ApiClient, main: Open, slugs: readonly CategorySlug[], percent: number): Promise<void> {
  const say = { token: main.token }
  const { list } = await line.call(listCategories, {}, say)
  const stocked = await line.call(browseShop, { shop: main.shopCode!, limit: 1 })
  if (stocked.total > 0) return
  await line.call(savePricingRule, { percent, rounding: 'ending-99' }, say)
  for (const slug of slugs) {
    const categoryId = list.find((c) => c.slug === slug)!.id
    await line.call(distribute, { selection: { filter: { categoryId } } }, say)
  }
  const shelf = await line.call(browseShop, { shop: main.shopCode!, limit: 60 })
  const change = async (n: number, from: number, to: RequestBody<typeof changeListings>['change']) => {
    const ids = shelf.list.filter((_, i) => i % n === from).map((listing) => listing.id)
    if (ids.length > 0) await line.call(changeListings, { selection: { ids }, change: to }, say)
  }
  await change(9, 0, { recommended: true })
  await change(13, 5, { shelf: 'off-shelf' })
}

async function stockFresh(line: ApiClient, fresh: Open): Promise<void> {
  const say = { token: fresh.token }
  const stocked = await line.call(browseShop, { shop: fresh.shopCode!, limit: 1 })
  if (stocked.total > 0) return
  const { list } = await line.call(listCategories, {}, say)
  const goods = await line.call(
    listDistribution,
    { categoryId: list.find((c) => c.slug === 'pets')!.id, limit: 18 },
    say,
  )
  await line.call(distribute, { selection: { products: goods.list.map((p) => p.id) } }, say)
}

const countOf = (all: Record<string, number>, status: number) => all[String(status)] ?? 0
const noRest = () => Promise.resolve()

/**
 * Creates buyers, visits and orders of the main shop, and moves the orders through every state by the users who may.
 */
async function makeHistory(
  line: ApiClient,
  fulfilment: string,
  carriers: readonly DemoCarrier[],
  known: DemoCredentials,
  main: Open,
  progress: (text: string) => void,
): Promise<void> {
  const say = { token: main.token }
  const shop = main.shopCode!
  const counts = async () => (await line.call(orderCounts, {}, say)).counts

  const pickUp = async (orders: string[], funding: Funding) => {
    if (orders.length === 0) return
    const plan = await line.call(planPickup, { orders }, say)
    await line.call(
      pickUpOrders,
      { planId: plan.planId, funding, paymentPassword: main.paymentPassword! },
      { ...say, key: randomUUID() },
    )
  }

  await forgetStaleBuyers(line, known)
  const missing = Math.max(0, buyersWanted - known.buyers.length)
  known.buyers.push(...(await runConcurrently(Array.from({ length: missing }), 3, () => join(line))))
  await saveCredentials(known)

  const before = await counts()
  if (countOf(before, orderStatus.completed) >= completedWanted) return
  progress('buyers visit and order')
  await runConcurrently(Array.from({ length: 60 }), 4, (_, i) => visit(line, shop, randomUUID(), i % 3, noRest))

  const placed = Object.values(before).reduce((sum, n) => sum + n, 0)
  const fresh = (
    await runConcurrently(Array.from({ length: Math.max(0, ordersWanted - placed) }), 4, async (_, i) => {
      const buyer = known.buyers[i % known.buyers.length]!
      const made = await order(line, buyer, shop, noRest)
      // Two orders stay unpaid and two are cancelled before payment.
      if (made && i % 22 > 1) await pay(line, buyer, made.id)
      else if (made && i % 22 === 1)
        await line.call(cancelOwnOrder, { id: made.id }, { token: buyer.token, key: randomUUID() })
      return made
    })
  ).filter((made) => made !== null)

  progress('payments arrive from the test processor')
  const expected = fresh.length - 6
  for (let waited = 0; waited < 40 && countOf(await counts(), orderStatus.awaitingPickup) < expected; waited += 1)
    await pause(500, line.signal)

  progress('orders are picked up, shipped, delivered and reviewed')
  const waiting = await line.call(listOrders, { status: orderStatus.awaitingPickup, limit: 100 }, say)
  const toPickUp = waiting.list.slice(leftForPickup)
  if (toPickUp.length > 2) {
    const declined = toPickUp.pop()!
    await line.call(
      cancelOrder,
      { id: declined.id, reason: 'unavailable' },
      { ...say, key: `demo-decline-${declined.id}` },
    )
    await pickUp(
      toPickUp.map((o) => o.id),
      'escrow',
    )
  }

  const picked = await line.call(listOrders, { status: orderStatus.awaitingShipment, limit: 100 }, say)
  const { shopId } = await line.call(me, {}, say)
  const operator = { token: fulfilment }
  await runConcurrently(picked.list.slice(2), 3, async ({ id }) => {
    const parcel = { carrier: randomItem(carriers).name, trackingNumber: newTracking() }
    await line.call(shipOrder, { shopId, id, ...parcel }, { ...operator, key: `demo-ship-${id}` })
  })
  const away = await line.call(operatorOrders, { status: orderStatus.shipped, limit: 100 }, operator)
  const ofShop = away.list.filter((row) => row.shopId === shopId)
  await runConcurrently(ofShop, 3, async ({ carrier, trackingNumber }, i) => {
    const by = carriers.find(({ name }) => name === carrier)
    if (!by || !trackingNumber) return
    await reportParcel(line, by, trackingNumber, 0)
    // The three newest are still in transit.
    if (i >= ofShop.length - 3) return
    await reportParcel(line, by, trackingNumber, 1)
    await reportParcel(line, by, trackingNumber, 'delivered')
  })

  const received = await line.call(listOrders, { status: orderStatus.received, limit: 100 }, say)
  const keep = new Set(received.list.slice(0, 4).map((o) => o.id))
  await runConcurrently(known.buyers, 3, async (buyer) => {
    const own = await line.call(buyerOrders, { limit: 100 }, { token: buyer.token })
    for (const { id, status } of own.list) {
      if (status !== orderStatus.received || keep.has(id)) continue
      await line.call(confirmReceipt, { id }, { token: buyer.token, key: `demo-confirm-${id}` })
      if (Math.random() < 0.7) {
        const rating = stars()
        await line.call(
          reviewOrder,
          { id, rating, text: randomItem(wordsOfCountry(buyer.country)[rating]) },
          { token: buyer.token },
        )
      }
    }
  })
  // Two more are paid from earnings, so that the funds records show both ways of funding.
  await pickUp(
    waiting.list.slice(leftForPickup - 2, leftForPickup).map((o) => o.id),
    'balance',
  )

  progress('money comes in and goes out')
  await moveMoney(line, { token: main.token, paymentPassword: main.paymentPassword!, realName: shops.main.realName })

  const first = picked.list.at(-1)
  if (first) await checkMoved(await line.call(orderDetail, { id: first.id }, say))
}

/** The oldest picked-up order must be completed. Otherwise the demo shows a broken cycle. */
function checkMoved(detail: ResponseBody<typeof orderDetail>): void {
  if (detail.status < orderStatus.shipped)
    throw new Error(`order ${detail.code} did not move on: status ${detail.status}`)
}

/** Removes buyers with an expired session. The demo keeps no buyers' passwords, so they cannot log in again. */
async function forgetStaleBuyers(line: ApiClient, known: DemoCredentials): Promise<void> {
  const alive = await runConcurrently(known.buyers, 4, async (buyer) => {
    try {
      await line.call(buyerOrders, { limit: 1 }, { token: buyer.token })
      return true
    } catch (error) {
      if (error instanceof Refused && error.reason.startsWith('session/')) return false
      throw error
    }
  })
  known.buyers = known.buyers.filter((_, i) => alive[i])
}

async function keepSpareInvitation(line: ApiClient, review: string, known: DemoCredentials): Promise<void> {
  if (known.invitation) {
    try {
      await line.call(checkInvitation, { code: known.invitation })
      return
    } catch (error) {
      if (!(error instanceof Refused && error.reason.startsWith('invitation/'))) throw error
    }
  }
  known.invitation = (
    await line.call(
      createInvitation,
      { note: 'Demo: spare, for whoever tries the registration', days: 90 },
      { token: review },
    )
  ).code
  await saveCredentials(known)
}
