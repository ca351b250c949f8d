import { formatCents } from '@quayside/contract'
import * as bank from '@quayside/contract/bank'
import { hours } from '../../../platform/jobs/clock.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { withExport } from '../../../platform/http/list-export.ts'
import { defineRawRoute, defineRoute, Download, type Route } from '../../../platform/http/route.ts'
import { importFile, readBankFile } from './import-file.ts'
import { importStatement } from './import-statement.ts'
import {
  findLineDetail,
  findStatement,
  listAccounts,
  listLines,
  listStatementLines,
  listStatements,
  upsertCsvFormat,
  type BankLineUse,
  type StatementRow,
  type UsedBankLine,
} from './store.ts'

/** Files that one operator may import or check in an hour. */
const maxImports = 120

export const bankRoutes = (): Route[] => [
  defineRoute(bank.importBankLines, ({ actor, now }, input, tx) => importStatement(tx, actor.operatorId, input, now), {
    audit: {
      subject: 'bank-statement',
      act: 'imported',
      detail: ({ account, statement, lines }) => ({ account, statement, lines: lines.length }),
    },
  }),

  defineRawRoute(
    bank.importBankFile,
    ({ ctx, actor, now, request }, input) => importFile(ctx, request, actor.operatorId, input, now),
    {
      limit: { name: 'bank-file', per: 'operator', max: maxImports, window: hours(1) },
      audit: {
        subject: 'bank-statement',
        act: 'imported',
        id: (_input, response) => response?.statements[0]?.id,
        detail: ({ format, mode, name }, response) => ({
          format,
          mode,
          name,
          fileId: response?.fileId,
          problems: response?.totalProblems,
        }),
      },
    },
  ),

  defineRoute(
    bank.bankFile,
    async ({ ctx }, { id }) => {
      const { name, content } = await readBankFile(ctx, id)
      // Never a type that a browser renders: the file comes from outside.
      return new Download(name.replace(/[^\w.-]+/g, '_'), 'application/octet-stream', content)
    },
    { audit: { subject: 'file', act: 'exported' } },
  ),

  ...withExport(
    defineRoute(
      bank.listBankLines,
      async (_call, { limit, page, cursor, ...filter }, db) => {
        const after = readDayCursor(cursor)
        const { total, rows } = await listLines(db, filter, { after, limit, skip: after ? 0 : (page - 1) * limit })
        return { total, list: rows.map(presentLine), cursor: nextDayCursor(rows, limit, (row) => row.value_date) }
      },
      {
        audit: {
          subject: 'bank-line',
          act: 'searched',
          detail: ({ use, side, reference, search, page }) => ({ use, side, reference, search, page }),
        },
      },
    ),
    bank.exportBankLines,
    'bank-entries',
  ),

  defineRoute(
    bank.bankLineDetail,
    async (_call, { id }, db) => {
      const row = await findLineDetail(db, id)
      if (!row) return refuse('deposit/line-unknown')
      return {
        ...presentLine(row),
        entryReference: row.entry_reference,
        importedAt: row.imported_at.toISOString(),
        importedBy: { id: row.imported_by, name: row.importer_name },
        statements: row.statements,
      }
    },
    { audit: { subject: 'bank-line' } },
  ),

  defineRoute(
    bank.listBankStatements,
    async (_call, { limit, page, cursor, account }, db) => {
      const after = readDayCursor(cursor)
      const { total, rows } = await listStatements(db, account, { after, limit, skip: after ? 0 : (page - 1) * limit })
      return { total, list: rows.map(presentStatement), cursor: nextDayCursor(rows, limit, (row) => row.to_day) }
    },
    { audit: { subject: 'bank-statement', act: 'searched', detail: ({ account, page }) => ({ account, page }) } },
  ),

  defineRoute(
    bank.bankStatementDetail,
    async (_call, { id, limit, page, cursor }, db) => {
      const after = cursor ? Number(decodeCursor(cursor, /^(\d{1,9})$/)[1]) : 0
      const [row, lines] = await Promise.all([
        findStatement(db, id),
        listStatementLines(db, id, after, limit, cursor ? 0 : (page - 1) * limit),
      ])
      if (!row) return refuse('books/not-found')
      return {
        ...presentStatement(row),
        list: lines.map(presentLine),
        cursor: lines.length === limit ? encodeCursor(String(lines.at(-1)!.line)) : null,
      }
    },
    { audit: { subject: 'bank-statement' } },
  ),

  defineRoute(
    bank.listBankAccounts,
    async (_call, _input, db) => ({
      list: (await listAccounts(db)).map((row) => ({
        account: row.account,
        currency: row.currency,
        lastDay: row.last_day,
        closing: row.closing === null ? null : formatCents(row.closing),
        unusedCredits: { lines: row.unused_credits, amount: formatCents(row.unused_credit_sum) },
        unusedDebits: { lines: row.unused_debits, amount: formatCents(row.unused_debit_sum) },
        csv: row.format,
      })),
    }),
    { audit: { unwritten: 'Sums of the platform’s own accounts, without personal data.' } },
  ),

  defineRoute(
    bank.saveCsvFormat,
    async ({ actor, now }, { account, format }, tx) => {
      await upsertCsvFormat(tx, account, format, actor.operatorId, now)
      return {}
    },
    {
      audit: {
        subject: 'bank-statement',
        act: 'changed',
        id: () => null,
        detail: ({ account, format }) => ({ account, format }),
      },
    },
  ),
]

const dayShape = /^(\d{4}-\d{2}-\d{2}) ([0-9a-f-]{36})$/

/** Reads the cursor of a list that is sorted by a day, then by id; undefined for the first page. */
function readDayCursor(cursor: string | undefined): { day: string; id: string } | undefined {
  if (!cursor) return undefined
  const [, day, id] = decodeCursor(cursor, dayShape)
  return { day: day!, id: id! }
}

const nextDayCursor = <Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  dayOf: (row: Row) => string,
): string | null => {
  const last = rows.at(-1)
  return rows.length < limit || !last ? null : encodeCursor(`${dayOf(last)} ${last.id}`)
}

const presentUse = (use: BankLineUse | null) =>
  use && { purpose: use.purpose, id: use.subject_id, code: use.code, shopId: use.shop_id, shop: use.shop_name }

const presentLine = (row: UsedBankLine) => ({
  id: row.id,
  account: row.account,
  side: row.side,
  statement: row.statement,
  line: row.line,
  currency: row.currency,
  amount: formatCents(row.amount),
  valueDate: row.value_date,
  payer: row.payer,
  reference: row.reference,
  charges: row.charges === null ? null : formatCents(row.charges),
  use: presentUse(row.use),
})

const presentStatement = (row: StatementRow) => ({
  id: row.id,
  account: row.account,
  statement: row.statement,
  currency: row.currency,
  from: row.from_day,
  to: row.to_day,
  opening: formatCents(row.opening),
  closing: formatCents(row.closing),
  previousClosing: row.previous_closing === null ? null : formatCents(row.previous_closing),
  credits: { lines: row.credits, amount: formatCents(row.credit_sum) },
  debits: { lines: row.debits, amount: formatCents(row.debit_sum) },
  unused: row.unused,
  importedAt: row.imported_at.toISOString(),
  importedBy: { id: row.imported_by, name: row.importer_name },
  file: row.file_id && row.file_name ? { id: row.file_id, name: row.file_name } : null,
})
