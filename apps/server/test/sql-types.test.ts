/**
 * Every SQL statement of the server, on the migrated schema: PostgreSQL can prepare it, and its columns fit its row
 * type.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './database.ts'
import { listedPlace, listedPlaces } from './all-shops.ts'
import { shopColumnsOf, tablesWithoutShop, type Plan } from './shop-statements.ts'
import { declarationsOf } from './table-declarations.ts'
import { Unreadable, openSqlStatements, type Kind, type RowField, type SqlStatement } from './sql-statements.ts'

/**
 * Columns that can be null in their table, and never are in the rows of some statements. PostgreSQL does not know the
 * reason.
 */
const neverNull: { sql: RegExp; columns: string[]; reason: string }[] = [
  {
    sql: /password_hash from buyer where .*verified_at is not null/s,
    columns: ['password_hash'],
    reason: 'A buyer with a proved address has a password (`buyer_verified`).',
  },
  {
    sql: /from content_report r .*r\.email is not null and/s,
    columns: ['email'],
    reason: 'The condition of the statement.',
  },
  {
    sql: /^with named as|^select \* from payment where .* and processor = 'pix'/s,
    columns: ['reference', 'centavos', 'rate', 'pay_by'],
    reason: 'A payment by PIX has them (`payment_pix`).',
  },
  {
    sql: /returning payouts_not_before as until/,
    columns: ['until'],
    reason: 'The statement writes the greater of the column and an instant.',
  },
  {
    sql: /\boutbox\b.*\bstate = '(waiting|kept)'/s,
    columns: ['sealed'],
    reason: 'Only a message in an end state has lost its content.',
  },
  {
    sql: /select s\.\*.* from shop s|name, logo, address, latitude.* from shop/s,
    columns: ['name'],
    reason: 'A verified shop has a name.',
  },
  {
    sql: /ledger\.posting/,
    columns: ['seq', 'balance_after', 'hash'],
    reason: 'Only append-only accounts of the platform have no chain.',
  },
  {
    sql: /select i\.\*, s\.code as shop_code/,
    columns: ['since', 'due_at'],
    reason: 'The condition of each source: an item of the queue has both.',
  },
  {
    sql: /from buyer_refund r join payment p/,
    columns: ['capture_reference'],
    reason: 'Only a captured payment is refunded.',
  },
  {
    sql: /select line, key, content, before, after from import_row/,
    columns: ['key', 'content', 'after'],
    reason: 'A row that is to be committed or undone was validated.',
  },
  {
    sql: /from audit_record r left join operator o/,
    columns: ['subject_kind'],
    reason: 'Every route of the operators declares its subject; the audit writes it.',
  },
  { sql: /from test_payout/, columns: ['paid_at'], reason: 'Every insert sets it.' },
]

let database: TestDatabase
let client: pg.Client
let source: ReturnType<typeof openSqlStatements>
let shopColumns: ReadonlyMap<string, string>
/** Type names by their id; `not null` by table and column number. */
const typeNames = new Map<number, string>()
const notNull = new Map<string, boolean>()

beforeAll(async () => {
  database = await freshDatabase()
  // As the owner: the plan of a statement needs its permissions.
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const types = await client.query<{ id: number; name: string }>('select oid::int as id, typname as name from pg_type')
  for (const { id, name } of types.rows) typeNames.set(id, name)
  const columns = await client.query<{ column: string; not_null: boolean }>(
    `select a.attrelid || ' ' || a.attnum as column, a.attnotnull as not_null
      from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p')`,
  )
  for (const row of columns.rows) notNull.set(row.column, row.not_null)
  shopColumns = await shopColumnsOf(client)
  source = openSqlStatements()
})
afterAll(async () => {
  source.close()
  await client.end()
  await database.drop()
})

/** Prepares a statement without running it. */
const describeColumns = (text: string): Promise<pg.FieldDef[]> =>
  new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = []
    client.query({
      submit(connection: { parse(query: object): void; describe(query: object): void; sync(): void }) {
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: (message: { fields: pg.FieldDef[] }) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as unknown as pg.Submittable)
  })

