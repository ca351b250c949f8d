/** Messages to merchants about events, on PostgreSQL. */
import {
  announce,
  previewAnnouncement,
  answerConversation,
  chooseNotification,
  decideRegistration,
  demoOutbox,
  listAnnouncements,
  listMessages,
  login,
  markMessages,
  messageDetail,
  notificationChoices,
  openShop,
  orderStatus,
  readSupport,
  refundDetail,
  requestRefund,
  supportAbout,
  unreadMessages,
  cancelOrder,
  languages,
  messageKinds,
  type ResponseBody,
} from '@quayside/contract'
import { formatValue } from '@quayside/locales/catalogues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeSupply,
  closeShopNow,
  aDestination,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  disputeWebhook,
  creditMerchant,
  sendWebhook,
  loginPassword,
  placeTestOrder,
  referenceOf,
  withdraw,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'
import { runDeadlines } from '../../selling/orders/pickup/deadlines.ts'
import { sendDeadlineReminders } from '../../selling/orders/pickup/send-deadline-reminders.ts'
import { runRefundDeadlines } from '../../selling/refunds/answer-refund.ts'
import { sendAnswerReminders } from '../../selling/refunds/send-answer-reminders.ts'
import { notifyOverdue } from '../../money/withdrawals/desk/notify-overdue.ts'
import { fanOutAnnouncement } from './announce.ts'
import { processEvents } from './process-events.ts'
import { kinds } from './message.ts'
import { renderMessage } from './render-message.ts'
import { sendNotifications } from './send-notifications.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const heard = () => processEvents(server.app.ctx)
const list = async (of: TestMerchant, more: object = {}, lang = 'en') => {
  await heard()
  return (await server.must(listMessages, { limit: 50, ...more }, { token: of.token, lang })).list
}
const texts = (rows: ResponseBody<typeof listMessages>['list']) => rows.map((row) => row.text)
const unread = async (of: TestMerchant) => (await server.must(unreadMessages, {}, { token: of.token })).unread

test('each step of an order creates a message, with the booked profit', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.completed })
  const rows = await list(shop)
  expect(rows.map((row) => row.kind)).toEqual([
    'order.completed',
    'order.received',
    'order.shipped',
    'order.paid',
    'payment-password.set',
  ])
  // The profit is 14.99 minus 5 % commission; 10.00 of it paid the supplier from the escrow.
  expect(texts(rows).slice(0, 4)).toEqual([
    `Order ${order.code} is settled. $4.24 is in your balance.`,
    `Order ${order.code} has been delivered. $4.24 is pending.`,
    `Order ${order.code} has been shipped.`,
    `Order ${order.code} is paid and awaiting pickup. Your profit: $4.24.`,
  ])
  expect(rows[0]).toMatchObject({
    type: 'orders',
    sender: 'system',
    read: false,
    cause: { kind: 'order', id: order.id },
  })
  expect((await list(shop, {}, 'fr'))[2]!.text).toBe(`La commande ${order.code} a été expédiée.`)
  expect((await list(shop, {}, 'ar'))[2]!.text).toBe(`تم شحن الطلب \u2068${order.code}\u2069.`)
  expect(rows[4]).toMatchObject({ type: 'security', more: 'If this wasn’t you, contact customer service immediately.' })
})

test('a dispute creates messages with its own amount and its outcome', async () => {
  const shop = await aStockedShop(server)
  const reference = await referenceOf(server, await creditMerchant(server, shop, '100'))
  for (const type of ['opened', 'won'] as const)
    expect(await sendWebhook(server, disputeWebhook(reference, '40', type))).toBe(200)
  const [won, disputed] = await list(shop)
  expect(won!.text).toMatch(/^Recharge \w+: the bank decided in your favor\. \$40\.00 is available again\.$/)
  expect(disputed).toMatchObject({
    kind: 'deposit.disputed',
    text: expect.stringContaining('the card issuer is disputing $40.00'),
    more: expect.stringContaining('until the bank decides'),
    cause: { kind: 'deposit' },
  })
})

test('a repeated event creates one message; parallel workers share the events', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  await Promise.all([heard(), heard(), heard()])
  const before = await list(shop)
  expect(before.map((row) => row.kind)).toEqual(['deposit.credited', 'payment-password.set'])
  await sql`insert into event_waiting (shop_id, event_id) select shop_id, id from event where shop_id = ${shop.shopId}`.execute(
    server.owner,
  )
  expect(await heard()).toBeGreaterThan(1)
  expect(await list(shop)).toEqual(before)
  expect((await queryAll(server.owner, sql`select from event_waiting`)).length).toBe(0)
})

