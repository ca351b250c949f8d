/** The Stripe adapter against a fake of Stripe's API on loopback: real HTTP, real signatures. */
import { createServer, type Server } from 'node:http'
import {
  cancelOrder,
  closeUnbookedEvent,
  countPayments,
  disputeDetail,
  disputePicture,
  listDisputes,
  listRefundPayments,
  listUnbookedEvents,
  openCardDeposit,
  orderDetail,
  payOrder,
  readWallet,
  rechargeDetail,
  retryRefundPayment,
  saveEvidence,
  sendEvidence,
} from '@quayside/contract'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRefund } from '../src/modules/money/payments/send-refund.ts'
import { retryEvents } from '../src/modules/money/payments/receive-event.ts'
import { minutes } from '../src/platform/jobs/clock.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../src/platform/database/postgres.ts'
import { stripeProcessor } from '../src/providers/stripe.ts'
import { anEvidencePicture, anOperator, aStockedShop, placeTestOrder, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

type Asked = { path: string; key: string | undefined; form: URLSearchParams }
const webhookSecret = 'whsec_only_for_tests'
let fake: Server
let requests: Asked[]
/** The objects at Stripe, by id. The server fetches them before each booking. */
const objects = new Map<string, Record<string, unknown>>()
let down = false
/** The status of a refund that Stripe makes and that fails at once. */
let instant: string | null = null
/** The message with which Stripe refuses calls of a path. */
let refusing: { path: RegExp; message: string } | null = null
let server: TestServer
let shop: TestShop
let settings: { secretKey: string; webhookSecret: string; publishableKey: null; apiBase: string }

beforeAll(async () => {
  requests = []
  // Stripe's idempotency: the same key gets the same answer.
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
      if (request.method === 'GET') {
        const object = objects.get(new URL(request.url!, 'http://stripe').pathname.split('/').at(-1)!)
        response
          .writeHead(object ? 200 : 404, { 'content-type': 'application/json' })
          .end(JSON.stringify(object ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }))
        return
      }
      const form = new URLSearchParams(body)
      requests.push({ path: request.url!, key, form })
      if (refusing?.path.test(request.url!)) {
        const error = { type: 'invalid_request_error', message: refusing.message }
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
        return
      }
      const answer =
        (key && answered.get(key)) ??
        JSON.stringify(
          request.url === '/v1/refunds'
            ? {
                id: `re_${requests.length}`,
                object: 'refund',
                ...(instant ? { status: instant, failure_reason: 'expired_or_canceled_card' } : { status: 'pending' }),
              }
            : request.url === '/v1/files'
              ? { id: `file_${requests.length}`, object: 'file' }
              : {
                  id: `cs_${requests.length}`,
                  object: 'checkout.session',
                  url: `https://checkout.example/${requests.length}`,
                },
        )
      if (key) answered.set(key, answer)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
  })
  await new Promise<void>((ready) => fake.listen(0, '127.0.0.1', ready))
  const { port } = fake.address() as { port: number }
  settings = {
    secretKey: 'sk_test_only_for_tests',
    webhookSecret,
    publishableKey: null,
    apiBase: `http://127.0.0.1:${port}`,
  }
  server = await startTestServer({ settings: { processor: 'stripe', stripe: settings } })
  shop = await aStockedShop(server)
})
afterAll(async () => {
  await server.close()
  fake.close()
})

