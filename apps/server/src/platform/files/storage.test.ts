import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderStorage, isStorageDown } from './storage.ts'

test('a write that fails midway leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-storage-'))
  const storage = folderStorage(folder)
  const half = (async function* () {
    yield Buffer.alloc(100_000)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })()
  // The stream fails after its first part, like a write to a full disk.
  const failed = await storage.put(half as unknown as Buffer).catch((error: unknown) => error)
  expect(isStorageDown(failed)).toBe(true)
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(left).toEqual([])
  const key = await storage.put(Buffer.from('whole'))
  expect((await storage.get(key)).toString()).toBe('whole')
  await storage.check()
  await rm(folder, { recursive: true })
})

test('a missing storage folder is not created again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-storage-'))
  const storage = folderStorage(folder)
  await rm(folder, { recursive: true })
  await expect(storage.check()).rejects.toThrow('ENOENT')
  const failed = await storage.put(Buffer.from('x')).catch((error: unknown) => error)
  expect(isStorageDown(failed)).toBe(true)
})
