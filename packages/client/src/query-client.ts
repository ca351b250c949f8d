/** The cache of responses: how long they stay fresh, and what makes the app fetch them again. */
import type { Endpoint, Tag } from '@quayside/contract'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Refused, Unreachable } from './call.ts'
import { useLive } from './live.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { tags?: readonly Tag[] | undefined; offline?: boolean | undefined }
    mutationMeta: { visible?: boolean; changes?: readonly Tag[] | undefined; awaitRefetch?: boolean }
  }
}

/** Marks every query as stale that shows one of these parts of the shop, and fetches those on screen again. */
export const invalidateTags = (tags: readonly Tag[] = []): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.tags?.some((tag) => tags.includes(tag)) === true })

/** After a `call` outside a mutation: fetches again what the endpoint changes. */
export const invalidateChanges = (endpoint: Endpoint): Promise<void> => invalidateTags(endpoint.changes)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays the same; a lost connection may come back.
      retry: (count, error) => error instanceof Unreachable && count < 2,
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
      const refetch = invalidateTags(meta?.changes)
      return meta?.awaitRefetch ? refetch : undefined
    },
    onError: (error, _variables, _context, { meta }) => {
      // A refusal often means that the screen shows stale data. After a 401 there is no session to fetch with.
      if (error instanceof Refused && error.status !== 401) void invalidateTags(meta?.changes)
    },
  }),
})

/** Keeps what the app shows up to date: a live event makes it fetch every query of that topic again. */
export function useFreshData(active: boolean): void {
  useLive(
    useCallback((topic) => void (topic === 'resync' ? queryClient.invalidateQueries() : invalidateTags([topic])), []),
    active,
  )
}
