/**
 * Loses the database in three ways while buyers pay, and recovers it with the scripts of deploy/backup: to a point in
 * time, by failover to a streaming standby, and from the archive alone. After each, every acknowledged order must be
 * there that the way promises, and every check of the books must pass. Prints the measured RPO and RTO.
 * Started by `npm run test:night recovery`. Needs Debian's psql: the embedded PostgreSQL has no client programs.
 */
import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  embeddedHome,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { queryAll, queryOne, sql } from '../src/platform/database/postgres.ts'
import { prepareShop } from './crash.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { recoverySite } from './recovery-site.ts'

const archiveTimeout = 10
const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
let passed = 0
let failed = 0
const check = (what: string, holds: boolean): void => {
  if (holds) passed += 1
  else failed += 1
  print(`${holds ? 'ok     ' : 'FAILED '} ${what}`)
}

const folder = await mkdtemp(join(tmpdir(), 'quayside-recovery-'))
// The user of the embedded server must reach everything here.
await chmod(folder, 0o755)
const { uid, gid } = await embeddedHome(join(folder, 'one'))
const [backup, scripts] = [join(folder, 'backup'), join(folder, 'scripts')]
await cp(join(import.meta.dirname, '..', '..', '..', 'deploy', 'backup'), scripts, { recursive: true })
await mkdir(backup)
if (uid !== undefined) await chown(backup, uid, gid!)

/** Runs a script of deploy/backup as the user of PostgreSQL. Returns what it printed. */
async function script(name: string, args: string[], socketDir?: string | null): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('sh', [join(scripts, name), ...args], {
    cwd: '/',
    env: { PATH: process.env['PATH'], PGUSER: 'quayside', ...(socketDir && { PGHOST: socketDir }) },
    ...(uid !== undefined && { uid, gid }),
  })
  if (stderr) print(`        ${stderr.trim()}`)
  return stdout.trim()
}

const startDatabase = (name: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(join(folder, name), [
    'wal_level=replica',
    'archive_mode=on',
    `archive_timeout=${archiveTimeout}`,
    `archive_command=sh ${join(scripts, 'archive-wal.sh')} "%p" "%f" ${join(backup, 'wal')}`,
    'max_wal_senders=10',
  ])
const kill = (database: EmbeddedPostgres) => process.kill(database.pid, 'SIGKILL')

const stripe = await startFakeStripe()
const site = recoverySite(stripe, join(folder, 'data-one'))
const { owner, readOrders, brokenChecks, storeFile, afterRestore, promoted, orderTimes, paid } = site

async function copyFiles(): Promise<void> {
  // The server's user owns its files; the script reads them as the user of PostgreSQL.
  if (uid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, site.dataDir])
  await script('files.sh', [site.dataDir, backup])
}

