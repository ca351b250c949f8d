import type { ResponseBody, Endpoint, RequestBody } from '@quayside/contract'
import { keepPreviousData, useInfiniteQuery, useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { call, headers, Refused, Unreachable } from './call.ts'
import { forgetRefusal, pollInterval, queryClient, retryOf } from './query-client.ts'
import { takePrefetchedData } from './prefetched-responses.ts'
import { requestOf, type ApiQuery, type FirstQuery } from './request.ts'
import { tokenStore } from './session-storage.ts'
import { useDeferredRows } from './deferred-rows.ts'
import { joinFirstPage, type Pages } from './join-first-page.ts'

/** The session token of this device; null when nobody is logged in. */
export const useToken = (): string | null => useSyncExternalStore(tokenStore.subscribe, tokenStore.get)

const subscribeToConnection = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether this device has a connection, according to the browser. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToConnection, () => navigator.onLine)

/**
 * The time of the displayed data in epoch milliseconds, while it cannot be refreshed; else null. An attempt that is
 * repeated is no reason yet: a server that starts again answers some seconds later.
 */
const readAt = (query: { dataUpdatedAt: number; error: Error | null }, online: boolean): number | null =>
  query.dataUpdatedAt > 0 && (!online || query.error instanceof Unreachable) ? query.dataUpdatedAt : null

const problem = (error: unknown) => ({
  refusal: error instanceof Refused ? error : null,
  unreachable: error instanceof Unreachable,
})

const queryKeyOf = <E extends Endpoint>(endpoint: E, input: RequestBody<E>) => [endpoint.path, input]

const pagesKeyOf = <E extends Endpoint>(endpoint: E, input: RequestBody<E>) => [endpoint.path, input, 'pages']
const metaOf = ({ tags, offline }: Endpoint) => ({ tags, offline })

/** The options of a query, without those of one screen. */
export const queryOptions = <E extends Endpoint>(endpoint: E, input: RequestBody<E>) => ({
  queryKey: queryKeyOf(endpoint, input),
  meta: metaOf(endpoint),
  retry: retryOf(queryKeyOf(endpoint, input)),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal, query: true, cached: true }),
})

/** Milliseconds in which a query is not sent ahead a second time. */
const prefetchedAge = 60_000

/** Sends a query ahead, for an item that is probably opened next. */
export const prefetchQuery = ([endpoint, input]: ApiQuery): void =>
  void queryClient.prefetchQuery({ ...queryOptions(endpoint, input), staleTime: prefetchedAge })

/**
 * Puts the responses that the page has requested before the app ran into the cache, so that the first rendering has
 * them. Resolves when all have arrived. Results that the device has kept are shown at once, and their queries fetch.
 */
export async function seedQueries(queries: readonly FirstQuery[]): Promise<void> {
  await Promise.all(
    queries.map(async ([endpoint, input, pages]) => {
      const queryKey = pages ? pagesKeyOf(endpoint, input) : queryKeyOf(endpoint, input)
      if (queryClient.getQueryData(queryKey) !== undefined) return
      const data = await takePrefetchedData(requestOf(endpoint, input), headers()).catch(() => undefined)
      if (data === undefined) return
      const options = { queryKey, meta: metaOf(endpoint), queryFn: () => data }
      await (pages
        ? queryClient.prefetchInfiniteQuery({ ...options, initialPageParam: null })
        : queryClient.prefetchQuery(options))
    }),
  )
}

/** Fetches an endpoint and caches the response; the previous data stays visible while new data loads. */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  { enabled = true, pollMs }: { enabled?: boolean; pollMs?: number } = {},
) {
  const online = useOnline()
  const [slower] = useState(() => 1 + Math.random())
  const query = useQuery<ResponseBody<E>>({
    ...queryOptions(endpoint, input),
    enabled,
    // TanStack Query polls only while the page is visible.
    ...(pollMs ? { refetchInterval: (polled) => pollInterval(polled, pollMs, slower), staleTime: 0 } : {}),
    placeholderData: keepPreviousData,
  })
  return {
    data: query.data,
    isLoading: query.isLoading,
    /** The data belongs to the previous input. */
    isPlaceholderData: query.isPlaceholderData,
    asOf: readAt(query, online),
    ...problem(query.error),
    refetch: () => {
      forgetRefusal(queryKeyOf(endpoint, input))
      void query.refetch()
    },
  }
}

type Paged = { list: unknown[]; total: number; cursor?: string | null }
type Item<E extends Endpoint> = ResponseBody<E> extends { list: (infer T)[] } ? T : never

/** The parameter of the next page: a cursor if the list has one, else a page number; null after the last page. */
function nextPage(pages: Paged[]): string | number | null {
  const last = pages.at(-1)!
  if (last.cursor !== undefined) return last.cursor
  const read = pages.reduce((n, page) => n + page.list.length, 0)
  return last.list.length > 0 && read < last.total ? pages.length + 1 : null
}

/** The key of a row, unless a list gives its own. */
const idOf = (row: unknown) => (row as { id: string }).id

