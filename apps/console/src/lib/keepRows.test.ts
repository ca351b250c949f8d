import { createElement } from 'react'
import { expect, test } from 'vitest'
import { keepRows } from './keepRows.ts'

test('a row is made once while a list scrolls, and the rows of a long scroll are not all kept', () => {
  const made: number[] = []
  const row = keepRows((text: string, index) => {
    made.push(index)
    return createElement('li', null, text)
  })
  expect(row('a', 0)).toBe(row('a', 0))
  expect(made).toEqual([0])
  for (let i = 1; i <= 1000; i += 1) row('b', i)
  row('a', 0)
  expect(made.filter((index) => index === 0)).toHaveLength(2)
})
