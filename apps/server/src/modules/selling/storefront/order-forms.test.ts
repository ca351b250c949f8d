/**
 * The forms of an order's page, as people fill them: own digits, wrong values, pictures too many; and bodies that are
 * no forms.
 */
import { decideRefund, objectRefund, orderStatus, shipOrder } from '@quayside/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import {
  anAddress,
  anOperator,
  aStockedShop,
  pickUp,
  reportDelivery,
  sendWebhook,
  webhook,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { orderToken } from '../carts/order-token.ts'
import { sendOrderMails } from '../order-mails/send-order-mails.ts'
import type { MessageRow } from '../../people/outbox/store.ts'
import { contentOf } from '../../people/outbox/write-message.ts'

const origin = 'https://buy.example'
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      storefrontUrl: origin,
      tracking: [{ carrier: 'harbour  post', url: 'https://track.example/p/{number}?from=quayside' }],
    },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const send = (url: string, type: string, payload: string | Buffer, { cookie = '', ip = anAddress() } = {}) =>
  server.app.storefront.inject({
    method: 'POST',
    url,
    headers: { origin, cookie, 'content-type': type, 'user-agent': 'Mozilla/5.0' },
    payload,
    remoteAddress: ip,
  })
const post = (url: string, fields: Record<string, string>, from = {}) =>
  send(url, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), from)
