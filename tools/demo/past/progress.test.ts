import { expect, test } from 'vitest'
import { showProgress, timeLeft } from './progress.ts'

test('the time left is said in steps', () => {
  expect(timeLeft(30_000, 0.5)).toBe('about 30 s left')
  expect(timeLeft(31_000, 0.5)).toBe('about 35 s left')
  expect(timeLeft(100_000, 0.3)).toBe('about 4 min left')
  expect(timeLeft(100_000, 0.99)).toBe('some seconds left')
})

test('a terminal has one line for the days, a file one for each tenth of the work', () => {
  for (const isTTY of [true, false]) {
    let written = ''
    let now = 0
    const told: string[] = []
    const { line, onDay, end } = showProgress(
      { isTTY, write: (text) => (written += text) },
      (text) => told.push(text),
      () => now,
    )
    line('shops')
    for (let day = 1; day <= 90; day += 1) {
      now += 1000
      onDay(day, 90, day / 90, day * 3)
    }
    end()
    expect(told).toContain('day 45 of 90, about 45 s left')
    expect(told.at(-1)).toBe('day 90 of 90')
    expect(written.startsWith('  shops\n')).toBe(true)
    expect(written).toContain('day 45 of 90 (50 %), 135 paid orders, about 45 s left')
    expect(written.endsWith(isTTY ? '\u001b[K\n' : 'day 90 of 90 (100 %), 270 paid orders\n')).toBe(true)
    expect(written.split('\n').length - 1).toBe(isTTY ? 2 : 11)
  }
})
