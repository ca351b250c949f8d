import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** A smaller file fits into one packet either way. In bytes. */
const minSize = 512

/**
 * Writes a brotli copy (`.br`) beside each text file, at the highest quality. The server sends the copy and never
 * compresses a file itself.
 */
export function brotli(): Plugin {
  return {
    name: 'quayside-brotli',
    apply: 'build',
    async writeBundle(options, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))
      await Promise.all(
        // The icon comes from `public/`, which is not in the bundle.
        [...names, 'icon.svg'].map(async (name) => {
          const path = join(options.dir!, name)
          const content = await readFile(path).catch(() => null)
          if (!content || content.length <= minSize) return
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
        }),
      )
    },
  }
}
