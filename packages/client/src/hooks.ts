import type { ResponseBody, Endpoint, Topic, RequestBody } from '@quayside/contract'
import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { call, Refused, Unreachable } from './call.ts'
import { tokenStore } from './session-storage.ts'
import { useDeferredRows } from './deferred-rows.ts'
import { useLive } from './live.ts'

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

/** Whether this device has a connection, as far as it knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToConnection, () => navigator.onLine)

/** A refusal will not change by asking again; a lost connection may. */
const shouldRetry = (count: number, error: Error) => error instanceof Unreachable && count < 2

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      staleTime: 5_000,
      gcTime: 600_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** When what is shown was read, while it cannot be read anew; an instant in milliseconds. */
const readAt = (query: { dataUpdatedAt: number; failureReason: Error | null }, online: boolean): number | null =>
  query.dataUpdatedAt > 0 && (!online || query.failureReason instanceof Unreachable) ? query.dataUpdatedAt : null

const problem = (error: unknown) => ({
  refusal: error instanceof Refused ? error : null,
  unreachable: error instanceof Unreachable,
})

/** Reads an endpoint and keeps the answer; old data stays while new data comes. */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  options: { enabled?: boolean; pollMs?: number } = {},
) {
  const online = useOnline()
  const query = useQuery<ResponseBody<E>>({
    queryKey: [endpoint.path, input],
    meta: { shows: endpoint.tags, kept: endpoint.offline },
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    // TanStack Query polls only while the page is seen.
    ...(options.pollMs ? { refetchInterval: options.pollMs, staleTime: 0 } : {}),
    placeholderData: keepPreviousData,
  })
  return {
    data: query.data,
    isLoading: query.isLoading,
    /** What is shown answers an earlier question. */
    isPlaceholderData: query.isPlaceholderData,
    asOf: readAt(query, online),
    ...problem(query.error),
    refetch: () => void query.refetch(),
  }
}

type Paged = { list: unknown[]; total: number; cursor?: string | null }
type Item<E extends Endpoint> = ResponseBody<E> extends { list: (infer T)[] } ? T : never

/** Where the next page begins: at a cursor where the list has one, else by its number; null after the last. */
function nextPage(pages: Paged[]): string | number | null {
  const last = pages.at(-1)!
  if (last.cursor !== undefined) return last.cursor
  const read = pages.reduce((n, page) => n + page.list.length, 0)
  return last.list.length > 0 && read < last.total ? pages.length + 1 : null
}

/** Most rows are things with an id. */
const idOf = (row: unknown) => (row as { id: string }).id

/** Reads a long list page by page, each from where the last one ended. `deferredCount` new rows wait above until `showDeferredRows` lets them in. */
export function useApiInfiniteQuery<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  { enabled = true, keyOf = idOf }: { enabled?: boolean; keyOf?: (row: Item<E>) => string } = {},
) {
  const online = useOnline()
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, input, 'pages'],
    meta: { shows: endpoint.tags, kept: endpoint.offline },
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoint,
        {
          ...(input as object),
          ...(typeof pageParam === 'number' ? { page: pageParam } : pageParam ? { cursor: pageParam } : {}),
        } as RequestBody<E>,
        { signal },
      ),
    initialPageParam: null as string | number | null,
    getNextPageParam: (_last, pages) => nextPage(pages as Paged[]),
    enabled,
    placeholderData: keepPreviousData,
  })
  const { shown, deferredCount } = useDeferredRows(
    (query.data?.pages.flatMap((page) => (page as Paged).list) ?? []) as Item<E>[],
    keyOf,
    `${endpoint.path} ${JSON.stringify(input)}`,
    query.isFetching || query.isPlaceholderData,
  )
  const first = query.data?.pages[0] as ResponseBody<E> | undefined
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query
  return {
    rows: shown,
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
    refetch: () => void query.refetch(),
  }
}

/** A key for one intent of one screen; sending it again can do nothing twice. */
export const newKey = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Something the merchant does. `act` answers null when it was refused or nobody answered; `refusal` and `unreachable` say which. A second
 * act while one runs is ignored. With a `key`, a call without answer is sent again under the same key before giving up. A `quiet` act is nothing
 * that the merchant waits for, or shows by itself how far it is.
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, { quiet = false }: { quiet?: boolean } = {}) {
  const running = useRef(false)
  const mutation = useMutation({
    meta: { waitedFor: !quiet },
    mutationFn: async ({ input, key }: { input: RequestBody<E>; key?: string | undefined }) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await call(endpoint, input, { key })
        } catch (error) {
          // Without a key nobody can tell whether the lost one was done: only the merchant may send it again.
          if (!key || attempt >= 3 || !(error instanceof Unreachable)) throw error
          await new Promise((wait) => setTimeout(wait, 1000 * attempt))
        }
      }
    },
  })
  const { mutateAsync } = mutation
  return {
    mutate: useCallback(
      async (input: RequestBody<E>, options: { key?: string } = {}): Promise<ResponseBody<E> | null> => {
        if (running.current) return null
        running.current = true
        try {
          return await mutateAsync({ input, key: options.key })
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

/** Whether the merchant waits for the answer to an act. */
export const useIsMutatingVisibly = (): boolean =>
  useIsMutating({ predicate: ({ meta }) => meta?.['waitedFor'] === true }) > 0

/** Lets everything that was read from these endpoints be read again. */
export const invalidate = (...endpoints: Endpoint[]): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => endpoints.some((endpoint) => endpoint.path === queryKey[0]),
  })

/** Lets everything be read again that shows a part of the shop. */
const invalidateShowing = (kind: Topic): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ meta }) => (meta?.['shows'] as Topic[] | undefined)?.includes(kind) === true,
  })

/** Everything the app has read is kept true: what the server says changed is read again. */
export function useFreshData(active: boolean): void {
  useLive(
    useCallback((kind) => void (kind === 'resync' ? queries.invalidateQueries() : invalidateShowing(kind)), []),
    active,
  )
}
