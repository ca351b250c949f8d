import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { makeNames } from './names.ts'
import { makeWorld } from './map-data.ts'

const name = 'virtual:world'
const license = 'unicode-license.txt'

/**
 * Gives the map the addresses of its data: the world, and for each language the names its towns have in it. A phone fetches them with its first map
 * and then keeps them. The license of the names goes with them.
 */
export function mapData(): Plugin {
  let building = false
  const files = (): Map<string, string> =>
    new Map([
      ['world', JSON.stringify(makeWorld())],
      ...Object.entries(makeNames()).map(([lang, names]) => [`names-${lang}`, JSON.stringify(names)] as const),
    ])
  return {
    name: 'quayside-world',
    configResolved({ command }) {
      building = command === 'build'
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const address = ([file, source]: [string, string]): string =>
        building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `${file}.json`, source })}`
          : JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)
      const addresses = [...files()].map((file) => `${JSON.stringify(file[0])}: ${address(file)}`)
      return `export default { ${addresses.join(', ')} }`
    },
    async generateBundle() {
      const path = createRequire(import.meta.url).resolve('cldr-dates-modern/LICENSE')
      this.emitFile({ type: 'asset', fileName: license, source: await readFile(path, 'utf8') })
    },
  }
}
