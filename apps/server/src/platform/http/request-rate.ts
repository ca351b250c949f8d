/**
 * The general limit on requests to the APIs: of one caller, and of one network. It is counted in the memory of each
 * copy of the server, since a write to the database for each request would cost more than the request. Limits that
 * protect passwords, codes and money are counted in the database (`rate-limit.ts`), so that they hold over all copies.
 */

/** The largest number of requests in a minute; 0 for no limit. */
export type RequestRates = { caller: number; address: number }

export const rateWindow = 60_000
/** Keys that are counted at once. The oldest is forgotten first. */
const maxKeys = 100_000

export type RateState = { allowed: boolean; policy: string; limit: number; left: number; seconds: number }

/** Counts requests by key in windows of a minute, each beginning with the first request of its key. */
export class RequestRate {
  readonly #policy: string
  readonly #limit: number
  readonly #windows = new Map<string, { until: number; requests: number }>()

  constructor(policy: keyof RequestRates, limit: number) {
    this.#policy = policy
    this.#limit = limit
  }

  /** Counts a request; null without a limit. */
  count(keyOf: () => string, now: number): RateState | null {
    if (this.#limit === 0) return null
    const key = keyOf()
    let window = this.#windows.get(key)
    if (!window || window.until <= now) {
      // Inserted anew, so that the map stays in the order of the ends.
      this.#windows.delete(key)
      window = { until: now + rateWindow, requests: 0 }
      this.#windows.set(key, window)
      if (this.#windows.size > maxKeys) this.#windows.delete(this.#windows.keys().next().value!)
    }
    window.requests += 1
    return {
      allowed: window.requests <= this.#limit,
      policy: this.#policy,
      limit: this.#limit,
      left: Math.max(0, this.#limit - window.requests),
      seconds: Math.ceil((window.until - now) / 1000),
    }
  }
}

/**
 * The headers of a counted request, as draft-ietf-httpapi-ratelimit-headers names them. A refused request also says
 * when to come again.
 */
export const rateHeaders = (state: RateState): Record<string, string> => ({
  'ratelimit-policy': policyOf(state),
  ratelimit: leftOf(state),
  ...(!state.allowed && { 'retry-after': String(state.seconds) }),
})

/** The headers of an allowed request as they are written. */
export const rateLines = (state: RateState): string =>
  `ratelimit-policy: ${policyOf(state)}\r\nratelimit: ${leftOf(state)}\r\n`

const policyOf = ({ policy, limit }: RateState): string => `"${policy}";q=${limit};w=${rateWindow / 1000}`
const leftOf = ({ policy, left, seconds }: RateState): string => `"${policy}";r=${left};t=${seconds}`
