/** A ref that gives its element the focus as soon as it is on the page: the first field of a step. */
export const focusNow = (element: HTMLElement | null): void => element?.focus()
