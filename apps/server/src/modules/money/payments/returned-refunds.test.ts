/** Refunds that were sent and did not arrive: owed again, sent again or paid by bank, and each cent once. */
import {
  cancelOrder,
  listBankLines,
  listRefundPayments,
  listWork,
  orderBooks,
  orderDetail,
  refuseAct,
  retryRefundPayment,
  type OrderEventKind,
} from '@quayside/contract'
import { confirmBankRefund, proposeRefundWay, returnBankRefund } from '@quayside/contract/payments'
import { buyerOrderDetail } from '@quayside/contract/storefront'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  anOrder,
  aSigner,
  aStockedShop,
  disputeWebhook,
  mustSign,
  sendWebhook,
  signs,
  type Signer,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { failTestRefund, testProcessor } from '../../../providers/test-processor.ts'
import { readQueueFigures } from '../../staff/monitoring/store.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { retryEvents, takeEvent } from './receive-event.ts'
import { bookListedRefund, sendRefund } from './send-refund.ts'

let server: TestServer
let shop: TestShop
let importer: Signer
let first: Signer
let second: Signer
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  ;[importer, first, second] = [
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
})
afterAll(async () => {
  const broken = await brokenLaws()
  await server.close()
  expect(broken).toEqual([])
})

const brokenLaws = async () => (await checkBooks(server.owner, server.clock.now())).filter((law) => !law.ok)
const as = ({ token }: { token: string }) => ({ token, key: newId() })
const processor = () => testProcessor(server.app.ctx, 'unused')
const reasons = (replies: { reason?: string }[]) => replies.map(({ reason }) => reason ?? 'done').sort()
const violated = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { constraint?: string }) => error.constraint ?? String(error),
  )

/** A cancelled order of 14.99 whose refund the processor took. */
async function aSentRefund(): Promise<{ order: TestOrder; id: string; shopId: string; reference: string }> {
  const order = await anOrder(server, shop)
  await server.must(cancelOrder, { id: order.id }, as(shop))
  const { id } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const key = { shopId: shop.shopId, id }
  await send(key)
  return { order, ...key, reference: `re_${id}` }
}
const send = ({ shopId, id }: { shopId: string; id: string }) =>
  sendRefund(server.app.ctx, { test: processor() }, { shopId, refundId: id })
const failedEvent = (reference: string) => ({
  id: `ev_failed_${reference}`,
  type: 'refund.failed',
  live: false,
  about: { kind: 'refund' as const, reference },
})
const sendReturn = (reference: string) => takeEvent(server.app.ctx, processor(), failedEvent(reference))
/** The processor reports that the refund did not arrive. */
async function aReturnedRefund() {
  const refund = await aSentRefund()
  await failTestRefund(server.app.ctx, refund.id, 'expired_or_canceled_card')
  expect(await sendReturn(refund.reference)).toBeNull()
  return refund
}
const row = async (id: string) =>
  (await server.must(listRefundPayments, { limit: 100 }, first)).list.find((payment) => payment.id === id)!
const events = async ({ order }: { order: TestOrder }) =>
  (await server.must(orderBooks, { id: order.id }, { token: shop.token })).list.map(({ event }) => event)
const byBank = { way: 'bank' as const, accountEnding: '4h1x', reason: 'The buyer wrote it in the conversation' }

