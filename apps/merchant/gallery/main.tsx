import './gallery.css'
import { languages, type Language } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { ToastHost } from '@quayside/ui'
import { createRoot } from 'react-dom/client'
import { loadMessages, loadLanguage, I18nProvider } from '../src/lib/i18n.tsx'
import { Gallery } from './Gallery.tsx'

// `?lang=ar&theme=dark`: language and theme come from the URL.
const requestedLanguage = new URLSearchParams(location.search).get('lang')
const first = await loadLanguage(
  (languages.find((l) => l.code === requestedLanguage)?.code ?? defaultLanguage) as Language,
)
await loadMessages('all')
createRoot(document.getElementById('root')!).render(
  <I18nProvider first={first}>
    <Gallery />
    <ToastHost />
  </I18nProvider>,
)
