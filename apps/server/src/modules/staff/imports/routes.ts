import { Readable } from 'node:stream'
import * as imports from '@quayside/contract/imports'
import { exportColumns, importKindNames, importKinds, type ImportKindName } from '@quayside/contract/imports'
import type { OperatorRole } from '@quayside/contract'
import { hours } from '../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { csvStart, writeCsvLine } from '../../../platform/files/csv.ts'
import { defineRawRoute, defineRoute, Download, type Call, type Route } from '../../../platform/http/route.ts'
import type { ImportKind } from './kind.ts'
import { cancelImport, commitImport, mapImport, retryImport, undoImport, type Mover } from './move-import.ts'
import { presentDetail, presentProblems, presentRow, presentSummary } from './present.ts'
import { layOutImport, startImport } from './start-import.ts'
import { findImport, listImportRows, listRows, type ImportRow } from './store.ts'

/** Files of one operator in an hour. */
const uploadLimit = { name: 'import', window: hours(1), per: 'operator', max: 60 } as const

type OperatorCall = Pick<Call, 'lang' | 'now'> & { actor: { roles: readonly OperatorRole[] } }

/** The kinds that an operator may import; an auditor sees all. */
const kindsOf = (roles: readonly OperatorRole[], reading = false): ImportKindName[] =>
  importKindNames.filter(
    (kind) => importKinds[kind].roles.some((role) => roles.includes(role)) || (reading && roles.includes('auditor')),
  )

const moverOf = ({ actor, now }: OperatorCall): Mover => ({ kinds: kindsOf(actor.roles), now })

async function find(db: Queryable, { actor }: OperatorCall, id: string): Promise<ImportRow> {
  return (await findImport(db, id, kindsOf(actor.roles, true))) ?? refuse('import/not-found')
}

const detailOf = async (tx: Tx, call: OperatorCall, id: string) =>
  presentDetail(await find(tx, call, id), call.lang, call.now)

