/** Acts that a second person signs: through the API, and against the database without the checks of the code. */
import {
  actDetail,
  beginActSignature,
  closeShop,
  listActs,
  listSigners,
  refuseAct,
  signAct,
  workCounts,
  type ClosingReason,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aMerchant, aSigner, anOperator, signs, type Signer, type TestMerchant } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { actKinds } from '../../../composition/act-kinds.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { actProofs } from '../../people/identity/operators/operator-passkeys.ts'
import { defineActKind, documentOf } from './act.ts'
import { canonicalJson, type CanonicalValue } from '../../../platform/canonical-json.ts'
import { expireActs } from './sign-act.ts'
import { insertAct, insertSignature, listDeskSigners } from './store.ts'
import { digestOf, verifiesDocument, type StoredSignature } from '../../../platform/security/verify-signature.ts'

let server: TestServer
let proposer: Signer
let signer: Signer
let shop: TestMerchant
beforeAll(async () => {
  server = await startTestServer()
  proposer = await aSigner(server, 'support', 'review')
  signer = await aSigner(server, 'review')
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await aMerchant(server)
})

const note = 'Copies of a brand'
async function propose(reason: ClosingReason = 'fraud') {
  const wish = {
    shopId: shop.shopId,
    scope: 'all',
    reason,
    note,
    effectiveAt: server.clock.now().toISOString(),
  } as const
  return (await server.must(closeShop, wish, { token: proposer.token })).actId!
}
const stateOf = async (id: string) => (await server.must(actDetail, { id }, { token: proposer.token })).state
const isClosed = async () =>
  (await queryOne(
    server.db,
    sql<{ closed: boolean }>`select closed_at is not null as closed from shop where id = ${shop.shopId}`,
  ))!.closed

test('another person of the desk signs, the act runs, and the stored row proves it alone', async () => {
  const id = await propose()
  const { list } = await server.must(listActs, {}, { token: signer.token })
  expect(list.find((row) => row.id === id)).toMatchObject({
    kind: 'shop.close',
    desk: 'review',
    maySign: true,
    signed: 0,
    shop: { code: shop.shopCode },
    proposedBy: { id: proposer.id },
    fields: expect.arrayContaining([{ label: 'note', value: note, format: 'text' }]),
  })
  expect((await signs(server, signer, id)).data).toEqual({ state: 'executed', signed: 1, signaturesNeeded: 1 })
  expect(await isClosed()).toBe(true)
  const detail = await server.must(actDetail, { id }, { token: signer.token })
  expect(detail).toMatchObject({
    state: 'executed',
    signatures: [{ by: { id: signer.id }, method: 'passkey', verified: true }],
    endedBy: { id: signer.id },
  })
  const row = (await queryOne(
    server.db,
    sql<
      StoredSignature & { document: string }
    >`select a.document, s.public_key, s.authenticator_data, s.client_data, s.signature
    from act a join act_signature s on s.act_id = a.id where a.id = ${id}`,
  ))!
  expect(verifiesDocument(row.document, row)).toBe(true)
  expect(verifiesDocument(row.document.replace('"all"', '"new-orders"'), row)).toBe(false)
  expect(verifiesDocument(row.document, { ...row, signature: Buffer.alloc(70, 1) })).toBe(false)
  const other = await aSigner(server, 'review')
  expect(verifiesDocument(row.document, { ...row, public_key: other.passkey.publicKey })).toBe(false)
})

test('the proposer, another desk, an operator who is too new, and one whom the proposer invited do not sign', async () => {
  const id = await propose()
  const reason = async (by: Signer) => (await signs(server, by, id)).reason
  expect(await reason(proposer)).toBe('operator/second-person')
  expect(await reason(await aSigner(server, 'finance'))).toBe('act/wrong-desk')
  const fresh = await aSigner(server, 'review')
  await sql`update operator set may_approve_from = ${addTime(server.clock.now(), hours(1))} where id = ${fresh.id}`.execute(
    server.owner,
  )
  expect(await reason(fresh)).toBe('operator/too-new')
  const invited = await aSigner(server, 'review')
  await sql`update operator set invited_by = ${proposer.id} where id = ${invited.id}`.execute(server.owner)
  expect(await reason(invited)).toBe('operator/second-person')
  const { list } = await server.must(listActs, { view: 'to-sign' }, { token: invited.token })
  expect(list.find((row) => row.id === id)).toBeUndefined()
  expect(await stateOf(id)).toBe('open')
  expect(await isClosed()).toBe(false)
})

