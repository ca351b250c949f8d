import { expect, test } from 'vitest'
import { parseCardNumber, parseChainAddress, sameName } from './destination.ts'

test('a card number needs a valid check digit', () => {
  for (const [typed, digits] of [
    ['4242 4242 4242 4242', '4242424242424242'],
    ['5555-5555-5555-4444', '5555555555554444'],
    ['378282246310005', '378282246310005'],
    ['3782 8224 6310 006', null],
    ['4242 4242 4242 4241', null],
    ['4242', null],
    ['4242 4242 4242 424x', null],
    ['', null],
  ] as const)
    expect([typed, parseCardNumber(typed)]).toEqual([typed, digits])
})

test('an Ethereum address needs a valid checksum', () => {
  const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(parseChainAddress('ethereum', right)).toBe(right)
  for (const wrong of [
    right.replace('aA', 'Aa'),
    right.toLowerCase(),
    right.slice(0, -1),
    `0x${'0'.repeat(40)}`,
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    '',
  ])
    expect([wrong, parseChainAddress('ethereum', wrong)]).toEqual([wrong, null])
})

test('a TRON address needs a valid checksum and prefix', () => {
  const right = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  expect(parseChainAddress('tron', right)).toBe(right)
  for (const wrong of [
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'T0lI',
    '',
  ])
    expect([wrong, parseChainAddress('tron', wrong)]).toEqual([wrong, null])
})

test('names are compared without regard to case, spaces and Unicode form', () => {
  expect(sameName('Ada  Quay', 'ADA QUAY')).toBe(true)
  expect(sameName('O’Neill-Byrne Seán', 'O’Neill-Byrne Sea\u0301n')).toBe(true)
  expect(sameName('Ada Quay', 'Ada Quayle')).toBe(false)
})
