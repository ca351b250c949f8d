import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './buttons.tsx'
import { useUiConfig } from './provider.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Replaces the default label of the close button. */
  closeLabel?: string
  children: ReactNode
  footer?: ReactNode
}

/** The content of `Sheet`, loaded when the first sheet opens. */
export function SheetPanel({ open, onOpenChange, title, closeLabel, children, footer }: SheetProps) {
  const { labels } = useUiConfig()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="sheet-backdrop fixed inset-0 z-20 bg-[rgb(0_0_0/0.5)]" />
        <Dialog.Popup className="sheet-popup fixed inset-x-0 bottom-0 z-20 mx-auto flex max-h-[92dvh] max-w-2xl flex-col rounded-t-sheet bg-surface text-foreground shadow-sheet">
          <div className="flex items-center gap-2 ps-4 pe-2 pt-2">
            <Dialog.Title className="min-w-0 flex-1 text-section font-semibold">{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={closeLabel ?? labels.close} icon={<X aria-hidden />} />} />
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
