import { expect, test } from 'vitest'
import { bankNameOf, brCodeName } from './latin-letters.ts'

test('a BR Code has the letters that strict readers take', () => {
  expect(brCodeName('Café & Açaí Ltda. ★', 25)).toBe('Cafe E Acai Ltda')
  expect(brCodeName('São-Paulo', 15)).toBe('Sao Paulo')
  expect(brCodeName('Mercearia São João da Boa Vista', 25)).toBe('Mercearia Sao Joao da Boa')
})

test('a name without Latin letters is no name of a bank account', () => {
  expect(bankNameOf('码头', 70)).toBeNull()
  expect(bankNameOf('Quayside GmbH & Co.', 70)).toBe('Quayside GmbH + Co.')
})
