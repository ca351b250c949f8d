import type pg from 'pg'
import type { Settings } from '../settings.ts'
import type { BusinessSettings } from './business-settings.ts'
import type { ChangeListener } from './events/change-listener.ts'
import type { Clock } from './jobs/clock.ts'
import type { ClockCheck } from './jobs/clock-check.ts'
import type { Keys } from './security/keys.ts'
import type { Logger } from './observability/logger.ts'
import type { StatementNames } from './database/named-statements.ts'
import type { ConcurrencyLimit } from './database/concurrency.ts'
import type { Database } from './database/postgres.ts'
import type { ReadReplica } from './database/read-replica.ts'
import type { StatementKey } from './security/statement-key.ts'
import type { Storage } from './files/storage.ts'

/** The infrastructure that the modules use. A route reads it from its call, a job gets it as its first argument. */
export type AppContext = {
  /** Settings of the deployment, from the environment. */
  settings: Settings
  /** Settings that two people sign. */
  business: BusinessSettings
  log: Logger
  db: Database
  /** Null without a replica. */
  replica: ReadReplica | null
  /** How many connections `db` has, and how many requests wait for one. */
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'connect'>
  /** The names of the statements of `db`; null if they have none. */
  statementNames: StatementNames | null
  /**
   * Turns of searches by callers who are not logged in, of the pages and of the API together. Each takes up to three
   * connections of the pool; the rest stays for those who are logged in.
   */
  searches: ConcurrencyLimit
  clock: Clock
  clockCheck: Pick<ClockCheck, 'isRight' | 'compare' | 'note' | 'whenRight' | 'start' | 'stop'>
  changes: ChangeListener
  storage: Storage
  keys: Keys
  statementKey: StatementKey
}
