import { Readable } from 'node:stream'
import * as audit from '@quayside/contract/audit'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { readerFor, type Reader } from '../../../platform/database/read-replica.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, Download, type Route } from '../../../platform/http/route.ts'
import { csvOf } from './audit-csv.ts'
import { findAuditRow, listAuditRows, listShopActs, readAuditHead, type AuditRow } from './store.ts'

const readPlace = (cursor: string | undefined): bigint | undefined =>
  cursor ? BigInt(decodeCursor(cursor, /^-?\d{1,18}$/)[0]) : undefined
/** The cursor after a page; null when the page is not full. */
const nextPlace = (rows: readonly unknown[], limit: number, last: bigint | undefined): string | null =>
  rows.length < limit || last === undefined ? null : encodeCursor(String(last))

export const auditRoutes = (): Route[] => [
  defineRoute(
    audit.listAudit,
    async (_call, { limit, cursor, ...filter }, db) => {
      const rows = await listAuditRows(db, filter, readPlace(cursor), limit)
      return { list: rows.map(present), total: 0, cursor: nextPlace(rows, limit, rows.at(-1)?.seq) }
    },
    {
      audit: { subject: 'audit', act: 'searched', shop: () => null, detail: ({ limit: _limit, ...filter }) => filter },
    },
  ),

  defineRoute(
    audit.auditDetail,
    async (_call, { id }, db) => {
      const row = await findAuditRow(db, BigInt(id))
      if (!row) return refuse('audit/not-found')
      return {
        ...present(row),
        reasonShown: row.reason_shown,
        before: row.before,
        after: row.after,
        detail: row.detail,
        address: row.address,
        requestId: row.request_id,
        begunId: row.begun_seq === null ? null : String(row.begun_seq),
        previousHash: row.previous.toString('hex'),
        hash: row.hash.toString('hex'),
        verified: row.verified,
      }
    },
    { audit: { subject: 'audit' } },
  ),

  defineRoute(
    audit.auditHead,
    async (_call, _input, db) => {
      const head = await readAuditHead(db)
      return { rows: String(head?.seq ?? 0n), hash: head?.hash.toString('hex') ?? '' }
    },
    { audit: { unwritten: 'The head of the chain is no personal data.' } },
  ),

  defineRoute(
    audit.exportAudit,
    async ({ ctx, actor, now }, filter) =>
      new Download(
        `quayside-audit-${now.toISOString().slice(0, 10)}.csv`,
        'text/csv; charset=utf-8',
        Readable.from(csvOf(pagesOf(readerFor(ctx, [actor.operatorId]), filter))),
      ),
    { audit: { subject: 'audit', act: 'exported', shop: () => null, detail: (filter) => filter } },
  ),

  // The merchant.

  defineRoute(audit.shopActs, async ({ actor }, { limit, cursor }, db) => {
    const rows = await listShopActs(db, actor.shopId, readPlace(cursor), limit)
    return {
      list: rows.map((row) => ({
        id: String(row.key),
        at: row.at.toISOString(),
        desk: row.desk,
        staffNumber: row.staff_number,
        act: row.act,
        subject: { kind: row.subject_kind, id: row.subject_id, code: row.subject_code },
        reason: row.reason,
        outcome: row.outcome,
      })),
      total: 0,
      cursor: nextPlace(rows, limit, rows.at(-1)?.key),
    }
  }),
]

/** Rows of one export, and of one statement of it. */
const maxExported = 100_000
const exportPage = 2000

async function* pagesOf(read: Reader, filter: Parameters<typeof listAuditRows>[1]) {
  let before: bigint | undefined
  for (let count = 0; count < maxExported; count += exportPage) {
    const from = before
    const rows = await read((db) => listAuditRows(db, filter, from, exportPage))
    if (rows.length > 0) yield rows
    if (rows.length < exportPage) return
    before = rows.at(-1)!.seq
  }
}

const present = (row: AuditRow) => ({
  id: String(row.seq),
  at: row.at.toISOString(),
  outcome: row.outcome,
  refusal: row.refusal,
  by:
    row.operator_id === null || row.staff_number === null || row.operator_name === null
      ? null
      : { id: row.operator_id, staffNumber: row.staff_number, name: row.operator_name },
  desk: row.desk,
  endpoint: row.endpoint,
  act: row.act,
  subject: { kind: row.subject_kind, id: row.subject_id, code: row.subject_code },
  shops: row.shops,
  reason: row.reason,
})
