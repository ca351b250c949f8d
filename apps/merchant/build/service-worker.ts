import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

type Output = { output: { type: string; code?: string }[] }

/**
 * Builds `src/worker` into `worker.js` and inserts the list of the app's files. The list contains neither languages
 * nor the map: the worker caches them at their first use.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'quayside-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset')
        throw new Error('service-worker: index.html is missing from the bundle; the plugin must run after the page')
      const html = String(page.source)
      const beside = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((found) => found[1]!)
      const own = beside.filter((name) => !name.startsWith('assets/'))
      const built = Object.values(bundle).filter(
        (file) =>
          file.fileName.startsWith('assets/') &&
          !(file.type === 'chunk'
            ? file.moduleIds.some((id) => /virtual:(catalogue\/|irish)/.test(id))
            : file.fileName.endsWith('.json')),
      )
      const files = [...own, ...built.map((file) => file.fileName)].sort()
      const hash = createHash('sha256').update(html).update(files.join('\n'))
      for (const name of own) {
        const made = bundle[name]
        hash.update(
          made?.type === 'asset' ? made.source : await readFile(join(import.meta.dirname, '..', 'public', name)),
        )
      }
      const entry = built.find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/main.tsx')),
      )
      const { output } = (await build({
        configFile: false,
        logLevel: 'warn',
        define: {
          __FILES__: JSON.stringify(files),
          __ENTRY__: JSON.stringify(entry!.fileName),
          __VERSION__: JSON.stringify(hash.digest('hex').slice(0, 16)),
        },
        build: {
          write: false,
          target: 'es2022',
          rollupOptions: { input: join(import.meta.dirname, '..', 'src/worker/worker.ts'), output: { format: 'iife' } },
        },
      })) as Output
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: output[0]!.code! })
    },
  }
}
