import {
  anyOperator,
  livePath,
  pageAgeHeader,
  merchant,
  operatorLivePath,
  type LiveEvent,
  type OperatorLiveEvent,
  type OperatorTopic,
  type Topic,
} from '@quayside/contract'
import type { FastifyInstance } from 'fastify'
import { hijackReply } from './hijack-reply.ts'
import type { FindSession } from '../security/actor.ts'
import { authorize, findCaller } from '../security/authorize.ts'
import { RecentChanges } from '../events/recent-changes.ts'
import { securityHeaders } from './security-headers.ts'
import type { AppContext } from '../app-context.ts'
import { operatorsKey } from '../events/events.ts'
import { refuse } from '../refusal.ts'

const beat = 20_000
const maxPerShop = 20
/** Streams of one operator: some open tabs. */
const maxPerOperator = 10
/** Milliseconds between two events of a kind: shops change all the time, and each event repeats queries. */
const workInterval = 1000
/** What a change of a shop changes for operators: work, and the lists that show it. */
const operatorTopicsOf: Partial<Record<Topic, readonly OperatorTopic[]>> = {
  orders: ['work', 'orders', 'refunds'],
  wallet: ['work', 'deposits', 'withdrawals', 'refunds'],
  shop: ['work', 'shops', 'registrations'],
  talk: ['work', 'talks'],
}

/**
 * The live stream: server-sent events with the names of the changed parts of a shop. Events carry no data. Screens
 * repeat their queries with their own rights.
 * Clients read the stream with fetch, so that the token is in a header and in no log. The stream ends with its
 * session: at once when it is ended, and at the next beat when its time is over. `every`: milliseconds between beats.
 * A page that has just loaded says how long ago, and gets what changed since then; any other is told to read all again.
 */
export function serveLive(http: FastifyInstance, ctx: AppContext, find: FindSession, every = beat): void {
  const open = new Map<string, Set<() => void>>()
  const recent = new RecentChanges(ctx.changes)
  http.addHook('preClose', async () => {
    for (const ends of open.values()) for (const end of ends) end()
  })

  http.get(livePath, async (request, reply) => {
    const actor = await findCaller({ access: merchant }, request, find)
    authorize({ access: merchant, path: request.url, readOnly: true }, actor)
    if (actor.who !== 'merchant') return refuse('session/expired')
    const { shopId, tokenHash } = actor
    const streams = open.get(shopId) ?? new Set()
    if (streams.size >= maxPerShop) return refuse('request/too-many')
    open.set(shopId, streams)

    const raw = hijackReply(reply, {
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
      if (kinds.includes('session')) endWithSession()
    })
    // A stream is no use of the session: who only leaves it open is logged out by time.
    const endWithSession = () =>
      void find(tokenHash, 'merchant', true).then(
        (still) => (still ? undefined : end()),
        () => undefined,
      )
    const beating = setInterval(() => {
      raw.write(': still here\n\n')
      endWithSession()
    }, every)
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
    const age = Number(request.headers[pageAgeHeader] ?? Number.NaN)
    raw.write('retry: 1000\n\n')
    for (const kind of recent.since(shopId, age) ?? (['resync'] as const))
      raw.write(`data: ${JSON.stringify({ kind } satisfies LiveEvent)}\n\n`)
  })
}

/**
 * The live stream of the operators: the names of the changed parts of the platform, such as `work` when the work queue
 * may have changed. It does not prolong the session, and ends with it. A page that has just loaded says how long ago,
 * and gets what changed since then, as at the stream of a shop.
 */
export function serveOperatorLive(http: FastifyInstance, ctx: AppContext, find: FindSession): void {
  type Stream = { operatorId: string; changed: (kinds: readonly OperatorTopic[]) => void; end: () => void }
  const open = new Set<Stream>()
  http.addHook('preClose', async () => {
    for (const { end } of open) end()
  })
  const kindsOf = (key: string, topics: readonly Topic[]): readonly OperatorTopic[] =>
    key === operatorsKey
      ? ['work', ...(topics as readonly OperatorTopic[])]
      : topics.flatMap((topic) => operatorTopicsOf[topic] ?? [])
  const recent = new RecentChanges<OperatorTopic>({
    get connected() {
      return ctx.changes.connected
    },
    onChange: (listener) =>
      ctx.changes.onChange((key, topics) =>
        key === null ? listener(null, []) : listener(operatorsKey, kindsOf(key, topics)),
      ),
  })
  ctx.changes.onChange((key, topics) => {
    const kinds = key === null ? (['resync'] as const) : kindsOf(key, topics)
    if (kinds.length > 0) for (const stream of open) stream.changed(kinds)
  })

  http.get(operatorLivePath, async (request, reply) => {
    // The page opens the stream by itself, and again after each interruption.
    const actor = await findCaller({ access: anyOperator }, request, (token, who) => find(token, who, true))
    authorize({ access: anyOperator, path: request.url, readOnly: true }, actor)
    if (actor.who !== 'operator') return refuse('session/expired')
    const { operatorId, tokenHash } = actor
    if ([...open].filter((stream) => stream.operatorId === operatorId).length >= maxPerOperator)
      return refuse('request/too-many')

    const raw = hijackReply(reply, {
      ...securityHeaders(ctx.settings.mode),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    let timer: NodeJS.Timeout | undefined
    const waiting = new Set<OperatorTopic>()
    const send = () => {
      timer = undefined
      if (raw.writableLength > 64 * 1024) return
      for (const kind of waiting) raw.write(`data: ${JSON.stringify({ kind } satisfies OperatorLiveEvent)}\n\n`)
      waiting.clear()
    }
    const beating = setInterval(() => {
      raw.write(': still here\n\n')
      void find(tokenHash, 'operator', true).then(
        (still) => (still ? undefined : stream.end()),
        () => undefined,
      )
    }, beat)
    const stream: Stream = {
      operatorId,
      changed(kinds) {
        for (const kind of kinds) waiting.add(kind)
        if (waiting.has('resync')) send()
        else timer ??= setTimeout(send, workInterval)
      },
      end() {
        clearInterval(beating)
        clearTimeout(timer)
        open.delete(stream)
        raw.end()
      },
    }
    open.add(stream)
    raw.on('close', stream.end)
    raw.on('error', stream.end)
    const age = Number(request.headers[pageAgeHeader] ?? Number.NaN)
    raw.write('retry: 1000\n\n')
    for (const kind of recent.since(operatorsKey, age) ?? (['resync'] as const))
      raw.write(`data: ${JSON.stringify({ kind } satisfies OperatorLiveEvent)}\n\n`)
  })
}
