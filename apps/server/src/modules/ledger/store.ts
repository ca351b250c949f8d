import { all, one, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

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
        -- Earnings leave "pending" by being settled or by being refunded.
        coalesce(max(debits) filter (where kind = 'L.M.pending'), 0) - (
          select coalesce(sum(p.amount), 0)::bigint from ledger.transfer t join ledger.posting p on p.transfer_id = t.id
            join ledger.account a on a.id = p.account_id
          where t.shop_id = ${shopId} and t.event = 'refund.approved' and a.kind = 'L.M.pending') as "totalIncome",
        (select coalesce(sum(credits - debits), 0)::bigint from ledger.account
          where shop_id = ${shopId} and kind = 'L.O.escrow' and credits <> debits) as escrow
      from ledger.account where owner = ${shopId}`,
  )
  return row!
}

/**
 * Locks a shop's accounts until the end of the transaction and answers what is available: nobody else takes from it meanwhile.
 * The rows of orders and refunds are locked before.
 */
export const takeBalance = async (tx: Tx, shopId: string): Promise<bigint> =>
  (await one(tx, sql<{ available: bigint }>`select ledger.take_balance(${shopId}) as available`))!.available

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
/** First instant of the first day, and of the day after the last. Reckoned once: for every row it would cost more than the rows. */
const readBounds = (on: Queryable, shopId: string, { from, to }: RowFilter) =>
  one(
    on,
    sql<{
      from: Date | null
      to: Date | null
    }>`select day_start(${from ?? null}::date, time_zone) as from, day_start(${to ?? null}::date + 1, time_zone) as to from shop where id = ${shopId}`,
  )
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
  const [accounts, bounds] = await Promise.all([
    all(
      on,
      sql<{
        id: bigint
        kind: string
        seq: bigint
      }>`select id, kind, seq from ledger.account where owner = ${shopId} and kind = any(${kinds}::text[])`,
    ),
    filter.from || filter.to ? readBounds(on, shopId, filter) : undefined,
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

export type Check = { name: string; ok: boolean; broken: number }

/**
 * Recomputes the books from their rows: R1 everything sums to zero, R2 each account's totals equal its postings,
 * R3 each hash chain is unbroken, R8 each order's escrow, procurement and pending earnings match its state and its refunds, so that ended
 * orders hold nothing (R10), R9 the counters count, R11 what is owed to buyers is on its way to them.
 */
export async function checkBooks(on: Queryable): Promise<Check[]> {
  const count = async (name: string, query: ReturnType<typeof sql<{ n: bigint }>>): Promise<Check> => {
    const broken = Number((await one(on, query))!.n)
    return { name, ok: broken === 0, broken }
  }
  return [
    await count(
      'R1 sum of postings is zero',
      sql`select coalesce(abs(sum(case side when 'D' then amount else -amount end)), 0)::bigint as n from ledger.posting`,
    ),
    await count(
      'R2 account totals equal postings',
      sql`select count(*) as n from ledger.account a left join (
            select account_id, sum(amount) filter (where side = 'D') as d, sum(amount) filter (where side = 'C') as c, count(*) as k
            from ledger.posting group by account_id) p on p.account_id = a.id
          where not a.append_only and (a.debits <> coalesce(p.d, 0) or a.credits <> coalesce(p.c, 0) or a.seq <> coalesce(p.k, 0))`,
    ),
    await count(
      'R3 hash chains are unbroken',
      sql`select count(*) as n from (
            select p.hash, sha256(coalesce(lag(p.hash) over w, '\\x00'::bytea) || convert_to(
              ledger.fields(p.transfer_id, p.line, p.account_id, p.side, p.amount, p.seq, p.balance_after), 'UTF8')) as again,
              p.seq, row_number() over w as place, a.seq as last, a.head
            from ledger.posting p join ledger.account a on a.id = p.account_id where not a.append_only
            window w as (partition by p.account_id order by p.seq)
          ) x where hash is distinct from again or seq <> place or (seq = last and head <> hash)`,
    ),
    await count(
      'R8 escrow and procurement match each order',
      sql`select count(*) as n from orders o
          left join ledger.account e on e.owner = o.id and e.kind = 'L.O.escrow'
          left join ledger.account p on p.owner = o.id and p.kind = 'L.O.procure'
          where coalesce(e.credits - e.debits, 0) <> case when o.status = 5 then o.total_payment
              when o.status in (2, 3) then o.total_payment - case o.funding when 'escrow' then o.total_cost else 0 end - o.refunded_escrow
              else 0 end
            or coalesce(p.credits - p.debits, 0) <> case when o.status = 2 then o.total_cost else 0 end`,
    ),
    await count(
      'R8 pending earnings match the received orders',
      sql`select count(*) as n from (select shop_id, sum(pending) as pending from orders where pending <> 0 group by shop_id) o
          full join (select owner as shop_id, credits - debits as pending from ledger.account where kind = 'L.M.pending') a using (shop_id)
          where coalesce(o.pending, 0) <> coalesce(a.pending, 0)`,
    ),
    await count(
      'R8 refunds match the orders',
      sql`select count(*) as n from orders o left join (
            select r.shop_id, r.order_id, sum(r.amount) as amount, sum(r.from_escrow) as escrow, sum(r.from_supplier) as supplier
            from refund_order r join ledger.transfer t on t.shop_id = r.shop_id and t.key = 'refund:' || r.id
            where r.state = 'refunded' group by r.shop_id, r.order_id) r on r.shop_id = o.shop_id and r.order_id = o.id
          where (o.refunded, o.refunded_escrow, o.refunded_supplier)
            is distinct from (coalesce(r.amount, 0), coalesce(r.escrow, 0), coalesce(r.supplier, 0))`,
    ),
    await count(
      'R11 what is owed to buyers is on its way',
      sql`select count(*) as n from (select payment_id, sum(amount) as due from buyer_refund where state <> 'sent' group by payment_id) b
          full join (select owner as payment_id, credits - debits as owed from ledger.account where kind = 'L.REFUND') a using (payment_id)
          where coalesce(b.due, 0) <> coalesce(a.owed, 0)`,
    ),
    await count(
      'R9 counters equal the orders',
      sql`select count(*) as n from (
            select shop_id, status, count(*)::int as n from orders group by shop_id, status) o
          full join (select * from order_count where n > 0) c using (shop_id, status) where o.n is distinct from c.n`,
    ),
  ]
}

/** A period of one of a shop's accounts, cut out of its chain. */
export type StatementFrame = {
  shop: string
  shopName: string | null
  verifiedName: string | null
  timeZone: string
  /** Null when the account was never used. */
  accountId: bigint | null
  /** Places in the chain: of the record before the period, and of the last one in it. */
  before: bigint
  last: bigint
  opening: bigint
  closing: bigint
  /** Hashes at those places; null at the beginning of the chain. */
  previous: Buffer | null
  head: Buffer | null
}

/** Between the moment of an act and its booking at most, by the limits that are set for requests and jobs; seen from far. */
const mostDelay = '1 hour'

/**
 * Where a period begins and ends in an account's chain. Records stand in the order in which they were booked, and acts that run at the same time may be
 * booked in another order than they began. So that periods neither overlap nor leave anything out, one begins at the first record that is not earlier.
 */
export async function readFrame(
  on: Queryable,
  shopId: string,
  kind: string,
  from: string,
  to: string,
): Promise<StatementFrame> {
  const shop = (await one(
    on,
    sql<
      Omit<StatementFrame, 'before' | 'last' | 'opening' | 'closing' | 'previous' | 'head'> & {
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
      left join ledger.account a on a.owner = s.id and a.kind = ${kind}
      where s.id = ${shopId}`,
  ))!
  const { seq, begins, ends, ...known } = shop
  if (known.accountId === null)
    return { ...known, before: 0n, last: 0n, opening: 0n, closing: 0n, previous: null, head: null }
  const account = String(known.accountId)
  const [before, last] = await Promise.all([placeBefore(on, account, seq, begins), placeBefore(on, account, seq, ends)])
  const ledges = await all(
    on,
    sql<{ seq: bigint; balance_after: bigint; hash: Buffer }>`
      select seq, balance_after, hash from ledger.posting where account_id = ${account} and seq in (${before}, ${last})`,
  )
  const at = (place: bigint) => ledges.find((row) => row.seq === place)
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

