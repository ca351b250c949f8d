import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testServerOptions, startEmbeddedPostgres } from './embedded-postgres.ts'

test('starts right after a kill, although a session of the killed server still runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-killed-'))
  const first = await startEmbeddedPostgres(folder, testServerOptions)
  const client = new pg.Client({ connectionString: await first.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  // A busy session does not notice that its server is gone. It keeps the shared memory that a new server needs.
  const busy = client
    .query('select count(*) from generate_series(1, 40000000) i where i % 7 = 3')
    .catch(() => undefined)
  await new Promise((done) => setTimeout(done, 300))
  process.kill(first.pid, 'SIGKILL')
  const second = await startEmbeddedPostgres(folder, testServerOptions)
  try {
    expect(second.pid).not.toBe(first.pid)
    expect(await second.url('after_the_kill')).toContain('after_the_kill')
  } finally {
    await busy
    await client.end().catch(() => undefined)
    await second.discard()
  }
}, 90_000)
