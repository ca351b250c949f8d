import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { catalogues } from '@quayside/locales/vite'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { boot } from './boot/plugin.ts'
import { chunks } from './chunks.ts'
import { icons } from './icons.ts'
import { verifier } from './verifier/plugin.ts'
import { worker } from './worker-plugin.ts'
import { world } from './world/plugin.ts'

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
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, 'no-schemas.ts') } },
  plugins: [
    silentContract(),
    react(),
    tailwind(),
    catalogues(),
    verifier(),
    icons(),
    world(),
    boot(),
    worker(),
    brotliAssets(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: chunks } },
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
