import {
  approveWithdrawal,
  claimDeposit,
  exportWithdrawals,
  listWithdrawals,
  operatorLogin,
  operatorOrderDetail,
  rejectWithdrawal,
  resumePayouts,
  shipOrder,
  viewDocument,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aStockedShop,
  anOperator,
  anOrder,
  creditMerchant,
  withdraw,
  type TestShop,
} from '../../../test/builders.ts'
import { firstOperator, startTestServer, type TestServer } from '../../../test/server.ts'
import { visitGap } from './audit-visits.ts'
import { hours, minutes } from '../jobs/clock.ts'
import { newId } from '../database/ids.ts'
import { queryAll, queryOne, sql } from '../database/postgres.ts'

let server: TestServer
let shop: TestShop
let finance: { token: string; id: string }

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  finance = await anOperator(server, 'finance', 'auditor')
  await creditMerchant(server, shop, '1000')
})
afterAll(() => server.close())

type Row = {
  outcome: string
  refusal: string | null
  operator_id: string | null
  desk: string | null
  act: string
  subject_kind: string
  subject_id: string | null
  subject_code: string | null
  shop_ids: string[]
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  detail: Record<string, unknown> | null
  begun_seq: bigint | null
  seq: bigint
}
const rowsOf = (endpoint: { path: string }, operatorId = finance.id) =>
  queryAll(
    server.db,
    sql<Row>`select * from audit_record where endpoint = ${endpoint.path} and operator_id = ${operatorId} order by seq`,
  )
const broken = async () =>
  Number((await queryOne(server.db, sql<{ n: bigint }>`select count_broken_audit_records() as n`))!.n)

test('a change writes who, the desk, the subject with its code, the shop, and what differs', async () => {
  const { id, code } = await withdraw(server, shop, await aDestination(server, shop), '100')
  server.clock.pass(hours(2))
  await server.must(approveWithdrawal, { shopId: shop.shopId, id }, { token: finance.token, key: newId() })
  const [row, ...further] = await rowsOf(approveWithdrawal)
  expect(further).toEqual([])
  expect(row).toMatchObject({
    outcome: 'done',
    desk: 'finance',
    act: 'approved',
    subject_kind: 'withdrawal',
    subject_id: id,
    subject_code: code,
    shop_ids: [shop.shopId],
    before: { state: 'pending', approver: null },
    after: { state: 'approved', approver: finance.id },
  })
  expect(Object.keys(row!.before!)).not.toContain('gross')
})

test('a refused call keeps its refusal and its reason; its changes are rolled back', async () => {
  const { id } = await withdraw(server, shop, await aDestination(server, shop), '50')
  const key = newId()
  const reject = { shopId: shop.shopId, id, reason: 'account-at-risk' as const, note: 'Checked by phone' }
  await server.must(rejectWithdrawal, reject, { token: finance.token, key })
  await server.call(rejectWithdrawal, reject, { token: finance.token, key: newId() })
  await server.must(rejectWithdrawal, reject, { token: finance.token, key })
  const rows = await rowsOf(rejectWithdrawal)
  expect(rows.map(({ outcome, refusal }) => ({ outcome, refusal }))).toEqual([
    { outcome: 'done', refusal: null },
    { outcome: 'refused', refusal: 'withdrawal/not-pending' },
    { outcome: 'repeated', refusal: null },
  ])
  expect(rows[1]).toMatchObject({ before: null, after: null, reason: 'account-at-risk · Checked by phone' })
})

test('a call with transactions of its own has a row before and a row after it', async () => {
  await server.must(resumePayouts, {}, finance)
  const [begun, done] = await rowsOf(resumePayouts)
  expect([begun!.outcome, done!.outcome]).toEqual(['begun', 'done'])
  expect(done!.begun_seq).toBe(begun!.seq)
})

test('a read with personal data is written, with its filter', async () => {
  await server.must(listWithdrawals, { state: 'pending' }, finance)
  expect((await rowsOf(listWithdrawals)).at(-1)).toMatchObject({
    outcome: 'done',
    act: 'searched',
    subject_id: null,
    shop_ids: [],
    detail: { state: 'pending' },
  })
})

test('an open page is one look: what it reads again has no row, another visit, subject or operator has', async () => {
  const { id } = await anOrder(server, shop, { status: 2 })
  const other = await anOrder(server, shop, { status: 2 })
  const [packer, second] = [await anOperator(server, 'fulfilment'), await anOperator(server, 'fulfilment')]
  const look = (order: string, { token } = packer) =>
    server.must(operatorOrderDetail, { shopId: shop.shopId, id: order }, { token })
  const subjects = async () => (await rowsOf(operatorOrderDetail, packer.id)).map((row) => row.subject_id)
  // The first two at once: whoever joins a look waits for its row.
  await Promise.all([look(id), look(id)])
  for (let n = 0; n < 10; n += 1) {
    server.clock.pass(minutes(10))
    await look(id)
  }
  expect(await subjects()).toEqual([id])
  await look(other.id)
  await look(id)
  expect(await subjects()).toEqual([id, other.id])
  await look(id, second)
  expect(await rowsOf(operatorOrderDetail, second.id)).toHaveLength(1)
  server.clock.pass(visitGap)
  await look(id)
  expect(await subjects()).toEqual([id, other.id, id])
})

