/** Names in the few characters that banks accept. */
import anyAscii from 'any-ascii'
import { isLatinName } from '@quayside/contract'

/**
 * A text in the characters of payment files: Latin letters without accents, digits and a few signs. Letters of other
 * scripts and signs such as ★ are left out.
 */
export const toBankCharacters = (text: string, maxLength: number): string =>
  [...text.normalize('NFC')]
    .map((sign) => (/(?!\p{Script=Latin})\p{L}|\p{So}/u.test(sign) ? '' : anyAscii(sign)))
    .join('')
    .replaceAll('&', '+')
    .replace(/[_"]/g, ' ')
    .replace(/[^A-Za-z0-9 /\-?:().,'+]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim()

/** A name as a payment file has it; null for one with letters of another script, or without a letter. */
export function bankNameOf(name: string, maxLength: number): string | null {
  const text = isLatinName(name) ? toBankCharacters(name, maxLength) : ''
  return /[A-Za-z]/.test(text) ? text : null
}

/** A name in the letters that strict readers of BR Codes take: unaccented letters, digits and spaces. */
export const brCodeName = (text: string, maxLength: number): string =>
  toBankCharacters(text.replaceAll('&', ' E '), 80)
    .replace(/[^A-Za-z0-9 ]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim()
