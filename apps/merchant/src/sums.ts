/** Sums of wire amounts, exact: through cents, never through floating numbers. */
import { fromWire, toWire } from '@quayside/contract'

export const minus = (a: string, b: string): string => toWire(fromWire(a) - fromWire(b))
export const isLess = (a: string, b: string): boolean => fromWire(a) < fromWire(b)
export const isNegative = (a: string): boolean => a.startsWith('-')
export const isZero = (a: string): boolean => fromWire(a) === 0n
