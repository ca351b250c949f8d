import { accountPrefixes, accounts, formatCents, parseCents } from '@quayside/contract'
import * as treasury from '@quayside/contract/treasury'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { coverageOf } from '../ledger/coverage.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { payBill, proposeReversal, refuseMovement } from './decide-movement.ts'
import { proposeMovement } from './propose-movement.ts'
import { findMovement, listMovementRows, listTaxes, readTreasuryBalances, type ListedMovement } from './store.ts'

export const treasuryRoutes = (): Route[] => [
  defineRoute(
    treasury.listMovements,
    async (_call, { limit, page, cursor, ...filter }, db) => {
      const after = readTimeCursor(cursor)
      const skip = after ? 0 : (page - 1) * limit
      const { total, rows } = await listMovementRows(db, filter, { after, limit, skip })
      return {
        total,
        list: rows.map(present),
        cursor: nextTimeCursor(rows, limit, ({ proposed_at, id }) => ({ at: proposed_at, id })),
      }
    },
    {
      audit: {
        subject: 'treasury-movement',
        act: 'searched',
        detail: ({ kind, state, search, page }) => ({ kind, state, search, page }),
      },
    },
  ),

  defineRoute(
    treasury.movementDetail,
    async (_call, { id }, db) => {
      const row = await findMovement(db, id)
      if (!row) return refuse('books/not-found')
      return {
        ...present(row),
        actId: await findOpenActId(db, ['treasury.book', 'treasury.reverse'], id),
        outLine: row.out_line && { ...row.out_line, amount: formatCents(BigInt(row.out_line.amount)) },
        inLine: row.in_line && { ...row.in_line, amount: formatCents(BigInt(row.in_line.amount)) },
        refused: row.refused_at
          ? {
              by: row.refused_by ? { id: row.refused_by, name: row.refused_name ?? '' } : null,
              at: row.refused_at.toISOString(),
              reason: row.refusal ?? '',
            }
          : null,
        booked: signed(row.booked_by, row.booked_name, row.booked_at),
        reversal:
          row.reversal_by && row.reversal_at
            ? {
                by: { id: row.reversal_by, name: row.reversal_name ?? '' },
                at: row.reversal_at.toISOString(),
                reason: row.reversal ?? '',
                signed: signed(row.reversal_signed_by, row.reversal_signed_name, row.reversed_at),
              }
            : null,
        transfers: row.transfers,
      }
    },
    { audit: { subject: 'treasury-movement' } },
  ),

  defineRoute(
    treasury.treasuryBalances,
    async (_call, _input, db) => {
      const balances = await readTreasuryBalances(db)
      const sumOf = (prefix: string) =>
        balances
          .filter(({ account }) => account.startsWith(prefix) && account !== accounts.merchantDue)
          .reduce((sum, { balance }) => sum + balance, 0n)
      const [assets, owed] = [sumOf(accountPrefixes.asset), sumOf(accountPrefixes.liability)]
      return {
        accounts: balances.map(({ account, balance }) => ({ account, balance: formatCents(balance) })),
        assets: formatCents(assets),
        owed: formatCents(owed),
        coverage: coverageOf({ assets, owed }),
      }
    },
    { audit: { unwritten: 'Balances of the platform’s own accounts, without personal data.' } },
  ),

  defineRoute(
    treasury.taxesOwed,
    async (_call, period, db) => ({
      countries: (await listTaxes(db, period)).map(({ country, owed, collected }) => ({
        country,
        owed: formatCents(owed),
        collected: formatCents(collected),
      })),
    }),
    { audit: { unwritten: 'Sums of tax by country, without personal data.' } },
  ),

  defineRoute(
    treasury.proposeMovement,
    ({ actor, now }, { amount, fee, ...input }, tx) =>
      proposeMovement(tx, actor.operatorId, { ...input, amount: parseCents(amount), fee: parseCents(fee) }, now),
    { audit: { subject: 'treasury-movement', act: 'proposed', id: (_input, response) => response?.id } },
  ),

  defineRoute(
    treasury.refuseMovement,
    async ({ actor, now }, input, tx) => {
      await refuseMovement(tx, actor.operatorId, input, now)
      return {}
    },
    { decides: { kinds: ['treasury-movement'] }, audit: { subject: 'treasury-movement', act: 'rejected' } },
  ),

  defineRoute(
    treasury.payBill,
    async ({ actor, now }, input, tx) => {
      await payBill(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['treasury-movement'] },
      audit: { subject: 'treasury-movement', act: 'matched', detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),

  defineRoute(
    treasury.proposeReversal,
    async ({ actor, now }, input, tx) => ({ actId: await proposeReversal(tx, actor.operatorId, input, now) }),
    { decides: { kinds: ['treasury-movement'] }, audit: { subject: 'treasury-movement', act: 'proposed' } },
  ),
]

const signed = (by: string | null, name: string | null, at: Date | null) =>
  by && at ? { by: { id: by, name: name ?? '' }, at: at.toISOString() } : null

const present = (row: ListedMovement) => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  state: row.state,
  from: row.from_account,
  to: row.to_account,
  amount: formatCents(row.amount),
  fee: formatCents(row.fee),
  reference: row.reference,
  supplier: row.supplier,
  billNumber: row.bill_number,
  dueDay: row.due_day,
  country: row.country,
  periodFrom: row.period_from,
  periodTo: row.period_to,
  settledFee: row.settled_fee === null ? null : formatCents(row.settled_fee),
  note: row.note,
  proposed: { by: { id: row.proposed_by, name: row.proposed_name }, at: row.proposed_at.toISOString() },
  signed: signed(row.signed_by, row.signed_name, row.signed_at),
})
