/** The review of registrations on real PostgreSQL: documents, duplicates, requests, rejection and appeal. */
import {
  appealRegistration,
  claimWork,
  decideRegistration,
  listMessages,
  listRegistrations,
  previewDecision,
  readRegistration,
  registrationCounts,
  registrationDetail,
  saveRegistration,
  submitRegistration,
  viewDocument,
  type RequestBody,
} from '@quayside/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMerchant, anOperator, type TestMerchant } from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, hours, minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../../platform/database/postgres.ts'
import { addWatermark } from '../../../shop/files/watermark.ts'
import { processEvents } from '../../messages/process-events.ts'
import { writeLanguage } from '../../messages/store.ts'
import { notifyOverdueRegistrations } from './notify-overdue.ts'

let server: TestServer
let ann: { token: string; id: string }
let ben: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.pass(days(1))
  await sql`update registration set state = 'draft' where state <> 'verified'`.execute(server.owner)
  ann = await anOperator(server, 'review')
  ben = await anOperator(server, 'review')
})

/** A submitted registration with a stored picture for each document. */
async function submitted(fields: Partial<RequestBody<typeof saveRegistration>> = {}): Promise<TestMerchant> {
  const merchant = await aMerchant(server, { verified: false })
  const filesOf = async (purpose: string) => {
    const id = newId()
    const stored = await server.app.ctx.storage.put(Buffer.from(id))
    await sql`insert into file (id, owner_who, owner_id, shop_id, purpose, private, content_type, bytes, width, height, storage_key, wrapped_key, created_at)
      values (${id}, 'merchant', ${merchant.merchantId}, ${merchant.shopId}, ${purpose}, ${purpose === 'identity'}, 'image/jpeg', 1, 800, 600, ${stored},
        ${purpose === 'identity' ? Buffer.from('key') : null}, ${server.clock.now()})`.execute(server.owner)
    return id
  }
  await server.must(
    saveRegistration,
    {
      logo: await filesOf('logo'),
      shopName: 'Pier 9',
      address: `${merchant.shopCode} Pier Road`,
      country: 'IE',
      realName: `Ada ${merchant.shopCode}`,
      idFront: await filesOf('identity'),
      idBack: await filesOf('identity'),
      idInHand: await filesOf('identity'),
      ...fields,
    },
    merchant,
  )
  await server.must(submitRegistration, {}, merchant)
  return merchant
}
const claim = (merchant: TestMerchant, operator = ann) =>
  server.must(claimWork, { kind: 'registration', id: merchant.shopId, reason: 'The test takes this one' }, operator)
const detail = (merchant: TestMerchant, operator = ann) =>
  server.must(registrationDetail, { shopId: merchant.shopId }, operator)
const reject = (merchant: TestMerchant, operator = ann) =>
  server.call(
    decideRegistration,
    {
      shopId: merchant.shopId,
      decision: 'rejected',
      reason: 'identity-not-proved',
      text: 'The face on the card is another one.',
    },
    operator,
  )
const own = (merchant: TestMerchant, lang = 'en') => server.must(readRegistration, {}, { ...merchant, lang })

test('the list is sorted by deadline, and finds by words, state and country', async () => {
  const first = await submitted({ realName: 'Grace Lantern' })
  server.clock.pass(hours(1))
  const second = await submitted({ country: 'PT' })
  const ids = async (input: RequestBody<typeof listRegistrations>) =>
    (await server.must(listRegistrations, { state: 'submitted', ...input }, ann)).list.map((row) => row.shopId)
  expect(await ids({})).toEqual([first.shopId, second.shopId])
  const page = await server.must(listRegistrations, { state: 'submitted', limit: 1 }, ann)
  expect(await ids({ cursor: page.cursor! })).toEqual([second.shopId])
  expect(await ids({ search: 'lantern' })).toEqual([first.shopId])
  expect(await ids({ search: second.shopCode.toLowerCase() })).toEqual([second.shopId])
  expect(await ids({ search: second.email })).toEqual([second.shopId])
  expect(await ids({ country: 'PT' })).toEqual([second.shopId])
  server.clock.pass(hours(47.5))
  expect(await server.must(registrationCounts, {}, ann)).toMatchObject({ states: { submitted: 2 }, overdue: 1 })
})

