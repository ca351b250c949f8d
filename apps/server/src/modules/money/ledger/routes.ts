import {
  accounts,
  formatCents,
  merchantAccounts,
  walletAccounts,
  type ResponseBody,
  type LedgerEvent,
  type WalletAccount,
} from '@quayside/contract'
import * as ledger from '@quayside/contract/ledger'
import { fingerprintOf, noHash } from '@quayside/contract/statement-file'
import { hours } from '../../../platform/jobs/clock.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import { downloadStatement } from './download-statement.ts'
import { leafHash, pathOf } from './daily-root.ts'
import { settleDebt } from './settle-debt.ts'
import type { SubjectResolver } from './subject.ts'
import { positionInRoot, readLeaves, readRootsBefore } from './root-store.ts'
import { checkPeriod } from './statement.ts'
import {
  balanceOf,
  readBalances,
  readBooksOf,
  readChain,
  readChainEnd,
  readDebt,
  readFrame,
  readFundsPage,
  readRows,
  type FundsRow,
  type RowFilter,
} from './store.ts'

/** The name on the wire of a merchant's account. */
const walletAccountOf = new Map<string, WalletAccount>(walletAccounts.map((name) => [merchantAccounts[name], name]))

/** Statements that one merchant may download in an hour. */
const maxStatements = 120
/** Pieces of chains that one merchant may read in an hour. */
const maxChainReads = 3000

export const ledgerRoutes = (subjects: SubjectResolver): Route[] => [
  defineRoute(ledger.readWallet, async ({ actor, now }, _input, db) => {
    const [has, due] = await Promise.all([
      readBalances(db, actor.shopId),
      balanceOf(db, accounts.merchantDue, actor.shopId),
    ])
    const debt = due > 0n ? await readDebt(db, actor.shopId, now) : null
    return {
      balance: formatCents(has.available),
      pending: formatCents(has.pending),
      held: formatCents(has.held),
      totalIncome: formatCents(has.totalIncome),
      escrow: formatCents(has.escrow),
      debt: debt && { owed: formatCents(debt.owed), limit: formatCents(debt.limit) },
    }
  }),

  defineRoute(ledger.settleDebt, ({ actor, now }, _input, tx) => settleDebt(tx, actor, now)),

  defineRoute(ledger.fundsRecords, async ({ actor }, { account, limit, page, cursor, code, ...filter }, db) => {
    const kinds = (account ? [account] : walletAccounts).map((name) => merchantAccounts[name])
    const before = cursor ? readCursor(cursor) : {}
    const skip = cursor ? 0 : (page - 1) * limit
    const sought = code?.trim().toUpperCase()
    const { rows, total } =
      sought || filter.event || filter.from || filter.to
        ? await readFiltered(db, subjects, actor.shopId, kinds, before, limit, skip, filter, sought)
        : await readFundsPage(db, actor.shopId, kinds, before, limit, skip)
    // The next page goes on, in each account, below the lowest row shown so far.
    const next = { ...before }
    for (const row of rows) next[row.kind] = row.seq
    return {
      total,
      list: rows.map((row) => ({
        transferId: row.transfer_id,
        at: row.at.toISOString(),
        event: row.event as LedgerEvent,
        account: walletAccountOf.get(row.kind)!,
        amount: formatCents(row.side === 'C' ? row.amount : -row.amount),
        balanceAfter: formatCents(row.balance_after),
        seq: Number(row.seq),
        hash: row.hash.toString('hex'),
        cause: row.cause,
        order: row.order,
        note: row.note,
      })),
      cursor: rows.length === limit ? writeCursor(next) : null,
    }
  }),

  defineRoute(ledger.previewStatement, async ({ actor }, period, db) => {
    checkPeriod(period)
    const frame = await readFrame(db, actor.shopId, merchantAccounts[period.account], period.from, period.to)
    return {
      opening: formatCents(frame.opening),
      closing: formatCents(frame.closing),
      movements: Number(frame.last - frame.before),
      head: frame.head?.toString('hex') ?? null,
    }
  }),

  defineRoute(
    ledger.downloadStatement,
    ({ ctx, actor, lang, now }, input) => downloadStatement(ctx, subjects, actor, input, lang, now),
    { limit: { name: 'statement', per: 'merchant', max: maxStatements, window: hours(1) } },
  ),

  defineRoute(
    ledger.chainRecords,
    async ({ actor }, { account, after, limit }, db) => {
      const end = await readChainEnd(db, actor.shopId, merchantAccounts[account])
      if (!end) return { account: null, seq: 0, head: noHash, balance: '0', list: [] }
      const from = BigInt(after) + 1n
      const rows = await readChain(
        db,
        { shopId: actor.shopId, accountId: end.id },
        'UTC',
        from,
        from + BigInt(limit) - 1n,
      )
      return {
        account: String(end.id),
        seq: Number(end.seq),
        head: end.head.toString('hex'),
        balance: String(end.balance),
        // What was booked after the end was read follows in the next response.
        list: rows
          .filter((row) => row.seq <= end.seq)
          .map((row) => ({
            transfer: row.transfer_id,
            line: String(row.line),
            side: row.side,
            amount: String(row.amount),
            seq: String(row.seq),
            balance: String(row.balance_after),
            hash: row.hash.toString('hex'),
            version: row.hash_version,
            event: row.event as LedgerEvent,
            ref: row.ref,
            at: String(row.micros),
            sealed: row.sealed,
          })),
      }
    },
    { limit: { name: 'chain', per: 'merchant', max: maxChainReads, window: hours(1) } },
  ),

  defineRoute(ledger.statementKeys, async ({ ctx }) => ({
    keys: ctx.statementKey.known.map((key) => ({ key, fingerprint: fingerprintOf(key) })),
  })),

  defineRoute(ledger.dailyRoots, async (_call, { before, limit }, db) => ({
    list: (await readRootsBefore(db, before, limit)).map((root) => ({
      day: root.day,
      chains: root.chains,
      merkle: root.merkle.toString('hex'),
      previous: root.previous.toString('hex'),
      hash: root.hash.toString('hex'),
      key: root.public_key,
      signature: root.signature,
    })),
  })),

  defineRoute(ledger.headProof, async ({ actor }, { account }, db) => {
    const at = await positionInRoot(db, actor.shopId, merchantAccounts[account])
    if (!at) return { proof: null }
    const leaves = await readLeaves(db, at.day)
    const { seq, head } = leaves[at.place]!
    const path = pathOf(leaves.map(leafHash), at.place)
    return {
      proof: {
        day: at.day,
        account: String(at.account_id),
        seq: Number(seq),
        head: head.toString('hex'),
        path: path.map(({ side, hash }) => ({ side, hash: hash.toString('hex') })),
      },
    }
  }),

  defineRoute(ledger.orderBooks, async ({ actor }, { id }, db) => {
    const found = await subjects.byIds(actor.shopId, [id])
    if (found.get(id)?.kind !== 'order') refuse('order/not-found')
    const list: ResponseBody<typeof ledger.orderBooks>['list'] = []
    for (const row of await readBooksOf(db, actor.shopId, await subjects.ofOrder(actor.shopId, id))) {
      if (row.transfer_id !== list.at(-1)?.transferId)
        list.push({
          transferId: row.transfer_id,
          at: row.at.toISOString(),
          event: row.event as LedgerEvent,
          lines: [],
        })
      list.at(-1)!.lines.push({
        account: row.kind,
        debit: row.side === 'D' ? formatCents(row.amount) : '0.00',
        credit: row.side === 'C' ? formatCents(row.amount) : '0.00',
        seq: row.seq === null ? null : Number(row.seq),
        hash: row.hash?.toString('hex') ?? null,
      })
    }
    return { list }
  }),
]