/** `kinds`: what the modules can import and export. */
export const importRoutes = (kinds: readonly ImportKind[]): Route[] => [
  defineRawRoute(
    imports.startImport,
    async ({ ctx, actor, now, lang, request }, { kind }) => {
      if (!kindsOf(actor.roles).includes(kind)) refuse('request/forbidden')
      return presentDetail(await startImport(ctx, request, { kind, operatorId: actor.operatorId, at: now }), lang, now)
    },
    {
      limit: uploadLimit,
      audit: {
        subject: 'import',
        act: 'created',
        id: (_input, started) => started?.id,
        detail: ({ kind }) => ({ kind }),
      },
    },
  ),

  defineRoute(
    imports.layOutImport,
    async (call, { id, ...chosen }, tx) => {
      await layOutImport(call.ctx, tx, moverOf(call), id, chosen)
      return detailOf(tx, call, id)
    },
    { audit: { subject: 'import' } },
  ),
  defineRoute(
    imports.mapImport,
    async (call, { id, columns }, tx) => {
      await mapImport(tx, moverOf(call), id, columns)
      return detailOf(tx, call, id)
    },
    { audit: { subject: 'import' } },
  ),
  defineRoute(
    imports.commitImport,
    async (call, { id }, tx) => {
      await commitImport(tx, moverOf(call), id)
      return detailOf(tx, call, id)
    },
    { audit: { subject: 'import', act: 'imported' } },
  ),
  defineRoute(
    imports.cancelImport,
    async (call, { id }, tx) => {
      await cancelImport(tx, moverOf(call), id)
      return detailOf(tx, call, id)
    },
    { audit: { subject: 'import', act: 'closed' } },
  ),
  defineRoute(
    imports.retryImport,
    async (call, { id }, tx) => {
      await retryImport(tx, moverOf(call), id)
      return detailOf(tx, call, id)
    },
    { audit: { subject: 'import' } },
  ),
  defineRoute(
    imports.undoImport,
    async (call, { id }, tx) => {
      await undoImport(tx, moverOf(call), id)
      return detailOf(tx, call, id)
    },
    { audit: { subject: 'import', act: 'undone' } },
  ),

  defineRoute(
    imports.listImports,
    async ({ actor }, { kind, cursor, limit }, db) => {
      const visible = kindsOf(actor.roles, true).filter((one) => kind === undefined || one === kind)
      const rows = await listImportRows(db, visible, readTimeCursor(cursor), limit)
      return {
        list: rows.map(presentSummary),
        cursor: nextTimeCursor(rows, limit, (row) => ({ at: row.created_at, id: row.id })),
      }
    },
    { audit: { unwritten: 'Imports hold goods and numbers of parcels, no personal data.' } },
  ),
  defineRoute(imports.importDetail, (call, { id }, db) => detailOf(db, call, id), {
    audit: { unwritten: 'Imports hold goods and numbers of parcels, no personal data.' },
  }),
  defineRoute(
    imports.importRows,
    async (call, { id, state, after, limit }, db) => {
      const found = await find(db, call, id)
      const rows = await listRows(db, id, { states: state ? [state] : null, after: after ?? 0, limit })
      return {
        list: rows.map((row) => presentRow(row, found, call.lang)),
        after: rows.length === limit ? rows.at(-1)!.line : null,
      }
    },
    { audit: { unwritten: 'Imports hold goods and numbers of parcels, no personal data.' } },
  ),

  defineRoute(
    imports.importFile,
    async (call, { id }, db) => {
      const { format, storage_key } = await find(db, call, id)
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : xlsxType
      return new Download(`import-${id}.${format}`, type, await call.ctx.storage.get(storage_key))
    },
    { audit: { subject: 'import', act: 'exported' } },
  ),
  defineRoute(
    imports.importBadRows,
    async (call, { id }, db) => {
      const found = await find(db, call, id)
      return csvDownload(`bad-rows-${id}.csv`, badRows(db, found, call))
    },
    { audit: { subject: 'import', act: 'exported' } },
  ),
  defineRoute(
    imports.exportFile,
    async ({ actor }, { kind, filter }, db) => {
      const found = kinds.find((one) => one.kind === kind)
      if (!found || !kindsOf(actor.roles, true).includes(kind)) return refuse('request/forbidden')
      return csvDownload(`${kind}.csv`, exportedRows(found, db, filter))
    },
    { audit: { subject: 'product', act: 'exported', detail: ({ kind, filter }) => ({ kind, filter }) } },
  ),
]

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const csvDownload = (name: string, rows: AsyncIterable<string[][]>) =>
  new Download(name, 'text/csv; charset=utf-8', Readable.from(csvLines(rows)))

async function* csvLines(batches: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield csvStart
  for await (const rows of batches) yield rows.map(writeCsvLine).join('')
}

async function* exportedRows(
  kind: ImportKind,
  db: Queryable,
  filter: Record<string, string>,
): AsyncGenerator<string[][]> {
  yield [exportColumns(kind.kind)]
  yield* kind.exportRows(db, filter)
}

/** The header, then the rows with a problem: their read cells, their line, and the sentences. */
async function* badRows(db: Queryable, found: ImportRow, { lang }: OperatorCall): AsyncGenerator<string[][]> {
  const read = found.headers.flatMap((_, index) => (found.mapping[index] ? [index] : []))
  yield [[...read.map((index) => found.headers[index]!), 'Line', 'Problem']]
  for (let after = 0; ;) {
    const rows = await listRows(db, found.id, { states: ['bad', 'failed'], after, limit: 500 })
    yield rows.map((row) => [
      ...read.map((index) => row.cells[index] ?? ''),
      String(row.line),
      presentProblems(row, found, lang)
        .map(({ column, sentence }) => (column ? `${column}: ${sentence}` : sentence))
        .join(' '),
    ])
    if (rows.length < 500) return
    after = rows.at(-1)!.line
  }
}
