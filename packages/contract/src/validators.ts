/**
 * The generic validators of the specification (section 5). Each takes a text as it is sent and tells whether the rule
 * holds. The schemas of the contract and the server use them; docs/decisions/0007-rules-of-fields.md names the fields.
 */
import { codeDigits } from './constants.ts'

/** The rules that schemas use as patterns, so that the OpenAPI document shows them. */
export const patterns = {
  email: /^[^\s@<>"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  amount: /^(0|[1-9]\d{0,12})(\.\d{1,2})?$/,
  code: new RegExp(`^\\d{${codeDigits}}$`),
} as const

/** A local part and a domain with a dot, as `normalEmail` makes them. */
export const isEmail = (text: string): boolean => patterns.email.test(text)
/**
 * The form in which an e-mail address is stored and compared: trimmed, in lower case, the local part in Unicode normal
 * form C, the domain in ASCII (`müller.de` is `xn--mller-kva.de`). What has no such form stays as it is, for `isEmail`
 * to refuse.
 */
export function normalEmail(typed: string): string {
  const text = typed.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  // Letters, marks, digits, hyphens and full stops alone: in a URL other signs end the host.
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain) || /^[ -~]*$/.test(domain)) return text
  return `${text.slice(0, at + 1)}${URL.parse(`http://${domain}`)?.hostname ?? domain}`
}
/** A mobile number of mainland China in national format: 1, then 3 to 9, then nine digits. */
export const isMainlandMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)
/** A landline of mainland China with its area code: 010-12345678, 0571 87654321. */
export const isLandline = (text: string): boolean => /^0[1-9]\d{1,2}[- ]?[2-9]\d{6,7}$/.test(text)
/** An absolute address with a host, by http or https. */
export const isUrl = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]+/i.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
/** A day of the calendar, YYYY-MM-DD. False for days that do not exist, such as 2026-02-29. */
export const isDate = (text: string): boolean => {
  if (!patterns.date.test(text) || text.startsWith('0000')) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
/** A decimal number with an optional sign: -1.5, 20, 0.25. */
export const isNumber = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)
/** ASCII digits alone, at least one. */
export const isDigits = (text: string): boolean => /^\d+$/.test(text)
/** An amount: no leading zero, at most two decimals, no sign. Thirteen digits before the point at most. */
export const isAmount = (text: string): boolean => patterns.amount.test(text)
/** ASCII letters alone, at least one. */
export const isLetters = (text: string): boolean => /^[A-Za-z]+$/.test(text)
/** ASCII letters or digits, at least one. */
export const isLettersOrDigits = (text: string): boolean => /^[A-Za-z0-9]+$/.test(text)
/** A number from `least` to `most`, both included. */
export const isInRange = (value: number, least: number, most: number): boolean => value >= least && value <= most
/** A text of `least` to `most` characters, both included. */
export const hasLength = (text: string, least: number, most: number): boolean =>
  text.length >= least && text.length <= most
/** A text that is JSON: an object, an array, or a single value. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
/** A code of `digits` digits. */
export const isCode = (text: string, digits: number = codeDigits): boolean => text.length === digits && isDigits(text)
