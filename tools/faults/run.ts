/**
 * Tests the tests: applies each fault of faults.ts to a copy of the project, runs the tests named with it, and
 * reports whether one failed. A fault of the schema must make another schema. Arguments choose faults by words of their
 * names; `a|b` matches either word. Exit code 1 if a fault is not caught or cannot be applied.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { testServerOptions, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { migrate, schemaSource } from '../../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool } from '../../apps/server/src/platform/database/postgres.ts'
import { describeSchema } from '../../apps/server/src/platform/database/schema.ts'
import { onServer, withDatabase } from '../../apps/server/test/database-server.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'

const root = join(import.meta.dirname, '..', '..')
const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000)
const print = (line: string) => process.stdout.write(`${line}\n`)
/** Number of faults that run in parallel, each in its own copy. */
const most = Number(process.env['FAULTS_AT_ONCE'] ?? 2)
/** Timeout of one fault, or of one test file without a fault, in milliseconds. */
const patience = 300_000

type Outcome = {
  fault: Fault
  result: 'caught' | 'MISSED' | 'WITHOUT EFFECT' | 'DOES NOT APPLY' | 'UNSOUND'
  by: string
  seconds: number
}
type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = faults.filter((one) =>
  words.every((word) => word.split('|').some((choice) => one.name.toLowerCase().includes(choice))),
)
const folder = await mkdtemp(join(tmpdir(), 'quayside-faults-'))
const postgres = process.env['DATABASE_URL']
  ? undefined
  : await startEmbeddedPostgres(join(folder, 'pg'), testServerOptions)
let failed = false
/** Number of databases with a fault in their schema. */
let made = 0
try {
  const databaseUrl = process.env['DATABASE_URL'] ?? (await postgres!.url('postgres'))
  const started = performance.now()
  const copies = await Promise.all(Array.from({ length: most }, (_, i) => copy(join(folder, `copy-${i}`))))
  const template = `quayside_template_faults_${process.pid}`
  await onServer(databaseUrl, `create database ${template}`)
  await migrate(withDatabase(databaseUrl, template))
  const schema = await schemaOfDatabase(withDatabase(databaseUrl, template))

  // A test that fails without a fault would seem to catch every fault. Faults with such a test are skipped.
  const files = [...new Set(chosen.flatMap((one) => one.tests))]
  const unsound = new Map<string, string>()
  await Promise.all(
    copies.map(async (at, i) => {
      for (const file of files.filter((_, n) => n % copies.length === i)) {
        const by = await runTests(at, [file], databaseUrl, template)
        if (by) unsound.set(file, by)
      }
    }),
  )
  for (const [file, by] of unsound) print(`fails without any fault: ${file}\n                 ${by}`)
  print(
    `${files.length - unsound.size} of ${files.length} test files pass without a fault (${secondsSince(started)} s).\n`,
  )

  const waiting = [...chosen]
  const outcomes: Outcome[] = []
  await Promise.all(
    copies.map(async (at) => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const broken = fault.tests.find((file) => unsound.has(file))
        const outcome: Outcome = broken
          ? { fault, result: 'UNSOUND', by: `${broken} fails without any fault`, seconds: 0 }
          : await tryFault(at, fault, databaseUrl, template, schema)
        outcomes.push(outcome)
        print(
          `${outcome.result.padEnd(8)} ${String(Math.round(outcome.seconds)).padStart(4)} s  ${fault.name}\n` +
            `                 ${outcome.by}`,
        )
      }
    }),
  )
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
  print(
    `\n${chosen.length} faults: ${count('caught')} caught, ${count('MISSED')} missed, ` +
      `${count('WITHOUT EFFECT')} without effect, ${count('DOES NOT APPLY')} that no longer apply, ` +
      `${count('UNSOUND')} unsound; ${secondsSince(started)} s`,
  )
  failed = count('caught') !== chosen.length
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  failed = true
} finally {
  if (process.env['DATABASE_URL'])
    await onServer(
      process.env['DATABASE_URL'],
      `drop database if exists quayside_template_faults_${process.pid} with (force)`,
    )
  await postgres?.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** Copies the project's files as they are. Links the registry's packages; the project's own packages are copied. */
async function copy(to: string): Promise<string> {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1e8,
  })
  for (const file of list.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    // A deleted file whose deletion is not committed yet.
    await cp(join(root, file), join(to, file)).catch(() => undefined)
  }
  const modules = join(root, 'node_modules')
  await mkdir(join(to, 'node_modules', '@quayside'), { recursive: true })
  for (const name of await readdir(modules))
    if (name !== '@quayside' && name !== '.vite' && name !== '.cache')
      await symlink(join(modules, name), join(to, 'node_modules', name))
  for (const name of await readdir(join(modules, '@quayside'))) {
    const inside = (await realpath(join(modules, '@quayside', name))).slice((await realpath(root)).length + 1)
    await symlink(join(to, inside), join(to, 'node_modules', '@quayside', name))
  }
  return to
}

