/**
 * Which operator is looking at what, so that an open page is one look in the audit: it reads the same again whenever
 * something changes. A look begins a visit; each further read of the same prolongs it, and after a quiet time the next
 * one is another look. Each copy of the server knows its own visits, so a look can have a row for each copy.
 */
import { minutes } from '../jobs/clock.ts'

export const visitGap = minutes(15)
/** Beyond this number, visits that have ended are forgotten. */
const maxVisits = 10_000

export class AuditVisits {
  readonly #open = new Map<string, { until: number; written: Promise<unknown> }>()

  /**
   * Calls `write` unless `key` names a visit that is going on. Whoever joins a visit waits until its row is written; a
   * row that could not be written begins no visit.
   */
  async once(key: string, now: number, write: () => Promise<unknown>): Promise<void> {
    const visit = this.#open.get(key)
    if (visit && now < visit.until) {
      visit.until = now + visitGap
      await visit.written
      return
    }
    this.#forgetEnded(now)
    const written = write()
    this.#open.set(key, { until: now + visitGap, written })
    await written.catch((error: unknown) => {
      this.#open.delete(key)
      throw error
    })
  }

  #forgetEnded(now: number): void {
    if (this.#open.size < maxVisits) return
    for (const [key, { until }] of this.#open) if (until <= now) this.#open.delete(key)
    // All of them are going on: the next read of each is a look of its own.
    if (this.#open.size >= maxVisits) this.#open.clear()
  }
}