test('a refund that did not arrive is owed again: the desk, the merchant and the buyer see it, and it counts once', async () => {
  const refund = await aSentRefund()
  const history = async () =>
    (await server.must(orderDetail, { id: refund.order.id }, { token: shop.token })).history.map(
      ({ kind }): OrderEventKind => kind,
    )
  const buyers = async () =>
    (await server.must(buyerOrderDetail, { id: refund.order.id }, { token: refund.order.buyer.token })).refund
  expect(await buyers()).toMatchObject({ state: 'sent' })
  // An event about a refund that arrived says nothing.
  expect(await sendReturn(refund.reference)).toBeNull()
  expect(await row(refund.id)).toMatchObject({ state: 'sent', returned: [] })

  await failTestRefund(server.app.ctx, refund.id, 'expired_or_canceled_card')
  expect(await brokenLaws()).toEqual([])
  expect(await Promise.all([1, 2, 3].map(() => sendReturn(refund.reference)))).toEqual([null, null, null])
  expect(await row(refund.id)).toMatchObject({
    state: 'failed',
    reference: null,
    sentAt: null,
    failure: 'expired_or_canceled_card',
    mayRetry: true,
    returned: [{ reference: refund.reference, failure: 'expired_or_canceled_card' }],
  })
  expect((await server.must(listRefundPayments, { search: refund.reference }, first)).list).toHaveLength(1)
  expect(await events(refund)).toEqual(['order.paid', 'order.cancelled', 'buyer.refunded', 'buyer.refund-returned'])
  expect(await history()).toContain('buyer.refund-returned')
  expect(await buyers()).toMatchObject({ state: 'failed', amount: '14.99' })
  const { list } = await server.must(listWork, { kind: 'refund-payment' }, first)
  expect(list.map(({ id }) => id)).toContain(refund.id)
  expect((await readQueueFigures(server.db, server.clock.now())).refund_payments_failed).toBe(1n)
  expect(await brokenLaws()).toEqual([])

  // Sent again, it may come back again.
  await server.must(retryRefundPayment, { shopId: refund.shopId, id: refund.id }, as(first))
  await send(refund)
  expect(await row(refund.id)).toMatchObject({ state: 'sent', reference: `${refund.reference}_1` })
  expect(await sendReturn(refund.reference)).toBeNull()
  expect(await row(refund.id)).toMatchObject({ state: 'sent' })
  await failTestRefund(server.app.ctx, refund.id, 'declined')
  expect(await sendReturn(`${refund.reference}_1`)).toBeNull()
  await server.must(retryRefundPayment, { shopId: refund.shopId, id: refund.id }, as(first))
  await send(refund)
  expect(await row(refund.id)).toMatchObject({ state: 'sent', returned: [{ failure: 'declined' }, {}] })
  expect((await events(refund)).slice(2)).toEqual([
    'buyer.refunded',
    'buyer.refund-returned',
    'buyer.refunded',
    'buyer.refund-returned',
    'buyer.refunded',
  ])
  expect(await buyers()).toMatchObject({ state: 'sent' })
  expect(await brokenLaws()).toEqual([])
})

test('an event before the refund is booked waits, and one of another amount is for people', async () => {
  const order = await anOrder(server, shop)
  await server.must(cancelOrder, { id: order.id }, as(shop))
  const { id, capture } = (await queryOne(
    server.owner,
    sql<{ id: string; capture: string }>`select r.id, p.capture_reference as capture
      from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id where r.order_id = ${order.id}`,
  ))!
  // The processor has paid, and the answer is lost.
  await processor().refund({ refundId: id, attempt: 0, captureReference: capture, amount: 1499n })
  await failTestRefund(server.app.ctx, id, 'unknown')
  expect(await sendReturn(`re_${id}`)).toBe('unknown-payment')
  await send({ shopId: shop.shopId, id })
  server.clock.pass(120_000)
  expect(await retryEvents(server.app.ctx, { test: processor() })).toBe(1)
  expect(await row(id)).toMatchObject({ state: 'failed', failure: 'unknown' })

  const other = await aSentRefund()
  await failTestRefund(server.app.ctx, other.id, 'declined')
  await sql`update test_refund set amount = amount - 1 where id = ${other.id}`.execute(server.owner)
  expect(await sendReturn(other.reference)).toBe('amount')
  expect(await row(other.id)).toMatchObject({ state: 'sent' })
  await sql`update test_refund set amount = amount + 1 where id = ${other.id}`.execute(server.owner)
  expect(await sendReturn(other.reference)).toBeNull()
})

