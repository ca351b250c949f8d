/** Orders that buyers pay by PIX: from the choice at the checkout to the reais that go back. */
import {
  agreeRefund,
  cancelOrder,
  importBankLines,
  listActs,
  listRefundPayments,
  orderStatus,
  parseCents,
  refuseAct,
  shipOrder,
} from '@quayside/contract'
import { confirmBankRefund, proposeRefundWay, returnBankRefund } from '@quayside/contract/payments'
import { confirmReturn, proposeReturn, receiveUnidentified } from '@quayside/contract/treasury'
import { hasError, parsePix } from 'pix-utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import {
  aBankLine,
  anOperator,
  aSigner,
  aStockedShop,
  mailsToBuyer,
  mustSign,
  pickUp,
  sendWebhook,
  signs,
  statementOf,
  webhook,
  type Signer,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { runDeadlines } from '../../selling/orders/pickup/deadlines.ts'
import { sendOrderMails } from '../../selling/order-mails/send-order-mails.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { requestRefund } from '../../selling/refunds/request-refund.ts'
import { matchPix } from './match-pix.ts'
import { sendRefund } from './send-refund.ts'

const origin = 'https://buy.example'
let server: TestServer
let shop: TestShop
let importer: Signer
let finance: Signer
let signer: Signer
beforeAll(async () => {
  server = await startTestServer({
    settings: { storefrontUrl: origin },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  ;[importer, finance, signer] = [
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
})
beforeEach(async () => {
  shop = await aStockedShop(server, { stock: 3 })
})
afterAll(async () => {
  const broken = await brokenLaws()
  await server.close()
  expect(broken).toEqual([])
})

const brokenLaws = async () => (await checkBooks(server.owner, server.clock.now())).filter((law) => !law.ok)
const as = ({ token }: { token: string }) => ({ token, key: newId() })

/** A browser without script, in Brazil. */
function aBrowser(lang = 'pt') {
  let cookie = ''
  const email = `${newCode(8).toLowerCase()}@buyer.example`
  const ip = `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  const heads = () => ({ 'user-agent': 'Mozilla/5.0 Chrome/156.0', ...(cookie && { cookie }) })
  const get = (url: string) => server.app.storefront.inject({ url, headers: heads(), remoteAddress: ip })
  const post = async (url: string, fields: Record<string, string> = {}, from = origin) => {
    const answer = await server.app.storefront.inject({
      method: 'POST',
      url,
      headers: { ...heads(), 'content-type': 'application/x-www-form-urlencoded', origin: from },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: ip,
    })
    const set = [answer.headers['set-cookie'] ?? []].flat().find((one) => /^(__Host-)?cart=/.test(one))
    if (set) cookie = set.split(';')[0]!
    return answer
  }
  const checkout = async (given: Record<string, string> = {}, quantity = '1') => {
    await post(`/${lang}/cart`, { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity })
    const person = { email, name: 'Ana Duarte', street: 'Rua do Cais 8', city: 'Recife' }
    const place = { postcode: '50030-230', country: 'BR', state: 'PE', phone: '', taxNumber: '529.982.247-25' }
    const form = hidden((await get(`/${lang}/checkout/${shop.shopCode}`)).body)
    return post(`/${lang}/checkout/${shop.shopCode}`, { ...form, ...person, ...place, ...given })
  }
  return { get, post, checkout, email }
}
const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

type Pix = {
  id: string
  order_id: string
  reference: string
  amount: bigint
  centavos: bigint
  captured_at: Date | null
}
const paymentsOf = (orderId: string) =>
  queryAll(
    server.owner,
    sql<
      Pix & { processor: string; closed_at: Date | null }
    >`select id, order_id, processor, reference, amount, centavos, captured_at, closed_at
      from payment where order_id = ${orderId} order by created_at, id`,
  )
const orderOf = async (id: string) =>
  (await queryOne(
    server.owner,
    sql<{
      status: number
      pay_until: Date
      placed_at: Date
    }>`select status, pay_until, placed_at from orders where id = ${id}`,
  ))!
const money = (centavos: bigint) => `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`

/** An order whose buyer has chosen PIX: its payment, and the path of its page. */
async function aPixOrder() {
  const browser = aBrowser()
  const sent = await browser.checkout({ way: 'pix' })
  expect(sent.statusCode).toBe(303)
  const path = new URL(String(sent.headers.location)).pathname
  expect(path).toMatch(/^\/pt\/orders\/[^/]+\/pix$/)
  const row = (await queryOne(
    server.owner,
    sql<Pix>`select id, order_id, reference, amount, centavos, captured_at from payment where processor = 'pix' order by created_at desc, id desc limit 1`,
  ))!
  return { ...row, browser, page: path.replace(/\/pix$/, ''), shopId: shop.shopId }
}
type PixOrder = Awaited<ReturnType<typeof aPixOrder>>

const credit = (reference: string, centavos: bigint, more: object = {}) =>
  aBankLine(server, importer, { amount: money(centavos), currency: 'BRL', reference: `PIX ${reference}`, ...more })
/** The open acts about an order. */
const acts = async (orderId: string) =>
  (await server.must(listActs, { limit: 100 }, signer)).list.filter(
    ({ kind, subject }) => kind === 'payment.pix' && subject.id === orderId,
  )
/** The bank reports a credit and the job proposes what it pays. */
async function arrives(order: PixOrder, centavos = order.centavos) {
  const line = await credit(order.reference, centavos)
  await matchPix(server.app.ctx)
  return line
}
async function paid(order: PixOrder) {
  const line = await arrives(order)
  const [act] = await acts(order.order_id)
  await mustSign(server, signer, act!.id)
  return line
}
const text = async (order: PixOrder, path = '') => (await order.browser.get(`${order.page}${path}`)).body
const refundsOf = (orderId: string) =>
  queryAll(
    server.owner,
    sql<{ id: string; amount: bigint; centavos: bigint; state: string }>`select id, amount, centavos, state
      from buyer_refund where order_id = ${orderId} order by created_at, id`,
  )

test('the checkout offers PIX in Brazil, the page has the code, and the signed credit pays the order', async () => {
  const browser = aBrowser('en')
  await browser.post('/en/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const form = (await browser.get(`/en/checkout/${shop.shopCode}`)).body
  expect(form).not.toContain('value="pix"')
  for (const [country, offered] of [
    ['IE', false],
    ['BR', true],
  ] as const) {
    const shown = await browser.post(`/en/checkout/${shop.shopCode}`, { ...hidden(form), country })
    expect([shown.statusCode, country, shown.body.includes('name="way" value="pix"')]).toEqual([422, country, offered])
  }

  const order = await aPixOrder()
  expect(order.centavos).toBe((order.amount * 550n + 99n) / 100n)
  const page = await order.browser.get(`${order.page}/pix`)
  expect(page.statusCode).toBe(200)
  const code = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page.body)![1]!
  const parsed = parsePix(code)
  if (hasError(parsed) || !('txid' in parsed)) throw new Error('the code cannot be read')
  expect(parsed).toMatchObject({ txid: order.reference, transactionAmount: Number(order.centavos) / 100 })
  expect(page.body).toMatch(/<svg role="img"[^>]*>.*<path d="M/)
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  // The page of the order leads to the code, and a second choice changes nothing.
  expect(await text(order)).toContain(`${order.page}/pix`)
  expect((await order.browser.post(`${order.page}/pix`)).headers.location).toContain(`${order.page}/pix`)
  expect(await paymentsOf(order.order_id)).toHaveLength(1)
  await sendOrderMails(server.app.ctx)
  expect((await mailsToBuyer(server, order.browser.email)).at(-1)!.text).toMatch(
    /Pague exatamente R\$.*Nosso banco informa/s,
  )
  const { pay_until, placed_at } = await orderOf(order.order_id)
  expect(pay_until.getTime() - placed_at.getTime()).toBe(days(3))

  await arrives(order)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPayment)
  expect(await text(order)).toContain('chegou ao nosso banco')
  expect(await text(order)).not.toContain(`action="${order.page}/pay"`)
  expect((await order.browser.post(`${order.page}/pay`)).headers.location).toContain('notice=payment/in-progress')
  // A second run proposes nothing twice.
  await matchPix(server.app.ctx)
  const [act, ...rest] = await acts(order.order_id)
  expect(rest).toEqual([])
  expect(act!.fields).toContainEqual({ label: 'expected', value: `${money(order.centavos)} BRL`, format: 'code' })
  // The importer proposed it by the import, and does not sign.
  expect((await signs(server, importer, act!.id)).reason).toBe('operator/second-person')
  await mustSign(server, signer, act!.id)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPickup)
  expect((await order.browser.get(`${order.page}/pix`)).headers.location).toBe(order.page)
  expect(await brokenLaws()).toEqual([])
})

test('a wrong amount pays nothing, is kept as unidentified money and goes back in the reais that came', async () => {
  const order = await aPixOrder()
  const line = await arrives(order, order.centavos - 1n)
  expect(await acts(order.order_id)).toEqual([])
  expect(await text(order)).toContain('que não correspondem a este pedido')
  const { id } = await server.must(receiveUnidentified, { bankLineId: line }, as(finance))
  const { actId } = await server.must(
    proposeReturn,
    { id, reason: 'It does not pay the order that it names' },
    as(finance),
  )
  await mustSign(server, signer, actId)
  const debit = (centavos: bigint) =>
    aBankLine(server, importer, { side: 'debit', amount: money(centavos), currency: 'BRL' })
  const wrong = await server.call(confirmReturn, { id, bankLineId: await debit(order.centavos) }, as(finance))
  expect(wrong.reason).toBe('bank/line-differs')
  await server.must(confirmReturn, { id, bankLineId: await debit(order.centavos - 1n) }, as(finance))
  expect(await text(order)).toContain('Devolvemos')
  // The right amount still pays the order.
  await paid(order)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPickup)
  expect(await brokenLaws()).toEqual([])
})

test('a payment after the end of the order is owed back whole, and one for sold-out goods too', async () => {
  const late = await aPixOrder()
  await late.browser.post(`${late.page}/cancel`)
  expect((await orderOf(late.order_id)).status).toBe(orderStatus.cancelled)
  await paid(late)
  expect((await orderOf(late.order_id)).status).toBe(orderStatus.cancelled)
  expect(await refundsOf(late.order_id)).toMatchObject([
    { amount: late.amount, centavos: late.centavos, state: 'failed' },
  ])
  expect(await text(late)).toContain('conta usada para pagar')

  // Its hold ends, and another buyer takes all three pieces.
  const slow = await aPixOrder()
  server.clock.pass(minutes(16))
  await runDeadlines(server.app.ctx)
  expect((await aBrowser().checkout({ way: 'card' }, '3')).statusCode).toBe(303)
  await paid(slow)
  expect((await orderOf(slow.order_id)).status).toBe(orderStatus.awaitingPayment)
  expect(await refundsOf(slow.order_id)).toMatchObject([{ amount: slow.amount, centavos: slow.centavos }])
  expect(await brokenLaws()).toEqual([])
})

test('of two credits of the exact amount one pays, and of two signatures one counts', async () => {
  const order = await aPixOrder()
  await Promise.all([arrives(order), arrives(order)])
  await matchPix(server.app.ctx)
  const [act, ...rest] = await acts(order.order_id)
  expect(rest).toEqual([])
  const raced = await Promise.all([signs(server, signer, act!.id), signs(server, finance, act!.id)])
  expect(raced.filter(({ code }) => code === 1)).toHaveLength(1)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPickup)
  await matchPix(server.app.ctx)
  expect(await acts(order.order_id)).toEqual([])
  expect(await text(order)).toContain('que não correspondem a este pedido')
  expect(await brokenLaws()).toEqual([])
})

test('two imports of overlapping statements are one credit, and a refused one is not proposed again', async () => {
  const order = await aPixOrder()
  const entry = newCode(10)
  const same = {
    amount: money(order.centavos),
    currency: 'BRL' as const,
    reference: order.reference,
    entryReference: entry,
  }
  const imported = await Promise.all(
    [finance, importer].map((by) => server.must(importBankLines, statementOf(same, newCode(10)), by)),
  )
  expect(imported.map(({ added }) => added).sort()).toEqual([0, 1])
  await Promise.all([matchPix(server.app.ctx), matchPix(server.app.ctx)])
  const [act, ...rest] = await acts(order.order_id)
  expect(rest).toEqual([])
  await server.must(refuseAct, { id: act!.id, reason: 'The bank knows nothing of it' }, signer)
  await matchPix(server.app.ctx)
  expect(await acts(order.order_id)).toEqual([])
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPayment)
  // Another credit is looked at.
  await paid(order)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPickup)
})

test('an act that nobody signed in time is proposed again with the next statement', async () => {
  const order = await aPixOrder()
  await arrives(order)
  const [act] = await acts(order.order_id)
  await sql`update act set state = 'expired', ended_at = expires_at where id = ${act!.id}`.execute(server.owner)
  await matchPix(server.app.ctx)
  expect((await acts(order.order_id)).map(({ id }) => id)).not.toContain(act!.id)
  expect(await acts(order.order_id)).toHaveLength(1)
})

test('card and PIX change places, and whichever is paid first counts', async () => {
  const browser = aBrowser()
  const sent = await browser.checkout({ way: 'card' })
  expect(String(sent.headers.location)).toContain('/test-processor/')
  const { id } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from orders where shop_id = ${shop.shopId}`,
  ))!
  const back = (await queryOne(
    server.owner,
    sql<{
      back_to: string
      reference: string
    }>`select c.back_to, c.reference from test_checkout c join payment p on p.id = c.payment_id where p.order_id = ${id}`,
  ))!
  const page = new URL(back.back_to).pathname
  expect((await browser.get(page)).body).toContain('Pagar com Pix')
  expect((await browser.post(`${page}/pix`)).headers.location).toContain(`${page}/pix`)
  const [card, pix] = await paymentsOf(id)
  expect(card).toMatchObject({ processor: 'test', closed_at: expect.any(Date) })
  // The processor takes no money at the closed page.
  await server.app.http.inject({ method: 'POST', url: `/test-processor/${card!.reference}/pay` })
  expect(
    await queryOne(
      server.owner,
      sql`select closed_at is not null as closed, paid_at from test_checkout where reference = ${card!.reference}`,
    ),
  ).toEqual({ closed: true, paid_at: null })
  expect(pix).toMatchObject({ processor: 'pix', closed_at: null })
  // Back to the card: the code is closed, and its payment, which the bank reports later, goes back.
  expect(String((await browser.post(`${page}/pay`)).headers.location)).toContain('/test-processor/')
  const [, closed, again] = await paymentsOf(id)
  expect(closed!.closed_at).not.toBeNull()
  expect(await sendWebhook(server, webhook(again!.reference, String(again!.amount)))).toBe(200)
  expect((await orderOf(id)).status).toBe(orderStatus.awaitingPickup)
  await credit(pix!.reference, pix!.centavos)
  await matchPix(server.app.ctx)
  const [act] = await acts(id)
  await mustSign(server, signer, act!.id)
  expect(await refundsOf(id)).toMatchObject([{ amount: pix!.amount, centavos: pix!.centavos }])
  expect(await brokenLaws()).toEqual([])
})

