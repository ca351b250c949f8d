/** Texts of the console: keyed messages, compiled by the build. Each desk has a file in `src/locales/en`. */
import common from '../locales/en/common.ts'
import { formatNumber, locale, type AmountText } from './format.ts'

/** The placeholders of amounts. */
export const amountNames = [
  'amount',
  'cost',
  'credits',
  'debits',
  'gross',
  'net',
  'payment',
  'price',
  'recent',
  'sum',
] as const

export type Values = Record<string, string | number> & { [name in (typeof amountNames)[number]]?: AmountText }

/**
 * A compiled message: a text, or parts of which some are values. `#` is the number of the plural around it. The build
 * compiles (`build/messages.ts`); elsewhere a message is its source, and values are not filled in.
 */
export type Message = string | readonly (string | Placeholder)[]
type Placeholder =
  | readonly [name: string, type?: undefined, how?: undefined]
  | readonly [name: string, type: 'number', how?: 'percent']
  | readonly [name: string, type: 'plural', how: Readonly<Record<string, Message>>]

const plurals = new Intl.PluralRules(locale)
const percent = new Intl.NumberFormat(locale, { style: 'percent' })

/** Words a compiled message. A value that is missing leaves nothing in its place. */
export function wordMessage(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  count?: number,
): string {
  if (typeof message === 'string') return message
  return message
    .map((part) => {
      if (typeof part === 'string') return part === '#' && count !== undefined ? formatNumber(count) : part
      const [name, type, how] = part
      const value = values[name]
      if (value === undefined) return ''
      if (type === 'plural') {
        const chosen = how[value] ?? how[plurals.select(Number(value))] ?? how['other']
        return chosen === undefined ? '' : wordMessage(chosen, values, Number(value))
      }
      return type === 'number' ? (how ? percent.format(Number(value)) : formatNumber(Number(value))) : value
    })
    .join('')
}

/** The function that words the keys of a file. A build has compiled messages in it. */
export const createText =
  <M extends Record<string, string>>(messages: M): ((key: keyof M & string, values?: Values) => string) =>
  (key, values = {}) =>
    wordMessage((messages as Readonly<Record<string, Message>>)[key] ?? key, values)

/** Whether a file has a text of this key: what the server names may be newer than this page. */
export const hasText = <M extends Record<string, string>>(messages: M, key: string): key is keyof M & string =>
  key in messages

/** The texts that every desk uses. */
export const t = createText(common)
