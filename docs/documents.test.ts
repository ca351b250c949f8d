/** Documents name only files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'apps/*/build/*.md'], { cwd: root })
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every path in a document leads to a file or a folder', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`((?:apps|packages|tools|e2e|bench|docs)\/[\w./-]+)`/g)]
      .map(([, path]) => path!)
      // The build writes `dist`; a fresh clone has none.
      .filter((path) => !existsSync(join(root, path)) && !path.endsWith('/dist'))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every link in a document leads to a file', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => join(dirname(document), target!))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})