test('300 orders paid in a minute create one message, one notification at once and one later for the rest', async () => {
  const shop = await aStockedShop(server)
  const first = await anOrder(server, shop)
  await heard()
  await sendNotifications(server.app.ctx)
  for (let i = 0; i < 4; i += 1) await anOrder(server, shop)
  // The other 295 as events only, all with the id of the first order.
  await sql`insert into event (shop_id, name, at, data) select ${shop.shopId}, 'order.paid', ${server.clock.now()}, jsonb_build_object('orderId', ${first.id}::text)
    from generate_series(1, 295)`.execute(server.owner)
  const [message] = await list(shop, { type: 'orders' })
  expect(message!.text).toBe(
    `300 paid orders are awaiting pickup. Your profit: $${(300 * 4.24).toLocaleString('en', { minimumFractionDigits: 2 })}.`,
  )
  expect(await unread(shop)).toBe(2)
  const detail = await server.must(messageDetail, { id: message!.id }, { token: shop.token })
  expect(detail.count).toBe(300)
  expect(detail.causes.length).toBe(100)
  expect(detail.causes[0]).toEqual({ kind: 'order', id: first.id, code: first.code })
  const due = () =>
    queryAll(
      server.owner,
      sql<{ n: number }>`select told_n as n from message where shop_id = ${shop.shopId} and type = 'orders'`,
    )
  await sendNotifications(server.app.ctx)
  expect(await due()).toEqual([{ n: 1 }])
  server.clock.pass(minutes(5))
  await sendNotifications(server.app.ctx)
  expect(await due()).toEqual([{ n: 300 }])
  // After a read message, or after ten minutes, the next event creates a new message.
  await server.must(markMessages, { messages: 'all' }, { token: shop.token })
  expect(await unread(shop)).toBe(0)
  await anOrder(server, shop)
  expect((await list(shop, { unread: true })).length).toBe(1)
  server.clock.pass(minutes(11))
  await anOrder(server, shop)
  expect((await list(shop, { unread: true })).length).toBe(2)
})

test('cancelled orders state the reason; a reminder comes once, twelve hours before the pick-up deadline', async () => {
  const shop = await aStockedShop(server)
  const declined = await anOrder(server, shop)
  const left = await anOrder(server, shop)
  const unpaid = await placeTestOrder(server, shop)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: newId() })
  server.clock.pass(minutes(31))
  await runDeadlines(server.app.ctx)
  server.clock.pass(hours(59))
  const warned = async () => {
    await sendDeadlineReminders(server.app.ctx)
    return (await list(shop)).filter((row) => row.kind === 'order.pickup-near')
  }
  expect(await warned()).toEqual([])
  server.clock.pass(hours(1))
  for (let look = 0; look < 2; look += 1)
    expect(await warned()).toMatchObject([
      {
        text: `Order ${left.code} will be cancelled in less than 12 hours unless you pick it up.`,
        cause: { kind: 'order', id: left.id },
      },
    ])
  server.clock.pass(hours(12))
  await runDeadlines(server.app.ctx)
  const cancelled = (await list(shop)).filter((row) => row.kind === 'order.cancelled')
  expect(cancelled.map((row) => [row.text, row.more])).toEqual([
    [`Order ${left.code} was cancelled.`, 'Not picked up in time. The buyer was refunded at no cost to you.'],
    [`Order ${unpaid.code} was cancelled.`, 'Payment not received in time'],
    [`Order ${declined.code} was cancelled.`, 'You declined this order; the buyer was refunded'],
  ])
})

