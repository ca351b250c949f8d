/** The files of deploy/ name settings that exist, and hand over what the documents say. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownVariables } from '../../apps/server/src/settings-variables.ts'

const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const files = globSync(['*.yaml', '*.example', 'Dockerfile', 'systemd/*', 'backup/*'], { cwd: deploy })

test('every setting in deploy/ is one that the server knows', () => {
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/\bQUAYSIDE_[A-Z_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !knownVariables.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(files.length).toBeGreaterThan(8)
  expect(unknown).toEqual([])
})

test('only the migrations know the owner of the database, and LISTEN does not go through the pooler', () => {
  const compose = read('compose.yaml')
  const services = compose.split('\nservices:\n')[1]!.split(/\n(?=  \w+:\n)/)
  const withOwner = services.filter((service) => service.includes('DATABASE_OWNER_URL:'))
  expect(withOwner.map((service) => /(\w+):/.exec(service)![1])).toEqual(['migrate'])
  expect(compose).toMatch(/DATABASE_URL: .*@pooler:6432\/quayside/)
  expect(compose).toMatch(/DATABASE_LISTEN_URL: .*@database:5432\/quayside/)
  expect(compose).toMatch(/DATABASE_JOBS_URL: .*@database:5432\/quayside/)
})

test('every image has a tag that is not moved to the next major version', () => {
  const named = [...files, 'pooler/Dockerfile'].flatMap((file) =>
    [...read(file).matchAll(/^(?:\s*image:|FROM) +(\S+)/gm)].map(([, image]) => ({ file, image: image! })),
  )
  expect(named.length).toBeGreaterThan(6)
  // The own image is built here.
  const loose = named.filter(({ image }) => image !== 'quayside' && !/^[\w./-]+:v?\d[\w.-]*$/.test(image))
  expect(loose).toEqual([])
})
