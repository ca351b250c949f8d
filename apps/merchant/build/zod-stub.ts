/**
 * Stands in for Zod in the app's bundle. The contract declares its endpoints with schemas; the app uses their types, which are gone by then,
 * and their paths. The server checks everything that arrives, so a phone need not carry a second checker.
 */
type Nothing = { shape: Record<string, never>; check: () => Nothing }
const nothing: Nothing = { shape: {}, check: () => nothing }
const none = (): Nothing => nothing

export {
  none as _default,
  none as array,
  none as boolean,
  none as discriminatedUnion,
  none as enum,
  none as gte,
  none as int,
  none as literal,
  none as lte,
  none as maxLength,
  none as minLength,
  none as nullable,
  none as number,
  none as object,
  none as optional,
  none as partialRecord,
  none as pipe,
  none as record,
  none as refine,
  none as regex,
  none as strictObject,
  none as string,
  none as transform,
  none as union,
  none as unknown,
}
export const coerce = { number: none }
export const iso = { datetime: none }
