/** Times of the app in milliseconds, and sizes. The specification's constants are in the contract (`constants.ts`). */

/** After this time a loading state explains itself. */
export const slowAfter = 10_000
/** A request without a response is sent again after this time; one that moves money keeps its key. */
export const checkAgainDelay = 4000
/** Duration of a toast with an undo button. */
export const undoOffered = 8000
/** Duration of a long press. */
export const longPress = 500
/** Rows of one page of a long list. */
export const pageSize = 30

/** The look of the one main act of a tab: a bar above the tab bar, with its own place, so that it covers no row. */
export const aboveTabs =
  'sticky bottom-[calc(var(--tab-bar)+env(safe-area-inset-bottom))] z-10 -mx-4 mt-auto -mb-6 bg-bg px-4 py-3 wide:bottom-0'
