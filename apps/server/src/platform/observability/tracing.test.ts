/** One real request and the job that it queues, traced to a collector on loopback. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { login, sendPaymentPasswordCode } from '@quayside/contract'
import fastify from 'fastify'
import { parseSync } from 'oxc-parser'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, type TestShop } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { TracingSettings } from '../../settings.ts'
import { callReceiver, newWebhookSecret } from '../security/signed-webhook.ts'
import { statementSummary } from '../database/statement-summary.ts'
import { traced, tracing } from './tracing.ts'

type Value = { stringValue?: string; intValue?: number; arrayValue?: { values: Value[] } }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status: { code: number }
}
type Export = {
  resourceSpans: { resource: Pick<OtlpSpan, 'attributes'>; scopeSpans: { spans: OtlpSpan[] }[] }[]
}
const [serverKind, clientKind, consumerKind] = [2, 3, 5]

/** A receiver on loopback with the requests that it got. */
async function receiver() {
  const got: { headers: IncomingHttpHeaders; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const closed = (server: Server) => new Promise((done) => server.close(done))

const collector = await receiver()
const sms = await receiver()
const merchant = await receiver()
let server: TestServer
let shop: TestShop
let origin: string
const lines: Record<string, unknown>[] = []

const settingsFor = (protocol: TracingSettings['protocol']): TracingSettings => ({
  url: `${collector.url}/v1/traces`,
  protocol,
  sampler: { name: 'parentbased_always_on', ratio: 1 },
  delay: 100,
})

beforeAll(async () => {
  server = await startTestServer({
    settings: {
      proxies: 1,
      tracing: settingsFor('http/json'),
      outgoing: { mail: null, sms: { url: `${sms.url}/send`, secret: 'between us' } },
    },
  })
  server.app.ctx.log.level = 'info'
  const log = server.app.ctx.log as unknown as Record<symbol, { write: (line: string) => void }>
  log[pino.symbols.streamSym]!.write = (line) => void lines.push(JSON.parse(line))
  shop = await aStockedShop(server)
  origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startWorker()
})
afterAll(async () => {
  await server?.close()
  for (const one of [collector, sms, merchant]) await closed(one.server)
})

const exports = (): Export[] =>
  collector.got
    .filter(({ headers }) => headers['content-type'] === 'application/json')
    .map(({ body }) => JSON.parse(body.toString()) as Export)
const spans = (): OtlpSpan[] =>
  exports().flatMap(({ resourceSpans }) => resourceSpans.flatMap((one) => one.scopeSpans.flatMap((s) => s.spans)))
const attributesOf = ({ attributes }: Pick<OtlpSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.arrayValue?.values.map((one) => one.stringValue),
    ]),
  )
const span = async (name: string, where: (one: OtlpSpan) => boolean = () => true): Promise<OtlpSpan> => {
  await expect
    .poll(() => spans().some((one) => one.name === name && where(one)), { timeout: 20_000, message: name })
    .toBe(true)
  return spans().find((one) => one.name === name && where(one))!
}

test('a request, its statements, the job that it queues and the call of the job are spans of two linked traces', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const response = await fetch(`${origin}${sendPaymentPasswordCode.path}`, {
    method: 'POST',
    headers: {
      token: shop.token,
      'content-type': 'application/json',
      'x-request-id': 'request-of-the-proxy',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ channel: 'phone' }),
  })
  expect(response.status).toBe(200)

  const request = await span(`POST ${sendPaymentPasswordCode.path}`)
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: serverKind })
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': sendPaymentPasswordCode.path,
    'http.response.status_code': 200,
    'http.response.header.x-request-id': ['request-of-the-proxy'],
  })
  const transaction = await span('transaction', (one) => one.traceId === traceId)
  expect(transaction.parentSpanId).toBe(request.spanId)
  const insert = await span('INSERT outbox', (one) => one.traceId === traceId)
  expect(insert).toMatchObject({ parentSpanId: transaction.spanId, kind: clientKind })
  expect(attributesOf(insert)).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT' })
  const commit = await span('COMMIT', (one) => one.traceId === traceId)
  expect(commit.parentSpanId).toBe(transaction.spanId)

  const job = await span('process send-message')
  expect(job.kind).toBe(consumerKind)
  expect(job.traceId).not.toBe(traceId)
  expect(job.links).toMatchObject([{ traceId, spanId: transaction.spanId }])
  const call = await span('POST 127.0.0.1', (one) => one.traceId === job.traceId)
  expect(call).toMatchObject({ parentSpanId: job.spanId, kind: clientKind })
  expect(attributesOf(call)).toMatchObject({
    'http.response.status_code': 200,
    'server.port': Number(URL.parse(sms.url)!.port),
  })
  // The gateway is the operator's own, so it may continue the trace.
  expect(sms.got[0]!.headers['traceparent']).toBe(`00-${job.traceId}-${call.spanId}-01`)

  const line = lines.find((one) => one['reqId'] === 'request-of-the-proxy')
  expect(line).toMatchObject({ msg: 'http: request', trace_id: traceId, span_id: request.spanId })
  expect(attributesOf(exports()[0]!.resourceSpans[0]!.resource)).toMatchObject({
    'service.name': 'quayside',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  })
})

