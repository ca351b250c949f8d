/** Screening against lists of sanctions on real PostgreSQL: the guard, the decisions, and lists that change. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  approveWithdrawal,
  claimWork,
  decideRegistration,
  decideScreeningHit,
  listScreeningHits,
  listWork,
  makeBankFile,
  shopActs,
  registrationDetail,
  submitRegistration,
  withdrawalDetail,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aMerchant,
  anOperator,
  aStockedShop,
  bankAccount,
  creditMerchant,
  withdraw,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { screeningOf } from '../../../composition/screening.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { screeningList, testDataset } from '../../../providers/screening-list.ts'
import { deleteExpired } from '../privacy/retention.ts'
import { endHits, insertHit, lockScreening } from './store.ts'

let server: TestServer
let folder: string
let path: string
let ann: { token: string; id: string }
let ben: { token: string; id: string }

type Line = { id: string; name: string; aliases?: string; addresses?: string }
const writeList = (lines: readonly Line[], to = path, dataset = 'Test sanctions') =>
  writeFile(
    to,
    [
      'id,name,aliases,addresses,identifiers,dataset',
      ...lines.map(({ id, name, aliases = '', addresses = '' }) =>
        [id, name, aliases, addresses, '', dataset].map((cell) => `"${cell}"`).join(','),
      ),
    ].join('\n'),
  )
const nobody = { id: 'e-0', name: 'Zebulon Quagmire' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'screening-'))
  path = join(folder, 'list.csv')
  await writeList([nobody])
  server = await startTestServer()
  server.app.ctx.settings.screening = { path }
  server.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  ann = await anOperator(server, 'review', 'finance')
  ben = await anOperator(server, 'review', 'finance')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const screen = () => screeningOf(server.app.ctx)
/** Asks about all that waits. */
const answer = () => screen().screenDue()

/** A complete registration that was submitted and that Ann has claimed. */
async function submitted(realName: string, address = '1 Pier Road') {
  const merchant = await aMerchant(server, { verified: false })
  await sql`update registration set state = 'draft', logo_file = ${newId()}, shop_name = 'Pier 9', address = ${address}, country = 'IE',
      real_name = ${realName}, id_front = ${newId()}, id_back = ${newId()}, id_in_hand = ${newId()}
    where shop_id = ${merchant.shopId}`.execute(server.owner)
  await server.must(submitRegistration, {}, merchant)
  await server.must(claimWork, { kind: 'registration', id: merchant.shopId, reason: 'The test takes it' }, ann)
  return merchant
}
const approve = ({ shopId }: { shopId: string }) =>
  server.call(decideRegistration, { shopId, decision: 'verified', text: 'Seen at the office' }, ann)
const detail = async ({ shopId }: { shopId: string }) =>
  (await server.must(registrationDetail, { shopId }, ann)).screening
const decide = (
  { shopId, id }: { shopId: string; id: string },
  decision: 'cleared' | 'confirmed' = 'cleared',
  who = ann,
) => server.call(decideScreeningHit, { shopId, id, decision, reason: 'Another year of birth' }, who)
const hitsOf = async (shopId: string, state: 'open' | 'cleared' | 'confirmed' = 'open') =>
  (await server.must(listScreeningHits, { state, shopId }, ann)).list

