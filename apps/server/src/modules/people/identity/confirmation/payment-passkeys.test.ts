/** Passkeys that confirm acts of money, through the API, with a software authenticator. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDestination,
  addPaymentPasskey,
  beginPaymentPasskey,
  listDestinations,
  listMessages,
  paymentPasskeyChallenge,
  paymentPasskeys,
  pickUpOrders,
  planPickup,
  quoteWithdrawal,
  removePaymentPasskey,
  requestWithdrawal,
  withdrawalDetail,
  withdrawRecords,
  type PasskeyAct,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Authenticator } from '../../../../../test/authenticator.ts'
import {
  aDestination,
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  paymentPassword,
  realName,
  withdraw,
  type TestShop,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { processEvents } from '../../messages/process-events.ts'
import { minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { verifiesDocument, type StoredSignature } from '../../../../platform/security/verify-signature.ts'
import { listOutboxMessages } from '../../outbox/store.ts'
import { contentOf } from '../../outbox/write-message.ts'
import { readConfirmation } from './read-confirmation.ts'

const origin = 'http://localhost:0'
let server: TestServer
beforeAll(async () => {
  // A browser keeps passkeys for names.
  server = await startTestServer({ settings: { publicUrl: origin } })
})
afterAll(() => server.close())

const funding = 'escrow' as const

async function register(shop: TestShop, passkey: Authenticator, name = 'Phone'): Promise<string> {
  const { token } = shop
  const { options } = await server.must(beginPaymentPasskey, { paymentPassword }, { token })
  return (await server.must(addPaymentPasskey, { name, response: passkey.create(options) }, { token })).id
}
async function aShop(options?: { counts: boolean }) {
  const shop = await aStockedShop(server)
  const passkey = new Authenticator(origin, options)
  const passkeyId = await register(shop, passkey)
  return { ...shop, passkey, passkeyId }
}
type PasskeyShop = Awaited<ReturnType<typeof aShop>>

/** The challenge of one act. */
const challenge = async ({ token }: { token: string }, act: PasskeyAct, input: object, key: string | null) =>
  (await server.must(paymentPasskeyChallenge, { act, input: { ...input }, key }, { token })).options
async function aPlan(shop: TestShop): Promise<string> {
  const { id } = await anOrder(server, shop)
  return (await server.must(planPickup, { orders: [id] }, { token: shop.token })).planId
}
const pickUp = (
  shop: TestShop,
  planId: string,
  passkey: { id: string },
  key: string,
  from: 'escrow' | 'balance' = funding,
) => server.call(pickUpOrders, { planId, funding: from, passkey }, { token: shop.token, key })

const card = { method: 'bank' as const, holder: realName, bankName: 'Harbour Bank', cardNumber: '4242424242424242' }
const proofs = (shop: TestShop) =>
  queryAll(
    server.owner,
    sql<
      StoredSignature & { endpoint: string; subject_id: string; document: string; passkey_id: Buffer }
    >`select * from payment_confirmation where shop_id = ${shop.shopId} order by confirmed_at, digest`,
  )

