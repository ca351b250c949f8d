import { expect, test } from 'vitest'
import { matches, readRequest } from './matches.ts'

test.each([
  ['withdraw 100', ['withdraw'], '100'],
  ['$12.50 recharge', ['recharge'], '12.50'],
  ['100提现', ['提现'], '100'],
  ['سحب ١٠٠', ['سحب'], '100'],
  ['１００ 出金', ['出金'], '100'],
  ['retirer 12,5', ['retirer'], '12.5'],
  ['Arabic', ['arabic'], null],
])('“%s” has the words %j and the amount %j', (text, words, amount) => {
  expect(readRequest(text)).toEqual({ words, amount })
})

test('a number that is not an amount is no amount', () => expect(readRequest('withdraw 007').amount).toBeNull())

test('every word must begin a word of the names, and nothing matches no words', () => {
  expect(matches(['pick', 'al'], ['Pick up all 3 orders'])).toBe(true)
  expect(matches(['draw'], ['Withdraw'])).toBe(false)
  expect(matches(['pick', 'none'], ['Pick up all 3 orders'])).toBe(false)
  expect(matches([], ['Withdraw'])).toBe(false)
})

test('scripts without spaces, and with articles joined to the word, match anywhere', () => {
  expect(matches(readRequest('记录').words, ['提现记录'])).toBe(true)
  expect(matches(readRequest('رصيد').words, ['الرصيد'])).toBe(true)
})
