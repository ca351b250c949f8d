/** The books as the finance desk reads them. Nothing here writes. */
import { accounts } from '@quayside/contract'
import { days } from '../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import { platformOwner } from './entry.ts'

export type TrialRow = {
  account: string
  normal: 'D' | 'C'
  before: bigint
  debits: bigint
  credits: bigint
  after: bigint
}

/** Balances of all kinds of account around one day in UTC. Every posting until its end is summed. */
export const readTrialBalance = (db: Queryable, day: string) =>
  queryAll(
    db,
    sql<TrialRow>`
      select k.name as account, k.normal,
        coalesce(sum(case when p.side = k.normal then p.amount else -p.amount end) filter (where not p.today), 0)::bigint as before,
        coalesce(sum(p.amount) filter (where p.today and p.side = 'D'), 0)::bigint as debits,
        coalesce(sum(p.amount) filter (where p.today and p.side = 'C'), 0)::bigint as credits,
        coalesce(sum(case when p.side = k.normal then p.amount else -p.amount end), 0)::bigint as after
      from ledger.kind k join ledger.account a on a.kind = k.name join (
        select p.shop_id, p.account_id, p.side, t.at >= (${day}::date::timestamp at time zone 'UTC') as today, sum(p.amount) as amount
        from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
        where t.at < ((${day}::date + 1)::timestamp at time zone 'UTC') group by 1, 2, 3, 4
      ) p on p.shop_id = a.shop_id and p.account_id = a.id
      group by k.name, k.normal order by k.name`,
  )

export type DebtRow = {
  shop_id: string
  code: string
  name: string | null
  owed: bigint
  debt_limit: bigint
  since: Date
  causes: { transfer_id: string; at: string; event: string; ref: string; amount: string }[]
}
export type DebtPosition = { owed: bigint; shopId: string }

const owing = sql`a.kind = ${sql.lit(accounts.merchantDue)} and a.debits > a.credits`

/**
 * The shops that owe, the largest debt first, with their number and the sum of their debts. The balance after a posting
 * of this account is what the shop owes.
 */
export async function listDebtRows(
  db: Queryable,
  now: Date,
  page: { after: DebtPosition | undefined; limit: number; skip: number },
): Promise<{ total: number; owed: bigint; rows: DebtRow[] }> {
  const { after, limit, skip } = page
  const [sums, rows] = await Promise.all([
    queryOne(
      db,
      sql<{
        total: number
        owed: bigint
      }>`select count(*)::int as total, coalesce(sum(a.debits - a.credits), 0)::bigint as owed from ledger.account a where ${owing}`,
    ),
    queryAll(
      db,
      sql<DebtRow>`
        select d.shop_id, s.code, s.name, d.owed, debt_limit(d.shop_id, ${now}) as debt_limit, b.since, b.causes
        from (
          select a.shop_id, a.id, (a.debits - a.credits)::bigint as owed from ledger.account a
          where ${owing} ${after ? sql`and (a.credits - a.debits, a.shop_id) > (${-after.owed}::bigint, ${after.shopId}::uuid)` : sql``}
          order by a.credits - a.debits, a.shop_id limit ${limit} offset ${skip}
        ) d join shop s on s.id = d.shop_id cross join lateral (
          select min(x.at) as since, coalesce(jsonb_agg(jsonb_build_object('transfer_id', x.transfer_id, 'at', x.at, 'event', x.event,
            'ref', x.ref, 'amount', x.amount::text) order by x.seq desc) filter (where x.nth <= 3 and x.side = 'D'), '[]') as causes
          from (
            select p.transfer_id, p.seq, p.side, p.amount, t.at, t.event, t.ref, row_number() over (partition by p.side order by p.seq desc) as nth
            from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
            where p.shop_id = d.shop_id and p.account_id = d.id and p.seq > coalesce((
              select max(z.seq) from ledger.posting z where z.shop_id = d.shop_id and z.account_id = d.id and z.balance_after = 0), 0)
          ) x
        ) b
        order by d.owed desc, d.shop_id`,
    ),
  ])
  return { ...sums!, rows }
}

export type BooksAccount = { kind: string; owner: string; append_only: boolean; balance: bigint }

/**
 * An account of a shop by its code, or the platform's accounts of a kind as one: it has an account of each kind for
 * each shop.
 */
export const findBooksAccount = (db: Queryable, kind: string, shopCode: string | undefined) =>
  queryOne(
    db,
    sql<BooksAccount>`select a.kind, a.owner, a.append_only, coalesce(sum(case when a.append_only then p.amount
        else case a.normal when 'C' then a.credits - a.debits else a.debits - a.credits end end), 0)::bigint as balance
      from ledger.account a left join lateral (
        select sum(case when p.side = a.normal then p.amount else -p.amount end) as amount from ledger.posting p
        where p.shop_id = a.shop_id and p.account_id = a.id and p.seq is null) p on a.append_only
      where a.kind = ${kind} and a.owner = ${shopCode ? sql`(select id from shop where code = ${shopCode.toUpperCase()})` : sql`${platformOwner}::uuid`}
      group by a.kind, a.owner, a.append_only`,
  )

export type AccountPosting = {
  transfer_id: string
  line: number
  at: Date
  event: string
  ref: string
  shop_id: string
  shop_name: string | null
  side: 'D' | 'C'
  amount: bigint
  seq: bigint | null
  balance_after: bigint | null
}

/**
 * Where the postings of an account continue: before a place in its chain, or for an account without one before a
 * transfer.
 */
export type PostingPosition = { seq: bigint } | { transferId: string; line: number }

