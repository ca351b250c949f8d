import { Readable } from 'node:stream'
import { maxPdfRecords, merchantAccounts, type Language, type StatementFormat } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import type { MerchantActor } from '../../../platform/security/actor.ts'
import { readerFor, type Reader } from '../../../platform/database/read-replica.ts'
import { Download } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SubjectResolver } from './subject.ts'
import { csvOf } from './statement-csv.ts'
import { checkPeriod, movementsOf, nameOf, type Period, type Statement, type StatementRow } from './statement.ts'
import { readChain, readFrame } from './store.ts'

/** Records in one query. */
const pageSize = 2000n

/**
 * The statement of a period as a file. Bookings never change, so the pages are read without a transaction, and a CSV of
 * any length is streamed. A PDF is laid out as a whole and has therefore a maximum length.
 */
export async function downloadStatement(
  ctx: AppContext,
  subjects: SubjectResolver,
  actor: MerchantActor,
  { format, ...period }: Period & { format: StatementFormat },
  lang: Language,
  now: Date,
): Promise<Download> {
  checkPeriod(period)
  const read = readerFor(ctx, [actor.merchantId, actor.shopId])
  const frame = await read((db) =>
    readFrame(db, actor.shopId, merchantAccounts[period.account], period.from, period.to),
  )
  const statement: Statement = { ...period, frame, lang, madeAt: now, demo: ctx.settings.mode === 'demo' }
  if (format === 'csv')
    return new Download(
      nameOf(statement, 'csv'),
      'text/csv; charset=utf-8',
      Readable.from(csvOf(statement, pagesOf(read, subjects, actor.shopId, statement), ctx.statementKey), {
        objectMode: false,
      }),
    )
  if (movementsOf(statement) > BigInt(maxPdfRecords)) refuse('statement/too-long', { most: maxPdfRecords })
  const rows: StatementRow[] = []
  for await (const page of pagesOf(read, subjects, actor.shopId, statement)) rows.push(...page)
  // Imported when the first PDF is made: the typesetter and its packages are large.
  const { pdfOf } = await import('./statement-pdf.ts')
  return new Download(nameOf(statement, 'pdf'), 'application/pdf', await pdfOf(statement, rows, ctx.statementKey))
}

async function* pagesOf(
  read: Reader,
  subjects: SubjectResolver,
  shopId: string,
  { frame }: Statement,
): AsyncGenerator<StatementRow[], void> {
  for (let from = frame.before + 1n; from <= frame.last; from += pageSize) {
    const end = from + pageSize - 1n
    const to = end < frame.last ? end : frame.last
    const rows = await read((db) => readChain(db, { shopId, accountId: frame.accountId! }, frame.timeZone, from, to))
    const found = await subjects.byIds(
      shopId,
      rows.map((row) => row.ref),
    )
    yield rows.map((row) => ({ ...row, cause: found.get(row.ref) ?? null }))
  }
}
