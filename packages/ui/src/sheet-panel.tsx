import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type PointerEvent, type ReactNode } from 'react'
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

/** A sheet that was dragged down by this many pixels, or faster than this many pixels per millisecond, closes. */
const far = 120
const fast = 0.6

/** Handlers for the head of a sheet: a finger drags the whole sheet down, and lets it go to close it or to keep it. */
function useDragToClose(close: () => void) {
  const popup = useRef<HTMLDivElement>(null)
  const from = useRef<{ y: number; at: number } | null>(null)
  const end = (event: PointerEvent) => {
    const start = from.current
    from.current = null
    if (!start || !popup.current) return
    delete popup.current.dataset['dragging']
    popup.current.style.removeProperty('--dragged')
    const moved = event.clientY - start.y
    if (event.type === 'pointerup' && (moved > far || moved / (event.timeStamp - start.at) > fast) && moved > 24)
      close()
  }
  return {
    popup,
    head: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!event.isPrimary || (event.target as Element).closest('button')) return
        from.current = { y: event.clientY, at: event.timeStamp }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!from.current || !popup.current) return
        popup.current.dataset['dragging'] = ''
        popup.current.style.setProperty('--dragged', `${Math.max(0, event.clientY - from.current.y)}px`)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

/** The content of `Sheet`, loaded when the first sheet opens. */
export function SheetPanel({ open, onOpenChange, title, closeLabel, children, footer }: SheetProps) {
  const { labels } = useUiConfig()
  const { popup, head } = useDragToClose(() => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="sheet-backdrop fixed inset-0 z-20 bg-[rgb(0_0_0/0.5)]" />
        <Dialog.Popup
          ref={popup}
          className="sheet-popup fixed inset-x-0 bottom-0 z-20 mx-auto flex max-h-[92dvh] max-w-2xl flex-col rounded-t-sheet bg-surface text-foreground shadow-sheet wide:max-w-xl"
        >
          <div {...head} className="relative flex touch-none items-center gap-2 ps-4 pe-2 pt-3">
            <span aria-hidden className="absolute inset-x-0 top-2 mx-auto h-1 w-9 rounded-full bg-border" />
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
