import { formatCents } from '@quayside/contract'
import * as treasury from '@quayside/contract/treasury'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { confirmReturn, proposeAssignment, proposeReturn } from './decide-money.ts'
import { receiveMoney } from './receive-money.ts'
import { findUnidentified, listCandidates, listUnidentifiedRows, type ListedUnidentified } from './store.ts'

export const unidentifiedRoutes = (): Route[] => [
  defineRoute(
    treasury.listUnidentified,
    async (_call, { limit, page, cursor, ...filter }, db) => {
      const after = readTimeCursor(cursor)
      const skip = after ? 0 : (page - 1) * limit
      const { total, rows } = await listUnidentifiedRows(db, filter, { after, limit, skip })
      return {
        total,
        list: rows.map(present),
        cursor: nextTimeCursor(rows, limit, ({ received_at, id }) => ({ at: received_at, id })),
      }
    },
    {
      audit: {
        subject: 'unidentified-money',
        act: 'searched',
        detail: ({ state, search, page }) => ({ state, search, page }),
      },
    },
  ),

  defineRoute(
    treasury.unidentifiedDetail,
    async (_call, { id }, db) => {
      const row = await findUnidentified(db, id)
      if (!row) return refuse('books/not-found')
      const candidates = row.line ? await listCandidates(db, row.line) : []
      return {
        ...present(row),
        actId: await findOpenActId(db, ['unidentified.assign', 'unidentified.return'], id),
        candidates: candidates.map((shop) => ({
          shopId: shop.shop_id,
          shop: shop.shop_name,
          shopCode: shop.shop_code,
          verifiedName: shop.verified_name,
          why: [
            ...(shop.by_recharge_code ? (['recharge-code'] as const) : []),
            ...(shop.by_shop_code ? (['shop-code'] as const) : []),
            ...(shop.by_payer ? (['payer'] as const) : []),
          ],
        })),
      }
    },
    { audit: { subject: 'unidentified-money' } },
  ),

  defineRoute(
    treasury.receiveUnidentified,
    ({ ctx, actor, now }, { bankLineId }, tx) => receiveMoney(ctx, tx, actor.operatorId, bankLineId, now),
    {
      audit: {
        subject: 'unidentified-money',
        act: 'created',
        id: (_input, response) => response?.id,
        detail: ({ bankLineId }) => ({ bankLineId }),
      },
    },
  ),

  defineRoute(
    treasury.proposeAssignment,
    async ({ actor, now }, input, tx) => ({ actId: await proposeAssignment(tx, actor.operatorId, input, now) }),
    { decides: { kinds: ['unidentified-money'] }, audit: { subject: 'unidentified-money', act: 'proposed' } },
  ),

  defineRoute(
    treasury.proposeReturn,
    async ({ actor, now }, input, tx) => ({ actId: await proposeReturn(tx, actor.operatorId, input, now) }),
    { decides: { kinds: ['unidentified-money'] }, audit: { subject: 'unidentified-money', act: 'proposed' } },
  ),

  defineRoute(
    treasury.confirmReturn,
    async ({ actor, now }, input, tx) => {
      await confirmReturn(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['unidentified-money'] },
      audit: { subject: 'unidentified-money', act: 'matched', detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),
]

const signed = (by: string | null, name: string | null, at: Date | null) =>
  by && at ? { by: { id: by, name: name ?? '' }, at: at.toISOString() } : null

const present = (row: ListedUnidentified) => ({
  id: row.id,
  code: row.code,
  origin: row.origin,
  state: row.state,
  amount: formatCents(row.amount),
  receivedAt: row.received_at.toISOString(),
  receivedBy: { id: row.received_by, name: row.received_name },
  line: row.line && {
    id: row.line.id,
    account: row.line.account,
    currency: row.line.currency,
    amount: formatCents(BigInt(row.line.amount)),
    valueDate: row.line.value_date,
    payer: row.line.payer,
    reference: row.line.reference,
  },
  decision: row.decision,
  shopId: row.shop_id,
  shop: row.shop_name,
  shopCode: row.shop_code,
  reason: row.reason,
  first: signed(row.first_by, row.first_name, row.first_at),
  second: signed(row.second_by, row.second_name, row.second_at),
  finishedAt: row.finished_at?.toISOString() ?? null,
})
