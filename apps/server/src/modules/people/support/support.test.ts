/** Conversations between merchants and customer service, on real PostgreSQL. */
import {
  announce,
  answerConversation,
  decideRefund,
  decideRegistration,
  listConversations,
  markTalkRead,
  readSupport,
  readConversation,
  releaseConversation,
  rechargeDetail,
  rechargeRecords,
  rejectDeposit,
  rejectWithdrawal,
  scanOrder,
  sendPixInTalk,
  sendToSupport,
  supportPicture,
  shipOrder,
  supportConversation,
  conversationPicture,
  upload,
  viewDocument,
} from '@quayside/contract'
import { parsePix, hasError } from 'pix-utils'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOperator,
  confirmPix,
  anOrder,
  aStockedShop,
  closeShopNow,
  creditMerchant,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { listenerOf, startTestServer, type TestServer } from '../../../../test/server.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { sql } from '../../../platform/database/postgres.ts'
import { isSupportOpen } from './support.ts'

let server: TestServer
let merchant: TestMerchant
let desk: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  merchant = await aMerchant(server)
  desk = await anOperator(server, 'support')
})
afterAll(() => server.close())

const sendText = (text: string, more: object = {}, of = merchant) =>
  server.call(sendToSupport, { id: newId(), text, ...more } as never, { token: of.token })
const answer = (text: string, more: object = {}, of = merchant) =>
  server.call(answerConversation, { id: newId(), text, conversationId: of.shopId, ...more } as never, desk)
const talk = (of = merchant) => server.must(supportConversation, {}, { token: of.token })

