/**
 * The hash router. The part of the URL after `#` is a path of `paths.ts` with plain parameters. Screens are not
 * nested and each fetches its own data, so the app needs no larger router; links are plain `<a href>`. See
 * docs/decisions/0004-own-hash-router.md.
 */
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { hrefOf, tabPaths, type Path, type Query } from './paths.ts'

export type Location = {
  path: string
  query: Record<string, string>
  /** Path and query after the `#`. */
  href: string
  /** The number of entries of this app before this one in the browser's history. Each entry stores its own. */
  historyIndex: number
}

let historyIndex = 0

function read(): Location {
  const href = location.hash.slice(1) || '/'
  const [path = '/', query = ''] = href.split('?')
  return { path, query: Object.fromEntries(new URLSearchParams(query)), href, historyIndex }
}

let current = read()
/** The last location of each path. */
const lastLocations = new Map<string, Location>([[current.path, current]])
const listeners = new Set<() => void>()

const still = window.matchMedia('(prefers-reduced-motion: reduce)')
const show = () => {
  for (const listener of listeners) listener()
}

/**
 * Shows the current location. Another screen slides in, from the end going forward and from the start going back; a
 * tab fades in. `drawn`: the browser has animated the change itself.
 */
function update(drawn = false): void {
  const before = current
  current = read()
  lastLocations.set(current.path, current)
  // A browser without view transitions has no such function.
  const start = (document as Partial<Document>).startViewTransition
  if (before.path === current.path || drawn || !start || still.matches || document.hidden) return show()
  document.documentElement.dataset['motion'] = tabPaths.has(current.path)
    ? before.historyIndex > current.historyIndex
      ? 'back'
      : 'fade'
    : before.historyIndex > current.historyIndex
      ? 'back'
      : 'forward'
  // A second change of screen ends the first transition: its promises fail, and nobody waits for them.
  const { ready, finished } = start.call(document, () => flushSync(show))
  for (const promise of [ready, finished]) promise.catch(() => undefined)
}

// The app restores the scroll position itself: the browser would do it before the screen is rendered.
history.scrollRestoration = 'manual'
const historyIndexOf = (state: unknown): number | undefined => (state as { historyIndex?: number } | null)?.historyIndex
historyIndex = historyIndexOf(history.state) ?? 0
history.replaceState({ historyIndex }, '')
current = read()

// Fired by back, forward, a tapped link or a typed URL. Links and typed URLs make a new entry without an index.
window.addEventListener('popstate', (event) => {
  const index = historyIndexOf(history.state)
  historyIndex = index ?? historyIndex + 1
  if (index === undefined) history.replaceState({ historyIndex }, '')
  update(event.hasUAVisualTransition)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLocation = (): Location => useSyncExternalStore(subscribe, () => current)
export const currentLocation = (): Location => current

/** The last URL of a path; the path itself without parameters before its first visit. */
export const lastHref = (path: string): string => lastLocations.get(path)?.href ?? path

/**
 * The parameters of the URL. With `path`, the parameters of that screen. Beside another screen, these are the last
 * ones that it had as the main screen.
 */
export const useSearchParams = (path?: Path): Partial<Record<string, string>> =>
  useSyncExternalStore(subscribe, () => (path ? lastLocations.get(path) : current)?.query ?? none)
const none: Record<string, string> = {}

/** Goes to a screen. With `replace`, the screen replaces the current history entry. */
export function navigate({ to, search = {}, replace = false }: { to: Path; search?: Query; replace?: boolean }): void {
  navigateToHref(hrefOf(to, search), replace)
}

/** The same for an href as `currentLocation().href` gives it. */
export function navigateToHref(href: string, replace = false): void {
  if (!replace) historyIndex += 1
  history[replace ? 'replaceState' : 'pushState']({ historyIndex }, '', `#${href}`)
  update()
}

/** Goes back to the previous screen, or to `fallback` if the app was opened on this screen. */
export function goBack(fallback: Path): void {
  if (historyIndex > 0) history.back()
  else navigate({ to: fallback, replace: true })
}
