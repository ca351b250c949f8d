/**
 * How the schema would lie on Citus: tables by shop, tables that every node has, and tables of the coordinator.
 * `npm run test:night citus` makes its databases so. The statements come from the migrated schema; `citus.test.ts`
 * proves on PostgreSQL that every table and key has its place.
 */
import pg from 'pg'
import { uniqueOverAllShops } from './all-shops.ts'

/** Tables that every node has whole: rows of shops point to them, or the laws of a shop's rows read them. */
export const referenceTables: { reason: string; tables: string[] }[] = [
  {
    reason: 'The catalogue is one for all shops.',
    tables: ['category', 'product', 'product_variant', 'supplier'],
  },
  {
    reason: 'People of all shops, and those whose log-in finds the shop.',
    tables: ['buyer', 'merchant', 'operator', 'operator_invitation', 'session'],
  },
  {
    reason: 'A row of it is evidence or a paper of rows of several shops.',
    tables: [
      'announcement',
      'audit_record',
      'bank_file',
      'bank_line',
      'bank_statement',
      'carrier_event',
      'cart',
      'coupon',
      'file',
      'payout_batch',
      'reconciliation',
    ],
  },
  {
    reason: 'Kinds, events and transitions that triggers of a shop’s rows read. Only migrations write them.',
    tables: ['ledger.event', 'ledger.kind', 'ledger.template', 'state_transition'],
  },
]

/** Tables of the coordinator alone. */
export const localTables: { reason: string; tables: string[] }[] = [
  {
    reason: 'Only the operators’ desks read and write it.',
    tables: [
      'act',
      'act_signature',
      'audit_head',
      'audit_subject',
      'bank_csv_format',
      'bank_line_use',
      'bank_statement_entry',
      'content_report',
      'document_view',
      'import',
      'import_row',
      'invitation',
      'operator_desk',
      'operator_device',
      'operator_event',
      'operator_passkey',
      'operator_recovery_code',
      'order_paper',
      'payment_account',
      'payout_pause',
      'payout_pause_change',
      'payout_rail_stop',
      'privacy_request',
      'product_change',
      'product_change_row',
      'registration_decision',
      'saved_reply',
      'shop_note',
      'staff_alert',
      'talk_note',
      'treasury_movement',
      'unbooked_event',
      'unidentified_money',
      'work_claim',
      'work_claim_log',
      'work_snooze',
    ],
  },
  {
    reason: 'A talk has a key of its own, and its party may be no shop.',
    tables: ['talk', 'talk_message'],
  },
  {
    reason: 'Stock is one for all shops. With several databases each has a quota of it.',
    tables: ['stock_hold_count', 'stock_movement', 'stock_slot', 'variant_stock'],
  },
  {
    reason: 'It is about the catalogue, which all shops read and none writes.',
    tables: ['product_day', 'product_picture', 'product_text'],
  },
  {
    reason: 'A carrier’s program, of no shop.',
    tables: ['carrier', 'carrier_api_key', 'carrier_call', 'carrier_secret'],
  },
  {
    reason: 'A buyer or a browser, of no shop.',
    tables: ['account_link', 'buyer_address', 'cart_checkout', 'order_access', 'trace'],
  },
  {
    reason: 'It is about the installation, its servers and its keys.',
    tables: [
      'chain_cursor',
      'commission_applied',
      'device',
      'file_width',
      'installation',
      'installation_change',
      'installation_key',
      'kysely_migration',
      'kysely_migration_lock',
      'lookup_key',
      'one_time_code',
      'outbox',
      'passkey_challenge',
      'processor_event',
      'request_key',
      'sealing_key',
      'server_copy',
      'setting',
      'setting_version',
      'throttle',
      'throttle_place',
    ],
  },
  {
    reason: 'The tree of a day is one for all shops.',
    tables: ['ledger.daily_root', 'ledger.root_leaf'],
  },
  {
    reason: 'Transfers that this transaction has posted. It is empty at its end.',
    tables: ['ledger.unchecked'],
  },
  {
    reason: 'The test processor and the test bank stand for somebody outside.',
    tables: ['test_checkout', 'test_dispute', 'test_payout', 'test_refund'],
  },
]

type Place = 'shop' | 'reference' | 'local'
type ForeignKey = { name: string; from: string; to: string; definition: string; same_shop: boolean }
export type CitusPlan = {
  /** The place of each table; undefined for one that has none. */
  places: Map<string, Place | undefined>
  /** Keys that Citus cannot have. */
  foreignKeysLeft: ForeignKey[]
  uniqueLeft: { table: string; name: string }[]
  /** What still stands in the way: the plan is not possible until this is empty. */
  problems: string[]
  statements: string[]
}

export async function citusPlan(client: pg.Client): Promise<CitusPlan> {
  const { rows: tables } = await client.query<{ name: string; by_shop: boolean }>(
    `select c.oid::regclass::text as name, exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary and a.attname = 'shop_id') or c.oid = 'shop'::regclass as by_shop
      from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) order by 1`,
  )
  const reference = new Set(referenceTables.flatMap((group) => group.tables))
  const local = new Set(localTables.flatMap((group) => group.tables))
  const problems: string[] = []
  const places = new Map<string, Place | undefined>()
  for (const { name, by_shop } of tables) {
    const found: Place[] = []
    if (by_shop) found.push('shop')
    if (reference.has(name)) found.push('reference')
    if (local.has(name)) found.push('local')
    places.set(name, found[0])
    if (found.length !== 1)
      problems.push(`${name} has ${found.length === 0 ? 'no place' : `places: ${found.join(', ')}`}`)
  }
  for (const name of [...reference, ...local]) if (!places.has(name)) problems.push(`${name} is no table`)

  const { rows: unique } = await client.query<{ table: string; name: string; constraint: boolean; with_shop: boolean }>(
    `select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
        exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')) as constraint,
        exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          and a.attname = case i.indrelid when 'shop'::regclass then 'id' else 'shop_id' end) as with_shop
      from pg_index i join pg_class c on c.oid = i.indrelid
      where (i.indisunique or i.indisexclusion) and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) order by 1, 2`,
  )
  const listed = new Set([...Object.values(uniqueOverAllShops).flat(), 'shop_code_key'])
  const uniqueLeft = unique.filter(({ table, with_shop }) => places.get(table) === 'shop' && !with_shop)
  for (const { table, name } of uniqueLeft)
    if (!listed.has(name)) problems.push(`${name} of ${table} is unique over all shops and not listed`)

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
