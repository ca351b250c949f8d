/** Builds the apps from the sources, as far as they are not current. */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintOf } from './fingerprint.ts'

const root = join(import.meta.dirname, '..', '..')
// The storefront first: the past of a demo needs its pages.
const names = ['storefront', 'merchant', 'console'] as const
type AppName = (typeof names)[number]
const titles: Record<AppName, string> = {
  merchant: 'the merchant app',
  console: 'the console',
  storefront: 'the storefront',
}
export const distOf = (app: AppName): string => join(root, 'apps', app, 'dist')
const markOf = (app: AppName) => join(distOf(app), '.built-from')

/** Starts to build each app whose sources changed since its last build, two at a time. */
export async function buildApps(
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<{ storefront: Promise<void>; all: Promise<void> }> {
  const wanted = await Promise.all(
    names.map(async (app) => {
      // The apps share steps of their builds.
      const fingerprint = await fingerprintOf([`apps/${app}`, 'tools/build', 'packages', 'package-lock.json'])
      const isCurrent = (await readFile(markOf(app), 'utf8').catch(() => '')) === fingerprint
      return isCurrent ? [] : [{ app, fingerprint }]
    }),
  )
  const missing = wanted.flat()
  if (missing.length > 0)
    print(`Building ${missing.map(({ app }) => titles[app]).join(', ')} (some seconds, after each change) …`)
  const lanes: Promise<void>[] = [Promise.resolve(), Promise.resolve()]
  const built = missing.map(async ({ app, fingerprint }, nth) => {
    const before = lanes[nth % 2]!
    const build = before.then(() => buildApp(app, fingerprint, signal))
    lanes[nth % 2] = build
    return build
  })
  const all = Promise.all(built).then(() => undefined)
  // They are awaited later.
  for (const one of [...built, all]) one.catch(() => undefined)
  return { storefront: missing[0]?.app === 'storefront' ? built[0]! : Promise.resolve(), all }
}

async function buildApp(app: AppName, fingerprint: string, signal: AbortSignal): Promise<void> {
  const code = await new Promise<number>((done) => {
    const build = spawn(
      process.execPath,
      [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', `apps/${app}`, '--logLevel', 'error'],
      // With another NODE_ENV the storefront's pages would be compiled for React's development build.
      { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' }, signal },
    )
    build.on('error', () => done(1))
    build.on('exit', (status) => done(status ?? 1))
  })
  if (code !== 0) throw new Error(`${titles[app]} could not be built`)
  await writeFile(markOf(app), fingerprint)
}
