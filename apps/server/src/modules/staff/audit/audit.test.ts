/** The audit as auditors and merchants read it. */
import {
  auditDetail,
  auditHead,
  closeShop,
  exportAudit,
  listAudit,
  listShops,
  openShop,
  operatorOrders,
  shopActs,
  viewDocument,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aSigner, anOperator, signs, type TestMerchant } from '../../../../test/builders.ts'
import { listenerOf, startTestServer, type TestServer } from '../../../../test/server.ts'
import { sql } from '../../../platform/database/postgres.ts'

let server: TestServer
let shop: TestMerchant
let other: TestMerchant
let auditor: { token: string }
let reviewer: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  shop = await aMerchant(server)
  other = await aMerchant(server)
  auditor = await anOperator(server, 'auditor')
  reviewer = await anOperator(server, 'review')
  const look = { field: 'idFront' as const, reason: 'Comparing the name' }
  await server.call(viewDocument, { shopId: shop.shopId, ...look }, reviewer)
  await server.call(openShop, { shopId: shop.shopId, reason: 'Looking again' }, reviewer)
  await server.call(viewDocument, { shopId: other.shopId, ...look }, reviewer)
  await server.must(listShops, {}, reviewer)
})
afterAll(() => server.close())

const list = async (filter: Parameters<typeof server.must<typeof listAudit>>[1]) =>
  (await server.must(listAudit, filter, auditor)).list

test('an auditor finds rows by person, act, subject, shop, day and code, and pages through them', async () => {
  const byPerson = await list({ operatorId: reviewer.id })
  expect(byPerson.map(({ endpoint }) => endpoint)).toEqual([
    listShops.path,
    viewDocument.path,
    openShop.path,
    viewDocument.path,
  ])
  expect(byPerson.at(-1)).toMatchObject({
    act: 'read',
    outcome: 'refused',
    refusal: 'file/not-found',
    desk: 'review',
    by: { id: reviewer.id, name: 'Op Erator' },
    subject: { kind: 'document', id: 'idFront', code: null },
    shops: [{ id: shop.shopId, code: shop.shopCode }],
    reason: 'Comparing the name',
  })
  expect(await list({ operatorId: reviewer.id, act: 'read', shopId: shop.shopId })).toHaveLength(1)
  expect(await list({ subject: 'document' })).toHaveLength(2)
  expect(await list({ search: shop.shopCode.toLowerCase() })).toHaveLength(2)
  const today = server.clock.now().toISOString().slice(0, 10)
  expect(await list({ operatorId: reviewer.id, from: today, to: today })).toHaveLength(4)
  expect(await list({ operatorId: reviewer.id, to: '2020-01-01' })).toEqual([])
  const first = await server.must(listAudit, { operatorId: reviewer.id, limit: 3 }, auditor)
  const rest = await server.must(listAudit, { operatorId: reviewer.id, limit: 3, cursor: first.cursor! }, auditor)
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(byPerson.map(({ id }) => id))
  expect(rest.cursor).toBeNull()
})

test('a row shows its place in the chain, and whether its hash follows', async () => {
  const [row] = await list({ operatorId: reviewer.id })
  const detail = await server.must(auditDetail, { id: row!.id }, auditor)
  expect(detail).toMatchObject({ verified: true, requestId: expect.any(String), address: '127.0.0.1' })
  await server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_record set reason = 'Changed' where seq = ${row!.id}`.execute(tx)
  })
  expect((await server.must(auditDetail, { id: row!.id }, auditor)).verified).toBe(false)
  await server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_record set reason = null where seq = ${row!.id}`.execute(tx)
  })
  expect((await server.must(auditDetail, { id: row!.id }, auditor)).verified).toBe(true)
  expect((await server.call(auditDetail, { id: '999999' }, auditor)).reason).toBe('audit/not-found')
  expect(Number((await server.must(auditHead, {}, auditor)).rows)).toBeGreaterThan(4)
})

test('the export has the rows of the filter, and no cell begins a formula', async () => {
  await server.call(viewDocument, { shopId: shop.shopId, field: 'idBack', reason: '=HYPERLINK("x", 1)' }, reviewer)
  const reply = await listenerOf(server.app, exportAudit.path).inject({
    method: 'POST',
    url: exportAudit.path,
    headers: { token: auditor.token, 'content-type': 'application/json' },
    payload: JSON.stringify({ operatorId: reviewer.id, shopId: shop.shopId }),
  })
  expect(reply.headers['content-disposition']).toMatch(/quayside-audit-\d{4}-\d\d-\d\d\.csv/)
  const lines = reply.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^place,at,outcome/)
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"", 1)"`)
  expect((await list({ act: 'exported' }))[0]!.subject.kind).toBe('audit')
})

test('a merchant sees every act about the own shop, the number of the person and no name', async () => {
  const { list: acts } = await server.must(shopActs, {}, shop)
  expect(acts.map(({ act, subject, outcome }) => [act, subject.kind, subject.id, outcome])).toEqual([
    ['read', 'document', 'idBack', 'refused'],
    ['opened', 'shop', shop.shopId, 'refused'],
    ['read', 'document', 'idFront', 'refused'],
  ])
  expect(acts[0]).toMatchObject({ desk: 'review', staffNumber: expect.any(Number), reason: '=HYPERLINK("x", 1)' })
  expect(JSON.stringify(acts)).not.toContain('Op Erator')
  const { list: theirs } = await server.must(shopActs, {}, other)
  expect(theirs.map(({ act }) => act)).toEqual(['read'])
  const first = await server.must(shopActs, { limit: 2 }, shop)
  const rest = await server.must(shopActs, { limit: 2, cursor: first.cursor! }, shop)
  expect([...first.list, ...rest.list]).toEqual(acts)
})

test('lists over many shops are no acts about a shop', async () => {
  await server.must(operatorOrders, { status: 2 }, await anOperator(server, 'fulfilment'))
  const { list: theirs } = await server.must(shopActs, {}, other)
  expect(theirs).toHaveLength(1)
})

test('a signed act is shown as what it is about; views from before the audit follow at the end', async () => {
  await sql`insert into document_view (shop_id, field, operator_id, reason, at)
    values (${other.shopId}, 'idInHand', ${reviewer.id}, 'Before the audit', '2026-01-01')`.execute(server.owner)
  const wish = { scope: 'all', reason: 'fraud', note: 'Copies of a brand' } as const
  const effectiveAt = server.clock.now().toISOString()
  const { actId } = await server.must(
    closeShop,
    { shopId: other.shopId, ...wish, effectiveAt },
    await anOperator(server, 'support'),
  )
  expect((await signs(server, await aSigner(server, 'review'), actId!)).code).toBe(1)
  const { list: acts } = await server.must(shopActs, {}, other)
  expect(acts.map(({ act, subject }) => [act, subject.kind, subject.code])).toEqual([
    ['signed', 'shop', other.shopCode],
    ['read', 'shop', other.shopCode],
    ['closed', 'shop', other.shopCode],
    ['read', 'document', null],
    ['read', 'document', null],
  ])
  expect(acts.at(-1)).toMatchObject({ at: '2026-01-01T00:00:00.000Z', reason: 'Before the audit' })
})