test('a caller without a proxy of ours continues no trace', async () => {
  const direct = fastify()
  tracing()!.traceRequests(direct, { trustCaller: false, untraced: [] })
  direct.get('/direct', (_request, reply) => reply.send({}))
  await direct.inject({ url: '/direct', headers: { traceparent: `00-${'5'.repeat(32)}-${'5'.repeat(16)}-01` } })
  const request = await span('GET /direct')
  expect(request.parentSpanId ?? '').toBe('')
  expect(request.traceId).not.toBe('5'.repeat(32))
  await direct.close()
})

test('a refused request is traced without what it says, and polls are not traced', async () => {
  const secret = 'a-private-word@shop.example'
  await server.call(login, { name: secret, password: 'a wrong password' })
  const request = await span(`POST ${login.path}`)
  expect(request.parentSpanId ?? '').toBe('')
  const polls = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(origin + path)))
  expect(polls.map(({ status }) => status)).toEqual([200, 200])
  // A later request arrives with its batch, so the spans of the polls would have arrived.
  await fetch(`${origin}/no-such-page`)
  await span('GET')
  expect(spans().filter((one) => attributesOf(one)['http.route'] === '/readyz')).toEqual([])
  const sent = JSON.stringify(exports())
  for (const word of [secret, shop.email, shop.token, shop.shopId, 'wrong password', 'between us', '/send'])
    expect(sent).not.toContain(word)
})

test('a call of an address that a merchant typed is traced and gets no traceparent', async () => {
  const guard = { check: () => Promise.resolve(), lookup: undefined } as never
  await traced('a test', {}, () =>
    callReceiver(guard, { url: `${merchant.url}/hook/secret`, secrets: [newWebhookSecret()] }, 'id', {}, new Date()),
  )
  const call = await span(
    'POST 127.0.0.1',
    (one) => attributesOf(one)['server.port'] === Number(URL.parse(merchant.url)!.port),
  )
  expect(attributesOf(call)['http.response.status_code']).toBe(200)
  expect(merchant.got).toHaveLength(1)
  expect(merchant.got[0]!.headers['traceparent']).toBeUndefined()
})

test('the summary of a statement names operation and table, and the text has no quoted words', () => {
  const summaryOf = (sql: string) => statementSummary(sql).summary
  expect(summaryOf('select a from "order" o where id = $1')).toBe('SELECT order')
  expect(summaryOf('  insert into outbox (id)\n values ($1)')).toBe('INSERT outbox')
  expect(summaryOf('update product set x = 1')).toBe('UPDATE product')
  expect(summaryOf('select ask_job($1)')).toBe('SELECT')
  expect(summaryOf('start transaction')).toBe('START')
  expect(statementSummary("select 'it''s Mira', $1").text).toBe('select ?, $1')
  expect(statementSummary(`select ${'a'.repeat(5000)}`).text).toHaveLength(1000)
})

test('without the setting nothing of OpenTelemetry is loaded', () => {
  const root = join(import.meta.dirname, '..', '..')
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module
    const names = [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
        .map((one) => one.moduleRequest.value),
      ...staticExports.flatMap((one) => one.entries.map((entry) => entry.moduleRequest?.value ?? '')),
    ]
    for (const name of names)
      if (name.startsWith('.') && name.endsWith('.ts')) visit(normalize(join(file, '..', name)))
      else packages.add(name)
  }
  visit(join(root, 'main.ts'))
  expect(seen.has(join(root, 'platform', 'observability', 'tracing.ts'))).toBe(true)
  expect(packages.has('fastify')).toBe(true)
  expect([...packages].filter((name) => name.startsWith('@opentelemetry'))).toEqual([])
  visit(join(root, 'platform', 'observability', 'tracing-sdk.ts'))
  expect(packages.has('@opentelemetry/api')).toBe(true)
})

test('the last spans are sent at the stop, as protobuf where the setting says nothing else', async () => {
  const before = tracing()
  expect(before).not.toBeNull()
  await before!.stop()
  const { openTracing } = await import('./tracing-sdk.ts')
  const other = openTracing(settingsFor('http/protobuf'), new Set(), server.app.ctx.log)
  await other.run('the last span', {}, () => Promise.resolve())
  await other.stop()
  const last = collector.got.at(-1)!
  expect(last.headers['content-type']).toBe('application/x-protobuf')
  expect(last.body.includes('the last span')).toBe(true)
})
