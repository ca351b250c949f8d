import { livePath, merchant, type LiveEvent, type Topic } from '@quayside/contract'
import type { FastifyInstance } from 'fastify'
import type { FindSession } from './actor.ts'
import { authorize } from './authorize.ts'
import { securityHeaders } from './security-headers.ts'
import type { AppContext } from './app-context.ts'
import { refuse } from './refusal.ts'

const beat = 20_000
const maxPerShop = 20

/**
 * The live stream: server-sent events with the names of the changed parts of a shop. Events carry no data. Screens
 * repeat their queries with their own rights.
 * Clients read the stream with fetch, so that the token is in a header and in no log. The stream ends with its
 * session.
 */
export function serveLive(http: FastifyInstance, ctx: AppContext, find: FindSession): void {
  const open = new Map<string, Set<() => void>>()
  http.addHook('preClose', async () => {
    for (const ends of open.values()) for (const end of ends) end()
  })

  http.get(livePath, async (request, reply) => {
    const actor = await authorize(merchant, request, find)
    if (actor.who !== 'merchant') return refuse('session/expired')
    const { shopId, tokenHash } = actor
    const streams = open.get(shopId) ?? new Set()
    if (streams.size >= maxPerShop) return refuse('request/too-many')
    open.set(shopId, streams)

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...securityHeaders(ctx.settings.mode),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const waiting = new Set<Topic>()
    let flushing: NodeJS.Timeout | undefined
    const flush = () => {
      flushing = undefined
      // A client that stopped reading must not fill the server's memory. It reads everything again when it reconnects.
      if (raw.writableLength > 64 * 1024) return
      for (const kind of waiting) raw.write(`data: ${JSON.stringify({ kind } satisfies LiveEvent)}\n\n`)
      waiting.clear()
    }
    const leave = ctx.changes.subscribe(shopId, (kinds) => {
      for (const kind of kinds) waiting.add(kind)
      // Changes within 50 ms are sent as one event of each kind.
      flushing ??= setTimeout(flush, 50)
      if (kinds.includes('session')) {
        void find(tokenHash, 'merchant').then(
          (still) => (still ? undefined : end()),
          () => undefined,
        )
      }
    })
    const beating = setInterval(() => raw.write(': still here\n\n'), beat)
    const end = () => {
      clearInterval(beating)
      clearTimeout(flushing)
      leave()
      streams.delete(end)
      if (streams.size === 0) open.delete(shopId)
      raw.end()
    }
    streams.add(end)
    raw.on('close', end)
    raw.on('error', end)
    raw.write(`retry: 1000\n\ndata: ${JSON.stringify({ kind: 'resync' } satisfies LiveEvent)}\n\n`)
  })
}
