import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceRefetches } from './refetch-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const seconds = (n: number) => n * 1000
const paced = () => {
  const fetched: string[][] = []
  const pace = paceRefetches<string>((topics) => fetched.push([...topics]), {
    shortest: seconds(5),
    longest: seconds(60),
  })
  return { fetched, pace }
}

test('a first change is fetched at once, and what follows is joined', () => {
  const { fetched, pace } = paced()
  pace.changed('orders')
  expect(fetched).toEqual([['orders']])
  pace.changed('work')
  pace.changed('orders')
  pace.changed('work')
  expect(fetched).toHaveLength(1)
  vi.advanceTimersByTime(seconds(10))
  expect(fetched).toEqual([['orders'], ['work', 'orders']])
})

test('changes that come every second are fetched less and less often, to once a minute', () => {
  const { fetched, pace } = paced()
  const change = (n: number) => {
    for (let second = 0; second < n; second += 1) {
      pace.changed('orders')
      vi.advanceTimersByTime(seconds(1))
    }
  }
  change(600)
  const before = fetched.length
  change(600)
  expect(fetched.length - before).toBeLessThanOrEqual(10)
  expect(fetched.length - before).toBeGreaterThanOrEqual(9)
})

test('what waits is fetched soon after a person acts', () => {
  const { fetched, pace } = paced()
  for (let second = 0; second < 300; second += 1) {
    pace.changed('orders')
    vi.advanceTimersByTime(seconds(1))
  }
  vi.advanceTimersByTime(seconds(60))
  const before = fetched.length
  pace.changed('refunds')
  pace.acted()
  vi.advanceTimersByTime(seconds(5))
  expect(fetched.length).toBe(before + 1)
  expect(fetched.at(-1)).toEqual(['refunds'])
})

test('after a quiet time a change is fetched at once again', () => {
  const { fetched, pace } = paced()
  for (let second = 0; second < 300; second += 1) {
    pace.changed('orders')
    vi.advanceTimersByTime(seconds(1))
  }
  vi.advanceTimersByTime(seconds(300))
  const before = fetched.length
  pace.changed('orders')
  expect(fetched.length).toBe(before + 1)
})

test('nothing is fetched after the end', () => {
  const { fetched, pace } = paced()
  pace.changed('orders')
  pace.changed('orders')
  pace.stop()
  vi.advanceTimersByTime(seconds(600))
  expect(fetched).toHaveLength(1)
})