test('a merchant on a list is approved after an operator cleared the hit with a reason, and not before', async () => {
  await writeList([nobody, { id: 'e-1', name: 'Виктор Пробенко', aliases: 'Victor Probenko;V. A. Probenko' }])
  const merchant = await submitted('PROBENKO, Viktor')
  expect(await detail(merchant)).toMatchObject({ state: 'waiting', at: null, hits: [] })
  expect((await approve(merchant)).reason).toBe('screening/waiting')
  const verify = () =>
    sql`update registration set state = 'verified', decided_by = ${ann.id} where shop_id = ${merchant.shopId}`.execute(
      server.db,
    )
  await expect(verify()).rejects.toMatchObject({ constraint: 'screened' })

  await answer()
  const { state, hits } = await detail(merchant)
  expect(state).toBe('open')
  expect(hits).toMatchObject([{ list: 'Test sanctions', entry: 'e-1', mark: 'name', state: 'open' }])
  expect((await approve(merchant)).reason).toBe('screening/open')
  await expect(verify()).rejects.toMatchObject({ constraint: 'screened' })
  const [hit] = await hitsOf(merchant.shopId)
  expect(hit).toMatchObject({ who: 'PROBENKO, Viktor', where: '1 Pier Road, IE', subject: 'registration' })

  const short = await server.call(decideScreeningHit, { ...hit!, decision: 'cleared', reason: 'no' } as never, ann)
  expect(short.code).toBe(0)
  const auditor = await anOperator(server, 'auditor')
  expect((await decide(hit!, 'cleared', auditor)).reason).toBe('request/forbidden')
  expect((await decide({ ...hit!, shopId: newId() })).reason).toBe('screening/not-found')
  const replies = await Promise.all([decide(hit!), decide(hit!, 'cleared', ben)])
  expect(replies.map(({ reason }) => reason).toSorted()).toEqual(['screening/decided', undefined])
  expect(await detail(merchant)).toMatchObject({
    state: 'clear',
    hits: [{ state: 'cleared', decided: { reason: 'Another year of birth' } }],
  })
  expect((await approve(merchant)).code).toBe(1)
  const records = await queryAll(
    server.owner,
    sql<{ reason: string; to: object }>`select reason, after as to from audit_record
      where subject_kind = 'screening' and act = 'decided' and outcome = 'done' and subject_id = ${hit!.id}`,
  )
  expect(records).toMatchObject([{ reason: 'Another year of birth', to: { state: 'cleared' } }])
  // The merchant reads what operators did, and no word of a hit.
  const { list: acts } = await server.must(shopActs, {}, merchant)
  expect(acts.map(({ subject }) => subject.kind)).toContain('registration')
  expect(acts.map(({ subject }) => subject.kind)).not.toContain('screening')
})

test('the database takes no decision without a reason and an operator of a desk, and none twice', async () => {
  await writeList([nobody, { id: 'e-2', name: 'Olga Musterova' }])
  const merchant = await submitted('Olga Musterova')
  await answer()
  const [hit] = await hitsOf(merchant.shopId)
  expect(hit).toMatchObject({ score: 100 })
  const write = (set: ReturnType<typeof sql>) =>
    sql`update screening_hit set ${set} where shop_id = ${merchant.shopId} and id = ${hit!.id}`.execute(server.db)
  const by = (who: string, state = 'cleared', reason: string | null = 'Another year of birth') =>
    write(sql`state = ${state}, decided_by = ${who}, decided_at = now(), reason = ${reason}`)
  const support = await anOperator(server, 'support')
  await expect(by(support.id)).rejects.toMatchObject({ constraint: 'screening_hit_operator' })
  await expect(by(ann.id, 'cleared', null)).rejects.toMatchObject({ constraint: 'screening_hit_decided' })
  await by(ann.id, 'confirmed')
  expect((await approve(merchant)).reason).toBe('screening/open')
  // Who confirmed it does not clear it alone.
  expect((await decide(hit!)).reason).toBe('operator/second-person')
  expect((await decide(hit!, 'confirmed', ben)).reason).toBe('screening/decided')
  expect((await decide(hit!, 'cleared', ben)).code).toBe(1)
  await expect(by(ann.id, 'confirmed')).rejects.toMatchObject({ constraint: 'screening_hit_decided_once' })
  await expect(write(sql`state = 'open', decided_by = null, decided_at = null, reason = null`)).rejects.toMatchObject({
    constraint: 'screening_hit_decided_once',
  })
  await expect(
    sql`delete from screening_hit where shop_id = ${merchant.shopId}`.execute(server.db),
  ).rejects.toMatchObject({ code: '42501' })
})

