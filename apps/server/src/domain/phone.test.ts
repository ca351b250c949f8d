import { expect, test } from 'vitest'
import { normalPhone } from './phone.ts'

test.each([
  ['a number of another country', '+44 7911 123456', '+447911123456'],
  ['a mainland mobile number, as it is written there', '138 0013 8000', '+8613800138000'],
  ['the same with its country code', '+86-138-0013-8000', '+8613800138000'],
  ['a mainland landline with its country code', '+86 10 6234 5678', '+861062345678'],
  ['a mainland landline as it is written there: of which country?', '010-62345678', null],
  ['too few digits', '+44 79', null],
  ['no number', 'call me', null],
  ['a number in a text', 'call +44 7911 123456 now', null],
])('%s', (_what, typed, read) => {
  expect(normalPhone(typed)).toBe(read)
})

test.each([
  ['a national number of the own country', '020 7946 0958', 'GB', '+442079460958'],
  ['a mainland mobile number, for a shop elsewhere', '138 1234 5678', 'GB', '+8613812345678'],
  ['a mainland landline with its area code', '021-22345678', 'GB', '+862122345678'],
  ['the same for a mainland shop', '021-22345678', 'CN', '+862122345678'],
  ['neither', '12345', 'GB', null],
])('%s: %s of a shop in %s', (_what, typed, country, read) => {
  expect(normalPhone(typed, country)).toBe(read)
})
