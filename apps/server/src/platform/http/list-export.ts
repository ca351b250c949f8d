/** The lists of the operators as CSV: one mechanism for all of them. */
import { Readable } from 'node:stream'
import { maxExportedRows, type Endpoint } from '@quayside/contract'
import * as z from 'zod/mini'
import { emptyNotes } from '../security/audit.ts'
import { hours } from '../jobs/clock.ts'
import { csvStart, writeCsvLine } from '../files/csv.ts'
import type { Tx } from '../database/postgres.ts'
import { readerFor } from '../database/read-replica.ts'
import { invariant } from '../refusal.ts'
import { Download, type Call, type Route } from './route.ts'

/** Files of lists of one operator in an hour. */
const maxExports = 20
/** Rows of one query: the most that every list answers. */
const pageSize = 100

type Page = { list: readonly Record<string, unknown>[]; cursor: string | null }

/**
 * The route of a list and the route of its file. The file has the rows that the list answers for the same filter, page
 * after page, so that the two cannot differ. It is read while it is sent, and a row that changes its place meanwhile
 * may be in it twice or not at all. `words` are the texts of columns whose values are numbers.
 */
export function withExport(
  list: Route,
  endpoint: Endpoint,
  name: string,
  words: Record<string, Record<string, string>> = {},
): [Route, Route] {
  const { audit } = list
  invariant(audit && !('unwritten' in audit), `${list.endpoint.path} is audited`)
  const columns = columnsOf(list.endpoint)
  const handler = async (call: Call, filter: unknown) =>
    new Download(
      `quayside-${name}-${call.now.toISOString().slice(0, 10)}.csv`,
      'text/csv; charset=utf-8',
      Readable.from(linesOf(list, columns, words, call, filter as object)),
    )
  const exported: Route = {
    endpoint,
    handler,
    audit: {
      subject: audit.subject,
      act: 'exported',
      id: () => null,
      shop: () => null,
      detail: (filter) => filter as Record<string, unknown>,
    },
    limit: { name: 'list-export', per: 'operator', max: maxExports, window: hours(1) },
  }
  return [list, exported]
}

async function* linesOf(
  { endpoint, handler }: Route,
  columns: readonly string[][],
  words: Record<string, Record<string, string>>,
  call: Call,
  filter: object,
): AsyncGenerator<string> {
  invariant(call.actor.who === 'operator', 'lists are exported for operators')
  const read = readerFor(call.ctx, [call.actor.operatorId])
  yield csvStart + writeCsvLine(columns.map((path) => path.join('.')))
  let cursor: string | null = null
  for (let count = 0; count < maxExportedRows; count += pageSize) {
    const input = z.parse(endpoint.input as z.ZodMiniType, {
      ...filter,
      limit: pageSize,
      ...(cursor !== null && { cursor }),
    })
    // The notes are those of one call; the row of the export is written already.
    const page = (await read((db) => handler({ ...call, audit: emptyNotes() }, input, db as Tx))) as Page
    yield page.list.map((row) => writeCsvLine(columns.map((path) => cellOf(row, path, words[path.join('.')])))).join('')
    cursor = page.cursor
    if (cursor === null) return
  }
  yield writeCsvLine([`More rows match. The file ends after ${maxExportedRows}; narrow the filter for the others.`])
}

/** The fields of a list's rows, each as its path. */
function columnsOf({ path, response }: Endpoint): string[][] {
  const rows = inside(shapeOf(response as z.ZodMiniType)?.['list'])
  const row = rows && 'element' in rows._zod.def ? (rows._zod.def.element as z.ZodMiniType) : undefined
  const columns = row ? pathsOf(row) : []
  invariant(columns.length > 0, `${path} answers a list of objects`)
  return columns
}

function pathsOf(schema: z.ZodMiniType): string[][] {
  const shape = shapeOf(inside(schema))
  return shape ? Object.entries(shape).flatMap(([name, field]) => pathsOf(field).map((path) => [name, ...path])) : [[]]
}

const shapeOf = (schema: z.ZodMiniType | undefined): Record<string, z.ZodMiniType> | undefined =>
  (schema?._zod.def as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape

/** The schema inside those that allow null or nothing. */
const inside = (schema: z.ZodMiniType | undefined): z.ZodMiniType | undefined => {
  const inner = (schema?._zod.def as { innerType?: z.ZodMiniType } | undefined)?.innerType
  return inner ? inside(inner) : schema
}

function cellOf(row: Record<string, unknown>, path: readonly string[], words?: Record<string, string>): string {
  let value: unknown = row
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  return words?.[text] ?? text
}
