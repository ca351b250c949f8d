import type { Topic } from '@quayside/contract'
import { expect, test } from 'vitest'
import { RecentChanges } from './recent-changes.ts'

/** A listener of changes whose clock and changes are the test's. */
function aListener() {
  let now = 100_000
  let hear: (shopId: string | null, topics: readonly Topic[]) => void = () => undefined
  const listener = { connected: true, onChange: (heard: typeof hear) => void (hear = heard) }
  const recent = new RecentChanges(listener, () => now)
  return {
    listener,
    recent,
    hear: (id: string | null, ...topics: Topic[]) => hear(id, topics),
    pass: (ms: number) => (now += ms),
  }
}

test('names what changed in a shop since a page began to load, and nothing of another shop', () => {
  const { recent, hear, pass } = aListener()
  pass(30_000)
  hear('a', 'orders', 'wallet')
  hear('b', 'talk')
  pass(10_000)
  hear('a', 'listings')
  expect(recent.since('a', 2000)).toEqual(['listings'])
  expect(recent.since('a', 6000)).toEqual(['orders', 'wallet', 'listings'])
  expect(recent.since('b', 1000)).toEqual([])
  expect(recent.since('c', 30_000)).toEqual([])
})

test('does not know what changed before it listened, after an interruption, or longer ago than a minute', () => {
  const { listener, recent, hear, pass } = aListener()
  expect(recent.since('a', 0)).toBeNull()
  pass(120_000)
  hear('a', 'orders')
  expect(recent.since('a', 55_001)).toBeNull()
  expect(recent.since('a', Number.NaN)).toBeNull()
  expect(recent.since('a', -1)).toBeNull()
  expect(recent.since('a', 1000)).toEqual(['orders'])
  listener.connected = false
  expect(recent.since('a', 1000)).toBeNull()
  listener.connected = true
  hear(null, 'resync')
  expect(recent.since('a', 0)).toBeNull()
  pass(5000)
  expect(recent.since('a', 0)).toEqual([])
})
