import { expect, test } from 'vitest'
import { distance } from './distance.ts'

const now = Date.UTC(2026, 10, 21, 12)
const minute = 60_000
const day = 24 * 60 * minute

test.each([
  [0, 'time.now', 0],
  [5 * minute - 1, 'time.now', 0],
  [5 * minute, 'time.minutes', 5],
  [60 * minute - 1, 'time.minutes', 59],
  [60 * minute, 'time.hours', 1],
  [day - 1, 'time.hours', 23],
  [day, 'time.days', 1],
  [30 * day, 'time.days', 30],
])('%i ms ago', (ago, key, n) => expect(distance(now, now - ago)).toEqual({ key, n }))

test('beyond 30 days only a date says it', () => expect(distance(now, now - 30 * day - 1)).toBeNull())

test('what is to come is never “just now”', () => {
  expect(distance(now, now + 1)).toEqual({ key: 'time.in-minutes', n: 1 })
  expect(distance(now, now + 2 * day)).toEqual({ key: 'time.in-days', n: 2 })
})