test('two people let the bank pay it, and its debit pays once; meanwhile the processor is not asked', async () => {
  const refund = await aReturnedRefund()
  const key = { shopId: refund.shopId, id: refund.id }
  const propose = (more: object = {}) => server.call(proposeRefundWay, { ...key, ...byBank, ...more }, as(first))
  const retry = () => server.call(retryRefundPayment, key, as(second))
  expect((await propose({ accountEnding: undefined })).fields).toHaveProperty('accountEnding')
  expect((await propose({ way: 'card' })).reason).toBe('refund-payment/not-failed')
  expect((await propose({ id: newId() })).reason).toBe('refund-payment/not-found')

  // Either the processor is asked again, or another way is proposed.
  const raced = await Promise.all([propose(), retry()])
  expect(raced.filter(({ code }) => code === 1)).toHaveLength(1)
  if (raced[1]!.code === 1) {
    await sql`update buyer_refund set state = 'failed' where id = ${refund.id}`.execute(server.owner)
    expect((await propose()).code).toBe(1)
  }
  const { actId, mayRetry } = await row(refund.id)
  expect(mayRetry).toBe(false)
  expect((await retry()).reason).toBe('act/already-open')
  expect((await propose()).reason).toBe('act/already-open')
  expect(await violated(sql`update buyer_refund set state = 'due' where id = ${refund.id}`.execute(server.db))).toBe(
    'buyer_refund_waits',
  )
  const bankLineId = await aBankLine(server, importer, { side: 'debit', amount: '14.99', reference: 'to the buyer' })
  const confirm = (by: Signer, line = bankLineId) =>
    server.call(confirmBankRefund, { ...key, bankLineId: line }, as(by))
  expect((await confirm(second)).reason).toBe('decision/changed')
  expect((await signs(server, first, actId!)).reason).toBe('operator/second-person')
  const signed = await Promise.all([second, importer].map((by) => signs(server, by, actId!)))
  expect(reasons(signed)).toEqual(['act/not-open', 'done'])
  expect(await row(refund.id)).toMatchObject({ state: 'by-bank', accountEnding: '4H1X', actId: null, mayRetry: false })

  // The processor is not asked again, and its list of refunds books nothing over it.
  await send(refund)
  expect((await retry()).reason).toBe('refund-payment/not-failed')
  const listed = { refundId: refund.id, reference: refund.reference, amount: 1499n }
  expect(await bookListedRefund(server.app.ctx, listed)).toBe('differs')
  expect(await brokenLaws()).toEqual([])

  expect((await confirm(importer)).reason).toBe('operator/importer')
  const other = await aBankLine(server, importer, { side: 'debit', amount: '14.98' })
  expect((await confirm(first, other)).reason).toBe('bank/line-differs')
  const paid = await Promise.all([confirm(first), confirm(second), confirm(first)])
  expect(reasons(paid)).toEqual(['decision/changed', 'decision/changed', 'done'])
  expect(await row(refund.id)).toMatchObject({ state: 'sent', way: 'bank', reference: 'to the buyer' })
  expect((await events(refund)).at(-1)).toBe('buyer.refunded-by-bank')
  const { list } = await server.must(listBankLines, { use: 'used', search: '14.99' }, first)
  expect(list.find(({ id }) => id === bankLineId)!.use).toMatchObject({ purpose: 'refund', code: refund.order.code })
  // The same debit pays no second refund, and what the bank paid is final.
  const twice = await aReturnedRefund()
  const { actId: again } = await server.must(
    proposeRefundWay,
    { shopId: twice.shopId, id: twice.id, ...byBank },
    as(first),
  )
  await mustSign(server, second, again)
  expect(
    (await server.call(confirmBankRefund, { shopId: twice.shopId, id: twice.id, bankLineId }, as(first))).reason,
  ).toBe('bank/line-used')
  expect(await violated(sql`update buyer_refund set state = 'failed' where id = ${refund.id}`.execute(server.db))).toBe(
    'buyer_refund_final',
  )

  // Two people take a transfer back that was never ordered: the card is tried again.
  const back = await server.must(
    proposeRefundWay,
    { shopId: twice.shopId, id: twice.id, way: 'card', reason: 'The buyer has a new card' },
    as(first),
  )
  const late = await aBankLine(server, importer, { side: 'debit', amount: '14.99', reference: 'late' })
  expect(
    (await server.call(confirmBankRefund, { shopId: twice.shopId, id: twice.id, bankLineId: late }, as(first))).reason,
  ).toBe('act/already-open')
  await server.must(refuseAct, { id: back.actId, reason: 'It was ordered' }, second)
  expect(await row(twice.id)).toMatchObject({ state: 'by-bank' })
  const really = await server.must(
    proposeRefundWay,
    { shopId: twice.shopId, id: twice.id, way: 'card', reason: 'The buyer has a new card' },
    as(first),
  )
  await mustSign(server, second, really.actId)
  expect(await row(twice.id)).toMatchObject({ state: 'failed', way: 'card', accountEnding: null, mayRetry: true })
  await server.must(retryRefundPayment, { shopId: twice.shopId, id: twice.id }, as(first))
  await send(twice)
  expect(await row(twice.id)).toMatchObject({ state: 'sent', way: 'card' })
  expect(await brokenLaws()).toEqual([])
})

