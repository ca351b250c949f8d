/**
 * What open apps ask all the time, answered from memory, beside a bare Fastify route of the same run:
 * `node bench/polls.ts`. BENCH_OTHER measures another checkout in the same rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool } from '../apps/server/src/platform/database/postgres.ts'
import { compare, load, startServers } from './rounds.ts'
import { seedLoad } from './seed-load.ts'

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
let stop = async () => {}
try {
  const url = await postgres.url('bench')
  await migrate(url)
  // One connection, because the temporary tables of the seeding belong to its session.
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const { token } = await seedLoad(db, Number(process.env['BENCH_ORDERS'] ?? 20_000), () => undefined)
  await db.destroy()
  const servers = await startServers(url, folder, 4740)
  stop = servers.stop
  const headers = { token, 'content-type': 'application/json' }
  const connections = 10
  await compare(
    servers,
    {
      'badge poll': ({ origin, pid }) =>
        load(pid, { url: `${origin}/order/list?status=5&limit=10&page=1`, headers, connections }),
      'badge poll, compressed': ({ origin, pid }) =>
        load(pid, {
          url: `${origin}/order/list?status=5&limit=10&page=1`,
          headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
          connections,
        }),
      'dashboard, nothing changes': ({ origin, pid }) =>
        load(pid, { url: `${origin}/merchant/dashboard`, method: 'POST', body: '{}', headers, connections }),
    },
    headers,
  )
} finally {
  await stop()
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
