/** The work queue on real PostgreSQL: order, claims, snoozes, and who may see what. */
import {
  claimWork,
  closeShop,
  listWork,
  nextWork,
  releaseWork,
  snoozeWork,
  wakeWork,
  workCounts,
  workDay,
  workFigures,
  type RequestBody,
} from '@quayside/contract'
import { decideRegistration } from '@quayside/contract/shop-admin'
import { readTogether } from '@quayside/contract/together'
import { exportWithdrawals, listWithdrawals } from '@quayside/contract/withdrawal-desk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMerchant, anOperator, aSigner, mustSign, signs } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { workPageBody } from '../../../../test/work-page.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { deleteEndedClaims } from '../../../platform/http/work-claim.ts'

let server: TestServer
let ann: { token: string; id: string }
let ben: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.pass(days(1))
  await sql`update registration set state = 'verified'`.execute(server.owner)
  ann = await anOperator(server, 'review')
  ben = await anOperator(server, 'review')
  await sql`update operator set name = 'Ben Quay' where id = ${ben.id}`.execute(server.owner)
})

/** A registration that was submitted `hoursAgo`. Returns the id of its shop. */
async function submitted(hoursAgo: number): Promise<string> {
  const { shopId } = await aMerchant(server, { verified: false })
  const at = new Date(server.clock.now().getTime() - hours(hoursAgo))
  await sql`update registration set state = 'submitted', submitted_at = ${at}, shop_name = ${`Shop ${hoursAgo}`} where shop_id = ${shopId}`.execute(
    server.owner,
  )
  return shopId
}
const ids = async (input: RequestBody<typeof listWork> = {}, operator = ann) =>
  (await server.must(listWork, input, operator)).list.map((item) => item.id)
const claim = (id: string, operator = ann, reason?: string) =>
  server.call(claimWork, { kind: 'registration', id, ...(reason ? { reason } : {}) }, operator)
const afterNow = (span: number) => new Date(server.clock.now().getTime() + span).toISOString()
const stateOf = async (shopId: string) =>
  (await queryOne(server.owner, sql<{ state: string }>`select state from registration where shop_id = ${shopId}`))!
    .state

test('the day of a desk tells what waits and what was decided, of the kinds that the person may read', async () => {
  const kinds = ['registration', 'withdrawal'] as const
  const day = (operator = ann) => server.must(workDay, { kinds: [...kinds] }, operator)
  const before = await day()
  expect(before).toMatchObject({ waiting: 0, overdue: 0, oldest: null, sum: null, failed: 0 })
  const late = await submitted(50)
  const open = await submitted(1)
  const oldest = new Date(server.clock.now().getTime() - hours(50)).toISOString()
  expect(await day()).toEqual({ ...before, waiting: 2, overdue: 1, oldest })
  await claim(late)
  await server.must(
    decideRegistration,
    { shopId: late, decision: 'rejected', reason: 'not-eligible', text: 'Shops of this kind are not admitted.' },
    ann,
  )
  expect(await server.call(decideRegistration, { shopId: late, decision: 'verified' }, ann)).toMatchObject({ code: 0 })
  expect(await day(ben)).toMatchObject({ waiting: 1, decided: before.decided + 1, failed: before.failed + 1 })
  const support = await anOperator(server, 'support')
  expect(await day(support)).toMatchObject({ waiting: 0, oldest: null, decided: 0, failed: 0 })
  expect(await stateOf(open)).toBe('submitted')
})

