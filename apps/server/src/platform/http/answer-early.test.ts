/** An answer whose head stands already is, byte for byte, the one that Node would write. */
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asBytes, headOf, sendReady } from './answer-early.ts'

const body = '{"name":"日本 ü"}'
const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
let server: Server
/** Set by a listener that runs before, as when the server stops. */
let before: Record<string, string> = {}
beforeEach(async () => {
  before = {}
  server = createServer((request, response) => {
    for (const [name, value] of Object.entries(before)) response.setHeader(name, value)
    if (request.url === '/ready') sendReady(server, response, headOf(headers), 'x-request-id: 1\r\n', asBytes(body))
    else response.writeHead(200, { ...headers, 'x-request-id': '1' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => new Promise((done) => server.close(done).closeAllConnections()))

/** All that comes back for these requests over one connection, until `answers` bodies have come. */
const ask = (requests: string, answers = 1) =>
  new Promise<string>((done, failed) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(requests))
    let text = ''
    socket.on('data', (data) => {
      text += data.toString()
      if (text.split('"}').length > answers) {
        socket.destroy()
        done(text.replaceAll(/Date: .*?\r\n/g, 'Date\r\n'))
      }
    })
    socket.once('error', failed)
    socket.once('close', () => failed(new Error(`too few answers: ${text}`)))
  })

for (const [name, request] of Object.entries({
  'on a connection that is kept': 'HTTP/1.1\r\nhost: x\r\n\r\n',
  'on one that ends': 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'for HTTP 1.0': 'HTTP/1.0\r\n\r\n',
}))
  test(`${name}, and with other times of Node's`, async () => {
    for (const timeout of [72_000, 5000, 0]) {
      server.keepAliveTimeout = timeout
      const ready = await ask(`GET /ready ${request}`)
      expect(ready).toBe(await ask(`GET /node ${request}`))
      expect(ready).toContain(body)
    }
    server.maxRequestsPerSocket = 2
    expect(await ask(`GET /ready ${request}`)).toBe(await ask(`GET /node ${request}`))
  })

test('when a header was set before, and among requests that were sent together', async () => {
  before = { connection: 'close' }
  const one = 'HTTP/1.1\r\nhost: x\r\n\r\n'
  const ended = await ask(`GET /ready ${one}`)
  expect(ended.toLowerCase()).toContain('connection: close')
  expect(ended.split('\r\n').toSorted()).toEqual((await ask(`GET /node ${one}`)).split('\r\n').toSorted())
  before = {}
  const several = (path: string) => ask(`GET ${path} ${one}GET /node ${one}GET ${path} ${one}`, 3)
  expect(await several('/ready')).toBe(await several('/node'))
})

test('its date is the one of the second', async () => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`)
  expect(Math.abs(Date.now() - Date.parse(answer.headers.get('date')!))).toBeLessThan(5000)
})

test('a head that could hold another one is refused', () => {
  expect(() => headOf({ 'x-name': 'one\r\nset-cookie: two' })).toThrow('Invalid character')
  expect(() => headOf({ 'x name': 'one' })).toThrow('Header name')
})
