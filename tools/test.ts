/**
 * All checks of a change: types, lint, format, unused code, the builds of the apps, all tests in a real browser and on
 * a real database.
 */
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findTestBrowser } from './browser.ts'
import { slowestFiles, type TimedFiles } from './slowest-files.ts'

const root = join(import.meta.dirname, '..')
// The tests start the server some twenty times as a process of its own. A fifth of each start is the compiler.
process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache', 'compiled')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
let passed = 0
let failed = 0

const run = (command: string, args: string[]): Promise<number> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' })
    child.on('exit', (code) => done(code ?? 1))
  })

/** Runs a check and prints what it says when it has ended, because several run at once. */
async function step(name: string, command: string, args: string[]): Promise<boolean> {
  const started = performance.now()
  const output: Buffer[] = []
  const ok = await new Promise<boolean>((done) => {
    const child = spawn(process.execPath, [command, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
    child.on('close', (code) => done(code === 0))
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `\n— ${name}\n${Buffer.concat(output).toString()}  ${ok ? 'passed' : 'FAILED'} in ${seconds} s\n`,
  )
  if (ok) passed += 1
  else failed += 1
  return ok
}

const js = async (name: string): Promise<string> => {
  const { realpath } = await import('node:fs/promises')
  return realpath(bin(name))
}

const only = process.argv.slice(2)

async function check(): Promise<void> {
  await step('types', await js('tsc'), ['--noEmit'])
  await step('lint', await js('oxlint'), ['--deny-warnings'])
  await step('format', await js('oxfmt'), ['--check'])
}

async function build(): Promise<boolean> {
  let built = true
  for (const [app, name] of [
    ['merchant', 'the merchant app'],
    ['console', 'the console'],
    ['storefront', 'the storefront'],
  ] as const)
    built = (await step(`build of ${name}`, await js('vite'), ['build', `apps/${app}`, '--logLevel', 'warn'])) && built
  if (only.length === 0) await step('unused code', await js('knip'), [])
  return built
}

// Most of them keep one core busy, so two run at a time.
const [built] = await Promise.all([build(), only.length === 0 ? check() : null])
// Installs a browser if there is none. The tests find it by themselves.
await findTestBrowser((line) => process.stdout.write(`${line}\n`))
type Report = {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: (TimedFiles['testResults'][number] & {
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  })[]
}

/**
 * Only looks, in every run of the night's programme `looks`: words that no catalogue has or that are cut off in large
 * letters, and the gallery of components. Named as an argument, they run here too.
 */
const nightFiles = ['e2e/every-word.test.ts', 'e2e/gallery.test.ts']

/** Runs the test files and returns what vitest reports; null when it ended without a report. */
async function runTests(files: readonly string[], name: string): Promise<Report | null> {
  const report = join(root, '.data', name)
  await mkdir(join(root, '.data'), { recursive: true })
  await rm(report, { force: true })
  await run(await js('vitest'), [
    'run',
    ...files,
    ...(files.length === 0 ? nightFiles.flatMap((file) => ['--exclude', file]) : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return readFile(report, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => null,
  )
}

const failedFiles = (report: Report): string[] =>
  report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
/** Files that fail as a whole, in a hook or an import, have no failed test of their own. */
const failures = (report: Report): number =>
  report.numFailedTests +
  report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length

/** More failed files than these are not chance. */
const maxRepeatedFiles = 4

if (built) {
  process.stdout.write('\n— tests\n')
  const first = await runTests(only, 'test-report.json')
  const files = first ? failedFiles(first) : []
  const isRepeated = files.length > 0 && files.length <= maxRepeatedFiles
  if (isRepeated) process.stdout.write(`\n— ${files.length} failed files once more, on a quiet machine\n`)
  const second = isRepeated ? await runTests(files, 'test-report-repeated.json') : null
  passed += first?.numPassedTests ?? 0
  if (!first) failed += 1
  else if (!isRepeated) failed += failures(first) + (!first.success && failures(first) === 0 ? 1 : 0)
  else if (!second) failed += failures(first)
  else {
    failed += failures(second)
    const firstPassed = first.testResults
      .filter(({ name }) => files.includes(name))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length
    passed += second.numPassedTests - firstPassed
    const stillFailed = new Set(
      second.testResults.flatMap(({ assertionResults }) =>
        assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      ),
    )
    // A test that passes only alone is a defect of the test. It is named, so that somebody mends it.
    for (const { name, assertionResults } of first.testResults)
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'failed' && !stillFailed.has(fullName))
          process.stdout.write(
            `unstable: ${relative(root, name)}: ${fullName}\n  ${failureMessages[0]?.split('\n')[0] ?? ''}\n`,
          )
  }
  if (first) process.stdout.write(`\n— slowest files\n${slowestFiles(first, root)}`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
