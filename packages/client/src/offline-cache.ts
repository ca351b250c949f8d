/**
 * What the merchant last read stays on this phone, to be read again without a connection: answers of endpoints that the contract lets be kept,
 * of one login and one version of the app, some days long and never many.
 */
import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { tokenStore } from './session-storage.ts'
import { queryClient } from './query-client.ts'

const place = 'read'
const longest = 7 * 24 * 3_600_000
const most = { answers: 80, characters: 1_000_000, pages: 2 }
/** Changes that come close together are written once. */
const writeDelay = 2000

type Kept = { key: QueryKey; data: unknown; at: number }
type Snapshot = { owner: string; answers: Kept[] }

const cachedQueries = new Map<string, Kept>()
let owner: string | null = null

/** Names login and version without being of use to anybody; null without a login, or where the browser has no digests. */
async function ownerNow(version: string): Promise<string | null> {
  const token = tokenStore.get()
  if (!token || !window.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${version} ${token}`))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The newest answers, as many as may be kept. */
function newest(): Kept[] {
  let room = most.characters
  return [...cachedQueries.values()]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, most.answers)
    .filter((answer) => Date.now() - answer.at < longest && (room -= JSON.stringify(answer.data).length) > 0)
}

const write = (): Promise<void> =>
  owner ? set(place, { owner, answers: newest() } satisfies Snapshot).catch(() => undefined) : Promise.resolve()

/** A long list is kept from its beginning. */
const beginning = (data: unknown): unknown => {
  const pages = data as InfiniteData<unknown>
  return Array.isArray(pages?.pages) && Array.isArray(pages.pageParams)
    ? { pages: pages.pages.slice(0, most.pages), pageParams: pages.pageParams.slice(0, most.pages) }
    : data
}

/** Brings back what was read before, then keeps what is read from now on. Another login, or none, finds nothing. `version` names the app's code. */
export async function startOfflineCache(version: string): Promise<void> {
  owner = await ownerNow(version)
  const before = await get<Snapshot>(place).catch(() => undefined)
  if (before && before.owner === owner) {
    for (const answer of before.answers) {
      if (Date.now() - answer.at > longest) continue
      cachedQueries.set(JSON.stringify(answer.key), answer)
      queryClient.setQueryData(answer.key, answer.data, { updatedAt: answer.at })
    }
  } else if (before) await del(place).catch(() => undefined)

  let timer: ReturnType<typeof setTimeout> | undefined
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !event.query.meta?.offline) return
    const { queryKey, state } = event.query
    const name = JSON.stringify(queryKey)
    const changed = cachedQueries.get(name)?.data !== state.data
    cachedQueries.set(name, { key: queryKey, data: beginning(state.data), at: state.dataUpdatedAt })
    // The badge answers every few seconds, mostly the same.
    if (changed) timer ??= setTimeout(() => ((timer = undefined), void write()), writeDelay)
  })
  document.addEventListener('visibilitychange', () => (document.hidden ? void write() : undefined))

  let token = tokenStore.get()
  tokenStore.subscribe(() => {
    const now = tokenStore.get()
    if (now === token) return
    token = now
    owner = null
    cachedQueries.clear()
    // The login that comes next may be somebody else's: nothing read under another one is shown to it.
    if (now) {
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.resetQueries()
    }
    void del(place)
      .catch(() => undefined)
      .then(async () => (owner = await ownerNow(version)))
  })
}
