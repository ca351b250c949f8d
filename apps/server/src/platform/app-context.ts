import type pg from 'pg'
import type { Settings } from '../settings.ts'
import type { ChangeListener } from './change-listener.ts'
import type { Clock } from './clock.ts'
import type { ClockCheck } from './clock-check.ts'
import type { Logger } from './logger.ts'
import type { Database } from './postgres.ts'
import type { StatementKey } from './statement-key.ts'
import type { Storage } from './storage.ts'

/** The infrastructure that the modules use. A route reads it from its call, a job gets it as its first argument. */
export type AppContext = {
  settings: Settings
  log: Logger
  db: Database
  /** How many connections `db` has, and how many requests wait for one. */
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  clock: Clock
  clockCheck: Pick<ClockCheck, 'isRight' | 'compare' | 'whenRight' | 'start' | 'stop'>
  changes: ChangeListener
  storage: Storage
  statementKey: StatementKey
}
