/** Mails to guests: one for each thing that happens to an order, in the buyer's language, with the way to its page. */
import { addParcel, directionOf, languages, shipOrder, type Language } from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { startTestServer, webhookSecret, type TestServer } from '../../../../test/server.ts'
import { days, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { testProcessor } from '../../../providers/test-processor.ts'
import type { MessageRow } from '../../people/outbox/store.ts'
import { contentOf, type Content } from '../../people/outbox/write-message.ts'
import { sendRefund } from '../../money/payments/send-refund.ts'
import { composeOrderMail } from './compose.ts'
import { sendOrderLinks, sendOrderMails } from './send-order-mails.ts'
import type { OrderMailKind } from './store.ts'

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
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

const send = (url: string, fields: Record<string, string>, ip: string, cookie = '') =>
  server.app.storefront.inject({
    method: 'POST',
    url,
    headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: ip,
  })

/** A guest's order by the forms of the pages. */
async function aGuestOrder(lang: Language, email = `${newId()}@buyer.example`) {
  const ip = anAddress()
  const added = await send(`/${lang}/cart`, { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '2' }, ip)
  const cookie = String(added.headers['set-cookie']).split(';')[0]!
  const url = `/${lang}/checkout/${shop.shopCode}`
  const form = await server.app.storefront.inject({ url, headers: { cookie }, remoteAddress: ip })
  const person = {
    country: 'IE',
    email,
    name: 'Bea Buyer',
    street: '1 Pier Road',
    city: 'Cork',
    postcode: '',
    phone: '',
  }
  const sent = await send(url, { ...hidden(form.body), ...person }, ip, cookie)
  expect(sent.statusCode).toBe(303)
  const order = (await queryOne(
    server.owner,
    sql<{ id: string; code: string; reference: string; amount: string }>`
      select o.id, o.code, p.reference, p.amount::text as amount from order_access a join orders o on o.id = a.order_id
        join payment p on p.order_id = o.id where a.email = ${email} order by a.created_at desc limit 1`,
  ))!
  return { ...order, email, shopId: shop.shopId }
}
const capture = async ({ reference, amount }: { reference: string; amount: string }) =>
  expect(await sendWebhook(server, webhook(reference, amount))).toBe(200)

/** The mails of an address, oldest first. */
async function mailsTo(email: string): Promise<Content[]> {
  await sendOrderMails(server.app.ctx)
  const rows = await queryAll(
    server.owner,
    sql<MessageRow>`select * from outbox where to_buyer and address = ${email} order by written_at, id`,
  )
  return rows.map((row) => contentOf(server.app.ctx, row))
}
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

describe('an order', () => {
  test('is told about when it is placed, paid, shipped and delivered, once each', async () => {
    const order = await aGuestOrder('en')
    expect(await subjects(order.email)).toEqual([`Order ${order.code}: Ordered`])
    await capture(order)
    await capture(order)
    await pickUp(server, shop, [order.id])
    const { token } = await anOperator(server, 'fulfilment')
    const parcel = { shopId: shop.shopId, id: order.id, carrier: 'Harbour Post', trackingNumber: 'HP4711' }
    await server.must(shipOrder, parcel, { token, key: newId() })
    await reportDelivery(server, order)
    // Workers that run at once write each mail once.
    await Promise.all([1, 2, 3, 4].map(() => sendOrderMails(server.app.ctx)))
    const mails = await mailsTo(order.email)
    // Several workers may write in any order.
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      ['Delivered', 'Ordered', 'Paid', 'Shipped'].map((what) => `Order ${order.code}: ${what}`),
    )
    expect(mails.find(({ subject }) => subject?.endsWith('Shipped'))!.text).toContain('Harbour Post HP4711')
    expect(mails.find(({ subject }) => subject?.endsWith('Delivered'))!.text).toContain('for 7 days after delivery')
    for (const { text, html } of mails) {
      // The way to the page, which opens.
      const [url] = /https:\/\/buy\.example\/en\/orders\/[\w-]{54}/.exec(text)!
      expect(html).toContain(`href="${url}"`)
      expect((await server.app.storefront.inject({ url: new URL(url).pathname })).statusCode).toBe(200)
    }
  })

  test('with a further parcel is told all its numbers, and its page shows them', async () => {
    const order = await aGuestOrder('en')
    await capture(order)
    await pickUp(server, shop, [order.id])
    const { token } = await anOperator(server, 'fulfilment')
    const key = { shopId: shop.shopId, id: order.id }
    await server.must(shipOrder, { ...key, carrier: 'Harbour Post', trackingNumber: 'HP4711' }, { token, key: newId() })
    await sendOrderMails(server.app.ctx)
    await server.must(addParcel, { ...key, carrier: 'Harbour Post', trackingNumber: 'HP4712' }, { token, key: newId() })
    const shipped = (await mailsTo(order.email)).filter(({ subject }) => subject?.endsWith('Shipped'))
    expect(shipped.map(({ text }) => /HP4711[^]*HP4712/.test(text))).toEqual([false, true])
    const [url] = /https:\/\/buy\.example\/en\/orders\/[\w-]{54}/.exec(shipped[1]!.text)!
    const page = (await server.app.storefront.inject({ url: new URL(url).pathname })).body
    expect(page).toContain('HP4711')
    expect(page).toContain('HP4712')
    expect(page).toContain('Another parcel shipped')
  })

  test('that is cancelled says where the money is, and again when it was paid back', async () => {
    const order = await aGuestOrder('en')
    await capture(order)
    const [first] = await mailsTo(order.email)
    const page = new URL(/https:\/\/\S+/.exec(first!.text)![0]).pathname
    await send(`${page}/cancel`, {}, anAddress())
    const refund = (await queryOne(
      server.owner,
      sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
    ))!
    const processors = { test: testProcessor(server.app.ctx, webhookSecret) }
    await sendRefund(server.app.ctx, processors, { shopId: shop.shopId, refundId: refund.id })
    await sendRefund(server.app.ctx, processors, { shopId: shop.shopId, refundId: refund.id })
    const [cancelled, refunded, ...more] = (await mailsTo(order.email)).slice(2)
    expect(cancelled!.text).toMatch(/We’re refunding \$\d+\.\d\d to your card/)
    expect(refunded!.subject).toBe(`Order ${order.code}: Refunded`)
    expect(refunded!.text).toMatch(/We refunded \$\d+\.\d\d to your card/)
    expect(more).toEqual([])
  })

  test('whose mail cannot be written does not hold up the mails of others', async () => {
    const broken = await aGuestOrder('en')
    const whole = await aGuestOrder('en')
    await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin
      raise exception 'no mail to %', new.address; end $$`.execute(server.owner)
    await sql`create trigger refuse_mail before insert on outbox for each row
      when (new.address = '${sql.raw(broken.email)}') execute function refuse_mail()`.execute(server.owner)
    try {
      expect(await subjects(whole.email)).toHaveLength(1)
      expect(await subjects(broken.email)).toEqual([])
    } finally {
      await sql`drop function refuse_mail cascade`.execute(server.owner)
    }
    // The next run tries again.
    expect(await subjects(broken.email)).toHaveLength(1)
  })

  test('of the last days is told about after an outage, an older one is not', async () => {
    const order = await aGuestOrder('en')
    server.clock.pass(days(3))
    try {
      expect(await mailsTo(order.email)).toEqual([])
    } finally {
      server.clock.pass(-days(3))
    }
    expect(await mailsTo(order.email)).toEqual([])
  })
})

test.each(languages.map(({ code }) => code))(
  '%s: every kind is whole, in its direction, and what people write is no markup',
  (lang) => {
    const at = new Date('2026-11-22T10:00:00.000Z')
    const kinds: OrderMailKind[] = [
      'placed',
      'paid',
      'shipped',
      'received',
      'cancelled',
      'refunded',
      'answered',
      'shop-answered',
      'refund-objected',
      'refund-declined',
    ]
    for (const [kind, included] of kinds.flatMap((one) => [[one, true] as const, [one, false] as const])) {
      const mail = composeOrderMail(
        lang,
        {
          shop_id: newId(),
          order_id: newId(),
          kind,
          cause: 'x',
          amount: kind === 'refunded' ? 1250n : null,
          at,
          code: 'AB12CD',
          shop_name: 'Tea & <b>Co</b>',
          total_payment: 2998n,
          shipping: 450n,
          tax: 793n,
          tax_rate: 2300,
          tax_included: included,
          discount: 200n,
          coupon_platform: 0n,
          coupon: 'SPRING10',
          placed_at: at,
          paid_at: at,
          pay_until: at,
          pickup_until: at,
          settles_at: at,
          parcels: [
            { carrier: 'Harbour Post', number: 'HP4711' },
            { carrier: 'Cork Couriers', number: 'CC4712' },
          ],
          decide_by: at,
          email: 'bea@buyer.example',
          language: lang,
          pix_centavos: included ? 22_901n : null,
          pix_by: included ? at : null,
          refund_centavos: included ? 22_901n : null,
        },
        [{ name: 'Mug', options: [{ name: 'Colour', value: 'Sea <green>' }], quantity: 2, sum: 2998n }],
        { url: 'https://buy.example/x', protectionDays: 21 },
      )
      expect(mail.text.includes('21'), mail.text).toBe(kind === 'received')
      const { html, text, subject } = mail
      // Every parcel of the order.
      for (const number of ['HP4711', 'CC4712']) expect(text.includes(number), text).toBe(kind === 'shipped')
      expect(html).toContain(`<html lang="${lang}" dir="${directionOf(lang)}">`)
      expect(html).toContain('Mug, Sea &lt;green&gt;')
      expect(text).toContain('Mug, Sea <green>')
      expect(html).toContain('Tea &amp; &lt;b&gt;Co&lt;/b&gt;')
      for (const part of [subject!, text, html!]) {
        expect(part).not.toMatch(/(?:store|mail)\.[a-z]|\{\w+\}|undefined/)
        // Isolates are closed where they were opened.
        expect(part.match(/[\u2066-\u2068]/g)?.length ?? 0).toBe(part.match(/\u2069/g)?.length ?? 0)
      }
      // An amount in a right-to-left sentence is one run from left to right.
      if (directionOf(lang) === 'rtl') expect(text).toMatch(/\u2066[^\u2069]*42\.41[^\u2069]*\u2069/)
    }
  },
)

describe('a lost link', () => {
  const ask = (email: string, ip = anAddress()) => send('/ja/find-order', { email }, ip)
  const jobs = async () =>
    (
      await queryAll(
        server.owner,
        sql<{ payload: { email: string } }>`select payload from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-order-links' order by j.id`,
      )
    ).map(({ payload }) => payload)

  test('has the same answer for an address with orders and for one without', async () => {
    const order = await aGuestOrder('ja')
    const [known, unknown] = [await ask(order.email), await ask(`${newId()}@nobody.example`)]
    expect([known.statusCode, known.headers.location]).toEqual([303, '/ja/find-order?sent'])
    expect([unknown.statusCode, unknown.headers.location]).toEqual([303, '/ja/find-order?sent'])
    const { body } = await server.app.storefront.inject({ url: '/ja/find-order?sent' })
    expect(body).toContain('数分以内に届きます')
    expect((await ask('no address')).statusCode).toBe(422)
    expect((await jobs()).some(({ email }) => email === order.email)).toBe(true)
  })

  test('is mailed to the address of the orders only, and only some times', async () => {
    const [first, second] = [await aGuestOrder('en'), await aGuestOrder('en')]
    const both = await aGuestOrder('ja', first.email)
    await mailsTo(first.email)
    await sql`delete from outbox where to_buyer`.execute(server.owner)
    const at = server.clock.now().toISOString()
    const links = () => sendOrderLinks(server.app.ctx, { email: first.email, lang: 'ja', at })
    for (let i = 0; i < 5; i += 1) await links()
    const mails = await mailsTo(first.email)
    expect(mails).toHaveLength(3)
    expect(mails[0]!.subject).toBe('Quaysideでのご注文')
    for (const { code } of [first, both]) expect(mails[0]!.text).toContain(code)
    expect(mails[0]!.text).not.toContain(second.code)
    expect(mails[0]!.text.match(/https:\/\/buy\.example\/ja\/orders\/[\w-]{54}/g)).toHaveLength(2)
    await sendOrderLinks(server.app.ctx, { email: `${newId()}@nobody.example`, lang: 'en', at })
    expect(await queryAll(server.owner, sql`select from outbox where to_buyer and address <> ${first.email}`)).toEqual(
      [],
    )
  })

  test('can be asked for ten times an hour from one network', async () => {
    const ip = anAddress()
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push((await ask(`${newId()}@nobody.example`, ip)).statusCode)
    expect(answers).toEqual([...Array<number>(10).fill(303), 429])
    server.clock.pass(hours(1))
    expect((await ask(`${newId()}@nobody.example`, ip)).statusCode).toBe(303)
    server.clock.pass(-hours(1))
  })
})
