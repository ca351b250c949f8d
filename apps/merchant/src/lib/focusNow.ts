/**
 * Moves the focus now and again two frames later. Now, because phones open the keyboard only during the tap. Later,
 * because a sheet takes the focus in the next frame if the focused element was removed. Returns a function to cancel.
 */
export function focusNow(find: () => HTMLElement | null | undefined): () => void {
  const focus = () => find()?.focus()
  focus()
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(focus)
  })
  return () => cancelAnimationFrame(frame)
}
