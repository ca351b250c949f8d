/** Schemas that many endpoints share. */
import * as z from 'zod/mini'
import { isDate, normalEmail, patterns } from './validators.ts'

export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** An instant in UTC, ISO 8601. */
export const instant = z.string()
/** A calendar day in the shop's time zone, YYYY-MM-DD. */
export const day = z
  .string()
  .check(z.regex(patterns.date, { error: 'field/invalid', abort: true }), z.refine(isDate, { error: 'field/invalid' }))
/** Typed text: trimmed, in Unicode normal form C, without control and direction-override characters. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    // Control characters, zero-width characters and direction overrides can make two names look equal.
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim()
/** Text of `min` to `max` characters, as `cleanText` makes it. */
export const boundedText = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(max * 4, { error: 'field/too-long' })), z.transform(cleanText)),
    z
      .string()
      .check(
        z.minLength(min, { error: min === 1 ? 'field/required' : 'field/too-short' }),
        z.maxLength(max, { error: 'field/too-long' }),
      ),
  )
export const email = z.pipe(
  z.pipe(z.string().check(z.maxLength(400)), z.transform(normalEmail)),
  z.string().check(z.regex(patterns.email, { error: 'field/email' }), z.maxLength(200)),
)
/** International format, digits with a leading +; the server normalises the typed number. */
export const phone = z
  .string()
  .check(z.minLength(5, { error: 'field/phone' }), z.maxLength(32, { error: 'field/phone' }))
export const sixDigits = z.string().check(z.regex(patterns.code, { error: 'field/six-digits' }))
/** A place on earth, in degrees. */
export const point = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
})
export type Point = z.output<typeof point>
/**
 * A delivery address in responses. `lines`: as the post of the country writes it, with the name, without the country.
 * Parts that the country does not have are null.
 */
export const shownAddress = z.object({
  lines: z.array(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  street: z.string(),
  street2: z.nullable(z.string()),
  district: z.nullable(z.string()),
  city: z.string(),
  state: z.nullable(z.string()),
  postcode: z.string(),
  country: z.string(),
})
/** ISO 3166-1 alpha-2. */
export const country = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'field/required' }))

/** `limit` 1..100 (default 10) and `page` from 1, as query text or numbers. */
export const paging = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100000)), 1),
}
/** `limit` of the operators' lists: 1..200 (default 50). */
export const listLimit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50)
/** `limit` of lists that had none before: the most rows of a page, and without it. */
export const wholeLimit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 500)
export const pageOf = <T extends z.ZodMiniType>(item: T) => z.object({ total: z.int(), list: z.array(item) })
/** A page of a list; `cursor` continues after it and is null on the last page. */
export const cursorPageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ total: z.int(), list: z.array(item), cursor: z.nullable(z.string()) })
export const cursor = z.optional(z.string().check(z.maxLength(200)))

/** Whether an action is possible now: true, or the refusal that it would get. */
export const actionPermission = z.union([z.literal(true), z.object({ no: z.string(), sentence: z.string() })])
export type ActionPermission = z.output<typeof actionPermission>

export const empty = z.strictObject({})
export const ok = z.object({})

/** The open act about the subject of a response, which waits for a signature; null for none. */
export const openAct = z.nullable(id)

/** A parcel of an order. The order is received when all of them have been delivered. */
export const orderParcel = z.object({
  /** From 1. The number of a parcel that was removed is missing. */
  number: z.int(),
  carrier: z.string(),
  trackingNumber: z.string(),
  delivered: z.boolean(),
})
export type OrderParcel = z.output<typeof orderParcel>