test('another name is asked about anew; the same one keeps its decision', async () => {
  await writeList([nobody, { id: 'e-3', name: 'Petra Beispiel' }])
  const merchant = await submitted('Petra Beispiel')
  await answer()
  const [hit] = await hitsOf(merchant.shopId)
  await decide(hit!)
  const resubmit = async (name: string) => {
    await sql`update registration set state = 'draft', real_name = ${name} where shop_id = ${merchant.shopId}`.execute(
      server.owner,
    )
    await server.must(submitRegistration, {}, merchant)
    await answer()
    return (await detail(merchant)).hits.filter(({ endedAt }) => endedAt === null).map(({ state }) => state)
  }
  server.clock.pass(1000)
  expect(await resubmit('Petra Beispiel')).toEqual(['cleared'])
  server.clock.pass(1000)
  expect(await resubmit('PETRA BEISPIEL')).toEqual(['open'])
  server.clock.pass(1000)
  expect(await resubmit('Somebody Else')).toEqual([])
})

async function aRichShop(): Promise<{ shop: TestShop; destination: string }> {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '5000')
  return { shop, destination: await aDestination(server, shop) }
}

test('a change of the list finds those who are verified, and stops an approved payout until the hit is cleared', async () => {
  await writeList([nobody])
  const { shop, destination } = await aRichShop()
  await answer()
  const [pending, approved] = [
    await withdraw(server, shop, destination, '20'),
    await withdraw(server, shop, destination, '21'),
  ]
  const key = ({ id }: { id: string }) => ({ shopId: shop.shopId, id })
  const pay = (one: { id: string }) => server.call(approveWithdrawal, key(one), { ...ann, key: newId() })
  expect((await pay(approved)).code).toBe(1)

  // The bank of the destination is on the list now.
  await writeList([nobody, { id: 'b-1', name: 'Bank Harbour' }])
  await answer()
  const [hit] = await hitsOf(shop.shopId)
  expect(hit).toMatchObject({ subject: 'destination', who: 'Ada Quay', listed: 'Bank Harbour' })
  expect((await pay(pending)).reason).toBe('screening/open')
  const shown = await server.must(withdrawalDetail, key(pending), ann)
  expect(shown).toMatchObject({ screening: { state: 'open' }, may: { approve: { no: 'screening/open' } } })
  const work = async () =>
    (await server.must(listWork, { kind: 'screening' }, ann)).list.filter(({ shop: of }) => of?.id === shop.shopId)
  expect(await work()).toMatchObject([{ id: hit!.id, title: '' }])
  expect((await server.call(makeBankFile, {}, { ...ann, key: newId() })).reason).toBe('payout/nothing-to-pay')
  const send = sql`update withdrawal set state = 'sending', sent_at = now(), changed_by = 'operator:x', changed_at = now()
    where shop_id = ${shop.shopId} and id = ${approved.id}`
  await expect(send.execute(server.db)).rejects.toMatchObject({ constraint: 'screened' })
  const first = sql`update withdrawal set first_approver = ${ann.id}, first_approved_at = now(), changed_at = now()
    where shop_id = ${shop.shopId} and id = ${pending.id}`
  await expect(first.execute(server.db)).rejects.toMatchObject({ constraint: 'screened' })

  await decide(hit!)
  expect(await work()).toEqual([])
  expect((await pay(pending)).code).toBe(1)
  expect(await server.must(makeBankFile, {}, { ...ann, key: newId() })).toMatchObject({ payments: 2 })
  // The next version of the list with the same entry opens nothing; without it the hit ends.
  await writeList([nobody, { id: 'b-1', name: 'Bank Harbour' }, { id: 'x', name: 'Nobody Known' }])
  await answer()
  expect(await hitsOf(shop.shopId)).toEqual([])
  await writeList([nobody])
  await answer()
  expect((await hitsOf(shop.shopId, 'cleared'))[0]!.endedAt).not.toBeNull()
  // A destination that nobody asked about waits.
  await sql`delete from screening_hit where shop_id = ${shop.shopId}`.execute(server.owner)
  await sql`delete from screening where shop_id = ${shop.shopId}`.execute(server.owner)
  const later = await withdraw(server, shop, destination, '22')
  expect((await pay(later)).reason).toBe('screening/waiting')
})

