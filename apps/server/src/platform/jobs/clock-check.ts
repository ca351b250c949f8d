import type { Clock } from './clock.ts'
import type { Logger } from '../observability/logger.ts'
import { queryOne, sql, type Database } from '../database/postgres.ts'

/** The largest allowed difference between this machine's clock and the database's, in milliseconds. */
const allowed = 60_000
/** Milliseconds between two comparisons. */
const compareEvery = 30_000

/**
 * Compares this machine's clock with the database's. A clock that is wrong by days would cancel orders just paid
 * and book money into another month.
 * A server whose clock differs by more than a minute therefore refuses money requests and runs no jobs.
 */
export class ClockCheck {
  /** Milliseconds by which this clock is ahead; negative when it is behind. */
  ahead = 0
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Pick<Logger, 'error'>
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, clock: Clock, log: Pick<Logger, 'error'>) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  get isRight(): boolean {
    return Math.abs(this.ahead) <= allowed
  }

  /** Compares now, and then every 30 seconds until `stop`. */
  async start(): Promise<void> {
    await this.compare()
    this.#timer = setInterval(() => void this.compare().catch(() => undefined), compareEvery)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Returns whether the clock is right. Throws when the database cannot be reached. */
  async compare(): Promise<boolean> {
    const row = await queryOne(this.#db, sql<{ now: Date }>`select clock_timestamp() as now`)
    const before = this.isRight
    this.ahead = this.#clock.now().getTime() - row!.now.getTime()
    if (before && !this.isRight)
      this.#log.error(
        { secondsAhead: Math.round(this.ahead / 1000) },
        'clock: differs from the database, money requests and jobs are stopped',
      )
    return this.isRight
  }

  /** Runs `work` when the clock is right. Throws otherwise, so that a job is tried again later. */
  async whenRight<T>(work: () => Promise<T>): Promise<T> {
    if (!(await this.compare())) throw new Error(`clock: ${Math.round(this.ahead / 1000)} s ahead of the database`)
    return work()
  }
}

/** For the clocks of tests: always right. */
export const uncheckedClock: Pick<ClockCheck, 'isRight' | 'compare' | 'whenRight' | 'start' | 'stop'> = {
  isRight: true,
  compare: async () => true,
  whenRight: (work) => work(),
  start: async () => undefined,
  stop: () => undefined,
}