/** Reads the first page of a list again, and joins it to the rows below. What cannot be joined is read as a whole. */
async function patchFirstPage<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  keyOf: (row: Item<E>) => string,
): Promise<void> {
  const queryKey = pagesKeyOf(endpoint, input)
  const before = queryClient.getQueryData<Pages<Item<E>>>(queryKey)
  const first = (await call(endpoint, input, { query: true, cached: true })) as Pages<Item<E>>['pages'][number]
  // Whatever was read meanwhile is as new.
  if (!before || queryClient.getQueryData(queryKey) !== before) return
  const joined = joinFirstPage(before, first, keyOf)
  if (joined) queryClient.setQueryData(queryKey, joined)
  else await queryClient.invalidateQueries({ queryKey })
}

/**
 * Fetches a long list page by page. `deferredCount` new rows wait above the list until `showDeferredRows` shows them.
 */
export function useApiInfiniteQuery<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  { enabled = true, keyOf = idOf }: { enabled?: boolean; keyOf?: (row: Item<E>) => string } = {},
) {
  const online = useOnline()
  const queryKey = pagesKeyOf(endpoint, input)
  const query = useInfiniteQuery({
    queryKey,
    meta: { ...metaOf(endpoint), patch: () => patchFirstPage(endpoint, input, keyOf) },
    retry: retryOf(queryKey),
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoint,
        {
          ...(input as object),
          ...(typeof pageParam === 'number' ? { page: pageParam } : pageParam ? { cursor: pageParam } : {}),
        } as RequestBody<E>,
        { signal, query: true, cached: true },
      ),
    initialPageParam: null as string | number | null,
    getNextPageParam: (_last, pages) => nextPage(pages as Paged[]),
    enabled,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  // The same list as long as its pages are: a list of thousands of rows is not read again at each press of a key.
  const allRows = useMemo(() => (data?.pages.flatMap((page) => (page as Paged).list) ?? []) as Item<E>[], [data])
  const { shown, deferredCount } = useDeferredRows(
    allRows,
    keyOf,
    `${endpoint.path} ${JSON.stringify(input)}`,
    query.isFetching || query.isPlaceholderData,
  )
  const first = query.data?.pages[0] as ResponseBody<E> | undefined
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query
  return {
    rows: shown,
    /** Also the deferred ones: for a history, under which nobody aims at a row. */
    allRows,
    keyOf,
    deferredCount,
    first,
    total: (first as Paged | undefined)?.total ?? 0,
    isLoading: query.isLoading,
    isPlaceholderData: query.isPlaceholderData,
    asOf: readAt(query, online),
    isFetchingNextPage: isFetchingNextPage,
    done: !hasNextPage,
    fetchNextPage: useCallback(
      () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
      [hasNextPage, isFetchingNextPage, fetchNextPage],
    ),
    ...problem(query.error),
    refetch: () => {
      forgetRefusal(queryKey)
      void query.refetch()
    },
  }
}

/** A new idempotency key, or id of an object that the app creates. */
export const newKey = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type MutationOptions = {
  /** The merchant does not wait for the response, or the screen shows the progress by itself. */
  quiet?: boolean
  /**
   * The mutation stays pending until the queries that it changed are fetched again: for a form that closes onto them.
   */
  awaitRefetch?: boolean
}

/** The options of a mutation. With a `key`, a call without a response is sent again under the same key. */
export const mutationOptions = <E extends Endpoint>(
  endpoint: E,
  { quiet = false, awaitRefetch = false }: MutationOptions = {},
) => ({
  meta: {
    visible: !quiet,
    changes: endpoint.changes,
    awaitRefetch,
    operator: endpoint.api === 'platform',
  },
  mutationFn: async ({ input, key }: { input: RequestBody<E>; key?: string | undefined }): Promise<ResponseBody<E>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call(endpoint, input, { key })
      } catch (error) {
        // Without a key nobody can tell whether the server did it, so only the merchant may send it again.
        if (!key || attempt >= 3 || !(error instanceof Unreachable)) throw error
        await new Promise((wait) => setTimeout(wait, 1000 * attempt))
      }
    }
  },
})

/**
 * Sends a mutation. `mutate` returns null when the server refused it or did not respond; `refusal` and `unreachable`
 * say which. A second `mutate` while one runs is ignored. Afterwards every query that shows what the endpoint
 * `changes` is fetched again.
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, options?: MutationOptions) {
  const running = useRef(false)
  const mutation = useMutation(mutationOptions(endpoint, options))
  const { mutateAsync } = mutation
  return {
    mutate: useCallback(
      async (input: RequestBody<E>, { key }: { key?: string } = {}): Promise<ResponseBody<E> | null> => {
        if (running.current) return null
        running.current = true
        try {
          return await mutateAsync({ input, key })
        } catch {
          return null
        } finally {
          running.current = false
        }
      },
      [mutateAsync],
    ),
    isPending: mutation.isPending,
    ...problem(mutation.error),
    reset: mutation.reset,
  }
}

/** Whether a mutation runs that the merchant waits for. */
export const useIsMutatingVisibly = (): boolean =>
  useIsMutating({ predicate: ({ meta }) => meta?.visible === true }) > 0
