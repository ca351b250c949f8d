/** The screens of `routes.ts`, each fetched when it is first opened. */
/// <reference types="vite/types/importMeta.d.ts" />
import { seedQueries, type FirstQuery } from '@quayside/client'
import type { ComponentType } from 'react'
import { lazyScreen, type LazyScreen } from './app/LazyScreen.tsx'
import { parts, routes, type Route } from './routes.ts'
import type { Path } from './paths.ts'

type ScreenModule = Record<string, ComponentType> & { firstQueries?: readonly FirstQuery[] }
const modules = import.meta.glob<ScreenModule>('./screens/*/*Screen.tsx')

const all: [key: string, Route][] = [
  ...Object.entries(routes),
  ...Object.entries(parts).flatMap(([path, list]) =>
    Object.entries(list).map(([part, route]): [string, Route] => [`${path} ${part}`, route]),
  ),
]
/** The screens by their path, and the parts of a screen by its path and their name. */
export const screens: Readonly<Record<string, LazyScreen>> = Object.fromEntries(
  all.map(([key, { screen, ...route }]) => {
    const load = async () => (await modules[`./screens/${screen}.tsx`]!())[screen.split('/').at(-1)!]!
    return [key, lazyScreen(load, route)]
  }),
)

/** The key of what an address shows: of the screen, or of the part of it that the URL names. */
export const keyOf = (path: string, part: string | undefined): string =>
  part && screens[`${path} ${part}`] ? `${path} ${part}` : path

/** Loads the code of the page's first screen, and caches what the page has requested for it, if the screen wants it. */
export async function seedScreen(path: string): Promise<void> {
  const route: Route | undefined = routes[path as Path]
  if (route?.first) await seedQueries((await modules[`./screens/${route.screen}.tsx`]!()).firstQueries ?? [])
}