test('a refund goes back by bank in exact reais, in parts that add up, and a returned one again', async () => {
  const order = await aPixOrder()
  await paid(order)
  await server.must(cancelOrder, { id: order.order_id }, as(shop))
  const [refund] = await refundsOf(order.order_id)
  expect(refund).toMatchObject({ amount: order.amount, centavos: order.centavos, state: 'failed' })
  // No processor is asked, whatever the job is told.
  await sendRefund(server.app.ctx, {}, { shopId: order.shopId, refundId: refund!.id })
  const row = async () =>
    (await server.must(listRefundPayments, { limit: 100 }, finance)).list.find(({ id }) => id === refund!.id)!
  expect(await row()).toMatchObject({
    state: 'failed',
    mayRetry: false,
    reais: money(order.centavos),
    processor: 'pix',
  })
  const key = { shopId: order.shopId, id: refund!.id }
  const pay = async () => {
    const way = { way: 'bank' as const, accountEnding: '4h1x', reason: 'The account of the credit' }
    const { actId } = await server.must(proposeRefundWay, { ...key, ...way }, as(finance))
    await mustSign(server, signer, actId)
  }
  const line = (side: 'debit' | 'credit', amount: string, currency: 'BRL' | 'USD') =>
    aBankLine(server, importer, { side, amount, currency })
  await pay()
  for (const wrong of [
    await line('debit', money(order.amount), 'USD'),
    await line('debit', money(order.centavos + 1n), 'BRL'),
  ])
    expect((await server.call(confirmBankRefund, { ...key, bankLineId: wrong }, as(finance))).reason).toBe(
      'bank/line-differs',
    )
  const debit = await line('debit', money(order.centavos), 'BRL')
  await server.must(confirmBankRefund, { ...key, bankLineId: debit }, as(finance))
  expect(await row()).toMatchObject({ state: 'sent', way: 'bank' })
  expect(await text(order)).toMatch(/Reembolsamos .*\. Enviamos/)
  await sendOrderMails(server.app.ctx)
  const mails = (await mailsToBuyer(server, order.browser.email)).map((mail) => mail.text)
  expect(mails.filter((mail) => mail.includes('Você receberá R$') || mail.includes('Enviamos R$'))).toHaveLength(2)
  expect(await brokenLaws()).toEqual([])

  const short = await line('credit', money(order.centavos - 1n), 'BRL')
  expect((await server.call(returnBankRefund, { ...key, bankLineId: short }, as(finance))).reason).toBe(
    'bank/line-differs',
  )
  await server.must(
    returnBankRefund,
    { ...key, bankLineId: await line('credit', money(order.centavos), 'BRL') },
    as(finance),
  )
  expect(await row()).toMatchObject({ state: 'failed', returned: [{ fee: '0.00' }] })
  expect(await brokenLaws()).toEqual([])
  await pay()
  await server.must(
    confirmBankRefund,
    { ...key, bankLineId: await line('debit', money(order.centavos), 'BRL') },
    as(finance),
  )
  expect(await row()).toMatchObject({ state: 'sent' })
  expect(await brokenLaws()).toEqual([])
})

