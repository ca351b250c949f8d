/**
 * Makes the past of a demo without starting one, and keeps it as a snapshot, so that the next first start takes some
 * seconds: `node tools/demo/snapshot.ts [--past <days>]`. A first start keeps one as well.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { demoAddresses, demoSettings, folderSettings } from './environment.ts'
import { pastDatabaseSettings, runMaker } from './past/run-maker.ts'
import { saveSnapshot, snapshotKey } from './past/snapshot.ts'
import { demoSecrets } from './secrets.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({ options: { past: { type: 'string' } } })
const days = Number(values.past ?? 90)
if (!Number.isInteger(days) || days < 1 || days > 90) {
  print('--past takes a number of days from 1 to 90')
  process.exit(2)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())

const addresses = demoAddresses(process.env)
const dataDir = await mkdtemp(join(tmpdir(), 'quayside-snapshot-'))
const database = await startEmbeddedPostgres(join(dataDir, 'postgres'), pastDatabaseSettings)
try {
  const settings = demoSettings(process.env, addresses)
  const folder = folderSettings(dataDir, await database.url('quayside_demo'), await demoSecrets(dataDir))
  print(`Trading for ${days} days on a moved clock …`)
  await runMaker({ ...process.env, ...settings, ...folder }, days, stop.signal, () => undefined)
  if (!stop.signal.aborted) {
    await database.stop()
    await saveSnapshot(await snapshotKey(days, process.env, addresses), dataDir)
    print('The next first start with these settings begins from here.')
  }
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await database.discard()
  await rm(dataDir, { recursive: true, force: true })
}
