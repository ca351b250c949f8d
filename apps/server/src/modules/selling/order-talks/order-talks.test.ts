/** Buyers and shops write to each other about an order: at the pages without script, in the app, and at the desk. */
import {
  answerShopTalk,
  languages,
  listMessages,
  listOrderTalks,
  listShopTalks,
  markOrderTalkRead,
  markShopTalkRead,
  maxOrderTalkLength,
  readOrderTalk,
  returnShopTalk,
  sendOrderTalk,
  shipOrder,
  shopActs,
  takeShopTalk,
  unreadOrderTalks,
  viewShopTalk,
  type Language,
} from '@quayside/contract'
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
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { orderToken } from '../carts/order-token.ts'
import { processEvents } from '../../people/messages/process-events.ts'
import { sendOrderMails } from '../order-mails/send-order-mails.ts'
import type { MessageRow } from '../../people/outbox/store.ts'
import { contentOf } from '../../people/outbox/write-message.ts'
import { deleteExpired } from '../../people/privacy/retention.ts'
import { leadsAway } from './order-talk.ts'

const origin = 'https://buy.example'

let server: TestServer
let shop: TestShop
let desk: Awaited<ReturnType<typeof anOperator>>
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
  desk = await anOperator(server, 'support')
})
afterAll(() => server.close())

const hidden = (html: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html.slice(html.indexOf('<main')))?.[1] ?? ''

const post = (url: string, fields: Record<string, string>, { ip = anAddress(), cookie = '', from = origin } = {}) =>
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
    remoteAddress: ip,
  })
const get = (url: string, headers: Record<string, string> = {}) => server.app.storefront.inject({ url, headers })

type GuestOrder = { id: string; code: string; email: string; shopId: string; page: string }

