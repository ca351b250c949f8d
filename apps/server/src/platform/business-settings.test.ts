/** How the signed settings are kept in memory when the database does not answer. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { testSettings } from '../../test/server.ts'
import { BusinessSettings } from './business-settings.ts'
import type { ChangeListener } from './events/change-listener.ts'
import type { Queryable } from './database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('a read that fails in a busy moment is repeated, and is an error when the versions may be too old', async () => {
  const state = { isFailing: false, reads: 0 }
  const db = {
    getExecutor() {
      state.reads += 1
      if (state.isFailing) throw new Error('timeout exceeded when trying to connect')
      return database.db.getExecutor()
    },
  } as unknown as Queryable
  let notify: (topics: readonly string[]) => void = () => undefined
  const changes = { subscribe: (_key: string, heard: typeof notify) => (notify = heard) } as unknown as ChangeListener
  const errors: unknown[] = []
  const log = { error: (error: unknown) => void errors.push(error) }
  const settings = testSettings(database.url, await mkdtemp(join(tmpdir(), 'quayside-settings-')))
  const business = new BusinessSettings(settings, log as never, { retry: 20, stale: 400 })
  await business.start(db, changes)
  expect(state.reads).toBe(1)

  // Several notifications at once are one further read.
  for (let n = 0; n < 5; n += 1) notify(['settings'])
  await expect.poll(() => state.reads).toBe(3)

  state.isFailing = true
  notify(['settings'])
  await expect.poll(() => state.reads).toBeGreaterThan(5)
  expect(business.at('commission', new Date())).toBe(settings.commissionBasisPoints)
  await expect.poll(() => errors.length, { timeout: 5000 }).toBeGreaterThan(0)
  state.isFailing = false
  const seen = state.reads
  await expect.poll(() => state.reads).toBeGreaterThan(seen)
  await new Promise((done) => setTimeout(done, 100))
  const [settled, logged] = [state.reads, errors.length]
  await new Promise((done) => setTimeout(done, 100))
  expect([state.reads, errors.length]).toEqual([settled, logged])
  business.stop()
})
