import { performance } from 'node:perf_hooks'
import type { Topic } from '@quayside/contract'
import type { ChangeListener } from './change-listener.ts'

/** How long a change is remembered, in milliseconds. A page opens its stream within seconds. */
const memory = 60_000
/** What a page read may be this much older than its request: answers of a replica, and the way to the server. */
const margin = 5000

type Changes<T> = Pick<ChangeListener, 'connected'> & {
  /** Hears of each change; null means that some may have been missed. */
  onChange: (listener: (key: string | null, topics: readonly T[]) => void) => void
}

/**
 * What changed in the last minute under each key, on whichever copy of the server. The key is a shop, or the same one
 * for everything that operators see.
 */
export class RecentChanges<T extends string = Topic> {
  readonly #changes: Pick<ChangeListener, 'connected'>
  readonly #now: () => number
  /** Topics of each key with the time of their last change. */
  #keys = new Map<string, Map<T, number>>()
  #knownSince: number
  #swept: number

  constructor(changes: Changes<T>, now = () => performance.now()) {
    this.#changes = changes
    this.#now = now
    this.#knownSince = this.#swept = now()
    changes.onChange((key, topics) => {
      if (key === null) this.#forget()
      else this.#remember(key, topics)
    })
  }

  /**
   * What changed under a key since a page began to load, `age` milliseconds ago; null when a change may have been
   * missed or forgotten since.
   */
  since(key: string, age: number): T[] | null {
    const from = this.#now() - age - margin
    if (!this.#changes.connected || !(age >= 0 && age + margin <= memory) || from < this.#knownSince) return null
    return [...(this.#keys.get(key) ?? [])].flatMap(([topic, at]) => (at >= from ? [topic] : []))
  }

  #forget(): void {
    this.#keys.clear()
    this.#knownSince = this.#now()
  }

  #remember(key: string, topics: readonly T[]): void {
    const at = this.#now()
    const of = this.#keys.get(key) ?? new Map<T, number>()
    for (const topic of topics) of.set(topic, at)
    this.#keys.set(key, of)
    if (at - this.#swept < memory) return
    this.#swept = at
    for (const [id, one] of this.#keys) if ([...one.values()].every((last) => last < at - memory)) this.#keys.delete(id)
  }
}
