import { globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A fault removes one defence. The tests named with it must fail. `find` must occur exactly once in its file, so that
 * a change of that place is noticed.
 */
export type Fault = {
  name: string
  edits: { file: string; find: string; replace: string }[]
  tests: string[]
}

/** A fault of one edit. `find` occurs exactly once in `file`. At least one test of the files `tests` must fail. */
export const fault = (name: string, file: string, find: string, replace: string, tests: string[]): Fault => ({
  name,
  edits: [{ file, find, replace }],
  tests,
})

const source = join(import.meta.dirname, '../../apps/server/src')
const outsideModules: Record<string, string> = { platform: 'platform/database', providers: 'providers' }

/** The schema file of a module, of `platform` or of `providers`. `part` is for a module that has several. */
export const schemaOf = (module: string, part = 'schema'): string =>
  `apps/server/src/${outsideModules[module] ?? globSync(`modules/*/${module}`, { cwd: source })[0]}/${part}.sql`
