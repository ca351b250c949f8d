/**
 * Payments on our own page, with a strict fake of Stripe's API: two tabs, double submits, the back button, changes of
 * the way, late, repeated, forged and lost events. Stripe itself is never reached.
 */
import { listUnbookedEvents, orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import { anAddress, anOperator, aStockedShop, type TestShop } from '../../../../test/builders.ts'
import { startFakeStripe, type FakeStripe } from '../../../../test/fake-stripe.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { closeUnanswered } from '../../selling/orders/placing/payment-store.ts'
import { orderSteps } from '../../selling/orders/pickup/deadlines.ts'
import { runStep } from '../../../platform/jobs/deadlines.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { sendRefund } from './send-refund.ts'

const origin = 'https://buy.example'
let stripe: FakeStripe
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  stripe = await startFakeStripe({ element: true })
  server = await startTestServer({
    settings: { storefrontUrl: origin, processor: 'stripe', stripe },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server, { stock: 1000 })
})
afterAll(async () => {
  const checks = await checkBooks(server.owner, server.clock.now())
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  await server.close()
  await stripe.stop()
})

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

type SecretReply = { secret?: string; notice?: string; to?: string | null }

/** A buyer with an order that waits for its payment. */
async function aBuyer() {
  const remoteAddress = anAddress()
  const send = (url: string, fields: Record<string, string> = {}, cookie = '', from: string = origin) =>
    server.app.storefront.inject({
      method: 'POST',
      url,
      headers: {
        origin: from,
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Mozilla/5.0',
      },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress,
    })
  const get = (url: string, cookie = '') => server.app.storefront.inject({ url, headers: { cookie }, remoteAddress })
  const added = await send('/en/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const cookie = String(added.headers['set-cookie']).split(';')[0]!
  const checkout = `/en/checkout/${shop.shopCode}`
  const fields = {
    ...hidden((await get(checkout, cookie)).body),
    country: 'IE',
    email: 'bea@buyer.example',
    name: 'Bea Buyer',
    street: '1 Pier Road',
    city: 'Cork',
    postcode: '',
    phone: '',
  }
  const submit = async () => String((await send(checkout, fields, cookie)).headers.location)
  const page = new URL(await submit()).pathname.replace(/\/pay$/, '')
  const { id } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from orders where shop_id = ${shop.shopId} order by placed_at desc, id desc limit 1`,
  ))!
  const order = { shopId: shop.shopId, id }
  return {
    order,
    page,
    submit,
    get,
    /** What the script of the page asks for. */
    secret: async (from = origin): Promise<SecretReply> => {
      const answer = await send(`${page}/secret`, {}, '', from)
      return answer.statusCode === 200
        ? (JSON.parse(answer.body) as SecretReply)
        : { notice: String(answer.statusCode) }
    },
    /** The button for the processor's page; returns where it leads. */
    hosted: async () => String((await send(`${page}/pay`, { way: 'hosted' })).headers.location),
    pay: async () => String((await send(`${page}/pay`)).headers.location),
    /** The page that waits for the processor, at its `wait`th renewal. */
    waiting: (wait: number) => get(`${page}?checkout=paid&wait=${wait}`),
    payments: () =>
      queryAll(
        server.owner,
        sql<{ id: string; way: string; reference: string | null; captured: boolean; closed: boolean }>`
          select id, way, reference, captured_at is not null as captured, closed_at is not null as closed from payment
          where order_id = ${id} order by created_at, id`,
      ),
    status: async () =>
      (await queryOne(server.owner, sql<{ status: number }>`select status from orders where id = ${id}`))!.status,
    refunds: () =>
      queryAll(
        server.owner,
        sql<{
          id: string
          amount: bigint
          cause: string
        }>`select id, amount, cause from buyer_refund where order_id = ${id}`,
      ),
  }
}

const idOf = (secret: string) => secret.split('_secret_')[0]!
const sendEvent = async ({ payload, signature }: { payload: string; signature: string }): Promise<number> => {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/store/webhook/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return answer.statusCode
}
const unbooked = async () => {
  const { token } = await anOperator(server, 'finance')
  return (await server.must(listUnbookedEvents, { limit: 100 }, { token })).list.map(({ reason }) => reason)
}

test('the page of the card fields names its hosts and the way without script; no other page does', async () => {
  const buyer = await aBuyer()
  const page = await buyer.get(`${buyer.page}/pay`)
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  const policy = Object.fromEntries(
    String(page.headers['content-security-policy'])
      .split('; ')
      .map((line) => [line.split(' ')[0]!, line.split(' ').slice(1).join(' ')]),
  )
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self' https://js.stripe.com",
    'frame-src': 'https://js.stripe.com https://hooks.stripe.com',
    'connect-src': "'self' https://api.stripe.com",
    'form-action': "'self' https://checkout.stripe.com",
  })
  expect(page.body).toContain('<script src="https://js.stripe.com/v3/" async="">')
  expect(page.body).toContain('data-key="pk_test_only_for_tests"')
  expect(page.body).toContain('name="way" value="hosted"')
  // The page alone opens nothing at the processor.
  expect(stripe.payable()).toEqual([])
  expect(page.body).not.toContain(stripe.secretKey)
  for (const path of [buyer.page, '/en', '/en/cart', '/en/promises']) {
    const other = await buyer.get(path)
    expect(other.body).not.toContain('js.stripe.com')
    expect(other.headers['content-security-policy']).not.toContain('js.stripe.com')
  }
  expect((await buyer.get('/en/promises')).body).toContain('sets its own cookies')
  // Another site cannot ask for a secret.
  expect((await buyer.secret('https://other.example')).notice).toBe('403')
})

test('two tabs and double submits get one payment; its events count once, whatever they say', async () => {
  const buyer = await aBuyer()
  expect(new Set(await Promise.all([buyer.submit(), buyer.submit(), buyer.pay()]))).toEqual(
    new Set([`${origin}${buyer.page}/pay`]),
  )
  const before = stripe.calls.length
  const answers = await Promise.all(Array.from({ length: 6 }, () => buyer.secret()))
  const secrets = new Set(answers.map(({ secret }) => secret))
  expect(secrets.size).toBe(1)
  const [secret] = [...secrets] as [string]
  const [payment] = await buyer.payments()
  expect(await buyer.payments()).toMatchObject([{ way: 'element', reference: idOf(secret), captured: false }])
  const opened = stripe.calls.slice(before).filter(({ path }) => path === '/v1/payment_intents')
  expect(new Set(opened.map(({ key }) => key))).toEqual(new Set([`element ${payment!.id}`]))
  expect(stripe.intent(idOf(secret))).toMatchObject({
    amount: Math.round(Number(shop.listings[0]!.price) * 100),
    metadata: { payment: payment!.id, order: buyer.order.id },
  })

  // A declined card books nothing, and the same payment can be tried again.
  stripe.confirm(secret, { declined: true })
  expect(await sendEvent(await stripe.event('payment_intent.payment_failed', idOf(secret)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPayment)
  // An event that says "succeeded" before it is true.
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(secret)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPayment)

  stripe.confirm(secret)
  const paid = await stripe.event('payment_intent.succeeded', idOf(secret))
  expect(
    await sendEvent({ ...paid, signature: paid.signature.replace(/v1=(.)/, (_all, c) => `v1=${c === '0' ? 1 : 0}`) }),
  ).toBe(400)
  expect(await sendEvent({ ...paid, payload: paid.payload.replace('"amount":', '"amount": ') })).toBe(400)
  expect(await buyer.status()).toBe(orderStatus.awaitingPayment)
  expect(await Promise.all([sendEvent(paid), sendEvent(paid), sendEvent(paid)])).toEqual([200, 200, 200])
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(secret)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPickup)
  expect(await buyer.payments()).toMatchObject([{ captured: true }])
  expect(await buyer.refunds()).toEqual([])
  const cards = sql`select t.kind from trace t join orders o on o.buyer_id = t.party_id where o.id = ${buyer.order.id} and t.kind = 'card'`
  expect(await queryAll(server.owner, cards)).toHaveLength(1)
  // The back button and a second tab lead to the order, not to another payment.
  expect((await buyer.get(`${buyer.page}/pay`)).headers.location).toBe(buyer.page)
  expect(await buyer.secret()).toMatchObject({ to: buyer.page })
  expect(await buyer.hosted()).toContain('notice=order/not-awaiting-payment')
  expect(await buyer.payments()).toHaveLength(1)
})

test('the payment of a hosted page has an event too, which belongs to nobody', async () => {
  const buyer = await aBuyer()
  expect(await buyer.hosted()).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  const [payment] = await buyer.payments()
  const payload = JSON.stringify({
    id: 'evt_of_a_hosted_page',
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: 'pi_1', metadata: {} } },
  })
  const { default: Stripe } = await import('stripe')
  const signature = await new Stripe(stripe.secretKey).webhooks.generateTestHeaderStringAsync({
    payload,
    secret: stripe.webhookSecret,
  })
  expect(await sendEvent({ payload, signature })).toBe(200)
  expect(await unbooked()).toEqual([])
  expect(await buyer.status()).toBe(orderStatus.awaitingPayment)
  // Its own event pays it. The payment can no longer be changed to our own page.
  const url = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  expect(await stripe.capture(payment!.reference!, url)).toBe(true)
  expect(await buyer.status()).toBe(orderStatus.awaitingPickup)
})

test('before the other way is taken, the first one is closed: nobody can pay twice', async () => {
  const buyer = await aBuyer()
  const first = await buyer.secret()
  expect(await buyer.hosted()).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  expect(stripe.intent(idOf(first.secret!)).status).toBe('canceled')
  expect(() => stripe.confirm(first.secret!)).toThrow('unexpected_state')
  const second = await buyer.secret()
  expect(second.secret).not.toBe(first.secret)
  expect(stripe.payable().filter((id) => id === idOf(second.secret!) || id.startsWith('cs_'))).toEqual([
    idOf(second.secret!),
  ])
  expect(await buyer.payments()).toMatchObject([
    { way: 'element', closed: true },
    { way: 'hosted', closed: true },
    { way: 'element', closed: false },
  ])
  // Paid, and its event is late: the other way is not opened, and the page waits.
  stripe.confirm(second.secret!)
  expect(await buyer.hosted()).toContain('notice=payment/in-progress')
  expect(await buyer.secret()).toMatchObject({ to: `${buyer.page}?checkout=paid` })
  expect(await buyer.payments()).toHaveLength(3)
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(second.secret!)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPickup)
})

test('tabs that take both ways at once leave one payment that can be paid, eight times', async () => {
  for (let round = 0; round < 8; round += 1) await takeBothWays()
})

async function takeBothWays(): Promise<void> {
  const buyer = await aBuyer()
  const before = new Set(stripe.payable())
  const got = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => (n % 2 ? buyer.hosted() : ((await buyer.secret()).secret ?? ''))),
  )
  const payable = stripe.payable().filter((id) => !before.has(id))
  expect(payable.length).toBeLessThanOrEqual(1)
  // Somebody got it, or the next press gets one.
  const secret = (await buyer.secret()).secret!
  expect(stripe.payable().filter((id) => !before.has(id))).toEqual([idOf(secret)])
  let captures = 0
  for (const one of new Set([...got.filter((text) => text.includes('_secret_')), secret])) {
    try {
      stripe.confirm(one)
      captures += 1
    } catch {
      // Closed.
    }
  }
  expect(captures).toBe(1)
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(secret)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPickup)
  expect((await buyer.payments()).filter(({ captured }) => captured)).toHaveLength(1)
}

test('a payment that is answered while another tab takes the other way is closed at the processor too', async () => {
  const buyer = await aBuyer()
  await buyer.hosted()
  const [payment] = await buyer.payments()
  const key = { shop_id: shop.shopId, id: payment!.id }
  // What the other tab read before the answer was stored.
  await withTransaction(server.db, (tx) => closeUnanswered(tx, key, server.clock.now()))
  expect(await buyer.payments()).toMatchObject([{ closed: false }])
  await buyer.secret()
  expect(stripe.payable()).not.toContain(payment!.reference)
})

test('a lost event loses no payment: the waiting page asks, later events ask, and the deadline asks', async () => {
  const waiting = await aBuyer()
  const first = (await waiting.secret()).secret!
  expect((await waiting.waiting(4)).body).toContain('http-equiv="refresh"')
  expect(await waiting.status()).toBe(orderStatus.awaitingPayment)
  stripe.confirm(first)
  expect((await waiting.waiting(1)).body).toContain('http-equiv="refresh"')
  stripe.down = true
  expect((await waiting.waiting(4)).statusCode).toBe(200)
  stripe.down = false
  expect((await waiting.waiting(8)).body).not.toContain('http-equiv="refresh"')
  expect(await waiting.status()).toBe(orderStatus.awaitingPickup)
  // The event that was late.
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(first)))).toBe(200)
  expect(await waiting.refunds()).toEqual([])
  // After a refusal of the bank on its page the order does not claim to wait for a payment.
  const declined = await aBuyer()
  const back = await declined.get(`${declined.page}?checkout=paid&redirect_status=failed`)
  expect(back.body).not.toContain('http-equiv="refresh"')

  // The event of an earlier, declined try comes after the success whose event was lost.
  const second = (await declined.secret()).secret!
  stripe.confirm(second)
  expect(await sendEvent(await stripe.event('payment_intent.payment_failed', idOf(second)))).toBe(200)
  expect(await declined.status()).toBe(orderStatus.awaitingPickup)

  // Shortly before the deadline the job asks, for each way.
  const gone = await aBuyer()
  stripe.confirm((await gone.secret()).secret!)
  const [payment] = await gone.payments()
  const job = { shopId: shop.shopId, paymentId: payment!.id }
  await lookAtPayment(server.app.ctx, server.app.processors, job)
  await lookAtPayment(server.app.ctx, server.app.processors, job)
  expect(await gone.status()).toBe(orderStatus.awaitingPickup)
})

test('the hosted page too: a lost event is asked for, and never twice with a late one', async () => {
  const waiting = await aBuyer()
  await waiting.hosted()
  const [payment] = await waiting.payments()
  await stripe.capture(payment!.reference!, null)
  // The page, the job and the late event at once.
  const job = { shopId: shop.shopId, paymentId: payment!.id }
  const [page, told] = await Promise.all([
    waiting.waiting(4),
    stripe.event('checkout.session.completed', payment!.reference!).then(sendEvent),
    lookAtPayment(server.app.ctx, server.app.processors, job),
    waiting.waiting(8),
  ])
  expect([page.statusCode, told]).toEqual([200, 200])
  expect(await waiting.status()).toBe(orderStatus.awaitingPickup)
  expect(await waiting.payments()).toMatchObject([{ way: 'hosted', captured: true }])
  expect(await waiting.refunds()).toEqual([])
  // A page that nobody paid is asked about, and stays.
  const open = await aBuyer()
  const address = await open.hosted()
  await lookAtPayment(server.app.ctx, server.app.processors, {
    shopId: shop.shopId,
    paymentId: (await open.payments())[0]!.id,
  })
  expect(await open.hosted()).toBe(address)
  expect(await open.status()).toBe(orderStatus.awaitingPayment)
})

test('after the deadline a payment is closed; one that was paid in the last moment goes back', async () => {
  const abandoned = await aBuyer()
  const late = await aBuyer()
  const open = (await abandoned.secret()).secret!
  const paid = (await late.secret()).secret!
  const keyOf = async (buyer: typeof late) => ({
    shopId: shop.shopId,
    paymentId: (await buyer.payments())[0]!.id,
  })
  // Before the deadline an unpaid payment stays open, and a second look is planned.
  await lookAtPayment(server.app.ctx, server.app.processors, await keyOf(abandoned))
  expect(stripe.intent(idOf(open)).status).toBe('requires_payment_method')
  const { pay_until: until } = (await queryOne(
    server.owner,
    sql<{ pay_until: Date }>`select pay_until from orders where id = ${abandoned.order.id}`,
  ))!
  server.clock.set(new Date(until.getTime() + minutes(1)))
  for (const step of orderSteps) await runStep(server.app.ctx, step)
  expect([await abandoned.status(), await late.status()]).toEqual([orderStatus.cancelled, orderStatus.cancelled])
  expect(await abandoned.secret()).toMatchObject({ to: abandoned.page })
  stripe.confirm(paid)
  await lookAtPayment(server.app.ctx, server.app.processors, await keyOf(abandoned))
  expect(stripe.intent(idOf(open)).status).toBe('canceled')
  expect(await abandoned.payments()).toMatchObject([{ closed: true, captured: false }])
  await lookAtPayment(server.app.ctx, server.app.processors, await keyOf(late))
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(paid)))).toBe(200)
  const refunds = await late.refunds()
  expect(refunds).toMatchObject([{ cause: 'paid-late' }])
  await sendRefund(server.app.ctx, server.app.processors, { shopId: shop.shopId, refundId: refunds[0]!.id })
  expect(
    await queryOne(server.owner, sql`select state, reference from buyer_refund where id = ${refunds[0]!.id}`),
  ).toMatchObject({ state: 'sent' })
})

test('another amount than the order’s is not the payment of the order: it goes back', async () => {
  const buyer = await aBuyer()
  const secret = (await buyer.secret()).secret!
  stripe.intent(idOf(secret)).amount = 1
  stripe.confirm(secret)
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(secret)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPayment)
  expect(await buyer.refunds()).toMatchObject([{ amount: 1n, cause: 'paid-late' }])
})

test('while Stripe is down the page says so, and nothing is lost', async () => {
  const buyer = await aBuyer()
  stripe.down = true
  expect((await buyer.secret()).notice).toContain('card processor')
  expect(await buyer.hosted()).toContain('notice=payment/processor-down')
  stripe.down = false
  const secret = (await buyer.secret()).secret!
  stripe.confirm(secret)
  expect(await sendEvent(await stripe.event('payment_intent.succeeded', idOf(secret)))).toBe(200)
  expect(await buyer.status()).toBe(orderStatus.awaitingPickup)
})