test('an approval waits for an answer that is being written', async () => {
  await writeList([nobody])
  const merchant = await submitted('Karla Langsam')
  await answer()
  const key = { kind: 'registration', shopId: merchant.shopId, id: merchant.shopId } as const
  const match = { list: 'l', entry: 'e', listed: 'Karla Langsam', mark: 'name', score: 100 } as const
  const at = server.clock.now()
  let approval: ReturnType<typeof approve> | undefined
  await withTransaction(server.db, async (tx) => {
    await lockScreening(tx, key)
    await insertHit(tx, key, { ...match, id: newId(), at, decideBy: at })
    approval = approve(merchant)
    for (;;) {
      const waits = await queryAll(
        server.owner,
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from screening where%'`,
      )
      if (waits.length > 0) break
    }
  })
  expect((await approval!).reason).toBe('screening/open')
})

test('an erasure takes the words, and a hit that ended goes after five years', async () => {
  await writeList([nobody, { id: 'e-9', name: 'Erika Weg' }])
  const merchant = await submitted('Erika Weg')
  await answer()
  const [hit] = await hitsOf(merchant.shopId)
  await decide(hit!)
  await sql`update merchant set erased_at = now() where shop_id = ${merchant.shopId}`.execute(server.owner)
  const read = () =>
    queryAll(
      server.owner,
      sql<{ listed: string; reason: string; state: string }>`select listed, reason, state from screening_hit
        where shop_id = ${merchant.shopId}`,
    )
  expect(await read()).toEqual([{ listed: '—', reason: '—', state: 'cleared' }])
  // The database counts by its own clock.
  const end = async (ago: number) => {
    const other = await submitted('Erika Weg')
    await answer()
    const at = new Date(Date.now() - days(ago))
    const [hitOf] = await hitsOf(other.shopId)
    await withTransaction(server.db, (tx) => endHits(tx, other.shopId, [hitOf!.id], at))
    return other.shopId
  }
  const [kept, gone] = [await end(1825), await end(1827)]
  await deleteExpired(server.app.ctx)
  const left = await queryAll(server.owner, sql<{ shop_id: string }>`select shop_id from screening_hit`)
  expect(left.map(({ shop_id }) => shop_id)).toContain(kept)
  expect(left.map(({ shop_id }) => shop_id)).not.toContain(gone)
})

test('an address and a chain address are found, and a list that cannot be read is said', async () => {
  const own = join(folder, 'own.csv')
  await writeList([{ id: 'a', name: 'Ada Example', addresses: '12 Example Street, Testville' }], own)
  const provider = screeningList(own, false)
  const before = await provider.version()
  const question = { names: ['Somebody Else'], address: 'Flat 2, 12 Example Street, Testville', chainAddress: null }
  expect(await provider.screen(question)).toMatchObject([{ entry: 'a', mark: 'address', score: 100 }])
  await writeFile(own, 'id,name,identifiers\nw,0xAbCd000000000000000000000000000000000001,\n')
  expect(await provider.version()).not.toBe(before)
  const chainAddress = '0xabcd000000000000000000000000000000000001'
  expect(await provider.screen({ names: [], address: null, chainAddress })).toMatchObject([{ mark: 'chain-address' }])
  for (const [content, why] of [
    ['id,name\n', 'no entry'],
    ['code,title\n1,2\n', 'columns'],
    ['id,name\n"1,2\n', ''],
  ]) {
    await writeFile(own, content!)
    await expect(provider.version()).rejects.toThrow(why)
  }
  await writeList([nobody], own, testDataset)
  await expect(screeningList(own, true).version()).rejects.toThrow('list of the demo')
  await expect(screeningList(join(folder, 'none.csv'), false).version()).rejects.toThrow()
})
