import { Checkbox } from '@quayside/ui'
import { clsx } from 'clsx'
import { useRef, type ReactNode } from 'react'

/** Duration of a long press, in milliseconds. */
const longPress = 500

/**
 * A row that links to its screen, or is selected in selection mode. A long press starts the selection mode. `end`
 * stands outside the link.
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
  end,
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
  end?: ReactNode
}) {
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lift = () => clearTimeout(press.current)
  const look =
    'flex min-h-24 min-w-0 flex-1 items-center gap-3 rounded-card border bg-surface p-3 text-start text-foreground no-underline select-none'
  if (selecting)
    return (
      <div className="flex items-center pb-3">
        <Checkbox
          label={name}
          hideLabel
          disabled={!selectable}
          checked={selected}
          onChange={(event) => onSelect(id, event.target.checked)}
          className="-ms-2"
        />
        <button
          type="button"
          tabIndex={-1}
          disabled={!selectable}
          onClick={() => onSelect(id, !selected)}
          className={clsx(look, selected ? 'border-accent' : 'border-border')}
        >
          {children}
        </button>
      </div>
    )
  return (
    <div className="relative flex items-center gap-2 pb-3">
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
