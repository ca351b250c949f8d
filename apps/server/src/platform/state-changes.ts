import { queryAll, sql, type Queryable, type Tx } from './postgres.ts'
import { invariant } from './refusal.ts'

/** Something with a state that the database keeps the history of. */
export type Stateful<State> = { shop_id: string; id: string; state: State }

/**
 * Writes to a locked row, with who did it and when; `may` says whether the state may follow. A column's value may be a piece of SQL. Called by
 * the table's own module, which knows what its constraints mean.
 */
export async function changeState(
  tx: Tx,
  table: string,
  row: Stateful<string>,
  to: string,
  by: { actor: string; at: Date },
  change: object,
  may: boolean,
): Promise<void> {
  invariant(may, `${table} goes from ${row.state} to ${to}`)
  const sets = Object.entries({ ...change, state: to, changed_by: by.actor, changed_at: by.at }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  await sql`update ${sql.table(table)} set ${sql.join(sets)} where shop_id = ${row.shop_id} and id = ${row.id}`.execute(
    tx,
  )
}

/** How something came to be what it is, oldest first; written by the database itself. `by` says what kind of actor it was. */
export async function readChanges(
  db: Queryable,
  shopId: string,
  subjectId: string,
): Promise<{ at: string; from: string | null; to: string; reason: string | null; by: string }[]> {
  const rows = await queryAll(
    db,
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
