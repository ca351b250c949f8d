import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { testSettings } from '../../test/server.ts'
import { openApp } from '../app.ts'

test('a stopping server fails /readyz immediately and answers requests until the drain ends', async () => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  const app = await openApp(testSettings(database.url, dataDir), { logLevel: 'fatal' })
  const status = async (path: string) => (await app.http.inject(path)).statusCode
  try {
    expect(await status('/readyz')).toBe(200)
    let closed = false
    const closing = app.close({ drain: 1500 }).then(() => (closed = true))
    expect(await status('/readyz')).toBe(503)
    expect(await status('/healthz')).toBe(200)
    expect(await status('/openapi.json')).toBe(200)
    expect(closed).toBe(false)
    await closing
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
