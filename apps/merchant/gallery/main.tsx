import './gallery.css'
import { languages, type Language } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/specification'
import { ToastHost } from '@quayside/ui'
import { createRoot } from 'react-dom/client'
import { allWords, speak, SpeechProvider } from '../src/words.tsx'
import { Gallery } from './Gallery.tsx'

// `?lang=ar&theme=dark`: each look has its address.
const asked = new URLSearchParams(location.search).get('lang')
const first = await speak((languages.find((l) => l.code === asked)?.code ?? defaultLanguage) as Language)
await allWords()
createRoot(document.getElementById('root')!).render(
  <SpeechProvider first={first}>
    <Gallery />
    <ToastHost />
  </SpeechProvider>,
)
