/**
 * Stores query results on the device, so that a merchant can read them without a connection. It stores only results
 * of endpoints with `offline: true`, for one login and one version of the app, limited in age, number and size. The
 * reasons, and the part of TanStack's library: docs/decisions/0017-offline-cache.md.
 */
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  type PersistedClient,
  type Persister,
} from '@tanstack/query-persist-client-core'
import type { InfiniteData } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { queryClient } from './query-client.ts'
import { proofKey, tokenStore } from './session-storage.ts'

type StoredQuery = PersistedClient['clientState']['queries'][number]

const storageKey = 'read'
/** In milliseconds. */
const maxAge = 7 * 24 * 3_600_000
const maxQueries = 80
/** Limit for all results together, as JSON. */
const maxCharacters = 1_000_000
/** Number of stored pages of a long list, from the first. */
const maxPages = 2
/** Changes within this time are saved together. In milliseconds. */
const saveDelay = 2000

/** Login and app version of the stored results. Null without a login. */
let owner: string | null = null
/** All stored results by the hash of their query. The query client drops unused results from memory after minutes. */
const stored = new Map<string, StoredQuery>()

/** A hash of login and version. Null without a login, and in a browser without digests. */
export async function hashOwner(version: string): Promise<string | null> {
  const token = tokenStore.get()
  if (!token || !window.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${version} ${token}`))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isRecent = ({ state }: StoredQuery): boolean => Date.now() - state.dataUpdatedAt < maxAge

/** The newest stored results, within the limits. */
function newestQueries(): StoredQuery[] {
  let room = maxCharacters
  return [...stored.values()]
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, maxQueries)
    .filter((query) => isRecent(query) && (room -= JSON.stringify(query.state.data).length) > 0)
}

const persister: Persister = {
  async persistClient(client) {
    for (const query of client.clientState.queries) stored.set(query.queryHash, query)
    await set(storageKey, { ...client, clientState: { mutations: [], queries: newestQueries() } })
  },
  async restoreClient() {
    const client = await get<PersistedClient>(storageKey)
    if (!client?.timestamp || client.buster !== owner) return client
    const queries = client.clientState.queries.filter(isRecent)
    for (const query of queries) stored.set(query.queryHash, query)
    return { ...client, clientState: { mutations: [], queries } }
  },
  removeClient: () => del(storageKey),
}

/** The first pages of a long list; any other result unchanged. */
const firstPages = (data: unknown): unknown => {
  const pages = data as InfiniteData<unknown>
  return Array.isArray(pages?.pages) && Array.isArray(pages.pageParams)
    ? { pages: pages.pages.slice(0, maxPages), pageParams: pages.pageParams.slice(0, maxPages) }
    : data
}

async function save(): Promise<void> {
  if (!owner) return
  await persistQueryClientSave({
    queryClient,
    persister,
    buster: owner,
    dehydrateOptions: {
      // A mutation may contain a password.
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ meta, state }) => meta?.offline === true && state.status === 'success',
      serializeData: firstPages,
    },
  }).catch(() => undefined)
}

/**
 * Restores the results of this login and version, then saves new ones. Deletes those of another login or version.
 * `version` identifies the app's code.
 */
export async function startOfflineCache(version: string): Promise<void> {
  owner = await hashOwner(version)
  await persistQueryClientRestore({
    queryClient,
    persister,
    buster: owner ?? '',
    maxAge,
    hydrateOptions: { defaultOptions: { queries: { gcTime: queryClient.getDefaultOptions().queries?.gcTime } } },
  }).catch(() => undefined)

  let timer: ReturnType<typeof setTimeout> | undefined
  const lastData = new WeakMap<object, unknown>()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !query.meta?.offline) return
    // Polling mostly returns the same data.
    if (lastData.get(query) === query.state.data) return
    lastData.set(query, query.state.data)
    timer ??= setTimeout(() => ((timer = undefined), void save()), saveDelay)
  })
  document.addEventListener('visibilitychange', () => (document.hidden ? void save() : undefined))

  let token = tokenStore.get()
  tokenStore.subscribe(() => {
    const current = tokenStore.get()
    if (current === token) return
    token = current
    owner = null
    stored.clear()
    // The next login may belong to another merchant, who must not see results of this one.
    if (current) {
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.resetQueries()
    }
    void del(proofKey).catch(() => undefined)
    void del(storageKey)
      .catch(() => undefined)
      .then(async () => (owner = await hashOwner(version)))
  })
}
