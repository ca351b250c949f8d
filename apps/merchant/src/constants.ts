/** The numbers of the specification, section 9, that this app keeps. Milliseconds unless named otherwise. */
export const badgePoll = { every: 3000, status: 5, limit: 10, page: 1, overflow: 99 } as const
/** From a page that needs a login, */
export const loginRedirectDelay = 1200
/** and after a 401. */
export const expiredRedirectDelay = 500
export const loadingDelay = 500
export const lazyPage = { delay: 200, timeout: 60_000 } as const
/** After this a wait is explained. */
export const slowAfter = 10_000
/** A quote is asked for when typing has paused this long. */
export const quoteDelay = 300
/** What got no answer is sent again after this, a money act under its key. */
export const checkAgainDelay = 4000
/** Typing has paused this long before it is acted on. */
export const debounce = 500
/** An act can be taken back from the screen this long. */
export const undoOffered = 8000
