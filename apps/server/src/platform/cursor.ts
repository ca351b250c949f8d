import { refuse } from './refusal.ts'

/** Where a list goes on, as an opaque text that a client only hands back. */
export const packCursor = (place: string): string => Buffer.from(place).toString('base64url')

/** Reads it again; whatever has another shape was not written by us and is refused as malformed. */
export const unpackCursor = (cursor: string, shape: RegExp): RegExpExecArray =>
  shape.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? refuse('request/malformed')
