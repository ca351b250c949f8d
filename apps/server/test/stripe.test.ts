/** The Stripe adapter against a fake of Stripe's API on loopback: real HTTP, real signatures. */
import { createServer, type Server } from 'node:http'
import { cancelOrder, openCardDeposit, orderDetail, payOrder, readWallet, rechargeDetail } from '@quayside/contract'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRefund } from '../src/modules/orders/take-payment.ts'
import { newId } from '../src/platform/ids.ts'
import { one, sql } from '../src/platform/postgres.ts'
import { stripeProcessor } from '../src/providers/stripe.ts'
import { aStockedShop, placed, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

type Asked = { path: string; key: string | undefined; form: URLSearchParams }
const webhookSecret = 'whsec_only_for_tests'
let fake: Server
let asked: Asked[]
let down = false
let server: TestServer
let shop: TestShop
let settings: { secretKey: string; webhookSecret: string; apiBase: string }

beforeAll(async () => {
  asked = []
  // Stripe's idempotency: the same key is answered the same.
  const answered = new Map<string, string>()
  fake = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (down) {
        response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"down"}}')
        return
      }
      const key = request.headers['idempotency-key'] as string | undefined
      const form = new URLSearchParams(body)
      asked.push({ path: request.url!, key, form })
      const answer =
        (key && answered.get(key)) ??
        JSON.stringify(
          request.url === '/v1/refunds'
            ? { id: `re_${asked.length}`, object: 'refund' }
            : { id: `cs_${asked.length}`, object: 'checkout.session', url: `https://checkout.example/${asked.length}` },
        )
      if (key) answered.set(key, answer)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
  })
  await new Promise<void>((ready) => fake.listen(0, '127.0.0.1', ready))
  const { port } = fake.address() as { port: number }
  settings = { secretKey: 'sk_test_only_for_tests', webhookSecret, apiBase: `http://127.0.0.1:${port}` }
  server = await startTestServer({ settings: { processor: 'stripe', stripe: settings } })
  shop = await aStockedShop(server)
})
afterAll(async () => {
  await server.close()
  fake.close()
})

const stripe = new Stripe('sk_test_only_for_tests')
const event = (type: string, session: Record<string, unknown>, id = 'evt_1') =>
  JSON.stringify({ id, object: 'event', type, data: { object: { object: 'checkout.session', ...session } } })
const hear = async (payload: string, secret = webhookSecret): Promise<number> => {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/store/webhook/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret }),
    },
    payload,
  })
  return answer.statusCode
}

test('checkout, signed webhook, escrow, refund: each once, with the amounts in cents', async () => {
  const order = await placed(server, shop)
  const checkout = await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  expect(await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).toEqual(checkout)
  expect(asked).toHaveLength(1)
  expect(asked[0]!.form.get('line_items[0][price_data][unit_amount]')).toBe('1499')
  expect(asked[0]!.form.get('client_reference_id')).toBe(order.id)

  const paid = event('checkout.session.completed', {
    id: checkout.reference,
    payment_status: 'paid',
    amount_total: 1499,
    payment_intent: 'pi_1',
  })
  expect(await hear(paid, 'whsec_forged')).toBe(400)
  expect(
    await hear(
      event(
        'checkout.session.completed',
        { id: checkout.reference, payment_status: 'unpaid', amount_total: 1499, payment_intent: 'pi_1' },
        'evt_0',
      ),
    ),
  ).toBe(200)
  expect((await server.must(orderDetail, { id: order.id }, { token: shop.token })).status).toBe(1)
  expect([await hear(paid), await hear(paid)]).toEqual([200, 200])
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    status: 5,
    escrow: '14.99',
  })

  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const refund = (await one(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const processors = { stripe: stripeProcessor(settings, 'http://127.0.0.1') }
  const named = { shopId: shop.shopId, refundId: refund.id }
  await Promise.all([sendRefund(server.app.house, processors, named), sendRefund(server.app.house, processors, named)])
  const refunds = asked.filter((request) => request.path === '/v1/refunds')
  expect(new Set(refunds.map((request) => request.key))).toEqual(new Set([`refund ${refund.id}`]))
  expect(refunds[0]!.form.get('amount')).toBe('1499')
  expect(refunds[0]!.form.get('payment_intent')).toBe('pi_1')
})

