import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../settings.ts'
import type { Clock } from './clock.ts'
import type { ClockCheck } from './clock-check.ts'
import type { Database } from './postgres.ts'
import type { ChangeListener } from './change-listener.ts'
import type { StatementKey } from './statement-key.ts'
import type { Storage } from './storage.ts'

/** What the modules are given: everything outside the business that they may use. */
export type AppContext = {
  settings: Settings
  db: Database
  clock: Clock
  clockCheck: Pick<ClockCheck, 'isRight' | 'compare' | 'whenRight' | 'start' | 'stop'>
  changes: ChangeListener
  storage: Storage
  statementKey: StatementKey
  log: FastifyBaseLogger
}
