import type { ReactNode } from 'react'
import { useFormat } from '../lib/i18n.tsx'

/**
 * A line of a list by days, newest first: its day stands above the first line of that day. `before` is the line
 * above.
 */
export function OnItsDay({ at, before, children }: { at: string; before: string | undefined; children: ReactNode }) {
  const format = useFormat()
  const day = format.date(at)
  return (
    <>
      {before !== undefined && format.date(before) === day ? null : (
        <h2 className="pt-3 pb-1 text-small font-semibold text-muted">{day}</h2>
      )}
      {children}
    </>
  )
}