/** The schema of a database as one text. */
async function schemaOfDatabase(url: string): Promise<string> {
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  try {
    return (await describeSchema(db)).join('\n')
  } finally {
    await db.destroy()
  }
}

async function tryFault(
  at: string,
  fault: Fault,
  databaseUrl: string,
  template: string,
  schema: string,
): Promise<Outcome> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const before = new Map<string, string>()
  // Only a fault in the schema needs a database of its own.
  const inSchema = fault.edits.some(({ file }) => file.endsWith('.sql'))
  const faulty = inSchema ? `${template}_${(made += 1)}` : template
  try {
    for (const { file, find, replace } of fault.edits) {
      const text = await readFile(join(at, file), 'utf8')
      if (!before.has(file)) before.set(file, text)
      const places = text.split(find).length - 1
      if (places !== 1)
        return { fault, result: 'DOES NOT APPLY', by: `its place stands ${places} times in ${file}`, seconds: 0 }
      await writeFile(
        join(at, file),
        text.replace(find, () => replace),
      )
    }
    if (inSchema) {
      const url = withDatabase(databaseUrl, faulty)
      await onServer(databaseUrl, `create database ${faulty}`)
      try {
        await migrate(url, undefined, {
          ...schemaSource,
          schema: (file) => readFile(join(at, 'apps/server', file), 'utf8'),
        })
      } catch (error) {
        const by = error instanceof Error ? error.message : String(error)
        return { fault, result: 'DOES NOT APPLY', by, seconds: seconds() }
      }
      // The old text in a place that a later statement of the files replaces would prove nothing.
      if ((await schemaOfDatabase(url)) === schema)
        return { fault, result: 'WITHOUT EFFECT', by: 'the schema is the same', seconds: seconds() }
    }
    const by = await runTests(at, fault.tests, databaseUrl, faulty)
    return { fault, result: by ? 'caught' : 'MISSED', by: by ?? fault.tests.join(', '), seconds: seconds() }
  } finally {
    if (inSchema) await onServer(databaseUrl, `drop database if exists ${faulty} with (force)`)
    for (const [file, text] of before) await writeFile(join(at, file), text)
  }
}

/** Runs tests until the first failure, on copies of a database. Returns that failure, or null if all passed. */
async function runTests(at: string, tests: string[], databaseUrl: string, template: string): Promise<string | null> {
  const report = join(at, 'report.json')
  await rm(report, { force: true })
  const code = await new Promise<number | null>((done) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...tests,
        '--bail=1',
        '--maxWorkers=1',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: at,
        stdio: 'ignore',
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          TEST_DATABASE_TEMPLATE: template,
        },
      },
    )
    const hung = setTimeout(() => child.kill('SIGKILL'), patience)
    child.once('exit', (status) => {
      clearTimeout(hung)
      done(status)
    })
  })
  if (code === 0) return null
  if (code === null) return 'the tests hung'
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults":[]}')) as Report
  for (const file of testResults) {
    const test = file.assertionResults.find((one) => one.status === 'failed')
    if (test) return test.fullName
    if (file.status === 'failed') return `${file.name.slice(at.length + 1)}: ${file.message.split('\n')[0]}`
  }
  // A failure of the machine would count as a caught fault.
  throw new Error(`the tests did not run: ${tests.join(', ')}`)
}
