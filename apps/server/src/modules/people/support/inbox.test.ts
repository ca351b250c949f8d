/** The inbox of the support desk, on real PostgreSQL: claims, states, notes, replies and payment accounts. */
import {
  answerConversation,
  assignConversation,
  buyerConversation,
  claimConversation,
  claimLifetime,
  confirmPaymentAccount,
  conversationContext,
  countConversations,
  deleteReply,
  fillReply,
  listConversations,
  listPaymentAccounts,
  listReplies,
  listSupportOperators,
  markMessages,
  noteConversation,
  readAsBuyer,
  readConversation,
  refuseAct,
  releaseConversation,
  saveReply,
  sendAsBuyer,
  sendToSupport,
  setConversationState,
  supportConversation,
  typingToSupport,
  withdrawPaymentAccount,
  type ConversationView,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aBuyer,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  type TestMerchant,
  aSigner,
  signs,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { addTime, days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'
import { listInbox } from './inbox-store.ts'

let server: TestServer
let ann: { token: string; id: string }
let ben: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  ann = await anOperator(server, 'support')
  ben = await anOperator(server, 'support')
})
afterAll(() => server.close())

let merchant: TestMerchant
beforeEach(async () => {
  merchant = await aMerchant(server)
  server.clock.pass(hours(1))
})

const write = (text: string, of = merchant) => server.must(sendToSupport, { id: newId(), text }, { token: of.token })
const answer = (text: string, by = ann, more: object = {}, of = merchant) =>
  server.call(answerConversation, { id: newId(), conversationId: of.shopId, text, ...more }, by)
const view = async (name: ConversationView, by = ann) =>
  (await server.must(listConversations, { view: name, limit: 100 }, by)).list.map((row) => row.id)
const conversation = async (by = ann, of = merchant) =>
  (await server.must(readConversation, { conversationId: of.shopId }, by)).conversation

test('of two operators who answer at once one does; the other can when the claim ends', async () => {
  await write('Where is my order?')
  const both = await Promise.all([answer('It left today.', ann), answer('It is here.', ben)])
  expect(both.map((reply) => reply.reason ?? 'sent').sort()).toEqual(['sent', 'support/claimed'])
  const winner = both[0]!.code === 1 ? ann : ben
  const other = winner === ann ? ben : ann
  expect((await conversation(other)).claimed).toMatchObject({ id: winner.id, own: false })
  const claim = (by: typeof ann) => server.call(claimConversation, { conversationId: merchant.shopId }, by)
  expect((await claim(other)).msg).toContain('Op Erator is answering')
  server.clock.pass(claimLifetime - 1000)
  expect((await claim(winner)).code).toBe(1)
  server.clock.pass(claimLifetime - 1000)
  expect((await answer('Hello', other)).reason).toBe('support/claimed')
  server.clock.pass(2000)
  expect((await answer('It arrives tomorrow.', other)).code).toBe(1)
  await server.must(releaseConversation, { conversationId: merchant.shopId }, other)
  expect((await conversation()).claimed).toBeNull()
  expect((await answer('Anything else?', winner)).code).toBe(1)
})

test('the database stores no answer of an operator without the claim', async () => {
  await write('Hello')
  await server.must(claimConversation, { conversationId: merchant.shopId }, ann)
  const insert = (operatorId: string, at: Date) =>
    sql`insert into talk_message (shop_id, seq, id, by_party, author_id, text, at)
      values (${merchant.shopId}, 2, ${newId()}, 'support', ${operatorId}, 'Hi', ${at})`.execute(server.db)
  await expect(insert(ben.id, server.clock.now())).rejects.toThrow('another operator answers this conversation')
  await expect(insert(ann.id, addTime(server.clock.now(), minutes(6)))).rejects.toThrow('another operator')
})

