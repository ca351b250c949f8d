/** Times of the app in milliseconds, and sizes. Those of the specification are in the contract (`constants.ts`). */

/** After this time a loading state explains itself. */
export const slowAfter = 10_000
/** The app asks for a quote when typing has paused this long. */
export const quoteDelay = 300
/** A request without a response is sent again after this time; one that moves money keeps its key. */
export const checkAgainDelay = 4000
/** How long a toast offers to undo. */
export const undoOffered = 8000
/** Rows of one page of a long list. */
export const pageSize = 30
