import { formatCents, parseCents } from '@quayside/contract'
import * as treasury from '@quayside/contract/treasury'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { proposeAdjustment } from './decide-adjustment.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { findAdjustment, listAdjustmentRows, type ListedAdjustment } from './store.ts'

export const adjustmentRoutes = (): Route[] => [
  defineRoute(
    treasury.listAdjustments,
    async (_call, { limit, page, cursor, ...filter }, db) => {
      const after = readTimeCursor(cursor)
      const skip = after ? 0 : (page - 1) * limit
      const { total, rows } = await listAdjustmentRows(db, filter, { after, limit, skip })
      return {
        total,
        list: rows.map(present),
        cursor: nextTimeCursor(rows, limit, ({ proposed_at, id }) => ({ at: proposed_at, id })),
      }
    },
    {
      audit: {
        subject: 'adjustment',
        act: 'searched',
        detail: ({ kind, state, search, page }) => ({ kind, state, search, page }),
      },
    },
  ),

  defineRoute(
    treasury.adjustmentDetail,
    async (_call, { shopId, id }, db) => {
      const row = await findAdjustment(db, shopId, id)
      if (!row) return refuse('books/not-found')
      return {
        ...present(row),
        actId: await findOpenActId(db, ['adjustment.post'], id),
        note: row.note,
        ofTransfer: row.of_transfer,
        left: row.entry_left === null ? null : formatCents(row.entry_left),
        balance: formatCents(row.balance),
        due: formatCents(row.due),
        fromBalance: row.from_balance === null ? null : formatCents(row.from_balance),
        refused: signed(row.refused_by, row.refused_name, row.refused_at),
      }
    },
    { audit: { subject: 'adjustment' } },
  ),

  defineRoute(
    treasury.proposeAdjustment,
    ({ actor, now }, { amount, ...input }, tx) =>
      proposeAdjustment(tx, actor.operatorId, { ...input, amount: parseCents(amount) }, now),
    {
      audit: {
        subject: 'adjustment',
        act: 'proposed',
        id: (_input, response) => response?.id,
        reason: ({ reason }) => reason,
      },
    },
  ),
]

const signed = (by: string | null, name: string | null, at: Date | null) =>
  by && at ? { by: { id: by, name: name ?? '' }, at: at.toISOString() } : null

const present = (row: ListedAdjustment) => ({
  shopId: row.shop_id,
  id: row.id,
  code: row.code,
  shop: row.shop_name,
  shopCode: row.shop_code,
  kind: row.kind,
  state: row.state,
  amount: formatCents(row.amount),
  reason: row.reason,
  proposed: { by: { id: row.proposed_by, name: row.proposed_name }, at: row.proposed_at.toISOString() },
  signed: signed(row.signed_by, row.signed_name, row.signed_at),
})