test('the longest waiting stands first, in pages, and every view has its own conversations', async () => {
  const shops = [merchant, await aMerchant(server), await aMerchant(server), await aMerchant(server)]
  for (const shop of shops) {
    await write('Hello', shop)
    server.clock.pass(minutes(1))
  }
  const ids = shops.map((shop) => shop.shopId)
  const only = async (name: ConversationView, by = ann) =>
    (await view(name, by)).filter((id) => ids.includes(id)).map((id) => ids.indexOf(id))
  // A second message does not move a merchant who waits already.
  await write('Still here', shops[0])
  expect(await only('waiting')).toEqual([0, 1, 2, 3])
  const before = await server.must(countConversations, {}, ann)
  await answer('Yes', ann, {}, shops[1])
  expect(await only('waiting')).toEqual([0, 2, 3])
  expect(await only('open')).toEqual([0, 2, 3, 1])
  expect(await only('mine')).toEqual([1])
  expect(await only('unassigned')).toEqual([0, 2, 3])
  expect(await only('all')).toEqual([1, 0, 3, 2])
  expect(await server.must(countConversations, {}, ann)).toMatchObject({
    waiting: before.waiting - 1,
    mine: before.mine + 1,
    open: before.open,
  })

  const state = (of: TestMerchant, change: object) =>
    server.call(setConversationState, { conversationId: of.shopId, ...change } as never, ann)
  const tomorrow = addTime(server.clock.now(), days(1)).toISOString()
  for (const change of [
    { state: 'snoozed', until: tomorrow },
    { state: 'snoozed', reason: 'Later' },
    { state: 'snoozed', reason: 'Later', until: server.clock.now().toISOString() },
    { state: 'snoozed', reason: 'Later', until: addTime(server.clock.now(), days(31)).toISOString() },
  ])
    expect((await state(shops[0]!, change)).reason).toBe('support/snooze-time')
  expect((await state(shops[0]!, { state: 'snoozed', reason: 'The carrier answers', until: tomorrow })).code).toBe(1)
  expect((await state(shops[2]!, { state: 'done' })).code).toBe(1)
  expect(await only('open')).toEqual([3, 1])
  expect(await only('snoozed')).toEqual([0])
  expect(await only('done')).toEqual([2])
  expect(await conversation(ann, shops[2])).toMatchObject({ state: 'done', waitingSince: null })
  // A snooze ends by itself, and with the merchant's next message; so does done.
  server.clock.pass(days(1))
  expect(await only('open')).toEqual([0, 3, 1])
  expect(await conversation(ann, shops[0])).toMatchObject({ state: 'open', snoozedUntil: null })
  await write('One more thing', shops[2])
  expect(await only('open')).toEqual([0, 3, 2, 1])

  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await server.must(listConversations, { view: 'open', limit: 2, ...(cursor && { cursor }) }, ann)
    seen.push(...page.list.map((row) => row.id))
    cursor = page.cursor
  } while (cursor)
  expect(seen).toEqual(await view('open'))
  const next = (await server.must(listConversations, { view: 'open', limit: 1 }, ann)).cursor!
  expect((await server.call(listConversations, { view: 'all', cursor: next }, ann)).reason).toBe('request/malformed')
})

