/** Times that are this app’s own, milliseconds. Those of the specification are in the contract (`specification.ts`). */
/** After this a wait is explained. */
export const slowAfter = 10_000
/** A quote is asked for when typing has paused this long. */
export const quoteDelay = 300
/** What got no answer is sent again after this, a money act under its key. */
export const checkAgainDelay = 4000
/** An act can be taken back from the screen this long. */
export const undoOffered = 8000
