/** Questions about wire amounts, exact: through cents, never through floating numbers. */
import { fromWire, toWire } from '@quayside/contract'

export const isNegative = (a: string): boolean => a.startsWith('-')
export const isZero = (a: string): boolean => fromWire(a) === 0n
export const negated = (a: string): string => toWire(-fromWire(a))