test('a conversation is assigned to an operator of the desk, and found by shop and order', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  await write('A question', shop)
  const finance = await anOperator(server, 'finance')
  const assign = (operatorId: string | null) =>
    server.call(assignConversation, { conversationId: shop.shopId, operatorId }, ann)
  expect((await assign(finance.id)).reason).toBe('support/not-at-desk')
  expect((await assign(ben.id)).code).toBe(1)
  expect(await view('mine', ben)).toContain(shop.shopId)
  expect((await server.must(listSupportOperators, {}, ann)).list.map((row) => row.id)).not.toContain(finance.id)
  for (const search of [shop.shopCode.toLowerCase(), `hop ${shop.shopCode}`, order.code])
    expect(
      (await server.must(listConversations, { view: 'all', search }, ann)).list.map((row) => row.id),
      search,
    ).toEqual([shop.shopId])
  expect((await server.must(listConversations, { view: 'all', search: '%' }, ann)).list).toEqual([])
  // The newest message with the words stands in the row, also when it is not the last one.
  await write(`${'Before. '.repeat(10)}My PARCEL_17 of 退款 is late. ${'After. '.repeat(40)}`, shop)
  await write('Thank you', shop)
  const found = async (search: string) =>
    (await server.must(listConversations, { view: 'all', search }, ann)).list.map((row) => [row.id, row.found])
  expect(await found('parcel_17')).toEqual([
    [shop.shopId, expect.stringMatching(/^…[\w. ]{20}PARCEL_17 of 退款 is late\. [\w. ]{100,180}$/)],
  ])
  // A frequent word is looked up in another way, with the same result.
  for (const most of [0, 1])
    expect(
      (
        await listInbox(
          server.db,
          { view: 'all', search: 'parcel_17', operatorId: ann.id },
          undefined,
          5,
          server.clock.now(),
          most,
        )
      ).map((row) => row.party_id),
    ).toEqual([shop.shopId])
  expect(await found('退款')).toEqual([[shop.shopId, expect.stringContaining('退款')]])
  expect(await found('parcelX17')).toEqual([])
  expect(await found('_1')).toEqual([])
  expect((await conversation(ann, shop)).last).toBe('Thank you')
  expect(await server.must(conversationContext, { conversationId: shop.shopId }, ann)).toMatchObject({
    shop: { code: shop.shopCode, verified: true, closed: false },
    orders: [{ id: order.id, code: order.code }],
  })
  expect((await server.call(conversationContext, { conversationId: newId() }, ann)).reason).toBe('support/not-found')
})

test('merchants see a staff number and no name, and no note, in every answer of their API', async () => {
  await write('Hello')
  await answer('Good morning')
  const note = { conversationId: merchant.shopId, id: newId(), text: 'Difficult. Colleague Zed knows the case.' }
  await server.must(noteConversation, note, ann)
  await server.must(noteConversation, note, ann)
  await server.must(
    setConversationState,
    {
      conversationId: merchant.shopId,
      state: 'snoozed',
      until: addTime(server.clock.now(), days(1)).toISOString(),
      reason: 'Zed asks the carrier',
    },
    ann,
  )
  const desk = await server.must(readConversation, { conversationId: merchant.shopId }, ben)
  expect(desk.notes.map(({ text, by }) => [text, by.name])).toEqual([
    [note.text, 'Op Erator'],
    ['Zed asks the carrier', 'Op Erator'],
  ])
  const shown = await server.must(supportConversation, {}, { token: merchant.token })
  const [{ staff_number }] = (await queryAll(
    server.owner,
    sql<{ staff_number: number }>`select staff_number from operator where id = ${ann.id}`,
  )) as [{ staff_number: number }]
  expect(shown.list.map(({ by, staff }) => [by, staff])).toEqual([
    ['support', staff_number],
    ['merchant', null],
  ])
  // Every endpoint of the merchant that answers without further input.
  const replies = []
  for (const { endpoint } of server.app.routes.filter(
    (one) => one.endpoint.api === 'merchant' && one.endpoint.readOnly,
  ))
    replies.push(await server.call(endpoint, {} as never, { token: merchant.token }))
  expect(replies.filter((reply) => reply.code === 1).length).toBeGreaterThan(20)
  const everything = JSON.stringify([shown, replies])
  for (const secret of ['Op Erator', ann.id, 'Zed', '@platform.example']) expect(everything).not.toContain(secret)
})

test('each side sees that the other writes, for some seconds', async () => {
  await write('Hello')
  await server.must(typingToSupport, {}, { token: merchant.token })
  const atDesk = () => server.must(readConversation, { conversationId: merchant.shopId }, ann)
  const atMerchant = () => server.must(supportConversation, {}, { token: merchant.token })
  expect((await atDesk()).typingUntil).not.toBeNull()
  expect((await atMerchant()).typingUntil).toBeNull()
  await server.must(claimConversation, { conversationId: merchant.shopId, typing: true }, ann)
  expect((await atMerchant()).typingUntil).not.toBeNull()
  server.clock.pass(minutes(1))
  expect((await atDesk()).typingUntil).toBeNull()
  expect((await atMerchant()).typingUntil).toBeNull()
})

