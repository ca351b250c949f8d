/** The screens of `routes.ts`, each fetched when it is first opened. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { ComponentType } from 'react'
import { lazyScreen, type LazyScreen } from './app/LazyScreen.tsx'
import { routes, type Route } from './routes.ts'
import type { Path } from './paths.ts'

const modules = import.meta.glob<Record<string, ComponentType>>('./screens/*/*Screen.tsx')

const made = Object.entries(routes).map(([path, { screen, ...route }]: [string, Route]) => {
  const load = async () => (await modules[`./screens/${screen}.tsx`]!())[screen.split('/').at(-1)!]!
  return [path, lazyScreen(load, route)] as const
})
export const screens = Object.fromEntries(made) as Record<Path, LazyScreen>
