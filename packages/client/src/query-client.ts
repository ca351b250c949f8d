/** The cache of responses: how long they stay fresh, and what makes the app fetch them again. */
import { operatorLivePath, type Endpoint, type LiveEvent, type Tag } from '@quayside/contract'
import { hashKey, MutationCache, QueryCache, QueryClient, type Query, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { announceRefusal, readInOneRequest, Refused, Unreachable } from './call.ts'
import { useLive } from './live.ts'
import { paceRefetches } from './refetch-pace.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      tags?: readonly Tag[] | undefined
      offline?: boolean | undefined
      /** Of a list with pages: reads the first one again, and keeps what stands below it. */
      patch?: () => Promise<void>
    }
    mutationMeta: MutationMeta
  }
}
type MutationMeta = {
  visible?: boolean
  changes?: readonly Tag[] | undefined
  awaitRefetch?: boolean
  /** The mutation calls an endpoint of the platform. */
  operator?: boolean
}

/** Marks every query as stale that shows one of these parts of the shop, and fetches those on screen again. */
export const invalidateTags = (tags: readonly Tag[] = []): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.tags?.some((tag) => tags.includes(tag)) === true })

/**
 * Marks the queries of the console as stale that show one of these parts of the platform. A query that declares no
 * tags may show any part. Without `tags`, all of them.
 */
export const invalidateOperatorTags = (tags?: readonly Tag[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta }) => !tags || !meta?.tags || meta.tags.some((tag) => tags.includes(tag)),
  })

/** After a `call` outside a mutation: fetches again what the endpoint changes. */
export const invalidateChanges = (endpoint: Endpoint): Promise<void> => invalidateTags(endpoint.changes)

/** What a mutation changed. An operator's endpoint that declares no changes may change anything on the screen. */
const refetchAfter = (meta: MutationMeta | undefined): Promise<void> =>
  meta?.operator ? invalidateOperatorTags(meta.changes) : invalidateTags(meta?.changes)

/** The announced refusals of queries on screen, by the hash of the query. */
const announced = new Map<string, string>()

/** Lets a query announce its refusal again: the merchant asked for it. */
export const forgetRefusal = (key: QueryKey): void => void announced.delete(hashKey(key))

/**
 * A refused query on screen announces its sentence once, and not with each poll or live event. Nobody looks at the
 * result of a query without observers.
 */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (!(error instanceof Refused) || !query.isActive() || announced.get(query.queryHash) === error.message) return
    announced.set(query.queryHash, error.message)
    announceRefusal(error)
  },
  onSuccess: (_data, { queryHash }) => void announced.delete(queryHash),
})
queryCache.subscribe(({ type, query }) => {
  if (type === 'observerRemoved' && query.getObserversCount() === 0) announced.delete(query.queryHash)
})

/**
 * A refusal stays the same; a lost connection may come back, and a server that is busy or starts answers 503. A silent
 * server had its 60 seconds.
 */
const mayComeBack = (error: Error): boolean =>
  error instanceof Unreachable ? !error.timedOut : error instanceof Refused && error.status === 503
/** Milliseconds until the next attempt. Each app has others, so that not all come at once after a restart. */
const retryDelay = (count: number): number => Math.min(1000 * 2 ** count, 4000) * (0.5 + Math.random())

/**
 * Whether a query tries again. Who has its data on screen sees nothing of a restart of the server, which takes some
 * seconds; who waits for the first data is told sooner.
 */
export const retryOf =
  (queryKey: QueryKey) =>
  (count: number, error: Error): boolean =>
    mayComeBack(error) && count < (queryClient.getQueryData(queryKey) === undefined ? 2 : 5)

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      retry: (count, error) => mayComeBack(error) && count < 2,
      retryDelay,
      staleTime: 5_000,
      gcTime: 600_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: (_response, _variables, _context, { meta }) => {
      const refetch = refetchAfter(meta)
      return meta?.awaitRefetch ? refetch : undefined
    },
    onError: (error, _variables, _context, { meta }) => {
      // A refusal often means that the screen shows stale data. After a 401 there is no session to fetch with.
      if (error instanceof Refused && error.status !== 401) void refetchAfter(meta)
    },
  }),
})

/** For each query that was there when the stream lost events: which of its responses the resync asked for. */
const resynced = new WeakMap<Query, number>()

/** Events may have been lost: fetches everything on screen again. */
export function resync(): void {
  for (const query of queryClient.getQueryCache().getAll()) resynced.set(query, query.state.dataUpdateCount + 1)
  void queryClient.invalidateQueries()
}

type PolledQuery = Pick<Query<any, any, any, any>, 'state'>

