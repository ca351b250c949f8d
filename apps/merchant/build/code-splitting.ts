/**
 * Which modules share a file. By default the bundler makes one file for each set of screens that share a module. One
 * screen would then need thirty to forty files of a kilobyte, each with its own request. These groups make five kinds
 * of files:
 *
 * - `app`: the code that runs on every page.
 * - `login`: the screens before the login, with the modules that only they need.
 * - `shared`: modules that four or more screens share.
 * - `tabs`: modules that two or three screens share, from the folders of the screens behind the tab bar.
 * - A screen's own modules, and modules that two or three other screens share: the bundler's default.
 *
 * A group also takes the dependencies of its modules, so `login` needs no list of components. Figures: README.md.
 */
import type { Rolldown } from 'vite'
import { routes } from '../src/routes.ts'

const loginScreens = Object.values(routes)
  .filter(({ early }) => early)
  .map(({ screen }) => `/src/screens/${screen}.tsx`)

const tabFolders =
  /lucide-react|packages\/ui\/|merchant\/src\/(app|components|hooks|lib|screens\/(orders|dashboard|products|distribution))\//

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: 3 },
    { name: 'login', test: (id) => loginScreens.some((path) => id.endsWith(path)), priority: 2 },
    // The messages of each language stay in separate files.
    { name: 'shared', test: (id) => !id.includes('virtual:'), minShareCount: 4, priority: 1 },
    { name: 'tabs', test: tabFolders, minShareCount: 2, priority: 1 },
  ],
}
