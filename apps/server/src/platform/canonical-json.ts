/** What canonical JSON can hold here. Amounts and other large numbers are texts. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue }

/**
 * Canonical JSON (RFC 8785): the same value gives the same text everywhere. Names are sorted by UTF-16 code units, as
 * JavaScript compares strings. Throws for a number that is no safe integer, and for half of a surrogate pair.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error('canonical JSON: integers only')
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('canonical JSON: well-formed text only')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: CanonicalValue) => canonicalJson(item)).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, item]) => `${canonicalJson(name)}:${canonicalJson(item as CanonicalValue)}`).join(',')}}`
}