/** What backup.sh printed, each time. */
const bases: string[] = []
let first: EmbeddedPostgres | undefined
let two: EmbeddedPostgres | undefined
let three: EmbeddedPostgres | undefined
let four: EmbeddedPostgres | undefined
try {
  print('— a point in time')
  first = await startDatabase('one')
  site.url = await first.url('recovery')
  await migrate(site.url)
  site.stock = await prepareShop(site.url)
  await site.start()
  const oneHome = await embeddedHome(join(folder, 'one'))
  let stop = site.trade()
  await pause(4000)
  await storeFile()
  await copyFiles()
  let began = performance.now()
  bases.push(await script('backup.sh', [site.dataDir, backup], oneHome.socketDir))
  print(`        base backup under load: ${seconds(performance.now() - began)}`)
  await storeFile()
  await site.traded(15)
  await copyFiles()
  const missing = await storeFile()
  const point = new Date()
  const slowBefore = site.slow.splice(0)
  await pause(2000)
  await site.traded(20)
  for (const waiting of slowBefore) await site.capture(waiting)
  await stop()
  const lastWrite = Date.now()
  await owner((db) => sql`select pg_switch_wal()`.execute(db))
  await site.archivedUntil(lastWrite, archiveTimeout)
  await site.stop()
  kill(first)
  await first.discard()

  began = performance.now()
  const twoHome = await embeddedHome(join(folder, 'two'))
  site.dataDir = join(folder, 'data-two')
  await mkdir(site.dataDir)
  if (uid !== undefined) await chown(site.dataDir, uid, gid!)
  await script('restore.sh', [backup, twoHome.data, site.dataDir, point.toISOString()])
  two = await startDatabase('two')
  site.url = await two.url('recovery')
  await promoted()
  const databaseTime = performance.now() - began
  const paidBefore = (await readOrders()).filter(({ status }) => status === 5).length
  const compared = await afterRestore(point)
  await site.start()
  const restoreTime = performance.now() - began
  const rows = await readOrders()
  const there = new Map(rows.map((row) => [row.id, row.status]))
  // A second on either side: the answer of a commit arrives later, and the point is this machine's clock.
  const before = [...orderTimes].filter(([, at]) => at < +point - 1000)
  const after = [...orderTimes].filter(([, at]) => at > +point + 1000)
  check(
    `all ${before.length} orders acknowledged before the point are there`,
    before.length > 10 && before.every(([id]) => there.has(id)),
  )
  check(
    `none of the ${after.length} orders after the point is there`,
    after.length > 10 && after.every(([id]) => !there.has(id)),
  )
  const late = [...paid].filter(([id, at]) => at > +point + 1000 && there.has(id))
  check(
    `the ${late.length} payments after the point for orders before it were booked from the processor's list`,
    late.length > 0 &&
      late.every(([id]) => there.get(id) === 5) &&
      paidBefore < rows.filter((r) => r.status === 5).length,
  )
  const lost = [...paid].filter(([id]) => !there.has(id))
  const waiting = await owner((db) =>
    queryAll(db, sql<{ reason: string }>`select reason from unbooked_event where state = 'open'`),
  )
  check(
    `the ${lost.length} payments of lost orders wait for the operators`,
    lost.length > 0 && waiting.length >= lost.length && waiting.every(({ reason }) => reason === 'unknown-payment'),
  )
  check('after-restore names what is left and ends with 1', compared.code === 1 && compared.text.includes(missing))
  check('after-restore names only the file that was not copied', /Missing files: 1\n/.test(compared.text))
  check('payouts are paused', (await owner((db) => queryOne(db, sql`select from payout_pause`))) !== undefined)
  check(`every check of the books passes`, (await brokenChecks()).length === 0)
  print(
    `        RTO of a restore to a point, ${rows.length} orders: ${seconds(restoreTime)}, of it the database ${seconds(databaseTime)}`,
  )

  print('— failover to a standby')
  bases.push(await script('backup.sh', [site.dataDir, backup], twoHome.socketDir))
  const threeHome = await embeddedHome(join(folder, 'three'))
  const primary = `host=${twoHome.socketDir} user=quayside application_name=standby`
  await script('standby.sh', [backup, threeHome.data, primary])
  three = await startDatabase('three')
  await owner((db) => sql`alter system set synchronous_standby_names = 'standby'`.execute(db))
  await owner((db) => sql`select pg_reload_conf()`.execute(db))
  orderTimes.clear()
  paid.clear()
  stop = site.trade()
  await site.traded(20)
  const standing = await owner((db) =>
    queryAll(db, sql<{ sync_state: string }>`select sync_state from pg_stat_replication`),
  )
  check(
    'the standby streams synchronously',
    standing.some(({ sync_state }) => sync_state === 'sync'),
  )
  began = performance.now()
  kill(two)
  await stop()
  await site.stop()
  const twoUrl = site.url
  site.url = twoUrl.replace(encodeURIComponent(twoHome.socketDir!), encodeURIComponent(threeHome.socketDir!))
  await owner((db) => sql`select pg_promote()`.execute(db))
  await promoted()
  // The promoted server has no standby yet: commits must not wait for one.
  await owner((db) => sql`alter system reset synchronous_standby_names`.execute(db))
  await owner((db) => sql`select pg_reload_conf()`.execute(db))
  await site.start()
  const failoverTime = performance.now() - began
  await two.discard()
  const left = new Map((await readOrders()).map((row) => [row.id, row.status]))
  check(
    `no acknowledged order (${orderTimes.size}) or payment (${paid.size}) is lost`,
    orderTimes.size > 10 &&
      [...orderTimes.keys()].every((id) => left.has(id)) &&
      [...paid.keys()].every((id) => left.get(id) === 5),
  )
  check('every check of the books passes', (await brokenChecks()).length === 0)
  print(`        RTO of a failover: ${seconds(failoverTime)}, RPO 0`)

  print('— the archive alone')
  bases.push(await script('backup.sh', [site.dataDir, backup], threeHome.socketDir))
  orderTimes.clear()
  paid.clear()
  stop = site.trade()
  await pause(25_000)
  const died = Date.now()
  kill(three)
  await stop()
  await site.stop()
  await three.discard()
  began = performance.now()
  const fourHome = await embeddedHome(join(folder, 'four'))
  site.dataDir = join(folder, 'data-four')
  await mkdir(site.dataDir)
  if (uid !== undefined) await chown(site.dataDir, uid, gid!)
  await script('restore.sh', [backup, fourHome.data, site.dataDir])
  four = await startDatabase('four')
  site.url = await four.url('recovery')
  await promoted()
  await site.start()
  const archiveTime = performance.now() - began
  const last = (await readOrders()).at(-1)!
  const lossTime = died - +last.placed_at
  check(
    `the loss is below ${archiveTimeout} s and one segment's copy`,
    lossTime < (archiveTimeout + 5) * 1000 && [...orderTimes.values()].some((at) => at < died),
  )
  check('every check of the books passes', (await brokenChecks()).length === 0)
  stop = site.trade()
  const trading = orderTimes.size
  await pause(2000)
  await stop()
  check('orders go on', orderTimes.size > trading)
  await site.stop()
  print(
    `        RTO from the archive: ${seconds(archiveTime)}, RPO ${seconds(lossTime)} with archive_timeout = ${archiveTimeout} s`,
  )
  check('there were three base backups', (await readdir(join(backup, 'base'))).length === 3)
  await script('prune.sh', [backup, '1'])
  const kept = await readdir(join(backup, 'base'))
  check('prune keeps the newest base backup only', kept.length === 1 && bases.at(-1)!.endsWith(kept[0]!))
} finally {
  await site.stop().catch(() => undefined)
  for (const database of [first, two, three, four]) await database?.discard().catch(() => undefined)
  await stripe.stop()
  await rm(folder, { recursive: true, force: true })
}
print(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
