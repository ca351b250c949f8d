import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A grid of `Stat`s, with at most `columns` in a row, or fewer if the space is too small. */
export function Stats({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) {
  return (
    <dl
      className={clsx(
        'flex flex-wrap gap-x-4 gap-y-3 *:max-w-full *:grow',
        columns === 2 ? '*:basis-[max(6rem,34%)]' : '*:basis-[max(5rem,26%)]',
      )}
    >
      {children}
    </dl>
  )
}

/** One figure with its label and a note. `wide` takes a whole row; `small` has the text size. */
export function Stat({
  label,
  note,
  wide = false,
  small = false,
  children,
}: {
  label: ReactNode
  note?: ReactNode
  wide?: boolean
  small?: boolean
  children: ReactNode
}) {
  return (
    <div className={clsx('flex flex-col', wide && 'basis-full!')}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="flex flex-col items-start">
        <span className={clsx('font-semibold tabular-nums', small || 'text-section')}>{children}</span>
        {note ? <span className="text-caption text-muted">{note}</span> : null}
      </dd>
    </div>
  )
}
