import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

type Shown = { id: number; text: string }
let shown: Shown[] = []
let made = 0
const listeners = new Set<() => void>()
const change = (next: Shown[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** How long a toast stands, in milliseconds. */
export const toastTime = 1500

/** A short word that passes by itself. */
export function toast(text: string): void {
  const id = (made += 1)
  change([...shown.filter((t) => t.text !== text), { id, text }].slice(-3))
  setTimeout(() => change(shown.filter((t) => t.id !== id)), toastTime)
}

/** Where toasts appear: above everything, in nobody's way, spoken politely. */
export function ToastHost() {
  const list = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--tab-bar)+24px+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2"
    >
      {list.map((t) => (
        <p key={t.id} className="toast-in max-w-full rounded-field bg-ink px-4 py-3 text-small text-bg">
          {t.text}
        </p>
      ))}
    </div>,
    document.body,
  )
}
