import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from './buttons.tsx'
import type { SheetProps } from './sheet-panel.tsx'

let Panel: ComponentType<SheetProps> | undefined
const fetchPanel = async () => (Panel = (await import('./sheet-panel.tsx')).SheetPanel)

/** Fetches the code of sheets, which weighs more than a screen, before the first one opens; later than what can be seen at once. */
export const loadSheets = (): Promise<ComponentType<SheetProps>> => fetchPanel().catch(fetchPanel)
const LazyPanel = lazy(async () => ({ default: await loadSheets() }))

/** A panel from the bottom edge. Focus stays in it; Escape, the backdrop and the cross close it and keep what was typed above it. */
export function Sheet(props: SheetProps) {
  // Stays what it was at first: another component in its place would forget what was typed.
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

/** A question before something that cannot be taken back. */
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
      // What was begun is seen to its end.
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
