/**
 * The clock of a demo's past. It stands until it is moved. Each piece of work runs at a time of its own, so that shops
 * trade at the same time and still each at their hours.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../../apps/server/src/platform/jobs/clock.ts'

export class MovingClock implements Clock {
  #now: number
  readonly #own = new AsyncLocalStorage<{ now: number }>()

  constructor(start: Date) {
    this.#now = start.getTime()
  }

  readonly now = (): Date => new Date(this.#own.getStore()?.now ?? this.#now)

  /** Runs `work`, and all that it causes, at this time. */
  at<T>(time: number, work: () => Promise<T>): Promise<T> {
    return this.#own.run({ now: time }, work)
  }

  /** Lets time pass: for the work that runs at a time of its own, otherwise for all. */
  readonly pass = async (milliseconds: number): Promise<void> => {
    const own = this.#own.getStore()
    if (own) own.now += milliseconds
    else this.#now += milliseconds
  }

  /** Moves the clock forward. It never goes back. */
  moveTo(time: number): void {
    this.#now = Math.max(this.#now, time)
  }
}