describe('registration', () => {
  test('needs the payment password, is listed, and is told in the app and on every channel', async () => {
    const shop = await aStockedShop(server)
    const { token } = shop
    expect((await server.call(beginPaymentPasskey, {} as never, { token })).reason).toBe('request/invalid')
    const wrong = await server.call(beginPaymentPasskey, { paymentPassword: '000111' }, { token })
    expect(wrong).toMatchObject({ reason: 'payment-password/wrong', values: { left: 4 } })
    const id = await register(shop, new Authenticator(origin), 'Ada’s phone')
    expect(await server.must(paymentPasskeys, {}, { token })).toMatchObject({
      host: 'localhost',
      list: [{ id, name: 'Ada’s phone', backedUp: false, usedAt: null }],
    })
    const told = (await listOutboxMessages(server.db, shop.merchantId, 50)).map((row) => ({
      channel: row.channel,
      ...contentOf(server.app.ctx, row),
    }))
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'phone'])
    expect(told.find(({ channel }) => channel === 'email')?.text).toContain('Ada’s phone')
    await processEvents(server.app.ctx)
    expect((await server.must(listMessages, {}, { token })).list.map(({ kind }) => kind)).toContain('passkey.added')
  })

  test('a challenge registers once, in five minutes, for its merchant; a passkey is registered once', async () => {
    const { token, passkey } = await aShop()
    const begin = async () => (await server.must(beginPaymentPasskey, { paymentPassword }, { token })).options
    const add = async (response: { id: string }, as = token) =>
      (await server.call(addPaymentPasskey, { name: 'Second', response }, { token: as })).reason
    expect(await add(passkey.create(await begin()))).toBe('credential/known')
    const second = new Authenticator(origin)
    const options = await begin()
    expect(await add(second.create(options), (await aStockedShop(server)).token)).toBe('credential/expired')
    const answer = second.create(options)
    expect(await add(answer)).toBeUndefined()
    expect(await add(answer)).toBe('credential/expired')
    const late = new Authenticator(origin).create(await begin())
    server.clock.pass(minutes(5))
    expect(await add(late)).toBe('credential/expired')
    // The challenge of an act registers nothing.
    const shop = await aShop()
    const ofAct = await challenge(shop, 'pick-up', { planId: newId(), funding }, newId())
    const creating = { ...ofAct, rp: { id: 'localhost' } }
    expect(await add(new Authenticator(origin).create(creating), shop.token)).toBe('credential/expired')
  })

  test('an authenticator that does not verify its user, or answers another site, is refused', async () => {
    const { token } = await aStockedShop(server)
    const begin = async () => (await server.must(beginPaymentPasskey, { paymentPassword }, { token })).options
    const add = async (response: { id: string }) =>
      (await server.call(addPaymentPasskey, { name: 'Phone', response }, { token })).reason
    const careless = new Authenticator(origin)
    careless.verifiesUser = false
    expect(await add(careless.create(await begin()))).toBe('credential/wrong')
    expect(await add(new Authenticator('http://quayside.evil.example').create(await begin()))).toBe('credential/wrong')
    expect(await add(new Authenticator(origin).create({ ...(await begin()), rp: { id: 'evil.example' } }))).toBe(
      'credential/wrong',
    )
    expect((await server.must(paymentPasskeys, {}, { token })).list).toEqual([])
  })

  test('a merchant has ten passkeys at most, also when they are added at once', async () => {
    const shop = await aStockedShop(server)
    const { token } = shop
    for (let i = 0; i < 8; i += 1) await register(shop, new Authenticator(origin))
    const begun = await Promise.all(
      Array.from({ length: 4 }, () => server.must(beginPaymentPasskey, { paymentPassword }, { token })),
    )
    const replies = await Promise.all(
      begun.map(({ options }) =>
        server.call(addPaymentPasskey, { name: 'One', response: new Authenticator(origin).create(options) }, { token }),
      ),
    )
    expect(replies.map(({ reason }) => reason).filter(Boolean)).toEqual(['credential/too-many', 'credential/too-many'])
    expect((await server.call(beginPaymentPasskey, { paymentPassword }, { token })).reason).toBe('credential/too-many')
  })

  test('is removed with the payment password, is told, and confirms nothing afterwards', async () => {
    const shop = await aShop()
    const { token, passkey, passkeyId } = shop
    const planId = await aPlan(shop)
    const key = newId()
    const options = await challenge(shop, 'pick-up', { planId, funding }, key)
    expect((await server.call(removePaymentPasskey, { id: passkeyId } as never, { token })).reason).toBe(
      'request/invalid',
    )
    expect(
      (await server.call(removePaymentPasskey, { id: passkeyId, paymentPassword: '000111' }, { token })).reason,
    ).toBe('payment-password/wrong')
    const other = await aStockedShop(server)
    const foreign = await server.call(removePaymentPasskey, { id: passkeyId, paymentPassword }, { token: other.token })
    expect(foreign.reason).toBe('credential/unknown')
    await server.must(removePaymentPasskey, { id: passkeyId, paymentPassword }, { token })
    expect((await server.must(paymentPasskeys, {}, { token })).list).toEqual([])
    expect((await pickUp(shop, planId, passkey.get(options), key)).reason).toBe('credential/wrong')
    const again = await server.call(
      paymentPasskeyChallenge,
      { act: 'pick-up', input: { planId, funding }, key },
      { token },
    )
    expect(again.reason).toBe('credential/unknown')
    const [last] = await listOutboxMessages(server.db, shop.merchantId, 50)
    expect(contentOf(server.app.ctx, last!).text).toMatch(/removed/)
    await processEvents(server.app.ctx)
    expect((await server.must(listMessages, {}, { token })).list.map(({ kind }) => kind)).toContain('passkey.removed')
  })
})

