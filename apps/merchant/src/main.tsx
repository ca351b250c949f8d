import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startOfflineCache, queryClient } from '@quayside/client'
import { loadingDelay } from '@quayside/contract/constants'
import { ToastHost } from '@quayside/ui'
import { createRoot } from 'react-dom/client'
import { installWorker } from './app/appVersion.ts'
import { AppShell } from './app/AppShell.tsx'
import { currentLocation } from './router.ts'
import { keyOf, screens, seedScreen } from './screens.ts'
import { initialI18n, I18nProvider } from './lib/i18n.tsx'

/** The module does not await it: the screens import this module, so both would wait for each other. */
async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root')!)
  const { path, query } = currentLocation()
  // Awaits the first screen because nothing else could be shown meanwhile. A failed load is tried again when the
  // screen is rendered.
  const screen = screens[keyOf(path, query['part'])]?.load().catch(() => undefined)
  const [first] = await Promise.all([initialI18n(), startOfflineCache(import.meta.url)])
  // With its data a screen is rendered once, and not as a skeleton before.
  const seeds = seedScreen(path).catch(() => undefined)
  await Promise.race([Promise.all([screen, seeds]), new Promise((done) => setTimeout(done, loadingDelay))])
  root.render(
    <I18nProvider first={first}>
      <QueryClientProvider client={queryClient}>
        <AppShell screens={screens} keyOf={keyOf} />
        <ToastHost />
      </QueryClientProvider>
    </I18nProvider>,
  )
  installWorker(import.meta.url)
}
void start()
