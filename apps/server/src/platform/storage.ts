import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Stores file contents under keys that only the database holds. */
export type Storage = {
  put(content: Buffer): Promise<string>
  get(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Throws when nothing can be written at the moment. */
  check(): Promise<void>
}

/** The disk is full, over its quota or read-only, or the folder is gone. */
export const isStorageDown = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'ENOTDIR', 'EACCES', 'EIO'].includes(String(error.code))

const keyPattern = /^[0-9a-f]{40}$/

/**
 * Stores files in an existing folder, two levels deep. A write is atomic: to a temporary name first, flushed, then
 * renamed.
 */
export function folderStorage(folder: string): Storage {
  const path = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('not a storage key')
    return join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }
  return {
    async put(content) {
      // The folder itself is created at start only. Without its disk, nothing must be written to the mount point.
      await access(folder)
      const key = randomBytes(20).toString('hex')
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
      return key
    },
    get: (key) => readFile(path(key)),
    remove: (key) => rm(path(key), { force: true }),
    async check() {
      const probe = join(folder, '.probe')
      await writeFile(probe, '', { mode: 0o600 })
      await rm(probe, { force: true })
    },
  }
}