describe('a confirmation', () => {
  test('picks up, adds a destination and withdraws; each proof names its act and can be verified alone', async () => {
    const shop = await aShop()
    const { token, passkey } = shop
    const planId = await aPlan(shop)
    const key = newId()
    const picked = await pickUp(
      shop,
      planId,
      passkey.get(await challenge(shop, 'pick-up', { planId, funding }, key)),
      key,
    )
    expect(picked.data.pickedUp).toBe(1)

    const added = await server.call(
      addDestination,
      { ...card, passkey: passkey.get(await challenge(shop, 'add-destination', card, null)) },
      { token },
    )
    expect(added.code).toBe(1)
    await creditMerchant(server, shop, '200')
    const destinationId = await aDestination(server, shop, '4000056655665556')
    const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '50' }, { token })
    const wish = { quoteId: quote.id, destinationId }
    const withdrawKey = newId()
    const options = await challenge(shop, 'withdraw', wish, withdrawKey)
    const withdrawn = await server.must(
      requestWithdrawal,
      { ...wish, passkey: passkey.get(options) },
      { token, key: withdrawKey },
    )

    const rows = await proofs(shop)
    expect(rows.map(({ endpoint, subject_id }) => [endpoint, subject_id]).sort()).toEqual(
      [
        [pickUpOrders.path, planId],
        [addDestination.path, added.data.id],
        [requestWithdrawal.path, withdrawn.id],
      ].sort(),
    )
    for (const row of rows) {
      expect(verifiesDocument(row.document, row)).toBe(true)
      expect(verifiesDocument(row.document.replace(shop.shopId, newId()), row)).toBe(false)
    }
    const documents = rows.map(({ document }) => JSON.parse(document) as Record<string, unknown>)
    expect(documents).toContainEqual(
      expect.objectContaining({ input: wish, key: withdrawKey, merchantId: shop.merchantId }),
    )
    // The number of the card stands in no proof.
    expect(JSON.stringify(documents)).not.toContain(card.cardNumber)
    const { list } = await server.must(paymentPasskeys, {}, { token })
    expect(list[0]!.usedAt).not.toBeNull()
  })

  test('of a withdrawal is shown at its desk, verified at each look, and saved as a file that is verified without a server', async () => {
    const shop = await aShop()
    const { token, passkey } = shop
    await creditMerchant(server, shop, '200')
    const destinationId = await aDestination(server, shop, '4000056655665556')
    const { id: quoteId } = await server.must(quoteWithdrawal, { method: 'bank', amount: '50' }, { token })
    const wish = { quoteId, destinationId }
    const withdrawKey = newId()
    const answer = passkey.get(await challenge(shop, 'withdraw', wish, withdrawKey))
    const { id } = await server.must(requestWithdrawal, { ...wish, passkey: answer }, { token, key: withdrawKey })
    const byDigits = await withdraw(server, shop, destinationId, '20')

    const auditor = await anOperator(server, 'auditor')
    const seen = await server.must(withdrawalDetail, { shopId: shop.shopId, id }, auditor)
    expect(seen.signature).toMatchObject({ passkey: 'Phone', verified: true })
    expect(JSON.parse(seen.signature!.proof.document)).toMatchObject({ endpoint: requestWithdrawal.path, input: wish })
    expect(
      (await server.must(withdrawalDetail, { shopId: shop.shopId, id: byDigits.id }, auditor)).signature,
    ).toBeNull()

    // A row that was changed by the owner of the database is told at the next look.
    const changed = sql`replace(document, ${destinationId}, ${newId()})`
    await withTransaction(server.owner, async (tx) => {
      await sql`alter table payment_confirmation disable trigger user`.execute(tx)
      await sql`update payment_confirmation set document = ${changed}, digest = sha256(convert_to(${changed}, 'UTF8'))
        where subject_id = ${id}`.execute(tx)
      expect((await readConfirmation(tx, shop.shopId, id))!.verified).toBe(false)
      throw new Error('undone')
    }).catch((error: Error) => expect(error.message).toBe('undone'))

    const folder = await mkdtemp(join(tmpdir(), 'quayside-proof-'))
    const file = join(folder, 'proof.json')
    const verify = async (proof: object, host: string) => {
      await writeFile(file, JSON.stringify(proof))
      const tool = join(import.meta.dirname, '../../../../../../../tools/verify-proof.ts')
      return spawnSync(process.execPath, [tool, file, host]).status
    }
    const { proof } = seen.signature!
    expect(await verify(proof, 'localhost')).toBe(0)
    expect(await verify(proof, 'other.example')).toBe(1)
    expect(await verify({ ...proof, document: proof.document.replace(quoteId, newId()) }, 'localhost')).toBe(1)
    await rm(folder, { recursive: true })
  })

  test('is required: a copied session alone confirms nothing, with or without a challenge', async () => {
    const shop = await aShop()
    const planId = await aPlan(shop)
    const input = { planId, funding }
    const { token } = shop
    const key = newId()
    expect(await server.call(pickUpOrders, input, { token, key })).toMatchObject({
      reason: 'request/invalid',
      fields: { paymentPassword: expect.any(String) },
    })
    const options = await challenge(shop, 'pick-up', input, key)
    const thief = new Authenticator(origin)
    expect((await pickUp(shop, planId, thief.get(options), key)).reason).toBe('credential/wrong')
    // The thief’s key under the name of the merchant’s passkey.
    expect((await pickUp(shop, planId, { ...thief.get(options), id: shop.passkeyId }, key)).reason).toBe(
      'credential/wrong',
    )
    const both = { ...input, paymentPassword, passkey: shop.passkey.get(options) }
    expect((await server.call(pickUpOrders, both, { token, key })).reason).toBe('request/invalid')
    expect(await proofs(shop)).toEqual([])
  })

  test('is of exactly this act: another plan, source of money, key, endpoint or merchant is refused', async () => {
    const shop = await aShop({ counts: false })
    const [planId, otherPlan] = [await aPlan(shop), await aPlan(shop)]
    const key = newId()
    const signed = shop.passkey.get(await challenge(shop, 'pick-up', { planId, funding }, key))
    expect((await pickUp(shop, otherPlan, signed, key)).reason).toBe('credential/wrong')
    expect((await pickUp(shop, planId, signed, key, 'balance')).reason).toBe('credential/wrong')
    expect((await pickUp(shop, planId, signed, newId())).reason).toBe('credential/wrong')
    expect((await server.call(addDestination, { ...card, passkey: signed }, { token: shop.token })).reason).toBe(
      'credential/wrong',
    )
    const neighbour = await aShop()
    expect((await pickUp(neighbour, planId, signed, key)).reason).toBe('credential/expired')
    const theirs = neighbour.passkey.get(await challenge(shop, 'pick-up', { planId, funding }, key))
    expect((await pickUp(shop, planId, theirs, key)).reason).toBe('credential/wrong')
    // Another card than the one that was signed for.
    const forCard = shop.passkey.get(await challenge(shop, 'add-destination', card, null))
    const other = { ...card, cardNumber: '4000056655665556', passkey: forCard }
    expect((await server.call(addDestination, other, { token: shop.token })).reason).toBe('credential/wrong')
    expect(await proofs(shop)).toEqual([])
    expect((await pickUp(shop, planId, signed, key)).data.pickedUp).toBe(1)
  })

  test('without the user verified, for another site, too late, or with a copied counter is refused', async () => {
    const shop = await aShop()
    const { passkey } = shop
    const planId = await aPlan(shop)
    const attempt = async (sign: (options: Record<string, unknown>) => { id: string }, wait = 0) => {
      const key = newId()
      const answer = sign(await challenge(shop, 'pick-up', { planId, funding }, key))
      if (wait) server.clock.pass(wait)
      return (await pickUp(shop, planId, answer, key)).reason
    }
    passkey.verifiesUser = false
    expect(await attempt((options) => passkey.get(options))).toBe('credential/wrong')
    passkey.verifiesUser = true
    expect(await attempt((options) => passkey.get({ ...options, rpId: 'evil.example' }))).toBe('credential/wrong')
    expect(await attempt((options) => passkey.at('http://evil.example').get(options))).toBe('credential/wrong')
    passkey.at(origin)
    expect(await attempt((options) => passkey.get(options), minutes(5))).toBe('credential/expired')
    const fresh = await aPlan(shop)
    const key = newId()
    const copied = passkey.counter
    const first = passkey.get(await challenge(shop, 'pick-up', { planId: fresh, funding }, key))
    expect((await pickUp(shop, fresh, first, key)).code).toBe(1)
    passkey.counter = copied
    expect(await attempt((options) => passkey.get(options))).toBe('credential/wrong')
    expect(await proofs(shop)).toHaveLength(1)
  })

  test('is used once: a repeat with its key gets the stored response, any other use is refused', async () => {
    const shop = await aShop()
    const planId = await aPlan(shop)
    const key = newId()
    const signed = shop.passkey.get(await challenge(shop, 'pick-up', { planId, funding }, key))
    const first = await pickUp(shop, planId, signed, key)
    expect(first.code).toBe(1)
    expect((await pickUp(shop, planId, signed, key)).data).toEqual(first.data)
    expect((await pickUp(shop, planId, signed, newId())).reason).toBe('credential/expired')
    const passkey = shop.passkey.get(await challenge(shop, 'add-destination', card, null))
    const add = () => server.call(addDestination, { ...card, passkey }, { token: shop.token })
    expect((await add()).code).toBe(1)
    expect((await add()).reason).toBe('credential/expired')
    expect(await proofs(shop)).toHaveLength(2)
  })

  test('used by eight requests at once runs its act once', async () => {
    const shop = await aShop({ counts: false })
    const { token } = shop
    const passkey = shop.passkey.get(await challenge(shop, 'add-destination', card, null))
    const adding = await Promise.all(
      Array.from({ length: 8 }, () => server.call(addDestination, { ...card, passkey }, { token })),
    )
    expect(adding.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(adding.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['credential/expired']))
    expect((await server.must(listDestinations, {}, { token })).list).toHaveLength(1)

    await creditMerchant(server, shop, '200')
    const destinationId = await aDestination(server, shop, '4000056655665556')
    const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '50' }, { token })
    const wish = { quoteId: quote.id, destinationId }
    const key = newId()
    const signed = shop.passkey.get(await challenge(shop, 'withdraw', wish, key))
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => server.call(requestWithdrawal, { ...wish, passkey: signed }, { token, key })),
    )
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect((await server.must(withdrawRecords, {}, { token })).total).toBe(1)
    expect(await proofs(shop)).toHaveLength(2)
  })

  test('of an act that is refused leaves no proof', async () => {
    const shop = await aShop()
    const planId = await aPlan(shop)
    const key = newId()
    const signed = shop.passkey.get(await challenge(shop, 'pick-up', { planId, funding: 'balance' }, key))
    expect((await pickUp(shop, planId, signed, key, 'balance')).reason).toBe('wallet/short')
    expect(await proofs(shop)).toEqual([])
    const { used_at } = (await queryOne(
      server.owner,
      sql<{ used_at: Date | null }>`select used_at from payment_passkey where shop_id = ${shop.shopId}`,
    ))!
    expect(used_at).toBeNull()
  })

  test('leaves the lock of the payment password as it is', async () => {
    const shop = await aShop()
    const { token } = shop
    const planId = await aPlan(shop)
    const typed = (digits: string) =>
      server.call(pickUpOrders, { planId, funding, paymentPassword: digits }, { token, key: newId() })
    for (let i = 0; i < 5; i += 1) await typed('000111')
    expect((await typed(paymentPassword)).reason).toBe('payment-password/locked')
    const key = newId()
    const signed = shop.passkey.get(await challenge(shop, 'pick-up', { planId, funding }, key))
    expect((await pickUp(shop, planId, signed, key)).code).toBe(1)
    expect((await typed(paymentPassword)).reason).toBe('payment-password/locked')
    expect((await server.call(beginPaymentPasskey, { paymentPassword }, { token })).reason).toBe(
      'payment-password/locked',
    )
  })

  test('needs a readable input without a confirmation of its own', async () => {
    const { token } = await aShop()
    const ask = async (input: Record<string, unknown>) =>
      (await server.call(paymentPasskeyChallenge, { act: 'pick-up', input, key: newId() }, { token })).reason
    expect(await ask({ planId: 'x', funding })).toBe('request/invalid')
    expect(await ask({ planId: newId(), funding, paymentPassword })).toBe('request/invalid')
    expect(await ask({ planId: newId(), funding, more: 1 })).toBe('request/invalid')
    expect((await server.call(paymentPasskeys, {}, {})).status).toBe(401)
  })
})

