import { catalogues } from '@quayside/locales/vite'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Every component in every state, apart from the app: nothing of this goes to a phone. `vite apps/merchant/gallery`
 * shows it.
 */
export default defineConfig({ root: import.meta.dirname, base: './', plugins: [react(), tailwind(), catalogues()] })
