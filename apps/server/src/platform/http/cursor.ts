/** Cursors: where a list continues, as an opaque text that the client sends back unchanged. */
import { parseInstant } from '../jobs/clock.ts'
import { refuse } from '../refusal.ts'

export const encodeCursor = (text: string): string => Buffer.from(text).toString('base64url')

/** Reads a cursor. Refuses a text of another shape as malformed: no server has written it. */
export const decodeCursor = (cursor: string, shape: RegExp): RegExpExecArray =>
  shape.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? refuse('request/malformed')

/**
 * The last row shown of a list that is sorted by a time, then by id. `total`: what was counted for the first page of a
 * list whose count takes longer than its rows.
 */
export type TimePosition = { at: Date; id: string; total?: number | undefined }

const timeShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})(?: (\d{1,9}))?$/

/** Reads the cursor of a list that is sorted by time; undefined for the first page. */
export function readTimeCursor(cursor: string | undefined): TimePosition | undefined {
  if (!cursor) return undefined
  const [, time, id, total] = decodeCursor(cursor, timeShape)
  return { at: parseInstant(time!), id: id!, total: total === undefined ? undefined : Number(total) }
}

/** A page of a list: the rows after a position, or those of a page number. */
export type Page<Position = TimePosition> = { limit: number; skip: number; after: Position | undefined }

/** The page of a list that has one row at most. */
export const onlyRow: Page = { limit: 1, skip: 0, after: undefined }

/** Reads the page of a list that is sorted by time. With a cursor the number of the page does not count. */
export function readTimePage({
  cursor,
  page = 1,
  limit,
}: {
  cursor?: string | undefined
  page?: number
  limit: number
}): Page {
  const after = readTimeCursor(cursor)
  return { limit, skip: after ? 0 : (page - 1) * limit, after }
}

/** The cursor after a page of `limit` rows; null when the page is not full, and so the last one. */
export function nextTimeCursor<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => TimePosition,
): string | null {
  const last = rows.at(-1)
  if (rows.length < limit || !last) return null
  const { at, id, total } = position(last)
  return encodeCursor(`${at.toISOString()} ${id}${total === undefined ? '' : ` ${total}`}`)
}

// The sort is part of the cursor: a position in one order means nothing in another.
const sortShape = /^([a-z-]{1,12}) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}) ([0-9:. TZ+-]{1,40})$/

/** The cursor of a list with several sorts: after the row with this sort value and id. */
export const writeSortCursor = (sort: string, value: string, id: string): string =>
  encodeCursor(`${sort} ${id} ${value}`)

/** Reads the cursor of a list with several sorts; undefined for the first page. */
export function readSortCursor(cursor: string | undefined, sort: string): { value: string; id: string } | undefined {
  if (!cursor) return undefined
  const [, cursorSort, id, value] = decodeCursor(cursor, sortShape)
  return cursorSort === sort ? { value: value!, id: id! } : refuse('request/malformed')
}

/** The cursor after a page of `limit` rows of a list with another sort: the texts of its keys, joined by a space. */
export function nextKeyCursor<Row>(
  rows: readonly Row[],
  limit: number,
  key: (row: Row) => readonly (string | number | bigint | boolean)[],
): string | null {
  const last = rows.at(-1)
  return rows.length < limit || !last ? null : encodeCursor(key(last).map(String).join(' '))
}

/** Reads such a cursor: its keys by their shape; undefined for the first page. */
export function readKeyCursor(cursor: string | undefined, shape: RegExp): readonly string[] | undefined {
  return cursor ? decodeCursor(cursor, shape).slice(1) : undefined
}
