/**
 * Copies stored files from the folder to the bucket, each under its key, and compares it byte for byte with the
 * original. May be stopped and started again: a file that is there and equal is skipped. Run it once while the servers
 * use the folder, switch them to the bucket, and run it once more for what came in between.
 *
 *   node files.js copy
 */
import { folderStorage, type Storage } from '../platform/files/storage.ts'

export type Copied = { copied: number; present: number }

export async function copyFiles(
  from: Storage,
  to: Storage,
  report: (progress: Copied) => void = () => undefined,
): Promise<Copied> {
  const result = { copied: 0, present: 0 }
  for await (const { key } of from.list()) {
    const content = await from.get(key)
    const isThere = async () => (await to.find(key))?.equals(content) ?? false
    if (await isThere()) result.present += 1
    else {
      await to.putAs(key, content)
      if (!(await isThere())) throw new Error(`file ${key} differs after it was copied`)
      result.copied += 1
    }
    if ((result.copied + result.present) % 100 === 0) report(result)
  }
  return result
}

export const folderOf = (dataDir: string): Storage => folderStorage(`${dataDir}/files`)
