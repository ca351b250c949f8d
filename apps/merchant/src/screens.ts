/** The screens of `routes.ts`, each fetched when it is first opened. */
/// <reference types="vite/types/importMeta.d.ts" />
import { seedQueries, type FirstQuery } from '@quayside/client'
import type { ComponentType } from 'react'
import { lazyScreen, type LazyScreen } from './app/LazyScreen.tsx'
import { routes, type Route } from './routes.ts'
import type { Path } from './paths.ts'

type ScreenModule = Record<string, ComponentType> & { firstQueries?: readonly FirstQuery[] }
const modules = import.meta.glob<ScreenModule>('./screens/*/*Screen.tsx')

const made = Object.entries(routes).map(([path, { screen, ...route }]: [string, Route]) => {
  const load = async () => (await modules[`./screens/${screen}.tsx`]!())[screen.split('/').at(-1)!]!
  return [path, lazyScreen(load, route)] as const
})
export const screens = Object.fromEntries(made) as Record<Path, LazyScreen>

/** Loads the code of the page's first screen, and caches what the page has requested for it, if the screen wants it. */
export async function seedScreen(path: string): Promise<void> {
  const route: Route | undefined = routes[path as Path]
  if (route?.first) await seedQueries((await modules[`./screens/${route.screen}.tsx`]!()).firstQueries ?? [])
}
