import { all, sql, type Queryable } from './postgres.ts'

/** How something came to be what it is, oldest first; written by the database itself. `by` says what kind of actor it was. */
export async function readChanges(
  on: Queryable,
  shopId: string,
  subjectId: string,
): Promise<{ at: string; from: string | null; to: string; reason: string | null; by: string }[]> {
  const rows = await all(
    on,
    sql<{ at: Date; from_state: string | null; to_state: string; reason: string | null; actor: string }>`
      select at, from_state, to_state, reason, actor from state_change
      where shop_id = ${shopId} and subject_id = ${subjectId} order by id limit 200`,
  )
  return rows.map((row) => ({
    at: row.at.toISOString(),
    from: row.from_state,
    to: row.to_state,
    reason: row.reason,
    by: row.actor.split(':')[0]!,
  }))
}
