/** The look for known holes, with a registry on this machine: none, one, and a registry without the list. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let advisories: object | null = {}
const registry = createServer((request, response) => {
  if (request.method !== 'POST' || !advisories) return void response.writeHead(405).end()
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(advisories))
  })
})
/** npm keeps what it knows of an advisory. */
const cache = mkdtempSync(join(tmpdir(), 'quayside-advisories-'))
let address: string
beforeAll(async () => {
  await new Promise<void>((ready) => registry.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
})
afterAll(() => {
  registry.close()
  rmSync(cache, { recursive: true, force: true })
})

const look = () =>
  new Promise<{ code: unknown; out: string }>((done) => {
    const env = { ...process.env, npm_config_registry: address, npm_config_fetch_retries: '0', npm_config_cache: cache }
    execFile(process.execPath, [join(import.meta.dirname, 'advisories.ts')], { env }, (error, out) =>
      done({ code: error?.code ?? 0, out }),
    )
  })
const hole = (severity: string, id: number) => ({
  fastify: [
    {
      id,
      url: 'https://advisories.example/1',
      title: 'A hole for this test',
      severity,
      vulnerable_versions: '>=1.0.0',
      cwe: [],
      cvss: { score: 0, vectorString: null },
    },
  ],
})

test('no known hole passes, a severe one fails and is named, a slight one is named only', async () => {
  advisories = {}
  expect(await look()).toEqual({ code: 0, out: '0 packages with known holes, 0 of them moderate or worse\n' })
  advisories = hole('high', 1)
  const severe = await look()
  expect(severe.code).toBe(1)
  expect(severe.out).toContain('high: fastify')
  expect(severe.out).toContain('A hole for this test https://advisories.example/1')
  advisories = hole('low', 2)
  expect((await look()).code).toBe(0)
}, 60_000)

test('a registry without the list is no clean result', async () => {
  advisories = null
  const { code, out } = await look()
  expect(code).toBe(77)
  expect(out).toMatch(/^skipped: the list of advisories is not reachable: 405 Method Not Allowed/)
}, 60_000)
