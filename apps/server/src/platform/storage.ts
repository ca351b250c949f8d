import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where file contents are kept, by a key that only the database knows. */
export type Storage = {
  put(content: Buffer): Promise<string>
  get(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
}

const keyPattern = /^[0-9a-f]{40}$/

/** Files in a folder, two levels deep, written whole or not at all: to a temporary name first, flushed, then renamed. */
export function folderStorage(folder: string): Storage {
  const path = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('not a storage key')
    return join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }
  return {
    async put(content) {
      const key = randomBytes(20).toString('hex')
      const target = path(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const file = await open(`${target}.part`, 'w', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${target}.part`, target)
      return key
    },
    get: (key) => readFile(path(key)),
    remove: (key) => rm(path(key), { force: true }),
  }
}
