/**
 * Builds a release: a folder that runs with Node alone. It holds the server and its commands as bundled JavaScript, the
 * schema and its migrations, the built apps, the few packages that cannot be bundled, the licence texts of all packages
 * and an SBOM, and the TypeScript client for partners. No TypeScript, no development dependency, and no embedded
 * PostgreSQL.
 *
 *   node tools/release/build.ts [folder]      default: release/quayside-<version>-<platform>-<arch>
 */
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync, globSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build as viteBuild, createBuilder } from 'vite'
import { languageFiles } from './languages.ts'

const root = join(import.meta.dirname, '..', '..')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
const name = `quayside-${version}-${process.platform}-${process.arch}`
const target = resolve(process.argv[2] ?? join(root, 'release', name))
const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Packages with native code, or with data files that they read from their own folder. They are copied. All others are
 * bundled.
 */
const copiedPackages = [
  '@node-rs/argon2',
  'sharp',
  'pdfkit',
  'subset-font',
  'harfbuzzjs',
  'graphile-worker',
  ...(await fontPackages()),
]

type Manifest = {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })

const bundledPackages = await bundleServer()
const closure = await copyPackages(copiedPackages)
const serverFolder = join(root, 'apps', 'server')
for (const path of ['migrations', 'schema.sql', ...globSync('src/**/schema*.sql', { cwd: serverFolder })])
  await cp(join(serverFolder, path), join(target, path), { recursive: true })
const appPackages = [
  ...(await buildApp('merchant', 'public')),
  ...(await buildApp('console', 'console')),
  ...(await buildStorefront()),
]
await cp(join(root, 'deploy'), join(target, 'deploy'), { recursive: true })
const sdk = spawnSync(process.execPath, [join(import.meta.dirname, 'sdk.ts'), join(target, 'sdk')], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (sdk.status !== 0) throw new Error('release: the TypeScript client was not built')
for (const file of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md']) await cp(join(root, file), join(target, file))
await writeFile(
  join(target, 'package.json'),
  `${JSON.stringify({ name: 'quayside', version, private: true, type: 'module', license: 'SEE LICENSE IN LICENSE', engines: { node: '>=26' } }, null, 2)}\n`,
)
const packages = [...new Set([...bundledPackages, ...closure, ...appPackages])].sort()
await writeNotices(packages)
await writeSbom(packages)
print(`${relative(process.cwd(), target) || target}: ${packages.length} packages, ${await sizeOf(target)} MiB`)

/** The fonts of PDFs: the server reads their files by name. */
async function fontPackages(): Promise<string[]> {
  const server = JSON.parse(await readFile(join(root, 'apps', 'server', 'package.json'), 'utf8')) as Manifest
  return Object.keys(server.dependencies ?? {}).filter((one) => one.startsWith('@fontsource'))
}

/** Bundles the server and its commands. Returns the folders of the packages that the bundle contains. */
async function bundleServer(): Promise<string[]> {
  const source = join(root, 'apps', 'server', 'src')
  const result = await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // `pg-native` is an optional part of `pg` that is not installed.
    ssr: { noExternal: true, external: [...copiedPackages, 'pg-native'] },
    plugins: [languageFiles(root)],
    build: {
      ssr: true,
      // Two folders deep, as in the sources: the server finds `../../migrations` and `../../schema.sql` from there.
      outDir: join(target, 'server', 'dist'),
      emptyOutDir: true,
      target: 'node26',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          main: join(source, 'main.ts'),
          files: join(source, 'cli', 'files.ts'),
          keys: join(source, 'cli', 'keys.ts'),
          migrate: join(source, 'cli', 'migrate.ts'),
          privacy: join(source, 'cli', 'privacy.ts'),
          'after-restore': join(source, 'cli', 'after-restore.ts'),
          reconcile: join(source, 'cli', 'reconcile.ts'),
        },
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return packagesOf(result)
}

/** Builds an app into a folder of the release. Returns the folders of the packages that it contains. */
async function buildApp(app: 'merchant' | 'console', folder: string): Promise<string[]> {
  const result = await viteBuild({
    root: join(root, 'apps', app),
    configFile: join(root, 'apps', app, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(target, folder), emptyOutDir: true },
  })
  return packagesOf(result)
}

/** Builds the storefront: the files for browsers, and the module that makes the pages. */
async function buildStorefront(): Promise<string[]> {
  const builder = await createBuilder({
    root: join(root, 'apps', 'storefront'),
    configFile: join(root, 'apps', 'storefront', 'vite.config.ts'),
    logLevel: 'warn',
  })
  const found: string[] = []
  for (const [environmentName, folder] of [
    ['client', 'client'],
    ['ssr', 'server'],
  ] as const) {
    const environment = builder.environments[environmentName]!
    environment.config.build.outDir = join(target, 'storefront', folder)
    found.push(...packagesOf((await builder.build(environment)) as Awaited<ReturnType<typeof viteBuild>>))
  }
  return found
}

function packagesOf(result: Awaited<ReturnType<typeof viteBuild>>): string[] {
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds.flatMap(packageOfModule) : []))
}

