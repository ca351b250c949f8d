import { Button } from '@quayside/ui'
import { useState } from 'react'
import { useT } from '../lib/i18n.tsx'
import { activateNewVersion, useNewVersion } from './appVersion.ts'

/** Announces a newer version. The page reloads only when the merchant taps the button. */
export function NewVersion() {
  const t = useT()
  const ready = useNewVersion()
  const [later, setLater] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!ready || later) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-raised px-4 py-2 text-small font-semibold"
    >
      {t('app.update')}
      <span className="flex gap-2">
        <Button
          busy={busy}
          onClick={() => {
            setBusy(true)
            activateNewVersion()
          }}
        >
          {t('app.update.now')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setLater(true)}>
          {t('app.later')}
        </Button>
      </span>
    </div>
  )
}