test('an act runs only if its whole document is what would be proposed now', async () => {
  const signed = { id: 'one', amount: '5.00', to: { holder: 'Ada', ending: '1234' }, lines: ['a', 'b'], reason: null }
  const ran: string[] = []
  const run = (found: CanonicalValue) =>
    defineActKind({
      kind: 'adjustment.post',
      schema: z.any(),
      describe: () => [],
      lock: async () => ({ subject: 'row', body: found }),
      execute: async (_ctx, _tx, subject) => void ran.push(subject),
    })
      .run(server.app.ctx, undefined!, signed, undefined!)
      .then(
        () => 'ran',
        (error: unknown) => (error instanceof Refusal ? error.reason : error),
      )
  for (const found of [
    { ...signed, amount: '5.01' },
    { ...signed, to: { ...signed.to, ending: '1235' } },
    { ...signed, lines: ['b', 'a'] },
    { ...signed, reason: '' },
    { ...signed, more: null },
    { id: 'one', amount: '5.00', to: signed.to, lines: signed.lines },
  ])
    expect(await run(found), JSON.stringify(found)).toBe('decision/changed')
  expect(ran).toEqual([])
  expect(await run(structuredClone(signed))).toBe('ran')
  expect(ran).toEqual(['row'])
})

test('who proposes is told before who can sign, and nobody counts an act that is not theirs to sign', async () => {
  const invited = await aSigner(server, 'review')
  await sql`update operator set invited_by = ${proposer.id} where id = ${invited.id}`.execute(server.owner)
  const { list } = await server.must(listSigners, { desk: 'review' }, { token: proposer.token })
  const maySign = (id: string) => list.find((one) => one.id === id)?.maySign
  expect([maySign(signer.id), maySign(invited.id), maySign(proposer.id)]).toEqual([
    true,
    'operator/second-person',
    undefined,
  ])
  const open = async ({ token }: Signer) =>
    (await server.must(workCounts, {}, { token })).list.find(({ kind }) => kind === 'act-review')!.open
  const before = await Promise.all([proposer, invited, signer].map(open))
  await propose()
  const after = await Promise.all([proposer, invited, signer].map(open))
  expect(after.map((n, nth) => n - before[nth]!)).toEqual([0, 0, 1])
})

test('production names those who could not sign for want of a passkey', async () => {
  const bare = await anOperator(server, 'review')
  const asked = { desk: 'review', proposer: proposer.id } as const
  const refusals = async (needsPasskey: boolean) =>
    (await listDeskSigners(server.db, { ...asked, needsPasskey }, server.clock.now()))
      .filter(({ id }) => id === bare.id || id === signer.id)
      .map(({ id, refusal }) => [id === bare.id, refusal])
  expect((await refusals(false)).map(([, refusal]) => refusal)).toEqual([null, null])
  expect(await refusals(true)).toEqual([
    [false, null],
    [true, 'act/passkey-needed'],
  ])
})

test('a signature of another act, a digest that was not shown, and a key of another operator are refused', async () => {
  const id = await propose()
  const { digest, passkey: options } = await server.must(beginActSignature, { id }, { token: signer.token })
  const sign = async (given: { digest?: string; assertion?: { id: string } }) =>
    (await server.call(signAct, { id, digest, ...given }, { token: signer.token })).reason
  expect(await sign({ digest: 'ab'.repeat(32), assertion: signer.passkey.get(options!) })).toBe('act/changed')
  const foreign = { ...options!, challenge: Buffer.alloc(32).toString('base64url') }
  expect(await sign({ assertion: signer.passkey.get(foreign) })).toBe('act/signature-wrong')
  const other = await aSigner(server, 'review')
  expect(await sign({ assertion: other.passkey.get(options!) })).toBe('act/signature-wrong')
  expect(await sign({})).toBe('login/code-wrong')
  expect(await stateOf(id)).toBe('open')
})

