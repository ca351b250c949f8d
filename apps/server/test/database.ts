import { inject } from 'vitest'
import {
  openDatabase,
  openOwnerPool,
  openPool,
  queryOne,
  sql,
  type Database,
} from '../src/platform/database/postgres.ts'
import { derivedLogins } from '../src/platform/database/roles.ts'
import { onServer, withDatabase } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The connection string of the owner on the server for test databases. */
    databaseServer: string
    databaseTemplate: string
    /** The connection string through the pooler, with `DATABASE` as the database; null without a pooler. */
    poolerPattern: string | null
  }
}

export type TestDatabase = {
  /** The connection string of the owner; `derivedLogins` has those of the server's roles. */
  url: string
  /** The server's role, with the permissions of a request. */
  db: Database
  /** The owner of the tables: to inspect data and to simulate attacks without the server. */
  owner: Database
  drop(): Promise<void>
}

/** The connection string of the app role for a server under test: through the pooler, if this run has one. */
export function appUrlOf(ownerUrl: string): string {
  const pattern = inject('poolerPattern')
  const database = /\/([^/?]*)(\?|$)/.exec(ownerUrl.replace(/^\w+:\/\//, ''))?.[1] ?? ''
  return pattern ? withDatabase(pattern, database) : derivedLogins(ownerUrl).app
}

let made = 0

/** A new migrated database, copied from the template within milliseconds. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `quayside_test_${process.pid}_${Date.now().toString(36)}_${(made += 1)}`
  await onServer(server, `create database ${name} template ${inject('databaseTemplate')} strategy file_copy`)
  const url = withDatabase(server, name)
  const db = openDatabase(openPool(derivedLogins(url).app, { max: 20 }))
  const owner = openDatabase(openOwnerPool(url, { max: 5 }))
  return {
    url,
    db,
    owner,
    async drop() {
      await db.destroy()
      await owner.destroy()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Number of statements in this database that wait for a lock. */
export const countLockWaits = async (db: Database): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  ))!.n
