import type { RawBuilder } from 'kysely'
import type { Tx } from '../platform/database/postgres.ts'

type Sql = RawBuilder<unknown>

/**
 * The open items of one kind of work, as fragments of one statement. `from` and `where` select the items; the other
 * fragments are columns of it. The statement sorts by `due`, then by `id`: an index on these two columns, partial by
 * `where`, must exist.
 */
export type WorkSource = {
  from: Sql
  where: Sql
  /** A uuid, unique among the items of the kind. */
  id: Sql
  /** The shop that the item concerns, a uuid; `null::uuid` for none. */
  shopId: Sql
  /** What an operator recognises the item by: text, not null. */
  title: Sql
  /** The bank file or the network of the item, text; `null::text` for none. */
  group: Sql
  /** Cents, bigint; `null::bigint` for none. */
  amount: Sql
  /** The operator who may not decide it, and whose counts leave it out: a uuid; `null::uuid` for nobody. */
  notBy: Sql
  /** Since when it waits: timestamptz, not null. */
  since: Sql
  /** The deadline: timestamptz, not null. */
  due: Sql
  /** The items are rows of `act`: the counts leave out those that the operator may not sign. */
  isAct?: true
  /** Runs in the transaction of a new claim. */
  onClaim?: (tx: Tx, item: { id: string; shopId: string | null }, now: Date) => Promise<void>
  /** Runs in the transaction that ends a claim without a decision. */
  onRelease?: (tx: Tx, item: { id: string; shopId: string | null }, now: Date) => Promise<void>
}
