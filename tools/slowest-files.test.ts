import { expect, test } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

const took = (name: string, seconds: number) => ({
  name: `/q/${name}`,
  startTime: 5000,
  endTime: 5000 + seconds * 1000,
})

test('the ten longest files come first, and one over its budget is named', () => {
  const short = Array.from({ length: 12 }, (_, at) => took(`tools/short-${at}.test.ts`, at))
  const lines = slowestFiles(
    { testResults: [...short, took('e2e/orders.test.ts', 61), took('e2e/every-screen.test.ts', 119.96)] },
    '/q',
  ).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    '  120.0 s of 120 s  e2e/every-screen.test.ts',
    '   61.0 s of  60 s  e2e/orders.test.ts  over its budget',
    '   11.0 s of  30 s  tools/short-11.test.ts',
  ])
  expect(lines.filter((line) => line !== '')).toHaveLength(10)
})