/** The place of the last record before the first one that is not earlier than `moment`. Found by halving, so that a chain of millions is no work. */
async function placeBefore(on: Queryable, account: string, seq: bigint, moment: Date): Promise<bigint> {
  const halved = (limit: ReturnType<typeof sql>) => sql`(
    with recursive look (low, high) as (
      select 0::bigint, ${seq}::bigint + 1
      union all
      select case when t.at < ${limit} then (l.low + l.high) / 2 else l.low end, case when t.at < ${limit} then l.high else (l.low + l.high) / 2 end
      from look l
      join ledger.posting p on p.account_id = ${account} and p.seq = (l.low + l.high) / 2
      join ledger.transfer t on t.id = p.transfer_id
      where l.high - l.low > 1
    ) select min(high) from look)`
  const row = await one(
    on,
    sql<{ place: bigint }>`
      with b as (select ${halved(sql`${moment}::timestamptz - ${mostDelay}::interval`)} as early, ${halved(sql`${moment}::timestamptz`)} as late)
      select coalesce(
        (select min(p.seq) from b, ledger.posting p join ledger.transfer t on t.id = p.transfer_id
          where p.account_id = ${account} and p.seq between b.early and b.late and t.at >= ${moment}),
        (select late from b)) - 1 as place`,
  )
  return row!.place
}

export type ChainRow = {
  transfer_id: string
  line: number
  side: 'D' | 'C'
  amount: bigint
  seq: bigint
  balance_after: bigint
  hash: Buffer
  event: string
  ref: string
  at: Date
  /** Its moment in the time zone asked for, YYYY-MM-DD HH:MM:SS. */
  local: string
}

/** Records of one account from one place to another, both included, oldest first. */
export const readChain = (on: Queryable, accountId: bigint, timeZone: string, from: bigint, to: bigint) =>
  all(
    on,
    sql<ChainRow>`
      select p.transfer_id, p.line, p.side, p.amount, p.seq, p.balance_after, p.hash, t.event, t.ref, t.at,
        to_char(t.at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') as local
      from ledger.posting p join ledger.transfer t on t.id = p.transfer_id
      where p.account_id = ${accountId} and p.seq between ${from} and ${to}
      order by p.seq`,
  )
