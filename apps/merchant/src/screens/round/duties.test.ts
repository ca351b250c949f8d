import { expect, test } from 'vitest'
import { dutiesOf } from './duties.ts'

type Lists = Parameters<typeof dutiesOf>[0]
const order = (id: string, pickupUntil: string | null, profit = '4.00') =>
  ({ id, pickupUntil, profit }) as Lists['orders'][number]
const refund = (id: string, answerBy: string) => ({ id, answerBy }) as Lists['refunds'][number]
const review = (id: string, reply: boolean) => ({ id, may: { reply } }) as Lists['reviews'][number]
const listing = (id: string, stock: number, shelf: 'on-shelf' | 'off-shelf') =>
  ({ id, stock, shelf }) as Lists['listings'][number]

test('the soonest deadline comes first; a review with a reply and a product with stock are no duty', () => {
  const found = dutiesOf({
    orders: [order('o1', '2026-11-25T10:00:00Z'), order('o2', '2026-11-23T10:00:00Z')],
    refunds: [refund('r1', '2026-11-24T10:00:00Z')],
    reviews: [review('v1', false), review('v2', true)],
    listings: [listing('l1', 6, 'on-shelf'), listing('l2', 5, 'on-shelf'), listing('l3', 0, 'off-shelf')],
    answers: 2,
  })
  expect(found.map(({ id }) => id)).toEqual(['o2', 'r1', 'o1', 'chat', 'v2', 'l2'])
})

test('more than three orders that earn are one card, with the soonest deadline, unless they are wanted one by one', () => {
  const orders = ['25', '23', '24', '26'].map((day) => order(`o${day}`, `2026-11-${day}T10:00:00Z`))
  const loss = order('loss', '2026-11-22T10:00:00Z', '-1.00')
  const rest = { refunds: [], reviews: [], listings: [], answers: 0 }
  expect(dutiesOf({ ...rest, orders: [...orders, loss] })).toMatchObject([
    { id: 'loss' },
    { id: 'orders', due: '2026-11-23T10:00:00Z', orders: [{ id: 'o25' }, { id: 'o23' }, { id: 'o24' }, { id: 'o26' }] },
  ])
  expect(dutiesOf({ ...rest, orders, oneByOne: true }).map(({ id }) => id)).toEqual(['o23', 'o24', 'o25', 'o26'])
  expect(dutiesOf({ ...rest, orders: orders.slice(1) })).toHaveLength(3)
})

test('a shop without duties has no card', () => {
  expect(dutiesOf({ orders: [], refunds: [], reviews: [], listings: [], answers: 0 })).toEqual([])
})
