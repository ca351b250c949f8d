import { performance } from 'node:perf_hooks'
import type { Topic } from '@quayside/contract'
import type { ChangeListener } from './change-listener.ts'

/** How long a change is remembered, in milliseconds. A page opens its stream within seconds. */
const memory = 60_000
/** What a page read may be this much older than its request: answers of a replica, and the way to the server. */
const margin = 5000

/** What changed in each shop in the last minute, on whichever copy of the server. */
export class RecentChanges {
  readonly #changes: Pick<ChangeListener, 'connected'>
  readonly #now: () => number
  /** Topics of each shop with the time of their last change. */
  #shops = new Map<string, Map<Topic, number>>()
  #knownSince: number
  #swept: number

  constructor(changes: Pick<ChangeListener, 'connected' | 'onChange'>, now = () => performance.now()) {
    this.#changes = changes
    this.#now = now
    this.#knownSince = this.#swept = now()
    changes.onChange((shopId, topics) => {
      if (shopId === null) this.#forget()
      else this.#remember(shopId, topics)
    })
  }

  /**
   * What changed in a shop since a page began to load, `age` milliseconds ago; null when a change may have been missed
   * or forgotten since.
   */
  since(shopId: string, age: number): Topic[] | null {
    const from = this.#now() - age - margin
    if (!this.#changes.connected || !(age >= 0 && age + margin <= memory) || from < this.#knownSince) return null
    return [...(this.#shops.get(shopId) ?? [])].flatMap(([topic, at]) => (at >= from ? [topic] : []))
  }

  #forget(): void {
    this.#shops.clear()
    this.#knownSince = this.#now()
  }

  #remember(shopId: string, topics: readonly Topic[]): void {
    const at = this.#now()
    const of = this.#shops.get(shopId) ?? new Map<Topic, number>()
    for (const topic of topics) of.set(topic, at)
    this.#shops.set(shopId, of)
    if (at - this.#swept < memory) return
    this.#swept = at
    for (const [id, one] of this.#shops)
      if ([...one.values()].every((last) => last < at - memory)) this.#shops.delete(id)
  }
}
