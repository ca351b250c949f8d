/** The page names no file and no test that is not there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const homes: Record<string, string> = {
  screens: 'apps/merchant/src/screens',
  app: 'apps/merchant/src/app',
  components: 'apps/merchant/src/components',
  hooks: 'apps/merchant/src/hooks',
  lib: 'apps/merchant/src/lib',
  modules: 'apps/server/src/modules',
  platform: 'apps/server/src/platform',
  domain: 'apps/server/src/domain',
  contract: 'packages/contract/src',
  client: 'packages/client/src',
  ui: 'packages/ui/src',
}
const fileOf = (short: string): string => {
  const [first = '', ...rest] = short.split('/')
  return join(root, homes[first] ?? first, ...rest)
}
const rows = readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|what) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every row says where it lives, in files that exist', () => {
  expect(rows.length).toBeGreaterThan(100)
  const gone = rows.flatMap(([, what, where = '']) => {
    const files = [...where.matchAll(/`([^`]+)`/g)].map((found) => found[1]!)
    return files.length > 0 && files.every((file) => existsSync(fileOf(file))) ? [] : [`${what}: ${where}`]
  })
  expect(gone).toEqual([])
})

test('every row is shown by a test that exists', () => {
  const missing = rows.flatMap(([, what, , shown = '']) => {
    const tests = [...shown.matchAll(/`([^`]+)` › (.+?)(?=, `|$)/g)]
    const known = tests.filter(([, file, title]) => {
      const path = fileOf(file!)
      return existsSync(path) && readFileSync(path, 'utf8').includes(title!)
    })
    return tests.length > 0 && known.length === tests.length ? [] : [`${what}: ${shown}`]
  })
  expect(missing).toEqual([])
})
