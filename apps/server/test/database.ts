import { inject } from 'vitest'
import { openDatabase, openOwnerPool, openPool, type Database } from '../src/platform/postgres.ts'
import { derivedLogins } from '../src/platform/roles.ts'
import { onServer, withDatabase } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The connection string of the owner on the server for test databases. */
    databaseServer: string
    databaseTemplate: string
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
