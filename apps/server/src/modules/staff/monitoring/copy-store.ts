/** The running copies of the server. The clock is the database's, which all copies share. */
import { queryAll, sql, type Queryable } from '../../../platform/database/postgres.ts'

type CopyRow = {
  id: string
  host: string
  process: number
  runs: string[]
  version: string
  node: string
  clock_right: boolean
  listening: boolean
  connections: number
  waiting: number
}
type OwnRow = CopyRow & { sealing_keys: string[] }

export const writeCopy = (db: Queryable, copy: OwnRow) =>
  sql`insert into server_copy (id, host, process, runs, version, node, clock_right, listening, connections, waiting, sealing_keys)
    values (${copy.id}, ${copy.host}, ${copy.process}, ${copy.runs}::text[], ${copy.version}, ${copy.node}, ${copy.clock_right}, ${copy.listening},
      ${copy.connections}, ${copy.waiting}, ${copy.sealing_keys}::text[])
    on conflict (id) do update set seen_at = now(), clock_right = excluded.clock_right, listening = excluded.listening,
      connections = excluded.connections, waiting = excluded.waiting`.execute(db)

export const deleteCopy = (db: Queryable, id: string) => sql`delete from server_copy where id = ${id}`.execute(db)

/** Deletes copies that gave no sign of life for a day. */
export const deleteOldCopies = (db: Queryable) =>
  sql`delete from server_copy where seen_at < now() - interval '1 day'`.execute(db)

/** Copies, the newest first. `seen_seconds`: since the last sign of life. */
export const listCopies = (db: Queryable) =>
  queryAll(
    db,
    sql<CopyRow & { started_at: Date; seen_seconds: number }>`
      select id, host, process, runs, version, node, clock_right, listening, connections, waiting, started_at,
        extract(epoch from now() - seen_at)::int as seen_seconds
      from server_copy order by started_at desc, id`,
  )
