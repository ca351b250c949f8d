/** The counters that pages of shops read, compared with the rows that they count. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaSource } from '../src/platform/database/migrate.ts'
import { queryAll, sql, type Database } from '../src/platform/database/postgres.ts'

/** The statements that counted everything when the counters came. */
export async function countingStatements(): Promise<string[]> {
  const step = (await readdir(schemaSource.folder)).find((name) => name.endsWith('_counts-for-pages.sql'))!
  const text = await readFile(join(schemaSource.folder, step), 'utf8')
  return text
    .slice(text.indexOf('-- What the triggers would have counted'))
    .split(/;\n/)
    .filter((statement) => statement.includes('insert into'))
}

/** Counters that differ from a count of the rows, on either side; none in a right database. */
export async function wrongPageCounts(db: Database): Promise<unknown[]> {
  const statements = (await countingStatements()).map((statement) =>
    /insert into (\w+) \(([^)]*)\)\n([\s\S]*)/.exec(statement)!,
  )
  const wrong: unknown[] = []
  for (const table of new Set(statements.map(([, name]) => name!))) {
    const own = statements.filter(([, name]) => name === table)
    const columns = own[0]![2]!
    const counted = own.map(([, , , select]) => `(${select})`).join(' union all ')
    const kept = `select ${columns} from ${table} where ${table === 'rating_count' ? 'completed' : 'n'} <> 0`
    wrong.push(
      ...(await queryAll(
        db,
        sql.raw(`select 'missing' as it_is, x.* from ((${counted}) except all (${kept})) x
          union all select 'too much', y.* from ((${kept}) except all (${counted})) y`),
      )),
    )
  }
  return wrong
}
