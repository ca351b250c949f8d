/**
 * A fault whose anchor is lost proves nothing. This test finds it at once; `npm run test:faults` takes much longer.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from './faults.ts'

const root = join(import.meta.dirname, '..', '..')

test('every fault has a unique name, one place in its file, and existing tests', () => {
  const names = faults.map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  const lost = faults.flatMap(({ name, edits, tests }) => [
    ...edits
      .filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2)
      .map(({ file }) => `${name}: ${file}`),
    ...tests.filter((file) => !existsSync(join(root, file))).map((file) => `${name}: ${file}`),
  ])
  expect(lost).toEqual([])
})