test('several reads in one request are answered as each alone, with the rights of the caller', async () => {
  await submitted(3)
  const list = await server.must(listWork, {}, ann)
  const { answers } = await server.must(
    readTogether,
    {
      calls: [
        { path: listWork.path, input: {} },
        { path: listWork.path, input: { state: 'nonsense' } },
        { path: listWithdrawals.path, input: {} },
      ],
    },
    ann,
  )
  expect(answers[0]!.body).toMatchObject({ code: 1, data: list })
  expect(answers[1]!.body).toMatchObject({ code: 0, data: { reason: 'request/invalid' } })
  expect(answers[2]!.body).toMatchObject({ code: 0, data: { reason: 'request/forbidden' } })
  for (const path of [claimWork.path, readTogether.path, exportWithdrawals.path, '/merchant/order/list', '/nowhere'])
    expect(await server.call(readTogether, { calls: [{ path, input: {} }] }, ann), path).toMatchObject({ code: 0 })
  const nobody = await server.call(readTogether, { calls: [{ path: listWork.path, input: {} }] }, {})
  expect(nobody).toMatchObject({ code: 0 })
})

test('the queue shows the earliest deadline first, page by page', async () => {
  const [second, first, third] = [await submitted(10), await submitted(20), await submitted(1)]
  expect(await ids()).toEqual([first, second, third])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await server.must(listWork, { limit: 1, ...(cursor ? { cursor } : {}) }, ann)
    seen.push(...page.list.map((item) => item.id))
    cursor = page.cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual([first, second, third])
  const [item] = (await server.must(listWork, {}, ann)).list
  expect(item).toMatchObject({ kind: 'registration', title: 'Shop 20', amount: null, claim: null, snooze: null })
  expect(new Date(item!.dueAt).getTime() - new Date(item!.since).getTime()).toBe(hours(48))
})

test('the function of the database is the one of the sources', async () => {
  const row = await queryOne(
    server.owner,
    sql<{ prosrc: string }>`select prosrc from pg_proc where proname = 'work_page'`,
  )
  expect(row!.prosrc).toBe(workPageBody())
})

test('an operator sees the kinds of the own desks, an auditor every kind and may claim none', async () => {
  const id = await submitted(1)
  expect(await ids({}, await anOperator(server, 'finance', 'support'))).toEqual([])
  expect(await ids({ desk: 'finance' })).toEqual([])
  expect(await ids({ desk: 'review' })).toEqual([id])
  const auditor = await anOperator(server, 'auditor')
  expect(await ids({}, auditor)).toEqual([id])
  expect((await claim(id, auditor)).reason).toBe('request/forbidden')
  expect((await server.must(nextWork, {}, auditor)).item).toBeNull()
})

test('of two operators who claim one item at once, one wins and the other reads by whom it is held', async () => {
  const id = await submitted(5)
  const replies = await Promise.all([claim(id, ann), claim(id, ben)])
  expect(replies.map((reply) => reply.code).toSorted()).toEqual([0, 1])
  const winner = replies[0]!.code === 1 ? ann : ben
  const lost = replies.find((reply) => reply.code === 0)!
  expect(lost).toMatchObject({ reason: 'work/claimed', values: { by: winner === ann ? 'Op Erator' : 'Ben Quay' } })
  expect(lost.msg).toContain(winner === ann ? 'Op Erator' : 'Ben Quay')
  const entries = await queryAll(server.owner, sql`select from work_claim_log where id = ${id}`)
  expect(entries).toHaveLength(1)
})

test('a claim lasts ten minutes, can be renewed, and then anybody may take the item', async () => {
  const id = await submitted(5)
  expect((await claim(id)).code).toBe(1)
  server.clock.pass(minutes(9))
  expect((await claim(id)).code).toBe(1)
  server.clock.pass(minutes(9))
  expect((await claim(id, ben)).reason).toBe('work/claimed')
  server.clock.pass(minutes(2))
  expect((await claim(id, ben)).code).toBe(1)
  expect((await claim(id)).reason).toBe('work/claimed')
  expect(await ids({ state: 'mine' }, ben)).toEqual([id])
  expect(await ids({ state: 'mine' })).toEqual([])
})

test('the next item is the first that nobody else has claimed', async () => {
  const [first, second] = [await submitted(9), await submitted(8)]
  const next = async (operator = ann) => (await server.must(nextWork, { kind: 'registration' }, operator)).item?.id
  expect(await next(ben)).toBe(first)
  await claim(first)
  expect(await next()).toBe(first)
  expect(await next(ben)).toBe(second)
  await server.must(releaseWork, { kind: 'registration', id: first }, ann)
  expect(await next(ben)).toBe(first)
})

