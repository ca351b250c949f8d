/** What operators read about card disputes. */
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { contains, queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import type { DisputeRow } from './dispute-store.ts'

export type OperatorDisputeRow = DisputeRow & {
  shop_name: string | null
  /** The number of the order or recharge. */
  code: string
  evidence_sent_at: Date | null
}

/** The evidence of the present round was sent. */
const sentSql = sql`(select e.sent_at from dispute_evidence e where e.shop_id = c.shop_id and e.dispute_id = c.id and e.round = c.round)`
const deadlineSql = sql`coalesce(c.evidence_by, '9999-12-31T00:00:00Z'::timestamptz)`
const operatorQuery = (where: ReturnType<typeof sql>) => sql<OperatorDisputeRow>`
  select c.*, s.name as shop_name, coalesce((select d.code from deposit d where d.shop_id = c.shop_id and d.id = c.deposit_id),
    (select o.code from orders o where o.shop_id = c.shop_id and o.id = c.order_id), '') as code, ${sentSql} as evidence_sent_at
  from card_dispute c join shop s on s.id = c.shop_id where ${where}`

const found = (text: string) => sql`(c.shop_id, c.id) in (
    select shop_id, id from card_dispute where reference = ${text}
    union select x.shop_id, x.id from orders y join card_dispute x on x.shop_id = y.shop_id and x.order_id = y.id
      where y.code = ${text.toUpperCase()}
    union select x.shop_id, x.id from deposit y join card_dispute x on x.shop_id = y.shop_id and x.deposit_id = y.id
      where y.code = ${text.toUpperCase()}
    union select x.shop_id, x.id from shop z join card_dispute x on x.shop_id = z.id
      where z.code = ${text.toUpperCase()} or z.name ilike ${contains(text)})`

/** A page of disputes: open ones by the deadline of their evidence, ended ones by the latest end. */
export function listDisputes(
  db: Queryable,
  filter: {
    state: DisputeRow['state']
    sent?: boolean | undefined
    shopId?: string | undefined
    search?: string | undefined
  },
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { state, sent, shopId, search } = filter
  const chosen = sql`c.state = ${state}
    ${sent === undefined ? sql`` : sql`and (${sentSql} is not null) = ${sent}`}
    ${shopId ? sql`and c.shop_id = ${shopId}` : sql``}
    ${search ? sql`and ${found(search)}` : sql``}`
  if (state === 'open')
    return queryAll(
      db,
      sql<OperatorDisputeRow>`${operatorQuery(
        sql`${chosen} ${after ? sql`and (${deadlineSql}, c.id) > (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`,
      )} order by ${deadlineSql}, c.id limit ${limit}`,
    )
  return queryAll(
    db,
    sql<OperatorDisputeRow>`${operatorQuery(
      sql`${chosen} ${after ? sql`and (c.closed_at, c.id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`,
    )} order by c.closed_at desc, c.id desc limit ${limit}`,
  )
}

export const findForOperators = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<OperatorDisputeRow>`${operatorQuery(sql`c.shop_id = ${shopId} and c.id = ${id}`)}`)

/** Locks a dispute by its id. */
export const lockDisputeById = (tx: Queryable, shopId: string, id: string) =>
  queryOne(tx, sql<DisputeRow>`select * from card_dispute where shop_id = ${shopId} and id = ${id} for update`)

export type DisputeCounts = { open: number; withoutEvidence: number; dueSoon: number; overdue: number }
/** Open disputes. `dueSoon`: the deadline for evidence is within three days. */
export const countOpen = async (db: Queryable, now: Date): Promise<DisputeCounts> =>
  (await queryOne(
    db,
    sql<DisputeCounts>`select count(*)::int as open, (count(*) filter (where sent_at is null))::int as "withoutEvidence",
        (count(*) filter (where sent_at is null and evidence_by between ${now} and ${addTime(now, days(3))}))::int as "dueSoon",
        (count(*) filter (where sent_at is null and evidence_by < ${now}))::int as overdue
      from (select c.evidence_by, ${sentSql} as sent_at from card_dispute c where c.state = 'open') d`,
  ))!

/** The recharge of a dispute. */
export const findDeposit = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<{ amount: bigint; credited_at: Date | null }>`select amount,
        (select min(c.at) from state_change c where c.shop_id = d.shop_id and c.subject_id = d.id and c.to_state = 'credited') as credited_at
      from deposit d where shop_id = ${shopId} and id = ${id}`,
  )