test('a withdrawal, a new destination and changes of the shop’s state create messages', async () => {
  const shop = await aStockedShop(server)
  const support = await anOperator(server, 'support')
  await creditMerchant(server, shop, '200')
  const destination = await aDestination(server, shop)
  const { code } = await withdraw(server, shop, destination, '50')
  await closeShopNow(server, shop.shopId, 'all', 'Two complaints are open')
  await server.must(openShop, { shopId: shop.shopId, reason: 'Both are settled' }, support)
  const rows = await list(shop)
  expect(rows.map((row) => [row.kind, row.text, row.more])).toEqual([
    ['shop.opened', 'Your shop is open again.', 'Both are settled'],
    ['shop.closed', 'Your shop was closed.', 'Two complaints are open'],
    [
      'withdrawal.requested',
      `Withdrawal ${code} of $50.00 was requested. If this wasn’t you, cancel it and contact customer service immediately.`,
      null,
    ],
    [
      'destination.added',
      'A new withdrawal destination ending in 4242 was saved.',
      'If this wasn’t you, contact customer service immediately.',
    ],
    ['deposit.credited', expect.stringMatching(/^Recharge \w+: \$200\.00 is in your balance\.$/), null],
    ['payment-password.set', 'A payment password was set.', expect.anything()],
  ])
  const review = await anOperator(server, 'review')
  await sql`update registration set state = 'in-review' where shop_id = ${shop.shopId}`.execute(server.owner)
  await server.must(
    decideRegistration,
    { shopId: shop.shopId, decision: 'more-information', asked: { idFront: { text: 'Too dark' } } },
    review,
  )
  expect((await list(shop))[0]!.text).toBe('We need more information to verify your shop.')
})

test('a refund request, its deadline and its approval create messages, and so does an overdue withdrawal', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.received })
  await creditMerchant(server, shop, '100')
  const asked = await server.must(
    requestRefund,
    { orderId: order.id, amount: '5.00', reason: 'damaged', text: '' },
    { token: order.buyer.token, key: newId() },
  )
  const { code: withdrawal } = await withdraw(server, shop, await aDestination(server, shop), '50')
  const late = async () => {
    await sendAnswerReminders(server.app.ctx)
    await notifyOverdue(server.app.ctx)
    await runRefundDeadlines(server.app.ctx)
    return (await list(shop, { unread: true })).flatMap((row) =>
      row.type === 'refunds' || row.kind === 'withdrawal.overdue' ? [row.text] : [],
    )
  }
  const { code: refund, answerBy } = await server.must(refundDetail, { id: asked.refund!.id }, { token: shop.token })
  const until = formatValue('en', answerBy)
  const told = [
    `A buyer requested a refund of $5.00 (${refund}). Respond by ${until} or it will be accepted automatically.`,
  ]
  expect(await late()).toEqual(told)
  server.clock.pass(hours(25))
  told.unshift(`Withdrawal ${withdrawal} of $50.00 is overdue. We’re sorry for the delay. Your money is safe.`)
  expect(await late()).toEqual(told)
  server.clock.pass(hours(12))
  told.unshift(`Refund ${refund} will be accepted automatically in less than 12 hours. Respond before then.`)
  expect(await late()).toEqual(told)
  server.clock.pass(hours(12))
  told.unshift(`Refund ${refund} was approved. $5.00 will be returned to the buyer.`)
  expect(await late()).toEqual(told)
  expect(await late()).toEqual(told)
})

test('the message about a product that would sell at a loss links to its listing', async () => {
  const shop = await aStockedShop(server)
  const catalogue = await anOperator(server, 'catalogue')
  await changeSupply(server, shop.products[0]!, { supplierPrice: '90.00' }, catalogue)
  const [row, before] = await list(shop)
  expect(before!.text).toMatch(/^The supplier changed the price or stock of Product 0 /)
  expect(row).toMatchObject({
    text: expect.stringMatching(/^Product 0 .* was taken off shelf because it would sell at a loss\.$/),
    cause: { kind: 'listing', id: shop.listings[0]!.id },
  })
})

test('a login on a new device creates a message, the first device and a known device do not', async () => {
  const shop = await aMerchant(server)
  const logIn = async (device?: string) =>
    (await server.must(login, { name: shop.email, password: loginPassword }, device ? { device } : {})).userinfo.device!
  const first = await logIn()
  await logIn(first)
  expect(await list(shop)).toEqual([])
  await logIn()
  expect(await list(shop)).toMatchObject([
    { text: 'New login to your account from a new device.', more: expect.stringContaining('wasn’t you') },
  ])
})