test('production takes no code for a signature', async () => {
  const { ctx } = server.app
  const inProduction = { ...ctx, settings: { ...ctx.settings, mode: 'production' as const } }
  const digest = Buffer.alloc(32, 7)
  const origin = { ip: '10.0.0.1', device: undefined, userAgent: '' }
  const code = () => actProofs.verify(inProduction, signer.id, digest, { code: '123456' }, origin, server.clock.now())
  await expect(code()).rejects.toMatchObject({ reason: 'act/passkey-needed' })
  expect((await actProofs.options(inProduction, signer.id, digest)).code).toBe(false)
  const bare = await anOperator(server, 'review')
  await expect(actProofs.options(inProduction, bare.id, digest)).rejects.toMatchObject({ reason: 'act/passkey-needed' })
  expect((await actProofs.options(ctx, bare.id, digest)).passkey).toBeNull()
})

test('an act that no longer fits its subject is refused and stays open', async () => {
  const id = await propose()
  await sql`update shop_closing set note = 'Another note' where shop_id = ${shop.shopId}`.execute(server.owner)
  expect((await signs(server, signer, id)).reason).toBe('decision/changed')
  expect(await stateOf(id)).toBe('open')
  expect(await queryOne(server.db, sql`select from act_signature where act_id = ${id}`)).toBeUndefined()
})

test('a refused act ends with its reason and does not run; its subject is free again', async () => {
  const id = await propose()
  const stranger = await anOperator(server, 'finance')
  expect((await server.call(refuseAct, { id, reason: 'Not mine' }, stranger)).reason).toBe('act/wrong-desk')
  await server.must(refuseAct, { id, reason: 'They are genuine' }, { token: signer.token })
  expect(await server.must(actDetail, { id }, { token: signer.token })).toMatchObject({
    state: 'refused',
    endReason: 'They are genuine',
    maySign: 'act/not-open',
  })
  expect((await signs(server, signer, id)).reason).toBe('act/not-open')
  expect(await isClosed()).toBe(false)
  expect(await propose()).not.toBe(id)
})

test('an act ends after 72 hours, also before the job has seen it', async () => {
  const id = await propose()
  server.clock.pass(hours(72))
  signer = await aSigner(server, 'review')
  proposer = await aSigner(server, 'support', 'review')
  expect((await signs(server, signer, id)).reason).toBe('act/not-open')
  expect(await expireActs(server.app.ctx, actKinds)).toBeGreaterThanOrEqual(1)
  expect((await server.must(actDetail, { id }, { token: signer.token })).state).toBe('expired')
  expect(await propose()).not.toBe(id)
})

/** Races of each kind. The nightly programme `signatures` runs more. */
const races = Number(process.env['SIGNATURE_RACES'] ?? 2)
const raceTimeout = 30_000 + races * 2000

async function proofOf(id: string, by: Signer) {
  const { digest, passkey } = await server.must(beginActSignature, { id }, { token: by.token })
  return { id, digest, assertion: by.passkey.get(passkey!) }
}

test(
  'two people at once: one signature, run once',
  async () => {
    const second = await aSigner(server, 'review')
    for (let race = 0; race < races; race += 1) {
      if (race > 0) shop = await aMerchant(server)
      const id = await propose()
      const [a, b] = [await proofOf(id, signer), await proofOf(id, second)]
      const replies = await Promise.all([
        server.call(signAct, a, { token: signer.token }),
        server.call(signAct, b, { token: second.token }),
      ])
      expect(replies.map(({ reason }) => reason ?? 'signed').sort()).toEqual(['act/not-open', 'signed'])
      expect((await server.must(actDetail, { id }, { token: signer.token })).signatures).toHaveLength(1)
    }
  },
  raceTimeout,
)

test(
  'the same person twice at once: one signature',
  async () => {
    for (let race = 0; race < races; race += 1) {
      if (race > 0) shop = await aMerchant(server)
      const id = await propose()
      const proofs = [await proofOf(id, signer), await proofOf(id, signer)]
      const replies = await Promise.all(proofs.map((proof) => server.call(signAct, proof, { token: signer.token })))
      expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
      expect((await server.must(actDetail, { id }, { token: signer.token })).signatures).toHaveLength(1)
    }
  },
  raceTimeout,
)

