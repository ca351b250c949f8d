import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderStorage, isStorageDown } from './storage.ts'

test('a write that fails half way leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-storage-'))
  const storage = folderStorage(folder)
  const half = (async function* () {
    yield Buffer.alloc(100_000)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })()
  // What a file takes is what a full disk stops after some of it.
  const failed = await storage.put(half as unknown as Buffer).catch((error: unknown) => error)
  expect(isStorageDown(failed)).toBe(true)
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(left).toEqual([])
  const key = await storage.put(Buffer.from('whole'))
  expect((await storage.get(key)).toString()).toBe('whole')
  await storage.check()
  await rm(folder, { recursive: true })
})

test('a folder that is gone is not made again beside its disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-storage-'))
  const storage = folderStorage(folder)
  await rm(folder, { recursive: true })
  await expect(storage.check()).rejects.toThrow('ENOENT')
  const failed = await storage.put(Buffer.from('x')).catch((error: unknown) => error)
  expect(isStorageDown(failed)).toBe(true)
})
