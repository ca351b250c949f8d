import { useLayoutEffect } from 'react'

// The scroll offset of each key. Lives as long as the page.
const offsets = new Map<string, number>()
/** Milliseconds during which the offset is set again, because the content of a screen comes later. */
const restoreWindow = 1000

/** Restores the scroll offset that the page had when this key was left; a new key starts at the top. */
export function useScroll(key: string): void {
  useLayoutEffect(() => {
    const top = offsets.get(key) ?? 0
    const until = performance.now() + restoreWindow
    let frame = 0
    const scroll = () => {
      window.scrollTo(0, top)
      if (window.scrollY < top - 1 && performance.now() < until) frame = requestAnimationFrame(scroll)
    }
    const stop = () => cancelAnimationFrame(frame)
    const store = () => offsets.set(key, window.scrollY)
    scroll()
    // A scroll by the merchant ends the restoring.
    const inputEvents = ['wheel', 'touchstart', 'keydown'] as const
    for (const inputEvent of inputEvents) window.addEventListener(inputEvent, stop, { passive: true })
    window.addEventListener('scroll', store, { passive: true })
    return () => {
      stop()
      for (const inputEvent of inputEvents) window.removeEventListener(inputEvent, stop)
      window.removeEventListener('scroll', store)
    }
  }, [key])
}
