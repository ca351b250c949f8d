/** Figures of the platform: days of the ledger, the age of open work, cohorts of shops. */
import {
  exportPlatformFigures,
  orderStatus,
  platformAgeing,
  platformCohorts,
  platformFigures,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { readFirstDay } from './store.ts'
import { dayOf, makePlatformDays } from './make-days.ts'

let server: TestServer
let shop: TestShop
let desk: { token: string }
let today: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  desk = await anOperator(server, 'finance')
  await anOrder(server, shop, { status: orderStatus.received })
  await anOrder(server, shop, { status: orderStatus.awaitingPickup, quantity: 2 })
  today = dayOf(server.clock.now())
})
afterAll(() => server.close())
const figures = async (from: string, to: string, by: 'day' | 'month' = 'day') =>
  server.must(platformFigures, { from, to, by }, desk)

test('sales and take rate of a period are the postings of the ledger, by day and by month', async () => {
  const booked = (await queryOne(
    server.db,
    sql<{ sales: bigint; commission: bigint }>`select
        (sum(p.amount) filter (where t.event = 'order.paid' and a.kind = 'L.O.escrow' and p.side = 'C'))::bigint as sales,
        (sum(p.amount) filter (where a.kind = 'I.COMMISSION' and p.side = 'C'))::bigint as commission
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
        join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id`,
  ))!
  const { total, periods } = await figures(today, today)
  expect(booked.commission > 0n).toBe(true)
  expect(total).toMatchObject({ orders: 2, cancelled: 0, refunds: '0.00' })
  expect([Math.round(Number(total.sales) * 100), Math.round(Number(total.commission) * 100)]).toEqual([
    Number(booked.sales),
    Number(booked.commission),
  ])
  expect(total.takeRate).toBe(Math.round((Number(booked.commission) * 10_000) / Number(booked.sales)))
  expect(periods).toEqual([{ period: today, ...total }])
  const month = await figures(`${today.slice(0, 7)}-01`, today, 'month')
  expect(month.periods).toEqual([{ period: today.slice(0, 7), ...total }])
  expect((await server.call(platformFigures, { from: today, to: '2020-01-01' }, desk)).reason).toBe('request/invalid')
})

test('a kept day counts once, is the same as the ledger, and cannot be written by the server or before its end', async () => {
  await expect(sql`select make_platform_day(${today}::date)`.execute(server.db)).rejects.toThrow('has not ended')
  await expect(
    sql`insert into platform_day (day, event, kind, side, amount, entries) values (${today}, 'order.paid', 'L.O.escrow', 'C', 1, 1)`.execute(
      server.db,
    ),
  ).rejects.toThrow('permission denied')
  const { total } = await figures(today, today)
  // As the function keeps it when the day has ended.
  await sql`insert into platform_day (day, event, kind, side, amount, entries)
    select ${today}::date, event, kind, side, amount, entries from postings_of_day(${today}::date)`.execute(
    server.owner,
  )
  await sql`insert into platform_day_made (day) values (${today}::date)`.execute(server.owner)
  expect((await figures(today, today)).total).toEqual(total)
  await sql`delete from platform_day`.execute(server.owner)
  await sql`delete from platform_day_made`.execute(server.owner)
})

test('the job keeps every ended day since the first entry, once, also after days without it', async () => {
  expect(await readFirstDay(server.db)).toBe(dayOf(new Date()))
  // An entry of three days ago: its id says so.
  const was = addTime(new Date(), -days(3))
  const hex = was.getTime().toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
  await server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
      select ${id}, shop_id, 'early', request_hash, event, ref, actor, ${was} from ledger.transfer where event = 'order.paid' limit 1`.execute(
      tx,
    )
    await sql`insert into ledger.posting (transfer_id, line, account_id, side, amount, shop_id)
      select ${id}, p.line, p.account_id, p.side, 700, p.shop_id from ledger.posting p
        join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where t.event = 'order.paid' and p.transfer_id = (select min(x.id::text)::uuid from ledger.transfer x where x.event = 'order.paid' and x.id <> ${id})`.execute(
      tx,
    )
  })
  // How soon shops shipped: two counts of one kind, one that is too old, and one of a day that has not ended.
  for (const [at, country, n] of [
    [was, '', 3],
    [was, 'IE', 4],
    [addTime(new Date(), -days(91)), '', 5],
    [new Date(), 'FR', 6],
  ] as const)
    await sql`insert into service_count (shop_id, kind, day, country, within, n)
      values (${shop.shopId}, 'granted', ${dayOf(at)}, ${country}, 7, ${n})`.execute(server.owner)
  expect(await makePlatformDays(server.app.ctx)).toBe(3)
  const totals = sql<{ within: number; n: bigint }>`select within, n from service_total where kind = 'granted'`
  expect(await queryAll(server.db, totals)).toEqual([{ within: 7, n: 7n }])
  await expect(sql`update service_total set n = 8`.execute(server.db)).rejects.toThrow('permission denied')
  expect(await makePlatformDays(server.app.ctx)).toBe(0)
  expect((await figures(dayOf(was), dayOf(was))).total).toMatchObject({ sales: '7.00', orders: 1 })
  const kept = await queryAll(server.db, sql<{ day: string }>`select day::text from platform_day_made order by day`)
  expect(kept.map(({ day }) => day)).toEqual([3, 2, 1].map((n) => dayOf(addTime(new Date(), -days(n)))))
  const { body: file } = await server.app.console.inject({
    method: 'POST',
    url: exportPlatformFigures.path,
    headers: { token: desk.token },
    payload: { from: dayOf(was), to: today },
  })
  expect(file.split('\r\n').filter(Boolean)).toHaveLength(5)
  expect(file).toContain(`${dayOf(was)},1,0,7.00`)
})

test('ageing counts what is open by state and age', async () => {
  const at = async () =>
    (await server.must(platformAgeing, {}, desk)).rows.find(
      (row) => row.kind === 'order' && row.state === String(orderStatus.awaitingPickup),
    )
  expect((await at())!.counts).toEqual([1, 0, 0, 0, 0])
  server.clock.pass(days(2))
  expect((await at())!.counts).toEqual([0, 1, 0, 0, 0])
  server.clock.pass(-days(2))
})

test('a shop counts in the cohort of its verification, and as sold in the months in which it sold', async () => {
  await aStockedShop(server)
  await sql`update shop set verified_at = verified_at - interval '40 days' where id = ${shop.shopId}`.execute(
    server.owner,
  )
  await sql`select make_cohort_month(${today}::date)`.execute(server.db)
  const { cohorts } = await server.must(platformCohorts, {}, desk)
  const month = today.slice(0, 7)
  const earlier = cohorts.filter(({ cohort }) => cohort < month)
  expect(earlier).toMatchObject([{ shops: 1, open: 1, soldEver: 1, months: [{ month, sold: 1 }] }])
  expect(cohorts.find(({ cohort }) => cohort === month)).toMatchObject({ soldEver: 0, months: [{ month, sold: 0 }] })
})