type Days = { from?: string | undefined; to?: string | undefined }

/** Postings of an account, newest first, with the days of a filter in UTC. */
export const listAccountPostings = (
  db: Queryable,
  account: BooksAccount,
  period: Days,
  before: PostingPosition | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<AccountPosting>`
      with page as (
        select a.shop_id, n.transfer_id, n.line from ledger.account a cross join lateral (
          select p.transfer_id, p.line, p.seq from ledger.posting p
          where p.account_id = a.id and ${account.append_only ? unchained(period, before) : chained(period, before)}
          order by ${account.append_only ? sql`p.transfer_id desc, p.line desc` : sql`p.seq desc`} limit ${limit}
        ) n
        where a.kind = ${account.kind} and a.owner = ${account.owner}
        order by n.seq desc, n.transfer_id desc, n.line desc limit ${limit}
      )
      select p.transfer_id, p.line, t.at, t.event, t.ref, t.shop_id, s.name as shop_name, p.side, p.amount, p.seq, p.balance_after
      from page n join ledger.posting p on p.shop_id = n.shop_id and p.transfer_id = n.transfer_id and p.line = n.line
        join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id left join shop s on s.id = t.shop_id
      order by p.seq desc, p.transfer_id desc, p.line desc`,
  )

/**
 * Postings without a chain, in the order of their transfers. A transfer's id begins with its instant, so days are a
 * range of ids: the page of each of the platform's accounts comes from the index alone.
 */
const unchained = ({ from, to }: Days, before: PostingPosition | undefined) => sql`p.seq is null
  ${before && 'transferId' in before ? sql`and (p.transfer_id, p.line) < (${before.transferId}::uuid, ${before.line}::smallint)` : sql``}
  ${from ? sql`and p.transfer_id >= ${lowestId(Date.parse(from))}::uuid` : sql``}
  ${to ? sql`and p.transfer_id < ${lowestId(Date.parse(to) + oneDay)}::uuid` : sql``}`

const chained = ({ from, to }: Days, before: PostingPosition | undefined) => sql`p.seq is not null
  ${before && 'seq' in before ? sql`and p.seq < ${before.seq}` : sql``}
  ${
    from || to
      ? sql`and exists (select from ledger.transfer t where t.shop_id = p.shop_id and t.id = p.transfer_id
    and t.at >= coalesce(${from ?? null}::date, '-infinity')::timestamp at time zone 'UTC'
    and t.at < coalesce(${to ?? null}::date + 1, 'infinity')::timestamp at time zone 'UTC')`
      : sql``
  }`

const oneDay = days(1)

/** The lowest id of a transfer at an instant. */
export const lowestId = (at: number): string => {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export const findTransfer = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<{
      id: string
      at: Date
      recorded_at: Date
      event: string
      ref: string
      key: string
      actor: string
      shop_id: string
      shop_name: string | null
      shop_code: string | null
      correctable: bigint | null
      lines: {
        account: string
        owner: string
        side: 'D' | 'C'
        amount: string
        seq: number | null
        hash: string | null
      }[]
      related: { id: string; at: string; event: string }[]
    }>`select t.id, t.at, t.recorded_at, t.event, t.ref, t.key, t.actor, t.shop_id, s.name as shop_name, s.code as shop_code,
        correctable_amount(t.shop_id, t.id) - coalesce((
          select sum(x.amount) from adjustment x where x.shop_id = t.shop_id and x.of_transfer = t.id and x.state = 'posted'), 0)::bigint as correctable,
        (select json_agg(json_build_object('account', a.kind, 'owner', a.owner, 'side', p.side, 'amount', p.amount::text, 'seq', p.seq,
            'hash', encode(p.hash, 'hex')) order by p.line)
          from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id where p.shop_id = t.shop_id and p.transfer_id = t.id) as lines,
        (select coalesce(json_agg(json_build_object('id', o.id, 'at', o.at, 'event', o.event) order by o.recorded_at), '[]')
          from ledger.transfer o where o.shop_id = t.shop_id and o.ref = t.ref and o.id <> t.id) as related
      from ledger.transfer t left join shop s on s.id = t.shop_id where t.id = ${id}`,
  )

export type ExportRow = {
  transfer_id: string
  line: number
  at: Date
  event: string
  ref: string
  shop_code: string | null
  account: string
  owner: string
  side: 'D' | 'C'
  amount: bigint
  actor: string
}

/** The account of an order, a payment or a dispute in an export has its owner's id; the platform's has none. */
export const ownerOf = (owner: string): string | null => (owner === platformOwner ? null : owner)

/**
 * Postings of a period in the order of their transfers, after a position. A transfer's id begins with its instant, so
 * a period is a range of ids; the index of the postings is in that order.
 */
export const listPostings = (
  db: Queryable,
  range: { after: string; end: string },
  after: { transferId: string; line: number } | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ExportRow>`select p.transfer_id, p.line, t.at, t.event, t.ref, s.code as shop_code, a.kind as account, a.owner, p.side, p.amount, t.actor
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id left join shop s on s.id = t.shop_id
      where p.transfer_id >= ${range.after}::uuid and p.transfer_id < ${range.end}::uuid
        ${after ? sql`and (p.transfer_id, p.line) > (${after.transferId}::uuid, ${after.line}::smallint)` : sql``}
      order by p.transfer_id, p.line limit ${limit}`,
  )

/** Stored codes of the accounts that belong to one shop each. */
export const shopAccounts: readonly string[] = [
  accounts.merchantAvailable,
  accounts.merchantPending,
  accounts.merchantHeld,
  accounts.merchantDue,
  accounts.merchantUnidentified,
]
