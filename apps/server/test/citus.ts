/**
 * How the schema would lie on Citus: tables by shop, tables that every node has, and tables of the coordinator.
 * Each table declares its place (`@distribution`). `npm run test:night citus` makes its databases so. The statements
 * come from the migrated schema; `citus.test.ts` proves on PostgreSQL that every table and key has its place.
 */
import pg from 'pg'
import { declarationsOf } from './table-declarations.ts'

type Place = 'shop' | 'reference' | 'local'
type ForeignKey = { name: string; from: string; to: string; definition: string; same_shop: boolean }
export type CitusPlan = {
  places: Map<string, Place>
  /** Keys that Citus cannot have. */
  foreignKeysLeft: ForeignKey[]
  uniqueLeft: { table: string; name: string }[]
  /** What still stands in the way: the plan is not possible until this is empty. */
  problems: string[]
  statements: string[]
}

export async function citusPlan(client: pg.Client): Promise<CitusPlan> {
  const declared = await declarationsOf(client)
  const { rows: keyed } = await client.query<{ table: string }>(
    `select i.indrelid::regclass::text as "table" from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisprimary and a.attname = case i.indrelid when 'shop'::regclass then 'id' else 'shop_id' end`,
  )
  const byShop = new Set(keyed.map(({ table }) => table))
  const problems: string[] = []
  const places = new Map<string, Place>()
  for (const { table, distribution } of declared) {
    const place = distribution === 'reference' || distribution === 'local' ? distribution : 'shop'
    places.set(table, place)
    if ((place === 'shop') !== byShop.has(table))
      problems.push(
        `${table} is distributed ${distribution}, but its primary key ${place === 'shop' ? 'lacks' : 'holds'} the shop`,
      )
  }

  const { rows: unique } = await client.query<{ table: string; name: string; constraint: boolean; with_shop: boolean }>(
    `select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
        exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')) as constraint,
        exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          and a.attname = case i.indrelid when 'shop'::regclass then 'id' else 'shop_id' end) as with_shop
      from pg_index i join pg_class c on c.oid = i.indrelid
      where (i.indisunique or i.indisexclusion) and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) order by 1, 2`,
  )
  const listed = new Set(declared.flatMap((table) => table.uniqueOverAllShops.flatMap(({ keys }) => keys)))
  const uniqueLeft = unique.filter(({ table, with_shop }) => places.get(table) === 'shop' && !with_shop)
  for (const { table, name } of uniqueLeft)
    if (!listed.has(name)) problems.push(`${name} of ${table} is unique over all shops and not declared`)

  const { rows: foreign } = await client.query<ForeignKey>(
    `select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to, pg_get_constraintdef(c.oid) as definition,
        exists (select from unnest(c.conkey, c.confkey) k (own, other)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
          join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
          where a.attname = case c.conrelid when 'shop'::regclass then 'id' else 'shop_id' end
            and b.attname = case c.confrelid when 'shop'::regclass then 'id' else 'shop_id' end) as same_shop
      from pg_constraint c where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'ledger'::regnamespace) order by 2, 1`,
  )
  const touched = foreign.filter(({ from, to }) => places.get(from) !== 'local' || places.get(to) !== 'local')
  const foreignKeysLeft = touched.filter(({ from, to }) => places.get(from) !== 'shop' && places.get(to) === 'shop')
  for (const key of touched) {
    const [from, to] = [places.get(key.from), places.get(key.to)]
    const what = `the key ${key.name} of ${key.from} (${key.definition})`
    if (from === 'shop' && to === 'shop' && !key.same_shop) problems.push(`${what} does not hold the shop`)
    if (from !== 'local' && to === 'local') problems.push(`${what} leads to a table of the coordinator`)
  }
  const kept = touched.filter((key) => !foreignKeysLeft.includes(key))

  const statements = [
    ...touched.map(({ name, from }) => `alter table ${from} drop constraint ${name}`),
    ...uniqueLeft.map(({ table, name, constraint }) =>
      constraint ? `alter table ${table} drop constraint ${name.replace(/^\w+\./, '')}` : `drop index ${name}`,
    ),
    ...[...places]
      .filter(([, place]) => place === 'reference')
      .map(([table]) => `select create_reference_table('${table}')`),
    `select create_distributed_table('shop', 'id')`,
    ...[...places]
      .filter(([table, place]) => place === 'shop' && table !== 'shop')
      .map(([table]) => `select create_distributed_table('${table}', 'shop_id', colocate_with => 'shop')`),
    ...kept.map(({ name, from, definition }) => `alter table ${from} add constraint ${name} ${definition}`),
  ]
  return { places, foreignKeysLeft, uniqueLeft, problems, statements }
}

/**
 * Distributes a migrated database on a Citus of one node, and makes each statement of the server that leaves its shop
 * an error.
 */
export async function distribute(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create extension if not exists citus')
    await client.query('set citus.enable_unsafe_triggers = on')
    await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    for (const statement of (await citusPlan(client)).statements) await client.query(statement)
    await client.query(`alter role quayside_app set citus.multi_task_query_log_level = 'error'`)
  } finally {
    await client.end()
  }
}
