import type { ReactNode } from 'react'

/**
 * A row of a list with money, in two lines at every width: the number and the amount, then whose it is, its state and
 * its time.
 */
export function QueueLine({
  title,
  amount,
  whose,
  state,
  time,
}: {
  title: ReactNode
  amount?: ReactNode
  whose: ReactNode
  state?: ReactNode
  time?: ReactNode
}) {
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-0.5">
      <bdi className="min-w-0 truncate font-semibold tabular-nums">{title}</bdi>
      <span className="text-end font-semibold tabular-nums">{amount}</span>
      <bdi className="min-w-0 truncate text-muted">{whose}</bdi>
      <span className="flex flex-none items-center justify-end gap-3">
        {state}
        {time ? <span className="min-w-16 text-end">{time}</span> : null}
      </span>
    </span>
  )
}