test('another item than the first needs a reason, and its share is a figure', async () => {
  await sql`alter table work_claim_log disable trigger all`.execute(server.owner)
  await sql`delete from work_claim_log`.execute(server.owner)
  await sql`alter table work_claim_log enable trigger all`.execute(server.owner)
  const shops = [await submitted(9), await submitted(8), await submitted(7), await submitted(6), await submitted(5)]
  expect(await claim(shops[1]!)).toMatchObject({ reason: 'work/out-of-order' })
  expect((await claim(shops[1]!, ann, 'The merchant is on the phone')).code).toBe(1)
  const figure = async () => (await server.must(workFigures, {}, ann)).outOfOrderPercent
  expect(await figure()).toEqual({ value: null, n: 1 })
  for (const id of [shops[0]!, shops[2]!, shops[3]!, shops[4]!]) {
    expect((await claim(id)).code).toBe(1)
    await sql`update registration set state = 'verified' where shop_id = ${id}`.execute(server.owner)
    if (id === shops[0])
      await sql`update registration set state = 'verified' where shop_id = ${shops[1]}`.execute(server.owner)
  }
  expect(await figure()).toEqual({ value: 20, n: 5 })
  await expect(
    sql`insert into work_claim_log (kind, id, operator_id, at, in_order) values ('registration', ${shops[0]}, ${ann.id}, now(), false)`.execute(
      server.db,
    ),
  ).rejects.toThrow(/work_claim_order/)
})

test('a claim starts the review of a registration, and its release ends it', async () => {
  const id = await submitted(3)
  await claim(id)
  expect(await stateOf(id)).toBe('in-review')
  await server.must(releaseWork, { kind: 'registration', id }, ben)
  expect(await stateOf(id)).toBe('in-review')
  await server.must(releaseWork, { kind: 'registration', id }, ann)
  expect(await stateOf(id)).toBe('submitted')
})

test('a snooze hides an item until its time, at most until its deadline', async () => {
  const [first, second] = [await submitted(47), await submitted(1)]
  const key = { kind: 'registration', id: first } as const
  const reason = 'Waits for an answer of the merchant'
  expect((await server.call(snoozeWork, { ...key, until: afterNow(hours(2)), reason }, ann)).reason).toBe(
    'work/snooze-limit',
  )
  expect((await server.call(snoozeWork, { ...key, until: afterNow(-1), reason }, ann)).reason).toBe('work/snooze-limit')
  await server.must(snoozeWork, { ...key, until: afterNow(minutes(30)), reason }, ann)
  expect(await ids()).toEqual([second])
  expect(await ids({ state: 'snoozed' })).toEqual([first])
  expect((await server.must(workCounts, {}, ann)).list).toContainEqual({
    kind: 'registration',
    open: 2,
    overdue: 0,
    claimed: 0,
    snoozed: 1,
  })
  expect((await claim(first)).reason).toBe('work/out-of-order')
  await server.must(wakeWork, key, ben)
  expect(await ids()).toEqual([first, second])
  await server.must(snoozeWork, { ...key, until: afterNow(minutes(30)), reason }, ann)
  server.clock.pass(minutes(31))
  expect(await ids()).toEqual([first, second])
  await expect(
    sql`insert into work_snooze (kind, id, operator_id, at, until, due_at, reason)
      values ('registration', ${second}, ${ann.id}, now(), now() + interval '2 days', now() + interval '1 day', 'Too long')`.execute(
      server.db,
    ),
  ).rejects.toThrow(/work_snooze_limit/)
})