/** Sends a form with pictures, as a browser does. */
async function postPictures(url: string, fields: Record<string, string>, pictures: number, lang?: string) {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a37' } })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (let n = 0; n < pictures; n += 1)
    body.append('picture', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${n}.jpg`)
  const form = new Response(body)
  return send(
    lang ? url.replace('/en/', `/${lang}/`) : url,
    form.headers.get('content-type')!,
    Buffer.from(await form.arrayBuffer()),
  )
}

/** A guest's order that has arrived: its id and the path of its page. */
async function anArrivedOrder(): Promise<{ id: string; page: string }> {
  const email = `${newId()}@buyer.example`
  const ip = anAddress()
  const added = await post('/en/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' }, { ip })
  const cookie = String(added.headers['set-cookie']).split(';')[0]!
  const url = `/en/checkout/${shop.shopCode}`
  const { body } = await server.app.storefront.inject({ url, headers: { cookie }, remoteAddress: ip })
  const hidden = [...body.slice(body.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const person = { country: 'IE', email, name: 'Bea Buyer', street: '1 Pier Road', city: 'Cork', postcode: '' }
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]))
  expect((await post(url, { ...fields, ...person }, { cookie, ip })).statusCode).toBe(303)
  const { id, reference, amount } = (await queryOne(
    server.owner,
    sql<{ id: string; reference: string; amount: string }>`
      select a.order_id as id, p.reference, p.amount::text as amount from order_access a
        join payment p on p.order_id = a.order_id where a.email = ${email}`,
  ))!
  expect(await sendWebhook(server, webhook(reference, amount))).toBe(200)
  await pickUp(server, shop, [id])
  const { token } = await anOperator(server, 'fulfilment')
  const parcel = { shopId: shop.shopId, id, carrier: 'Harbour Post', trackingNumber: 'HP4711' }
  await server.must(shipOrder, parcel, { token, key: newId() })
  await reportDelivery(server, { shopId: shop.shopId, id })
  return { id, page: `/en/orders/${orderToken(server.app.ctx.keys.lookup, id)}` }
}
const refundsOf = (id: string) =>
  queryAll(
    server.owner,
    sql<{ amount: bigint; text: string; pictures: string[] }>`
      select amount, text, pictures from refund_order where order_id = ${id} order by requested_at`,
  )

test('a refund is asked for in own digits, and what is wrong is said beside the words that were typed', async () => {
  const { id, page } = await anArrivedOrder()
  const words = { reason: 'not-as-described', text: 'Cracked on\r\nthe left.' }
  for (const [amount, sentence] of [
    ['a lot', 'Enter an amount with up to two decimals'],
    ['-1', 'Enter an amount with up to two decimals'],
    ['9999', 'The maximum refund is $14.99'],
  ] as const) {
    const refused = await postPictures(`${page}/refund`, { ...words, amount }, 1)
    expect([amount, refused.statusCode]).toEqual([amount, 422])
    expect(refused.body).toContain(sentence)
    expect(refused.body).toMatch(/<details[^>]* open=""/)
    expect(refused.body).toContain(`value="${amount}"`)
    expect(refused.body).toMatch(/Cracked on\s+the left\.<\/textarea>/)
    expect(refused.body).toMatch(/<option[^>]*value="not-as-described"[^>]*selected=""/)
  }
  const tooMany = await postPictures(`${page}/refund`, { ...words, amount: '2' }, 4)
  expect([tooMany.statusCode, tooMany.body.includes('Cracked on')]).toEqual([422, true])
  expect(await refundsOf(id)).toEqual([])
  expect((await postPictures(`${page}/refund`, { ...words, amount: '١٢٫٥٠' }, 3, 'ar')).statusCode).toBe(303)
  const [asked] = await refundsOf(id)
  expect([asked!.amount, asked!.text, asked!.pictures.length]).toEqual([1250n, 'Cracked on\nthe left.', 3])
})

test('a request is shown again with its words and photos, both answers with their words, and each is mailed', async () => {
  const { id, page } = await anArrivedOrder()
  const other = await anArrivedOrder()
  const words = { reason: 'damaged', text: 'Cracked on the left.', amount: '5' }
  expect((await postPictures(`${page}/refund`, words, 2)).statusCode).toBe(303)
  const main = async () => {
    const { body } = await server.app.storefront.inject({ url: page })
    return body.slice(body.indexOf('<main'))
  }
  const asked = await main()
  // The parcel at the carrier.
  expect(asked).toContain('href="https://track.example/p/HP4711?from=quayside"')
  expect(asked).toContain('Cracked on the left.')
  expect(asked).toMatch(/Your request<\/h3><p>Damaged/)
  const pictures = [...asked.matchAll(/<img src="([^"]+)" alt="Your photo \d of 2"/g)].map(([, src]) => src!)
  expect(pictures).toHaveLength(2)
  const picture = await server.app.storefront.inject({ url: pictures[1]! })
  expect([picture.statusCode, picture.headers['cache-control']]).toEqual([200, 'no-store'])
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(300)
  // Not below the link of another order, no third one, and nothing that is no number.
  for (const url of [
    pictures[0]!.replace(page, other.page),
    pictures[0]!.replace('1.jpg', '3.jpg'),
    pictures[0]!.replace('1.jpg', 'x.jpg'),
  ])
    expect([url, (await server.app.storefront.inject({ url })).statusCode]).toEqual([url, 404])

  const refund = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from refund_order where order_id = ${id}`,
  ))!
  await server.must(objectRefund, { id: refund.id, text: 'It left whole.' }, { token: shop.token })
  expect(await main()).toMatch(/The shop’s response<\/h3><p[^>]*>It left whole\./)
  const { token } = await anOperator(server, 'support')
  await server.must(
    decideRefund,
    { shopId: shop.shopId, id: refund.id, decision: 'decline', text: 'The photos show another mug.' },
    { token, key: newId() },
  )
  const declined = await main()
  expect(declined).toContain('The photos show another mug.')
  expect(declined).toMatch(/If you don’t agree.*href="\/en\/orders\/[\w-]+\/messages"/)

  await sendOrderMails(server.app.ctx)
  const mails = await queryAll(
    server.owner,
    sql<MessageRow>`select b.* from outbox b join order_access a on a.email = b.address where a.order_id = ${id}`,
  )
  const about = (subject: string) =>
    mails.map((row) => contentOf(server.app.ctx, row)).filter((mail) => mail.subject?.endsWith(subject))
  const [objected, ...once] = about('The shop contested your refund request')
  expect(objected!.text).toMatch(/We’ll decide by .*2\d{3}/)
  // What the other side wrote is read on the page, not in a mail.
  expect(objected!.text).not.toContain('It left whole')
  expect(once).toEqual([])
  expect(about('Refund declined')[0]!.text).toContain('write to customer service')
})

test('words of buyers lose what could turn or hide the words of others', async () => {
  const { id, page } = await anArrivedOrder()
  expect((await post(`${page}/confirm`, { status: String(orderStatus.received) })).statusCode).toBe(303)
  const review = { rating: '1', text: ' Fine\u202e.enif \u200bNot\u0007 ' }
  // Sent twice at once: one review.
  const answers = await Promise.all([
    post(`${page}/review`, review),
    post(`${page}/review`, { ...review, rating: '5' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422])
  const rows = await queryAll(server.owner, sql<{ text: string }>`select text from review where order_id = ${id}`)
  expect(rows).toEqual([{ text: 'Fine.enif Not' }])
})

test('a body that is no form is a form without fields, not a failure', async () => {
  const { page } = await anArrivedOrder()
  const paths = [
    '/en/cart',
    '/en/login',
    '/en/join',
    '/en/find-order',
    '/en/report',
    `${page}/confirm`,
    `${page}/refund`,
  ]
  for (const path of [...paths, `${page}/shop`, `/en/link/${newId()}`])
    for (const body of ['[1]', '[["a"]]', '7', 'null', '"a=b"', '{"email":{"a":1}}']) {
      const { statusCode } = await send(path, 'application/json', body)
      expect([path, body, statusCode < 500]).toEqual([path, body, true])
    }
})
