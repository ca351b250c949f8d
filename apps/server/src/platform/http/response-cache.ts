import type { Endpoint, Topic } from '@quayside/contract'
import type { FastifyRequest } from 'fastify'
import type { JsonResponse } from './json-response.ts'
import type { ChangeListener } from '../events/change-listener.ts'

/**
 * The cache key of a request; null for a request with a parameter outside `parameters`.
 * A new filter is therefore not cached until its route says so. An endpoint and its alias share their entries.
 * Of a POST only the request without any input is cached.
 */
export function cacheKeyOf(
  endpoint: Endpoint,
  parameters: readonly string[],
  request: Pick<FastifyRequest, 'query' | 'url' | 'body'>,
): string | null {
  if (endpoint.method !== 'GET') return isEmpty(request.query) && isEmpty(request.body) ? endpoint.path : null
  if (!Object.keys(request.query as object).every((name) => parameters.includes(name))) return null
  const start = request.url.indexOf('?')
  return `${endpoint.path} ${start === -1 ? '' : request.url.slice(start + 1)}`
}

/** Whether an input has no field. A body that is no object is for the schema to refuse. */
function isEmpty(input: unknown): boolean {
  if (input === undefined) return true
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  for (const _name in input) return false
  return true
}

type Stored<T> = { response: T; storedAt: number; until: number }

/**
 * Responses in memory, for requests that every open app sends every few seconds; or `T`, a part of responses that
 * takes long to make.
 * A change of the shop removes its responses. A response that was computed during a change is not stored.
 * While the change listener is disconnected, the cache stores and returns nothing. No response is older than `maxAge`,
 * and none outlives its own end, such as the midnight of a shop.
 */
export class ResponseCache<T = JsonResponse> {
  readonly #changes: ChangeListener
  readonly #shops = new Map<string, { generation: number; entries: Map<string, Stored<T>> }>()
  static readonly maxShops = 20_000
  static readonly maxPerShop = 16
  /** Longest age of a stored response in milliseconds: the bound on the effect of a lost notification. */
  static readonly maxAge = 60_000

  constructor(changes: ChangeListener, dropsOn: readonly Topic[]) {
    this.#changes = changes
    changes.onChange((shopId, kinds) => {
      if (shopId === null) this.#shops.clear()
      else if (kinds.some((kind) => dropsOn.includes(kind))) this.#drop(shopId)
    })
  }

  /** `now`: the time of the server's clock, in epoch milliseconds. */
  get(shopId: string, key: string, now: number): T | undefined {
    const stored = this.#changes.connected ? this.#shops.get(shopId)?.entries.get(key) : undefined
    return stored && now < stored.until && performance.now() - stored.storedAt < ResponseCache.maxAge
      ? stored.response
      : undefined
  }

  /**
   * Call it before the response is computed. The returned function stores the response, unless the shop has changed
   * since then. `until`: from this instant of the server's clock on, the response is no longer right.
   */
  open(shopId: string, key: string): (response: T, until: Date | null) => void {
    if (!this.#changes.connected) return () => undefined
    let shop = this.#shops.get(shopId)
    if (!shop) {
      // Removes the shop that was added first: a Map keeps the order of insertion.
      if (this.#shops.size >= ResponseCache.maxShops) this.#shops.delete(this.#shops.keys().next().value!)
      shop = { generation: 0, entries: new Map() }
      this.#shops.set(shopId, shop)
    }
    const { generation } = shop
    return (response, until) => {
      const now = this.#shops.get(shopId)
      if (!this.#changes.connected || now !== shop || now.generation !== generation) return
      if (now.entries.size >= ResponseCache.maxPerShop) now.entries.clear()
      now.entries.set(key, {
        response,
        storedAt: performance.now(),
        until: until?.getTime() ?? Number.POSITIVE_INFINITY,
      })
    }
  }

  #drop(shopId: string): void {
    const shop = this.#shops.get(shopId)
    if (!shop) return
    shop.generation += 1
    shop.entries.clear()
  }
}
