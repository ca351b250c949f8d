import { expect, test } from 'vitest'
import { foldsOf, movementsOf, type FundsRecord } from './movements.ts'

const record = (account: FundsRecord['account'], amount: string, seq: number, more: Partial<FundsRecord> = {}) =>
  ({
    seq,
    at: '2026-11-22T10:00:00.000Z',
    event: 'order.completed',
    account,
    amount,
    balanceAfter: '0.00',
    cause: { kind: 'order', id: 'one', code: 'A1' },
    note: null,
    hash: '00',
    ...more,
  }) as FundsRecord

test('a settlement is one movement from pending to the balance, in either order of its records', () => {
  const [available, pending] = [record('available', '4.07', 1), record('pending', '-4.07', 2)]
  expect(movementsOf([available, pending])).toEqual([{ ...available, from: 'pending', to: 'available' }])
  expect(movementsOf([pending, available])).toEqual([{ ...available, from: 'pending', to: 'available' }])
})

test('orders that settle at once are one movement each, however their records are mixed', () => {
  const legs = (code: string, amount: string, seq: number) => {
    const cause = { kind: 'order' as const, id: code, code }
    return [record('available', amount, seq, { cause }), record('pending', `-${amount}`, seq, { cause })] as const
  }
  const [one, two, three] = [legs('A1', '17.17', 3), legs('A2', '17.17', 2), legs('A3', '17.08', 1)]
  const moved = [one, two, three].map(([available]) => ({ ...available, from: 'pending', to: 'available' }))
  expect(movementsOf([one[0], two[0], three[0], one[1], two[1], three[1]])).toEqual(moved)
  expect(movementsOf([one[0], two[0], one[1], two[1], three[1], three[0]])).toEqual(moved)
})

test('a withdrawal is one movement out of the balance, with its amount and what is left', () => {
  const event = 'withdrawal.requested' as const
  const [held, available] = [record('held', '120.00', 2, { event }), record('available', '-120.00', 1, { event })]
  expect(movementsOf([held, available])).toEqual([{ ...available, from: 'available', to: 'held' }])
})

test('records of different orders, times or amounts stay apart', () => {
  const available = record('available', '4.07', 1)
  for (const other of [
    record('pending', '-4.07', 2, { cause: { kind: 'order', id: 'two', code: 'A2' } }),
    record('pending', '-4.07', 2, { at: '2026-11-22T10:00:01.000Z' }),
    record('pending', '-4.06', 2),
    record('available', '-4.07', 2),
  ])
    expect(movementsOf([available, other])).toEqual([available, other])
})

test('three and more orders of a kind and day are folded; two, another day and other causes are not', () => {
  const dayOf = (at: string) => at.slice(0, 10)
  const received = (code: string, more: Partial<FundsRecord> = {}) =>
    record('pending', '8.00', Number(code), {
      event: 'order.received',
      cause: { kind: 'order', id: code, code },
      ...more,
    })
  const [one, two, three] = [received('3'), received('2'), received('1')]
  expect(foldsOf([one, two, three], dayOf)).toEqual([{ ...one, folded: [one, two, three] }])
  expect(foldsOf([one, two], dayOf)).toEqual([one, two])
  const others: Partial<FundsRecord>[] = [
    { at: '2026-11-21T10:00:00.000Z' },
    { event: 'order.picked-up' },
    { account: 'held' },
    { cause: { kind: 'deposit', id: 'd', code: 'D' } },
    { note: { code: 'N', reason: 'A correction' } },
  ]
  for (const more of others) {
    const other = received('9', more)
    expect(foldsOf([one, other, two, three], dayOf)).toEqual([one, other, two, three])
    expect(foldsOf([other, one, two, three], dayOf)).toEqual([other, { ...one, folded: [one, two, three] }])
  }
})
