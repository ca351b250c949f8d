/** The files of the schema, and the database that the migrations make, are the same schema. */
import { runMigrations } from 'graphile-worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase, openOwnerPool, withTransaction, type Database } from '../src/platform/postgres.ts'
import { ensureRoles } from '../src/platform/roles.ts'
import { createSchema, describeSchema } from '../src/platform/schema.ts'
import { onServer, withDatabase } from './database-server.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

const server = inject('databaseServer')
const name = `quayside_schema_${process.pid}`
let fromFiles: Database
let migrated: TestDatabase

beforeAll(async () => {
  await onServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  await ensureRoles(url)
  const pool = openOwnerPool(url, { max: 2 })
  await runMigrations({ pgPool: pool })
  fromFiles = openDatabase(pool)
  await withTransaction(fromFiles, (tx) => createSchema(tx))
  migrated = await freshDatabase()
})
afterAll(async () => {
  await fromFiles?.destroy()
  await migrated?.drop()
  await onServer(server, `drop database if exists ${name} with (force)`)
})

test('the files make the schema that the migrations make, to the letter of every function', async () => {
  const [files, migrations] = [await describeSchema(fromFiles), await describeSchema(migrated.owner)]
  expect(files.length).toBeGreaterThan(4000)
  expect({
    'only in the files': files.filter((line) => !migrations.includes(line)),
    'only in the migrations': migrations.filter((line) => !files.includes(line)),
  }).toEqual({ 'only in the files': [], 'only in the migrations': [] })
})