/**
 * Milliseconds until the next poll of a query. Many apps lose the server or their streams at the same time and fetch
 * again together. `slower`, from 1 to 2 and another one in each app, spreads their polls over a whole interval: while
 * they fail, and once after a resync, when an app may have seen no error.
 */
export function pollInterval(query: PolledQuery, pollMs: number, slower: number): number {
  const { error, dataUpdateCount } = query.state
  const spread = error !== null || dataUpdateCount <= (resynced.get(query as Query) ?? -1)
  return spread ? pollMs * slower : pollMs
}

let hasStream = false
/**
 * For the first stream of the page: what the page itself has read is only read again if it changed since. What it took
 * from the offline cache is older, and is fetched again if no query does so already. A token that comes later is of
 * another session, so only a stream of the first seconds counts.
 */
function takePageAge(): number | undefined {
  if (hasStream) return undefined
  hasStream = true
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.dataUpdatedAt < performance.timeOrigin && state.fetchStatus !== 'fetching',
  })
  return performance.now()
}

/** Keeps what the app shows up to date: a live event makes it fetch every query of that topic again. */
export function useFreshData(active: boolean): void {
  useLive(
    useCallback((topic: LiveEvent['kind']) => (topic === 'resync' ? resync() : void invalidateTags([topic])), []),
    active,
    undefined,
    takePageAge,
  )
}

/**
 * The paces of the console, in milliseconds: events of all shops arrive, many a second on a busy platform. A desk that
 * nobody touches costs one request a minute, with all its queries, and three more while a conversation is open in it.
 * Who waits for an answer in a conversation reads it within seconds.
 */
const operatorPace = { shortest: 5_000, longest: 60_000 }
const conversationPace = { shortest: 1_000, longest: 20_000 }
const acts = ['pointerdown', 'keydown'] as const

type Shown = readonly Tag[] | undefined
/** A query of conversations alone, which has a pace of its own. */
const isConversation = (shown: Shown): boolean => shown?.length === 1 && shown[0] === 'talks'
/** Whether a query of the console shows one of these parts. One without tags may show any, but no conversation. */
const showsAny = (shown: Shown, tags: readonly Tag[]): boolean =>
  !isConversation(shown) && tags.some((tag) => (shown ? shown.includes(tag) : tag !== 'talks'))

/** Lists whose first page alone is up to date. */
const patched = new Set<Query>()
const hasPages = ({ state, meta }: Query): boolean =>
  meta?.patch !== undefined && ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) > 1

/**
 * Fetches the queries that show something again, in one request. Each page of a list needs the end of the one before,
 * so a list of several pages would be as many requests: while nobody acts (`isQuiet`) only its first page is read.
 */
const refetchWhere = (isMeant: (shown: Shown) => boolean, isQuiet: boolean): void =>
  readInOneRequest(() => {
    const isPatched = (query: Query) => isQuiet && query.isActive() && hasPages(query)
    for (const query of queryClient.getQueryCache().getAll())
      if (isMeant(query.meta?.tags) && isPatched(query)) {
        patched.add(query)
        // Without an answer the next round asks again.
        void query.meta!.patch!().catch(() => {})
      }
    void queryClient.invalidateQueries({ predicate: (query) => isMeant(query.meta?.tags) && !isPatched(query) })
  })

/** Somebody looks again: the lists of which the first page alone was read are read as a whole. */
function refetchPatched(): void {
  if (patched.size === 0) return
  const queries = new Set(patched)
  patched.clear()
  readInOneRequest(() => void queryClient.invalidateQueries({ predicate: (query) => queries.has(query) }))
}

/** The same for the console, at its paces. */
export function useFreshOperatorData(active: boolean): void {
  const onKind = useRef<(topic: LiveEvent['kind']) => void>(resync)
  useEffect(() => {
    let actedAt = performance.now()
    const isQuiet = () => performance.now() - actedAt >= operatorPace.longest
    const lists = paceRefetches<Tag>((tags) => refetchWhere((shown) => showsAny(shown, tags), isQuiet()), operatorPace)
    const conversations = paceRefetches<Tag>(() => refetchWhere(isConversation, isQuiet()), conversationPace)
    onKind.current = (topic) => {
      if (topic === 'resync') readInOneRequest(resync)
      else lists.changed(topic)
      if (topic === 'talks') conversations.changed(topic)
    }
    const acted = () => {
      actedAt = performance.now()
      refetchPatched()
      lists.acted()
      conversations.acted()
    }
    for (const act of acts) window.addEventListener(act, acted, { passive: true })
    return () => {
      for (const act of acts) window.removeEventListener(act, acted)
      lists.stop()
      conversations.stop()
    }
  }, [])
  useLive(
    useCallback((topic: LiveEvent['kind']) => onKind.current(topic), []),
    active,
    operatorLivePath,
    takePageAge,
  )
}
