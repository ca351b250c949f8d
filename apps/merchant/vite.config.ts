import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { catalogues } from '@quayside/locales/vite'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { preload } from './build/preload/plugin.ts'
import { codeSplitting } from './build/code-splitting.ts'
import { icons } from './build/icons.ts'
import { verifier } from './build/verifier/plugin.ts'
import { serviceWorker } from './build/service-worker-plugin.ts'
import { mapData } from './build/map-data/plugin.ts'

/** Writes each asset a second time, compressed as far as it goes, so that the server only hands it on. */
function brotliAssets(): Plugin {
  return {
    name: 'quayside-brotli',
    apply: 'build',
    async writeBundle(options, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))
      await Promise.all(
        [...names, 'icon.svg'].map(async (name) => {
          const path = join(options.dir!, name)
          const content = await readFile(path).catch(() => null)
          if (content && content.length > 512)
            await writeFile(
              `${path}.br`,
              await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            )
        }),
      )
    },
  }
}

/** What endpoints say about themselves is for the API document; a phone need not carry it. */
function silentContract(): Plugin {
  return {
    name: 'quayside-silent-contract',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/packages\/contract\/src\/[\w-]+\.ts$/.test(id)) return null
      return {
        code: code
          .replace(/\n {2}about:\s+'(?:[^'\\]|\\.)*',/g, '')
          .replace(/\n {2}refusals: \[[^\]]*\],/g, '')
          .replace(/ = endpoint\(/g, ' = /* @__PURE__ */ endpoint('),
        map: null,
      }
    },
  }
}

export default defineConfig({
  // The page may lie under any path: every address in it is relative, the screens are behind the hash.
  base: './',
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, 'build', 'zod-stub.ts') } },
  plugins: [
    silentContract(),
    react(),
    tailwind(),
    catalogues(),
    verifier(),
    icons(),
    mapData(),
    preload(),
    serviceWorker(),
    brotliAssets(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: codeSplitting } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/merchant', '/store', '/platform', '/files', '/order/list', '/openapi.json'].map((path) => [
        path,
        process.env['QUAYSIDE_ORIGIN'] ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
})
