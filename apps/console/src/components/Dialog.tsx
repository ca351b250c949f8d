import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * A modal dialog over the page, open while it is mounted. The browser keeps the focus inside, makes the page inert, and
 * gives the focus back when the dialog goes. Escape and a press beside it call `onClose`, which unmounts it. `name` is
 * its `aria-label` or the id of its heading. The first control gets the focus.
 */
export function Dialog({
  name,
  onClose,
  className,
  children,
}: {
  name: { label: string } | { headingId: string }
  onClose: () => void
  className: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** A selection of text may end beside the dialog: only a press that began there closes it. */
  const beganBeside = useRef(false)
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    // A dialog that is removed without being closed does not give the focus back.
    return () => shown.close()
  }, [])
  return (
    // The keys of a dialog are the browser's: Escape is the event `cancel`, which ends in `close`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={'label' in name ? name.label : undefined}
      aria-labelledby={'headingId' in name ? name.headingId : undefined}
      className={clsx(
        'fixed inset-x-4 bottom-auto mx-auto flex h-fit max-h-[70dvh] w-auto flex-col rounded-card border border-border bg-surface text-foreground shadow-sheet backdrop:bg-[rgb(0_0_0/0.5)]',
        className,
      )}
      // The event comes later when the dialog is removed, and another one may be open then.
      onClose={({ currentTarget }) => (currentTarget.isConnected ? onClose() : undefined)}
      onPointerDown={({ target, currentTarget }) => {
        beganBeside.current = target === currentTarget
      }}
      // The dialog is the target of a press beside its content.
      onClick={({ target, currentTarget }) => (beganBeside.current && target === currentTarget ? onClose() : undefined)}
    >
      {children}
    </dialog>
  )
}
