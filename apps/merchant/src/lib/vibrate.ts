/** How long the phone shakes; milliseconds. */
const short = 10

/** Lets the phone be felt for a moment, where it can and its owner did not ask for less motion. Never the only sign of anything. */
export function vibrate(): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Safari has no such thing.
  if ('vibrate' in navigator) navigator.vibrate(short)
}
