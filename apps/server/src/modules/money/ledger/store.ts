import { accounts, type SubjectKind } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { OrderBrief, Subject } from './subject.ts'

export type Balances = { available: bigint; pending: bigint; held: bigint; escrow: bigint; totalIncome: bigint }

/** The current balances of a shop's accounts. */
export async function readBalances(db: Queryable, shopId: string): Promise<Balances> {
  const row = await queryOne(
    db,
    sql<Balances>`
      select
        coalesce(max(credits - debits) filter (where kind = ${sql.lit(accounts.merchantAvailable)}), 0) as available,
        coalesce(max(credits - debits) filter (where kind = ${sql.lit(accounts.merchantPending)}), 0) as pending,
        coalesce(max(credits - debits) filter (where kind = ${sql.lit(accounts.merchantHeld)}), 0) as held,
        -- A settlement, a refund or a dispute debits "pending".
        coalesce(max(debits) filter (where kind = ${sql.lit(accounts.merchantPending)}), 0) - (
          select coalesce(sum(p.amount), 0)::bigint from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
            join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
          where t.shop_id = ${shopId} and t.event in ('refund.approved', 'order.disputed') and a.kind = ${sql.lit(accounts.merchantPending)}) as "totalIncome",
        (select coalesce(sum(credits - debits), 0)::bigint from ledger.account
          where shop_id = ${shopId} and kind = ${sql.lit(accounts.orderEscrow)} and credits <> debits) as escrow
      from ledger.account where shop_id = ${shopId} and owner = ${shopId}`,
  )
  return row!
}

/**
 * Locks a shop's accounts until the end of the transaction and returns the available balance: no other transaction can
 * debit it meanwhile.
 * Lock order: rows of orders and refunds before these accounts.
 */
export const lockBalance = async (tx: Tx, shopId: string): Promise<bigint> =>
  (await queryOne(tx, sql<{ available: bigint }>`select ledger.take_balance(${shopId}) as available`))!.available

/** The balance of a shop's account, by default of the merchant's own; zero for an unused one. */
export async function balanceOf(db: Queryable, kind: string, shopId: string, owner = shopId): Promise<bigint> {
  const row = await queryOne(
    db,
    sql<{ balance: bigint }>`select case normal when 'C' then credits - debits else debits - credits end as balance
      from ledger.account where shop_id = ${shopId} and owner = ${owner} and kind = ${kind}`,
  )
  return row?.balance ?? 0n
}

/**
 * What a shop owes and may owe at most, in cents; without the sales of the order `besides`. After `lockBalance` no
 * other transaction changes the debt.
 */
export const readDebt = async (
  db: Queryable,
  shopId: string,
  now: Date,
  besides: string | null = null,
): Promise<{ owed: bigint; limit: bigint }> =>
  (await queryOne(
    db,
    sql<{ owed: bigint; limit: bigint }>`select coalesce((select debits - credits from ledger.account
        where shop_id = ${shopId} and owner = ${shopId} and kind = ${sql.lit(accounts.merchantDue)}), 0)::bigint as owed,
      debt_limit(${shopId}, ${now}, ${besides}) as limit`,
  ))!

