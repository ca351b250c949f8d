import { expect, test } from 'vitest'
import { distance } from './relative-time.ts'

const now = Date.UTC(2026, 10, 21, 12)
const minute = 60_000
const day = 24 * 60 * minute

test.each([
  ['now', 0, 'time.now', 0],
  ['4:59 min', 5 * minute - 1000, 'time.now', 0],
  ['5:00 min', 5 * minute, 'time.minutes', 5],
  ['59:59 min', 60 * minute - 1000, 'time.minutes', 59],
  ['60 min', 60 * minute, 'time.hours', 1],
  ['23:59:59 h', day - 1000, 'time.hours', 23],
  ['24 h', day, 'time.days', 1],
  ['30 days', 30 * day, 'time.days', 30],
])('%s ago', (_name, ago, key, n) => expect(distance(now, now - ago)).toEqual({ key, n }))

test.each([30 * day + 1, 31 * day])('an instant more than 30 days ago has no relative time: %i ms', (ago) =>
  expect(distance(now, now - ago)).toBeNull(),
)

test('a future instant is never “just now”', () => {
  expect(distance(now, now + 1)).toEqual({ key: 'time.in-minutes', n: 1 })
  expect(distance(now, now + 2 * day)).toEqual({ key: 'time.in-days', n: 2 })
})
