/** The to-do list of the dashboard: an item appears with its event and disappears when it is done. */
import {
  agreeRefund,
  answerNotices,
  answerConversation,
  dashboard,
  markMessages,
  orderStatus,
  readSupport,
  rejectWithdrawal,
  requestRefund,
  supplierNotices,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeSupply,
  aDestination,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import { sql, withTransaction } from '../../../platform/database/postgres.ts'
import { processEvents } from '../../people/messages/process-events.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const todo = async ({ token }: TestMerchant) => {
  await processEvents(server.app.ctx)
  return (await server.must(dashboard, {}, { token })).todo
}
/** Says that the shop has changed, as every command does: the dashboard is answered from memory until then. */
const changed = ({ shopId }: TestMerchant) =>
  withTransaction(server.app.ctx.db, (tx) => notifyClients(tx, shopId, ['shop']))
const nothing = {
  awaitingPickup: 0,
  nextDeadline: null,
  paymentPasswordSet: true,
  listings: 1,
  offShelfAtLoss: 0,
  refunds: { n: 0, answerBy: null },
  rejected: [],
  supplierNotices: 0,
  answers: 0,
  emailToVerify: true,
}

test('a new shop has to set a payment password and list products', async () => {
  expect(await todo(await aMerchant(server))).toEqual({ ...nothing, paymentPasswordSet: false, listings: 0 })
})

test('a verified e-mail is not in the list, nor an e-mail when the mail channel is off', async () => {
  const shop = await aStockedShop(server)
  expect(await todo(shop)).toEqual(nothing)
  const { settings } = server.app.ctx
  const { mode } = settings
  settings.mode = 'production'
  await changed(shop)
  expect((await todo(shop)).emailToVerify).toBe(false)
  settings.mode = mode
  await sql`update merchant set email_verified_at = now() where id = ${shop.merchantId}`.execute(server.owner)
  await changed(shop)
  expect((await todo(shop)).emailToVerify).toBe(false)
})

test('refund requests are listed with the earliest deadline until they are answered', async () => {
  const shop = await aStockedShop(server)
  const ask = async () => {
    const order = await anOrder(server, shop, { status: orderStatus.received })
    const asked = await server.must(
      requestRefund,
      { orderId: order.id, amount: '5.00', reason: 'damaged', text: '' },
      { token: order.buyer.token, key: newId() },
    )
    return asked.refund!.id
  }
  const first = await ask()
  const by = new Date(server.clock.now().getTime() + hours(48)).toISOString()
  server.clock.pass(hours(1))
  await ask()
  expect((await todo(shop)).refunds).toEqual({ n: 2, answerBy: by })
  await server.must(agreeRefund, { id: first }, { token: shop.token, key: newId() })
  const { n, answerBy } = (await todo(shop)).refunds
  expect([n, Date.parse(answerBy!) - Date.parse(by)]).toEqual([1, hours(1)])
})

test('a rejected withdrawal is listed until its message is read', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const { id, code } = await withdraw(server, shop, await aDestination(server, shop), '50')
  expect((await todo(shop)).rejected).toEqual([])
  const finance = await anOperator(server, 'finance')
  await server.must(
    rejectWithdrawal,
    { shopId: shop.shopId, id, reason: 'name-differs', note: '' },
    { ...finance, key: newId() },
  )
  const { rejected } = await todo(shop)
  expect(rejected).toEqual([{ message: expect.any(String), kind: 'withdrawal.rejected', code, amount: '50.00' }])
  await server.must(markMessages, { messages: [rejected[0]!.message] }, { token: shop.token })
  expect((await todo(shop)).rejected).toEqual([])
})

test('changes of suppliers are listed until they are answered, with the products that would sell at a loss', async () => {
  const shop = await aStockedShop(server)
  const catalogue = await anOperator(server, 'catalogue')
  await changeSupply(server, shop.products[0]!, { supplierPrice: '90.00' }, catalogue)
  expect(await todo(shop)).toMatchObject({ supplierNotices: 1, offShelfAtLoss: 1 })
  const { list } = await server.must(supplierNotices, {}, { token: shop.token })
  await server.must(answerNotices, { notices: 'all', until: list[0]!.at, act: 'reprice' }, { token: shop.token })
  expect(await todo(shop)).toEqual(nothing)
})

test('answers of customer service are listed until the conversation is read', async () => {
  const shop = await aStockedShop(server)
  const desk = await anOperator(server, 'support')
  for (const text of ['One', 'Two'])
    await server.must(answerConversation, { conversationId: shop.shopId, id: newId(), text }, desk)
  expect((await todo(shop)).answers).toBe(2)
  await server.must(readSupport, { seq: 1 }, { token: shop.token })
  expect((await todo(shop)).answers).toBe(1)
  await server.must(readSupport, { seq: 2 }, { token: shop.token })
  expect(await todo(shop)).toEqual(nothing)
})

test('the list of a shop has no items of another shop', async () => {
  const [shop, other] = [await aStockedShop(server), await aStockedShop(server)]
  await anOrder(server, shop)
  const until = new Date(server.clock.now().getTime() + hours(72)).toISOString()
  expect(await todo(shop)).toMatchObject({ awaitingPickup: 1, nextDeadline: until })
  expect(await todo(other)).toEqual(nothing)
})