/** A guest's order by the forms of the pages, paid unless asked otherwise. */
async function aGuestOrder(lang: Language = 'en', paid = true): Promise<GuestOrder> {
  const email = `${newId()}@buyer.example`
  const ip = anAddress()
  const added = await post(
    `/${lang}/cart`,
    { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' },
    { ip },
  )
  const cookie = String(added.headers['set-cookie']).split(';')[0]!
  const url = `/${lang}/checkout/${shop.shopCode}`
  const form = await server.app.storefront.inject({ url, headers: { cookie }, remoteAddress: ip })
  const fields = Object.fromEntries(
    [...form.body.slice(form.body.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
  const person = {
    country: 'IE',
    email,
    name: 'Bea Buyer',
    street: '1 Pier Road',
    city: 'Cork',
    postcode: '',
    phone: '',
  }
  expect((await post(url, { ...fields, ...person }, { ip, cookie })).statusCode).toBe(303)
  const order = (await queryOne(
    server.owner,
    sql<{ id: string; code: string; reference: string; amount: string }>`
      select o.id, o.code, p.reference, p.amount::text as amount from order_access a join orders o on o.id = a.order_id
        join payment p on p.order_id = o.id where a.email = ${email}`,
  ))!
  if (paid) expect(await sendWebhook(server, webhook(order.reference, order.amount))).toBe(200)
  const page = `/${lang}/orders/${orderToken(server.app.ctx.keys.lookup, order.id)}/shop`
  return { id: order.id, code: order.code, email, shopId: shop.shopId, page }
}

/** The buyer fills in the form of the page and sends it. */
async function ask(order: GuestOrder, text: string) {
  const { body } = await get(order.page)
  return post(order.page, { id: hidden(body, 'id'), text })
}
const mustAsk = async (order: GuestOrder, text: string) => expect((await ask(order, text)).statusCode).toBe(303)
const answer = (order: GuestOrder, text: string, id = newId(), lang: Language = 'en') =>
  server.call(sendOrderTalk, { orderId: order.id, id, text }, { token: shop.token, lang })
const read = (order: GuestOrder) => server.must(readOrderTalk, { orderId: order.id }, shop)
const key = ({ shopId, id: orderId }: GuestOrder) => ({ shopId, orderId })

/** Moves a paid order to its end. */
async function complete(order: GuestOrder): Promise<void> {
  await pickUp(server, shop, [order.id])
  const { token } = await anOperator(server, 'fulfilment')
  const parcel = { shopId: order.shopId, id: order.id, carrier: 'Harbour Post', trackingNumber: 'HP4711' }
  await server.must(shipOrder, parcel, { token, key: newId() })
  await reportDelivery(server, order)
  const status = async () =>
    (await queryOne(server.owner, sql<{ status: number }>`select status from orders where id = ${order.id}`))!.status
  while ((await status()) < 6) {
    const confirmed = await post(order.page.replace(/shop$/, 'confirm'), { status: String(await status()) })
    expect(confirmed.headers.location).not.toContain('notice')
  }
}

/** A message that the server stores without asking its own rules. */
async function insertMessage(of: GuestOrder, by: string, authorId: string, seq = 1): Promise<void> {
  const { db } = server.app.ctx
  const now = server.clock.now()
  await sql`insert into order_talk (shop_id, order_id, buyer_id, order_code, last_at)
    select shop_id, id, buyer_id, code, ${now}::timestamptz from orders where id = ${of.id} on conflict do nothing`.execute(
    db,
  )
  await sql`insert into order_talk_message (shop_id, order_id, seq, id, by_party, author_id, language, text, at)
    values (${of.shopId}, ${of.id}, ${seq}, ${newId()}, ${by}, ${authorId}, 'en', 'x', ${now})`.execute(db)
}

describe('a buyer and a shop', () => {
  test('write to each other, each in the own language, and the buyer is mailed about the first unread answer', async () => {
    const order = await aGuestOrder('ja')
    const before = await get(order.page.replace(/\/shop$/, ''))
    expect(before.body).toContain(`href="${order.page}"`)
    await mustAsk(order, 'いつ届きますか？')
    const talk = await read(order)
    expect(talk).toMatchObject({
      order: { id: order.id, code: order.code },
      buyer: 'Bea Buyer',
      list: [{ by: 'buyer', text: 'いつ届きますか？', language: 'ja', flagged: false, seq: 1 }],
      may: true,
      taken: false,
      until: null,
      supportReadAt: null,
    })
    // Nothing leads to the address of the buyer.
    expect(JSON.stringify(talk)).not.toContain(order.email)
    expect((await server.must(unreadOrderTalks, { orderId: order.id }, shop)).unread).toBe(1)
    expect((await server.must(listOrderTalks, {}, shop)).list[0]).toMatchObject({
      order: { code: order.code },
      unread: 1,
      lastBy: 'buyer',
    })

    await processEvents(server.app.ctx)
    const told = async () => (await server.must(listMessages, { type: 'buyers' }, shop)).list
    expect((await told())[0]).toMatchObject({
      kind: 'order-talk.asked',
      cause: { kind: 'order', id: order.id },
      read: false,
      text: `The buyer of order ${order.code} wrote to you.`,
    })
    // One notice for all that was not read.
    await mustAsk(order, 'もしもし')
    await processEvents(server.app.ctx)
    expect((await told()).filter(({ cause }) => cause?.id === order.id)).toHaveLength(1)
    await server.must(markOrderTalkRead, { orderId: order.id, seq: 2 }, shop)
    await processEvents(server.app.ctx)
    expect((await told())[0]).toMatchObject({ cause: { id: order.id }, read: true })
    expect((await server.must(unreadOrderTalks, { orderId: order.id }, shop)).unread).toBe(0)
    // In one batch: what was asked after the reading stays unread.
    const asking = await aGuestOrder()
    await mustAsk(asking, 'Hello')
    await server.must(markOrderTalkRead, { orderId: asking.id, seq: 1 }, shop)
    server.clock.pass(1)
    await mustAsk(asking, 'Hello again')
    await processEvents(server.app.ctx)
    expect((await told()).filter(({ cause }) => cause?.id === asking.id).map((one) => one.read)).toEqual([false, true])

    expect((await answer(order, 'Em três dias.', newId(), 'pt')).code).toBe(1)
    expect((await answer(order, 'Talvez antes.', newId(), 'pt')).code).toBe(1)
    await sendOrderMails(server.app.ctx)
    const mails = (
      await queryAll(server.owner, sql<MessageRow>`select * from outbox where to_buyer and address = ${order.email}`)
    )
      .map((row) => contentOf(server.app.ctx, row))
      .filter(({ subject }) => subject!.includes('返信'))
    expect(mails).toHaveLength(1)
    const { text, html } = mails[0]!
    expect(text).toContain(`${origin}${order.page}`)
    // The words stay on the page, and nothing in the mail is loaded from elsewhere.
    expect(text).not.toContain('Em três dias')
    expect(html).not.toMatch(/<img|src=|utm_/)

    const shown = await get(order.page)
    expect(shown.body).toContain('<p class="break-words whitespace-pre-wrap" dir="auto" lang="pt">Em três dias.</p>')
    expect(shown.body).toContain('ポルトガル語')
    expect((await read(order)).readBy).toEqual({ buyer: 4, merchant: 4 })
  })

  test('a page that is loaded ahead is not read, and another order’s page does not open it', async () => {
    const order = await aGuestOrder()
    await mustAsk(order, 'Hello')
    await answer(order, 'Hello to you')
    await get(order.page, { 'sec-purpose': 'prefetch;prerender' })
    expect((await read(order)).readBy.buyer).toBe(1)
    const unread = await get(order.page.replace(/\/shop$/, ''))
    expect(unread.body).toContain('The shop has answered')
    const wrong = order.page.replace(/orders\/.{6}/, 'orders/AAAAAA')
    expect((await get(wrong)).statusCode).toBe(404)
    expect((await post(wrong, { id: newId(), text: 'Hello' })).statusCode).toBe(404)
    expect((await post(order.page, { id: newId(), text: 'Hello' }, { from: 'https://evil.example' })).statusCode).toBe(
      403,
    )
    const stranger = await aStockedShop(server)
    expect((await server.call(readOrderTalk, { orderId: order.id }, { token: stranger.token })).reason).toBe(
      'order/not-found',
    )
    expect(
      (await server.call(sendOrderTalk, { orderId: order.id, id: newId(), text: 'Hi' }, { token: stranger.token }))
        .reason,
    ).toBe('order/not-found')
  })

  test('a form that is sent twice at once stores its message once, and two sides at once get two places', async () => {
    const order = await aGuestOrder()
    const form = { id: hidden((await get(order.page)).body, 'id'), text: 'Is it blue?' }
    const id = newId()
    const replies = await Promise.all([
      ...[1, 2, 3, 4].map(() => post(order.page, form)),
      ...[1, 2, 3].map(() => answer(order, 'It is', id)),
    ])
    expect(replies.every((reply) => ('statusCode' in reply ? reply.statusCode === 303 : reply.code === 1))).toBe(true)
    const { list } = await read(order)
    expect(list.map(({ text }) => text).toSorted()).toEqual(['Is it blue?', 'It is'])
    expect(list.map(({ seq }) => seq)).toEqual([2, 1])
  })
})

describe('is refused', () => {
  test('before the payment, and thirty days after the end of the order', async () => {
    const unpaid = await aGuestOrder('en', false)
    const early = await post(unpaid.page, { id: newId(), text: 'Hello' })
    expect(early.statusCode).toBe(422)
    expect(early.body).toContain('You can write to each other once the order is paid.')
    expect((await answer(unpaid, 'Hello')).reason).toBe('order-talk/unpaid')

    const order = await aGuestOrder()
    await complete(order)
    await mustAsk(order, 'It arrived')
    expect((await get(order.page)).body).toMatch(/You can write here until \w+/)
    // As if the order had ended earlier: the sessions do not last for thirty days.
    for (const statement of [
      sql`alter table orders disable trigger user`,
      sql`update orders set completed_at = completed_at - interval '30 days 1 hour' where id = ${order.id}`,
      sql`alter table orders enable trigger user`,
    ])
      await statement.execute(server.owner)
    const late = await get(order.page)
    expect(late.body).toContain('This conversation closed 30 days after the order ended.')
    expect(late.body).not.toContain('<textarea')
    expect(late.body).toContain('It arrived')
    expect((await post(order.page, { id: newId(), text: 'Still there?' })).statusCode).toBe(422)
    expect((await answer(order, 'Late')).reason).toBe('order-talk/closed')
    expect((await read(order)).may).toMatchObject({ no: 'order-talk/closed' })
    await expect(insertMessage(order, 'merchant', newId(), 2)).rejects.toThrow('30 days after its end')
  })

  test('without words, with too many, and in too great a number', async () => {
    const order = await aGuestOrder()
    const blank = await post(order.page, { id: newId(), text: ' \u200b ' })
    expect(blank.statusCode).toBe(422)
    expect((await post(order.page, { id: newId(), text: 'x'.repeat(maxOrderTalkLength + 1) })).statusCode).toBe(400)
    expect((await answer(order, 'x'.repeat(maxOrderTalkLength + 1))).code).toBe(0)
    for (let i = 0; i < 10; i += 1) await mustAsk(order, `Hello ${'again '.repeat(i)}`)
    const eleventh = await ask(order, 'Are you there?')
    expect(eleventh.statusCode).toBe(422)
    expect(eleventh.body).toContain('You’ve sent 10 messages without a reply.')
    // What was written is not lost.
    expect(eleventh.body).toContain('>Are you there?</textarea>')
    await answer(order, 'I am')
    for (let i = 0; i < 9; i += 1) await mustAsk(order, `So ${'so '.repeat(i)}`)
    const limited = await ask(order, 'One more')
    expect(limited.statusCode).toBe(422)
    expect(limited.body).toContain('Too many attempts.')
  })

  test('by the database too, whatever the server forgets', async () => {
    const [unpaid, order] = [await aGuestOrder('en', false), await aGuestOrder()]
    await expect(insertMessage(unpaid, 'merchant', newId())).rejects.toThrow('not paid')
    await expect(insertMessage(order, 'buyer', newId())).rejects.toThrow('only the buyer')
    await expect(insertMessage(order, 'support', desk.id)).rejects.toThrow('another side answers')
    await mustAsk(order, 'Hello')
    await expect(sql`update order_talk_message set text = 'y'`.execute(server.app.ctx.db)).rejects.toThrow()
    await expect(sql`delete from order_talk_message`.execute(server.app.ctx.db)).rejects.toThrow()
    await expect(sql`update order_talk_message set text = 'y'`.execute(server.owner)).rejects.toThrow('never changed')
  })
})

describe('a text that leads away', () => {
  test.each([
    ['a link', 'See www.example.com/pay', []],
    ['a mail address', 'Write to me at bea@example.com', []],
    ['a messenger', 'Add me on WhatsApp', []],
    ['a messenger in Chinese', '加我微信', []],
    ['a number', 'Call 087 123 4567 89', []],
    ['the second half of a number', '567 890', ['My number is 0871 234']],
  ])('is flagged: %s', (_what, text, earlier) => expect(leadsAway(text, earlier)).toBe(true))
  test.each([
    'When will it arrive?',
    'Order AB12CD34, 2 pieces, $14.90',
    '届きました。ありがとう',
    'Please signal when it leaves',
  ])('is not flagged: %s', (text) => expect(leadsAway(text, [])).toBe(false))

  test('is stored, marked for its reader and for the desk, and leaves the desk’s list when it was read', async () => {
    const order = await aGuestOrder()
    await mustAsk(order, 'May I pay you by PayPal?')
    await answer(order, 'Yes: www.pay-me.com')
    const { body } = await get(order.page)
    expect(body).toContain('Yes: www.pay-me.com')
    expect(body.match(/mentions a link, contact details or an account outside Quayside/g)).toHaveLength(1)
    expect((await read(order)).list.map(({ flagged }) => flagged)).toEqual([true, true])
    const listed = async () =>
      (await server.must(listShopTalks, { view: 'flagged' }, desk)).list.some(({ id }) => id === order.id)
    expect(await listed()).toBe(true)
    // What came after the last message that the operator saw stays listed.
    await server.must(markShopTalkRead, { ...key(order), seq: 1 }, desk)
    expect(await listed()).toBe(true)
    await server.must(markShopTalkRead, { ...key(order), seq: 2 }, desk)
    expect(await listed()).toBe(false)
    await answer(order, 'Or www.pay-me-more.com')
    expect(await listed()).toBe(true)
  })
})

describe('the platform', () => {
  test('reads along and takes over; the merchant sees both, and one side answers at a time', async () => {
    const order = await aGuestOrder()
    await mustAsk(order, 'The shop is rude')
    await server.must(viewShopTalk, key(order), desk)
    await server.must(markShopTalkRead, { ...key(order), seq: 1 }, desk)
    expect((await read(order)).supportReadAt).toBe(server.clock.now().toISOString())
    const other = await anOperator(server, 'support')
    const write = (by: typeof desk, text: string) =>
      server.call(answerShopTalk, { ...key(order), id: newId(), text }, { token: by.token })
    expect((await write(desk, 'Hello')).reason).toBe('order-talk/not-taken')
    const takes = await Promise.all(
      [desk, other].map((by) => server.call(takeShopTalk, { ...key(order), reason: 'The buyer complains.' }, by)),
    )
    expect(takes.map(({ reason }) => reason ?? 'taken').toSorted()).toEqual(['order-talk/taken-by-other', 'taken'])
    const [holder, loser] = takes[0]!.code === 1 ? [desk, other] : [other, desk]
    expect((await answer(order, 'Me first')).reason).toBe('order-talk/taken')
    expect((await read(order)).may).toMatchObject({ no: 'order-talk/taken' })
    expect((await write(loser, 'Hello')).reason).toBe('order-talk/taken-by-other')
    expect((await write(holder, 'Pay to www.example.com')).code).toBe(0)
    expect((await write(holder, 'We are looking into it.')).code).toBe(1)
    const { body } = await get(order.page)
    expect(body).toContain('We are looking into it.')
    expect(body).toContain('Customer service has taken over and answers you here.')
    await processEvents(server.app.ctx)
    const { list } = await server.must(listMessages, { type: 'buyers' }, shop)
    expect(list.find(({ kind }) => kind === 'order-talk.taken')).toMatchObject({ cause: { id: order.id } })
    await server.must(returnShopTalk, key(order), loser)
    expect((await answer(order, 'I am sorry')).code).toBe(1)

    const acts = (await server.must(shopActs, { limit: 100 }, shop)).list.filter(
      ({ subject }) => subject.kind === 'order-talk' && subject.code === order.code,
    )
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['read', 'changed', 'claimed', 'sent', 'released']),
    )
    // The reason is for the staff, and no row holds a text of the conversation.
    expect(acts.every(({ reason }) => reason === null)).toBe(true)
    const rows = await queryOne(
      server.owner,
      sql<{
        n: number
      }>`select count(*)::int as n from audit_record r where r::text like '%shop is rude%' or r::text like '%looking into it%'`,
    )
    expect(rows!.n).toBe(0)
  })

  test('takes over while the merchant writes: either before it or refused', async () => {
    const order = await aGuestOrder()
    await mustAsk(order, 'Hello')
    const [taken, sent] = await Promise.all([
      server.call(takeShopTalk, { ...key(order), reason: 'The buyer complains.' }, desk),
      answer(order, 'Hello'),
    ])
    expect(taken.code).toBe(1)
    expect([undefined, null, 'order-talk/taken']).toContain(sent.reason)
    expect((await read(order)).list).toHaveLength(sent.code === 1 ? 2 : 1)
  })
})

test('messages are deleted after three years, and not before', async () => {
  const order = await aGuestOrder()
  await mustAsk(order, 'A word of long ago')
  const age = (time: string) =>
    sql`alter table order_talk_message disable trigger order_talk_message_kept`
      .execute(server.owner)
      .then(() =>
        sql`update order_talk_message set at = now() - ${time}::interval where order_id = ${order.id}`.execute(
          server.owner,
        ),
      )
      .then(() => sql`alter table order_talk_message enable trigger order_talk_message_kept`.execute(server.owner))
  await age('1094 days')
  await deleteExpired(server.app.ctx)
  expect((await read(order)).list).toHaveLength(1)
  await age('1096 days')
  expect(await deleteExpired(server.app.ctx)).toMatchObject({ order_talk_message: 1 })
  expect((await read(order)).list).toHaveLength(0)
})

test.each(languages.map(({ code }) => code))('%s: the page is whole', async (lang) => {
  const order = await aGuestOrder(lang)
  await mustAsk(order, 'Hello')
  const { body, statusCode } = await get(order.page)
  expect(statusCode).toBe(200)
  expect(body).not.toMatch(/store\.[a-z]|\{\w+\}|undefined/)
})
