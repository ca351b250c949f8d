/**
 * The days of a report in every time zone: each instant belongs to exactly one day, the local date of the zone, and the
 * days add up to the period. Covers two years with all clock changes, every 15 minutes, with the time zone data of
 * PostgreSQL.
 * `QUAYSIDE_NIGHT=1` tests all zones.
 */
import { accounts } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { platformOwner } from '../../money/ledger/entry.ts'
import { figuresOf } from './report.ts'
import { readDays, readMovements, type Days } from './store.ts'

/** Every offset, clock changes at and across midnight, half-hour changes, outermost offsets, changes for one month. */
const odd =
  `Africa/Abidjan Africa/Cairo Africa/Casablanca Africa/El_Aaiun America/Adak America/Anchorage America/Asuncion America/Bogota America/Caracas
  America/Chicago America/Havana America/Los_Angeles America/New_York America/Nuuk America/Santiago America/Sao_Paulo America/Scoresbysund
  America/St_Johns Antarctica/Troll Asia/Beirut Asia/Dubai Asia/Gaza Asia/Hong_Kong Asia/Jerusalem Asia/Kabul Asia/Kathmandu Asia/Kolkata Asia/Tehran
  Asia/Yangon Atlantic/Azores Australia/Adelaide Australia/Eucla Australia/Lord_Howe Europe/Berlin Europe/London Pacific/Apia Pacific/Chatham
  Pacific/Kiritimati Pacific/Marquesas Pacific/Pago_Pago UTC`
    .trim()
    .split(/\s+/)
const night = Boolean(process.env['QUAYSIDE_NIGHT'])
const zones = night ? Intl.supportedValuesOf('timeZone') : odd
const patience = night ? 1_800_000 : 120_000
const [from, to] = ['2025-01-01', '2026-12-31']

let server: TestServer
let shop: TestMerchant
beforeAll(async () => {
  server = await startTestServer()
  shop = await aMerchant(server)
})
afterAll(() => server.close())

const liveIn = (zone: string) =>
  sql`update shop set time_zone = ${zone} where id = ${shop.shopId}`.execute(server.owner)

/** Counts instants whose day differs from the local date: every 15 minutes and just before. */
const disagreements = (zone: string, { days, starts }: Days) =>
  queryOne(
    server.owner,
    sql<{ asked: number; wrong: number }>`
      select count(*)::int as asked, count(*) filter (where (${days}::date[])[width_bucket(at, ${starts}::timestamptz[])] is distinct from
        (at at time zone ${zone})::date)::int as wrong
      from generate_series(${starts[0]!}::timestamptz, ${starts.at(-1)!}::timestamptz - interval '15 minutes', interval '15 minutes') q
        cross join lateral (values (q), (q + interval '14 minutes 59.999 seconds')) v (at)`,
  )

const hour = 3_600_000
const lengths = ({ starts }: Days) => starts.slice(1).map((start, i) => (start.getTime() - starts[i]!.getTime()) / hour)

test(
  'every instant of two years belongs to the day of its local date',
  async () => {
    const wrong: string[] = []
    const seen = new Set<number>()
    for (const zone of zones) {
      await liveIn(zone)
      const days = await readDays(server.db, shop.shopId, from, to, new Date())
      const found = (await disagreements(zone, days))!
      if (days.days.length !== 730 || found.asked < 140_000 || found.wrong > 0) wrong.push(`${zone}: ${found.wrong}`)
      for (const length of lengths(days)) seen.add(length)
    }
    expect(wrong).toEqual([])
    // The range has short and long days.
    expect([...seen].sort()).toEqual(expect.arrayContaining([23, 23.5, 24, 24.5, 25]))
  },
  patience,
)

test(
  'a skipped day is empty; a day with two midnights begins once',
  async () => {
    await liveIn('Pacific/Apia')
    const apia = await readDays(server.db, shop.shopId, '2011-12-29', '2011-12-31', new Date())
    expect(lengths(apia)).toEqual([24, 0, 24])
    expect((await disagreements('Pacific/Apia', apia))!.wrong).toBe(0)
    await liveIn('America/Havana')
    const havana = await readDays(server.db, shop.shopId, '2026-10-31', '2026-11-02', new Date())
    expect(lengths(havana)).toEqual([24, 25, 24])
    expect(havana.starts[1]!.toISOString()).toBe('2026-11-01T04:00:00.000Z')
    await liveIn('America/Sao_Paulo')
    const gap = await readDays(server.db, shop.shopId, '2018-11-03', '2018-11-05', new Date())
    expect(lengths(gap)).toEqual([24, 23, 24])
  },
  patience,
)

