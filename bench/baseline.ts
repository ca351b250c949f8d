/**
 * The baseline of a request: a Fastify route that returns a constant string, as long as the response of the badge.
 */
import fastify from 'fastify'

const http = fastify({ logger: false })
const answer = JSON.stringify({
  code: 1,
  msg: '',
  data: { total: 50000, list: Array.from({ length: 10 }, () => ({ filler: 'x'.repeat(320) })) },
})
http.get('/bare', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(answer))
http.get('/readyz', (_request, reply) => reply.send({}))
await http.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