test('a list that is read again is one search; other filters, a reason and a download are written each time', async () => {
  const reader = await anOperator(server, 'finance', 'review')
  for (const state of ['approved', 'approved', 'rejected', 'approved'] as const)
    await server.must(listWithdrawals, { state }, reader)
  expect((await rowsOf(listWithdrawals, reader.id)).map(({ detail }) => detail!['state'])).toEqual([
    'approved',
    'rejected',
  ])
  for (let n = 0; n < 2; n += 1) {
    await server.call(viewDocument, { shopId: shop.shopId, field: 'idFront', reason: 'Comparing the name' }, reader)
    await server.call(exportWithdrawals, { state: 'approved' }, reader)
  }
  expect(await rowsOf(viewDocument, reader.id)).toHaveLength(2)
  expect(await rowsOf(exportWithdrawals, reader.id)).toHaveLength(2)
})

test('a missing role, an unknown shop and wrong input are written as refused', async () => {
  const { id } = await anOrder(server, shop, { status: 2 })
  const where = { carrier: 'Signal Parcels', trackingNumber: 'X1234567' }
  await server.call(shipOrder, { shopId: shop.shopId, id, ...where }, { token: finance.token, key: newId() })
  expect(await rowsOf(shipOrder)).toMatchObject([{ outcome: 'refused', refusal: 'request/forbidden', desk: null }])
  await server.call(claimDeposit, { shopId: newId(), id: newId() }, finance)
  await server.call(claimDeposit, {} as never, finance)
  expect(await rowsOf(claimDeposit)).toMatchObject([
    { outcome: 'refused', shop_ids: [], subject_code: null },
    { outcome: 'refused', refusal: 'request/invalid', subject_id: null },
  ])
})

test('a log-in is written under the operator it was for; a log-in of nobody is not', async () => {
  const owner = (await queryOne(
    server.db,
    sql<{ id: string }>`select id from operator where email = ${firstOperator.email}`,
  ))!
  await server.call(operatorLogin, { email: firstOperator.email, password: 'wrong password' })
  await server.must(operatorLogin, firstOperator)
  await server.call(operatorLogin, { email: 'nobody@platform.example', password: 'wrong password' })
  const rows = await rowsOf(operatorLogin, owner.id)
  expect(rows.map(({ outcome, refusal }) => refusal ?? outcome)).toEqual(['login/wrong', 'done'])
  expect(
    JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toMatch(/wrong password|the first operator’s/)
  const nobody = await queryAll(server.db, sql`select from audit_record where operator_id is null`)
  expect(nobody).toEqual([])
})

test('a merchant’s document is named by its field, and the reason is the reviewer’s', async () => {
  const reviewer = await anOperator(server, 'review')
  const look = { shopId: shop.shopId, field: 'idFront' as const, reason: 'Comparing the name' }
  await server.call(viewDocument, look, reviewer)
  expect(await rowsOf(viewDocument, reviewer.id)).toMatchObject([
    { subject_kind: 'document', subject_id: 'idFront', reason: 'Comparing the name', shop_ids: [shop.shopId] },
  ])
})

test('parallel calls make one chain without gaps', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => server.must(listWithdrawals, { state: 'pending', limit: n + 1 }, finance)),
  )
  const head = (await queryOne(
    server.db,
    sql<{ seq: bigint; n: bigint }>`select seq, (select count(*) from audit_record) as n from audit_head`,
  ))!
  expect(head.seq).toBe(head.n)
  expect(await broken()).toBe(0)
})

test('the server’s role cannot write, change or delete a row, and cannot move the head', async () => {
  const refused = async (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(server.db)).rejects.toThrow(/permission denied|not allowed/)
  await refused(sql`update audit_record set reason = 'another' where seq = 1`)
  await refused(sql`delete from audit_record where seq = 1`)
  await refused(sql`truncate audit_record cascade`)
  await refused(sql`insert into audit_record_shop (shop_id, seq) values (${shop.shopId}, 1)`)
  await refused(sql`update audit_head set seq = 0`)
  await refused(sql`select count(*) from audit_head for update`)
})

test('the check of the chain finds a changed, a missing and an added row', async () => {
  const tampered = async (...statements: ReturnType<typeof sql>[]) => {
    let found = 0
    await server.owner
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        for (const statement of statements) await statement.execute(tx)
        found = Number((await queryOne(tx, sql<{ n: bigint }>`select count_broken_audit_records() as n`))!.n)
        throw new Error('roll back')
      })
      .catch(() => undefined)
    return found
  }
  expect(await tampered(sql`update audit_record set reason = 'another' where seq = 2`)).toBeGreaterThan(0)
  expect(await tampered(sql`update audit_record set operator_id = null where seq = 2`)).toBeGreaterThan(0)
  expect(
    await tampered(sql`update audit_record set hash = sha256('x') where seq = (select max(seq) from audit_record)`),
  ).toBeGreaterThan(0)
  expect(await tampered(sql`delete from audit_record where seq = (select max(seq) from audit_record)`)).toBeGreaterThan(
    0,
  )
  expect(await tampered(sql`delete from audit_record where seq = 3`)).toBeGreaterThan(0)
  expect(await tampered(sql`delete from audit_record_shop`)).toBeGreaterThan(0)
  expect(await tampered(sql`update audit_head set seq = 1`)).toBeGreaterThan(0)
  expect(await broken()).toBe(0)
})

test('a subject cannot name a column that holds a secret or that does not exist', async () => {
  const insert = (columns: string[]) =>
    sql`insert into audit_subject values ('test', 'operator', 'id', null, null, ${columns})`.execute(server.owner)
  await expect(insert(['password_hash'])).rejects.toThrow(/unknown or secret/)
  await expect(insert(['nickname'])).rejects.toThrow(/unknown or secret/)
})
