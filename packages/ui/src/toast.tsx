import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { PlainButton } from './buttons.tsx'
import { useUiConfig } from './provider.tsx'

type Act = { label: string; onAct: () => void; offered: number }
type ToastItem = { id: number; text: string; act?: Act | undefined }
let shown: ToastItem[] = []
let made = 0
const listeners = new Set<() => void>()
const change = (next: ToastItem[]) => {
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const leave = (id: number) => change(shown.filter((t) => t.id !== id))

/** Shows a short text for a while. With an `act` it also shows a button and stays for `offered` milliseconds. */
export function toast(text: string, act?: Act): void {
  const id = (made += 1)
  change([...shown.filter((t) => t.text !== text), { id, text, act }].slice(-3))
}

/** Whether a toast shows this text at present. Screen readers then read it aloud. */
export const isToasted = (text: string): boolean => shown.some((item) => item.text === text)

/**
 * The role of an element that appears with a text: `alert`, unless a toast shows the same text when it appears.
 * Screen readers would read it aloud twice.
 */
export const useAlertRole = (text: string): 'alert' | undefined =>
  useMemo(() => (isToasted(text) ? undefined : 'alert'), [text])

/**
 * The container of the toasts: above everything and clear of the footer, without blocking taps, as a polite live
 * region. While a sheet is open they stand at the top of the screen, above its text.
 */
export function ToastHost() {
  const list = useSyncExternalStore(subscribe, () => shown)
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-[max(calc(var(--tab-bar)+24px+env(safe-area-inset-bottom)),calc(var(--footer,0px)+12px))] in-[body:has(.sheet-popup)]:top-[calc(8px+env(safe-area-inset-top))] in-[body:has(.sheet-popup)]:bottom-auto z-50 flex flex-col items-center gap-2"
    >
      {list.map((t) => (
        <Toast key={t.id} item={t} />
      ))}
    </div>,
    document.body,
  )
}

function Toast({ item: { id, text, act } }: { item: ToastItem }) {
  const { toastTime } = useUiConfig()
  const stands = act?.offered ?? toastTime
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // A toast with the focus or the pointer on it stays: its button must not disappear before a tap.
    const pass = () => {
      if (document.querySelector(`[data-toast="${id}"]:is(:focus-within, :hover)`)) timer = setTimeout(pass, toastTime)
      else leave(id)
    }
    timer = setTimeout(pass, stands)
    return () => clearTimeout(timer)
  }, [id, stands, toastTime])
  return (
    <div
      data-toast={id}
      className="toast-in flex max-w-full items-center gap-2 rounded-field bg-foreground px-4 text-small text-bg"
    >
      <p className="py-3">{text}</p>
      {act ? (
        <PlainButton
          className="pointer-events-auto -me-2 min-h-12 shrink-0 rounded-field px-3 font-semibold underline outline-bg"
          onClick={() => {
            leave(id)
            act.onAct()
          }}
        >
          {act.label}
        </PlainButton>
      ) : null}
    </div>
  )
}
