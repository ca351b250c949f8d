import { Button } from '@quayside/ui'
import { Bug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Notice } from '../components/QueryState.tsx'
import { t } from '../lib/texts.ts'

/**
 * Shows a sentence and a button when the console itself fails, such as after an update of its files. `inside`: within
 * the frame of a desk.
 */
export class ErrorBoundary extends Component<{ children: ReactNode; inside?: true }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    const notice = (
      <Notice
        alert
        icon={<Bug aria-hidden />}
        title={t('app.failed')}
        text={t('app.failed.text')}
        action={<Button onClick={() => window.location.reload()}>{t('app.reload')}</Button>}
      />
    )
    return this.props.inside ? notice : <main>{notice}</main>
  }
}