test('what the bank returns is owed again by its credit, once, and is paid anew by bank or by card', async () => {
  const refund = await aReturnedRefund()
  const key = { shopId: refund.shopId, id: refund.id }
  const line = (side: 'credit' | 'debit', amount = '14.99', reference = `${side} of the bank`) =>
    aBankLine(server, importer, { side, amount, reference })
  const payByBank = async () => {
    const { actId } = await server.must(proposeRefundWay, { ...key, ...byBank }, as(first))
    await mustSign(server, second, actId)
    const bankLineId = await line('debit')
    await server.must(confirmBankRefund, { ...key, bankLineId }, as(first))
    return bankLineId
  }
  const back = (bankLineId: string, by = first, more: object = {}) =>
    server.call(returnBankRefund, { ...key, bankLineId, ...more }, as(by))
  const credit = await line('credit')
  // The processor has not paid it, and the bank has not yet.
  expect((await back(credit)).reason).toBe('decision/changed')
  const debit = await payByBank()
  expect((await back(credit, first, { id: newId() })).reason).toBe('refund-payment/not-found')
  expect((await back(newId())).reason).toBe('deposit/line-unknown')
  expect((await back(credit, importer)).reason).toBe('operator/importer')
  for (const other of [debit, await line('debit'), await line('credit', '14.98')])
    expect((await back(other)).reason).toBe('bank/line-differs')
  // The server's own role cannot take it back without the credit, or with another person's name.
  const failed = sql`update buyer_refund set state = 'failed', failure = 'x', failed_at = now(), returned = 2, way = 'card',
    account_ending = null, bank_line_id = null, bank_line_importer = null, confirmed_by = null, reference = null, sent_at = null where id = ${refund.id}`
  expect(await violated(failed.execute(server.db))).toBe('buyer_refund_final')
  const returnedBy = (person: Signer) =>
    sql`insert into returned_refund (shop_id, refund_id, n, reference, amount, failure, sent_at, returned_at, debit_line_id, bank_line_id, recorded_by)
      values (${refund.shopId}, ${refund.id}, 2, 'debit of the bank', 1499, 'x', now(), now(), ${debit}, ${credit}, ${person.id})`
  expect(await violated(returnedBy(importer).execute(server.db))).toMatch(/are not two people/)

  const raced = await Promise.all([back(credit), back(credit, second), back(await line('credit'))])
  expect(reasons(raced).filter((reason) => reason === 'done')).toHaveLength(1)
  expect(await row(refund.id)).toMatchObject({
    state: 'failed',
    way: 'card',
    accountEnding: null,
    reference: null,
    mayRetry: true,
    returned: [{ reference: 'debit of the bank', failure: 'the bank returned it: credit of the bank' }, {}],
  })
  expect((await events(refund)).slice(-2)).toEqual(['buyer.refunded-by-bank', 'buyer.refund-returned'])
  expect(await brokenLaws()).toEqual([])

  // The same credit returns nothing twice. Paid by bank again, the entry is one of its own.
  await payByBank()
  const { list } = await server.must(listBankLines, { use: 'used', search: '14.99', limit: 100 }, first)
  const used = list.find(({ use }) => use?.purpose === 'refund-return')!
  expect(used.use).toMatchObject({ code: refund.order.code })
  expect((await back(used.id)).reason).toBe('bank/line-used')
  expect((await back(await line('credit'), second)).code).toBe(1)
  expect(await brokenLaws()).toEqual([])
  await server.must(retryRefundPayment, key, as(first))
  await send(refund)
  expect(await row(refund.id)).toMatchObject({ state: 'sent', way: 'card', returned: [{}, {}, {}] })
  expect((await events(refund)).slice(2)).toEqual([
    'buyer.refunded',
    'buyer.refund-returned',
    'buyer.refunded-by-bank',
    'buyer.refund-returned',
    'buyer.refunded-by-bank',
    'buyer.refund-returned',
    'buyer.refunded',
  ])
  expect(await brokenLaws()).toEqual([])
})