/** The folder of the npm package that a bundled module belongs to; none for our own sources. */
function packageOfModule(id: string): string[] {
  const at = id.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0) return []
  const [scope = '', second = ''] = id.slice(at + 14).split(sep)
  return [join(id.slice(0, at), 'node_modules', scope.startsWith('@') ? join(scope, second) : scope)]
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Copies packages with everything they need, each where Node finds it. Returns their folders. */
async function copyPackages(names: readonly string[]): Promise<string[]> {
  const folders = new Set<string>()
  const visit = async (wanted: string, from: string): Promise<void> => {
    const folder = findPackage(wanted, from)
    // Optional dependencies for other platforms are not installed.
    if (!folder || folders.has(folder)) return
    folders.add(folder)
    const manifest = await manifestOf(folder)
    for (const one of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      await visit(one, folder)
  }
  for (const one of names) {
    if (!findPackage(one, join(root, 'apps', 'server'))) throw new Error(`release: package ${one} is not installed`)
    await visit(one, join(root, 'apps', 'server'))
  }
  for (const folder of folders)
    await cp(folder, join(target, relative(root, folder)), {
      recursive: true,
      dereference: true,
      filter: (path) => path === folder || !path.slice(folder.length).includes(`${sep}node_modules`),
    })
  return [...folders]
}

/** Resolves a package as Node does: the folder itself, then each parent. */
function findPackage(wanted: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', wanted)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === root || folder === dirname(folder)) return undefined
  }
}

/** The licence texts of all packages, as their licences require. */
async function writeNotices(folders: readonly string[]): Promise<void> {
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const { name: title, version: number, license } = await manifestOf(folder)
      const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice|copyright)/i.test(file))
      const texts = await Promise.all(
        files.map(async (file) => (await readFile(join(folder, file), 'utf8').catch(() => '')).trim()),
      )
      return [`${title} ${number}`, `License: ${license ?? 'see below'}`, ...texts.filter(Boolean)].join('\n\n')
    }),
  )
  await writeFile(join(target, 'THIRD-PARTY-NOTICES.txt'), `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

/** A CycloneDX list of the packages in the release. */
async function writeSbom(folders: readonly string[]): Promise<void> {
  const components = await Promise.all(
    folders.map(async (folder) => {
      const { name: title, version: number, license } = await manifestOf(folder)
      return {
        type: 'library',
        name: title,
        version: number,
        purl: `pkg:npm/${title.replace('@', '%40')}@${number}`,
        ...(license ? { licenses: [{ license: { name: license } }] } : {}),
      }
    }),
  )
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim()
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'quayside',
        version,
        ...(commit ? { properties: [{ name: 'commit', value: commit }] } : {}),
      },
    },
    components,
  }
  await writeFile(join(target, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}

/** Size of a folder, in MiB. */
async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20)
}
