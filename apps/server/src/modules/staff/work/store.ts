import type { WorkKind, workStates } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { WorkKey } from '../../../platform/http/work-claim.ts'
import type { WorkSource } from '../../../domain/work-source.ts'
import { workSources } from './sources.ts'

export type WorkRow = {
  kind: string
  id: string
  shop_id: string | null
  shop_code: string | null
  shop_name: string | null
  title: string
  item_group: string | null
  amount: bigint | null
  since: Date
  due_at: Date
  claimed_by: string | null
  claimed_by_name: string | null
  claimed_until: Date | null
  snoozed_by: string | null
  snoozed_by_name: string | null
  snoozed_until: Date | null
  snooze_reason: string | null
}

/** The place of the last item of a page. */
export type WorkPosition = { due: Date; id: string; kind: string }

type WorkFilter = {
  kinds: readonly WorkKind[]
  state: (typeof workStates)[number]
  /** Whose claims `mine` and `free` mean. */
  operatorId?: string
  now: Date
  after?: WorkPosition | undefined
  /** Only the item with this id. */
  id?: string
  /** Without the items that other operators have claimed. */
  free?: boolean
  limit: number
}

const none = sql``
/** The condition of a state of the queue. */
const isIn = (kind: string, { id }: WorkSource, { state, operatorId, now }: WorkFilter) =>
  state === 'mine'
    ? sql`and exists (select from work_claim c where c.kind = ${kind}::text and c.id = ${id} and c.operator_id = ${operatorId} and c.until > ${now})`
    : state === 'snoozed'
      ? sql`and exists (select from work_snooze z where z.kind = ${kind}::text and z.id = ${id} and z.until > ${now})`
      : state === 'open'
        ? sql`and not exists (select from work_snooze z where z.kind = ${kind}::text and z.id = ${id} and z.until > ${now})`
        : none

/** Before the first item: no deadline is earlier, and no uuid smaller. */
const beginning: WorkPosition = { due: new Date(0), id: '00000000-0000-0000-0000-000000000000', kind: '' }

/**
 * Items by deadline. Each source gives at most `limit` rows from its own index. Of the open ones the database has a
 * function, which keeps its plans (`apps/server/test/work-page.ts`). The other states are asked rarely: their statement
 * has only the sources of the asked kinds, and only the conditions that are asked, because planning all of them takes
 * longer than reading the rows.
 */
export async function listWorkRows(db: Queryable, filter: WorkFilter): Promise<WorkRow[]> {
  const { kinds, operatorId, now, after, id, free = false, limit } = filter
  if (kinds.length === 0) return []
  if (filter.state === 'open' && id === undefined) {
    const { due, id: afterId, kind: afterKind } = after ?? beginning
    return queryAll(
      db,
      sql<WorkRow>`select kind, id, shop_id, shop_code, shop_name, title, item_group, amount, since, due_at,
          claimed_by, claimed_by_name, claimed_until, snoozed_by, snoozed_by_name, snoozed_until, snooze_reason
        from work_page(${kinds}::text[], ${now}, ${due}, ${afterId}, ${afterKind}, ${free ? (operatorId ?? null) : null}, ${limit})`,
    )
  }
  const parts = kinds.map((kind) => {
    const source: WorkSource = workSources[kind]
    return sql`(
      select ${kind}::text as kind, ${source.id} as id, ${source.shopId} as shop_id, ${source.title} as title, ${source.group} as item_group,
        ${source.amount} as amount, ${source.since} as since, ${source.due} as due_at
      from ${source.from}
      where ${source.where}
        ${
          after
            ? // The position is after an item of any kind: of the same instant and id, a later kind follows.
              kind > after.kind
              ? sql`and (${source.due}, ${source.id}) >= (${after.due}::timestamptz, ${after.id}::uuid)`
              : sql`and (${source.due}, ${source.id}) > (${after.due}::timestamptz, ${after.id}::uuid)`
            : none
        }
        ${isIn(kind, source, filter)}
        ${id === undefined ? none : sql`and ${source.id} = ${id}`}
        ${
          free
            ? sql`and not exists (select from work_claim c where c.kind = ${kind}::text and c.id = ${source.id} and c.operator_id <> ${operatorId} and c.until > ${now})`
            : none
        }
      order by ${source.due}, ${source.id} limit ${limit}
    )`
  })
  return queryAll(
    db,
    sql<WorkRow>`select i.*, s.code as shop_code, s.name as shop_name,
        c.operator_id as claimed_by, co.name as claimed_by_name, c.until as claimed_until,
        z.operator_id as snoozed_by, zo.name as snoozed_by_name, z.until as snoozed_until, z.reason as snooze_reason
      from (select * from (${sql.join(parts, sql` union all `)}) u order by due_at, id, kind collate "C" limit ${limit}) i
      left join shop s on s.id = i.shop_id
      left join work_claim c on c.kind = i.kind and c.id = i.id and c.until > ${now}
      left join operator co on co.id = c.operator_id
      left join work_snooze z on z.kind = i.kind and z.id = i.id and z.until > ${now}
      left join operator zo on zo.id = z.operator_id
      order by i.due_at, i.id, i.kind collate "C"`,
  )
}

