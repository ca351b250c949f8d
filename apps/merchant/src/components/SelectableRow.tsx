import { Checkbox, PlainButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { useRef, type ReactNode } from 'react'
import { longPress } from '../constants.ts'

/**
 * A row that links to its screen, or is selected in selection mode. A long press starts the selection mode. The row
 * begins with a picture: the checkbox stands on it, so that nothing else moves. `end` stands outside the link.
 */
export function SelectableRow({
  id,
  name,
  href,
  selecting,
  selected,
  selectable = true,
  dense = false,
  onSelect,
  onLongPress,
  children,
  end,
}: {
  id: string
  /** The label of the checkbox. */
  name: string
  href: string
  selecting: boolean
  selected: boolean
  selectable?: boolean
  /** A row of 76 px with a picture of 56. */
  dense?: boolean
  onSelect: (id: string, selected: boolean) => void
  onLongPress: (id: string) => void
  children: ReactNode
  end?: ReactNode
}) {
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lift = () => clearTimeout(press.current)
  const look = clsx(
    'flex min-w-0 flex-1 items-center gap-3 rounded-card border bg-surface text-start text-foreground no-underline select-none',
    dense ? 'min-h-19 px-3 py-2.5' : 'min-h-24 p-3',
  )
  const gap = dense ? 'pb-2' : 'pb-3'
  if (selecting)
    return (
      <div className={clsx('relative flex', gap)}>
        <PlainButton
          tabIndex={-1}
          disabled={!selectable}
          onClick={() => onSelect(id, !selected)}
          className={clsx(
            look,
            selected ? 'border-accent bg-accent-soft' : 'border-border',
            selectable || 'opacity-60',
          )}
        >
          {children}
        </PlainButton>
        {selectable ? (
          <Checkbox
            label={name}
            hideLabel
            checked={selected}
            onChange={(event) => onSelect(id, event.target.checked)}
            className={clsx(
              'absolute top-1.5 start-1.5 rounded-chip [&>input]:size-6 [&>input]:rounded-chip [&>input]:shadow-flat',
            )}
          />
        ) : null}
      </div>
    )
  return (
    <div className={clsx('relative flex items-center gap-2', gap)}>
      <a
        href={href}
        className={clsx(look, 'border-border active:bg-raised')}
        onPointerDown={() => {
          if (selectable) press.current = setTimeout(() => onLongPress(id), longPress)
        }}
        onPointerUp={lift}
        onPointerLeave={lift}
        onPointerCancel={lift}
        onContextMenu={(event) => (selectable ? event.preventDefault() : undefined)}
      >
        {children}
      </a>
      {end}
    </div>
  )
}