test('the detail names other shops with the same e-mail, name, address, picture or device', async () => {
  const other = await submitted({ realName: 'Tom O’Hara', address: '14, Harbour Row - Cork' })
  const merchant = await submitted({ realName: 'TOM OHARA', address: '14 harbour row, Cork' })
  expect((await detail(merchant)).duplicates.map((row) => row.kind)).toEqual(['address', 'real-name'])
  const [name, domain] = other.email.split('@')
  await sql`update merchant set email = ${`${name}+two@${domain}`} where shop_id = ${merchant.shopId}`.execute(
    server.owner,
  )
  await sql`update file set fingerprint = ${Buffer.alloc(32, 7)} where shop_id in (${merchant.shopId}, ${other.shopId})`.execute(
    server.owner,
  )
  for (const { shopId } of [merchant, other])
    await sql`insert into trace (party, party_id, kind, hash, last_used_at) values ('merchant', ${shopId}, 'device', ${Buffer.alloc(32, 9)}, now())`.execute(
      server.owner,
    )
  const { duplicates } = await detail(merchant)
  expect(duplicates.map((row) => row.kind)).toEqual(['address', 'device', 'email', 'picture', 'real-name'])
  expect(new Set(duplicates.map((row) => row.shop.code))).toEqual(new Set([other.shopCode]))
})

test('a reason opens the documents for ten minutes, every view is logged, and a view without one is refused', async () => {
  const merchant = await submitted()
  const look = (reason?: string, operator = ann) =>
    server.call(viewDocument, { shopId: merchant.shopId, field: 'idFront', ...(reason ? { reason } : {}) }, operator)
  expect((await look()).reason).toBe('registration/reason-missing')
  // The stored bytes of this test are no picture: a view that passed every check ends in their decryption.
  await look('Comparing the name')
  await sql`insert into document_access (operator_id, shop_id, reason, opened_at, until)
    values (${ann.id}, ${merchant.shopId}, 'Comparing the name', ${server.clock.now()}, ${new Date(server.clock.now().getTime() + minutes(10))})`.execute(
    server.owner,
  )
  expect((await look()).reason).not.toBe('registration/reason-missing')
  expect((await look(undefined, ben)).reason).toBe('registration/reason-missing')
  expect((await detail(merchant)).access).toMatchObject({ reason: 'Comparing the name' })
  server.clock.pass(minutes(10))
  expect((await look()).reason).toBe('registration/reason-missing')
  await expect(
    sql`insert into document_access (operator_id, shop_id, reason, opened_at, until)
      values (${ben.id}, ${merchant.shopId}, 'For ever', now(), now() + interval '1 hour')`.execute(server.db),
  ).rejects.toThrow(/document_access_time/)
})

test('the watermark is in the pixels of the whole picture', async () => {
  for (const background of ['#ffffff', '#000000']) {
    const plain = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const marked = await addWatermark(plain, ['Ann Quay #12', '2026-11-22T09:00Z', 'Comparing <the> name'])
    const { data, info } = await sharp(marked).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([900, 600])
    // Every quarter of the picture is written on.
    for (const [left, top] of [
      [0, 0],
      [450, 0],
      [0, 300],
      [450, 300],
    ] as const) {
      let changed = 0
      for (let y = top; y < top + 300; y += 1)
        for (let x = left; x < left + 450; x += 1)
          if (Math.abs(data[y * 900 + x]! - (background === '#ffffff' ? 255 : 0)) > 60) changed += 1
      expect(changed).toBeGreaterThan(300)
    }
  }
})

test('a request is a saved sentence in the merchant’s language with the reviewer’s words, as the preview shows it', async () => {
  const merchant = await submitted()
  await server.app.ctx.db.transaction().execute((tx) => writeLanguage(tx, merchant.shopId, 'fr'))
  await claim(merchant)
  const decision = {
    shopId: merchant.shopId,
    decision: 'more-information' as const,
    asked: { idBack: { sentence: 'photo-unclear' as const, text: 'Ligne 2.' }, address: { text: 'Which town?' } },
  }
  const preview = await server.must(previewDecision, decision, ann)
  expect(preview).toMatchObject({ language: 'fr', title: expect.stringContaining('boutique') })
  expect(preview.fields.find((field) => field.field === 'idBack')!.text).toBe(
    'La photo est trop sombre ou floue. Reprenez-la avec une bonne lumière. Ligne 2.',
  )
  await server.must(decideRegistration, decision, ann)
  const { state, asked } = await own(merchant, 'fr')
  expect(state).toBe('more-information')
  expect(asked).toEqual(Object.fromEntries(preview.fields.map(({ field, text }) => [field, text])))
  expect((await own(merchant)).asked['idBack']).toMatch(/^The photo is too dark/)
  expect((await detail(merchant)).decisions).toMatchObject([
    { decision: 'more-information', by: { id: ann.id }, asked: { idBack: { sentence: 'photo-unclear' } } },
  ])
})

