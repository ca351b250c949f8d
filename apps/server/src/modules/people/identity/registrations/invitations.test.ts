/** List, revocation and limit of invitations; merchants see operators as numbers. On PostgreSQL. */
import {
  checkInvitation,
  createInvitation,
  documentViews,
  listInvitations,
  me,
  register,
  revokeInvitation,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, anOperator } from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { hours } from '../../../../platform/jobs/clock.ts'
import { sql } from '../../../../platform/database/postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the list shows the author and the shop of each invitation; a revoked one is refused', async () => {
  const desk = await anOperator(server, 'review')
  const make = (note: string) => server.must(createInvitation, { note }, desk)
  const [used, revoked, open] = [await make('For Ada'), await make('By mistake'), await make('For Bea')]
  const { userinfo } = await server.must(register, {
    invitationCode: used.code,
    phone: '+353861234567',
    email: 'ada@invited.example',
    password: 'a long enough password',
  })
  const { shopCode } = await server.must(me, {}, { token: userinfo.token })
  await server.must(revokeInvitation, { id: revoked.id }, desk)
  expect((await server.call(checkInvitation, { code: revoked.code })).reason).toBe('invitation/expired')
  expect((await server.call(revokeInvitation, { id: used.id }, desk)).reason).toBe('invitation/used')
  const { list } = await server.must(listInvitations, { limit: 100 }, desk)
  const rows = [used, revoked, open].map(({ id }) => list.find((row) => row.id === id)!)
  expect(rows.map((row) => [row.note, row.state, row.shop?.code ?? null])).toEqual([
    ['For Ada', 'used', shopCode],
    ['By mistake', 'revoked', null],
    ['For Bea', 'open', null],
  ])
  expect(new Set(rows.map((row) => row.madeBy)).size).toBe(1)
  await expect(sql`update invitation set used_at = now() where id = ${revoked.id}`.execute(server.db)).rejects.toThrow(
    'invitation_revoked',
  )
})

test('an operator can make fifty invitations a day', async () => {
  const desk = await anOperator(server, 'support')
  for (let i = 0; i < 50; i += 1) await server.must(createInvitation, { note: '' }, desk)
  expect((await server.call(createInvitation, { note: '' }, desk)).reason).toBe('request/too-many')
  server.clock.pass(hours(24))
  expect((await server.call(createInvitation, { note: '' }, await anOperator(server, 'support'))).code).toBe(1)
})

test('merchants see the number of an operator, never the name', async () => {
  const merchant = await aMerchant(server)
  const { id } = await anOperator(server, 'review')
  await sql`insert into document_view (shop_id, field, operator_id, reason, at) values (${merchant.shopId}, 'idFront', ${id}, 'Comparing', now())`.execute(
    server.db,
  )
  const { list } = await server.must(documentViews, {}, { token: merchant.token })
  expect(list[0]!.operator).toMatch(/^#\d+$/)
})
