/** Words for values that the signer of an act and the desk of its subject both read. */
import approvals from '../locales/en/approvals.ts'
import { createText, hasText } from './texts.ts'

const text = createText(approvals)

/** The text of a value by what it is, such as a `reason`; undefined for a value that has none. */
export const knownValue = (label: string, value: string): string | undefined => {
  const key = `value.${label}.${value}`
  return hasText(approvals, key) ? text(key) : undefined
}

/** The text of a value; the value itself when it has none. */
export const valueName = (label: string, value: string): string => knownValue(label, value) ?? value
