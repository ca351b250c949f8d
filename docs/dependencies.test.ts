/** Every dependency is pinned to an exact version, and the groups of renovate.json name packages that are used. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T
type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'overrides', Record<string, string>>
>
const used = globSync('{.,apps/*,packages/*,tools/runtime}/package.json', { cwd: root }).flatMap((file) => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = read<Manifest>(file)
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    .filter(([name]) => !name.startsWith('@quayside/'))
    .map(([name, version]) => ({ file, name, version }))
})

test('every version is exact', () => {
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('every group of updates is about packages that are used', () => {
  const { packageRules } = read<{ packageRules: { matchPackageNames: string[] }[] }>('renovate.json')
  const names = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames)
  const unused = names.filter(
    (name) => !used.some((one) => (name.endsWith('/**') ? one.name.startsWith(name.slice(0, -2)) : one.name === name)),
  )
  expect(unused).toEqual([])
})
