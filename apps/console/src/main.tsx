import './app.css'
import { queryClient, setBackgroundCheck } from '@quayside/client'
import { clickGuard, toastTime } from '@quayside/contract/constants'
import { ToastHost, UiProvider } from '@quayside/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { locale } from './lib/format.ts'
import { t } from './lib/texts.ts'
import { isUntouched } from './lib/touches.ts'

const labels = {
  back: t('common.back'),
  close: t('common.close'),
  copied: t('common.copied'),
  copyFailed: t('common.copy-failed'),
}

setBackgroundCheck(isUntouched)

createRoot(document.getElementById('root')!).render(
  <UiProvider {...{ locale, labels, clickGuard, toastTime }} tabBarHeight={0}>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <App />
        <ToastHost />
      </QueryClientProvider>
    </ErrorBoundary>
  </UiProvider>,
)
