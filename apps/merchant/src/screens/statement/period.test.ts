import { expect, test } from 'vitest'
import { monthOf } from './period.ts'

test('a month begins on its first day and ends on its last day', () => {
  expect(monthOf('this-month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
  expect(monthOf('last-month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(monthOf('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
