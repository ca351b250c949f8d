import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { longPress } from '../constants.ts'
import { vibrate } from '../lib/vibrate.ts'

/** A finger that moves farther than this, in pixels, scrolls. */
const slack = 10

/**
 * Handlers of an element that does something when it is held, or on the context menu: the menu key, and Shift with
 * F10. A click that ends a hold does nothing else.
 */
export function useHold(onHold: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const down = useRef(false)
  const held = useRef(false)
  const lift = () => {
    down.current = false
    clearTimeout(press.current?.timer)
  }
  const hold = () => {
    if (held.current) return
    // Only a finger or a mouse that is down clicks afterwards.
    held.current = down.current
    vibrate()
    onHold()
  }
  return {
    onPointerDown(event: PointerEvent) {
      held.current = false
      if (!event.isPrimary || event.button !== 0) return
      down.current = true
      press.current = { timer: setTimeout(hold, longPress), x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent) {
      const from = press.current
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) lift()
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      clearTimeout(press.current?.timer)
      hold()
    },
    onClickCapture(event: MouseEvent) {
      if (held.current) event.preventDefault()
      if (held.current) event.stopPropagation()
      held.current = false
    },
  }
}
