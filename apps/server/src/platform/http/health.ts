import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { newestMigration } from '../database/migrate.ts'
import { queryOne, sql } from '../database/postgres.ts'

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests. That means: database migrated, change listener
 * connected, files writable, clock right, and not stopping.
 * The returned function makes `/readyz` answer 503, so that a load balancer sends no further request. Each answer then
 * ends its connection: a proxy that keeps connections would send its next request on one that closes meanwhile.
 */
export function serveHealth(http: FastifyInstance, ctx: AppContext): () => void {
  let stopping = false
  let newest: string | undefined
  http.get('/healthz', { logLevel: 'silent' }, (_request, reply) => reply.send({ ok: true }))
  http.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    // The files of a release do not change while it runs.
    newest ??= await newestMigration()
    const row = await queryOne(
      ctx.db,
      sql<{ there: boolean }>`select exists (select from kysely_migration where name = ${newest}) as there`,
    ).catch(() => undefined)
    const checks = {
      database: row !== undefined,
      migrated: row?.there === true,
      push: ctx.changes.connected,
      files: await ctx.storage.check().then(
        () => true,
        () => false,
      ),
      clock: await ctx.clockCheck.compare().catch(() => false),
      stays: !stopping,
    }
    return reply.code(Object.values(checks).every(Boolean) ? 200 : 503).send(checks)
  })
  return () => {
    stopping = true
    http.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  }
}
