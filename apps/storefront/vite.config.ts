/**
 * The build of the storefront: `dist/client` has the style sheet and the script that a page loads, `dist/server` one
 * module that renders pages. No React reaches the buyer.
 */
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { brotli } from '../../tools/build/brotli.ts'

export default defineConfig({
  // The pages are rendered by React's production build; without it the server would run the slower one.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  plugins: [tailwind(), { ...brotli(), applyToEnvironment: ({ name }) => name === 'client' }],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: join(import.meta.dirname, 'dist', 'client'),
        emptyOutDir: true,
        target: 'es2022',
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: ['main', 'pay'].map((name) => join(import.meta.dirname, 'src', 'script', `${name}.ts`)),
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: join(import.meta.dirname, 'dist', 'server'),
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: true,
        target: 'node26',
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: { render: join(import.meta.dirname, 'src', 'render.tsx') },
          output: { format: 'esm', entryFileNames: '[name].js' },
        },
      },
    },
  },
})
