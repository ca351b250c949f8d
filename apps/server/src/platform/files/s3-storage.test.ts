/**
 * The bucket, against a real S3-compatible server on this machine. That server checks no signatures, so a proxy in
 * front of it does.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aRegistrationPicture } from '../../../test/builders.ts'
import { signatureProxy } from '../../../test/s3-signature.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { copyFiles } from '../../cli/copy-files.ts'
import { removeOrphans } from '../../modules/shop/files/remove-orphans.ts'
import { readPrivateFile } from '../../modules/shop/files/private-file.ts'
import type { S3Settings } from '../../settings-schema.ts'
import { days } from '../jobs/clock.ts'
import { freePort } from '../database/free-port.ts'
import { sql } from '../database/postgres.ts'
import { s3Storage } from './s3-storage.ts'
import { folderStorage, isStorageDown, type Storage } from './storage.ts'

let process_: ChildProcess
let folder: string
let proxy: ReturnType<typeof signatureProxy>
let settings: S3Settings
let storage: Storage

const keysOf = async (of: Storage) => {
  const keys: string[] = []
  for await (const { key } of of.list()) keys.push(key)
  return keys.toSorted()
}
const digest = (content: Buffer | null) => content?.toString('base64')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-s3-'))
  const port = await freePort()
  const program = join(dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js')
  // Its page tokens need a cipher that OpenSSL calls legacy.
  process_ = spawn(
    process.execPath,
    [
      '--openssl-legacy-provider',
      program,
      '-d',
      folder,
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '--configure-bucket',
      'files',
      '--silent',
    ],
    { stdio: 'ignore' },
  )
  proxy = signatureProxy(port, { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1' })
  await new Promise<void>((ready) => proxy.http.listen(0, '127.0.0.1', ready))
  settings = {
    endpoint: `http://127.0.0.1:${(proxy.http.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  }
  storage = s3Storage(settings)
  for (let tries = 0; tries < 100; tries++) {
    if (
      await storage.check().then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the S3 server did not start')
})
afterAll(async () => {
  proxy.http.close()
  process_.kill()
  await rm(folder, { recursive: true, force: true })
})

test('a file is stored, read, listed and removed; a missing one is an error of the storage', async () => {
  const key = await storage.put(Buffer.from('a picture'))
  expect((await storage.get(key)).toString()).toBe('a picture')
  expect(await keysOf(storage)).toEqual([key])
  await storage.remove(key)
  expect(await storage.find(key)).toBe(null)
  expect(isStorageDown(await storage.get(key).catch((error: unknown) => error))).toBe(true)
  await expect(storage.find('../secret')).rejects.toThrow('not a storage key')
  expect(await keysOf(storage)).toEqual([])
})

test('a large file is uploaded in parts and comes back whole', async () => {
  const content = randomBytes(20 * 1024 * 1024 + 17)
  const key = await storage.put(content)
  expect((await storage.get(key)).equals(content)).toBe(true)
  await storage.remove(key)
})

test('a listing of more than a page is whole', async () => {
  const keys = Array.from({ length: 1020 }, () => randomBytes(20).toString('hex'))
  const inPieces = async (work: (key: string) => Promise<void>) => {
    for (let i = 0; i < keys.length; i += 60) await Promise.all(keys.slice(i, i + 60).map(work))
  }
  await inPieces((key) => storage.putAs(key, Buffer.from('x')))
  expect(await keysOf(storage)).toEqual(keys.toSorted())
  await inPieces((key) => storage.remove(key))
})

test('every request is signed with the key, over its path, parameters and body; another key is refused', async () => {
  const before = proxy.passed()
  const key = await storage.put(Buffer.from('signed'))
  await storage.get(key)
  await keysOf(storage)
  await storage.remove(key)
  expect(proxy.passed() - before).toBe(4)
  expect(proxy.refused).toEqual([])
  for (const wrong of [{ secretKey: 'another' }, { accessKey: 'another' }, { region: 'eu-west-1' }]) {
    const refused = await s3Storage({ ...settings, ...wrong })
      .put(Buffer.from('x'))
      .catch((error: unknown) => error)
    expect(isStorageDown(refused)).toBe(true)
  }
  expect(proxy.refused).toHaveLength(3)
})

test('a service that is down, or a bucket that is missing, is reported as storage that is down', async () => {
  for (const wrong of [{ endpoint: 'http://127.0.0.1:9' }, { bucket: 'other' }]) {
    const down = s3Storage({ ...settings, ...wrong })
    for (const ask of [() => down.check(), () => down.put(Buffer.from('x')), () => down.get('0'.repeat(40))])
      expect(isStorageDown(await ask().catch((error: unknown) => error))).toBe(true)
  }
})

test('the folder is copied with every byte; an interrupted copy goes on, and a broken file is copied again', async () => {
  const place = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  const source = folderStorage(place)
  const keys = await Promise.all(Array.from({ length: 12 }, (_, i) => source.put(randomBytes(1000 + i))))
  let left = 5
  const failing: Storage = {
    ...storage,
    putAs: (key, content) => (left-- > 0 ? storage.putAs(key, content) : Promise.reject(new Error('the line broke'))),
  }
  await expect(copyFiles(source, failing)).rejects.toThrow('the line broke')
  expect(await keysOf(storage)).toHaveLength(5)
  const [broken] = await keysOf(storage)
  await storage.putAs(broken!, Buffer.from('half of it'))
  expect(await copyFiles(source, storage)).toEqual({ copied: 8, present: 4 })
  expect(await copyFiles(source, storage)).toEqual({ copied: 0, present: 12 })
  for (const key of keys) expect(digest(await storage.get(key))).toBe(digest(await source.get(key)))
  // A bucket that changes what it is given is noticed.
  const lying: Storage = { ...storage, find: async () => Buffer.from('other') }
  await expect(copyFiles(source, lying)).rejects.toThrow('differs after it was copied')
  await Promise.all(keys.map((key) => storage.remove(key)))
  await rm(place, { recursive: true })
})

test('the server keeps its files in the bucket; orphans go after two days, named files stay', async () => {
  const server: TestServer = await startTestServer({ settings: { s3: settings } })
  try {
    const shop = await aMerchant(server)
    const id = await aRegistrationPicture(server, shop, 'identity', '#456')
    expect((await readPrivateFile(server.app.ctx, server.db, id)).content.length).toBeGreaterThan(100)
    expect(await readdir(server.app.ctx.settings.dataDir).then((names) => names.includes('files'))).toBe(false)
    const orphan = await server.app.ctx.storage.put(Buffer.from('nobody names it'))
    expect(await removeOrphans(server.app.ctx)).toBe(0)
    server.clock.pass(days(3))
    expect(await removeOrphans(server.app.ctx)).toBe(1)
    expect(await storage.find(orphan)).toBe(null)
    expect((await readPrivateFile(server.app.ctx, server.db, id)).content.length).toBeGreaterThan(100)
    // A table that this release does not know may name files: nothing is removed.
    await sql`create table newer (storage_key text)`.execute(server.owner)
    await server.app.ctx.storage.put(Buffer.from('perhaps named there'))
    server.clock.pass(days(3))
    await expect(removeOrphans(server.app.ctx)).rejects.toThrow('files are named in')
  } finally {
    await server.close()
  }
})
