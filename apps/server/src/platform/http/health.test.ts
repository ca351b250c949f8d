import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { testSettings } from '../../../test/server.ts'
import { openApp } from '../../composition/app.ts'

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

test('a stopping server ends each connection with its answer, and refuses nothing on those that are open', async () => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  const app = await openApp(testSettings(database.url, dataDir), { logLevel: 'fatal' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.http.server.address() as AddressInfo
    const answerOf = (path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((done, fail) => {
        get({ host: '127.0.0.1', port, path, agent }, (answer) => {
          answer.resume()
          answer.on('end', () => done({ status: answer.statusCode, connection: answer.headers.connection }))
        }).on('error', fail)
      })
    expect(await answerOf('/healthz')).toEqual({ status: 200, connection: 'keep-alive' })
    const closing = app.close({ drain: 1000 })
    expect(await answerOf('/healthz')).toEqual({ status: 200, connection: 'close' })
    const [idle, slow] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all([once(idle, 'connect'), once(slow, 'connect')])
    slow.write('GET /healthz HTTP/1.1\r\nhost: a\r\n')
    // The listener ends after a second, open connections half a second later.
    await new Promise((waited) => setTimeout(waited, 1200))
    idle.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')
    expect(String((await once(idle, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /)
    await new Promise((waited) => setTimeout(waited, 800))
    slow.write('\r\n')
    expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /)
    await closing
  } finally {
    agent.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
