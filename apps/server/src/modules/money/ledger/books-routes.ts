import { Readable } from 'node:stream'
import { formatCents, maxExportDays, readableCodes, type AccountCode } from '@quayside/contract'
import * as books from '@quayside/contract/books'
import { days, hours, parseInstant } from '../../../platform/jobs/clock.ts'
import { decodeCursor, encodeCursor, nextKeyCursor, readKeyCursor } from '../../../platform/http/cursor.ts'
import { readerFor, type Reader } from '../../../platform/database/read-replica.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, Download, type Route } from '../../../platform/http/route.ts'
import {
  findBooksAccount,
  findTransfer,
  listAccountPostings,
  listDebtRows,
  listPostings,
  lowestId,
  ownerOf,
  readTrialBalance,
  shopAccounts,
  type BooksAccount,
  type PostingPosition,
} from './books-store.ts'

/** Exports of one operator in an hour. */
const maxExports = 20
/** Postings in one query of an export. */
const pageSize = 2000

/** What the last shop owes, in cents, and its id. */
const debtPosition = /^(\d{1,15}) ([0-9a-f-]{36})$/

const sides = { D: 'debit', C: 'credit' } as const

export const booksRoutes = (): Route[] => [
  defineRoute(
    books.trialBalance,
    async (_call, { day }, db) => {
      const rows = await readTrialBalance(db, day)
      const sum = (of: (row: (typeof rows)[number]) => bigint) => rows.reduce((all, row) => all + of(row), 0n)
      return {
        list: rows.map((row) => ({
          account: row.account,
          normal: sides[row.normal],
          before: formatCents(row.before),
          debits: formatCents(row.debits),
          credits: formatCents(row.credits),
          after: formatCents(row.after),
        })),
        // The balances after the day, each on its side.
        debits: formatCents(sum(({ normal, after }) => ((normal === 'D') === after >= 0n ? abs(after) : 0n))),
        credits: formatCents(sum(({ normal, after }) => ((normal === 'C') === after >= 0n ? abs(after) : 0n))),
      }
    },
    { audit: { unwritten: 'Sums over all shops, without personal data.' } },
  ),

  defineRoute(
    books.listDebts,
    async ({ now }, { limit, page, cursor }, db) => {
      const [owed, shopId] = readKeyCursor(cursor, debtPosition) ?? []
      const after = shopId ? { owed: BigInt(owed!), shopId } : undefined
      const found = await listDebtRows(db, now, { after, limit, skip: after ? 0 : (page - 1) * limit })
      return {
        total: found.total,
        owed: formatCents(found.owed),
        list: found.rows.map((row) => ({
          shopId: row.shop_id,
          code: row.code,
          name: row.name,
          owed: formatCents(row.owed),
          limit: formatCents(row.debt_limit),
          since: row.since.toISOString(),
          causes: row.causes.map(({ transfer_id: transferId, at, event, ref, amount }) => ({
            transferId,
            at: parseInstant(at).toISOString(),
            event,
            ref,
            amount: formatCents(BigInt(amount)),
          })),
        })),
        cursor: nextKeyCursor(found.rows, limit, (row) => [row.owed, row.shop_id]),
      }
    },
    { audit: { unwritten: 'Amounts of shops, without personal data.' } },
  ),

  defineRoute(
    books.accountPostings,
    async (_call, { account: kind, shop, limit, cursor, ...period }, db) => {
      if (shopAccounts.includes(kind) && !shop) return refuse('books/not-found')
      const account = await findBooksAccount(db, kind, shopAccounts.includes(kind) ? shop : undefined)
      if (!account) return refuse('books/not-found')
      const rows = await listAccountPostings(db, account, period, positionOf(account, cursor), limit)
      const last = rows.at(-1)
      return {
        account: account.kind,
        balance: formatCents(account.balance),
        list: rows.map((row) => ({
          transferId: row.transfer_id,
          at: row.at.toISOString(),
          event: row.event,
          ref: row.ref,
          shopId: ownerOf(row.shop_id),
          shop: row.shop_name,
          side: sides[row.side],
          amount: formatCents(row.amount),
          balanceAfter: row.balance_after === null ? null : formatCents(row.balance_after),
        })),
        cursor:
          last && rows.length === limit
            ? encodeCursor(last.seq === null ? `${last.transfer_id} ${last.line}` : `seq ${last.seq}`)
            : null,
      }
    },
    { audit: { subject: 'books', act: 'read', id: () => null, detail: ({ account, shop }) => ({ account, shop }) } },
  ),

  defineRoute(
    books.transferDetail,
    async (_call, { id }, db) => {
      const row = await findTransfer(db, id)
      if (!row) return refuse('books/not-found')
      return {
        id: row.id,
        at: row.at.toISOString(),
        recordedAt: row.recorded_at.toISOString(),
        event: row.event,
        ref: row.ref,
        key: row.key,
        actor: row.actor,
        shopId: ownerOf(row.shop_id),
        shop: row.shop_name,
        shopCode: row.shop_code,
        correctable: row.correctable === null ? null : formatCents(row.correctable),
        lines: row.lines.map((line) => ({
          account: line.account,
          owner: ownerOf(line.owner),
          side: sides[line.side],
          amount: formatCents(BigInt(line.amount)),
          seq: line.seq,
          hash: line.hash,
        })),
        related: row.related.map((other) => ({ ...other, at: new Date(other.at).toISOString() })),
      }
    },
    { audit: { subject: 'books' } },
  ),

  defineRoute(
    books.exportPostings,
    async ({ ctx, actor }, { from, to }) => {
      const [start, end] = [Date.parse(from), Date.parse(to) + days(1)]
      if (end <= start || end - start > days(maxExportDays)) refuse('statement/period')
      const name = `quayside-books-${from}-${to}.csv`
      return new Download(
        name,
        'text/csv; charset=utf-8',
        Readable.from(csvOf(readerFor(ctx, [actor.operatorId]), start, end), { objectMode: false }),
      )
    },
    {
      limit: { name: 'books-export', per: 'operator', max: maxExports, window: hours(1) },
      audit: { subject: 'books', act: 'exported', id: () => null, detail: ({ from, to }) => ({ from, to }) },
    },
  ),
]

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

