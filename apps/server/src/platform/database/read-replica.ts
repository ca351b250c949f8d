/**
 * Reads on a streaming replica (DATABASE_READ_URL). A replica replays what the primary has committed a moment ago, so
 * a reader goes to the primary while the replica lags, and for some seconds after an act of the same person or a
 * change of the same shop.
 */
import type { ChangeListener } from '../events/change-listener.ts'
import type { Logger } from '../observability/logger.ts'
import { StatementNames } from './named-statements.ts'
import { isDatabaseBusy, isDatabaseDown, openDatabase, openPool, queryOne, sql, type Database } from './postgres.ts'

/** Milliseconds: between two measurements, the longest lag, and how long a person or shop reads on the primary. */
const defaultTimes = { interval: 500, maxLag: 2000, afterAct: 5000 }
/** Persons and shops whose last act is kept in memory. */
const maxActs = 50_000

/** Runs a read where its reader may read. */
export type Reader = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/** The reader of a download for a person or a shop, with or without a replica. */
export const readerFor = (ctx: { db: Database; replica: ReadReplica | null }, ids: readonly string[]): Reader =>
  ctx.replica?.reader(ids) ?? ((work) => work(ctx.db))

export class ReadReplica {
  readonly db: Database
  readonly #primary: Database
  readonly #log: Pick<Logger, 'warn' | 'info'>
  readonly #times: typeof defaultTimes
  /** The newest moment up to which the replica has replayed everything. */
  #replayedAt = Number.NEGATIVE_INFINITY
  #usable = false
  /** Positions of the primary's log that the replica has not reached yet, the oldest first. */
  #positions: { at: number; lsn: string }[] = []
  /** Time of the last act, by the id of a person or shop. */
  readonly #acts = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #measuring: Promise<void> | undefined

  constructor(
    url: string,
    primary: Database,
    changes: ChangeListener,
    {
      log,
      poolSize,
      names = false,
      times = defaultTimes,
    }: { log: Logger; poolSize: number; names?: boolean; times?: typeof defaultTimes },
  ) {
    this.db = openDatabase(
      openPool(url, {
        max: poolSize,
        names: names ? new StatementNames(log) : null,
        setting: 'DATABASE_READ_URL',
        log: (error) => log.warn({ err: error }, 'replica: a connection was lost'),
      }),
    )
    this.#primary = primary
    this.#log = log
    this.#times = times
    changes.onChange((shopId) => {
      // Null: any change may have been missed.
      if (shopId === null) this.#replayedAt = Number.NEGATIVE_INFINITY
      else this.noteAct(shopId)
    })
  }

  async start(): Promise<void> {
    await this.#measure()
    this.#timer = setInterval(() => {
      this.#measuring ??= this.#measure().finally(() => (this.#measuring = undefined))
    }, this.#times.interval)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#measuring
    await this.db.destroy()
  }

  /** Notes that a person has acted, or that a shop has changed. */
  noteAct(id: string): void {
    this.#acts.delete(id)
    if (this.#acts.size >= maxActs) this.#acts.delete(this.#acts.keys().next().value!)
    this.#acts.set(id, performance.now())
  }

  /** Whether a reader with these ids may read on the replica now. */
  serves(ids: readonly string[]): boolean {
    const now = performance.now()
    return (
      now - this.#replayedAt <= this.#times.maxLag &&
      ids.every((id) => now - (this.#acts.get(id) ?? Number.NEGATIVE_INFINITY) > this.#times.afterAct)
    )
  }

  /**
   * Runs a read on the replica if it may, otherwise on the primary. When the replica is down, ends the query because
   * of a conflict with its replay, or refuses it as a write, the read is repeated on the primary.
   */
  read<T>(ids: readonly string[], work: (db: Database) => Promise<T>): Promise<T> {
    return this.reader(ids)(work)
  }

  /**
   * The same for a download that reads page after page. Once it reads on the primary it stays there, so that no page
   * lacks what an earlier one has seen.
   */
  reader(ids: readonly string[]): Reader {
    let onReplica = this.serves(ids)
    return async (work) => {
      if (onReplica)
        try {
          return await work(this.db)
        } catch (error) {
          const code = (error as { code?: unknown } | null)?.code
          if (!isDatabaseDown(error) && !isDatabaseBusy(error) && code !== '25006') throw error
          this.#log.warn({ err: error }, 'replica: a read is repeated on the primary')
          onReplica = false
        }
      return work(this.#primary)
    }
  }

  /** The clock of the replica says nothing on a quiet database, so positions in the log are compared. */
  async #measure(): Promise<void> {
    const at = performance.now()
    try {
      const { lsn } = (await queryOne(
        this.#primary,
        sql<{ lsn: string }>`select coalesce(pg_current_wal_lsn()::text, '') as lsn`,
      ))!
      this.#positions.push({ at, lsn })
      const { reached } = (await queryOne(
        this.db,
        sql<{ reached: number }>`select coalesce(max(p.n), 0)::int as reached
          from unnest(${this.#positions.map((position) => position.lsn)}::pg_lsn[]) with ordinality p (lsn, n)
          where p.lsn <= pg_last_wal_replay_lsn()`,
      ))!
      if (reached > 0) this.#replayedAt = this.#positions[reached - 1]!.at
      this.#positions = this.#positions.slice(reached).slice(-100)
    } catch (error) {
      this.#log.warn({ err: error }, 'replica: its lag cannot be measured')
    }
    const usable = performance.now() - this.#replayedAt <= this.#times.maxLag
    if (usable !== this.#usable)
      this.#log.info({ usable }, usable ? 'replica: reads go there' : 'replica: it lags, reads go to the primary')
    this.#usable = usable
  }
}