/** Position of the last posting in the chain of a merchant's account; zero for an unused account. */
export async function seqOf(db: Queryable, kind: string, shopId: string): Promise<bigint> {
  const row = await queryOne(
    db,
    sql<{
      seq: bigint
    }>`select seq from ledger.account where shop_id = ${shopId} and owner = ${shopId} and kind = ${kind}`,
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

/** A movement with what it is about: its business row with the order behind it, or what staff wrote about it. */
export type FundsRow = WalletRow & {
  cause: Subject | null
  order: OrderBrief | null
  note: { code: string; reason: string } | null
}

/**
 * A page of the movements of a shop's accounts, newest first in each, with what they are about. `before` contains the
 * position to continue from, by account. One statement, which the database has planned before.
 */
export async function readFundsPage(
  db: Queryable,
  shopId: string,
  kinds: readonly string[],
  before: Record<string, bigint>,
  limit: number,
  skip: number,
): Promise<{ rows: FundsRow[]; total: number }> {
  const found = await queryAll(
    db,
    sql<
      Omit<WalletRow, 'transfer_id' | 'kind'> & {
        account: string
        chain_length: bigint
        transfer_id: string | null
        subject: string
        code: string | null
        note_code: string | null
        note_reason: string | null
        title: string | null
        picture: string | null
        buyer: string | null
      }
    >`select account, chain_length, transfer_id, at, event, ref, side, amount, seq, balance_after, hash, subject, code, note_code, note_reason,
        title, picture, buyer
      from funds_page(${shopId}, ${kinds}::text[], ${kinds.map((kind) => before[kind] ?? null)}::bigint[], ${limit + skip})`,
  )
  const parts: FundsRow[][] = []
  let total = 0
  let last = ''
  for (const one of found) {
    const { account, chain_length, transfer_id, subject, code, note_code, note_reason, title, picture, buyer, ...row } =
      one
    if (account !== last) {
      parts.push([])
      total += Number(chain_length)
      last = account
    }
    // An account without a row below the position.
    if (transfer_id === null) continue
    parts.at(-1)!.push({
      ...row,
      transfer_id,
      kind: account,
      cause: code === null ? null : { kind: subject as SubjectKind, id: row.ref, code },
      order: title === null ? null : { title, picture, buyer: buyer! },
      note: note_code === null ? null : { code: note_code, reason: note_reason! },
    })
  }
  return { rows: newestFirst(parts, skip + limit).slice(skip), total }
}

/**
 * Merges the rows of several accounts by time. The rows of one account keep the order of its chain, so the next page
 * continues exactly.
 */
function newestFirst<Row extends WalletRow>(parts: Row[][], most: number): Row[] {
  const places = parts.map(() => 0)
  const merged: Row[] = []
  while (merged.length < most) {
    let best = -1
    for (let i = 0; i < parts.length; i += 1) {
      const row = parts[i]![places[i]!]
      const held = best < 0 ? undefined : parts[best]![places[best]!]
      if (row && (!held || isLater(row, held))) best = i
    }
    if (best < 0) break
    merged.push(parts[best]![places[best]!]!)
    places[best]! += 1
  }
  return merged
}
const isLater = (a: WalletRow, b: WalletRow): boolean =>
  a.at.getTime() !== b.at.getTime()
    ? a.at > b.at
    : a.transfer_id !== b.transfer_id
      ? a.transfer_id > b.transfer_id
      : a.kind < b.kind

/** Filter: event, days in the shop's time zone (both inclusive), subjects. */
export type RowFilter = {
  event?: string | undefined
  from?: string | undefined
  to?: string | undefined
  refs?: string[] | undefined
}
/**
 * First instants of the first day and of the day after the last. Computed once: for each row it would cost more than
 * the rows.
 */
const readBounds = (db: Queryable, shopId: string, { from, to }: RowFilter) =>
  queryOne(
    db,
    sql<{
      from: Date | null
      to: Date | null
    }>`select day_start(${from ?? null}::date, time_zone) as from, day_start(${to ?? null}::date + 1, time_zone) as to from shop where id = ${shopId}`,
  )
/** Maximum count of filtered rows. */
const maxCounted = 10_000

/**
 * Rows of a shop's accounts that fit a filter, newest first in each; `before` contains the position to continue from,
 * by account.
 */
export async function readRows(
  db: Queryable,
  shopId: string,
  kinds: readonly string[],
  before: Record<string, bigint>,
  limit: number,
  skip: number,
  filter: RowFilter = {},
): Promise<{ rows: WalletRow[]; total: number }> {
  const [chains, bounds] = await Promise.all([
    queryAll(
      db,
      sql<{
        id: bigint
        kind: string
        seq: bigint
      }>`select id, kind, seq from ledger.account where shop_id = ${shopId} and owner = ${shopId} and kind = any(${kinds}::text[])`,
    ),
    filter.from || filter.to ? readBounds(db, shopId, filter) : undefined,
  ])
  const conditions = [
    ...(filter.event ? [sql`t.event = ${filter.event}`] : []),
    ...(bounds?.from ? [sql`t.at >= ${bounds.from}`] : []),
    ...(bounds?.to ? [sql`t.at < ${bounds.to}`] : []),
    ...(filter.refs ? [sql`t.ref = any(${filter.refs}::uuid[])`] : []),
  ]
  const narrowed =
    conditions.length > 0 ? sql`and t.shop_id = ${shopId} and ${sql.join(conditions, sql` and `)}` : sql``
  const parts = await Promise.all(
    chains.map((account) =>
      queryAll(
        db,
        sql<WalletRow>`
          select p.transfer_id, t.at, t.event, t.ref, ${account.kind}::text as kind, p.side, p.amount, p.seq, p.balance_after, p.hash
          from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
          where p.shop_id = ${shopId} and p.account_id = ${account.id} and p.seq < ${before[account.kind] ?? account.seq + 1n} ${narrowed}
          order by p.seq desc limit ${limit + skip}`,
      ),
    ),
  )
  const rows = newestFirst(parts, skip + limit).slice(skip)
  if (conditions.length === 0) return { rows, total: chains.reduce((sum, account) => sum + Number(account.seq), 0) }
  const counted = await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from (
      select from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where p.shop_id = ${shopId} and p.account_id = any(${chains.map((account) => String(account.id))}::bigint[]) ${narrowed} limit ${maxCounted}) x`,
  )
  return { rows, total: counted!.n }
}

/** Position of a transfer in the chain of one of its accounts. */
export const chainPositionOf = (db: Queryable, shopId: string, transferId: string, kind: string) =>
  queryOne(
    db,
    sql<{ at: Date; seq: bigint; hash: Buffer }>`
      select t.at, p.seq, p.hash
      from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where t.shop_id = ${shopId} and t.id = ${transferId} and a.kind = ${kind}`,
  )

/** Every posting of some subjects, oldest first. */
export async function readBooksOf(db: Queryable, shopId: string, refs: readonly string[]) {
  return queryAll(
    db,
    sql<{
      transfer_id: string
      at: Date
      event: string
      actor: string
      kind: string
      side: 'D' | 'C'
      amount: bigint
      seq: bigint | null
      hash: Buffer | null
    }>`
      select t.id as transfer_id, t.at, t.event, t.actor, a.kind, p.side, p.amount, p.seq, p.hash
      from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where t.shop_id = ${shopId} and t.ref = any(${refs}::uuid[])
      order by t.recorded_at, t.id, p.line`,
  )
}

/** The part of an account's chain in a period. */
export type StatementRange = {
  shop: string
  shopName: string | null
  verifiedName: string | null
  timeZone: string
  /** Null for an unused account. */
  accountId: bigint | null
  /** Positions in the chain: of the record before the period, and of its last record. */
  before: bigint
  last: bigint
  opening: bigint
  closing: bigint
  /** Hashes at these positions; null at the beginning of the chain. */
  previous: Buffer | null
  head: Buffer | null
}

/**
 * Upper bound of the delay between an event's time and its booking. Generous: the timeouts of requests and jobs are far
 * below it.
 */
const maxDelay = '1 hour'

/**
 * Finds the part of an account's chain in a period. Records have the order of their booking, and parallel commands can
 * be booked in another order than they began. A period begins at the first record that is not earlier than its first
 * instant, so periods neither overlap nor leave gaps.
 */
export async function readFrame(
  db: Queryable,
  shopId: string,
  kind: string,
  from: string,
  to: string,
): Promise<StatementRange> {
  const shop = (await queryOne(
    db,
    sql<
      Omit<StatementRange, 'before' | 'last' | 'opening' | 'closing' | 'previous' | 'head'> & {
        seq: bigint
        begins: Date
        ends: Date
      }
    >`
      select s.code as shop, coalesce(s.name, r.shop_name) as "shopName", s.time_zone as "timeZone",
        case when r.state = 'verified' then m.real_name end as "verifiedName",
        a.id as "accountId", coalesce(a.seq, 0) as seq,
        ${from}::date::timestamp at time zone s.time_zone as begins, (${to}::date + 1)::timestamp at time zone s.time_zone as ends
      from shop s join merchant m on m.shop_id = s.id left join registration r on r.shop_id = s.id
      left join ledger.account a on a.shop_id = s.id and a.owner = s.id and a.kind = ${kind}
      where s.id = ${shopId}`,
  ))!
  const { seq, begins, ends, ...known } = shop
  if (known.accountId === null)
    return { ...known, before: 0n, last: 0n, opening: 0n, closing: 0n, previous: null, head: null }
  const account = String(known.accountId)
  const [before, last] = await Promise.all([
    positionBefore(db, shopId, account, seq, begins),
    positionBefore(db, shopId, account, seq, ends),
  ])
  const boundaries = await queryAll(
    db,
    sql<{ seq: bigint; balance_after: bigint; hash: Buffer }>`
      select seq, balance_after, hash from ledger.posting where shop_id = ${shopId} and account_id = ${account} and seq in (${before}, ${last})`,
  )
  const at = (position: bigint) => boundaries.find((row) => row.seq === position)
  return {
    ...known,
    before,
    last,
    opening: at(before)?.balance_after ?? 0n,
    closing: at(last)?.balance_after ?? 0n,
    previous: at(before)?.hash ?? null,
    head: at(last)?.hash ?? null,
  }
}

/** Position of the last record before the first one that is not earlier than `moment`. Binary search, O(log n). */
async function positionBefore(
  db: Queryable,
  shopId: string,
  account: string,
  seq: bigint,
  moment: Date,
): Promise<bigint> {
  const halved = (limit: ReturnType<typeof sql>) => sql`(
    with recursive look (low, high) as (
      select 0::bigint, ${seq}::bigint + 1
      union all
      select case when t.at < ${limit} then (l.low + l.high) / 2 else l.low end, case when t.at < ${limit} then l.high else (l.low + l.high) / 2 end
      from look l
      join ledger.posting p on p.shop_id = ${shopId} and p.account_id = ${account} and p.seq = (l.low + l.high) / 2
      join ledger.transfer t on t.shop_id = ${shopId} and t.id = p.transfer_id
      where l.high - l.low > 1
    ) select min(high) from look)`
  const row = await queryOne(
    db,
    sql<{ position: bigint }>`
      with b as (select ${halved(sql`${moment}::timestamptz - ${maxDelay}::interval`)} as early, ${halved(sql`${moment}::timestamptz`)} as late)
      select coalesce(
        (select min(p.seq) from b, ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
          where p.shop_id = ${shopId} and p.account_id = ${account} and p.seq between b.early and b.late and t.at >= ${moment}),
        (select late from b)) - 1 as position`,
  )
  return row!.position
}

export type ChainRow = {
  transfer_id: string
  line: number
  side: 'D' | 'C'
  amount: bigint
  seq: bigint
  balance_after: bigint
  hash: Buffer
  hash_version: number
  event: string
  ref: string
  at: Date
  /** `at` in microseconds since 1970, as it is hashed. */
  micros: bigint
  /** Digest of key and actor. */
  sealed: string
  /** Local time in the requested time zone, YYYY-MM-DD HH:MM:SS. */
  local: string
}

/** Records of one account of a shop between two positions, both inclusive, oldest first. */
export const readChain = (
  db: Queryable,
  { shopId, accountId }: { shopId: string; accountId: bigint },
  timeZone: string,
  from: bigint,
  to: bigint,
) =>
  queryAll(
    db,
    sql<ChainRow>`
      select p.transfer_id, p.line, p.side, p.amount, p.seq, p.balance_after, p.hash, t.hash_version, t.event, t.ref, t.at,
        (extract(epoch from t.at) * 1000000)::bigint as micros, ledger.sealed(t.id, t.key, t.actor) as sealed,
        to_char(t.at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') as local
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where p.shop_id = ${shopId} and p.account_id = ${accountId} and p.seq between ${from} and ${to}
      order by p.seq`,
  )

/** The present end of an account's chain; undefined for an unused account. */
export const readChainEnd = (db: Queryable, shopId: string, kind: string) =>
  queryOne(
    db,
    sql<{ id: bigint; seq: bigint; head: Buffer; balance: bigint }>`
      select id, seq, head, credits - debits as balance from ledger.account where shop_id = ${shopId} and owner = ${shopId} and kind = ${kind}`,
  )