/** A stored act with this many signatures, without the checks of the code. */
async function storedAct(signaturesNeeded = 1) {
  const id = newId()
  const now = server.clock.now()
  const proposal = {
    kind: 'shop.close' as const,
    desk: 'review' as const,
    shopId: shop.shopId,
    subject: { kind: 'shop' as const, id },
    body: {},
    proposedBy: proposer.id,
    now,
    signaturesNeeded,
  }
  const expiresAt = addTime(now, hours(72))
  const document = documentOf(id, expiresAt, proposal)
  const act = {
    id,
    kind: proposal.kind,
    desk: proposal.desk,
    shop_id: shop.shopId,
    subject_kind: proposal.subject.kind,
    subject_id: id,
    document,
    digest: digestOf(document),
    proposed_by: proposer.id,
    proposed_at: now,
    expires_at: expiresAt,
    signatures_needed: signaturesNeeded,
  }
  return act
}
const inTransaction = <T>(work: (tx: Parameters<typeof insertAct>[0]) => Promise<T>) =>
  server.db.transaction().execute(work)

test('the database refuses the proposer, a second signature of one person, another desk, another digest and a late one', async () => {
  const act = await storedAct(2)
  await inTransaction((tx) => insertAct(tx, act))
  const now = server.clock.now()
  const sign = (by: string, given = act, at = now) =>
    inTransaction((tx) => insertSignature(tx, given, by, { method: 'code' }, at))
  await expect(sign(proposer.id)).rejects.toMatchObject({ code: 'QO002' })
  await sign(signer.id)
  await expect(sign(signer.id)).rejects.toMatchObject({ code: 'QO002' })
  await expect(sign((await anOperator(server, 'finance')).id)).rejects.toMatchObject({ code: 'QO003' })
  const other = await anOperator(server, 'review')
  await expect(sign(other.id, { ...act, digest: Buffer.alloc(32) })).rejects.toThrow('act/changed')
  await expect(sign(other.id, act, addTime(now, hours(72)))).rejects.toThrow('act/not-open')
  await sql`update operator set invited_by = ${signer.id} where id = ${other.id}`.execute(server.owner)
  await expect(sign(other.id)).rejects.toMatchObject({ code: 'QO002' })
})

test('the database refuses to run an act without its signatures, to change one, and to sign with a foreign passkey', async () => {
  const act = await storedAct()
  await inTransaction((tx) => insertAct(tx, act))
  const set = (assignment: ReturnType<typeof sql>, db = server.db) =>
    sql`update act set ${assignment} where id = ${act.id}`.execute(db)
  await expect(set(sql`state = 'executed', ended_at = now(), ended_by = ${signer.id}`)).rejects.toThrow(
    /signatures in time/,
  )
  await expect(set(sql`state = 'expired', ended_at = proposed_at`)).rejects.toThrow(/has not expired/)
  await expect(set(sql`document = '{}'`)).rejects.toThrow(/permission denied/)
  await expect(set(sql`signatures_needed = 2`, server.owner)).rejects.toThrow(/is not changed/)
  const evidence = {
    method: 'passkey' as const,
    passkeyId: proposer.passkey.id,
    publicKey: proposer.passkey.publicKey,
    authenticatorData: Buffer.alloc(37),
    clientData: Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: act.digest.toString('base64url') })),
    signature: Buffer.alloc(70),
  }
  await expect(
    inTransaction((tx) => insertSignature(tx, act, signer.id, evidence, server.clock.now())),
  ).rejects.toThrow('act/signature-wrong')
  const lying = await storedAct()
  const said = lying.document.replace(proposer.id, signer.id)
  await expect(
    inTransaction((tx) => insertAct(tx, { ...lying, document: said, digest: digestOf(said) })),
  ).rejects.toThrow(/differ from the document/)
})

test('canonical JSON follows RFC 8785', () => {
  expect(canonicalJson({ b: [1, null, true], a: 'é\n"', ä: 0, '€': '', '1': {} })).toBe(
    '{"1":{},"a":"é\\n\\"","b":[1,null,true],"ä":0,"€":""}',
  )
  expect(() => canonicalJson({ a: 0.5 })).toThrow('integers only')
  expect(() => canonicalJson('\ud800')).toThrow('well-formed')
})