test('what the bank returns less its charges is owed to the buyer whole, and the platform bears the fee', async () => {
  const refund = await aReturnedRefund()
  const key = { shopId: refund.shopId, id: refund.id }
  const { actId } = await server.must(proposeRefundWay, { ...key, ...byBank }, as(first))
  await mustSign(server, second, actId)
  const debit = await aBankLine(server, importer, { side: 'debit', amount: '14.99' })
  await server.must(confirmBankRefund, { ...key, bankLineId: debit }, as(first))
  const credit = (charges?: string) =>
    aBankLine(server, importer, { side: 'credit', amount: '9.99', ...(charges && { charges }) })
  const back = (bankLineId: string, by = first) => server.call(returnBankRefund, { ...key, bankLineId }, as(by))
  for (const other of [await credit(), await credit('4.99'), await credit('5.01')])
    expect((await back(other)).reason).toBe('bank/line-differs')
  const line = await credit('5.00')
  const raced = await Promise.all([back(line), back(line, second), back(await credit('5.00'))])
  expect(reasons(raced).filter((reason) => reason === 'done')).toHaveLength(1)
  expect(await row(refund.id)).toMatchObject({
    state: 'failed',
    amount: '14.99',
    returned: [{ fee: '5.00' }, { fee: '0.00' }],
  })
  const { rows } = await sql<{ kind: string; amount: bigint }>`select a.kind, p.amount
    from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
      join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
    where t.key = ${`buyer-refund:${refund.id}:returned:2`} order by p.amount`.execute(server.owner)
  expect(rows).toEqual([
    { kind: 'E.TRANSFERFEE', amount: 500n },
    { kind: 'A.BANK', amount: 999n },
    { kind: 'L.REFUND', amount: 1499n },
  ])
  expect(await brokenLaws()).toEqual([])
  await server.must(retryRefundPayment, key, as(first))
  await send(refund)
  expect(await row(refund.id)).toMatchObject({ state: 'sent', way: 'card' })
  expect(await brokenLaws()).toEqual([])
})

test('the server’s own role returns only what the processor named, and pays by bank only what two people signed', async () => {
  const refund = await aSentRefund()
  const change = (set: ReturnType<typeof sql>) =>
    violated(sql`update buyer_refund set ${set} where id = ${refund.id}`.execute(server.db))
  const failed = sql`state = 'failed', failure = 'x', failed_at = now(), refused = 1, reference = null`
  expect(await change(sql`${failed}, returned = 1`)).toBe('buyer_refund_final')
  expect(await change(failed)).toBe('buyer_refund_final')
  await failTestRefund(server.app.ctx, refund.id, 'declined')
  await sendReturn(refund.reference)
  expect(await change(sql`returned = 2`)).toBe('buyer_refund_returned')
  const bank = (by: Signer, signer: Signer) =>
    sql`state = 'by-bank', way = 'bank', account_ending = '1234', way_first_by = ${by.id}, way_first_at = now(), way_signed_by = ${signer.id}, way_signed_at = now()`
  expect(await change(bank(first, second))).toBe('buyer_refund_signed')
  const { actId } = await server.must(proposeRefundWay, { shopId: refund.shopId, id: refund.id, ...byBank }, as(first))
  // The act is about another account, and nobody has signed it.
  expect(await change(bank(first, second))).toBe('buyer_refund_signed')
  await mustSign(server, second, actId)
  expect(await change(sql`account_ending = '1234'`)).toBe('buyer_refund_signed')
  const line = await aBankLine(server, importer, { side: 'debit', amount: '14.98' })
  expect(await change(sql`state = 'sent', sent_at = now(), bank_line_id = ${line}, confirmed_by = ${first.id}`)).toBe(
    'bank_line_fits',
  )
  expect(await change(sql`state = 'sent', sent_at = now(), reference = 're_x'`)).toBe('buyer_refund_way')
})

test.each(['won', 'lost'] as const)('a dispute withholds what did not arrive: %s', async (outcome) => {
  const refund = await aReturnedRefund()
  const { reference } = (
    await queryAll(
      server.owner,
      sql<{ reference: string }>`select reference from payment where order_id = ${refund.order.id}`,
    )
  )[0]!
  expect(await sendWebhook(server, disputeWebhook(reference, '14.99', 'opened'))).toBe(200)
  const propose = () => server.call(proposeRefundWay, { shopId: refund.shopId, id: refund.id, ...byBank }, as(first))
  expect((await propose()).reason).toBe('dispute/open')
  await server.must(retryRefundPayment, { shopId: refund.shopId, id: refund.id }, as(first))
  await send(refund)
  expect(await row(refund.id)).toMatchObject({ state: 'due', disputed: true })
  expect(await brokenLaws()).toEqual([])
  expect(await sendWebhook(server, disputeWebhook(reference, '14.99', outcome))).toBe(200)
  await send(refund)
  // The buyer was paid once, by the processor or by the bank of the card.
  expect(await row(refund.id)).toMatchObject({ state: 'sent', withheld: outcome === 'won' ? '0.00' : '14.99' })
})
