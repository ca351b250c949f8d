/** Claims of work items: a lease of one operator on one item. */
import { claimMinutes, type WorkKind } from '@quayside/contract'
import { addTime, minutes } from '../jobs/clock.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../database/postgres.ts'
import { refuse } from '../refusal.ts'

export type WorkKey = { kind: WorkKind; id: string }

/** The claim of an item that has not ended. */
export const findClaim = (db: Queryable, { kind, id }: WorkKey, now: Date) =>
  queryOne(
    db,
    sql<{ operator_id: string; name: string; until: Date }>`select c.operator_id, o.name, c.until
      from work_claim c join operator o on o.id = c.operator_id where c.kind = ${kind} and c.id = ${id} and c.until > ${now}`,
  )

/**
 * Refuses `work/claimed` while another operator holds the claim of the item. A route that decides items declares them
 * (`decides`); then this runs in its transaction, before its handler.
 */
export async function requireUnclaimed(db: Queryable, key: WorkKey, operatorId: string, now: Date): Promise<void> {
  const claim = await findClaim(db, key, now)
  if (claim && claim.operator_id !== operatorId) refuse('work/claimed', { by: claim.name })
}

/** The claims of other operators on items of one kind: who holds each. */
export const listOtherClaims = async (
  db: Queryable,
  kind: WorkKind,
  ids: readonly string[],
  operatorId: string,
  now: Date,
): Promise<Map<string, string>> =>
  new Map(
    (
      await queryAll(
        db,
        sql<{ id: string; name: string }>`select c.id, o.name from work_claim c join operator o on o.id = c.operator_id
          where c.kind = ${kind} and c.id = any(${[...ids]}::uuid[]) and c.until > ${now} and c.operator_id <> ${operatorId}`,
      )
    ).map(({ id, name }) => [id, name]),
  )

/** Whether the operator holds the claim. */
export const holdsClaim = async (db: Queryable, { kind, id }: WorkKey, operatorId: string, now: Date) =>
  (await queryOne(
    db,
    sql`select from work_claim where kind = ${kind} and id = ${id} and operator_id = ${operatorId} and until > ${now}`,
  )) !== undefined

/**
 * Claims an item, or renews the operator's own claim. Of two operators at once one wins; the other gets
 * `work/claimed`. Returns when the claim ends.
 */
export async function writeClaim(tx: Tx, { kind, id }: WorkKey, operatorId: string, now: Date): Promise<Date> {
  const until = addTime(now, minutes(claimMinutes))
  const row = await queryOne(
    tx,
    sql<{ until: Date }>`insert into work_claim as c (kind, id, operator_id, claimed_at, until)
      values (${kind}, ${id}, ${operatorId}, ${now}, ${until})
      on conflict (kind, id) do update set operator_id = excluded.operator_id, until = excluded.until,
        claimed_at = case when c.operator_id = excluded.operator_id and c.until > ${now} then c.claimed_at else excluded.claimed_at end
      where c.operator_id = excluded.operator_id or c.until <= ${now}
      returning until`,
  )
  if (row) return row.until
  await requireUnclaimed(tx, { kind, id }, operatorId, now)
  return refuse('request/busy')
}

/** Ends the operator's claim; false without one. */
export const deleteClaim = async (tx: Queryable, { kind, id }: WorkKey, operatorId: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`delete from work_claim where kind = ${kind} and id = ${id} and operator_id = ${operatorId} returning true as ok`,
  )) !== undefined

export const deleteEndedClaims = (db: Queryable, before: Date) =>
  sql`delete from work_claim where until < ${before}`.execute(db)
