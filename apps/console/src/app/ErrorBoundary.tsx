import { Button } from '@quayside/ui'
import { Bug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Notice } from '../components/QueryState.tsx'
import { t } from '../lib/texts.ts'

/** Shows a sentence and a button when the console itself fails, such as after an update of its files. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main>
        <Failed />
      </main>
    )
  }
}

/** What is shown in place of a page that failed. */
export function Failed() {
  return (
    <Notice
      alert
      icon={<Bug aria-hidden />}
      title={t('app.failed')}
      text={t('app.failed.text')}
      action={<Button onClick={() => window.location.reload()}>{t('app.reload')}</Button>}
    />
  )
}
