import { expect, test } from 'vitest'
import { callingCodeOf, countries, internationalNumber } from './countries.ts'

test('every country has a calling code', () => {
  expect(new Set(countries).size).toBe(countries.length)
  for (const country of countries)
    expect([country, callingCodeOf(country)]).toEqual([country, expect.stringMatching(/^\+[1-9]\d{0,3}$/)])
})

test.each([
  ['015112345678', 'DE', '+49 15112345678'],
  ['0491 570 156', 'AU', '+61 491570156'],
  ['(201) 555-0123', 'US', '+1 2015550123'],
  ['8 912 345 67 89', 'RU', '+7 9123456789'],
  ['06 20 123 4567', 'HU', '+36 201234567'],
  ['06 698 12345', 'IT', '+39 0669812345'],
  ['07 12 34 56 78', 'CI', '+225 0712345678'],
  ['+353 85 012 3456', 'DE', '+353 85 012 3456'],
  ['0049 151 12345678', 'IE', '+49 151 12345678'],
  ['', 'IE', ''],
])('%s in %s is %s', (typed, country, whole) => expect(internationalNumber(typed, country)).toBe(whole))
