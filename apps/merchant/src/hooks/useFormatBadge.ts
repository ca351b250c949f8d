import { badgeOverflow } from '@quayside/contract/constants'
import { useFormat } from '../lib/i18n.tsx'

/** Writes a number as a badge shows it: large ones as “99+”. */
export function useFormatBadge(): (n: number) => string {
  const format = useFormat()
  return (n) => (n > badgeOverflow ? `${format.number(badgeOverflow)}+` : format.number(n))
}
