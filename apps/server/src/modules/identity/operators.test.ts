/** Operators who leave, through the API on real PostgreSQL. */
import {
  approveWithdrawal,
  createInvitation,
  createOperator,
  deactivateOperator,
  listOperators,
  operatorLogin,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDestination, anOperator, aStockedShop, fund, theOwner, withdraw } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { sql } from '../../platform/postgres.ts'

const password = 'long enough for an operator'
let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`update operator set deactivated_at = ${server.clock.now()} where email <> 'owner@platform.example'`.execute(
    server.owner,
  )
  owner = await theOwner(server)
})

const deactivate = (id: string, token = owner) => server.call(deactivateOperator, { id }, { token })
const all = async (token = owner) => (await server.must(listOperators, {}, { token })).list

test('one who is deactivated is out at once: sessions, acts and log-ins', async () => {
  const email = `${newCode(8).toLowerCase()}@platform.example`
  const { id } = await server.must(
    createOperator,
    { name: 'Rey', email, password, roles: ['review'] },
    { token: owner },
  )
  const sessions = await Promise.all(
    Array.from({ length: 3 }, () => server.must(operatorLogin, { email, password }).then(({ token }) => token)),
  )
  const invite = (token: string) => server.call(createInvitation, { note: 'a test', days: 1 }, { token })
  for (const token of sessions) expect((await invite(token)).code).toBe(1)

  expect((await deactivate(id)).code).toBe(1)
  for (const token of sessions) expect((await invite(token)).reason).toBe('session/expired')
  expect((await server.call(operatorLogin, { email, password })).reason).toBe('login/wrong')
  expect((await all()).find((one) => one.id === id)).toMatchObject({
    name: 'Rey',
    email,
    roles: ['review'],
    deactivatedAt: server.clock.now().toISOString(),
  })
  expect((await deactivate(id)).reason).toBe('operator/not-found')
  expect((await deactivate(newId())).reason).toBe('operator/not-found')
})

test('a session that is still in the table is of no use to one who was deactivated', async () => {
  const { id, token } = await anOperator(server, 'owner')
  await sql`update operator set deactivated_at = ${server.clock.now()} where id = ${id}`.execute(server.owner)
  expect((await server.call(listOperators, {}, { token })).reason).toBe('session/expired')
})

test('the last owner stays; one of two may go, also by their own hand', async () => {
  const me = (await all()).find((one) => one.deactivatedAt === null)!
  expect((await deactivate(me.id)).reason).toBe('operator/last-owner')
  const second = await anOperator(server, 'owner', 'finance')
  expect((await deactivate(second.id, second.token)).code).toBe(1)
  expect((await deactivate(me.id)).reason).toBe('operator/last-owner')
})

test('of owners who deactivate each other at once one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await anOperator(server, 'owner'), await anOperator(server, 'owner')]
    const me = (await all()).find((one) => one.deactivatedAt === null && one.id !== a.id && one.id !== b.id)!
    expect((await deactivate(me.id, a.token)).code).toBe(1)
    const replies = await Promise.all([deactivate(b.id, a.token), deactivate(a.id, b.token)])
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
    const winner = replies[0].code === 1 ? a : b
    expect((await all(winner.token)).filter((one) => one.deactivatedAt === null).map(({ id }) => id)).toEqual([
      winner.id,
    ])
    expect((await deactivate(winner.id, winner.token)).reason).toBe('operator/last-owner')
    await sql`update operator set deactivated_at = null where email = 'owner@platform.example'`.execute(server.owner)
    owner = await theOwner(server)
    expect((await deactivate(winner.id)).code).toBe(1)
  }
})

test('two people stay two: what the first approved before leaving needs another, not the same again', async () => {
  const shop = await aStockedShop(server)
  await fund(server, shop, '3000')
  const { id } = await withdraw(server, shop, await aDestination(server, shop), '2000')
  const approve = (token: string) =>
    server.call(approveWithdrawal, { shopId: shop.shopId, id }, { token, key: newId() })
  const [first, second] = [await anOperator(server, 'finance'), await anOperator(server, 'finance')]
  expect((await approve(first.token)).data).toEqual({ approved: false })
  expect((await approve(first.token)).reason).toBe('operator/second-person')
  expect((await deactivate(first.id)).code).toBe(1)
  expect((await approve(first.token)).reason).toBe('session/expired')
  expect((await approve(second.token)).data).toEqual({ approved: true })
})