/** Rows that fit a filter, with what they are about. `code`: the number of an order, recharge, withdrawal or refund. */
async function readFiltered(
  db: Queryable,
  subjects: SubjectResolver,
  shopId: string,
  kinds: readonly string[],
  before: Record<string, bigint>,
  limit: number,
  skip: number,
  filter: Omit<RowFilter, 'refs'>,
  code: string | undefined,
): Promise<{ rows: FundsRow[]; total: number }> {
  const refs = code ? await subjects.byCode(shopId, code) : undefined
  const { rows, total } = await readRows(db, shopId, kinds, before, limit, skip, { ...filter, refs })
  const ids = rows.map((row) => row.ref)
  // Only these events have a note: other pages need no second query.
  const noted = rows.filter(({ event }) => /^(adjustment|unidentified)\./.test(event)).map((row) => row.ref)
  const [found, orders, notes] = await Promise.all([
    subjects.byIds(shopId, ids),
    subjects.ordersBehind(shopId, ids),
    subjects.notesOf(shopId, noted),
  ])
  return {
    rows: rows.map((row) => ({
      ...row,
      cause: found.get(row.ref) ?? null,
      order: orders.get(row.ref) ?? null,
      note: notes.get(row.ref) ?? null,
    })),
    total,
  }
}

const accountPattern = Object.values(merchantAccounts)
  .map((code) => code.replaceAll('.', String.raw`\.`))
  .join('|')
const cursorShape = new RegExp(String.raw`^(?:(?:${accountPattern})=\d{1,18}(?:,|$))+$`)
const writeCursor = (positions: Record<string, bigint>): string =>
  encodeCursor(
    Object.entries(positions)
      .map(([kind, seq]) => `${kind}=${seq}`)
      .join(),
  )

function readCursor(cursor: string): Record<string, bigint> {
  const [text] = decodeCursor(cursor, cursorShape)
  return Object.fromEntries(
    text
      .split(',')
      .map((part) => part.split('=') as [string, string])
      .map(([kind, seq]) => [kind, BigInt(seq)]),
  )
}
