/** The numbers that customs ask for, with their check digits. */
import { expect, test } from 'vitest'
import { normalTaxNumber, taxNumberKind } from './tax-number.ts'

test.each([
  ['cpf', '52998224725', '529.982.247-25'],
  ['cpf', ' 529.982.247-25 ', '529.982.247-25'],
  ['cpf', '５２９９８２２４７２５', '529.982.247-25'],
  ['cpf', '529.982.247-24', null],
  ['cpf', '529.982.247-15', null],
  ['cpf', '000.000.000-00', null],
  ['cpf', '5299822472', null],
  ['rut', '12345678-5', '12.345.678-5'],
  ['rut', '12.345.678-5', '12.345.678-5'],
  ['rut', '12.345.678-4', null],
  ['rut', '20347878k', '20.347.878-K'],
  ['pccc', 'p123456789012', 'P123456789012'],
  ['pccc', 'P12345678901', null],
  ['pccc', '123456789012', null],
] as const)('%s %s is %s', (kind, typed, number) => expect(normalTaxNumber(kind, typed)).toBe(number))

test('three countries ask for one', () =>
  expect(['BR', 'CL', 'KR', 'DE', 'US', null].map(taxNumberKind)).toEqual(['cpf', 'rut', 'pccc', null, null, null]))
