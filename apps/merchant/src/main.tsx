import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { keepReads, queries } from '@quayside/client'
import { ToastHost } from '@quayside/ui'
import { createRoot } from 'react-dom/client'
import { installWorker } from './parts/appVersion.ts'
import { Shell } from './parts/Shell.tsx'
import type { Path } from './paths.ts'
import { placeNow } from './router.ts'
import { screens } from './routes.tsx'
import { firstSpeech, SpeechProvider } from './words.tsx'

const root = createRoot(document.getElementById('root')!)
// The first screen comes beside its words; what fails now is tried again when it shows.
screens[placeNow().path as Path]?.load().catch(() => {})
const [first] = await Promise.all([firstSpeech(), keepReads(import.meta.url)])
root.render(
  <SpeechProvider first={first}>
    <QueryClientProvider client={queries}>
      <Shell screens={screens} />
      <ToastHost />
    </QueryClientProvider>
  </SpeechProvider>,
)
installWorker(import.meta.url)