describe('the database', () => {
  /** A proof as the server would store it, with changes. */
  async function store(
    shop: PasskeyShop,
    change: { document?: string; verified?: boolean; counterfeit?: boolean } = {},
  ) {
    const planId = newId()
    const options = await challenge(shop, 'pick-up', { planId, funding }, newId())
    shop.passkey.verifiesUser = change.verified ?? true
    const { response } = shop.passkey.get(options)
    shop.passkey.verifiesUser = true
    const bytes = (name: string) => Buffer.from(String(response[name]), 'base64url')
    const { document } = (await queryOne(
      server.owner,
      sql<{ document: string }>`select document from payment_challenge
        where shop_id = ${shop.shopId} and challenge = ${Buffer.from(String(options['challenge']), 'base64url')}`,
    ))!
    const said = change.document ?? document
    return sql`insert into payment_confirmation (shop_id, digest, merchant_id, endpoint, subject_id, document, passkey_id, public_key,
        authenticator_data, client_data, signature, confirmed_at)
      values (${shop.shopId}, sha256(convert_to(${said}, 'UTF8')), ${shop.merchantId}, ${pickUpOrders.path}, ${planId}, ${said}, ${shop.passkey.id},
        ${change.counterfeit ? Buffer.from('00', 'hex') : shop.passkey.publicKey}, ${bytes('authenticatorData')}, ${bytes('clientDataJSON')},
        ${bytes('signature')}, ${server.clock.now()})`.execute(server.db)
  }

  test('stores no proof of another document, without the user verified, or of another key', async () => {
    const shop = await aShop()
    const other = JSON.stringify({
      shopId: shop.shopId,
      merchantId: shop.merchantId,
      endpoint: pickUpOrders.path,
      expiresAt: '2999-01-01T00:00:00.000Z',
    })
    await expect(store(shop, { document: other })).rejects.toThrow(/does not confirm this act/)
    await expect(store(shop, { verified: false })).rejects.toThrow(/does not confirm this act/)
    await expect(store(shop, { counterfeit: true })).rejects.toThrow(/does not confirm this act/)
    await store(shop)
    expect(await proofs(shop)).toHaveLength(1)
  })

  test('lets the server’s role change no proof and no key, move no counter back, and delete nothing', async () => {
    const shop = await aShop()
    const planId = await aPlan(shop)
    const key = newId()
    await pickUp(shop, planId, shop.passkey.get(await challenge(shop, 'pick-up', { planId, funding }, key)), key)
    const of = sql`where shop_id = ${shop.shopId}`
    await expect(sql`update payment_confirmation set document = '{}' ${of}`.execute(server.db)).rejects.toThrow(
      /permission denied/,
    )
    await expect(sql`delete from payment_confirmation ${of}`.execute(server.db)).rejects.toThrow(/permission denied/)
    await expect(sql`update payment_confirmation set document = '{}' ${of}`.execute(server.owner)).rejects.toThrow()
    const change = (set: ReturnType<typeof sql>) => sql`update payment_passkey set ${set} ${of}`.execute(server.db)
    await expect(change(sql`counter = 0`)).rejects.toThrow(/never goes back/)
    await expect(change(sql`public_key = '\\x00'`)).rejects.toThrow(/permission denied/)
    await expect(sql`delete from payment_passkey ${of}`.execute(server.db)).rejects.toThrow(/permission denied/)
    await change(sql`removed_at = now()`)
    await expect(change(sql`removed_at = null`)).rejects.toThrow(/removed passkey/)
  })
})
