/** A snapshot gives back what it was made of, once it is complete, and only to a folder without a demo. */
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embeddedHome } from '../../embedded-postgres/embedded-postgres.ts'
import { demoAddresses } from '../environment.ts'
import { restoreSnapshot, saveSnapshot, snapshotKey } from './snapshot.ts'

const until = '2026-11-20T12:00:00.000Z'
const day = 86_400_000
let folder: string
let cache: string
let dataDir: string
/** Folders of databases that are elsewhere, where only root can reach the project. */
const homes: string[] = []

const folderOf = async (name: string): Promise<string> => {
  const path = join(folder, name)
  homes.push(dirname((await embeddedHome(join(path, 'postgres'))).data))
  return path
}
const contentOf = async (path: string) => {
  const { data } = await embeddedHome(join(path, 'postgres'))
  return {
    page: await readFile(join(data, 'base', '1'), 'utf8'),
    mode: (await stat(data)).mode & 0o777,
    owner: (await stat(join(data, 'base', '1'))).uid,
    picture: await readFile(join(path, 'files', 'a', 'b'), 'utf8'),
    secrets: await readFile(join(path, 'demo-secrets.json'), 'utf8'),
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-snapshot-test-'))
  cache = join(folder, 'cache')
  dataDir = await folderOf('made')
  const { data } = await embeddedHome(join(dataDir, 'postgres'))
  await mkdir(join(data, 'base'), { recursive: true, mode: 0o700 })
  await writeFile(join(data, 'base', '1'), 'a page')
  await writeFile(join(dirname(data), 'password'), 'of Windows')
  await mkdir(join(dataDir, 'files', 'a'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'a', 'b'), 'a picture')
  await writeFile(join(dataDir, 'demo-secrets.json'), '{}')
  const past = { from: until, until, days: 90, finished: true }
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ operators: [], past }))
})

afterEach(async () => {
  for (const path of [folder, ...homes.splice(0)]) await rm(path, { recursive: true, force: true })
})

test('a data folder is filled as the first one was', async () => {
  await saveSnapshot('90-a', dataDir, cache)
  const next = await folderOf('next')
  const end = await restoreSnapshot('90-a', next, { now: Date.parse(until) + day, cache })
  expect(end?.toISOString()).toBe(until)
  const { owner, ...restored } = await contentOf(next)
  const { owner: _owner, ...first } = await contentOf(dataDir)
  expect(restored).toEqual(first)
  expect(owner).toBe((await embeddedHome(join(next, 'postgres'))).uid ?? owner)
})

test('another name, an older past and a filled folder have none', async () => {
  await saveSnapshot('90-a', dataDir, cache)
  const now = Date.parse(until) + day
  expect(await restoreSnapshot('90-b', await folderOf('b'), { now, cache })).toBeNull()
  expect(await restoreSnapshot('90-a', await folderOf('c'), { now: now + 31 * day, cache })).toBeNull()
  expect(await restoreSnapshot('90-a', dataDir, { now, cache })).toBeNull()
  const unfinished = { from: until, until, days: 90, finished: false }
  await writeFile(join(cache, '90-a', 'demo.json'), JSON.stringify({ operators: [], past: unfinished }))
  expect(await restoreSnapshot('90-a', await folderOf('d'), { now, cache })).toBeNull()
})

test('a newer snapshot takes the place of the older one of its length', async () => {
  await saveSnapshot('90-a', dataDir, cache)
  await saveSnapshot('10-a', dataDir, cache)
  await saveSnapshot('90-b', dataDir, cache)
  expect((await readdir(cache)).toSorted()).toEqual(['10-a', '90-b'])
})

test('the name follows length and settings, and neither addresses nor anything else of the environment', async () => {
  const named = (env: Record<string, string>, length = 90) => snapshotKey(length, env, demoAddresses(env))
  const key = await named({})
  expect(await named({ QUAYSIDE_DATA: '/somewhere', HOME: '/home' })).toBe(key)
  expect(await named({ PORT: '4000', PUBLIC_URL: 'http://demo.example', QUAYSIDE_CONSOLE_PORT: '4100' })).toBe(key)
  expect(await named({ QUAYSIDE_FEE_BANK: '1' })).not.toBe(key)
  expect(await named({}, 10)).not.toBe(key)
})
