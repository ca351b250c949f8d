import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifierWords } from '@quayside/locales/vite'
import { build, type Plugin } from 'vite'

type Output = { output: { code?: string }[] }

/** The script of the page as one file without imports. */
async function bundleScript(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { __WORDS__: JSON.stringify(await verifierWords()) },
    build: {
      write: false,
      target: 'es2022',
      // Readable, so that a merchant can inspect it.
      minify: false,
      rolldownOptions: { input: join(import.meta.dirname, 'page.ts'), output: { format: 'iife' } },
    },
  })) as Output
  // Such a sequence would end the script element.
  return output[0]!.code!.replaceAll('</script', '<\\/script')
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes `verifier.html`: the check of a statement in one file, which a merchant can keep and open from a disk. Such a
 * file cannot load modules, so it contains everything. Its policy allows its script and style by their hashes and
 * forbids everything else, also every request. Why: docs/decisions/0016-statement-verifier.md.
 */
export function verifier(): Plugin {
  return {
    name: 'quayside-verifier',
    apply: 'build',
    async generateBundle() {
      const source = await bundleScript()
      const template = await readFile(join(import.meta.dirname, 'verifier.html'), 'utf8')
      const page = template.replace(/\n\s*__SCRIPT__\s*/, () => source)
      const style = /<style>([^]*?)<\/style>/.exec(page)![1]!
      const policy = `default-src 'none'; script-src ${hashOf(source)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`
      this.emitFile({ type: 'asset', fileName: 'verifier.html', source: page.replace('__POLICY__', () => policy) })
    },
  }
}
