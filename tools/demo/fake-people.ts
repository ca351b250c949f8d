/** The demo's buyers and their purchases. */
import { randomBytes, randomUUID } from 'node:crypto'
import { browseShop, joinAsBuyer, payOrder, placeOrder, viewListing, visitShop } from '@quayside/contract'
import type { ApiClient } from './api-client.ts'
import type { DemoBuyer } from './credentials.ts'
import { homes, type Home } from './fake-people-texts.ts'

export const randomItem = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
export const randomBetween = (low: number, high: number) => low + Math.random() * (high - low)

/** Registers a new buyer from one of the homes. The password is not kept: the demo needs only the session. */
export async function join(line: ApiClient, home: Home = randomItem(homes)): Promise<DemoBuyer> {
  const name = randomItem(home.names)
  const mailbox = /^[a-z ]+$/i.test(name) ? name.toLowerCase().replaceAll(' ', '.') : 'buyer'
  const email = `${mailbox}.${randomBytes(4).toString('hex')}@buyers.demo.quayside.example`
  const { token } = await line.call(
    joinAsBuyer,
    {
      name,
      email,
      password: `demo-${randomBytes(12).toString('base64url')}`,
    },
    { from: email },
  )
  const { city, postcode, country, state } = home
  const street = `${randomItem(home.streets)} ${1 + Math.floor(Math.random() * 90)}`
  return { name, email, token, street, city, postcode, country, ...(state && { state }) }
}

export const addressOfBuyer = ({ name, street, city, state, postcode, country }: DemoBuyer) => ({
  name,
  phone: null,
  street,
  city,
  ...(state !== undefined && { state }),
  postcode,
  country,
})

/** A visitor opens a shop and looks at some of its products. Returns these products. */
export async function visit(line: ApiClient, shop: string, visitor: string, looks: number, rest: () => Promise<void>) {
  const front = await line.call(visitShop, { shop, visitor }, { from: visitor })
  await rest()
  const limit = 24
  const { list } = await line.call(
    browseShop,
    {
      shop,
      limit,
      page: 1 + Math.floor(Math.random() * Math.max(1, Math.floor(front.products / limit))),
      visitor,
    },
    { from: visitor },
  )
  const seen = []
  for (let i = 0; i < looks && list.length > 0; i += 1) {
    await rest()
    const { id } = randomItem(list)
    seen.push(await line.call(viewListing, { shop, id, visitor }, { from: visitor }))
  }
  return seen
}

/** A buyer looks around and orders one to three products. Returns the order, or null if nothing could be bought. */
export async function order(line: ApiClient, buyer: DemoBuyer, shop: string, rest: () => Promise<void>) {
  const seen = await visit(line, shop, randomUUID(), 1 + Math.floor(Math.random() * 3), rest)
  const chosen = [
    ...new Map(seen.filter((listing) => listing.stock > 6).map((listing) => [listing.id, listing])).values(),
  ]
  const most = Math.random() < 0.65 ? 1 : 3
  const lines = chosen.slice(0, most).flatMap(({ id: listingId, price, variants }) => {
    const quantity = Math.random() < 0.7 ? 1 : 2
    const offered = variants.filter(({ stock }) => stock >= quantity)
    return offered.length > 0 ? [{ listingId, variantId: randomItem(offered).id, quantity, price }] : []
  })
  if (lines.length === 0) return null
  await rest()
  return line.call(
    placeOrder,
    { shop, lines, address: addressOfBuyer(buyer) },
    { token: buyer.token, key: randomUUID() },
  )
}

/** The buyer pays at the processor's checkout. The order is paid only after the processor's webhook. */
export async function pay(line: ApiClient, buyer: DemoBuyer, orderId: string): Promise<void> {
  const { checkoutUrl } = await line.call(payOrder, { id: orderId }, { token: buyer.token })
  await line.payAt(checkoutUrl)
}

/** The stars of a review: mostly good. */
export const stars = (): 2 | 3 | 4 | 5 => {
  const mood = Math.random()
  return mood < 0.58 ? 5 : mood < 0.87 ? 4 : mood < 0.97 ? 3 : 2
}
