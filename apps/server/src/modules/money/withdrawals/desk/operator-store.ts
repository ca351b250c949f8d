/** What operators read about withdrawals: lists, counts, and the facts beside one withdrawal. */
import type { WithdrawalMethod, WithdrawalState } from '@quayside/contract'
import { accountChanges } from '@quayside/contract/withdrawal-desk'
import { contains, queryAll, queryOne, sql, type Queryable } from '../../../../platform/database/postgres.ts'
import type { AppealState } from '../requests/appeal-store.ts'
import { decisionDeadlineSql, overdueSql, usableAtSql, type WithdrawalRow } from '../store.ts'

export type OperatorWithdrawalRow = WithdrawalRow & {
  shop_code: string
  shop_name: string | null
  real_name: string | null
  holder: string
  latin_holder: string | null
  network: string
  ending: string
  usable_at: Date
  /** The current deadline; null for a withdrawal that ended. */
  due_at: Date | null
  appeal: AppealState | null
}

const dueSql = sql`case when w.state = 'pending' then ${decisionDeadlineSql} when w.state in ('approved', 'sending', 'unknown') then w.pay_by end`
const operatorQuery = (where: ReturnType<typeof sql>) => sql<OperatorWithdrawalRow>`
  select w.*, ${decisionDeadlineSql} as decide_by, s.code as shop_code, s.name as shop_name, m.real_name, d.holder, d.latin_holder, d.network, d.ending,
    ${usableAtSql} as usable_at, ${dueSql} as due_at,
    (select a.state from withdrawal_appeal a where a.shop_id = w.shop_id and a.withdrawal_id = w.id) as appeal
  from withdrawal w join shop s on s.id = w.shop_id join merchant m on m.shop_id = w.shop_id
    join destination d on d.shop_id = w.shop_id and d.id = w.destination_id
  where ${where}`

