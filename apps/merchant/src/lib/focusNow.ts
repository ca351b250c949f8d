/**
 * Moves the focus, and once more two frames later: when what had the focus is gone, a sheet takes it for itself in
 * the next frame. At once as well, because phones open the keyboard only within the tap. Returns how to stop.
 */
export function focusNow(find: () => HTMLElement | null | undefined): () => void {
  const focus = () => find()?.focus()
  focus()
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(focus)
  })
  return () => cancelAnimationFrame(frame)
}
