import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Stores file contents under keys that only the database holds. */
export type Storage = {
  put(content: Buffer): Promise<string>
  /** Stores a content under a key that another storage gave. */
  putAs(key: string, content: Buffer): Promise<void>
  get(key: string): Promise<Buffer>
  /** Null for a file that is not there. */
  find(key: string): Promise<Buffer | null>
  /** All keys, with the time when each was stored. */
  list(): AsyncIterable<{ key: string; at: Date }>
  remove(key: string): Promise<void>
  /** Throws when nothing can be written at the moment. */
  check(): Promise<void>
}

/** The service of the bucket cannot be reached, or it refuses. */
export class StorageDown extends Error {}

/** The disk is full, over its quota or read-only, or the folder is gone; or the bucket cannot be used. */
export const isStorageDown = (error: unknown): boolean =>
  error instanceof StorageDown ||
  (error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'ENOTDIR', 'EACCES', 'EIO'].includes(String(error.code)))

const keyPattern = /^[0-9a-f]{40}$/
export const isStorageKey = (text: string): boolean => keyPattern.test(text)

/**
 * Stores files in an existing folder, two levels deep. A write is atomic: to a temporary name first, flushed, then
 * renamed.
 */
export function folderStorage(folder: string): Storage {
  const path = (key: string) => {
    if (!isStorageKey(key)) throw new Error('not a storage key')
    return join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }
  const write = async (key: string, content: Buffer): Promise<void> => {
    // The folder itself is created at start only. Without its disk, nothing must be written to the mount point.
    await access(folder)
    const target = path(key)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      const file = await open(`${target}.part`, 'w', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${target}.part`, target)
    } catch (error) {
      // Otherwise incomplete files would keep a full disk full.
      await rm(`${target}.part`, { force: true }).catch(() => undefined)
      throw error
    }
  }
  return {
    async put(content) {
      const key = randomBytes(20).toString('hex')
      await write(key, content)
      return key
    },
    putAs: write,
    get: (key) => readFile(path(key)),
    async find(key) {
      try {
        return await readFile(path(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async *list() {
      for (const first of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(first)) continue
        for (const second of await readdir(join(folder, first)))
          for (const name of await readdir(join(folder, first, second))) {
            if (!isStorageKey(name)) continue
            yield { key: name, at: (await stat(join(folder, first, second, name))).mtime }
          }
      }
    },
    remove: (key) => rm(path(key), { force: true }),
    async check() {
      const probe = join(folder, '.probe')
      await writeFile(probe, '', { mode: 0o600 })
      await rm(probe, { force: true })
    },
  }
}
