/** docs/privacy.md names every column of the schema once, with its purpose and its time or as not personal. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryAll, sql } from '../src/platform/database/postgres.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'privacy.md'), 'utf8')

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The rows of the table under a heading: cells as written. */
function rowsUnder(heading: string): string[][] {
  const part = page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
  return part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
const columnsOf = (rows: string[][]): string[] =>
  rows.flatMap(([table, columns]) => namesIn(columns).map((column) => `${namesIn(table)[0]!}.${column}`))

test('every column stands in docs/privacy.md once: a new one needs a purpose and a time', async () => {
  const rows = await queryAll(
    database.owner,
    sql<{
      name: string
    }>`select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
      from information_schema.columns where table_schema in ('public', 'ledger') and table_name not like 'kysely%' order by 1`,
  )
  const listed = [...columnsOf(rowsUnder('Personal fields')), ...columnsOf(rowsUnder('Other columns'))]
  expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  expect(listed.filter((name, place) => listed.indexOf(name) < place)).toEqual([])
})

test('every personal field says whose it is, what for, and how long', () => {
  const incomplete = rowsUnder('Personal fields').filter(
    (cells) => cells.length !== 5 || cells.some((cell) => cell === ''),
  )
  expect(incomplete).toEqual([])
})