test('a buyer writes to customer service in a conversation of the same inbox', async () => {
  const buyer = await aBuyer(server)
  const id = newId()
  for (const _ of ['once', 'twice']) await server.must(sendAsBuyer, { id, text: 'Is my parcel lost?' }, buyer)
  const row = (await server.must(listConversations, { view: 'waiting', party: 'buyer' }, ann)).list.at(-1)!
  expect(row).toMatchObject({ id: buyer.buyerId, party: 'buyer', code: null, unread: 1, last: 'Is my parcel lost?' })
  const about = { conversationId: buyer.buyerId, id: newId(), text: 'It arrives today.' }
  expect((await server.call(answerConversation, { ...about, about: { kind: 'order', id: newId() } }, ann)).reason).toBe(
    'support/merchant-only',
  )
  await server.must(answerConversation, about, ann)
  const seen = await server.must(buyerConversation, {}, buyer)
  expect(seen.list.map((message) => [message.by, message.text])).toEqual([
    ['support', 'It arrives today.'],
    ['buyer', 'Is my parcel lost?'],
  ])
  await server.must(readAsBuyer, { seq: 2 }, buyer)
  expect((await server.must(readConversation, { conversationId: buyer.buyerId }, ann)).readBy.merchant).toBe(2)
  expect((await server.must(buyerConversation, {}, await aBuyer(server))).list).toEqual([])
})

test('a saved reply is one entry with its languages, filled in for the merchant’s language', async () => {
  const id = newId()
  const texts = { en: 'Order {code} of {shop} is on its way.', pt: 'O pedido {code} está a caminho.' }
  const save = (version: number | null, more: object = {}) =>
    server.call(saveReply, { id, version, name: 'On its way', texts, ...more }, ann)
  expect((await save(null)).data).toEqual({ version: 1 })
  expect((await save(null)).data).toEqual({ version: 1 })
  expect((await save(null, { id: newId() })).reason).toBe('reply/name-taken')
  expect((await save(1, { texts: { pt: 'Olá' } })).fields).toHaveProperty('texts.en')
  expect((await save(1, { texts: { en: 'Hello {name}' } })).reason).toBe('reply/unknown-variable')
  expect((await save(1, { texts: { en: 'Pay IE29 AIBK 9311 5212 3456 78' } })).reason).toBe('request/invalid')
  const both = await Promise.all([save(1), save(1)])
  expect(both.map((reply) => reply.reason ?? 'saved').sort()).toEqual(['reply/changed', 'saved'])

  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const fill = (more: object = {}) => server.must(fillReply, { id, conversationId: shop.shopId, ...more }, ann)
  expect(await fill()).toEqual({
    text: `Order {code} of Shop ${shop.shopCode} is on its way.`,
    language: 'en',
    fallback: false,
    missing: ['code'],
  })
  await server.must(markMessages, { messages: 'all' }, { token: shop.token, lang: 'pt' })
  expect(await fill({ about: { kind: 'order', id: order.id } })).toEqual({
    text: `O pedido ${order.code} está a caminho.`,
    language: 'pt',
    fallback: false,
    missing: [],
  })
  await server.must(markMessages, { messages: 'all' }, { token: shop.token, lang: 'ja' })
  expect(await fill()).toMatchObject({ language: 'en', fallback: true })
  const [listed] = (await server.must(listReplies, { search: 'on its' }, ann)).list
  expect(listed).toMatchObject({ id, version: 2, uses: 3, usedAt: server.clock.now().toISOString() })
  expect(listed!.missing).toHaveLength(15)
  await server.must(deleteReply, { id }, ann)
  expect((await server.call(fillReply, { id, conversationId: shop.shopId }, ann)).reason).toBe('reply/not-found')
  expect((await save(2)).reason).toBe('reply/not-found')
})

