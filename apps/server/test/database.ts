import { inject } from 'vitest'
import { openDatabase, openOwnerPool, openPool, type Database } from '../src/platform/postgres.ts'
import { derivedLogins } from '../src/platform/roles.ts'
import { onServer, withDatabase } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test databases are made, as the owner. */
    databaseServer: string
    databaseTemplate: string
  }
}

export type TestDatabase = {
  /** As the owner; `derivedLogins` has those of the server's roles. */
  url: string
  /** As the server's role: what a request may do. */
  db: Database
  /** As the owner of the tables: for looking at things, and for attacks that go past the server. */
  owner: Database
  drop(): Promise<void>
}

let made = 0

/** A fresh, migrated database, copied from the template in some milliseconds. */
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
