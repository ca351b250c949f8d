/** Which stored files some row names. Reads the tables of all modules that store files. */
import { queryAll, sql, type Queryable } from '../../../platform/database/postgres.ts'

/** The columns that name stored files. A missing one would make its files look like orphans. */
export const storageColumns = ['bank_file', 'file', 'file_width', 'import']

/** The tables that have a column `storage_key`, in the order of their names. */
export const listStorageTables = async (db: Queryable): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ name: string }>`select c.relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = 'storage_key' and c.relkind in ('r', 'p') and not a.attisdropped and c.relnamespace = 'public'::regnamespace
        order by c.relname`,
    )
  ).map(({ name }) => name)

/** Of the given keys those that no row names. */
export const listUnused = async (db: Queryable, keys: readonly string[]): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ key: string }>`select k.key from unnest(${keys}::text[]) as k (key)
        where not exists (select from file f where f.storage_key = k.key)
          and not exists (select from file_width w where w.storage_key = k.key)
          and not exists (select from bank_file b where b.storage_key = k.key)
          and not exists (select from import i where i.storage_key = k.key)`,
    )
  ).map(({ key }) => key)
