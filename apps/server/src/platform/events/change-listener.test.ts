import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { ChangeListener, DeafListener } from './change-listener.ts'
import { forgetChanges, notifyChannel } from './events.ts'
import { sql } from '../database/postgres.ts'
import { derivedLogins } from '../database/roles.ts'

const log = { info: () => undefined }
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  // The first connection takes long on a busy machine; an echo is sent over an open one.
  await sql`select`.execute(database.db)
})
afterAll(() => database.drop())

/** A listener whose echoes `notify` sends. */
const listenerWith = (notify: (payload: string) => Promise<void>, times = {}) =>
  new ChangeListener(
    derivedLogins(database.url).app,
    log,
    { notify, forget: (before) => forgetChanges(database.db, before) },
    { interval: 50, timeout: 1000, ...times },
  )

test('a listener that receives its echo is connected, and listeners of changes do not see the echo', async () => {
  const listener = listenerWith((payload) => notifyChannel(database.db, payload))
  const seen: (string | null)[] = []
  listener.onChange((shopId) => seen.push(shopId))
  await listener.start()
  expect(listener.connected).toBe(true)
  await notifyChannel(database.db, 'a-shop orders')
  await expect.poll(() => seen).toEqual(['a-shop'])
  await listener.stop()
})

test('a listener without its echo refuses to start', async () => {
  const listener = listenerWith(async () => undefined)
  await expect(listener.start()).rejects.toThrow(DeafListener)
  expect(listener.connected).toBe(false)
  await listener.stop()
})

test('a listener that no longer receives its echo is disconnected, until echoes arrive again', async () => {
  let lost = false
  const listener = listenerWith(async (payload) => {
    if (!lost) await notifyChannel(database.db, payload)
  })
  const resyncs: unknown[] = []
  listener.onChange((shopId, kinds) => (shopId === null ? resyncs.push(kinds) : undefined))
  await listener.start()
  lost = true
  await expect.poll(() => listener.connected).toBe(false)
  expect(resyncs).toEqual([['resync']])
  lost = false
  await expect.poll(() => listener.connected).toBe(true)
  await listener.stop()
})

test('a listener whose echo cannot be sent stays connected while its connection answers', async () => {
  let busy = false
  let attempts = 0
  const listener = listenerWith(async (payload) => {
    attempts += 1
    if (busy) throw new Error('timeout exceeded when trying to connect')
    await notifyChannel(database.db, payload)
  })
  await listener.start()
  busy = true
  const before = attempts
  await expect.poll(() => attempts).toBeGreaterThan(before + 2)
  expect(listener.connected).toBe(true)
  await listener.stop()
})