test('parts of a refund are in proportion and add up to the reais that came', async () => {
  const order = await aPixOrder()
  await paid(order)
  await pickUp(server, shop, [order.order_id])
  const { token } = await anOperator(server, 'fulfilment')
  const parcel = { carrier: 'Harbour Post', trackingNumber: 'HP123456' }
  await server.must(shipOrder, { shopId: order.shopId, id: order.order_id, ...parcel }, { token, key: newId() })
  const { buyer_id: buyerId } = (await queryOne(
    server.owner,
    sql<{ buyer_id: string }>`select buyer_id from orders where id = ${order.order_id}`,
  ))!
  for (const amount of ['1.01', '2.03', undefined]) {
    const asked = { orderId: order.order_id, reason: 'other' as const, text: 'It broke', pictures: [] }
    const refund = await withTransaction(server.app.ctx.db, (tx) =>
      requestRefund(
        server.app.ctx,
        tx,
        buyerId,
        { ...asked, amount: amount === undefined ? undefined : parseCents(amount) },
        server.clock.now(),
      ),
    )
    await server.must(agreeRefund, { id: refund.refund!.id }, as(shop))
  }
  const parts = await refundsOf(order.order_id)
  expect(parts).toHaveLength(3)
  expect(parts[0]!.centavos).toBe((2n * order.centavos * 101n + order.amount) / (2n * order.amount))
  expect(parts.reduce((sum, { centavos }) => sum + centavos, 0n)).toBe(order.centavos)
  expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(order.amount)
})

