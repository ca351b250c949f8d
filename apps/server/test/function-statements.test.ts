/** Statements inside functions and triggers name the shop of their rows too, or are listed with their reason. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functionsAboutAllShops, functionsWithMadeStatements } from './all-shops.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { functionStatements, type FunctionBodies, type FunctionStatement } from './function-statements.ts'
import { shopColumnsOf, tablesWithoutShop, type Plan } from './shop-statements.ts'

let database: TestDatabase
let client: pg.Client
let shopColumns: ReadonlyMap<string, string>
let bodies: FunctionBodies
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  shopColumns = await shopColumnsOf(client)
  bodies = await functionStatements(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The plan of a statement, with tables for the rows that a trigger gets. */
async function planOf({ text, rowTables, searchPath }: FunctionStatement): Promise<Plan> {
  await client.query('begin')
  try {
    if (searchPath) await client.query(`set local search_path = ${searchPath}`)
    for (const [name, table] of rowTables) {
      const { rowCount } = await client.query('select from pg_partitioned_table where partrelid = $1::regclass', [
        table,
      ])
      // A row of an heir fits functions of the table's row. Nothing can inherit from a partitioned table.
      await client.query(`create temporary table "${name}" ${rowCount ? `(like ${table})` : `() inherits (${table})`}`)
    }
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, verbose, format json) ${text}`,
    )
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
  }
}

test('every statement inside a function or trigger can be planned, and names the shop of its rows or is listed', async () => {
  expect(bodies.statements.length).toBeGreaterThan(250)
  const listed = new Set(functionsAboutAllShops.flatMap(({ functions }) => functions))
  const used = new Set<string>()
  const unlisted = new Set<string>()
  const problems: string[] = []
  for (const statement of bodies.statements) {
    try {
      const found = tablesWithoutShop(await planOf(statement), shopColumns)
      if (found.length === 0) continue
      if (listed.has(statement.place)) used.add(statement.place)
      else unlisted.add(`${statement.place}, ${found.join(', ')}: ${statement.text}`)
    } catch (error) {
      problems.push(`${statement.place}: ${String(error)}: ${statement.text}`)
    }
  }
  expect(problems).toEqual([])
  expect([...unlisted]).toEqual([])
  expect([...listed].filter((place) => !used.has(place))).toEqual([])
})

test('a function that makes a statement while it runs is listed, because the statement cannot be read', () => {
  const made = new Set(bodies.unreadable.map(({ place }) => place.replace(/ on .*$/, '')))
  expect([...made].toSorted()).toEqual(Object.keys(functionsWithMadeStatements).toSorted())
})

test('statements are found in every place of a function', async () => {
  const read = async (source: string) => {
    await client.query('begin')
    try {
      await client.query(
        `create function public.read_me(given uuid, at timestamptz) returns uuid language plpgsql as $body$${source}$body$`,
      )
      const found = await functionStatements(client)
      return found.statements.filter(({ place }) => place === 'public.read_me')
    } finally {
      await client.query('rollback')
    }
  }
  const found = await read(`
    declare
      one record; -- select from comment;
      first uuid := (select id from orders where id = given);
      "quoted" int;
    begin
      if exists (select from orders where id = given) then
        update orders set code = case when code = ';' then 'x' else 'begin' end where id = read_me.given;
      elsif (select true from payment where order_id = given) then null;
      end if;
      for one in select o.shop_id, o.id from orders o where o.shop_id = given loop
        perform from payment p where p.shop_id = one.shop_id and p.order_id = one.id;
        select id into strict first from refund_order where shop_id = one.shop_id and requested_at at time zone 'UTC' < at limit 1;
        first := (select id from deposit where shop_id = given);
      end loop;
      begin
        insert into stock_movement (product_id, kind, pieces, at) values (given, 'x', 1, at);
      exception when unique_violation then
        raise exception 'no %', (select code from shop where id = given) using errcode = 'check_violation';
      end;
      return (select id from withdrawal where shop_id = given);
    end`)
  expect(found.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'select (select id from orders where id = ($1::uuid))',
    'select exists (select from orders where id = ($1::uuid))',
    "update orders set code = case when code = ';' then 'x' else 'begin' end where id = ($1::uuid)",
    'select (select true from payment where order_id = ($1::uuid))',
    'select o.shop_id, o.id from orders o where o.shop_id = ($1::uuid)',
    'select from payment p where p.shop_id = $1 and p.order_id = $2',
    "select id from refund_order where shop_id = $1 and requested_at at time zone 'UTC' < ($2::timestamp with time zone) limit 1",
    'select (select id from deposit where shop_id = ($1::uuid))',
    "insert into stock_movement (product_id, kind, pieces, at) values (($1::uuid), 'x', 1, ($2::timestamp with time zone))",
    'select code from shop where id = ($1::uuid)',
    'select (select id from withdrawal where shop_id = ($1::uuid))',
  ])
  const without: string[] = []
  for (const statement of found)
    if (tablesWithoutShop(await planOf(statement), shopColumns).length > 0)
      without.push(statement.text.split(/\s+/)[0]!)
  expect(without).toEqual(['select', 'select', 'update', 'select'])
})
