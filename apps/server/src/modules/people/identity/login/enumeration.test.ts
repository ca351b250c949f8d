/** Responses do not reveal who is registered. Through the API on PostgreSQL. */
import { checkInvitation, createInvitation, joinAsBuyer, register } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, anOperator } from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { newCode } from '../../../../platform/database/ids.ts'

const password = 'a rather long password'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const anEmail = () => `${newCode(10).toLowerCase()}@somewhere.example`

test('a buyer’s registration with a taken address gets the same response as any other', async () => {
  const email = anEmail()
  const join = () => server.call(joinAsBuyer, { name: 'Bea', email, password }, { ip: '10.9.0.1' })
  const [first, second] = [await join(), await join()]
  expect(first.code).toBe(1)
  expect({ ...second, data: Object.keys(second.data) }).toEqual({ ...first, data: Object.keys(first.data) })
  expect(second.data.buyerId).not.toBe(first.data.buyerId)
})

test('an invitation reveals three taken contacts and then becomes unusable', async () => {
  const there = await aMerchant(server)
  const { token } = await anOperator(server, 'review')
  const { code } = await server.must(createInvitation, { note: 'a test', days: 1 }, { token })
  let phones = 0
  const ask = (email: string) => {
    phones += 1
    return server.call(register, { invitationCode: code, phone: `+4479111234${10 + phones}`, email, password })
  }
  for (let i = 0; i < 3; i += 1) expect((await ask(there.email)).reason).toBe('registration/email-taken')
  expect((await ask(there.email)).reason).toBe('invitation/used')
  expect((await ask(anEmail())).reason).toBe('invitation/used')
  expect((await server.call(checkInvitation, { code })).reason).toBe('invitation/used')
})