test(
  'today, yesterday, week and month begin and end at local midnight',
  async () => {
    const wrong: string[] = []
    for (const zone of zones) {
      await liveIn(zone)
      // Around each clock change: the last instant of the former day, the first of the day, and some days later.
      const changes = await queryAll(
        server.owner,
        sql<{ at: Date }>`select at from (
          select h as at, h at time zone ${zone} - (h - interval '1 hour') at time zone ${zone} <> interval '1 hour' as changed
          from generate_series('2025-01-01Z'::timestamptz, '2026-12-31Z', interval '1 hour') h) x where changed order by 1`,
      )
      for (const { at } of [...changes, { at: new Date('2026-02-28T23:59:59.999Z') }])
        for (const later of [0, 5, 29]) {
          const now = new Date(at.getTime() + later * 24 * hour)
          const dateOf = (moment: Date) => sql`(${moment}::timestamptz at time zone ${zone})::date`
          for (const [first, last] of [
            [0, 0],
            [1, 1],
            [6, 0],
            [29, 0],
          ] as const) {
            const { days, starts } = await readDays(server.db, shop.shopId, first, last, now)
            const [begin, end] = [starts[0]!, starts.at(-1)!]
            const before = (moment: Date) => new Date(moment.getTime() - 1)
            const right = await queryOne(
              server.owner,
              sql<{
                ok: boolean
              }>`select ${dateOf(begin)} = ${dateOf(now)} - ${first}::int and ${dateOf(before(begin))} < ${dateOf(begin)}
              and ${dateOf(before(end))} = ${dateOf(now)} - ${last}::int and ${dateOf(end)} > ${dateOf(before(end))}
              and ${days.length} = ${first - last + 1}::int as ok`,
            )
            if (!right!.ok) wrong.push(`${zone} at ${now.toISOString()}: ${first} to ${last}`)
          }
        }
    }
    expect(wrong).toEqual([])
  },
  patience,
)

test(
  'each payment is reported on exactly one day, and the days add up to the period',
  async () => {
    // A payment every 15 minutes in the weeks of the clock changes, each with its own amount.
    // They have no orders, so the triggers that compare the escrow with orders are off.
    const [{ n, cents }] = await withTransaction(server.owner, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      return queryAll(
        tx,
        sql<{ n: number; cents: bigint }>`
      with paid as (
        select uuidv7() as id, q as at, row_number() over (order by q) as amount
        from (values ('2025-03-07'), ('2025-03-28'), ('2025-04-04'), ('2025-09-26'), ('2025-10-24'), ('2025-10-31'), ('2026-02-14'), ('2026-03-20')) w (week)
          cross join lateral generate_series(week::timestamptz, week::timestamptz + interval '4 days', interval '15 minutes') q
      ), posted as (
        select cardinality(ledger.book(array_agg(row(id, ${shop.shopId}::uuid, 'test:' || id, 'order.paid', id, 'test', at, l.line, l.kind, ${platformOwner}::uuid, l.side, amount)::ledger.line))) as n
        from paid cross join (values (0::smallint, ${sql.lit(accounts.processorTest)}, 'D'::char(1)), (1::smallint, ${sql.lit(accounts.orderEscrow)}, 'C')) l (line, kind, side)
      ) select posted.n, (select sum(amount)::bigint from paid) as cents from posted`,
      )
    }).then((rows) => rows as [{ n: number; cents: bigint }])
    expect(n).toBeGreaterThan(3000)
    const elsewhere = await aMerchant(server)

    const wrong: string[] = []
    for (const zone of zones) {
      await liveIn(zone)
      const days = await readDays(server.db, shop.shopId, from, to, new Date())
      const booked = await readMovements(server.db, shop.shopId, days)
      const expected = await queryAll(
        server.owner,
        sql<{ day: string; n: number; cents: bigint }>`
        select (t.at at time zone ${zone})::date as day, count(*)::int as n, sum(p.amount)::bigint as cents
        from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id and p.side = 'D' where t.shop_id = ${shop.shopId} group by 1 order by 1`,
      )
      const reported = days.days.flatMap((day, i) => {
        const { orders, payments } = figuresOf(booked.filter((row) => row.day === i + 1))
        return orders > 0 ? [{ day, n: orders, cents: payments }] : []
      })
      const whole = figuresOf(booked)
      if (
        whole.orders !== n ||
        whole.payments !== cents ||
        reported.length !== expected.length ||
        reported.some(
          (row, i) => row.day !== expected[i]!.day || row.n !== expected[i]!.n || row.cents !== expected[i]!.cents,
        )
      )
        wrong.push(zone)
      expect(await readMovements(server.db, elsewhere.shopId, days)).toEqual([])
    }
    expect(wrong).toEqual([])
  },
  patience,
)