test('a payment account is sent only after two people confirmed the content of the settings, and is outdated when the settings change', async () => {
  await write('Where do I pay?')
  const [first, second] = [await aSigner(server, 'finance'), await aSigner(server, 'finance')]
  const accounts = async (by = first) => (await server.must(listPaymentAccounts, {}, by)).list
  const pix = async (by = first) => (await accounts(by)).find((account) => account.channel === 'pix')!
  const confirm = (by: typeof first, digest: string) =>
    server.call(confirmPaymentAccount, { digest }, { token: by.token, key: newId() })
  const { digest } = await pix()
  expect((await confirm(first, '0'.repeat(64))).reason).toBe('payment-account/not-configured')
  // The same person twice, at once: one confirmation.
  const own = await Promise.all([confirm(first, digest), confirm(first, digest)])
  expect(own.map((reply) => reply.reason ?? 'done').sort()).toEqual(['act/already-open', 'done'])
  expect(await pix()).toMatchObject({ state: 'needs-second', actId: expect.any(String) })
  // A refused act makes room for another confirmation.
  await server.must(refuseAct, { id: (await pix()).actId!, reason: 'Look at it again' }, second)
  expect(await pix()).toMatchObject({ state: 'unconfirmed', actId: null })
  await confirm(first, digest)
  const { id, actId } = await pix()
  expect((await answer('', ann, { accountId: id })).reason).toBe('payment-account/not-confirmed')
  await expect(
    sql`insert into talk_message (shop_id, seq, id, by_party, author_id, text, account_id, at)
      values (${merchant.shopId}, 2, ${newId()}, 'support', ${ann.id}, '', ${id}, ${server.clock.now()})`.execute(
      server.owner,
    ),
  ).rejects.toThrow(/another operator|two operators/)
  await expect(
    sql`update payment_account set second_by = first_by, second_at = now() where id = ${id}`.execute(server.db),
  ).rejects.toThrow(/two people/)
  expect((await signs(server, first, actId!)).reason).toBe('operator/second-person')
  const { pix: set } = server.app.ctx.settings.money
  server.app.ctx.settings.money.pix = { ...set!, key: 'another@platform.example' }
  expect((await signs(server, second, actId!)).reason).toBe('payment-account/not-configured')
  server.app.ctx.settings.money.pix = set
  const signed = await Promise.all([1, 2].map(() => signs(server, second, actId!)))
  expect(signed.filter((reply) => reply.code === 1)).toHaveLength(1)
  expect((await confirm(second, digest)).reason).toBe('payment-account/already-confirmed')

  expect((await answer('You can pay here.', ann, { accountId: id })).code).toBe(1)
  const card = async () => (await server.must(supportConversation, {}, { token: merchant.token })).list[0]!.account!
  expect(await card()).toMatchObject({
    channel: 'pix',
    holder: 'Quayside Test',
    lines: [{ label: null, value: 'pix@platform.example' }],
    state: 'current',
  })
  const { money } = server.app.ctx.settings
  const configured = money.pix!
  money.pix = { ...configured, key: 'other@platform.example' }
  try {
    expect(await card()).toMatchObject({ state: 'outdated', lines: [] })
    expect((await answer('', ann, { accountId: id })).reason).toBe('payment-account/not-confirmed')
    expect((await accounts()).filter((account) => account.channel === 'pix').map((account) => account.state)).toEqual([
      'unconfirmed',
      'outdated',
    ])
  } finally {
    money.pix = configured
  }
  expect(await card()).toMatchObject({ state: 'current' })
  await server.must(withdrawPaymentAccount, { id: id!, reason: 'The bank closes it' }, second)
  expect(await card()).toMatchObject({ state: 'outdated', lines: [] })
  expect((await answer('', ann, { accountId: id })).reason).toBe('payment-account/not-found')
  expect(await pix()).toMatchObject({ state: 'unconfirmed' })
  const buyer = await aBuyer(server)
  await server.must(sendAsBuyer, { id: newId(), text: 'Hello' }, buyer)
  expect(
    (
      await server.call(
        answerConversation,
        { id: newId(), conversationId: buyer.buyerId, text: '', accountId: id! },
        ann,
      )
    ).reason,
  ).toBe('support/merchant-only')
})
