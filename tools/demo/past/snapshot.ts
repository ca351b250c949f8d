/**
 * A snapshot of a demo's past: the folder of the stopped database, the pictures, the log-ins and the secrets, as they
 * were when the past was made. It is named by a hash of what makes a past, so that a change of the demo, of the schema
 * or of the settings makes another one. Nothing in it is ever rewritten: a demo that begins from an older
 * snapshot trades on until now, on the moved clock.
 */
import { createHash } from 'node:crypto'
import { constants, existsSync, globSync } from 'node:fs'
import { cp, lchown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { days, hours } from '../../../apps/server/src/platform/jobs/clock.ts'
import { fingerprintOf } from '../../build/fingerprint.ts'
import { embeddedHome, startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import { noCredentials, readCredentials, saveCredentials } from '../credentials.ts'
import { demoSettings, type DemoAddresses } from '../environment.ts'
import { secretsFile } from '../secrets.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Snapshots hold the log-ins and secrets of a demo, so only their owner may read the folder. */
const cacheDir = join(root, '.cache', 'demo')
/** What is still to come in a past, in the data folder. */
export const tradeFile = 'past.json'
/** What a past leaves in the data folder, beside the database. The log-ins come first. */
const made = ['demo.json', 'files', tradeFile, 'daily-roots.jsonl', secretsFile]
/** An older snapshot is not continued: its past would be longer than the trade of one that is made. */
const maxAge = days(30)
/** A past that ended so short a time ago is not continued: the demo was closed for these hours. */
export const maxGap = hours(6)

/** Variables that do not change what is traded: where the data are, and the addresses of the demo. */
const unrelated = /^(QUAYSIDE_DATA|QUAYSIDE_LOG|QUAYSIDE_(CONSOLE|STOREFRONT)_(PORT|URL))$/

/**
 * What makes a past, apart from the settings: the schema and the demo. A later server migrates what an earlier one has
 * written and goes on with it, as it does in production, so its code is not part of the name.
 */
const sources = [
  'apps/server/schema.sql',
  ...globSync('apps/server/src/**/schema*.sql', { cwd: root }).toSorted(),
  'tools/demo',
  'tools/embedded-postgres',
]

/** The name of the snapshot of a past of so many days, made by this demo on this schema under these settings. */
export async function snapshotKey(length: number, env: NodeJS.ProcessEnv, at: DemoAddresses): Promise<string> {
  const code = await fingerprintOf(sources, (name) => !name.includes('.test.'))
  const settings = Object.entries({ ...env, ...demoSettings(env, at) })
    .filter(([name]) => name.startsWith('QUAYSIDE_') && !unrelated.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([code, length, settings, process.platform, process.arch])
  return `${length}-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}

/**
 * Copies a snapshot into a data folder without a demo. Returns when its past ends, or null if there is no snapshot, if
 * it is too old, or if the folder has something already.
 */
export async function restoreSnapshot(
  key: string,
  dataDir: string,
  { now = Date.now(), cache = cacheDir } = {},
): Promise<Date | null> {
  const from = join(cache, key)
  const past = (await readCredentials(from))?.past
  if (!past?.finished) return null
  const age = now - Date.parse(past.until)
  if (age < 0 || age > maxAge) return null
  const { data, uid, gid } = await embeddedHome(join(dataDir, 'postgres'))
  if ([data, ...made.map((name) => join(dataDir, name))].some((path) => existsSync(path))) return null
  // Until all is copied, the folder says that its demo is unfinished.
  await saveCredentials({ ...noCredentials(dataDir), past: { ...past, finished: false } })
  await copy(join(from, 'postgres'), dirname(data))
  if (uid !== undefined) await own(dirname(data), uid, gid!)
  for (const name of made.toReversed())
    if (existsSync(join(from, name))) await copy(join(from, name), join(dataDir, name))
  return new Date(past.until)
}

/** Removes a snapshot that could not be continued. */
export const removeSnapshot = (key: string): Promise<void> => rm(join(cacheDir, key), { recursive: true, force: true })

/** Forgets what was still to come in a past: the robots of the running demo go on by themselves. */
export const forgetTrade = (dataDir: string): Promise<void> => rm(join(dataDir, tradeFile), { force: true })

/** Removes a demo that nobody has used yet, with its database and secrets. */
export async function removeDemo(dataDir: string): Promise<void> {
  // A killed process may have left the database running.
  await (await startEmbeddedPostgres(join(dataDir, 'postgres'))).discard()
  // The log-ins last: they say that the demo is unfinished.
  for (const name of made.toReversed()) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Keeps the past of a data folder whose database is stopped. Others of the same length, which no start can use, go. */
export async function saveSnapshot(key: string, dataDir: string, cache = cacheDir): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 })
  const part = join(cache, `${key}.part`)
  const [length] = key.split('-')
  for (const name of await readdir(cache))
    if (name.startsWith(`${length}-`)) await rm(join(cache, name), { recursive: true, force: true })
  const { data } = await embeddedHome(join(dataDir, 'postgres'))
  for (const name of ['data', 'password']) await copy(join(dirname(data), name), join(part, 'postgres', name))
  for (const name of made) if (existsSync(join(dataDir, name))) await copy(join(dataDir, name), join(part, name))
  // Complete or not there.
  await rename(part, join(cache, key))
}

// Where the file system can, a copy shares its blocks with the original.
const copy = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE })

async function own(path: string, uid: number, gid: number): Promise<void> {
  await lchown(path, uid, gid)
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, gid)
}
