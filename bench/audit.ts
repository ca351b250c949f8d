/**
 * The audit with a million rows (`BENCH_ROWS`): `node bench/audit.ts`. The rows are appended by the function that the
 * server calls, so the chain is real. The searches of the desk by each of its filters, by the function of the module;
 * then the check of the whole chain, as each day's reconciliation runs it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { listAuditRows, type AuditFilter } from '../apps/server/src/modules/audit/store.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { openDatabase, openOwnerPool, queryAll, queryOne, sql } from '../apps/server/src/platform/postgres.ts'

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
  // Few rows in a transaction: each updates the head of the chain, and its former versions go at the end only.
  await sql`do $$
    declare
      shops uuid[] := array(select id from shop order by code);
      operators uuid[] := array(select id from operator order by id);
      desks text[] := '{review,support,finance,fulfilment,catalogue}';
      acts text[] := '{read,changed,read,searched,signed}';
      kinds text[] := '{order,withdrawal,deposit,product,registration}';
    begin
      for g in 1..${sql.lit(rows)} loop
        perform append_audit_record(jsonb_build_object('at', now() - (${sql.lit(rows)} - g) * interval '30 seconds',
          'outcome', case when g % 50 = 0 then 'refused' else 'done' end, 'refusal', case when g % 50 = 0 then 'request/forbidden' end,
          'request_id', md5('r' || g), 'operator_id', operators[1 + g % 40], 'desk', desks[1 + g % 5], 'endpoint', '/platform/bench/' || g % 200,
          'act', acts[1 + g / 7 % 5], 'subject_kind', kinds[1 + g / 3 % 5], 'subject_id', md5('s' || g / 4), 'subject_code', 'C' || g / 4,
          'shop_ids', jsonb_build_array(shops[1 + g % 1000]), 'reason_shown', true, 'reason', 'Bench ' || g,
          'before', jsonb_build_object('state', 'open', 'amount', g), 'after', jsonb_build_object('state', 'done', 'amount', g), 'address', '10.0.0.1'));
        if g % 200 = 0 then commit; end if;
      end loop;
    end $$`.execute(db)
  await sql`vacuum analyze audit_record`.execute(db)
  await sql`vacuum analyze audit_record_shop`.execute(db)
  print(`${rows.toLocaleString('en')} rows appended in ${((performance.now() - started) / 1000).toFixed(0)} s`)

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
