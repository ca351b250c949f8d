/** Texts of the console: keyed messages, compiled by the build. Each desk has a file in `src/locales/en`. */
import { setupI18n, type Messages } from '@lingui/core'
import { defaultLanguage } from '@quayside/contract/constants'
import common from '../locales/en/common.ts'
import type { AmountText } from './format.ts'

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

const i18n = setupI18n({ locale: defaultLanguage, messages: { [defaultLanguage]: {} } })

/** Registers the messages of a file, and returns the function that words its keys. */
export function createText<M extends Record<string, string>>(
  messages: M,
): (key: keyof M & string, values?: Values) => string {
  i18n.load(defaultLanguage, messages as Messages)
  return (key, values = {}) => i18n._(key, values)
}

/** The texts that every desk uses. */
export const t = createText(common)
