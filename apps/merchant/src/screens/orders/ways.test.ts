import { expect, test } from 'vitest'
import { waysOf } from './ways.ts'

const debit = (account: string, amount: string) => ({ account, debit: amount, credit: '0.00' })
const credit = (account: string, amount: string) => ({ account, debit: '0.00', credit: amount })

test('one account gives, one takes', () =>
  expect(waysOf([debit('processor', '29.98'), credit('escrow', '29.98')])).toEqual([
    { from: 'processor', to: 'escrow', amount: '29.98' },
  ]))

test('one account gives to several, in any order of the lines', () =>
  expect(waysOf([credit('commission', '1.50'), debit('escrow', '9.98'), credit('pending', '8.48')])).toEqual([
    { from: 'escrow', to: 'commission', amount: '1.50' },
    { from: 'escrow', to: 'pending', amount: '8.48' },
  ]))

test('several give to several: every cent of every line is on exactly one way', () =>
  expect(waysOf([debit('a', '5.00'), debit('b', '0.01'), credit('x', '2.50'), credit('y', '2.51')])).toEqual([
    { from: 'a', to: 'x', amount: '2.50' },
    { from: 'a', to: 'y', amount: '2.50' },
    { from: 'b', to: 'y', amount: '0.01' },
  ]))
