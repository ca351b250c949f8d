import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './buttons.tsx'

/** A panel from the bottom edge. Focus stays in it; Escape, the backdrop and the cross close it and keep what was typed above it. */
export function Sheet({
  open,
  onOpenChange,
  title,
  closeLabel,
  children,
  footer,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  closeLabel: string
  children: ReactNode
  footer?: ReactNode
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="sheet-backdrop fixed inset-0 z-20 bg-[rgb(0_0_0/0.5)]" />
        <Dialog.Popup className="sheet-popup fixed inset-x-0 bottom-0 z-20 mx-auto flex max-h-[92dvh] max-w-2xl flex-col rounded-t-sheet bg-surface text-ink shadow-sheet">
          <div className="flex items-center gap-2 ps-4 pe-2 pt-2">
            <Dialog.Title className="min-w-0 flex-1 text-section font-semibold">{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={closeLabel} icon={<X aria-hidden />} />} />
          </div>
          <div className="flex flex-1 flex-col gap-4 overflow-y-auto px-4 py-2">{children}</div>
          <div className="flex flex-col gap-2 px-4 pt-2 pb-[calc(16px+env(safe-area-inset-bottom))] empty:pt-0">
            {footer}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
