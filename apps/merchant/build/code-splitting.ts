/**
 * Which modules share a file. By default the bundler makes one file for each set of screens that share a module. One
 * screen would then need thirty to forty files of a kilobyte, each with its own request. These groups make seven kinds
 * of files:
 *
 * - `app`: the code that runs on every page.
 * - `login`: the screens before the login, with the modules that only they need.
 * - `tabs`: modules that the dashboard shares with another of the first screens: the tabs and the distribution center.
 * - `lists`: modules that two or more of the other first screens share, but not the dashboard, which opens first.
 * - `tabs-<screen>`: modules that one of the first screens shares with later screens. Its first view is so not
 *   delayed by code of the screens behind it.
 * - `shared`: the other modules that four or more screens share.
 * - A screen's own modules, and modules that two or three other screens share: the bundler's default.
 *
 * A group also takes the dependencies of its modules, so `login` needs no list of components. Figures: README.md.
 */
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { paths } from '../src/paths.ts'
import { routes } from '../src/routes.ts'

const fileOf = (screen: string) => `/src/screens/${screen}.tsx`
const loginScreens = Object.values(routes).flatMap(({ early, screen }) => (early ? fileOf(screen) : []))
const firstScreens = Object.values(routes).flatMap(({ first, screen }) => (first ? screen : []))

/** `orders/OrdersScreen` → `orders`. */
const nameOf = (screen: string): string => screen.split('/')[0]!

type Info = (id: string) => Rolldown.ModuleInfo | null

/** The first screens that import each module, directly or through others. */
function usersOf(infoOf: Info): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const screen of firstScreens) {
    const waiting = [join(import.meta.dirname, '..', fileOf(screen))]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const before = users.get(id) ?? []
      if (before.includes(screen)) continue
      users.set(id, [...before, screen])
      waiting.push(...(infoOf(id)?.importedIds ?? []))
    }
  }
  return users
}

// The graph does not change during a build.
let known: Map<string, string[]> | undefined
const usersIn = (infoOf: Info, id: string): string[] => (known ??= usersOf(infoOf)).get(id) ?? []

/** The messages of each language stay in separate files. */
const isMessages = (id: string) => id.includes('virtual:')

const home = routes[paths.home].screen

/** A group of modules that first screens use, named by those screens. `null`: not in this group. */
const ofFirst = (name: (users: readonly string[]) => string | null): Rolldown.CodeSplittingGroup['name'] => {
  return (id, graph) => (isMessages(id) ? null : name(usersIn((one) => graph.getModuleInfo(one), id)))
}

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: 6 },
    { name: 'login', test: (id) => loginScreens.some((path) => id.endsWith(path)), priority: 5 },
    // Each takes the dependencies of its modules that no group before it has. The dashboard comes first, so that none
    // of its modules stands in `lists`.
    {
      debugName: 'tabs',
      name: ofFirst((users) => (users.length > 1 && users.includes(home) ? 'tabs' : null)),
      minShareCount: 2,
      priority: 4,
    },
    {
      debugName: 'lists',
      name: ofFirst((users) => (users.length > 1 ? 'lists' : null)),
      minShareCount: 2,
      priority: 3,
    },
    {
      debugName: 'tabs of one screen',
      name: ofFirst(([one]) => (one === undefined ? null : `tabs-${nameOf(one)}`)),
      minShareCount: 2,
      priority: 2,
    },
    { name: 'shared', test: (id) => !isMessages(id), minShareCount: 4, priority: 1 },
  ],
}
