import {
  checkBooks as checkBooksEndpoint,
  fundsRecords,
  orderBooks,
  readWallet,
  toWire,
  walletAccounts,
  type LedgerEvent,
} from '@quayside/contract'
import { packCursor, unpackCursor } from '../../platform/cursor.ts'
import { on, type Route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { checkBooks, readBalances, readBooksOf, readRows } from './store.ts'

/** Finds the order behind a ledger row's subject; given by the orders module, since the ledger knows no orders. */
export type NameSubjects = (shopId: string, refs: string[]) => Promise<Map<string, { id: string; code: string }>>

export const ledgerRoutes = (nameSubjects: NameSubjects): Route[] => [
  on(readWallet, async ({ actor }, _input, db) => {
    const has = await readBalances(db, actor.shopId)
    return {
      balance: toWire(has.available),
      pending: toWire(has.pending),
      held: toWire(has.held),
      totalIncome: toWire(has.totalIncome),
      escrow: toWire(has.escrow),
    }
  }),

  on(fundsRecords, async ({ actor }, { account, limit, page, cursor }, db) => {
    const kinds = (account ? [account] : walletAccounts).map((name) => `L.M.${name}`)
    const before = cursor ? readCursor(cursor) : {}
    const { rows, total } = await readRows(db, actor.shopId, kinds, before, limit, cursor ? 0 : (page - 1) * limit)
    const orders = await nameSubjects(
      actor.shopId,
      rows.map((row) => row.ref),
    )
    // The next page goes on, in each account, below the lowest row shown so far.
    const next = { ...before }
    for (const row of rows) next[row.kind] = row.seq
    return {
      total,
      list: rows.map((row) => ({
        transferId: row.transfer_id,
        at: row.at.toISOString(),
        event: row.event as LedgerEvent,
        account: row.kind.slice(4) as (typeof walletAccounts)[number],
        amount: toWire(row.side === 'C' ? row.amount : -row.amount),
        balanceAfter: toWire(row.balance_after),
        seq: Number(row.seq),
        hash: row.hash.toString('hex'),
        order: orders.get(row.ref) ?? null,
      })),
      cursor: rows.length === limit ? writeCursor(next) : null,
    }
  }),

  on(orderBooks, async ({ actor }, { id }, db) => {
    const orders = await nameSubjects(actor.shopId, [id])
    if (!orders.has(id)) refuse('order/not-found')
    const list: { at: string; event: LedgerEvent; lines: { account: string; debit: string; credit: string }[] }[] = []
    let last = ''
    for (const row of await readBooksOf(db, actor.shopId, [id])) {
      if (row.transfer_id !== last) list.push({ at: row.at.toISOString(), event: row.event as LedgerEvent, lines: [] })
      last = row.transfer_id
      list.at(-1)!.lines.push({
        account: row.kind,
        debit: row.side === 'D' ? toWire(row.amount) : '0.00',
        credit: row.side === 'C' ? toWire(row.amount) : '0.00',
      })
    }
    return { list }
  }),

  on(checkBooksEndpoint, async (_call, _input, db) => ({ checks: await checkBooks(db) })),
]

const cursorShape = /^(?:L\.M\.(?:available|pending|held)=\d{1,18}(?:,|$))+$/
const writeCursor = (positions: Record<string, bigint>): string =>
  packCursor(
    Object.entries(positions)
      .map(([kind, seq]) => `${kind}=${seq}`)
      .join(),
  )

function readCursor(cursor: string): Record<string, bigint> {
  const [text] = unpackCursor(cursor, cursorShape)
  return Object.fromEntries(
    text
      .split(',')
      .map((part) => part.split('=') as [string, string])
      .map(([kind, seq]) => [kind, BigInt(seq)]),
  )
}
