/**
 * Replaces `zod/mini` in the bundles of the apps. The contract declares endpoints with schemas, and an app needs only
 * their types. The server validates every request, so the app has no second validator: 7.6 kB less for the login.
 *
 * The bundle therefore has no schema: each function of Zod returns the same empty object. The contract itself may read
 * its `shape` and call its `check`. The types prevent any other use: `zod-stub.test.ts`.
 * If the contract uses a function that is missing here, the build fails with its name. Add it to the list.
 */
type EmptySchema = { shape: Record<string, never>; check: () => EmptySchema }
const emptySchema: EmptySchema = { shape: {}, check: () => emptySchema }
// A schema that nothing uses is dropped.
/* @__NO_SIDE_EFFECTS__ */
const stub = (): EmptySchema => emptySchema

export {
  stub as _default,
  stub as array,
  stub as boolean,
  stub as discriminatedUnion,
  stub as enum,
  stub as gte,
  stub as int,
  stub as literal,
  stub as looseObject,
  stub as lte,
  stub as maxLength,
  stub as minLength,
  stub as never,
  stub as nullable,
  stub as number,
  stub as object,
  stub as omit,
  stub as optional,
  stub as partialRecord,
  stub as pipe,
  stub as record,
  stub as refine,
  stub as regex,
  stub as strictObject,
  stub as string,
  stub as transform,
  stub as union,
  stub as unknown,
}
export const coerce = { number: stub }
export const iso = { datetime: stub }
