/**
 * Reads on a real streaming standby: how they are chosen, and that an own act is seen at once. It starts two database
 * servers of its own, so it runs in `npm run test:night replica` only.
 */
import { execFileSync } from 'node:child_process'
import { appendFile, chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDestination,
  downloadStatement,
  exportAudit,
  exportPostings,
  orderCounts,
  salesCurve,
  visitShop,
} from '@quayside/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  embeddedHome,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { ReadReplica } from '../src/platform/database/read-replica.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import {
  openDatabase,
  openOwnerPool,
  openPool,
  queryOne,
  sql,
  type Database,
} from '../src/platform/database/postgres.ts'
import { derivedLogins } from '../src/platform/database/roles.ts'
import { anOperator, anOrder, aStockedShop, paymentPassword, realName, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

const enabled = process.env['TEST_REPLICA'] !== undefined
const durable = ['wal_level=replica', 'max_wal_senders=5', 'fsync=off', 'hot_standby=on']
let folder: string
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let server: TestServer
let shop: TestShop
let owner: Database
let app: Database
let standbyOwner: Database
let readUrl: string

/** Copies the running primary as `pg_basebackup` does, and starts the copy as its standby. */
async function startStandby(): Promise<void> {
  const from = await embeddedHome(join(folder, 'primary'))
  const to = await embeddedHome(join(folder, 'standby'))
  const client = new pg.Client({ connectionString: await primary.url('replica') })
  await client.connect()
  await client.query(`select pg_backup_start('test', true)`)
  await cp(from.data, to.data, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(path),
  })
  const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`)
  await client.end()
  await writeFile(join(to.data, 'backup_label'), rows[0]!.labelfile)
  await writeFile(join(to.data, 'standby.signal'), '')
  await mkdir(join(to.data, 'pg_wal', 'archive_status'), { recursive: true })
  await appendFile(join(to.data, 'postgresql.auto.conf'), `primary_conninfo = 'host=${from.socketDir} user=quayside'\n`)

  if (to.uid !== undefined) execFileSync('chown', ['-R', `${to.uid}:${to.gid}`, to.data])
  await chmod(to.data, 0o700)
  standby = await startEmbeddedPostgres(join(folder, 'standby'), durable)
  readUrl = (await primary.url('replica')).replace(
    encodeURIComponent(from.socketDir!),
    encodeURIComponent(to.socketDir!),
  )
}

beforeAll(async () => {
  if (!enabled) return
  folder = await mkdtemp(join(tmpdir(), 'quayside-replica-'))
  await chmod(folder, 0o755)
  primary = await startEmbeddedPostgres(join(folder, 'primary'), durable)
  const url = await primary.url('replica')
  await migrate(url)
  await startStandby()
  owner = openDatabase(openOwnerPool(url, { max: 3 }))
  standbyOwner = openDatabase(openOwnerPool(readUrl, { max: 1 }))
  app = openDatabase(openPool(derivedLogins(url).app, { max: 5 }))
  server = await startTestServer({
    database: { url, db: app, owner, drop: async () => undefined },
    settings: { databaseUrl: derivedLogins(url).app, readUrl: derivedLogins(readUrl).app },
  })
  shop = await aStockedShop(server)
}, 180_000)
afterAll(async () => {
  if (!enabled) return
  await server?.close()
  await app?.destroy()
  await owner?.destroy()
  await standbyOwner?.destroy()
  await standby?.discard()
  await primary?.discard()
  await rm(folder, { recursive: true, force: true })
})

const paused = (pause: boolean) => sql.raw(`select pg_wal_replay_${pause ? 'pause' : 'resume'}()`).execute(standbyOwner)
test.skipIf(!enabled)(
  'a heavy read goes to the standby, and to the primary after an own act and while the standby lags',
  async () => {
    const replica = server.app.ctx.replica!
    const ids = [shop.merchantId, shop.shopId]
    await expect.poll(() => replica.serves(ids), { timeout: 15_000 }).toBe(true)
    const report = () => server.must(salesCurve, { days: 7 }, { token: shop.token })
    const before = await report()

    // The standby does not have what the primary has: the reader sees the state of the standby.
    await paused(true)
    await sql`insert into shop_day (shop_id, day, visitors, orders, sales, expected_profit)
    select ${shop.shopId}, current_date + i, 99, 9, 900, 90 from generate_series(-1, 1) i
    on conflict (shop_id, day) do update set visitors = 99, orders = 9, sales = 900, expected_profit = 90`.execute(
      owner,
    )
    expect(await report()).toEqual(before)
    // After an act of the same person, the state of the primary.
    const device = {
      method: 'bank' as const,
      holder: realName,
      bankName: 'Harbour Bank',
      cardNumber: '4242424242424242',
    }
    await server.must(addDestination, { ...device, paymentPassword }, { token: shop.token })
    expect(replica.serves(ids)).toBe(false)
    expect(await report()).not.toEqual(before)

    // A response that is cached is one of the primary: dropped by the change, and then kept with it.
    const waiting = async () => (await server.must(orderCounts, {}, { token: shop.token })).counts['5'] ?? 0
    const count = await waiting()
    await anOrder(server, shop)
    await expect.poll(waiting).toBe(count + 1)
    expect(await waiting()).toBe(count + 1)

    // Something is written, and the standby does not replay it: after two seconds nobody reads there.
    await server.must(visitShop, { shop: shop.shopCode })
    await sql`select pg_switch_wal()`.execute(owner)
    await expect.poll(() => replica.serves(['another']), { timeout: 15_000 }).toBe(false)
    await paused(false)
    await expect.poll(() => replica.serves(['another']), { timeout: 15_000 }).toBe(true)
  },
  60_000,
)

test.skipIf(!enabled)(
  'statements and exports are read on the standby; a download that has read on the primary stays there',
  async () => {
    const replica = server.app.ctx.replica!
    const { token, id } = await anOperator(server, 'finance', 'auditor')
    await expect.poll(() => replica.serves([id, shop.merchantId, shop.shopId]), { timeout: 15_000 }).toBe(true)
    const places: string[] = []
    const reader = replica.reader.bind(replica)
    const spied = vi.spyOn(replica, 'reader').mockImplementation((ids) => {
      const read = reader(ids)
      return (work) =>
        read((db) => {
          places.push(db === replica.db ? 'standby' : 'primary')
          return work(db)
        })
    })
    const day = new Date().toISOString().slice(0, 10)
    try {
      const period = { from: day, to: day }
      await server.must(downloadStatement, { account: 'available', format: 'csv', ...period }, { token: shop.token })
      expect(places).toContain('standby')
      const after = places.length
      await server.must(exportPostings, period, { token })
      expect(places.length).toBeGreaterThan(after)
      const before = places.length
      await server.must(exportAudit, {}, { token })
      expect(places.length).toBeGreaterThan(before)
      expect(new Set(places)).toEqual(new Set(['standby']))
    } finally {
      spied.mockRestore()
    }
    const isStandby = (db: Database) =>
      queryOne(db, sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`).then((row) => row!.standby)
    const early = replica.reader([id])
    replica.noteAct(id)
    const late = replica.reader([id])
    expect([await early(isStandby), await late(isStandby)]).toEqual([true, false])
    await expect.poll(() => replica.serves([id]), { timeout: 15_000 }).toBe(true)
    expect(await late(isStandby)).toBe(false)
    expect(await replica.reader([id])(isStandby)).toBe(true)
  },
  60_000,
)

test.skipIf(!enabled)(
  'a read that the standby refuses or cannot answer is repeated on the primary',
  async () => {
    const replica = server.app.ctx.replica!
    await expect.poll(() => replica.serves([]), { timeout: 15_000 }).toBe(true)
    const answers: boolean[] = []
    const write = (db: Database) =>
      sql`select set_config('quayside.test', 'x', false), pg_notify('quayside_test', 'x')`.execute(db).then(() => {
        answers.push(true)
      })
    await replica.read([], write)
    expect(answers).toEqual([true])
    // What is wrong with the statement itself is not repeated.
    let calls = 0
    const wrong = replica.read([], async (db) => {
      calls += 1
      await sql`select from never_a_table`.execute(db)
    })
    await expect(wrong).rejects.toThrow('never_a_table')
    expect(calls).toBe(1)
    await standby.stop()
    const row = await replica.read([], (db) => queryOne(db, sql<{ one: number }>`select 1 as one`))
    expect(row).toEqual({ one: 1 })
    expect(replica).toBeInstanceOf(ReadReplica)
  },
  60_000,
)
