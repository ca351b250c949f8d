import { expect, test } from 'vitest'
import { addDays, addMonths, daysOfMonth, todayIn } from './period.ts'

test('today is the day in the shop’s time zone, not in that of the phone', () => {
  const at = new Date('2026-11-21T10:30:00Z')
  expect(todayIn('Pacific/Kiritimati', at)).toBe('2026-11-22')
  expect(todayIn('Pacific/Pago_Pago', at)).toBe('2026-11-20')
})

test('days and months are counted by the calendar', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-01')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-01')
  expect(daysOfMonth('2028-02-10')).toHaveLength(29)
  expect(daysOfMonth('2026-10-25').at(-1)).toBe('2026-10-31')
})
