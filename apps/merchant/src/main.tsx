import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { keepReads, queries } from '@quayside/client'
import { loadingDelay } from '@quayside/contract/specification'
import { ToastHost } from '@quayside/ui'
import { createRoot } from 'react-dom/client'
import { installWorker } from './parts/appVersion.ts'
import { Shell } from './parts/Shell.tsx'
import type { Path } from './paths.ts'
import { placeNow } from './router.ts'
import { screens } from './screens.ts'
import { firstSpeech, SpeechProvider } from './words.tsx'

/** Not awaited by the module itself: the screens are built upon it, and would wait for it while it waits for them. */
async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root')!)
  // The first screen is waited for as long as nothing would be shown instead; what fails now is tried again when it shows.
  const screen = screens[placeNow().path as Path]?.load().catch(() => undefined)
  const [first] = await Promise.all([firstSpeech(), keepReads(import.meta.url)])
  await Promise.race([screen, new Promise((done) => setTimeout(done, loadingDelay))])
  root.render(
    <SpeechProvider first={first}>
      <QueryClientProvider client={queries}>
        <Shell screens={screens} />
        <ToastHost />
      </QueryClientProvider>
    </SpeechProvider>,
  )
  installWorker(import.meta.url)
}
void start()
