import { useLayoutEffect } from 'react'

/** What was typed since the key that opens the search. */
export type Typed = { text: string; entered: boolean }

/**
 * Stands for the search until its field has the focus, because its script may still load. It keeps what is typed, which
 * would else be lost, or be keys of the page: the S of "Stock" signs an act.
 */
export function TypeAhead({ typed, onClose }: { typed: Typed; onClose: () => void }) {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.length === 1) typed.text += event.key
      else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1)
      else if (event.key === 'Enter') typed.entered = true
      else if (event.key === 'Escape') onClose()
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [typed, onClose])
  return null
}
