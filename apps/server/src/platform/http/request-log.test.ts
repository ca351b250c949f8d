import fastify, { LogController } from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import { hijackReply } from './hijack-reply.ts'
import type { Logger } from '../observability/logger.ts'
import { logRequests, requestIds } from './request-log.ts'

/** A server with its log lines. `proxies`: as the setting. */
function startLogged(proxies: number) {
  const lines: Record<string, unknown>[] = []
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(proxies),
  })
  logRequests(http)
  http.get('/merchant/thing', (request, reply) => {
    request.actor = { who: 'merchant', shopId: 'shop-1' } as never
    request.log.warn('within the request')
    return reply.send({ ok: true })
  })
  http.get('/order/list', (request, reply) => reply.code(request.url.includes('fail') ? 500 : 200).send({}))
  http.get('/hijacked', (_request, reply) => {
    hijackReply(reply, {}).end('{}')
  })
  return { http, lines }
}

test('each request is logged in one line with the id of its response, without query and token', async () => {
  const { http, lines } = startLogged(0)
  const response = await http.inject({
    url: '/merchant/thing?search=a+private+word',
    headers: { token: 'a-secret-token', 'x-request-id': 'made-up-by-the-caller' },
  })
  const id = response.headers['x-request-id']
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines).toHaveLength(2)
  expect(lines.map((line) => line['reqId'])).toEqual([id, id])
  expect(lines[1]).toMatchObject({
    msg: 'http: request',
    method: 'GET',
    route: '/merchant/thing',
    status: 200,
    who: 'merchant',
    shopId: 'shop-1',
  })
  expect(JSON.stringify(lines)).not.toMatch(/private|secret|127\.0\.0\.1/)
})

test('a request id from our proxy is kept, and an invalid one is replaced', async () => {
  const { http } = startLogged(1)
  const idFor = async (given: string) =>
    (await http.inject({ url: '/merchant/thing', headers: { 'x-request-id': given } })).headers['x-request-id']
  expect(await idFor('01J9ZK4M-proxy')).toBe('01J9ZK4M-proxy')
  for (const wrong of ['short', 'a'.repeat(65), 'with space in it', '{"json":1}'])
    expect(await idFor(wrong)).not.toBe(wrong)
})

test('frequent polls are logged only when they fail, and hijacked responses carry the request id', async () => {
  const { http, lines } = startLogged(0)
  await http.inject('/order/list')
  expect(lines).toHaveLength(0)
  await http.inject('/order/list?fail')
  expect(lines).toMatchObject([{ route: '/order/list', status: 500 }])
  expect((await http.inject('/hijacked')).headers['x-request-id']).toBeDefined()
  expect((await http.inject('/nothing-here')).headers['x-request-id']).toBeDefined()
  expect(lines.at(-1)).toMatchObject({ route: 'unknown', status: 404, who: 'nobody' })
})