test('the database takes no PIX payment that nobody signed, of another amount or name, and no later deadline', async () => {
  const order = await aPixOrder()
  const violated = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint ?? String(error),
    )
  const finances = (await queryOne(server.owner, sql<{ id: string }>`select id from operator order by id limit 1`))!.id
  const capture = (line: string) =>
    violated(
      sql`update payment set captured_at = now(), capture_reference = 'x', bank_line_id = ${line}, confirmed_by = ${finances} where id = ${order.id}`.execute(
        server.db,
      ),
    )
  expect(await capture(await credit(order.reference, order.centavos))).toBe('pix_payment_signed')
  expect(await capture(await credit(order.reference, order.centavos + 1n))).toBe('pix_payment_fits')
  expect(await capture(await credit('SOMETHINGELSE', order.centavos))).toBe('pix_payment_fits')
  const set = (what: ReturnType<typeof sql>) =>
    violated(sql`update payment set ${what} where id = ${order.id}`.execute(server.db))
  expect(await set(sql`centavos = centavos - 1`)).toBe('pix_payment_kept')
  const card = await aBrowser().checkout({ way: 'card' })
  expect(card.statusCode).toBe(303)
  const extend = (id: string, by: string) =>
    violated(sql`update orders set pay_until = pay_until + ${by}::interval where id = ${id}`.execute(server.db))
  const { id: unpaid } = (await queryOne(
    server.owner,
    sql<{
      id: string
    }>`select order_id as id from payment where processor = 'test' order by created_at desc, id desc limit 1`,
  ))!
  expect(await extend(unpaid, '1 hour')).toBe('order_pay_until')
  expect(await extend(order.order_id, '2 days')).toBe('order_pay_until')
  await paid(order)
  expect(await set(sql`captured_at = null, bank_line_id = null, bank_line_importer = null, confirmed_by = null`)).toBe(
    'pix_payment_kept',
  )
})

test('an order whose PIX the bank never reports is cancelled after three days', async () => {
  const order = await aPixOrder()
  server.clock.pass(minutes(31))
  expect(await text(order)).toContain('Estamos aguardando que nosso banco informe')
  expect((await order.browser.get(`${order.page}/pix`)).headers.location).toBe(order.page)
  await runDeadlines(server.app.ctx)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.awaitingPayment)
  server.clock.pass(hours(72))
  await runDeadlines(server.app.ctx)
  expect((await orderOf(order.order_id)).status).toBe(orderStatus.cancelled)
  // The bank reports it at last.
  await paid(order)
  expect(await refundsOf(order.order_id)).toMatchObject([{ centavos: order.centavos }])
  expect(await brokenLaws()).toEqual([])
})
