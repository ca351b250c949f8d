import { writeCsvLine } from '../../../platform/files/csv.ts'
import type { AuditRow } from './store.ts'

const columns = [
  'place',
  'at',
  'outcome',
  'refusal',
  'staff_number',
  'name',
  'desk',
  'endpoint',
  'act',
  'subject',
  'id',
  'code',
  'shops',
  'reason',
  'hash',
] as const

/** Rows of the audit as CSV (RFC 4180), in pieces. */
export async function* csvOf(pages: AsyncIterable<readonly (AuditRow & { hash: Buffer })[]>): AsyncGenerator<string> {
  yield writeCsvLine(columns)
  for await (const rows of pages)
    yield rows
      .map((row) =>
        writeCsvLine(
          [
            row.seq,
            row.at.toISOString(),
            row.outcome,
            row.refusal,
            row.staff_number,
            row.operator_name,
            row.desk,
            row.endpoint,
            row.act,
            row.subject_kind,
            row.subject_id,
            row.subject_code,
            row.shops.map(({ code }) => code).join(' '),
            row.reason,
            row.hash.toString('hex'),
          ].map((value) => String(value ?? '')),
        ),
      )
      .join('')
}
