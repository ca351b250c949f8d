import { isAmount } from '@quayside/contract'
import { parseInputAmount } from '../../lib/amounts.ts'
import { normalizeForSearch } from '../../lib/normalize-search.ts'

/** A typed request: its words, and the amount among them in the format of the API; null without one. */
export type Request = { words: string[]; amount: string | null }

// Digits of any script, with at most two decimals.
const number = /[$]?\p{Nd}+(?:[.,٫]\p{Nd}{1,2})?[$]?/u

/** Reads a typed text. The first number is the amount, wherever it stands: “withdraw 100”, “100提现”. */
export function readRequest(text: string): Request {
  const plain = text.normalize('NFKC')
  const typed = number.exec(plain)?.[0]
  const amount = typed === undefined ? '' : parseInputAmount(typed.replaceAll('$', ''))
  const words = normalizeForSearch(typed === undefined ? plain : plain.replace(typed, ' '))
  return { words: words.split(' ').filter(Boolean), amount: isAmount(amount) ? amount : null }
}

// These scripts put no space between words, or join articles and prepositions to them.
const joined = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Arabic}/u

/** Whether each of the typed words begins a word of the names; in scripts that join words, stands anywhere in them. */
export function matches(words: readonly string[], names: readonly string[]): boolean {
  const text = ` ${names.map(normalizeForSearch).join(' ')}`
  return words.length > 0 && words.every((word) => text.includes(joined.test(word) ? word : ` ${word}`))
}