test('an answer of customer service is an unread message until the conversation is read', async () => {
  const shop = await aMerchant(server)
  const desk = await anOperator(server, 'support')
  for (const text of ['One', 'Two'])
    await server.must(answerConversation, { conversationId: shop.shopId, id: newId(), text }, desk)
  const [row] = await list(shop)
  expect(row).toMatchObject({ text: 'Customer service sent you 2 replies.', sender: 'support', read: false })
  await server.must(readSupport, { seq: 2 }, { token: shop.token })
  expect((await list(shop))[0]).toMatchObject({ read: true })

  // With the conversation open, the answer is read before its event is processed.
  server.clock.pass(3_600_000)
  await server.must(answerConversation, { conversationId: shop.shopId, id: newId(), text: 'Three' }, desk)
  await server.must(readSupport, { seq: 3 }, { token: shop.token })
  expect((await list(shop))[0]).toMatchObject({ text: 'Customer service replied to you.', read: true })
  await server.must(readSupport, { seq: 3 }, { token: shop.token })
  await server.must(answerConversation, { conversationId: shop.shopId, id: newId(), text: 'Four' }, desk)
  expect((await list(shop))[0]).toMatchObject({ read: false })
})

test('another shop’s message is like one that does not exist; pages continue without gaps', async () => {
  const shop = await aStockedShop(server)
  const stranger = await aMerchant(server)
  await creditMerchant(server, shop, '100')
  const order = await anOrder(server, shop)
  const whole = await list(shop)
  expect(whole.length).toBe(3)
  const one = await server.must(listMessages, { limit: 2 }, { token: shop.token })
  const two = await server.must(listMessages, { limit: 2, cursor: one.cursor! }, { token: shop.token })
  expect([...one.list, ...two.list]).toEqual(whole)
  expect([one.total, two.total, two.cursor]).toEqual([3, 3, null])
  for (const id of [whole[0]!.id, newId()])
    expect((await server.call(messageDetail, { id }, { token: stranger.token })).reason).toBe('message/not-found')
  await server.must(markMessages, { messages: [whole[0]!.id] }, { token: stranger.token })
  expect(await unread(shop)).toBe(3)
  await server.must(markMessages, { messages: [whole[0]!.id] }, { token: shop.token })
  expect(await unread(shop)).toBe(2)
  // The subject card of a message to customer service.
  expect(await server.must(supportAbout, { kind: 'order', id: order.id }, { token: shop.token })).toEqual({
    kind: 'order',
    id: order.id,
    code: order.code,
  })
  for (const about of [
    { kind: 'order' as const, id: newId() },
    { kind: 'deposit' as const, id: order.id },
  ])
    expect((await server.call(supportAbout, about, { token: shop.token })).reason).toBe('support/about-unknown')
  expect((await server.call(supportAbout, { kind: 'order', id: order.id }, { token: stranger.token })).reason).toBe(
    'support/about-unknown',
  )
})

test('an announcement reaches every existing shop once, in the reader’s language or in English', async () => {
  const desk = await anOperator(server, 'support')
  const shop = await aMerchant(server)
  const id = newId()
  const { shops } = await server.must(previewAnnouncement, {}, desk)
  const said = {
    id,
    shops,
    texts: {
      en: { title: 'Maintenance', text: 'On Sunday we are away for an hour.' },
      nl: { title: 'Onderhoud', text: 'Zondag zijn we een uur weg.' },
    },
  }
  await server.must(announce, said, desk)
  await server.must(announce, said, desk)
  await Promise.all([fanOutAnnouncement(server.app.ctx, id), fanOutAnnouncement(server.app.ctx, id)])
  await fanOutAnnouncement(server.app.ctx, id)
  const late = await aMerchant(server)
  await sql`update shop set created_at = ${new Date(server.clock.now().getTime() + days(1))} where id = ${late.shopId}`.execute(
    server.owner,
  )
  await fanOutAnnouncement(server.app.ctx, id)
  expect((await list(late)).length).toBe(0)
  expect(await list(shop)).toMatchObject([
    { text: 'Maintenance', more: 'On Sunday we are away for an hour.', sender: 'announcement', read: false },
  ])
  expect(await list(shop, {}, 'nl')).toMatchObject([{ text: 'Onderhoud', more: 'Zondag zijn we een uur weg.' }])
  expect((await list(shop, {}, 'ja'))[0]!.text).toBe('Maintenance')
  await server.must(markMessages, { messages: 'all' }, { token: shop.token })
  const [row] = (await server.must(listAnnouncements, {}, desk)).list
  const { n } = (await queryAll(server.owner, sql<{ n: number }>`select count(*)::int as n from shop`))[0]!
  expect(row).toMatchObject({ title: 'Maintenance', shops: n - 1, read: 1 })
  expect((await server.call(announce, { id: newId(), texts: {}, shops }, desk)).fields).toHaveProperty('texts.en')
})