/** One open item; undefined when it is decided, or never was. */
export const findWorkRow = async (db: Queryable, { kind, id }: WorkKey, now: Date): Promise<WorkRow | undefined> =>
  (await listWorkRows(db, { kinds: [kind], state: 'all', id, now, limit: 1 }))[0]

export type WorkCount = { kind: string; open: number; overdue: number; claimed: number; snoozed: number }
/**
 * The numbers of each kind, of what the operator may decide: an item that waits for a signature counts for those who
 * may give it. `open` counts the snoozed items too.
 */
export async function countWork(
  db: Queryable,
  kinds: readonly WorkKind[],
  operatorId: string,
  now: Date,
): Promise<WorkCount[]> {
  if (kinds.length === 0) return []
  const parts = kinds.map((kind) => {
    const source: WorkSource = workSources[kind]
    return sql`(
      select ${kind}::text as kind, count(*)::int as open, (count(*) filter (where ${source.due} < ${now}))::int as overdue,
        (select count(*)::int from work_claim c where c.kind = ${kind}::text and c.until > ${now}) as claimed,
        (select count(*)::int from work_snooze z where z.kind = ${kind}::text and z.until > ${now}) as snoozed
      from ${source.from} where ${source.where} and ${source.notBy} is distinct from ${operatorId}::uuid
        and ${source.isAct ? source.id : sql`${source.id}::text`} not in (select ${source.isAct ? sql`id` : sql`subject_id`} from unsigned)
    )`
  })
  return queryAll(
    db,
    sql<WorkCount>`with unsigned as materialized (
        select a.id, a.subject_id from act a where a.state = 'open' and act_signature_refusal(a, ${operatorId}, ${now}) is not null)
      ${sql.join(parts, sql` union all `)}`,
  )
}

export type WorkDay = {
  waiting: number
  overdue: number
  oldest: Date | null
  sum: bigint | null
  decided: number
  failed: number
}
/** What waits of these kinds, and how often the calls of `endpoints` were done and refused since an instant. */
export async function readWorkDay(
  db: Queryable,
  kinds: readonly WorkKind[],
  endpoints: readonly string[],
  { now, since }: { now: Date; since: Date },
): Promise<WorkDay> {
  const parts = kinds.map((kind) => {
    const source: WorkSource = workSources[kind]
    return sql`(select ${source.due} as due, ${source.since} as since, ${source.amount} as amount
      from ${source.from} where ${source.where})`
  })
  const waiting =
    parts.length > 0
      ? await queryOne(
          db,
          sql<
            Omit<WorkDay, 'decided' | 'failed'>
          >`select count(*)::int as waiting, (count(*) filter (where due < ${now}))::int as overdue, min(since) as oldest,
            sum(amount)::bigint as sum from (${sql.join(parts, sql` union all `)}) w`,
        )
      : undefined
  const decided = await queryOne(
    db,
    sql<
      Pick<WorkDay, 'decided' | 'failed'>
    >`select (count(*) filter (where outcome = 'done'))::int as decided, (count(*) filter (where outcome in ('refused', 'failed')))::int as failed
      from audit_record where at >= ${since} and endpoint = any(${[...endpoints]}::text[])`,
  )
  return { waiting: 0, overdue: 0, oldest: null, sum: null, ...waiting, ...decided! }
}

export const insertClaimEntry = (
  tx: Tx,
  e: WorkKey & { operatorId: string; at: Date; inOrder: boolean; reason: string | null },
) =>
  sql`insert into work_claim_log (kind, id, operator_id, at, in_order, reason)
    values (${e.kind}, ${e.id}, ${e.operatorId}, ${e.at}, ${e.inOrder}, ${e.reason})`.execute(tx)

/** Claims since an instant, and how many of them were not the first item of their kind. */
export const countClaims = async (db: Queryable, since: Date): Promise<{ claims: number; out_of_order: number }> =>
  (await queryOne(
    db,
    sql<{
      claims: number
      out_of_order: number
    }>`select count(*)::int as claims, (count(*) filter (where not in_order))::int as out_of_order
      from work_claim_log where at >= ${since}`,
  ))!

export const insertSnooze = (
  tx: Tx,
  s: WorkKey & { operatorId: string; at: Date; until: Date; dueAt: Date; reason: string },
) =>
  sql`insert into work_snooze (kind, id, operator_id, at, until, due_at, reason)
    values (${s.kind}, ${s.id}, ${s.operatorId}, ${s.at}, ${s.until}, ${s.dueAt}, ${s.reason})
    on conflict (kind, id) do update set operator_id = excluded.operator_id, at = excluded.at, until = excluded.until,
      due_at = excluded.due_at, reason = excluded.reason`.execute(tx)
export const deleteSnooze = (tx: Tx, { kind, id }: WorkKey) =>
  sql`delete from work_snooze where kind = ${kind} and id = ${id}`.execute(tx)
export const deleteEndedSnoozes = (db: Queryable, before: Date) =>
  sql`delete from work_snooze where until < ${before}`.execute(db)
