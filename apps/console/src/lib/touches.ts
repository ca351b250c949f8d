/** When a person last touched the console, in any of its windows. */

/** A query within this time after a touch is the person's: the code of a page may have to load first. */
const causedWithin = 5_000
/** Time between two requests that tell the server about touches, and between two notes for the other windows. */
const reportInterval = 60_000
const noteInterval = 5_000
const storageKey = 'touched-at'

// Opening the page is an act of a person.
let here = Date.now()

/** Time of the last touch in epoch milliseconds. */
export const touchedAt = (): number => Math.max(here, Number(localStorage.getItem(storageKey) ?? 0))

/** Whether the page sends a query now by itself: a poll, or a refetch after a live event. */
export const isUntouched = (): boolean => Date.now() - here > causedWithin

const touches = ['pointerdown', 'keydown', 'wheel'] as const

/** Calls `report` at the first touch, and then at most once a minute. Returns the function to stop. */
export function watchTouches(report: () => void): () => void {
  let reportedAt = Date.now()
  let notedAt = 0
  here = reportedAt
  const touch = () => {
    here = Date.now()
    if (here - notedAt >= noteInterval) localStorage.setItem(storageKey, String((notedAt = here)))
    if (here - reportedAt < reportInterval) return
    reportedAt = here
    report()
  }
  for (const name of touches) window.addEventListener(name, touch, { passive: true })
  return () => {
    for (const name of touches) window.removeEventListener(name, touch)
  }
}