test('important messages are mailed in batches, except for disabled types and read messages', async () => {
  const shop = await aStockedShop(server)
  const { email } = await server.must(notificationChoices, {}, { token: shop.token })
  expect(email).toBe(shop.email)
  const mails = async () =>
    queryAll(
      server.owner,
      sql<{
        id: string
        channel: string
      }>`select id, channel from outbox where merchant_id = ${shop.merchantId} order by written_at, id`,
    )
  await heard()
  await sendNotifications(server.app.ctx)
  expect((await mails()).length).toBe(1)
  await creditMerchant(server, shop, '100')
  await anOrder(server, shop)
  await heard()
  await sendNotifications(server.app.ctx)
  expect((await mails()).length).toBe(2)
  await creditMerchant(server, shop, '100')
  await creditMerchant(server, shop, '100')
  await heard()
  await sendNotifications(server.app.ctx)
  expect((await mails()).length).toBe(2)
  server.clock.pass(minutes(5))
  await sendNotifications(server.app.ctx)
  expect((await mails()).length).toBe(3)
  server.app.ctx.settings.mode = 'demo'
  const { list: shown } = await server.must(demoOutbox, {}, { token: shop.token })
  server.app.ctx.settings.mode = 'test'
  expect(shown[0]).toMatchObject({
    subject: 'Quayside: Money',
    text: expect.stringMatching(/^Hello,\n\n\d recharges: \$\d00\.00 is in your balance\.\n\nRead it in the app: /),
  })
  await server.must(chooseNotification, { type: 'money', channel: 'email', wanted: false }, { token: shop.token })
  const { types } = await server.must(notificationChoices, {}, { token: shop.token })
  expect(types.find((one) => one.type === 'money')).toEqual({ type: 'money', email: false, push: true })
  await creditMerchant(server, shop, '100')
  await heard()
  server.clock.pass(minutes(6))
  await sendNotifications(server.app.ctx)
  expect((await mails()).length).toBe(3)
  await server.must(chooseNotification, { type: 'money', channel: 'email', wanted: true }, { token: shop.token })
  await creditMerchant(server, shop, '100')
  await heard()
  await server.must(markMessages, { messages: 'all' }, { token: shop.token })
  server.clock.pass(minutes(6))
  await sendNotifications(server.app.ctx)
  expect((await mails()).length).toBe(3)
})

test('a failing event does not delay other events and is retried', async () => {
  const shop = await aStockedShop(server)
  await heard()
  await sql`insert into event (shop_id, name, at, data) values (${shop.shopId}, 'order.shipped', now(), '{"orderId": "no id"}')`.execute(
    server.owner,
  )
  await creditMerchant(server, shop, '100')
  expect((await list(shop))[0]!.kind).toBe('deposit.credited')
  expect((await queryAll(server.owner, sql`select from event_waiting where shop_id = ${shop.shopId}`)).length).toBe(1)
  expect(await heard()).toBe(0)
  await sql`update event set data = jsonb_build_object('orderId', ${newId()}::text) where shop_id = ${shop.shopId} and data ->> 'orderId' = 'no id'`.execute(
    server.owner,
  )
  server.clock.pass(minutes(2))
  expect(await heard()).toBe(1)
})

test('every kind has a sentence in every language without an open placeholder', () => {
  const values = {
    code: 'ABCD2345',
    amount: '12.30',
    ending: '4242',
    name: 'Lamp',
    why: 'because',
    setting: 'card-hold',
    before: '7',
    value: '9',
    date: '2026-12-24T08:00:00.000Z',
  }
  for (const { code: lang } of languages)
    for (const kind of messageKinds) {
      if (kind === 'announcement') continue
      const reasons: Record<string, string> = { 'order.cancelled': 'buyer', 'deposit.rejected': 'duplicate' }
      const reason = reasons[kind] ?? 'legal-order'
      for (const n of kinds[kind].mergeable ? [1, 2, 3, 7, 21, 300] : [1]) {
        const { text } = renderMessage(lang, { kind, n, values: { ...values, reason }, texts: null })
        expect([lang, kind, n, text]).toEqual([lang, kind, n, expect.not.stringMatching(/[{}]|undefined|#/)])
        if (n === 1 && kind.startsWith('order.')) expect(text).toContain('ABCD2345')
        if (n >= 3) {
          expect(text).not.toContain('ABCD2345')
          expect(text).toContain(String(n))
        }
      }
    }
})
