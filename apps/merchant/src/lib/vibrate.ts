/** Duration in milliseconds. */
const short = 10

/** Vibrates for a moment, unless the user prefers reduced motion. Never the only feedback. */
export function vibrate(): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Safari does not support it.
  if ('vibrate' in navigator) navigator.vibrate(short)
}
