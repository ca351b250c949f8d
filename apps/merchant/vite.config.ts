/** The build of the app. build/README.md explains each of the project's own steps. */
import { join } from 'node:path'
import { catalogues } from '@quayside/locales/vite'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotli } from '../../tools/build/brotli.ts'
import { endpoints } from '../../tools/build/endpoints.ts'
import { codeSplitting } from './build/code-splitting.ts'
import { isFirstMessage } from './build/first-messages.ts'
import { icons } from './build/icons.ts'
import { mapData } from './build/map-data/plugin.ts'
import { preload } from './build/preload/plugin.ts'
import { serviceWorker } from './build/service-worker.ts'
import { verifier } from './build/verifier/plugin.ts'

export default defineConfig({
  // The app can be served under any path: all its URLs are relative, and screens are addressed behind `#`.
  base: './',
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, '..', '..', 'tools', 'build', 'zod-stub.ts') } },
  plugins: [
    react(),
    tailwind(),
    catalogues(isFirstMessage),
    verifier(),
    icons(),
    mapData(),
    endpoints(),
    preload(),
    serviceWorker(),
    brotli(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting } },
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
