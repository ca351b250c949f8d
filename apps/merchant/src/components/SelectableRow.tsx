import { Checkbox, PlainButton } from '@quayside/ui'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useHold } from '../hooks/useHold.ts'
import { vibrate } from '../lib/vibrate.ts'

/** A row of a list: 64 px with a picture of 48, and a line below it instead of a box. */
export const rowLook =
  'flex min-h-16 w-full min-w-0 shrink-0 items-center gap-3 px-4 py-1.5 text-start text-foreground no-underline select-none'

/**
 * A row that links to its screen, or is selected in selection mode. Holding it starts the selection mode. The row
 * begins with a picture: the checkbox stands on it, so that nothing else moves. With `swipe`, a swipe uncovers a
 * button at the end of the row: a shortcut for a finger only, the screen of the row has the same act.
 */
export function SelectableRow({
  id,
  name,
  href,
  selecting,
  selected,
  selectable = true,
  onSelect,
  onLongPress,
  children,
  swipe,
}: {
  id: string
  /** The label of the checkbox. */
  name: string
  href: string
  selecting: boolean
  selected: boolean
  selectable?: boolean
  onSelect: (id: string, selected: boolean) => void
  onLongPress: (id: string) => void
  children: ReactNode
  swipe?: { label: string; onAct: () => void } | undefined
}) {
  const hold = useHold(() => onLongPress(id))
  if (selecting)
    return (
      <div className="relative -mx-4 flex border-b border-border">
        <PlainButton
          tabIndex={-1}
          disabled={!selectable}
          onClick={() => {
            vibrate()
            onSelect(id, !selected)
          }}
          className={clsx(rowLook, selected && 'bg-accent-soft', selectable || 'opacity-60')}
        >
          {children}
        </PlainButton>
        {selectable ? (
          <Checkbox
            label={name}
            hideLabel
            checked={selected}
            onChange={(event) => onSelect(id, event.target.checked)}
            className="absolute start-2.5 top-1/2 -translate-y-1/2 rounded-chip [&>input]:size-6 [&>input]:rounded-chip [&>input]:shadow-flat"
          />
        ) : null}
      </div>
    )
  return (
    <div
      className={clsx(
        '-mx-4 flex border-b border-border',
        swipe && 'snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto overscroll-x-contain',
      )}
    >
      <a href={href} className={clsx(rowLook, 'snap-start active:bg-raised')} {...(selectable ? hold : {})}>
        {children}
      </a>
      {swipe ? (
        <PlainButton
          aria-hidden
          tabIndex={-1}
          onClick={() => {
            vibrate()
            swipe.onAct()
          }}
          className="shrink-0 snap-end bg-primary px-6 font-semibold text-on-primary"
        >
          {swipe.label}
        </PlainButton>
      ) : null}
    </div>
  )
}
