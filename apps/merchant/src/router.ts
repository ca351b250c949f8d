/**
 * Where the merchant is: the part of the address behind `#`, a path of `paths.ts` and plain parameters. Every screen is flat and reads for
 * itself, so this is all of a router that the app needs; links are plain `<a href>`. See docs/decisions/0004-own-hash-router.md.
 */
import { useSyncExternalStore } from 'react'
import { hrefOf, type Path, type Query } from './paths.ts'

export type Location = {
  path: string
  query: Record<string, string>
  /** Both together, as they stand behind the `#`. */
  href: string
  /** How many steps lie behind within this app; each place in the browser's history keeps its own. */
  step: number
}

let step = 0

function read(): Location {
  const href = location.hash.slice(1) || '/'
  const [path = '/', query = ''] = href.split('?')
  return { path, query: Object.fromEntries(new URLSearchParams(query)), href, step }
}

let place = read()
/** The parameters with which each path was seen last. */
const lastLocations = new Map<string, Location>([[place.path, place]])
const listeners = new Set<() => void>()

function changed(): void {
  place = read()
  lastLocations.set(place.path, place)
  for (const listener of listeners) listener()
}

// Scrolling is left to the app: the browser does it before the screen is drawn.
history.scrollRestoration = 'manual'
const stepOf = (state: unknown): number | undefined => (state as { step?: number } | null)?.step
step = stepOf(history.state) ?? 0
history.replaceState({ step }, '')
place = read()

// Back, forward, a link that was tapped, an address that was typed: the last two are new in the history.
window.addEventListener('popstate', () => {
  const known = stepOf(history.state)
  step = known ?? step + 1
  if (known === undefined) history.replaceState({ step }, '')
  changed()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLocation = (): Location => useSyncExternalStore(subscribe, () => place)
export const currentLocation = (): Location => place

/** Where a path was left; itself without parameters when it was not seen yet. */
export const lastHref = (path: string): string => lastLocations.get(path)?.href ?? path

/**
 * The parameters of the address. With a path those of that screen, also while it stands beside another one: there they are what they were when
 * it was the one.
 */
export const useSearchParams = (path?: Path): Partial<Record<string, string>> =>
  useSyncExternalStore(subscribe, () => (path ? lastLocations.get(path) : place)?.query ?? none)
const none: Record<string, string> = {}

/** Goes to a screen; with `replace` in place of this one, which a way back then does not find. */
export function navigate({ to, search = {}, replace = false }: { to: Path; search?: Query; replace?: boolean }): void {
  goTo(hrefOf(to, search), replace)
}

/** The same with an address as `currentLocation().href` gives it. */
export function goTo(href: string, replace = false): void {
  if (!replace) step += 1
  history[replace ? 'replaceState' : 'pushState']({ step }, '', `#${href}`)
  changed()
}

/** Goes back to where the merchant came from; to `otherwise` when the app was opened right here. */
export function goBack(otherwise: Path): void {
  if (step > 0) history.back()
  else navigate({ to: otherwise, replace: true })
}
