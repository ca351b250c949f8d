import type pg from 'pg'
import {
  parseTableDeclaration,
  tableComments,
  type TableDeclaration,
} from '../src/platform/database/table-declarations.ts'

/** The declarations of all tables as a connection sees them, also within its transaction. */
export async function declarationsOf(client: pg.Client): Promise<TableDeclaration[]> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(tableComments)
  return rows.map(({ name, comment }) => parseTableDeclaration(name, comment))
}
