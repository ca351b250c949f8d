/**
 * Which modules share a file. By default the bundler makes one for each set of desks that share a module: 125 files, most
 * of a kilobyte, and fourteen requests for the first desk. Here are together:
 *
 * - `app`: what runs before the log-in;
 * - `shared`: what ten or more desks or dialogs share.
 *
 * All else is the bundler's default. Figures, also of other ways to share: docs/performance.md.
 */
import type { Rolldown } from 'vite'

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'app', tags: ['$initial'], priority: 2 },
    { name: 'shared', minShareCount: 10, priority: 1 },
  ],
}
