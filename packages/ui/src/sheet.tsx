import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from './buttons.tsx'
import type { SheetProps } from './sheet-panel.tsx'

let Panel: ComponentType<SheetProps> | undefined
const fetchPanel = async () => (Panel = (await import('./sheet-panel.tsx')).SheetPanel)

/**
 * Loads the code of sheets, which is larger than a screen, before the first one opens and after the first screen is
 * visible.
 */
export const loadSheets = (): Promise<ComponentType<SheetProps>> => fetchPanel().catch(fetchPanel)
const LazyPanel = lazy(async () => ({ default: await loadSheets() }))

/**
 * A modal panel at the bottom edge. It traps the focus. Escape, the backdrop and the close button close it; its
 * parent keeps the input.
 */
export function Sheet(props: SheetProps) {
  // The component type must not change while mounted: React would drop the state of the children.
  const [Shown] = useState(() => Panel ?? LazyPanel)
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  if (!opened) return null
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  )
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirm,
  cancel,
  danger = false,
  busy = false,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  confirm: string
  cancel: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
}) {
  return (
    <Sheet
      open={open}
      // It cannot be closed during the action.
      onOpenChange={(is) => (busy ? undefined : onOpenChange(is))}
      title={title}
      closeLabel={cancel}
      footer={
        <>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} wide onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="quiet" wide disabled={busy} onClick={() => onOpenChange(false)}>
            {cancel}
          </Button>
        </>
      }
    >
      {text ? <div className="text-muted">{text}</div> : null}
    </Sheet>
  )
}
