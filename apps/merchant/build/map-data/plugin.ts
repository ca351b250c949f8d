import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { makeNames } from './names.ts'
import { makeWorld } from './map-data.ts'

const name = 'virtual:world'
const license = 'unicode-license.txt'

/**
 * Provides `virtual:world`: the URLs of the map's data, the world and the town names of each language. The app fetches
 * them as JSON with its first map; the service worker then keeps them. The license of the names is published with them.
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
      this.emitFile({
        type: 'asset',
        fileName: license,
        source: await readFile(join(import.meta.dirname, license), 'utf8'),
      })
    },
  }
}
