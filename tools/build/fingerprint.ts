import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/**
 * A hash of files and folders of this repository, without what is installed or built. A path that is missing is an
 * error.
 */
export async function fingerprintOf(
  paths: readonly string[],
  counts: (name: string) => boolean = () => true,
): Promise<string> {
  const hash = createHash('sha256')
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null)
    if (!entries) {
      hash.update(path).update(await readFile(join(root, path)))
      return
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.name !== 'node_modules' && entry.name !== 'dist' && (entry.isDirectory() || counts(entry.name)))
        await visit(`${path}/${entry.name}`)
  }
  for (const path of paths) await visit(path)
  return hash.digest('hex')
}
