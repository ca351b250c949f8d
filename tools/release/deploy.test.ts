/** The files of deploy/ name settings that exist, and hand over what the documents say. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownVariables } from '../../apps/server/src/settings-variables.ts'

const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const files = globSync(['*.yaml', 'kubernetes/*', '*.example', 'Dockerfile', 'systemd/*', 'backup/*'], {
  cwd: deploy,
})

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
  const services = compose.split('\nservices:\n')[1]!.split(/\n(?=  [\w-]+:(?: &\w+)?\n)/)
  const withOwner = services.filter((service) => service.includes('DATABASE_OWNER_URL:'))
  expect(withOwner.map((service) => /([\w-]+):/.exec(service)![1])).toEqual(['migrate'])
  expect(compose).toMatch(/DATABASE_URL: .*@pooler:6432\/quayside/)
  expect(compose).toMatch(/DATABASE_LISTEN_URL: .*@database:5432\/quayside/)
  expect(compose).toMatch(/DATABASE_JOBS_URL: .*@database:5432\/quayside/)
})

test('every image has a tag that is not moved to the next major version', () => {
  const named = [...files, 'pooler/Dockerfile'].flatMap((file) =>
    [...read(file).matchAll(/^(?:\s*(?:- )?image:|FROM) +(\S+)/gm)].map(([, image]) => ({ file, image: image! })),
  )
  expect(named.length).toBeGreaterThan(6)
  // The own image is built here.
  const loose = named.filter(({ image }) => image !== 'quayside' && !/^[\w./-]+:v?\d[\w.-]*$/.test(image))
  expect(loose).toEqual([])
})

test('two web copies of the containers are on the ports of the proxy, and only the settings differ by port', () => {
  const ports = [...read('compose.yaml').matchAll(/^    ports: \[(.+)\]$/gm)].flatMap(([, list]) =>
    [...list!.matchAll(/127\.0\.0\.1:(\d+):\d+/g)].map(([, port]) => port!),
  )
  const named = [...read('nginx.conf').matchAll(/server 127\.0\.0\.1:(\d+) /g)].map(([, port]) => port!)
  expect(ports.toSorted()).toEqual(named.toSorted())
})

/** The documents of a manifest, by kind and name. */
const manifests = (file: string): Map<string, string> =>
  new Map(
    read(`kubernetes/${file}`)
      .split(/^---$/m)
      .map((text) => [`${/^kind: (\w+)$/m.exec(text)![1]} ${/^metadata:\n  name: (\S+)$/m.exec(text)![1]}`, text]),
  )

test('on Kubernetes a copy is ready before another ends, the worker is alone, and only the migrations know the owner', () => {
  const { version } = JSON.parse(readFileSync(join(deploy, '..', 'package.json'), 'utf8')) as { version: string }
  const [server, migrate, settings] = [
    manifests('quayside.yaml'),
    manifests('migrate.yaml'),
    manifests('settings.example.yaml'),
  ]
  const web = server.get('Deployment quayside-web')!
  expect(web).toContain('rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }')
  expect(web).toMatch(/readinessProbe: \{ httpGet: \{ path: \/readyz/)
  expect(web).toMatch(/livenessProbe: \{ httpGet: \{ path: \/healthz/)
  // As long as the units wait before they kill it.
  const wait = /^TimeoutStopSec=(\d+)$/m.exec(read('systemd/quayside-web@.service'))![1]
  expect(web).toContain(`terminationGracePeriodSeconds: ${wait}\n`)
  const worker = server.get('Deployment quayside-worker')!
  expect(worker).toContain('replicas: 1\n')
  expect(worker).toContain('strategy: { type: Recreate }')
  expect([...server.values()].join('')).not.toContain('quayside-owner')
  const job = migrate.get(`Job quayside-migrate-${version.replaceAll('.', '-')}`)!
  expect(job).toContain('quayside-owner')
  for (const text of [web, worker, job]) expect(text).toContain(`image: quayside:${version}\n`)
  // Everything that a manifest refers to exists.
  const refers = [web, worker, job].flatMap((text) =>
    [
      ...text.matchAll(/(configMap|configMapRef|secretRef|persistentVolumeClaim): \{ (?:name|claimName): (\S+) \}/g),
    ].map(
      ([, kind, name]) =>
        `${{ configMap: 'ConfigMap', configMapRef: 'ConfigMap', secretRef: 'Secret' }[kind!] ?? 'PersistentVolumeClaim'} ${name}`,
    ),
  )
  expect(refers.length).toBeGreaterThan(8)
  const known = new Set([...server.keys(), ...settings.keys()])
  expect(refers.filter((name) => !known.has(name))).toEqual([])
  // Each address checks the certificate of the database.
  const addresses = [...read('kubernetes/settings.example.yaml').matchAll(/postgres:\/\/\S+/g)].map(([url]) => url)
  expect(addresses).toHaveLength(3)
  expect(addresses.filter((url) => !url.includes('sslmode=verify-full&sslrootcert='))).toEqual([])
})

test('no example takes a word that its program has deprecated, and the pooler listens on this machine only', () => {
  expect(read('nginx.conf')).not.toMatch(/^ *listen \d+ ssl http2/m)
  expect(read('pooler/pgbouncer.ini')).toMatch(/^listen_addr = 127\.0\.0\.1$/m)
  expect(read('pooler/pgbouncer.ini')).toMatch(/^auth_file = \/etc\/pgbouncer\//m)
  expect(read('pooler/pgbouncer.ini')).toMatch(/^max_prepared_statements = [1-9]/m)
})

test('the two sizes of PostgreSQL differ in values only', () => {
  const [small, large] = ['16gb', '64gb'].map((size) =>
    [...read(`postgresql/${size}.conf`).matchAll(/^(\w+) = /gm)].map(([, name]) => name!),
  )
  expect(large).toEqual(small)
  expect(new Set(small).size).toBe(small!.length)
})
