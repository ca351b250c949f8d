/**
 * The deletion of a day of visits: row by row in batches, as it was before the table had partitions, and by dropping
 * the partition of the day: `node bench/partitions.ts`. Both in the same rounds, on one server. BENCH_ROWS (100,000) is
 * the number of visits of the day, BENCH_ROUNDS (3) the number of rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { openDatabase, openOwnerPool, queryOne, sql, type Database } from '../apps/server/src/platform/postgres.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 100_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const batch = 5000
const print = (line: string) => process.stdout.write(`${line}\n`)
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

async function openSide(url: string, before?: string): Promise<Database> {
  await migrate(url, undefined, before)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  await sql`insert into shop (id, code, name, created_at) values (uuidv7(), 'SHOP', 'Shop', now())`.execute(db)
  return db
}
/** The day nine days ago, and a younger one that stays. */
async function fill(db: Database): Promise<void> {
  for (const ago of [9, 1])
    await sql`insert into visit (shop_id, day, visitor)
      select s.id, ${day(ago)}, substring(sha256(int4send(g)) from 1 for 16) from shop s cross join generate_series(1, ${rows}::int) g
      on conflict do nothing`.execute(db)
  await sql`analyze visit`.execute(db)
}
const countOf = async (db: Database): Promise<number> =>
  (await queryOne(db, sql<{ n: number }>`select count(*)::int as n from visit`))!.n
/** Milliseconds of the work, and bytes of the write-ahead log. */
async function measured(db: Database, work: () => Promise<void>): Promise<{ time: number; log: number }> {
  await sql`checkpoint`.execute(db)
  const { at } = (await queryOne(db, sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`))!
  const started = performance.now()
  await work()
  const time = performance.now() - started
  const { log } = (await queryOne(
    db,
    sql<{ log: number }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${at}::pg_lsn)::float8 as log`,
  ))!
  if ((await countOf(db)) !== rows) throw new Error('the younger day must stay, and nothing else')
  return { time, log }
}
async function deleteRows(db: Database): Promise<void> {
  for (;;) {
    const { n } = (await queryOne(db, sql<{ n: number }>`select delete_visits_before(${day(3)}, ${batch}) as n`))!
    if (n < batch) return
  }
}
const dropDay = async (db: Database): Promise<void> => {
  await sql`select drop_expired_partitions('visit')`.execute(db)
}

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, [])
try {
  const [whole, parted] = [
    await openSide(await postgres.url('whole'), '2026-12-07-0800'),
    await openSide(await postgres.url('parted')),
  ]
  await sql`drop table partitions.visit_first`.execute(parted)
  const seen = { rows: [] as number[], drop: [] as number[], rowsLog: [] as number[], dropLog: [] as number[] }
  for (let round = 1; round <= rounds; round += 1) {
    await sql
      .raw(`create table partitions.visit_old partition of visit for values from ('${day(9)}') to ('${day(8)}')`)
      .execute(parted)
    for (const db of [whole, parted]) await fill(db)
    const [one, other] = [await measured(whole, () => deleteRows(whole)), await measured(parted, () => dropDay(parted))]
    print(`round ${round}: rows ${Math.round(one.time)} ms, drop ${other.time.toFixed(1)} ms`)
    seen.rows.push(one.time)
    seen.drop.push(other.time)
    seen.rowsLog.push(one.log)
    seen.dropLog.push(other.log)
  }
  print(
    `a day of ${rows} visits: rows ${Math.round(median(seen.rows))} ms and ${(median(seen.rowsLog) / 1e6).toFixed(1)} MB of log, ` +
      `drop ${median(seen.drop).toFixed(1)} ms and ${(median(seen.dropLog) / 1e6).toFixed(2)} MB; ` +
      `ratio ${(median(seen.drop) / median(seen.rows)).toFixed(4)}; load ${loadavg()[0]!.toFixed(1)}`,
  )
  await whole.destroy()
  await parted.destroy()
} finally {
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
