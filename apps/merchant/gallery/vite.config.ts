import { catalogues } from '@quayside/locales/vite'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A page with every component in every state. It is not part of the app. Start: `vite apps/merchant/gallery`. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwind(), catalogues(() => false)],
})
