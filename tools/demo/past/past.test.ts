/** Nine days of a demo's past on a small catalogue, made in two parts, and what must be true of them. */
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../apps/storefront/src/render.tsx'
import { appUrlOf, freshDatabase, type TestDatabase } from '../../../apps/server/test/database.ts'
import { testSettings } from '../../../apps/server/test/server.ts'
import { checkAndSave } from '../../../apps/server/src/modules/money/reconciliation/reconcile.ts'
import { openDatabase, openPool, queryAll, queryOne, sql } from '../../../apps/server/src/platform/database/postgres.ts'
import { days } from '../../../apps/server/src/platform/jobs/clock.ts'
import type { Settings } from '../../../apps/server/src/settings.ts'
import { readCredentials } from '../credentials.ts'
import { makePast } from './past.ts'
import type { KeptTrade } from './trade.ts'

const length = 7
const continued = 2
const carriers = ['Northline Parcel', 'Blue Anchor Post'].map((name) => ({ name, secret: `the secret of ${name}` }))
let database: TestDatabase
let dataDir: string
let settings: Settings
let made: { orders: number }
let goneOn: { orders: number }
let waiting: KeptTrade

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-past-'))
  const plain = testSettings(database.url, dataDir)
  settings = {
    ...plain,
    mode: 'demo',
    proxies: 1,
    carriers,
    publicUrl: 'http://127.0.0.1:1',
    consoleUrl: 'http://127.0.0.1:2',
    storefrontUrl: 'http://127.0.0.1:3',
    money: { ...plain.money, coolDown: 30_000, newOperatorWait: 0 },
  }
  const past = {
    settings,
    operator: settings.firstOperator!,
    carriers,
    days: length,
    neighbours: 1,
    perCategory: 1,
    progress: () => undefined,
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  }
  made = await makePast({ ...past, until: Date.now() - days(continued) })
  waiting = JSON.parse(await readFile(join(dataDir, 'past.json'), 'utf8')) as KeptTrade
  goneOn = await makePast(past)
}, 600_000)

afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('orders were placed on every day at different hours, picked up and shipped', async () => {
  const traded = await queryAll(
    database.owner,
    sql<{
      day: string
      hours: number
    }>`select placed_at::date::text as day, count(distinct extract(hour from placed_at))::int as hours
      from orders group by 1 order by 1`,
  )
  expect(traded.length).toBeGreaterThanOrEqual(length + continued - 1)
  expect(traded.some(({ hours }) => hours > 2)).toBe(true)
  expect(goneOn.orders).toBeGreaterThan(12)
  // Chance decides in which state the last ones stand, and whether the first parcel has arrived yet.
  const came = await queryOne(
    database.owner,
    sql<{
      picked: number
      shipped: number
    }>`select count(picked_up_at)::int as picked, count(shipped_at)::int as shipped from orders`,
  )
  for (const count of Object.values(came!)) expect(count).toBeGreaterThan(0)
  const future = await queryOne(
    database.owner,
    sql<{ n: number }>`select count(*)::int as n from ledger.transfer where at > now()`,
  )
  expect(future).toEqual({ n: 0 })
})

test('an order goes its way in the order of its times', async () => {
  const wrong = await queryAll(
    database.owner,
    sql`select id from orders where paid_at < placed_at or picked_up_at < paid_at or shipped_at < picked_up_at or received_at < shipped_at
      or completed_at < received_at`,
  )
  expect(wrong).toEqual([])
})

test('the books are whole, and every day has a signed root', async () => {
  const db = openDatabase(openPool(appUrlOf(database.url), { max: 1 }))
  try {
    const { checks } = await checkAndSave(db, 'command', new Date())
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(10)
  } finally {
    await db.destroy()
  }
  const lines = (await readFile(join(dataDir, 'daily-roots.jsonl'), 'utf8')).trim().split('\n')
  const rootDays = lines.map((line) => (JSON.parse(line) as { day: string }).day)
  expect(rootDays.length).toBeGreaterThanOrEqual(length + continued - 1)
  for (const [i, day] of rootDays.entries())
    if (i > 0) expect(Date.parse(day) - Date.parse(rootDays[i - 1]!)).toBe(86_400_000)
})

test('it is finished once, and the buyers go on', async () => {
  const known = (await readCredentials(dataDir))!
  expect(known.past).toMatchObject({ days: length, finished: true })
  expect(known.buyers.length).toBeGreaterThan(3)
  expect(known.neighbours.length).toBe(1)
})

test('a past that is continued does what was still to come, once, and trades on', async () => {
  expect(goneOn.orders).toBeGreaterThan(made.orders)
  const reports = waiting.tasks.flatMap(({ at, task }) =>
    task[0] === 'report' && at < Date.now() ? [`${task[4]}-${task[3]}`] : [],
  )
  expect(reports.length).toBeGreaterThan(3)
  const reported = await queryAll(
    database.owner,
    sql<{ event_id: string; n: number }>`select event_id, count(*)::int as n from carrier_event
      where event_id = any(${reports}) group by 1`,
  )
  expect(reported.length).toBe(reports.length)
  expect(reported.every(({ n }) => n === 1)).toBe(true)
  const later = JSON.parse(await readFile(join(dataDir, 'past.json'), 'utf8')) as KeptTrade
  expect(later.tasks.every(({ at }) => at > Date.now() - 120_000)).toBe(true)
})

test('production has no past that did not happen', async () => {
  const refused = makePast({
    settings: { ...settings, mode: 'production' },
    operator: settings.firstOperator!,
    carriers,
    days: length,
    progress: () => undefined,
  })
  await expect(refused).rejects.toThrow('only a demo')
})