/** Null for a statement without a plan. */
async function planOf(text: string): Promise<Plan | null> {
  if (/^\s*set\b/.test(text)) return null
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** For each output column, whether the plan shows an outer join that fills it with nulls. */
function filledByOuterJoin(plan: Plan): boolean[] {
  const outputs = plan.Output ?? []
  const filled = outputs.map(() => false)
  const visit = (node: Plan): void => {
    const join = node['Join Type'] ?? ''
    if (!/^(Left|Right|Full)$/.test(join)) return
    for (const child of node.Plans ?? []) {
      // The side that has no row: the inner one of a left join, the outer one of a right join.
      if (join === 'Full' || child['Parent Relationship'] === (join === 'Left' ? 'Inner' : 'Outer'))
        for (const [i, output] of outputs.entries()) filled[i] ||= child.Output?.includes(output) ?? false
      visit(child)
    }
  }
  visit(plan)
  return filled
}

/** Texts that the parsers of node-postgres can read, by type; `1` for every other type. */
const samples: Record<string, string> = {
  bool: 't',
  timestamptz: '2026-01-01 00:00:00+00',
  timestamp: '2026-01-01 00:00:00',
  json: '{}',
  jsonb: '{}',
  bytea: '\\x00',
}

/** What the server's parser makes of a column, by parsing a sample. */
function kindOf(column: pg.FieldDef): Kind {
  const name = typeNames.get(column.dataTypeID) ?? ''
  const element = name.replace(/^_/, '')
  const sample = samples[element] ?? '1'
  const parse = pg.types.getTypeParser(column.dataTypeID, 'text')
  const value: unknown = parse(name === element ? sample : `{"${sample}"}`)
  return Array.isArray(value) ? `${kindOfValue(value[0], element)}[]` : kindOfValue(value, name)
}
const kindOfValue = (value: unknown, type: string): Kind => {
  if (type === 'json' || type === 'jsonb') return 'json'
  return value instanceof Date ? 'Date' : Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

/** The type of a JSON column is anything that JSON can hold. */
const fits = (type: Kind, column: Kind): boolean =>
  type === column || type === 'unknown' || (column === 'json' && !/^(bigint|Date|Buffer)/.test(type))

const usedExceptions = new Set<object>()
const isException = (text: string, name: string): boolean => {
  const exception = neverNull.find(({ sql, columns }) => sql.test(text) && columns.includes(name))
  if (exception) usedExceptions.add(exception)
  return exception !== undefined
}

function compareColumns(fields: RowField[], columns: pg.FieldDef[], text: string, plan: Plan): string[] {
  const filled = filledByOuterJoin(plan)
  const hasOuterJoin = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text)
  return fields.flatMap(({ name, kinds, nullable }) => {
    // node-postgres keeps the last column of a name.
    const index = columns.findLastIndex((column) => column.name === name)
    const column = columns[index]
    if (!column) return [`${name}: the statement has no such column`]
    const kind = kindOf(column)
    const wrong = kinds.filter((one) => !fits(one, kind))
    if (wrong.length > 0) return [`${name}: the column is ${kind}, the type says ${wrong.join(' | ')}`]
    if (kinds.includes('unknown')) return []
    // Undefined for an expression: PostgreSQL does not know whether it can be null.
    const isNotNull = notNull.get(`${column.tableID} ${column.columnID}`)
    if (!nullable && (isNotNull === false || filled[index]) && !isException(text, name))
      return [`${name}: the column can be null, the type says never`]
    if (nullable && isNotNull === true && !hasOuterJoin)
      return [`${name}: the column is never null, the type says it can`]
    return []
  })
}

/** Branches that exclude each other make texts that cannot be prepared. Every branch must be in a text that can. */
async function problemsOf(statement: SqlStatement): Promise<string[]> {
  const { fields, variants } = statement
  const problems = new Set<string>()
  const prepared = new Set<string>()
  const failures = new Map<string, string>()
  try {
    for (const { text, branches, possible } of variants()) {
      if (prepared.size > 0 && possible.every((branch) => prepared.has(branch))) break
      const covered = ['the statement', ...branches]
      try {
        const columns = await describeColumns(text)
        const plan = await planOf(text)
        if (plan && fields) for (const problem of compareColumns(fields, columns, text, plan)) problems.add(problem)
        for (const table of plan ? tablesWithoutShop(plan, shopColumns) : [])
          withoutShop.push({ place: `${statement.file}:${statement.line}`, text, table })
        for (const branch of covered) prepared.add(branch)
      } catch (error) {
        for (const branch of covered) if (!failures.has(branch)) failures.set(branch, `${String(error)}\n${text}`)
      }
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return [`the text cannot be read from the source: ${error.message}`]
  }
  for (const [branch, failure] of failures) if (!prepared.has(branch)) problems.add(`${branch}: ${failure}`)
  return [...problems]
}

const withoutShop: { place: string; text: string; table: string }[] = []

test('every SQL statement can be prepared, and its columns fit its row type', async () => {
  const { statements } = source
  expect(statements.length).toBeGreaterThan(400)
  const problems: string[] = []
  for (const statement of statements)
    for (const problem of await problemsOf(statement)) problems.push(`${statement.file}:${statement.line} ${problem}`)
  expect(problems).toEqual([])
  expect(neverNull.filter((exception) => !usedExceptions.has(exception))).toEqual([])
})

test('a statement that does not name the shop of its rows is found', async () => {
  const found = async (text: string) => tablesWithoutShop((await planOf(text))!, shopColumns).toSorted()
  expect(await found('select from orders where id = $1')).toEqual(['public.orders orders'])
  expect(await found('update orders set code = code where shop_id = $1 or id = $2')).toEqual(['public.orders orders'])
  expect(await found('select from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id')).toEqual([
    'public.orders o',
    'public.payment p',
  ])
  expect(await found('select from orders o join payment p on p.order_id = o.id where o.shop_id = $1')).toEqual([
    'public.payment p',
  ])
  expect(
    await found(
      'select from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id where o.shop_id = $1',
    ),
  ).toEqual([])
})

test('a statement of a shop names the shop of each row, and one about all shops is listed with its reason', () => {
  const unlisted = new Set<string>()
  const used = new Set<string>()
  for (const { place, table, text } of withoutShop) {
    const listed = listedPlace(place, text)
    if (listed === null) unlisted.add(`${place} ${table}: ${text}`)
    else used.add(listed)
  }
  expect([...unlisted]).toEqual([])
  expect(listedPlaces().filter((one) => !used.has(one))).toEqual([])
})

test('a key that is unique over all shops, and a table of shops without the shop in its key, is declared', async () => {
  const { rows: keys } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attname = case i.indrelid when 'shop'::regclass then 'id' else 'shop_id' end
      where i.indisunique and a.attnum <> all(i.indkey)`,
  )
  const declared = await declarationsOf(client)
  expect(declared.flatMap((table) => table.uniqueOverAllShops.flatMap((group) => group.keys)).toSorted()).toEqual(
    keys.map(({ name }) => name).toSorted(),
  )
})
