/**
 * Backs a large database up with pgBackRest and the settings of deploy/backup/pgbackrest.conf, loses it while buyers
 * pay, and restores database and files to a moment. Prints sizes and times beside those of the scripts of the first
 * day. BACKUP_ORDERS: how many orders fill the database.
 * Started by `npm run test:night backup-at-size`. Needs pgBackRest for PostgreSQL 18 and Debian's psql.
 */
import { execFile, execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { seedLoad } from '../../../bench/seed-load.ts'
import {
  embeddedHome,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { skipCode } from '../../../tools/programmes.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { queryOne, sql } from '../src/platform/database/postgres.ts'
import { prepareShop } from './crash.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { recoverySite } from './recovery-site.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
let passed = 0
let failed = 0
const check = (what: string, holds: boolean, found: unknown = ''): void => {
  if (holds) passed += 1
  else failed += 1
  print(`${holds ? 'ok     ' : 'FAILED '} ${what}${holds || found === '' ? '' : `\n        ${String(found)}`}`)
}

/** The first release whose list has PostgreSQL 18. */
const oldest = [2, 57]
const version = /(\d+)\.(\d+)/.exec(execFileSync('pgbackrest', ['version'], { encoding: 'utf8' }))!
if (Number(version[1]) === oldest[0] && Number(version[2]) < oldest[1]!) {
  print(`skipped: pgBackRest ${version[0]} does not know PostgreSQL 18; ${oldest.join('.')} does`)
  process.exit(skipCode)
}

const orders = Number(process.env['BACKUP_ORDERS'] ?? 1_000_000)
const archiveTimeout = 10
const deploy = join(import.meta.dirname, '..', '..', '..', 'deploy', 'backup')
const folder = await mkdtemp(join(tmpdir(), 'quayside-backup-'))
// The user of the embedded server must reach everything here.
await chmod(folder, 0o755)
const at = (...names: string[]) => join(folder, ...names)
const { uid, gid } = await embeddedHome(at('one'))
const own = async (path: string): Promise<void> => {
  if (uid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path])
}
await cp(deploy, at('scripts'), { recursive: true })
for (const name of ['backup', 'shell', 'spool', 'log', 'lock']) {
  await mkdir(at(name))
  if (uid !== undefined) await chown(at(name), uid, gid!)
}

/** Runs a command as the user of PostgreSQL. Returns what it printed. */
async function run(command: string, args: string[], socketDir?: string | null): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    cwd: '/',
    maxBuffer: 100e6,
    env: { PATH: process.env['PATH'], PGUSER: 'quayside', ...(socketDir && { PGHOST: socketDir }) },
    ...(uid !== undefined && { uid, gid }),
  })
  if (stderr) print(`        ${stderr.trim()}`)
  return stdout.trim()
}
const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now()
  return [await work(), performance.now() - began]
}
const sizeOf = async (path: string): Promise<number> => Number((await run('du', ['-sb', path])).split('\t')[0])

/** Writes deploy/backup/pgbackrest.conf with the places of this run: those of the database in `name`. */
async function configure(name: string, passphrase: string): Promise<string> {
  const { data, socketDir } = await embeddedHome(at(name))
  const text = (await readFile(join(deploy, 'pgbackrest.conf'), 'utf8'))
    .replace('/backup/pgbackrest', at('backup', 'pgbackrest'))
    .replace('=CHANGE', `=${passphrase}`)
    .replace('/var/spool/pgbackrest', at('spool'))
    .replace('pg1-path=/var/lib/postgresql/18/main', `pg1-path=${data}`)
  const file = at(`${name}-${passphrase}.conf`)
  await writeFile(
    file,
    `${text}pg1-socket-path=${socketDir}\npg1-user=quayside\n\n[global]\nlog-path=${at('log')}\nlock-path=${at('lock')}\n`,
    { mode: 0o600 },
  )
  await own(file)
  return file
}
const pgbackrest = (config: string, ...args: string[]): Promise<string> =>
  run('pgbackrest', [`--config=${config}`, '--stanza=quayside', ...args])
type Backup = { type: string; info: { repository: { delta: number }; size: number } }
type Info = { cipher: string; backup: Backup[] }
const info = async (config: string): Promise<Info> =>
  (JSON.parse(await pgbackrest(config, '--output=json', 'info')) as Info[])[0]!

