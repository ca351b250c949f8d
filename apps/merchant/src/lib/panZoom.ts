/** Pan and zoom of content larger than its frame: drag, pinch, wheel and keys. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

/** The point in the middle of the frame, in units of the content, and the number of pixels per unit. */
export type View = { x: number; y: number; scale: number }
/** A movement in pixels, and a scale factor around the point `at`, relative to the middle of the frame. */
export type Gesture = { dx: number; dy: number; factor: number; at: { x: number; y: number } }

const middle = { x: 0, y: 0 }
/** Pixels per press of an arrow key. */
const stride = 48
/** Scale factor per press of plus. */
export const zoomStep = 1.5

/** The view after a gesture; the content under the fingers stays there. `least` and `most` limit the scale. */
export function viewAfter(view: View, { dx, dy, factor, at }: Gesture, least: number, most: number): View {
  const scale = Math.max(least, Math.min(most, view.scale * factor))
  return {
    scale,
    x: view.x + at.x / view.scale - (at.x + dx) / scale,
    y: view.y + at.y / view.scale - (at.y + dy) / scale,
  }
}

/** Limits a middle coordinate so that a frame of `pixels` shows nothing outside of 0 to `size`. */
export const clampPan = (at: number, size: number, pixels: number, scale: number): number => {
  const half = Math.min(pixels / scale, size) / 2
  return Math.max(half, Math.min(size - half, at))
}

export const zoomBy = (factor: number): Gesture => ({ dx: 0, dy: 0, factor, at: middle })

const keys: Record<string, Gesture> = {
  ArrowLeft: { ...zoomBy(1), dx: stride },
  ArrowRight: { ...zoomBy(1), dx: -stride },
  ArrowUp: { ...zoomBy(1), dy: stride },
  ArrowDown: { ...zoomBy(1), dy: -stride },
  '+': zoomBy(zoomStep),
  '=': zoomBy(zoomStep),
  '-': zoomBy(1 / zoomStep),
}

/**
 * Detects gestures on an element. Spread the returned handlers onto the element, which must not scroll by touch
 * (`touch-none`).
 */
export function useGestures(element: RefObject<HTMLElement | null>, onGesture: (gesture: Gesture) => void) {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const tell = useRef(onGesture)
  useEffect(() => {
    tell.current = onGesture
  })

  /** The midpoint of one or two fingers, and the distance between them. */
  const hand = () => {
    const [a, b = a] = [...fingers.current.values()]
    return { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2, apart: Math.hypot(a!.x - b!.x, a!.y - b!.y) }
  }
  const fromMiddle = ({ x, y }: { x: number; y: number }) => {
    const box = element.current!.getBoundingClientRect()
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
  }

  useEffect(() => {
    const node = element.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle({ x: event.clientX, y: event.clientY })
      tell.current({ dx: 0, dy: 0, factor: Math.exp(-event.deltaY / 400), at })
    }
    // React's listener is passive and cannot prevent the page from scrolling.
    node?.addEventListener('wheel', wheel, { passive: false })
    return () => node?.removeEventListener('wheel', wheel)
  })

  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (fingers.current.size >= 2) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!fingers.current.has(event.pointerId)) return
      const before = hand()
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const now = hand()
      const factor = before.apart > 0 && now.apart > 0 ? now.apart / before.apart : 1
      tell.current({ dx: now.x - before.x, dy: now.y - before.y, factor, at: fromMiddle(before) })
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const gesture = keys[event.key]
      if (!gesture) return
      event.preventDefault()
      tell.current(gesture)
    },
  }
}
