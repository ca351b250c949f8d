import { useLayoutEffect } from 'react'

// Where each place was scrolled to. Lives as long as the page.
const offsets = new Map<string, number>()
/** What a screen shows comes a moment later: until then its old offset is tried again. Milliseconds. */
const patience = 1000

/** Brings the page back to where it was scrolled to when the place of this name was left; to its top when it is new. */
export function useScroll(name: string): void {
  useLayoutEffect(() => {
    const top = offsets.get(name) ?? 0
    const until = performance.now() + patience
    let frame = 0
    const scroll = () => {
      window.scrollTo(0, top)
      if (window.scrollY < top - 1 && performance.now() < until) frame = requestAnimationFrame(scroll)
    }
    const stop = () => cancelAnimationFrame(frame)
    const note = () => offsets.set(name, window.scrollY)
    scroll()
    // Whoever scrolls wants to be elsewhere.
    const hands = ['wheel', 'touchstart', 'keydown'] as const
    for (const hand of hands) window.addEventListener(hand, stop, { passive: true })
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop()
      for (const hand of hands) window.removeEventListener(hand, stop)
      window.removeEventListener('scroll', note)
    }
  }, [name])
}