const startDatabase = (name: string, config: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(at(name), [
    'wal_level=replica',
    'archive_mode=on',
    `archive_timeout=${archiveTimeout}`,
    `archive_command=pgbackrest --config=${config} --stanza=quayside archive-push %p`,
    'max_wal_size=4GB',
  ])

const stripe = await startFakeStripe()
const site = recoverySite(stripe, at('data-one'))
const passphrase = 'a passphrase of this run'.replaceAll(' ', '-')
let first: EmbeddedPostgres | undefined
let two: EmbeddedPostgres | undefined
try {
  print('— a database of some size')
  const config = await configure('one', passphrase)
  await run('mkdir', ['-p', at('backup', 'pgbackrest')])
  first = await startDatabase('one', config)
  await pgbackrest(config, 'stanza-create')
  site.url = await first.url('recovery')
  await migrate(site.url)
  await site.owner((db) => seedLoad(db, orders, () => undefined))
  site.stock = await prepareShop(site.url)
  const { bytes } = (await site.owner((db) =>
    queryOne(db, sql<{ bytes: string }>`select sum(pg_database_size(oid))::text as bytes from pg_database`),
  ))!
  print(`        ${orders.toLocaleString('en')} orders, ${megabytes(Number(bytes))}`)
  await pgbackrest(config, 'check')
  check('pgbackrest check: a segment of the log reaches the repository', true)

  // The seeded orders have no payments in the ledger, so some checks are broken from the start.
  const brokenBefore = (await site.brokenChecks()).join(', ')

  print('— backups')
  await site.start()
  let stop = site.trade()
  const [, fullTime] = await timed(() => pgbackrest(config, '--type=full', 'backup'))
  await stop()
  const fullSize = (await info(config)).backup.at(-1)!.info.repository.delta
  print(`        full: ${seconds(fullTime)}, ${megabytes(fullSize)} in the repository`)
  stop = site.trade()
  await pause(15_000)
  await stop()
  await mkdir(site.dataDir, { recursive: true })
  await site.storeFile()
  await own(site.dataDir)
  const home = await embeddedHome(at('one'))
  const [, incrementalTime] = await timed(() => pgbackrest(config, '--type=incr', 'backup'))
  const { cipher, backup } = await info(config)
  const incrementalSize = backup.at(-1)!.info.repository.delta
  print(`        incremental: ${seconds(incrementalTime)}, ${megabytes(incrementalSize)} in the repository`)
  check('the second backup is incremental and below a fifth of the first', incrementalSize < fullSize / 5)
  check('the repository is encrypted', cipher === 'aes-256-cbc', cipher)
  const wrong = await configure('one', 'another-passphrase')
  const read = await pgbackrest(wrong, '--output=json', 'info').catch(() => '')
  check('another passphrase reads nothing of it', !read.includes('"type":"full"'), read)
  // The way of the first day beside it. It copies as many bytes as the database has.
  await mkdir(at('shell', 'wal'), { recursive: true })
  await own(at('shell'))
  const [shellBase, shellTime] = await timed(() =>
    run('sh', [at('scripts', 'backup.sh'), site.dataDir, at('shell')], home.socketDir),
  )
  print(`        backup.sh beside it: ${seconds(shellTime)}, ${megabytes(await sizeOf(shellBase))}`)
  await rm(at('shell', 'base'), { recursive: true })

  print('— the loss, and a restore to a moment')
  stop = site.trade()
  await site.traded(20)
  await site.storeFile()
  await own(site.dataDir)
  await run('sh', [at('scripts', 'files.sh'), site.dataDir, at('backup')])
  const missing = await site.storeFile()
  const point = new Date()
  await pause(2000)
  await site.traded(20)
  await stop()
  const lastWrite = Date.now()
  await site.owner((db) => sql`select pg_switch_wal()`.execute(db))
  await site.archivedUntil(lastWrite, archiveTimeout)
  await site.stop()
  process.kill(first.pid, 'SIGKILL')
  await first.discard()

  const began = performance.now()
  const restored = await configure('two', passphrase)
  const { data } = await embeddedHome(at('two'))
  await run('mkdir', ['-p', '-m', '700', data])
  site.dataDir = at('data-two')
  await mkdir(site.dataDir)
  await own(site.dataDir)
  await run('sh', [at('scripts', 'restore-files.sh'), at('backup'), site.dataDir, point.toISOString()])
  const target = `--target=${point.toISOString().replace('T', ' ').replace('Z', '+00')}`
  const [, copyTime] = await timed(() =>
    pgbackrest(restored, '--type=time', target, '--target-action=promote', 'restore'),
  )
  two = await startDatabase('two', restored)
  site.url = await two.url('recovery')
  await site.promoted()
  const databaseTime = performance.now() - began
  const compared = await site.afterRestore(point)
  await site.start()
  const restoreTime = performance.now() - began
  const there = new Set((await site.readOrders()).map(({ id }) => id))
  // A second on either side: the answer of a commit arrives later, and the point is this machine's clock.
  const before = [...site.orderTimes].filter(([, time]) => time < +point - 1000)
  const after = [...site.orderTimes].filter(([, time]) => time > +point + 1000)
  check(
    `all ${before.length} orders acknowledged before the point are there`,
    before.length > 10 && before.every(([id]) => there.has(id)),
  )
  check(
    `none of the ${after.length} orders after the point is there`,
    after.length > 10 && after.every(([id]) => !there.has(id)),
  )
  check(
    'files and database are of one moment: only the file after the last copy is missing',
    compared.code === 1 && /Missing files: 1\n/.test(compared.text) && compared.text.includes(missing),
    compared.text,
  )
  const [broken, booksTime] = await timed(() => site.brokenChecks())
  check('each check of the books says what it said before the loss', broken.join(', ') === brokenBefore, broken)
  const count = (await site.owner((db) =>
    queryOne(db, sql<{ count: string }>`select count(*)::text as count from orders`),
  ))!.count
  check(`the ${orders.toLocaleString('en')} orders of the past are there`, Number(count) >= orders, count)
  print(
    `        restored: ${seconds(restoreTime)}, of it the copy ${seconds(copyTime)} and the database ready ${seconds(databaseTime)}; the check of the books ${seconds(booksTime)}`,
  )
} catch (error) {
  check('every step works', false, error instanceof Error ? error.stack : error)
} finally {
  await site.stop().catch(() => undefined)
  for (const database of [first, two]) await database?.discard().catch(() => undefined)
  await stripe.stop()
  await rm(folder, { recursive: true, force: true })
}
print(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
