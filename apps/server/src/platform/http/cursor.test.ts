import { describe, expect, test } from 'vitest'
import { encodeCursor, nextTimeCursor, readSortCursor, readTimeCursor, writeSortCursor } from './cursor.ts'

const id = '018f3a52-0000-7000-8000-000000000001'
const time = new Date('2026-11-22T07:00:00.123Z')
const position = (row: { at: Date; id: string }) => row

describe('a cursor of a list by time', () => {
  test('holds the time and the id of the last row, and can be read back', () => {
    const cursor = nextTimeCursor([{ at: time, id }], 1, position)!
    expect(Buffer.from(cursor, 'base64url').toString()).toBe(`2026-11-22T07:00:00.123Z ${id}`)
    expect(readTimeCursor(cursor)).toEqual({ at: time, id })
  })

  test('holds the total of the first page, if there is one', () => {
    const cursor = nextTimeCursor([{ at: time, id, total: 10_000 }], 1, (row) => row)!
    expect(readTimeCursor(cursor)).toEqual({ at: time, id, total: 10_000 })
  })

  test('is null after a page that is not full', () => {
    expect(nextTimeCursor([{ at: time, id }], 2, position)).toBeNull()
    expect(nextTimeCursor([], 0, position)).toBeNull()
    expect(readTimeCursor(undefined)).toBeUndefined()
  })

  test.each(['', id, `2026-11-22 ${id}`, `2026-99-22T07:00:00.123Z ${id}`, `2026-11-22T07:00:00.123Z ${id} x`])(
    'is refused in any other format: %j',
    (text) => {
      expect(() => readTimeCursor(encodeCursor(text) || 'AA')).toThrow('request/malformed')
    },
  )
})

test('a cursor of a list with several sorts is refused for another sort', () => {
  const cursor = writeSortCursor('price', '12.50', id)
  expect(readSortCursor(cursor, 'price')).toEqual({ value: '12.50', id })
  expect(() => readSortCursor(cursor, 'added')).toThrow('request/malformed')
})
