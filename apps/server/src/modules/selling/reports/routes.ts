import * as reports from '@quayside/contract/reports'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { decideReport } from './report-content.ts'
import { countReports, listReportRows, type ReportRow } from './store.ts'

const present = (row: ReportRow) => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  shop: { id: row.shop_id, code: row.shop_code, name: row.shop_name },
  product: row.listing_id !== null && row.product !== null ? { id: row.listing_id, name: row.product } : null,
  reason: row.reason,
  text: row.text,
  answered: row.answered,
  language: row.language,
  at: row.reported_at.toISOString(),
  dueAt: row.decide_by.toISOString(),
  state: row.state,
  note: row.note,
  decided: row.decided_at ? { by: row.decided_name ?? '', at: row.decided_at.toISOString() } : null,
})

export const reportRoutes = (): Route[] => [
  defineRoute(
    reports.listReports,
    async (_call, { view, limit, cursor }, db) => {
      const [rows, total] = await Promise.all([
        listReportRows(db, view, readTimeCursor(cursor), limit),
        countReports(db, view),
      ])
      const next = nextTimeCursor(rows, limit, ({ decided_at, decide_by, id }) => ({
        at: view === 'decided' ? decided_at! : decide_by,
        id,
      }))
      return { total, list: rows.map(present), cursor: next }
    },
    { audit: { subject: 'report', act: 'searched', detail: ({ view }) => ({ view }) } },
  ),
  defineRoute(
    reports.decideReport,
    async ({ actor, now }, input, tx) => ({ state: await decideReport(tx, actor.operatorId, input, now) }),
    {
      decides: { kinds: ['report'] },
      audit: { subject: 'report', act: 'decided', detail: ({ decision }) => ({ decision }) },
    },
  ),
]