export type WithdrawalFilter = {
  state?: WithdrawalState | undefined
  search?: string | undefined
  shopId?: string | undefined
  batchId?: string | undefined
  method?: WithdrawalMethod | undefined
  overdue?: boolean | undefined
  escalated?: boolean | undefined
  needsTwo?: boolean | undefined
  appeal?: AppealState | undefined
  /** Days in UTC, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The pattern of the codes that begin with a text; of none without a letter or digit. */
const codePrefix = (text: string): string => {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return code === '' ? '' : `${code}%`
}
const found = (text: string) => sql`(w.shop_id, w.id) in (
    select shop_id, id from withdrawal where code like ${codePrefix(text)}
    union select x.shop_id, x.id from shop z join withdrawal x on x.shop_id = z.id
      where z.code = ${text.toUpperCase()} or z.name ilike ${contains(text)}
    union select x.shop_id, x.id from destination y join withdrawal x on x.shop_id = y.shop_id and x.destination_id = y.id
      where y.ending = ${text})`

/** A page of withdrawals. `due`: the open ones by deadline. `newest`: all of them by the time of the request. */
export function listForOperators(
  db: Queryable,
  sort: 'due' | 'newest',
  filter: WithdrawalFilter,
  after: { value: string; id: string } | undefined,
  now: Date,
  limit: number,
) {
  const { state, search, shopId, batchId, method, overdue, escalated, needsTwo, appeal, from, to } = filter
  const chosen = sql`${state ? sql`w.state = ${state}` : sql`true`}
    ${search ? sql`and ${found(search)}` : sql``}
    ${shopId ? sql`and w.shop_id = ${shopId}` : sql``}
    ${batchId ? sql`and w.batch_id = ${batchId}` : sql``}
    ${method ? sql`and w.method = ${method}` : sql``}
    ${overdue === undefined ? sql`` : sql`and ${overdueSql(now)} is not distinct from ${overdue}`}
    ${escalated === undefined ? sql`` : sql`and (w.escalated_at is not null and w.state in ('sending', 'unknown')) = ${escalated}`}
    ${needsTwo === undefined ? sql`` : sql`and w.needs_two = ${needsTwo}`}
    ${appeal ? sql`and (w.shop_id, w.id) in (select shop_id, withdrawal_id from withdrawal_appeal where state = ${appeal})` : sql``}
    ${from ? sql`and w.requested_at >= ${from}::date` : sql``}
    ${to ? sql`and w.requested_at < ${to}::date + 1` : sql``}`
  if (sort === 'due')
    return queryAll(
      db,
      sql<OperatorWithdrawalRow>`${operatorQuery(sql`w.state in ('pending', 'approved', 'sending', 'unknown') and ${chosen}
        ${after ? sql`and (${dueSql}, w.id) > (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`)}
        order by due_at, w.id limit ${limit}`,
    )
  return queryAll(
    db,
    sql<OperatorWithdrawalRow>`${operatorQuery(sql`${chosen}
      ${after ? sql`and (w.requested_at, w.id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`)}
      order by w.requested_at desc, w.id desc limit ${limit}`,
  )
}

export const findForOperators = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<OperatorWithdrawalRow>`${operatorQuery(sql`w.shop_id = ${shopId} and w.id = ${id}`)}`)

export type WithdrawalCounts = {
  pending: number
  approved: number
  sending: number
  unknown: number
  overdue: number
  escalated: number
  appeals: number
}
export const countOpen = async (db: Queryable, now: Date): Promise<WithdrawalCounts> =>
  (await queryOne(
    db,
    sql<WithdrawalCounts>`select (count(*) filter (where w.state = 'pending'))::int as pending,
        (count(*) filter (where w.state = 'approved'))::int as approved, (count(*) filter (where w.state = 'sending'))::int as sending,
        (count(*) filter (where w.state = 'unknown'))::int as unknown, (count(*) filter (where ${overdueSql(now)}))::int as overdue,
        (count(*) filter (where w.state in ('sending', 'unknown') and w.escalated_at is not null))::int as escalated,
        (select count(*)::int from withdrawal_appeal where state = 'open') as appeals
      from withdrawal w join merchant m on m.shop_id = w.shop_id
      where w.state in ('pending', 'approved', 'sending', 'unknown')`,
  ))!

export type DestinationUse = {
  country: string | null
  bank_name: string | null
  created_at: Date
  removed_at: Date | null
  paid: number
  last_paid_at: Date | null
  other_shops: number
}
/** A destination with its earlier paid withdrawals, and the other shops that saved the same one. */
export const readDestinationUse = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<DestinationUse>`select d.country, d.bank_name, d.created_at, d.removed_at, p.paid, p.last_paid_at,
        (select count(distinct o.shop_id)::int from destination o where o.fingerprint = d.fingerprint and o.shop_id <> d.shop_id) as other_shops
      from destination d cross join lateral (
        select count(*)::int as paid, max(w.finished_at) as last_paid_at from withdrawal w
        where w.shop_id = d.shop_id and w.destination_id = d.id and w.state = 'paid') p
      where d.shop_id = ${shopId} and d.id = ${id}`,
  )

/** Open disputes of a shop's recharges and orders, the nearest deadline first. */
export const listOpenDisputes = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{ id: string; code: string; asked: bigint; evidence_by: Date | null }>`
      select c.id, coalesce(d.code, o.code) as code, c.asked, c.evidence_by from card_dispute c
        left join deposit d on d.shop_id = c.shop_id and d.id = c.deposit_id left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
      where c.shop_id = ${shopId} and c.state = 'open' order by c.evidence_by nulls last, c.id limit 20`,
  )

/** Open refund orders of a shop, oldest first. */
export const listOpenRefunds = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{ id: string; code: string; amount: bigint; state: string }>`select id, code, amount, state from refund_order
      where shop_id = ${shopId} and state in ('requested', 'agreed', 'objected') order by requested_at, id limit 20`,
  )

export const listAccountChanges = (db: Queryable, shopId: string, since: Date) =>
  queryAll(
    db,
    sql<{ at: Date; name: string }>`select at, name from event
      where shop_id = ${shopId} and name = any(${[...accountChanges]}) and at > ${since} order by id desc limit 20`,
  )
