import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  testServerOptions,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { distribute } from './citus.ts'
import { onServer, withDatabase } from './database-server.ts'
import { startPooler } from './pooler.ts'

/**
 * One database server for the whole run, from DATABASE_URL or embedded, and one migrated template database. With
 * TEST_POOLER set, the servers of the tests reach it through PgBouncer in transaction mode. With TEST_CITUS set, the
 * database server has Citus, and the template is distributed by shop.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let embedded: EmbeddedPostgres | undefined
  let server = process.env['DATABASE_URL']
  if (!server) {
    const folder = await mkdtemp(join(tmpdir(), 'quayside-test-'))
    embedded = await startEmbeddedPostgres(folder, testServerOptions)
    server = await embedded.url('postgres')
  }
  // A program that starts many runs on one server creates the template once and passes its name.
  const ready = process.env['TEST_DATABASE_TEMPLATE']
  const template = ready ?? `quayside_template_${process.pid}`
  if (!ready) {
    await onServer(server, `drop database if exists ${template} with (force)`)
    await onServer(server, `create database ${template}`)
    await migrate(withDatabase(server, template))
    if (process.env['TEST_CITUS']) await distribute(withDatabase(server, template))
  }
  const pooler = process.env['TEST_POOLER'] ? await startPooler(withDatabase(server, 'postgres')) : null
  project.provide('databaseServer', server)
  project.provide('poolerPattern', pooler?.urlOf(withDatabase(server, 'DATABASE')) ?? null)
  project.provide('databaseTemplate', template)
  return async () => {
    await pooler?.stop()
    if (!ready) await onServer(server, `drop database if exists ${template} with (force)`)
    await embedded?.discard()
  }
}
