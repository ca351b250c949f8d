import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { keepReads, queries } from '@quayside/client'
import { ToastHost } from '@quayside/ui'
import { createRoot } from 'react-dom/client'
import { installWorker } from './parts/appVersion.ts'
import { Shell } from './parts/Shell.tsx'
import { screens } from './routes.tsx'
import { firstSpeech, SpeechProvider } from './words.tsx'

const root = createRoot(document.getElementById('root')!)
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