const processorsOf = () => ({ stripe: stripeProcessor(settings, 'http://127.0.0.1', false) })
const stripe = new Stripe('sk_test_only_for_tests')
/** An event about an object. The fake Stripe stores the object with the changes in `there`; null stores nothing. */
const event = (
  type: string,
  object: { id: string } & Record<string, unknown>,
  id = 'evt_1',
  { livemode = false, there = {} as object | null } = {},
) => {
  if (there) objects.set(object.id, { livemode, currency: 'usd', ...object, ...there })
  return JSON.stringify({ id, object: 'event', type, livemode, data: { object } })
}
const session = (id: string, more: object) => ({
  id,
  object: 'checkout.session',
  payment_status: 'paid',
  currency: 'usd',
  ...more,
})
const sendWebhook = async (payload: string, secret = webhookSecret, at = server): Promise<number> => {
  const answer = await at.app.http.inject({
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

test('a checkout, its signed webhook, the escrow and the refund happen once, with amounts in cents', async () => {
  const order = await placeTestOrder(server, shop)
  const checkout = await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  expect(await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).toEqual(checkout)
  expect(requests).toHaveLength(1)
  expect(requests[0]!.form.get('line_items[0][price_data][unit_amount]')).toBe('1499')
  const payment = await queryOne(server.owner, sql<{ id: string }>`select id from payment where order_id = ${order.id}`)
  expect(requests[0]!.form.get('client_reference_id')).toBe(payment!.id)
  expect(requests[0]!.key).toBe(`checkout ${payment!.id}`)

  const unpaid = session(checkout.reference, { payment_status: 'unpaid', amount_total: 1499, payment_intent: 'pi_1' })
  expect(await sendWebhook(event('checkout.session.completed', unpaid, 'evt_0'))).toBe(200)
  // The server fetches the card from Stripe.
  const charge = { id: 'ch_1', object: 'charge', payment_method_details: { card: { fingerprint: 'fp_1' } } }
  const there = { payment_intent: { id: 'pi_1', object: 'payment_intent', latest_charge: charge } }
  const paid = event('checkout.session.completed', { ...unpaid, payment_status: 'paid' }, 'evt_1', { there })
  expect(await sendWebhook(paid, 'whsec_forged')).toBe(400)
  expect((await server.must(orderDetail, { id: order.id }, { token: shop.token })).status).toBe(1)
  expect([await sendWebhook(paid), await sendWebhook(paid)]).toEqual([200, 200])
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    status: 5,
    escrow: '14.99',
  })
  const cards = sql<{ kind: string }>`select kind from trace where party_id = ${order.buyer.buyerId}`
  expect(await queryAll(server.owner, cards)).toEqual([{ kind: 'card' }])

  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const refund = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const processors = processorsOf()
  const named = { shopId: shop.shopId, refundId: refund.id }
  await Promise.all([sendRefund(server.app.ctx, processors, named), sendRefund(server.app.ctx, processors, named)])
  const refunds = requests.filter((request) => request.path === '/v1/refunds')
  expect(new Set(refunds.map((request) => request.key))).toEqual(new Set([`refund ${refund.id}`]))
  expect(refunds[0]!.form.get('amount')).toBe('1499')
  expect(refunds[0]!.form.get('payment_intent')).toBe('pi_1')
})

test('a disputed recharge is set aside and returned when won; an inquiry takes nothing; a dispute already lost is booked in one step', async () => {
  const key = { token: shop.token, key: newId() }
  const { id, checkoutUrl } = await server.must(openCardDeposit, { amount: '100' }, key)
  const { reference } = (await queryOne(
    server.owner,
    sql<{ reference: string }>`select reference from deposit where id = ${id}`,
  ))!
  expect(checkoutUrl).toContain('https://checkout.example/')
  const about = { id: 'dp_1', object: 'dispute', amount: 10_000, currency: 'usd', payment_intent: 'pi_dispute' }
  const dispute = (type: string, status: string, more: object = {}) =>
    event(
      `charge.dispute.${type}`,
      { ...about, status, evidence_details: { due_by: 1_798_800_000 }, ...more },
      `evt_${type}_${status}_${JSON.stringify(more)}`,
    )
  const detail = async () => {
    const { state, dispute: told } = await server.must(rechargeDetail, { id }, { token: shop.token })
    return [state, told?.state ?? null]
  }
  const paid = session(reference, { amount_total: 10_000, payment_intent: 'pi_dispute' })
  expect(await sendWebhook(event('checkout.session.completed', paid, 'evt_paid'))).toBe(200)
  expect(await sendWebhook(dispute('created', 'needs_response'), 'whsec_forged')).toBe(400)
  expect(await sendWebhook(dispute('created', 'warning_needs_response'))).toBe(200)
  expect(await sendWebhook(dispute('closed', 'warning_closed'))).toBe(200)
  expect(await detail()).toEqual(['credited', null])
  for (const type of ['created', 'funds_withdrawn', 'created'])
    expect(await sendWebhook(dispute(type, 'needs_response'))).toBe(200)
  expect(await detail()).toEqual(['disputed', 'open'])
  expect((await server.must(rechargeDetail, { id }, { token: shop.token })).dispute).toEqual({
    state: 'open',
    amount: '100.00',
    owed: '0.00',
    evidenceBy: '2027-01-01T10:40:00.000Z',
  })
  expect((await server.must(readWallet, {}, { token: shop.token })).balance).toBe('0.00')
  expect(await sendWebhook(dispute('closed', 'won'))).toBe(200)
  expect(await detail()).toEqual(['credited', 'won'])
  expect((await server.must(readWallet, {}, { token: shop.token })).balance).toBe('100.00')
  expect(await sendWebhook(dispute('closed', 'lost', { id: 'dp_2' }))).toBe(200)
  expect(await detail()).toEqual(['charged-back', 'lost'])
})

/** The unbooked events that operators see: reasons by event id. */
const unbooked = async () => {
  const finance = await anOperator(server, 'finance')
  const { list } = await server.must(listUnbookedEvents, { limit: 100 }, { token: finance.token })
  return Object.fromEntries(list.map(({ eventId, reason }) => [eventId, reason]))
}

test('bookings use the objects fetched from Stripe, not the amount, currency, mode and outcome of the event', async () => {
  const order = await placeTestOrder(server, shop)
  const { reference } = await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  const status = async () => (await server.must(orderDetail, { id: order.id }, { token: shop.token })).status
  const paid = session(reference, { amount_total: 1499, payment_intent: 'pi_checked' })
  const say = (id: string, given: Parameters<typeof event>[3]) =>
    sendWebhook(event('checkout.session.completed', paid, id, given))

  expect(await say('evt_invented', { there: null })).toBe(200)
  expect(await say('evt_yen', { there: { currency: 'jpy' } })).toBe(200)
  expect(await say('evt_live', { livemode: true, there: { livemode: false } })).toBe(200)
  expect(await say('evt_live_object', { there: { livemode: true } })).toBe(200)
  expect(await say('evt_unpaid', { there: { payment_status: 'unpaid' } })).toBe(200)
  for (const [id, amount] of [
    ['evt_zero', 0],
    ['evt_negative', -1499],
    ['evt_text', '1499'],
    ['evt_half', 14.5],
  ] as const)
    expect(await say(id, { there: { amount_total: amount } })).toBe(200)
  expect(await sendWebhook(event('checkout.session.completed', { id: '' }, 'evt_nameless', { there: null }))).toBe(200)
  expect(await status()).toBe(1)
  expect(await unbooked()).toMatchObject({
    evt_invented: 'not-at-processor',
    evt_yen: 'currency',
    evt_live: 'wrong-mode',
    evt_live_object: 'wrong-mode',
    evt_zero: 'amount',
    evt_negative: 'amount',
    evt_text: 'amount',
    evt_half: 'amount',
    evt_nameless: 'unreadable',
  })
  expect(await unbooked()).not.toHaveProperty('evt_unpaid')
  // Stripe is unavailable: it must send the event again.
  down = true
  expect(await say('evt_right', {})).toBe(503)
  down = false
  expect(await say('evt_right', {})).toBe(200)
  expect(await status()).toBe(5)
})

test('in production an event of Stripe’s test mode is not booked', async () => {
  const production = await startTestServer({
    settings: {
      mode: 'production',
      processor: 'stripe',
      stripe: settings,
      testProcessor: null,
      imprint: { legalName: 'Quayside', address: 'Cork', complaints: 'help@shop.example' },
    },
  })
  try {
    const of = await aStockedShop(production)
    const order = await placeTestOrder(production, of)
    const { reference } = await production.must(payOrder, { id: order.id }, { token: order.buyer.token })
    const paid = session(reference, { amount_total: 1499, payment_intent: 'pi_production' })
    const status = async () => (await production.must(orderDetail, { id: order.id }, { token: of.token })).status
    expect(
      await sendWebhook(event('checkout.session.completed', paid, 'evt_test_mode'), webhookSecret, production),
    ).toBe(200)
    // A live event about a test-mode object.
    objects.set(reference, { ...paid, livemode: false })
    const claims = event('checkout.session.completed', paid, 'evt_claims', { livemode: true, there: null })
    expect(await sendWebhook(claims, webhookSecret, production)).toBe(200)
    expect(await status()).toBe(1)
    const finance = await anOperator(production, 'finance')
    const { list } = await production.must(listUnbookedEvents, {}, { token: finance.token })
    expect(list.map(({ eventId, reason }) => [eventId, reason])).toEqual([
      ['evt_test_mode', 'wrong-mode'],
      ['evt_claims', 'wrong-mode'],
    ])
    const live = event('checkout.session.completed', paid, 'evt_real', { livemode: true })
    expect(await sendWebhook(live, webhookSecret, production)).toBe(200)
    expect(await status()).toBe(5)
  } finally {
    await production.close()
  }
})

test('a dispute of an unknown payment is stored with an alarm and booked after its payment; an operator closes the others', async () => {
  const { id } = await server.must(openCardDeposit, { amount: '100' }, { token: shop.token, key: newId() })
  const { reference } = (await queryOne(
    server.owner,
    sql<{ reference: string }>`select reference from deposit where id = ${id}`,
  ))!
  const dispute = (payment: string, name: string) =>
    event(
      'charge.dispute.created',
      { id: name, object: 'dispute', amount: 10_000, payment_intent: payment, status: 'needs_response' },
      `evt_${name}`,
    )
  for (const body of [
    dispute('pi_early', 'dp_early'),
    dispute('pi_early', 'dp_early'),
    dispute('pi_never', 'dp_never'),
  ])
    expect(await sendWebhook(body)).toBe(200)
  expect(await unbooked()).toMatchObject({ evt_dp_early: 'unknown-payment', evt_dp_never: 'unknown-payment' })
  const paid = session(reference, { amount_total: 10_000, payment_intent: 'pi_early' })
  expect(await sendWebhook(event('checkout.session.completed', paid, 'evt_paid_early'))).toBe(200)
  expect(await retryEvents(server.app.ctx, processorsOf())).toBe(0)
  server.clock.pass(minutes(1))
  // The object of `evt_invented` is also at Stripe by now.
  expect(await retryEvents(server.app.ctx, processorsOf())).toBe(2)
  expect((await server.must(rechargeDetail, { id }, { token: shop.token })).state).toBe('disputed')

  const { token } = await anOperator(server, 'finance')
  const { list } = await server.must(listUnbookedEvents, {}, { token })
  const open = list.find(({ eventId }) => eventId === 'evt_dp_never')!
  expect(open.nextAttemptAt).not.toBeNull()
  await server.must(closeUnbookedEvent, { id: open.id, note: 'A payment of another shop system' }, { token })
  expect((await server.call(closeUnbookedEvent, { id: open.id, note: 'Again' }, { token })).reason).toBe(
    'payment/not-found',
  )
  expect(await unbooked()).not.toHaveProperty('evt_dp_never')
  expect(await unbooked()).not.toHaveProperty('evt_dp_early')
  expect((await server.must(listDisputes, {}, { token })).list).toMatchObject([
    { reference: 'dp_early', asked: '100.00', amount: '100.00', of: { kind: 'deposit', id } },
  ])
})

test('the payer returns to the page of origin', async () => {
  const order = await placeTestOrder(server, shop)
  await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  expect(requests.at(-1)!.form.get('success_url')).toMatch(/\/#\/paid$/)
  const { id } = await server.must(openCardDeposit, { amount: '100' }, { token: shop.token, key: newId() })
  const back = `/#/pages/rechargeDetail?id=${id}&checkout=`
  expect(requests.at(-1)!.form.get('success_url')).toMatch(new RegExp(`${RegExp.escape(back)}paid$`))
  expect(requests.at(-1)!.form.get('cancel_url')).toMatch(new RegExp(`${RegExp.escape(back)}not-paid$`))
})

test('when Stripe is down the buyer gets a refusal and can pay later', async () => {
  const order = await placeTestOrder(server, shop)
  down = true
  expect((await server.call(payOrder, { id: order.id }, { token: order.buyer.token })).reason).toBe(
    'payment/processor-down',
  )
  down = false
  expect((await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).checkoutUrl).toContain(
    'https://checkout.example/',
  )
})

test('evidence is saved, sent once with its texts and pictures, and its result is shown', async () => {
  const { id } = await server.must(openCardDeposit, { amount: '100' }, { token: shop.token, key: newId() })
  const { reference } = (await queryOne(
    server.owner,
    sql<{ reference: string }>`select reference from deposit where id = ${id}`,
  ))!
  const paid = session(reference, { amount_total: 10_000, payment_intent: 'pi_evidence' })
  expect(await sendWebhook(event('checkout.session.completed', paid, 'evt_paid_evidence'))).toBe(200)
  const due = Math.floor(server.clock.now().getTime() / 1000) + 7 * 86_400
  const about = { id: 'dp_evidence', object: 'dispute', amount: 10_000, payment_intent: 'pi_evidence' }
  const report = (status: string, name: string) =>
    sendWebhook(event('charge.dispute.updated', { ...about, status, evidence_details: { due_by: due } }, name))
  expect(await report('needs_response', 'evt_evidence_1')).toBe(200)

  const { token } = await anOperator(server, 'finance')
  const { list } = await server.must(listDisputes, { search: 'dp_evidence' }, { token })
  expect(list).toMatchObject([{ state: 'open', evidenceSentAt: null, overdue: false }])
  const key = { shopId: shop.shopId, id: list[0]!.id }
  const detail = () => server.must(disputeDetail, key, { token })
  expect(await detail()).toMatchObject({
    shares: [{ from: 'balance', amount: '100.00' }],
    deposit: { amount: '100.00' },
    may: { save: true, send: { no: 'dispute/evidence-empty' } },
  })
  const other = await anOperator(server, 'support')
  const save = (input: object, by = token) =>
    server.call(saveEvidence, { ...key, texts: {}, files: {}, ...input }, { token: by })
  const send = (savedAt: string, by = token) =>
    server.call(sendEvidence, { ...key, savedAt }, { token: by, key: newId() })
  const empty = await save({})
  expect((await send(empty.data.savedAt)).reason).toBe('dispute/evidence-empty')
  const picture = await anEvidencePicture(server, token)
  expect((await save({ files: { receipt: picture } }, other.token)).reason).toBe('file/not-found')
  server.clock.pass(1000)
  const texts = { statement: 'The balance was credited at once', product: 'A recharge' }
  const saved = await save({ texts, files: { receipt: picture } })
  expect((await send(empty.data.savedAt)).reason).toBe('dispute/evidence-changed')
  // A colleague keeps the picture of the draft.
  server.clock.pass(1000)
  const again = await save({ texts, files: { receipt: picture } }, other.token)
  expect(saved.data.savedAt).not.toBe(again.data.savedAt)
  const shown = await server.must(disputePicture, { ...key, kind: 'receipt' }, { token })
  expect(shown.contentType).toBe('image/jpeg')

  refusing = { path: /disputes/, message: 'The dispute is under review' }
  const refused = await send(again.data.savedAt)
  expect(refused).toMatchObject({ reason: 'dispute/evidence-refused' })
  expect(refused.msg).toContain('The dispute is under review')
  refusing = null
  expect((await detail()).evidence).toMatchObject({ sentAt: null, failure: 'The dispute is under review' })
  down = true
  expect((await send(again.data.savedAt)).reason).toBe('payment/processor-down')
  // Stripe may have it: nothing else can be sent until its answer is known.
  expect((await save({ texts: { statement: 'Other words' } })).reason).toBe('dispute/evidence-sent')
  down = false
  const before = requests.length
  const replies = await Promise.all([send(again.data.savedAt), send(again.data.savedAt, other.token)])
  expect(replies.map(({ code }) => code)).toEqual([1, 1])
  const submitted = requests.slice(before).filter(({ path }) => path === '/v1/disputes/dp_evidence')
  // Both calls have one idempotency key: Stripe acts once.
  expect(new Set(submitted.map((one) => one.key)).size).toBe(1)
  expect(submitted[0]!.form.get('submit')).toBe('true')
  expect(submitted[0]!.form.get('evidence[uncategorized_text]')).toBe(texts.statement)
  expect(submitted[0]!.form.get('evidence[receipt]')).toMatch(/^file_/)
  expect(await send(again.data.savedAt)).toMatchObject({ code: 1 })
  expect((await save({ texts })).reason).toBe('dispute/evidence-sent')
  await expect(
    sql`update dispute_evidence set texts = '{}' where dispute_id = ${key.id}`.execute(server.db),
  ).rejects.toMatchObject({ constraint: 'dispute_evidence_final' })
  expect((await server.must(countPayments, {}, { token })).disputes.withoutEvidence).toBeLessThan(
    (await server.must(countPayments, {}, { token })).disputes.open,
  )
  expect(await report('won', 'evt_evidence_2')).toBe(200)
  expect(await detail()).toMatchObject({ state: 'won', may: { save: { no: 'dispute/closed' } } })
  expect((await server.must(listDisputes, { state: 'won', search: 'dp_evidence' }, { token })).list).toHaveLength(1)
})

test('a refund that Stripe reports as failed is owed again, and one that fails at once was never sent', async () => {
  const order = await placeTestOrder(server, shop)
  const { reference } = await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  const paid = session(reference, { amount_total: 1499, payment_intent: 'pi_returned' })
  expect(await sendWebhook(event('checkout.session.completed', paid, 'evt_returned'))).toBe(200)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const { id } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const run = () => sendRefund(server.app.ctx, processorsOf(), { shopId: shop.shopId, refundId: id })
  const { token } = await anOperator(server, 'finance')
  const row = async () =>
    (await server.must(listRefundPayments, { limit: 100 }, { token })).list.find((one) => one.id === id)!
  await run()
  const sent = await row()
  expect(sent).toMatchObject({ state: 'sent' })
  const refund = (status: string, more: object = {}) => ({
    id: sent.reference!,
    object: 'refund',
    currency: 'usd',
    amount: 1499,
    status,
    ...more,
  })
  // Stripe tells each step of a refund; only a failure matters.
  expect(await sendWebhook(event('refund.updated', refund('succeeded'), 'evt_refund_1'))).toBe(200)
  expect(await row()).toMatchObject({ state: 'sent' })
  // The event lies, and Stripe is asked.
  const lie = event('refund.failed', refund('failed'), 'evt_refund_2', { there: { status: 'succeeded' } })
  expect(await sendWebhook(lie)).toBe(200)
  expect(await row()).toMatchObject({ state: 'sent' })
  const failure = refund('failed', { failure_reason: 'lost_or_stolen_card' })
  for (const eventId of ['evt_refund_3', 'evt_refund_3', 'evt_refund_4'])
    expect(await sendWebhook(event('refund.failed', failure, eventId))).toBe(200)
  expect(await row()).toMatchObject({
    state: 'failed',
    failure: 'lost_or_stolen_card',
    returned: [{ reference: sent.reference, failure: 'lost_or_stolen_card' }],
  })
  // A refund that was made at Stripe by hand is none of ours: people look.
  const foreign = { ...failure, id: 're_by_hand' }
  expect(await sendWebhook(event('refund.failed', foreign, 'evt_refund_5'))).toBe(200)
  const { list } = await server.must(listUnbookedEvents, {}, { token })
  expect(list.find(({ eventId }) => eventId === 'evt_refund_5')).toMatchObject({ reason: 'unknown-payment' })

  await server.must(retryRefundPayment, { shopId: shop.shopId, id }, { token, key: newId() })
  instant = 'failed'
  await run()
  instant = null
  expect(await row()).toMatchObject({ state: 'failed', failure: 'expired_or_canceled_card', returned: [{}] })
  await server.must(retryRefundPayment, { shopId: shop.shopId, id }, { token, key: newId() })
  await run()
  expect(await row()).toMatchObject({ state: 'sent' })
  const keys = requests.filter(({ form }) => form.get('payment_intent') === 'pi_returned').map(({ key }) => key)
  expect(keys).toEqual([`refund ${id}`, `refund ${id} 1`, `refund ${id} 2`])
})

test('a refund that Stripe refuses waits for an operator, who sends it again as a new attempt', async () => {
  const order = await placeTestOrder(server, shop)
  const { reference } = await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  const paid = session(reference, { amount_total: 1499, payment_intent: 'pi_failed' })
  expect(await sendWebhook(event('checkout.session.completed', paid, 'evt_failed'))).toBe(200)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const refund = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const key = { shopId: shop.shopId, id: refund.id }
  const run = () => sendRefund(server.app.ctx, processorsOf(), { shopId: shop.shopId, refundId: refund.id })
  const { token } = await anOperator(server, 'finance')
  const retry = () => server.call(retryRefundPayment, key, { token, key: newId() })
  const row = async () =>
    (await server.must(listRefundPayments, { limit: 100 }, { token })).list.find(({ id }) => id === refund.id)
  expect(await row()).toMatchObject({ state: 'due', mayRetry: false, overdue: false })
  expect((await retry()).reason).toBe('refund-payment/not-failed')
  down = true
  await expect(run()).rejects.toThrow()
  down = false
  expect(await row()).toMatchObject({ state: 'due' })
  refusing = { path: /refunds/, message: 'Insufficient funds' }
  await run()
  refusing = null
  expect(await row()).toMatchObject({ state: 'failed', failure: 'Insufficient funds', mayRetry: true })
  expect((await server.must(countPayments, {}, { token })).refundPayments.failed).toBe(1)
  // The job alone does not repeat it.
  await run()
  expect(await row()).toMatchObject({ state: 'failed' })
  const replies = await Promise.all([retry(), retry()])
  expect(replies.map(({ reason }) => reason).toSorted()).toEqual(['refund-payment/not-failed', undefined])
  await run()
  await run()
  expect(await row()).toMatchObject({ state: 'sent', failure: null, mayRetry: false })
  const keys = requests.filter(({ path, form }) => path === '/v1/refunds' && form.get('payment_intent') === 'pi_failed')
  expect(keys.map((one) => one.key)).toEqual([`refund ${refund.id}`, `refund ${refund.id} 1`])
  expect((await retry()).reason).toBe('refund-payment/not-failed')
  expect((await server.call(retryRefundPayment, { ...key, id: newId() }, { token, key: newId() })).reason).toBe(
    'refund-payment/not-found',
  )
  await expect(
    sql`update buyer_refund set state = 'due' where id = ${refund.id}`.execute(server.db),
  ).rejects.toMatchObject({ constraint: 'buyer_refund_final' })
})