test('a decided item is gone, and ended claims are deleted', async () => {
  const id = await submitted(3)
  await claim(id)
  await sql`update registration set state = 'verified' where shop_id = ${id}`.execute(server.owner)
  expect((await claim(id)).reason).toBe('work/gone')
  expect(await ids({ state: 'mine' })).toEqual([])
  await deleteEndedClaims(server.db, new Date(afterNow(days(2))))
  expect(await queryAll(server.owner, sql`select from work_claim`)).toEqual([])
})

test('an act whose subject is no item waits at the desk that signs it; who claimed it signs it', async () => {
  const [proposer, signer] = [await anOperator(server, 'support'), await aSigner(server, 'review')]
  const { shopId } = await aMerchant(server)
  const wish = { shopId, scope: 'all', reason: 'fraud', note: 'Copies of a brand' } as const
  const closing = { ...wish, effectiveAt: server.clock.now().toISOString() }
  const { actId } = await server.must(closeShop, closing, { token: proposer.token })
  const read = async (operator: { token: string }) => (await server.must(listWork, {}, operator)).list
  expect((await read(signer)).find(({ id }) => id === actId)).toMatchObject({
    kind: 'act-review',
    title: 'shop.close',
    shop: { id: shopId },
    dueAt: new Date(server.clock.now().getTime() + hours(72)).toISOString(),
  })
  expect((await read(await anOperator(server, 'finance', 'owner'))).map(({ id }) => id)).not.toContain(actId)
  await server.must(claimWork, { kind: 'act-review', id: actId! }, ann)
  expect((await signs(server, signer, actId!)).reason).toBe('work/claimed')
  await server.must(releaseWork, { kind: 'act-review', id: actId! }, ann)
  await mustSign(server, signer, actId!)
  expect((await read(signer)).map(({ id }) => id)).not.toContain(actId)
})

test('open alerts wait at the owners’ desk, and events of the processor that were not booked also at finance’s', async () => {
  const owner = await anOperator(server, 'owner')
  const now = server.clock.now()
  const alert = async (kind: string, closedAt: Date | null) => {
    const id = newId()
    await sql`insert into staff_alert (id, kind, subject, facts, opened_at, notified_at, closed_at)
      values (${id}, ${kind}, ${id}, '{}', ${now}, ${now}, ${closedAt})`.execute(server.owner)
    return id
  }
  const jobs = await alert('jobs-failed', null)
  const others = [await alert('jobs-failed', now), await alert('decisions-overdue', null)]
  const event = newId()
  await sql`insert into unbooked_event (id, processor, event_id, type, live, reason, received_at)
    values (${event}, 'test', ${event}, 'checkout.paid', false, 'unknown-payment', ${now})`.execute(server.owner)
  const { list } = await server.must(listWork, { limit: 100 }, owner)
  const dueIn = (span: number) => new Date(now.getTime() + span).toISOString()
  expect(list.find(({ id }) => id === jobs)).toMatchObject({
    kind: 'alert',
    title: 'jobs-failed',
    dueAt: dueIn(hours(4)),
  })
  expect(list.find(({ id }) => id === event)).toMatchObject({ kind: 'processor-event', dueAt: dueIn(hours(24)) })
  for (const id of others) expect(list.map((item) => item.id)).not.toContain(id)
  expect((await ids({}, ann)).includes(jobs)).toBe(false)
  const finance = await ids({ limit: 100 }, await anOperator(server, 'finance'))
  expect([finance.includes(event), finance.includes(jobs)]).toEqual([true, false])
})

test('a count has no item that the operator may not decide: an appeal goes to another person', async () => {
  const shopId = await submitted(1)
  const open = async (operator: { token: string }) =>
    (await server.must(workCounts, {}, operator)).list.find(({ kind }) => kind === 'registration')!.open
  expect([await open(ann), await open(ben)]).toEqual([1, 1])
  await sql`update registration set rejected_by = ${ann.id}, rejection = 'not-eligible', appeal = 'Please look again', appealed_at = now()
    where shop_id = ${shopId}`.execute(server.owner)
  expect([await open(ann), await open(ben)]).toEqual([0, 1])
})
