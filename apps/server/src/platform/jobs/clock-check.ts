import type { Clock } from './clock.ts'
import type { Logger } from '../observability/logger.ts'
import { queryOne, sql, type Database } from '../database/postgres.ts'

/** The largest allowed difference between this machine's clock and the database's, in milliseconds. */
const allowed = 60_000
/** Milliseconds between two comparisons. */
const compareEvery = 30_000
/** Milliseconds for which a comparison serves jobs. */
const comparedFor = 5000

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
  /** When the clocks were compared last, by both clocks of this machine: the one of the day, and the monotonic one. */
  #compared = { at: 0, elapsed: -Infinity }
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
    return this.note(row!.now)
  }

  /** Compares with the time of the database that a statement has just told. Returns whether the clock is right. */
  note(atDatabase: Date): boolean {
    const before = this.isRight
    const at = this.#clock.now().getTime()
    this.#compared = { at, elapsed: performance.now() }
    this.ahead = at - atDatabase.getTime()
    if (before && !this.isRight)
      this.#log.error(
        { secondsAhead: Math.round(this.ahead / 1000) },
        'clock: differs from the database, money requests and jobs are stopped',
      )
    return this.isRight
  }

  /**
   * Runs `work` when the clock is right. Throws otherwise, so that a job is tried again later. A comparison serves all
   * jobs for some seconds, as long as nobody has set this machine's clock since.
   */
  async whenRight<T>(work: () => Promise<T>): Promise<T> {
    const { at, elapsed } = this.#compared
    const since = performance.now() - elapsed
    const isSet = Math.abs(this.#clock.now().getTime() - at - since) > allowed / 2
    const isRight = since < comparedFor && !isSet ? this.isRight : await this.compare()
    if (!isRight) throw new Error(`clock: ${Math.round(this.ahead / 1000)} s ahead of the database`)
    return work()
  }
}

/** For the clocks of tests: always right. */
export const uncheckedClock: Pick<ClockCheck, 'isRight' | 'compare' | 'note' | 'whenRight' | 'start' | 'stop'> = {
  isRight: true,
  compare: async () => true,
  note: () => true,
  whenRight: (work) => work(),
  start: async () => undefined,
  stop: () => undefined,
}