async function picture(path: string, token: string): Promise<string> {
  const photo = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#c90' } })
    .png()
    .toBuffer()
  const body = Buffer.concat([
    Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    photo,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const reply = await listenerOf(server.app, path).inject({
    method: 'POST',
    url: `${path}?purpose=chat`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', token },
    payload: body,
  })
  return reply.json<{ data: { id: string } }>().data.id
}

test('messages keep their order, with read marks and the usual answer time', async () => {
  expect(await talk()).toMatchObject({ list: [], unread: 0, expectedMinutes: null, hours: null })
  await sendText('Hello')
  await sendText('Is anybody there?')
  const { list } = await server.must(listConversations, { view: 'waiting' }, desk)
  expect(list[0]).toMatchObject({ id: merchant.shopId, party: 'merchant', last: 'Is anybody there?', unread: 2 })
  server.clock.pass(minutes(7))
  await server.must(markTalkRead, { conversationId: merchant.shopId, seq: 2 }, desk)
  await answer('Yes. How can we help?')
  const now = await talk()
  expect(now.list.map((message) => [message.seq, message.by, message.text])).toEqual([
    [3, 'support', 'Yes. How can we help?'],
    [2, 'merchant', 'Is anybody there?'],
    [1, 'merchant', 'Hello'],
  ])
  expect(now).toMatchObject({ unread: 1, expectedMinutes: 7, readBy: { merchant: 2, support: 3 }, more: false })
  await server.must(readSupport, { seq: 99 }, { token: merchant.token })
  expect(await talk()).toMatchObject({ unread: 0, readBy: { merchant: 3 } })
  expect((await server.must(listConversations, { view: 'waiting' }, desk)).list).toEqual([])
})

test('one message sent 20 times is stored once; 20 concurrent messages get 20 positions', async () => {
  const other = await aMerchant(server)
  const id = newId()
  const same = await Promise.all(
    Array.from({ length: 20 }, () => server.must(sendToSupport, { id, text: 'Once' }, { token: other.token })),
  )
  expect(new Set(same.map((reply) => reply.seq))).toEqual(new Set([1]))
  await Promise.all(Array.from({ length: 20 }, (_, i) => sendText(`${i}`, {}, other)))
  const first = await server.must(supportConversation, { limit: 5 }, { token: other.token })
  expect(first.list.map((message) => message.seq)).toEqual([21, 20, 19, 18, 17])
  expect(first.more).toBe(true)
  const next = await server.must(supportConversation, { limit: 100, before: 17 }, { token: other.token })
  expect(next.list.map((message) => message.seq)).toEqual(Array.from({ length: 16 }, (_, i) => 16 - i))
  expect(next.more).toBe(false)
})

test('a message can have pictures and cards of its own shop only', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const deposit = await creditMerchant(server, shop, '100')
  await sendText('', { about: { kind: 'order', id: order.id } }, shop)
  await sendText(
    'And this',
    { about: { kind: 'deposit', id: deposit }, picture: await picture(upload.path, shop.token) },
    shop,
  )
  const { list } = await talk(shop)
  expect(list[1]!.card).toMatchObject({ kind: 'order', id: order.id, code: order.code })
  expect(list[0]).toMatchObject({ picture: true, card: { kind: 'deposit' } })
  const shown = await server.must(supportPicture, { id: list[0]!.id }, { token: shop.token })
  expect(shown.contentType).toBe('image/jpeg')
  expect((await server.must(conversationPicture, { conversationId: shop.shopId, id: list[0]!.id }, desk)).base64).toBe(
    shown.base64,
  )
  for (const reply of [
    await server.call(supportPicture, { id: list[0]!.id }, { token: merchant.token }),
    await sendText('', { picture: await picture(upload.path, shop.token) }),
  ])
    expect(reply.reason).toBe('file/not-found')
  expect((await sendText('', { about: { kind: 'order', id: order.id } })).reason).toBe('support/about-unknown')
  expect((await sendText('', { about: { kind: 'deposit', id: order.id } }, shop)).reason).toBe('support/about-unknown')
  expect((await sendText('')).reason).toBe('support/empty')
})

test('a staff message with payment details is refused', async () => {
  for (const text of [
    'Pay to IE29 AIBK 9311 5212 3456 78',
    'I·E·2·9·A·I·B·K·9·3·1·1·5·2·1·2·3·4·5·6·7·8',
    'Send it to nine three one one five two one two three four',
    'PIX: pix@harbour.example',
    'See harbour.соm',
    'USDT: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  ]) {
    const reply = await answer(text)
    expect([text, reply.reason, Object.keys(reply.fields ?? {})]).toEqual([text, 'request/invalid', ['text']])
  }
  expect((await answer('Order ABC12345 was refunded 12.34')).code).toBe(1)
  // The merchant may send payment details.
  expect((await sendText('My card ends in 4242 4242 4242 4242')).code).toBe(1)
  expect(
    (await server.call(answerConversation, { id: newId(), text: 'x', conversationId: newId() }, desk)).reason,
  ).toBe('support/not-found')
  expect((await server.must(readConversation, { conversationId: merchant.shopId }, desk)).list[0]!.by).toBe('merchant')
})

test('an account number split over several staff messages is refused at its last part, also with other text between', async () => {
  const other = await aMerchant(server)
  expect((await answer('IE29 AIBK 9311', {}, other)).code).toBe(1)
  await sendText('What is that?', {}, other)
  expect((await answer('5212 34', {}, other)).reason).toBe('support/payment-details')
  expect((await answer('Your parcel left today.', {}, other)).code).toBe(1)
  const third = await aMerchant(server)
  expect((await answer('harbour', {}, third)).code).toBe(1)
  expect((await answer('.com/pay', {}, third)).reason).toBe('support/payment-details')
  // Of two concurrent halves the second is refused.
  const fourth = await aMerchant(server)
  const both = await Promise.all(['4242 4242', '4242 4242'].map((half) => answer(half, {}, fourth)))
  expect(both.map((reply) => reply.reason ?? 'sent').sort()).toEqual(['sent', 'support/payment-details'])
})

test('customer service sends a PIX recharge as a card with the configured account, in dollars or reais, once per key', async () => {
  const shop = await aStockedShop(server)
  const finance = await anOperator(server, 'finance')
  const send = (input: object, { token } = desk, key: string = newId()) =>
    server.call(sendPixInTalk, { shopId: shop.shopId, ...input } as never, { token, key })
  await sendText('I would like to recharge $80.00 by PIX.', {}, shop)

  const key = newId()
  const asked = { amount: '80', currency: 'USD' }
  expect((await send(asked)).reason).toBe('payment-account/not-confirmed')
  await confirmPix(server)
  const sent = (await send(asked, desk, key)).data
  expect(sent).toMatchObject({ amount: '80.00', brl: '440.00' })
  expect((await send(asked, desk, key)).data).toEqual(sent)
  const { list, unread } = await talk(shop)
  expect(unread).toBe(1)
  expect(list[0]).toMatchObject({
    by: 'support',
    text: '',
    card: {
      kind: 'deposit',
      id: sent.depositId,
      code: sent.code,
      pix: { amount: '80.00', brl: '440.00', payee: { key: 'pix@platform.example' } },
    },
  })
  expect(
    (await server.must(listConversations, { view: 'waiting' }, desk)).list.some((row) => row.id === shop.shopId),
  ).toBe(false)
  const { channel, state, amount, pix, history } = await server.must(
    rechargeDetail,
    { id: sent.depositId },
    { token: shop.token },
  )
  expect({ channel, state, amount }).toEqual({ channel: 'pix', state: 'awaiting-transfer', amount: '80.00' })
  expect(history).toMatchObject([{ to: 'awaiting-transfer', by: 'operator' }])
  const read = parsePix(pix!.brCode)
  if (hasError(read)) throw new Error('no BR Code')
  expect(read).toMatchObject({ pixKey: 'pix@platform.example', txid: sent.code, transactionAmount: 440 })

  // An amount in reais from the finance desk: the amount in dollars is derived from it. While the support desk answers,
  // nobody else does.
  const reais = { amount: '330.05', currency: 'BRL' }
  expect((await send(reais, finance)).reason).toBe('support/claimed')
  await server.must(releaseConversation, { conversationId: shop.shopId }, desk)
  expect((await send(reais, finance)).data).toMatchObject({
    amount: '60.00',
    brl: '330.05',
  })
  expect((await send({ amount: '329.99', currency: 'BRL' })).reason).toBe('deposit/below-minimum')
  expect((await send({ amount: '59.99', currency: 'USD' })).reason).toBe('deposit/below-minimum')

  const before = (await talk(shop)).list.length
  const { money } = server.app.ctx.settings
  const { pix: configured } = money
  money.pix = null
  try {
    expect((await send(asked)).reason).toBe('deposit/channel-off')
  } finally {
    money.pix = configured
  }
  const fresh = await aMerchant(server, { verified: false })
  expect((await send({ ...asked, shopId: fresh.shopId })).reason).toBe('shop/not-verified')
  expect((await send({ ...asked, shopId: newId() })).reason).toBe('shop/not-found')
  await closeShopNow(server, shop.shopId)
  expect((await send(asked)).reason).toBe('shop/closed')
  expect((await talk(shop)).list).toHaveLength(before)
  expect((await server.must(rechargeRecords, {}, { token: shop.token })).total).toBe(2)
})

test('a picture from staff is refused by the API and by the database', async () => {
  expect((await answer('See here', { picture: newId() })).status).toBe(400)
  const file = await picture(upload.path, merchant.token)
  expect((await answer('Please look at the order')).code).toBe(1)
  await expect(
    sql`insert into talk_message (shop_id, seq, id, by_party, author_id, text, file_id, at)
      values (${merchant.shopId}, 9999, ${newId()}, 'support', ${desk.id}, 'See here', ${file}, ${server.clock.now()})`.execute(
      server.db,
    ),
  ).rejects.toThrow('talk_picture_of_merchant')
})

test('payment details are refused in every other staff text for merchants', async () => {
  const owner = await anOperator(server, 'support', 'finance', 'review', 'fulfilment')
  const text = 'Deposit 500 first at IE29 AIBK 9311 5212 3456 78'
  const ids = { shopId: merchant.shopId, id: newId() }
  const replies = [
    await server.call(rejectWithdrawal, { ...ids, reason: 'account-at-risk', note: text }, { ...owner, key: newId() }),
    await server.call(rejectDeposit, { ...ids, reason: 'not-arrived', note: text }, owner),
    await server.call(announce, { id: newId(), texts: { en: { title: 'News', text } }, shops: 1 }, owner),
    await server.call(announce, { id: newId(), texts: { en: { title: text, text: 'News' } }, shops: 1 }, owner),
    await server.call(
      decideRegistration,
      { shopId: merchant.shopId, decision: 'more-information', asked: { idFront: { text } } },
      owner,
    ),
    await server.call(decideRefund, { ...ids, decision: 'decline', text }, { ...owner, key: newId() }),
    await server.call(viewDocument, { shopId: merchant.shopId, field: 'idFront', reason: text }, owner),
    await server.call(scanOrder, { ...ids, note: text }, { ...owner, key: newId() }),
    await server.call(shipOrder, { ...ids, carrier: text, trackingNumber: 'HP123456' }, { ...owner, key: newId() }),
  ]
  for (const reply of replies) {
    expect(reply.reason).toBe('request/invalid')
    expect(Object.values(reply.fields!)[0]).toContain('Links, email addresses, and phone and account numbers')
  }
})

test('support hours, also over midnight', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour, 30))
  expect([7, 8, 16, 17].map((hour) => isSupportOpen({ from: 8, to: 17 }, at(hour)))).toEqual([false, true, true, false])
  expect([21, 22, 3, 6].map((hour) => isSupportOpen({ from: 22, to: 6 }, at(hour)))).toEqual([false, true, true, false])
})