test('who approves has opened every document since it was sent, or says why not', async () => {
  const merchant = await submitted()
  await claim(merchant)
  const approve = (text?: string) =>
    server.call(decideRegistration, { shopId: merchant.shopId, decision: 'verified', ...(text ? { text } : {}) }, ann)
  const open = (field: string, operator = ann, at = server.clock.now()) =>
    sql`insert into document_view (shop_id, field, operator_id, reason, at)
      values (${merchant.shopId}, ${field}, ${operator.id}, 'Comparing the name', ${at})`.execute(server.owner)
  await open('idFront')
  await open('idBack')
  // Neither the look of another person nor one at a picture that was replaced since.
  await open('idInHand', ben)
  await open('idInHand', ann, new Date(server.clock.now().getTime() - 1))
  expect((await approve()).reason).toBe('registration/documents-unopened')
  expect((await own(merchant)).state).toBe('in-review')
  await open('idInHand')
  expect((await approve()).code).toBe(1)
  expect((await detail(merchant)).decisions[0]).toMatchObject({ decision: 'verified', text: null })

  const other = await submitted()
  await claim(other)
  const text = 'Seen in person at the office'
  await server.must(decideRegistration, { shopId: other.shopId, decision: 'verified', text }, ann)
  expect((await detail(other)).decisions[0]).toMatchObject({ decision: 'verified', text })
  const audited = await queryOne(
    server.owner,
    sql<{ reason: string; detail: unknown }>`select reason, detail from audit_record
      where subject_kind = 'registration' and act = 'decided' and shop_ids = array[${other.shopId}::uuid]`,
  )
  expect(audited).toMatchObject({ reason: text, detail: { unopened: ['idFront', 'idBack', 'idInHand'] } })
})

test('the claim of another reviewer stops a decision', async () => {
  const merchant = await submitted()
  await claim(merchant, ben)
  expect((await detail(merchant)).decide).toMatchObject({ no: 'work/claimed' })
  expect((await reject(merchant)).reason).toBe('work/claimed')
  expect((await reject(merchant, ben)).code).toBe(1)
})

test('after an appeal another person decides, and nobody appeals twice', async () => {
  const merchant = await submitted()
  await claim(merchant)
  expect((await reject(merchant)).code).toBe(1)
  expect(await own(merchant)).toMatchObject({
    state: 'rejected',
    rejection: { reason: 'identity-not-proved', text: 'The face on the card is another one.', mayAppeal: true },
  })
  expect((await server.call(saveRegistration, { shopName: 'Another' }, merchant)).reason).toBe(
    'registration/not-editable',
  )
  const appeal = () => server.call(appealRegistration, { text: 'It is my face, ten years ago.' }, merchant)
  expect((await appeal()).data.state).toBe('submitted')
  expect((await appeal()).reason).toBe('registration/not-editable')
  await claim(merchant)
  expect(await detail(merchant)).toMatchObject({
    appealText: 'It is my face, ten years ago.',
    decide: { no: 'operator/second-person' },
  })
  expect((await reject(merchant)).reason).toBe('operator/second-person')
  await expect(
    sql`update registration set state = 'verified', decided_by = ${ann.id} where shop_id = ${merchant.shopId}`.execute(
      server.db,
    ),
  ).rejects.toThrow(/registration_appeal_decision/)
  server.clock.pass(minutes(11))
  await claim(merchant, ben)
  expect((await reject(merchant, ben)).code).toBe(1)
  expect((await appeal()).reason).toBe('registration/not-editable')
  expect((await own(merchant)).rejection).toMatchObject({ mayAppeal: false })
  await processEvents(server.app.ctx)
  expect((await server.must(listMessages, { limit: 1 }, merchant)).list[0]!.text).toBe(
    'Your registration was rejected. You can see why and appeal.',
  )
})

test('the merchant is told once that the review is late, and sees since when', async () => {
  const merchant = await submitted()
  expect(await own(merchant)).toMatchObject({ overdue: false })
  server.clock.pass(hours(49))
  expect(await notifyOverdueRegistrations(server.app.ctx)).toBe(1)
  expect(await notifyOverdueRegistrations(server.app.ctx)).toBe(0)
  const { overdue, dueAt, submittedAt } = await own(merchant)
  expect(overdue).toBe(true)
  expect(new Date(dueAt!).getTime() - new Date(submittedAt!).getTime()).toBe(hours(48))
  await processEvents(server.app.ctx)
  const { list } = await server.must(listMessages, { limit: 1 }, merchant)
  expect(list[0]!.kind).toBe('registration.overdue')
})

test('decisions are kept as they were made', async () => {
  const merchant = await submitted()
  await claim(merchant)
  await reject(merchant)
  await expect(sql`delete from registration_decision`.execute(server.owner)).rejects.toMatchObject({ code: '23001' })
  expect(await queryAll(server.owner, sql`select from work_claim where id = ${merchant.shopId}`)).toEqual([])
  expect(
    (await queryOne(
      server.owner,
      sql<{ n: number }>`select count(*)::int as n from registration_decision where shop_id = ${merchant.shopId}`,
    ))!.n,
  ).toBe(1)
})
