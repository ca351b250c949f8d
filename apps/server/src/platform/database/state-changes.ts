import type { RawBuilder } from 'kysely'
import { queryAll, sql, type Queryable, type Tx } from './postgres.ts'
import { invariant } from '../refusal.ts'

/** Who changes a row, and when. `actor` is `clock`, or a kind and an id: `merchant:<id>`. */
export type ChangeStamp = { actor: string; at: Date }

/** The part of a row that a change of its state needs. */
export type Stateful<State, Column extends string = 'state'> = { shop_id: string; id: string } & Record<Column, State>

/**
 * How the rows of a table change their state. The module that owns the table declares it. `Columns` are the columns
 * that a change can write: those of a row type, which a test compares with the schema.
 */
export type StateMachine<State, Column extends string, Row, Columns> = {
  table: string
  /** The column of the state. */
  column: Column
  canChange: (row: Row, to: State) => boolean
  /** In the type only. */
  columns?: Columns
}

/** Values of columns, or SQL that gives them. */
type ColumnValues<Columns> = { [Name in keyof Columns]?: Columns[Name] | RawBuilder<unknown> }
type KeyOf<Values> = Values extends unknown ? keyof Values : never
/** `never` for values that name another column. */
type OnlyColumns<Columns, Values> = [Exclude<KeyOf<Values>, keyof Columns>] extends [never] ? Values : never

/**
 * Changes the state of locked rows of one shop, together with the given columns. A column's value may be SQL.
 * A trigger of the table writes the history.
 * Only the store of the table's module calls this function, because it handles the violated constraints.
 */
export async function changeState<
  State extends string | number,
  Column extends string,
  Row extends Stateful<State, Column>,
  Columns,
  Values extends ColumnValues<Columns>,
>(
  tx: Tx,
  machine: StateMachine<State, Column, Row, Columns>,
  rows: readonly Row[],
  to: NoInfer<State>,
  stamp: ChangeStamp,
  values: OnlyColumns<Columns, Values>,
): Promise<void> {
  const { table, column } = machine
  const [first] = rows
  invariant(first, `${table}: at least one row changes`)
  for (const row of rows) {
    invariant(row.shop_id === first.shop_id, `${table}: the rows belong to one shop`)
    invariant(machine.canChange(row, to), `${table}: a row does not go from ${row[column]} to ${to}`)
  }
  const columns = { ...values, [column]: to, changed_by: stamp.actor, changed_at: stamp.at }
  const assignments = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)}
    where shop_id = ${first.shop_id} and id = any(${rows.map((row) => row.id)}::uuid[])`.execute(tx)
}

/** The kind of an actor: `merchant` of `merchant:<id>`. */
export const actorKind = (actor: string): string => actor.split(':')[0]!

/** The history of a row's state, oldest first. Triggers write it. `by` is the kind of the actor. */
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
    by: actorKind(row.actor),
  }))
}
