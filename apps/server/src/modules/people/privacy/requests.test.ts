/** Requests of people about their data: asked in the app or written down, proved, answered, erased by two people. */
import {
  actDetail,
  askPrivacyRequest,
  claimWork,
  decidePrivacyRequest,
  exportPrivacyRequest,
  listMessages,
  listPrivacyRequests,
  listWork,
  ownPrivacyCopy,
  ownPrivacyRequests,
  privacyRequestDetail,
  proposeErasure,
  provePrivacyRequest,
  recordPrivacyRequest,
  shopActs,
  withdrawPrivacyRequest,
  type Endpoint,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOrder,
  aSigner,
  aStockedShop,
  closeShopNow,
  loginPassword,
  mustSign,
  placeTestOrder,
  signs,
  type Signer,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { processEvents } from '../messages/process-events.ts'
import { copyUntil } from './request.ts'

let server: TestServer
let support: Signer
let owner: Signer
beforeAll(async () => {
  server = await startTestServer()
  support = await aSigner(server, 'support')
  owner = await aSigner(server, 'owner')
})
afterAll(() => server.close())

const desk = () => ({ token: support.token })
const password = loginPassword
const ask = async (token: string, kind: 'export' | 'erasure') =>
  (await server.must(askPrivacyRequest, { kind, password, text: 'Please' }, { token })).id
const proof = { proof: 'mail-answered', note: 'Answered our mail of Monday' } as const
/** A file of an endpoint; the envelope of a refusal. */
async function download(endpoint: Endpoint, id: string, token: string) {
  const listener = endpoint.api === 'platform' ? server.app.console : server.app.http
  const response = await listener.inject({ method: 'POST', url: endpoint.path, headers: { token }, payload: { id } })
  return {
    name: String(response.headers['content-disposition'] ?? ''),
    body: response.json() as Record<string, unknown>,
  }
}
const reasonOf = ({ body }: Awaited<ReturnType<typeof download>>) => (body['data'] as { reason: string }).reason
const erased = async (shopId: string) =>
  (await queryOne(
    server.owner,
    sql<{ erased: boolean }>`select erased_at is not null as erased from merchant where shop_id = ${shopId}`,
  ))!.erased

test('a merchant asks for a copy in the app, support hands it over, and the merchant downloads it for thirty days', async () => {
  const merchant = await aMerchant(server)
  const { token } = merchant
  const wrong = await server.call(askPrivacyRequest, { kind: 'export', password: 'wrong', text: '' }, { token })
  expect(wrong.reason).toBe('login/password-wrong')
  const id = await ask(token, 'export')
  const again = await server.call(askPrivacyRequest, { kind: 'export', password, text: '' }, { token })
  expect(again.reason).toBe('privacy/already-open')
  const [request] = (await server.must(ownPrivacyRequests, {}, { token })).list
  const asked = new Date(request!.at)
  expect(request).toMatchObject({ id, kind: 'export', state: 'open', copyUntil: null })
  // A calendar month; a shorter month ends on its last day.
  const due = new Date(request!.dueAt)
  expect((due.getUTCMonth() - asked.getUTCMonth() + 12) % 12).toBe(1)
  expect(reasonOf(await download(ownPrivacyCopy, id, token))).toBe('privacy/no-copy')

  const work = await server.must(listWork, { kind: 'privacy-request' }, desk())
  expect(work.list).toMatchObject([{ id, title: request!.code, dueAt: request!.dueAt }])
  expect((await server.must(listPrivacyRequests, {}, desk())).list).toMatchObject([
    { id, party: 'merchant', shop: { code: merchant.shopCode }, proof: 'log-in' },
  ])
  // While another person holds the claim, nobody else decides.
  await server.must(claimWork, { kind: 'privacy-request', id }, { token: owner.token })
  const decision = { id, decision: 'done', note: 'It waits in your app' } as const
  expect((await server.call(decidePrivacyRequest, decision, desk())).reason).toBe('work/claimed')

  const file = await download(exportPrivacyRequest, id, owner.token)
  expect(file.name).toContain(`quayside-data-${request!.code}.json`)
  expect(file.body).toMatchObject({ party: 'merchant', sections: { shop: [{ code: merchant.shopCode }] } })
  await server.must(decidePrivacyRequest, decision, { token: owner.token })
  const own = await download(ownPrivacyCopy, id, token)
  expect(own.body).toMatchObject({ party: 'merchant', sections: { shop: [{ code: merchant.shopCode }] } })
  expect(JSON.stringify(own.body)).not.toMatch(/password_hash|token_hash/)
  // Nobody else gets it, and after thirty days nobody.
  const stranger = await aMerchant(server)
  expect(reasonOf(await download(ownPrivacyCopy, id, stranger.token))).toBe('privacy/not-found')
  await processEvents(server.app.ctx)
  const messages = await server.must(listMessages, {}, { token })
  expect(messages.list.map(({ kind }) => kind)).toContain('privacy.copy-ready')
  const acts = (await server.must(shopActs, {}, { token })).list
  expect(acts.filter(({ subject }) => subject.kind === 'privacy-request').map(({ act }) => act)).toEqual(
    expect.arrayContaining(['exported', 'decided']),
  )
  const done = { kind: 'export', state: 'done', decided_at: server.clock.now() } as const
  expect(copyUntil(done, addTime(done.decided_at, days(29)))).toBe(addTime(done.decided_at, days(30)).toISOString())
  expect(copyUntil(done, addTime(done.decided_at, days(30)))).toBeNull()
  expect(copyUntil({ ...done, kind: 'erasure' }, done.decided_at)).toBeNull()
})

test('of two requests at once one is open, and a merchant takes it back', async () => {
  const { token } = await aMerchant(server)
  const both = await Promise.all(
    [1, 2].map(() => server.call(askPrivacyRequest, { kind: 'erasure', password, text: '' }, { token })),
  )
  expect(both.map(({ reason }) => reason).sort()).toEqual(['privacy/already-open', undefined])
  const [request] = (await server.must(ownPrivacyRequests, {}, { token })).list
  const stranger = await aMerchant(server)
  expect((await server.call(withdrawPrivacyRequest, { id: request!.id }, { token: stranger.token })).reason).toBe(
    'privacy/not-found',
  )
  await server.must(withdrawPrivacyRequest, { id: request!.id }, { token })
  expect((await server.call(withdrawPrivacyRequest, { id: request!.id }, { token })).reason).toBe('privacy/not-open')
  const refused = { id: request!.id, decision: 'refused', note: 'Too late' } as const
  expect((await server.call(decidePrivacyRequest, refused, desk())).reason).toBe('privacy/not-open')
  expect((await server.must(listWork, { kind: 'privacy-request' }, desk())).list).toEqual([])
})

test('a merchant is erased by two people, after the shop is closed and empty', async () => {
  const { token, shopId, shopCode } = await aMerchant(server)
  const id = await ask(token, 'erasure')
  const note = 'The shop is closed, nothing is left'
  expect((await server.must(privacyRequestDetail, { id }, desk())).blockers).toEqual(['the shop is not closed'])
  expect((await server.call(proposeErasure, { id, note }, desk())).reason).toBe('privacy/blocked')
  const done = { id, decision: 'done', note: 'Done' } as const
  expect((await server.call(decidePrivacyRequest, done, desk())).reason).toBe('privacy/other-kind')
  expect(reasonOf(await download(exportPrivacyRequest, id, support.token))).toBe('privacy/other-kind')
  await closeShopNow(server, shopId)
  const { actId } = await server.must(proposeErasure, { id, note }, { token: owner.token })
  expect((await server.call(proposeErasure, { id, note }, desk())).reason).toBe('act/already-open')
  expect((await server.must(privacyRequestDetail, { id }, desk())).actId).toBe(actId)
  // The proposer does not sign, and support is not the desk of the act.
  expect((await signs(server, owner, actId)).reason).toBe('operator/second-person')
  expect((await signs(server, support, actId)).reason).toBe('act/wrong-desk')
  expect(await erased(shopId)).toBe(false)
  const second = await aSigner(server, 'owner')
  await mustSign(server, second, actId)
  expect(await erased(shopId)).toBe(true)
  const detail = await server.must(privacyRequestDetail, { id }, desk())
  expect(detail).toMatchObject({
    state: 'done',
    erased: true,
    text: '',
    proposedBy: { id: owner.id },
    decidedBy: { id: second.id },
    note,
  })
  const record = { party: 'merchant', name: shopCode, kind: 'export', text: '' } as const
  expect((await server.call(recordPrivacyRequest, record, desk())).reason).toBe('privacy/erased')
})

test('a request by mail is written down, proved, and refused with a reason', async () => {
  const shop = await aStockedShop(server)
  const { buyer } = await anOrder(server, shop, { status: 6 })
  const record = (name: string, kind: 'export' | 'erasure' = 'export') =>
    server.call(recordPrivacyRequest, { party: 'buyer', name, kind, text: 'A letter' }, desk())
  expect((await record('nobody@buyer.example')).reason).toBe('privacy/unknown-person')
  const { id } = (await record(buyer.buyerId)).data
  expect((await record(buyer.buyerId)).reason).toBe('privacy/already-open')
  const handOver = { id, decision: 'done', note: 'Sent by mail' } as const
  expect((await server.call(decidePrivacyRequest, handOver, desk())).reason).toBe('privacy/not-proved')
  expect(reasonOf(await download(exportPrivacyRequest, id, support.token))).toBe('privacy/not-proved')
  await server.must(provePrivacyRequest, { id, ...proof }, desk())
  expect((await server.call(provePrivacyRequest, { id, ...proof }, desk())).reason).toBe('privacy/already-proved')
  expect((await download(exportPrivacyRequest, id, support.token)).body).toMatchObject({ party: 'buyer' })
  const erasure = (await record(buyer.buyerId, 'erasure')).data.id
  expect((await server.call(proposeErasure, { id: erasure, note: 'Please' }, desk())).reason).toBe('privacy/not-proved')
  await server.must(decidePrivacyRequest, { ...handOver, decision: 'refused', note: 'Not the person' }, desk())
  expect((await server.must(privacyRequestDetail, { id }, desk())).note).toBe('Not the person')
  await server.must(provePrivacyRequest, { id: erasure, ...proof }, desk())
  const { actId } = await server.must(proposeErasure, { id: erasure, note: 'Proved by mail' }, desk())
  // An order on its way stops the signature too.
  await placeTestOrder(server, shop, 1, buyer)
  expect((await signs(server, owner, actId)).reason).toBe('privacy/blocked')
  expect((await server.must(actDetail, { id: actId }, { token: owner.token })).state).toBe('open')
  await server.must(decidePrivacyRequest, { id: erasure, decision: 'refused', note: 'An order is open' }, desk())
  expect((await server.must(actDetail, { id: actId }, { token: owner.token })).state).toBe('refused')
})

test('the server’s role erases nobody without a signed act, and marks no erasure as done', async () => {
  const { token, shopId } = await aMerchant(server)
  const id = await ask(token, 'erasure')
  await closeShopNow(server, shopId)
  const now = server.clock.now()
  await expect(sql`select erase_requested(${id}, ${now})`.execute(server.db)).rejects.toMatchObject({
    constraint: 'signed_act',
  })
  await server.must(proposeErasure, { id, note: 'Nobody signs this' }, desk())
  await expect(sql`select erase_requested(${id}, ${now})`.execute(server.db)).rejects.toMatchObject({
    constraint: 'signed_act',
  })
  await expect(sql`select erase_merchant(${shopId}, ${now})`.execute(server.db)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    sql`update privacy_request set state = 'done', note = 'x', decided_by = ${owner.id}, decided_at = ${now} where id = ${id}`.execute(
      server.db,
    ),
  ).rejects.toMatchObject({ constraint: 'privacy_request_erased' })
  await expect(sql`delete from privacy_request where id = ${id}`.execute(server.db)).rejects.toMatchObject({
    code: '42501',
  })
  expect(await erased(shopId)).toBe(false)
})