test('a recharge that its card’s bank disputes: set aside, won; an inquiry takes nothing; a lost one is told in one', async () => {
  const key = { token: shop.token, key: newId() }
  const { id, checkoutUrl } = await server.must(openCardDeposit, { amount: '100' }, key)
  const { reference } = (await one(
    server.owner,
    sql<{ reference: string }>`select reference from deposit where id = ${id}`,
  ))!
  expect(checkoutUrl).toContain('https://checkout.example/')
  const about = { id: 'dp_1', amount: 10_000, currency: 'usd', payment_intent: 'pi_dispute', charge: 'ch_1' }
  const dispute = (type: string, status: string, more: object = {}) =>
    JSON.stringify({
      id: `evt_${type}_${status}`,
      object: 'event',
      type: `charge.dispute.${type}`,
      data: { object: { object: 'dispute', ...about, status, evidence_details: { due_by: 1_798_800_000 }, ...more } },
    })
  const detail = async () => {
    const { state, dispute: told } = await server.must(rechargeDetail, { id }, { token: shop.token })
    return [state, told?.state ?? null]
  }
  // The payment itself is not known yet: it is to be told again.
  expect(await hear(dispute('created', 'needs_response'))).toBe(404)
  const paid = { id: reference, payment_status: 'paid', amount_total: 10_000, payment_intent: 'pi_dispute' }
  expect(await hear(event('checkout.session.completed', paid, 'evt_paid'))).toBe(200)
  expect(await hear(dispute('created', 'needs_response'), 'whsec_forged')).toBe(400)
  expect(await hear(dispute('created', 'warning_needs_response'))).toBe(200)
  expect(await hear(dispute('closed', 'warning_closed'))).toBe(200)
  expect(await detail()).toEqual(['credited', null])
  expect(await hear(dispute('created', 'needs_response', { currency: 'eur' }))).toBe(500)
  for (const type of ['created', 'funds_withdrawn', 'created'])
    expect(await hear(dispute(type, 'needs_response'))).toBe(200)
  expect(await detail()).toEqual(['disputed', 'open'])
  expect((await server.must(rechargeDetail, { id }, { token: shop.token })).dispute).toEqual({
    state: 'open',
    amount: '100.00',
    owed: '0.00',
    evidenceBy: '2027-01-01T10:40:00.000Z',
  })
  expect((await server.must(readWallet, {}, { token: shop.token })).balance).toBe('0.00')
  expect(await hear(dispute('closed', 'won'))).toBe(200)
  expect(await detail()).toEqual(['credited', 'won'])
  expect((await server.must(readWallet, {}, { token: shop.token })).balance).toBe('100.00')
  expect(await hear(dispute('closed', 'lost', { id: 'dp_2' }))).toBe(200)
  expect(await detail()).toEqual(['charged-back', 'lost'])
})

test('the payer comes back to where they came from', async () => {
  const order = await placed(server, shop)
  await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  expect(asked.at(-1)!.form.get('success_url')).toMatch(/\/#\/paid$/)
  const { id } = await server.must(openCardDeposit, { amount: '100' }, { token: shop.token, key: newId() })
  const back = `/#/pages/rechargeDetail?id=${id}&checkout=`
  expect(asked.at(-1)!.form.get('success_url')).toMatch(new RegExp(`${RegExp.escape(back)}paid$`))
  expect(asked.at(-1)!.form.get('cancel_url')).toMatch(new RegExp(`${RegExp.escape(back)}not-paid$`))
})

test('with Stripe down the buyer is told, and can pay later', async () => {
  const order = await placed(server, shop)
  down = true
  expect((await server.call(payOrder, { id: order.id }, { token: order.buyer.token })).reason).toBe(
    'payment/processor-down',
  )
  down = false
  expect((await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).checkoutUrl).toContain(
    'https://checkout.example/',
  )
})
