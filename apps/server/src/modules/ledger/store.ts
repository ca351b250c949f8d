import { all, one, sql, type Queryable } from '../../platform/postgres.ts'

export type Balances = { available: bigint; pending: bigint; held: bigint; escrow: bigint; totalIncome: bigint }

/** What a shop's accounts hold now. */
export async function readBalances(on: Queryable, shopId: string): Promise<Balances> {
  const row = await one(
    on,
    sql<Balances>`
      select
        coalesce(max(credits - debits) filter (where kind = 'L.M.available'), 0) as available,
        coalesce(max(credits - debits) filter (where kind = 'L.M.pending'), 0) as pending,
        coalesce(max(credits - debits) filter (where kind = 'L.M.held'), 0) as held,
        -- Earnings leave "pending" only by being settled.
        coalesce(max(debits) filter (where kind = 'L.M.pending'), 0) as "totalIncome",
        (select coalesce(sum(credits - debits), 0)::bigint from ledger.account
          where shop_id = ${shopId} and kind = 'L.O.escrow' and credits <> debits) as escrow
      from ledger.account where owner = ${shopId}`,
  )
  return row!
}

/** What one account holds; zero when it was never used. */
export async function balanceOf(on: Queryable, kind: string, owner: string): Promise<bigint> {
  const row = await one(
    on,
    sql<{ balance: bigint }>`select case normal when 'C' then credits - debits else debits - credits end as balance
      from ledger.account where owner = ${owner} and kind = ${kind}`,
  )
  return row?.balance ?? 0n
}

/** Place of the last posting in an account's chain; zero when it was never used. */
export async function seqOf(on: Queryable, kind: string, owner: string): Promise<bigint> {
  const row = await one(
    on,
    sql<{ seq: bigint }>`select seq from ledger.account where owner = ${owner} and kind = ${kind}`,
  )
  return row?.seq ?? 0n
}

export type WalletRow = {
  transfer_id: string
  at: Date
  event: string
  ref: string
  kind: string
  side: 'D' | 'C'
  amount: bigint
  seq: bigint
  balance_after: bigint
  hash: Buffer
}

/** Which rows: kind of happening, days in the shop's time zone (both included), subjects. */
export type RowFilter = {
  event?: string | undefined
  from?: string | undefined
  to?: string | undefined
  refs?: string[] | undefined
}
/** Filtered rows that are counted at most. */
const mostCounted = 10_000

/** Rows of a shop's accounts, newest first in each; `before` holds the position to go on from, by account kind. */
export async function readRows(
  on: Queryable,
  shopId: string,
  kinds: readonly string[],
  before: Record<string, bigint>,
  limit: number,
  skip: number,
  filter: RowFilter = {},
): Promise<{ rows: WalletRow[]; total: number }> {
  const midnight = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone (select time_zone from shop where id = ${shopId}))`
  const conditions = [
    ...(filter.event ? [sql`t.event = ${filter.event}`] : []),
    ...(filter.from ? [sql`t.at >= ${midnight(filter.from, 0)}`] : []),
    ...(filter.to ? [sql`t.at < ${midnight(filter.to, 1)}`] : []),
    ...(filter.refs ? [sql`t.ref = any(${filter.refs}::uuid[])`] : []),
  ]
  const narrowed = conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
  const accounts = await all(
    on,
    sql<{
      id: bigint
      kind: string
      seq: bigint
    }>`select id, kind, seq from ledger.account where owner = ${shopId} and kind = any(${kinds}::text[])`,
  )
  const parts = await Promise.all(
    accounts.map((account) =>
      all(
        on,
        sql<WalletRow>`
          select p.transfer_id, t.at, t.event, t.ref, ${account.kind}::text as kind, p.side, p.amount, p.seq, p.balance_after, p.hash
          from ledger.posting p join ledger.transfer t on t.id = p.transfer_id
          where p.account_id = ${account.id} and p.seq < ${before[account.kind] ?? account.seq + 1n} ${narrowed}
          order by p.seq desc limit ${limit + skip}`,
      ),
    ),
  )
  const rows = parts
    .flat()
    .sort(
      (a, b) =>
        b.at.getTime() - a.at.getTime() ||
        (a.transfer_id < b.transfer_id ? 1 : a.transfer_id > b.transfer_id ? -1 : a.kind.localeCompare(b.kind)),
    )
    .slice(skip, skip + limit)
  if (conditions.length === 0) return { rows, total: accounts.reduce((sum, account) => sum + Number(account.seq), 0) }
  const counted = await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from (
      select from ledger.posting p join ledger.transfer t on t.id = p.transfer_id
      where p.account_id = any(${accounts.map((account) => String(account.id))}::bigint[]) ${narrowed} limit ${mostCounted}) x`,
  )
  return { rows, total: counted!.n }
}

/** Every posting about one subject, oldest first. */
export async function readBooksOf(on: Queryable, shopId: string, refs: readonly string[]) {
  return all(
    on,
    sql<{ transfer_id: string; at: Date; event: string; kind: string; side: 'D' | 'C'; amount: bigint }>`
      select t.id as transfer_id, t.at, t.event, a.kind, p.side, p.amount
      from ledger.transfer t join ledger.posting p on p.transfer_id = t.id join ledger.account a on a.id = p.account_id
      where t.shop_id = ${shopId} and t.ref = any(${refs}::uuid[])
      order by t.recorded_at, t.id, p.line`,
  )
}
