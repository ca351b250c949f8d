/** The build of the console. apps/merchant/build/README.md explains the steps that it shares with the merchant app. */
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotli } from '../../tools/build/brotli.ts'
import { endpoints } from '../../tools/build/endpoints.ts'
import { lucide } from '../../tools/build/lucide.ts'
import { codeSplitting } from './build/code-splitting.ts'
import { messages } from './build/messages.ts'
import { preload } from './build/preload/plugin.ts'
import { consoleKeys, textKeys } from './build/text-keys.ts'

const keys = consoleKeys()

export default defineConfig({
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, '..', '..', 'tools', 'build', 'zod-stub.ts') } },
  plugins: [react(), tailwind(), textKeys(keys), messages(keys), lucide(), endpoints(), preload(), brotli()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Whatever a file of desks imports is loaded before it (`build/preload`): no lists of files in the scripts.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting },
      onLog(level, log, handle) {
        // The contract uses a function that zod-stub.ts lacks: the page would stop at its start.
        if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
        handle(level, log)
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/platform', '/files', '/openapi.json'].map((path) => [
        path,
        process.env['QUAYSIDE_CONSOLE_ORIGIN'] ?? 'http://127.0.0.1:3001',
      ]),
    ),
  },
})
