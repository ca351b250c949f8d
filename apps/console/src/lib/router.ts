/**
 * The addresses of the console: the path of a desk, and parameters that are texts. Desks are not nested and each reads
 * its own data, so that no larger router is needed (docs/decisions/0035-own-router-of-the-console.md).
 */
import { useSyncExternalStore } from 'react'
import type common from '../locales/en/common.ts'

/** A desk by its text `desk.<name>`; its path is `/<name>`. */
export type DeskName = keyof typeof common extends infer K
  ? K extends `desk.${infer N}`
    ? Exclude<N, `group.${string}`>
    : never
  : never
export type DeskPath = `/${DeskName}`

/** What links set in the address of a desk, besides the opened item, the search, and the reason of a look. */
type Parameters = {
  '/adjustments': 'amount' | 'shop' | 'transfer'
  '/approvals': 'view'
  '/bank': 'use'
  '/books': 'account' | 'entry' | 'view'
  '/payouts': 'item'
  '/products': string
  '/refunds': 'view'
  '/system': 'view'
  '/withdrawals': 'method' | 'state'
}
type ParameterOf<P> = P extends keyof Parameters ? Parameters[P] : never
export type SearchOf<P extends DeskPath> = { readonly [name in 'row' | 'q' | 'work' | ParameterOf<P>]?: string }
export type Address<P extends DeskPath = DeskPath> = { to: P; search?: SearchOf<P> }

/** The parameters of the address. */
export type UrlState = Readonly<Record<string, string | undefined>>
type Place = { pathname: string; search: UrlState }

/** The parameters as they stand in an address, with the question mark; empty without parameters. */
export function searchText(search: object): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  ).toString()
  return text && `?${text}`
}

export const hrefOf = <P extends DeskPath>({ to, search = {} }: Address<P>): string => to + searchText(search)

const read = (): Place => ({
  pathname: location.pathname,
  search: Object.fromEntries(new URLSearchParams(location.search)),
})

let place: Place = { pathname: '/', search: {} }
const listeners = new Set<() => void>()
/** Each asks before the present place is left, and says whether it may be. */
const guards = new Set<(next: Place) => boolean>()
/** Number of entries of the console before this one in the history of the browser. Each entry stores its own. */
const indexOf = (state: unknown) => (state as { index?: number } | null)?.index
let index = 0

/** Loads the screen of a path; undefined when it is there. */
let load: (pathname: string) => Promise<unknown> | undefined = () => undefined

/** Loads the screen of a link that is pointed at. */
export const preload = (to: string): void => void load(to)?.catch(() => undefined)

/** Milliseconds that the former screen stays while the next one loads. */
const patience = 1000
let steps = 0

/** Shows the place of the address, once its screen is loaded. */
function show(): void {
  const next = read()
  steps += 1
  const step = steps
  const commit = () => {
    if (step !== steps) return
    // What waits besides has come too late.
    steps += 1
    place = next
    for (const listener of listeners) listener()
  }
  const loading = next.pathname === place.pathname ? undefined : load(next.pathname)
  if (!loading) return commit()
  setTimeout(commit, patience)
  // A screen that does not load says so by itself.
  loading.then(commit, commit)
}

const mayLeave = (next: Place): boolean => [...guards].every((guard) => guard(next))

let isReturning = false
function onPopState(): void {
  const former = index
  index = indexOf(history.state) ?? index
  if (isReturning) {
    isReturning = false
    return
  }
  const next = read()
  // A jump within the page, or back before another desk was there.
  if (next.pathname === place.pathname && searchText(next.search) === searchText(place.search)) {
    steps += 1
    return
  }
  if (mayLeave(next)) return show()
  isReturning = true
  history.go(former - index || -1)
}

/** Begins with the address of the page. `loadScreen`: see `load`. */
export function startRouter(loadScreen: typeof load): void {
  load = loadScreen
  place = read()
  index = indexOf(history.state) ?? 0
  history.replaceState({ index }, '')
  window.addEventListener('popstate', onPopState)
}

function go(href: string, replace: boolean): void {
  const { pathname, search } = new URL(href, location.href)
  if (!mayLeave({ pathname, search: Object.fromEntries(new URLSearchParams(search)) })) return
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', href)
  show()
}

/** Goes to a desk. With `replace` it is no step of the history. */
export const navigate = <P extends DeskPath>(address: Address<P>, { replace = false } = {}): void =>
  go(hrefOf(address), replace)

/** Changes parameters of the address. An undefined or empty value removes one. */
export function changeSearch(change: UrlState, { replace = false }: { replace?: boolean } = {}): void {
  // Another desk is on its way: the change was meant for this one.
  if (location.pathname !== place.pathname) return
  go(place.pathname + searchText({ ...read().search, ...change }), replace)
}

/** Whether an address is the present one. */
export const isHere = <P extends DeskPath>(address: Address<P>): boolean =>
  hrefOf(address) === location.pathname + location.search

/** Asks before the present place is left. Returns the function that stops it. */
export function guardLeaving(guard: (next: Place, current: Place) => boolean): () => void {
  const asked = (next: Place) => guard(next, place)
  guards.add(asked)
  return () => void guards.delete(asked)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const usePathname = (): string => useSyncExternalStore(subscribe, () => place.pathname)
export const useSearch = (): UrlState => useSyncExternalStore(subscribe, () => place.search)
