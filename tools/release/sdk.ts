/**
 * Makes the TypeScript client of partners from the OpenAPI document: `npm run sdk` builds it in packages/sdk, where
 * its examples run. With a folder the package is also written there, ready for `npm install <folder>` or `npm pack`.
 *
 *   node tools/release/sdk.ts [folder]
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openApiDocument } from '../../apps/server/src/platform/http/openapi.ts'

const root = join(import.meta.dirname, '..', '..')
const sdk = join(root, 'packages', 'sdk')
const run = (program: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(sdk, 'node_modules', program), ...args], {
    cwd: sdk,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`sdk: ${program} ended with code ${status}\n${stdout}${stderr}`)
}

await rm(join(sdk, 'dist'), { recursive: true, force: true })
await mkdir(join(sdk, 'dist'))
// The calls that an API key may make.
const document = openApiDocument(
  'https://shop.example',
  ['merchant'],
  ({ scope, access }) => scope !== undefined && access.who === 'merchant',
)
await writeFile(join(sdk, 'dist', 'openapi.json'), JSON.stringify(document, null, 1))
// A field with a default may be left out of a request.
run('openapi-typescript/bin/cli.js', 'dist/openapi.json', '-o', 'src/api.ts', '--default-non-nullable=false')
run('typescript/bin/tsc', '-p', '.')
run('typescript/bin/tsc', '-p', 'examples')

const target = process.argv[2] && resolve(process.argv[2])
if (target) {
  await mkdir(target, { recursive: true })
  for (const path of ['dist', ...globSync('examples/*.ts', { cwd: sdk })])
    await cp(join(sdk, path), join(target, path), { recursive: true })
  await cp(join(root, 'docs', 'integrating.md'), join(target, 'README.md'))
  await cp(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const { devDependencies: _, ...manifest } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
}