const chainShape = /^seq (\d{1,18})$/
const transferShape = /^([0-9a-f-]{36}) (\d{1,5})$/

/** Reads the cursor of an account: a place in its chain, or a transfer for an account without a chain. */
function positionOf({ append_only }: BooksAccount, cursor: string | undefined): PostingPosition | undefined {
  if (!cursor) return undefined
  if (!append_only) return { seq: BigInt(decodeCursor(cursor, chainShape)[1]!) }
  const [, transferId, line] = decodeCursor(cursor, transferShape)
  return { transferId: transferId!, line: Number(line) }
}

/** Every posting of a period as CSV, in pieces. Postings never change, so the pages need no transaction. */
async function* csvOf(read: Reader, start: number, end: number): AsyncGenerator<string, void> {
  yield `${['day', 'at', 'entry', 'line', 'event', 'subject', 'shop', 'account', 'owner', 'debit', 'credit', 'author'].join()}\r\n`
  const range = { after: lowestId(start), end: lowestId(end) }
  let last: { transferId: string; line: number } | undefined
  for (;;) {
    const rows = await read((db) => listPostings(db, range, last, pageSize))
    if (rows.length > 0)
      yield rows
        .map(
          (row) =>
            `${[
              row.at.toISOString().slice(0, 10),
              row.at.toISOString(),
              row.transfer_id,
              row.line,
              row.event,
              row.ref,
              row.shop_code ?? '',
              readableCodes[row.account as AccountCode] ?? row.account,
              ownerOf(row.owner) ?? '',
              row.side === 'D' ? formatCents(row.amount) : '',
              row.side === 'C' ? formatCents(row.amount) : '',
              row.actor,
            ].join()}\r\n`,
        )
        .join('')
    if (rows.length < pageSize) return
    const { transfer_id, line } = rows.at(-1)!
    last = { transferId: transfer_id, line }
  }
}
