/** What the database knows of the installation's keys: never a key, but how to recognise it. */
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../database/postgres.ts'

export type SealingKeyRow = {
  name: string
  id: string
  check_value: Buffer
  since: Date
  closed_at: Date | null
  retired_at: Date | null
}

/** Records the check value of a setting's key if it has none, and returns the recorded one. */
export async function insertCheckValue(tx: Tx, name: string, value: Buffer, by: string): Promise<Buffer> {
  await sql`insert into installation_key (name, check_value, since, changed_by)
    values (${name}, ${value}, now(), ${by}) on conflict do nothing`.execute(tx)
  return (await readCheckValue(tx, name))!
}
export const readCheckValue = async (db: Queryable, name: string): Promise<Buffer | undefined> =>
  (await queryOne(db, sql<{ check_value: Buffer }>`select check_value from installation_key where name = ${name}`))
    ?.check_value
export const updateCheckValue = (tx: Tx, name: string, value: Buffer, by: string) =>
  sql`update installation_key set check_value = ${value}, since = now(), changed_by = ${by} where name = ${name}`.execute(
    tx,
  )

/** The keys that were in use under a setting, the first one first. */
export const listSealingKeys = (db: Queryable, name: string) =>
  queryAll(
    db,
    sql<SealingKeyRow>`select name, id, check_value, since, closed_at, retired_at from sealing_key where name = ${name} order by since, id`,
  )
export const insertSealingKey = (tx: Tx, key: { name: string; id: string; check_value: Buffer; changed_by: string }) =>
  sql`insert into sealing_key (name, id, check_value, changed_by)
    values (${key.name}, ${key.id}, ${key.check_value}, ${key.changed_by})`.execute(tx)
/** Nothing is sealed under the key from now on: the database refuses it. */
export const closeSealingKey = (tx: Tx, name: string, id: string) =>
  sql`update sealing_key set closed_at = coalesce(closed_at, clock_timestamp()) where name = ${name} and id = ${id}`.execute(
    tx,
  )
/** Nothing that is stored needs the key any more, or it is lost. */
export const giveUpSealingKey = (db: Queryable, name: string, id: string) =>
  sql`update sealing_key set closed_at = coalesce(closed_at, clock_timestamp()), retired_at = clock_timestamp()
    where name = ${name} and id = ${id}`.execute(db)

/** The number of the own transaction. */
export const transactionNumber = async (tx: Tx): Promise<string> =>
  (await queryOne(tx, sql<{ id: string }>`select pg_current_xact_id()::text as id`))!.id
/** Whether all transactions that had begun to write when the given one did have ended. */
export const haveEarlierEnded = async (db: Queryable, transaction: string): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{ ended: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) > ${transaction}::xid8 as ended`,
  ))!.ended

/** Running copies of the server that do not seal under the given keys. */
export const countCopiesWithout = async (db: Queryable, ids: readonly string[]): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from server_copy
      where seen_at > now() - interval '2 minutes' and not coalesce(sealing_keys, '{}') @> ${ids}::text[]`,
  ))!.n

// The lookup key.

export const lookupContext = 'lookup key'
export const readLookupKey = async (db: Queryable): Promise<Buffer | undefined> =>
  (await queryOne(db, sql<{ sealed: Buffer }>`select sealed from lookup_key`))?.sealed
export const insertLookupKey = (tx: Tx, sealed: Buffer) =>
  sql`insert into lookup_key (sealed) values (${sealed})`.execute(tx)
export const replaceLookupKey = (db: Queryable, was: Buffer, becomes: Buffer) =>
  sql`update lookup_key set sealed = ${becomes} where sealed = ${was}`.execute(db)
