/**
 * All checks of a change: types, lint, format, unused code, the builds of the apps, all tests in a real browser and on
 * a real database.
 */
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
let passed = 0
let failed = 0

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('exit', (code) => done(code ?? 1))
  })

async function step(name: string, command: string, args: string[]): Promise<boolean> {
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const ok = (await run(command, args)) === 0
  process.stdout.write(`  ${ok ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  if (ok) passed += 1
  else failed += 1
  return ok
}

const js = async (name: string): Promise<string> => {
  const { realpath } = await import('node:fs/promises')
  return realpath(bin(name))
}

const only = process.argv.slice(2)
if (only.length === 0) {
  await step('types', await js('tsc'), ['--noEmit'])
  await step('lint', await js('oxlint'), ['--deny-warnings'])
  await step('format', await js('oxfmt'), ['--check'])
  await step('unused code', await js('knip'), [])
}
let built = true
for (const [app, name] of [
  ['merchant', 'the merchant app'],
  ['console', 'the console'],
  ['storefront', 'the storefront'],
] as const)
  built = (await step(`build of ${name}`, await js('vite'), ['build', `apps/${app}`, '--logLevel', 'warn'])) && built
const browser = await findBrowser((line) => process.stdout.write(`${line}\n`))
if (built) {
  const report = join(root, '.data', 'test-report.json')
  await mkdir(join(root, '.data'), { recursive: true })
  await rm(report, { force: true })
  process.stdout.write('\n— tests\n')
  await run(
    await js('vitest'),
    ['run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    browser ? { CHROMIUM: browser } : {},
  )
  const counts = await readFile(report, 'utf8').then(
    (text) =>
      JSON.parse(text) as {
        numPassedTests: number
        numFailedTests: number
        numFailedTestSuites: number
        success: boolean
      },
    () => null,
  )
  passed += counts?.numPassedTests ?? 0
  failed += counts ? counts.numFailedTests + (!counts.success && counts.numFailedTests === 0 ? 1 : 0) : 1
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
