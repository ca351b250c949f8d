import { packCursor, unpackCursor } from '../../platform/cursor.ts'
import { refuse } from '../../platform/refusal.ts'

// The cursor contains the sort order: it is invalid in another one.
const cursorShape =
  /^([a-z-]{1,12}) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}) ([0-9:. TZ+-]{1,40})$/
export const writeCursor = (sort: string, value: string, id: string): string => packCursor(`${sort} ${id} ${value}`)

export function readCursor(cursor: string, sort: string): { value: string; id: string } {
  const [, of, id, value] = unpackCursor(cursor, cursorShape)
  return of === sort ? { value: value!, id: id! } : refuse('request/malformed')
}

export function parseInstant(text: string): Date {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? refuse('request/malformed') : at
}
