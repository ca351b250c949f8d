/**
 * Forms of checkouts that are sent many times, in any order and at once, also after the payment: each purchase is one
 * order with one payment. `CHECKOUTS` sets the number of purchases, `SUBMITS` how often each form is sent.
 */
import { orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import { anAddress, aStockedShop, sendWebhook, webhook, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'

const checkouts = Number(process.env['CHECKOUTS'] ?? 12)
const submits = Number(process.env['SUBMITS'] ?? 10)
/** Purchases that are open at once: a shop holds stock for a limited number of unpaid orders. */
const perWave = 6
/** Requests at once. */
const width = 8

const origin = 'https://buy.example'
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({
    settings: { storefrontUrl: origin },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server, { stock: 1_000_000 })
})
afterAll(() => server.close())

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

type Purchase = { email: string; submit: () => Promise<string> }

/** A browser at the form of its checkout. `submit` sends the form and returns where it leads. */
async function aPurchase(n: number): Promise<Purchase> {
  const remoteAddress = anAddress()
  const send = (url: string, fields: Record<string, string>, cookie = '') =>
    server.app.storefront.inject({
      method: 'POST',
      url,
      headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress,
    })
  const added = await send('/en/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const cookie = String(added.headers['set-cookie']).split(';')[0]!
  const url = `/en/checkout/${shop.shopCode}`
  const email = `buyer-${n}@buyer.example`
  const fields = {
    ...hidden((await server.app.storefront.inject({ url, headers: { cookie }, remoteAddress })).body),
    country: 'IE',
    email,
    name: 'Bea Buyer',
    street: '1 Pier Road',
    city: 'Cork',
    postcode: '',
    phone: '',
  }
  return {
    email,
    async submit() {
      const { statusCode, headers } = await send(url, fields, cookie)
      return statusCode === 303 ? String(headers.location) : `status ${statusCode}`
    },
  }
}

/** Runs acts in a random order, some at once. */
async function shuffled<T>(acts: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = acts.map((act) => ({ act, place: Math.random() })).toSorted((a, b) => a.place - b.place)
  const results: T[] = []
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) results.push(await next.act())
    }),
  )
  return results
}

test(
  `${checkouts} forms, each sent ${submits} times, are ${checkouts} orders with one payment each`,
  { timeout: 120_000 + checkouts * submits * 1000 },
  async () => {
    for (let n = 0; n < checkouts; n += perWave) {
      const wave = await Promise.all(
        Array.from({ length: Math.min(perWave, checkouts - n) }, (_, i) => aPurchase(n + i)),
      )
      const led = new Map<string, Set<string>>(wave.map(({ email }) => [email, new Set()]))
      // Two thirds before the payment, the others after it, together with a repeated webhook.
      const early = Math.ceil((submits * 2) / 3)
      const press =
        ({ email, submit }: Purchase) =>
        async () =>
          void led.get(email)!.add(await submit())
      await shuffled(wave.flatMap((purchase) => Array.from({ length: early }, () => press(purchase))))
      for (const to of led.values()) {
        expect(to.size).toBe(1)
        expect([...to][0]).toContain('/test-processor/')
      }
      const open = await queryAll(
        server.owner,
        sql<{ reference: string; amount: string }>`select p.reference, p.amount::text as amount from payment p
          join orders o on o.id = p.order_id where o.shop_id = ${shop.shopId} and o.status = ${orderStatus.awaitingPayment}`,
      )
      const pay = open.flatMap(({ reference, amount }) =>
        [1, 2].map(() => async () => void expect(await sendWebhook(server, webhook(reference, amount))).toBe(200)),
      )
      await shuffled([
        ...pay,
        ...wave.flatMap((purchase) => Array.from({ length: submits - early }, () => press(purchase))),
      ])
      // A paid order leads to its own page, never to a second payment.
      for (const to of led.values())
        expect([...to].filter((place) => place.includes('/test-processor/'))).toHaveLength(1)
    }
    expect(
      await queryOne(
        server.owner,
        sql`select count(*)::int as orders, count(distinct a.email)::int as buyers, sum(o.total_payment)::bigint as total,
            (select count(*)::int from payment p where p.shop_id = ${shop.shopId}) as payments,
            (select coalesce(sum(amount), 0)::bigint from payment p where p.shop_id = ${shop.shopId} and p.captured_at is not null) as captured
          from orders o join order_access a on a.order_id = o.id where o.shop_id = ${shop.shopId} and o.status = ${orderStatus.awaitingPickup}`,
      ),
    ).toMatchObject({
      orders: checkouts,
      buyers: checkouts,
      payments: checkouts,
      total: BigInt(checkouts) * BigInt(Math.round(Number(shop.listings[0]!.price) * 100)),
      captured: BigInt(checkouts) * BigInt(Math.round(Number(shop.listings[0]!.price) * 100)),
    })
  },
)
