import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { verifierWords } from '@quayside/locales/vite'
import { transformWithOxc, type Plugin } from 'vite'

const script = async (path: string): Promise<string> =>
  (await transformWithOxc(await readFile(path, 'utf8'), path)).code
    .replace(/^import .*$/gm, '')
    .replace(/^export /gm, '')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes `verifier.html`: the check of a statement in one file, which a merchant can keep and open from a disk. A file that is opened so may load no
 * module, therefore everything stands in it; the page names the hashes of its script and style and forbids itself all else, also any request.
 */
export function verifier(): Plugin {
  return {
    name: 'quayside-verifier',
    apply: 'build',
    async generateBundle() {
      const here = import.meta.dirname
      const source = [
        "'use strict'",
        `const words = ${JSON.stringify(await verifierWords()).replaceAll('<', '\\u003c')}`,
        await script(fileURLToPath(import.meta.resolve('@quayside/contract/statement-file'))),
        await script(join(here, 'page.ts')),
      ].join('\n')
      const text = (await readFile(join(here, 'verifier.html'), 'utf8')).replace(/\n\s*__SCRIPT__\s*/, () => source)
      const style = /<style>([^]*?)<\/style>/.exec(text)![1]!
      const policy = `default-src 'none'; script-src ${hashOf(source)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`
      this.emitFile({ type: 'asset', fileName: 'verifier.html', source: text.replace('__POLICY__', policy) })
    },
  }
}
