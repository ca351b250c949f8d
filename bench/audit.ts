/**
 * The audit with a million rows (`BENCH_ROWS`): `node bench/audit.ts`. The rows are chained by the function that the
 * server chains by, so the chain is real. The searches of the desk by each of its filters, by the module's function;
 * then the check of the whole chain, as each day's reconciliation runs it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { listAuditRows, type AuditFilter } from '../apps/server/src/modules/staff/audit/store.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool, queryAll, queryOne, sql } from '../apps/server/src/platform/database/postgres.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
/** Searches with each filter, each with another value. */
const tries = 40
const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
try {
  const url = await postgres.url('bench')
  await migrate(url)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  await sql`insert into shop (id, code, name, verified_at, created_at)
    select uuidv7(), 'SHOP' || lpad(g::text, 5, '0'), 'Shop ' || g, now(), now() from generate_series(0, 999) g`.execute(
    db,
  )
  await sql`insert into operator (id, name, email, password_hash, password_chosen_at, may_approve_from, created_at)
    select uuidv7(), 'Operator ' || g, g || '@platform.example', 'none', now(), now(), now() from generate_series(1, 40) g`.execute(
    db,
  )
  const started = performance.now()
  // In three statements, without the checks of each row: appended one by one, a million rows take twenty minutes of a
  // processor. The chain is the aggregate of the very function that the server chains by.
  const indexes = await queryAll(
    db,
    sql<{ name: string; definition: string }>`select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'audit_record'::regclass and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  await sql`set session_replication_role = replica`.execute(db)
  await sql`create aggregate bench_chain(audit_record) (sfunc = audit_hash, stype = bytea, initcond = '\\x00')`.execute(
    db,
  )
  await sql`create unlogged table bench_filled as
    with given as (select array(select id from shop order by code) as shops, array(select id from operator order by id) as operators)
    select g::bigint as seq, date_trunc('milliseconds', now()) - (${sql.lit(rows)} - g) * interval '30 seconds' as at,
      case when g % 50 = 0 then 'refused' else 'done' end as outcome, null::bigint as begun_seq,
      case when g % 50 = 0 then 'request/forbidden' end as refusal, md5('r' || g) as request_id, operators[1 + g % 40] as operator_id,
      ('{review,support,finance,fulfilment,catalogue}'::text[])[1 + g % 5] as desk, '/platform/bench/' || g % 200 as endpoint,
      ('{read,changed,read,searched,signed}'::text[])[1 + g / 7 % 5] as act,
      ('{order,withdrawal,deposit,product,registration}'::text[])[1 + g / 3 % 5] as subject_kind, md5('s' || g / 4) as subject_id,
      'C' || g / 4 as subject_code, array[shops[1 + g % 1000]] as shop_ids, 'Bench ' || g as reason, true as reason_shown,
      jsonb_build_object('state', 'open', 'amount', g) as before, jsonb_build_object('state', 'done', 'amount', g) as after,
      null::jsonb as detail, '10.0.0.1' as address, null::bytea as hash
    from given, generate_series(1, ${sql.lit(rows)}) g`.execute(db)
  await sql`insert into audit_record
    select (r).seq, (r).at, (r).outcome, (r).begun_seq, (r).refusal, (r).request_id, (r).operator_id, (r).desk, (r).endpoint, (r).act,
      (r).subject_kind, (r).subject_id, (r).subject_code, (r).shop_ids, (r).reason, (r).reason_shown, (r).before, (r).after, (r).detail,
      (r).address, bench_chain(r) over (order by (r).seq)
    from (select row(f.*)::audit_record as r from bench_filled f) filled`.execute(db)
  await sql`insert into audit_record_shop (shop_id, seq) select unnest(shop_ids), seq from audit_record order by 1, 2`.execute(
    db,
  )
  await sql`update audit_head set (seq, hash) = (select seq, hash from audit_record order by seq desc limit 1)`.execute(
    db,
  )
  await sql`drop table bench_filled`.execute(db)
  await sql`reset session_replication_role`.execute(db)
  for (const { definition } of indexes) await sql`${sql.raw(definition)}`.execute(db)
  await sql`vacuum analyze audit_record`.execute(db)
  await sql`vacuum analyze audit_record_shop`.execute(db)
  print(`${rows.toLocaleString('en')} rows made in ${((performance.now() - started) / 1000).toFixed(0)} s`)

  const operators = (await queryAll(db, sql<{ id: string }>`select id from operator`)).map(({ id }) => id)
  const shops = (await queryAll(db, sql<{ id: string; code: string }>`select id, code from shop`)).slice(0, tries)
  const day = (i: number) => new Date(Date.now() - ((rows * 30_000) / tries) * (i + 0.5)).toISOString().slice(0, 10)
  const each = Math.floor(rows / tries)
  const filters: Record<string, (i: number) => AuditFilter> = {
    'no filter': () => ({}),
    'a person': (i) => ({ operatorId: operators[i % operators.length] }),
    'a desk, and refused': (i) => ({ desk: (['review', 'support', 'finance'] as const)[i % 3], outcome: 'refused' }),
    'an act about a kind of subject': (i) => ({
      act: (['read', 'changed', 'signed'] as const)[i % 3],
      subject: (['order', 'withdrawal', 'product'] as const)[i % 3],
    }),
    'the code of a subject': (i) => ({ search: `c${Math.floor((i * each) / 4)}` }),
    'the code of a shop': (i) => ({ search: shops[i % shops.length]!.code }),
    'a shop and a person': (i) => ({
      shopId: shops[i % shops.length]!.id,
      operatorId: operators[i % operators.length],
    }),
    'a day and a person': (i) => ({ from: day(i), to: day(i), operatorId: operators[i % operators.length] }),
    'a day long ago': (i) => ({ from: day(i), to: day(i) }),
    'a text that nothing has': (i) => ({ search: `nothing-${i}` }),
  }
  const all: number[] = []
  const percentile = (list: readonly number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1]!
  const line = (name: string, list: readonly number[]) =>
    print(
      `| ${name} | ${percentile(list, 0.5).toFixed(1)} | ${percentile(list, 0.95).toFixed(1)} | ${Math.max(...list).toFixed(1)} |`,
    )
  print('\n| search of the audit | p50, ms | p95, ms | longest, ms |\n| --- | --- | --- | --- |')
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = []
    for (let i = 0; i < tries; i += 1) {
      const begun = performance.now()
      await listAuditRows(db, filter(i), undefined, 50)
      times.push(performance.now() - begun)
    }
    all.push(...times)
    line(name, times)
  }
  line('all', all)

  const begun = performance.now()
  const broken = (await queryOne(db, sql<{ n: string }>`select count_broken_audit_records()::text as n`))!.n
  const checked = performance.now() - begun
  const bare = performance.now()
  await sql`select count(*), sum(length(before::text)) from audit_record`.execute(db)
  print(
    `\ncheck of the chain: ${(checked / 1000).toFixed(1)} s, ${broken} broken; reading the rows: ${((performance.now() - bare) / 1000).toFixed(1)} s`,
  )
  await db.destroy()
} finally {
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
