import { useId } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { keyLabel, useRegisteredActions } from '../hooks/useActions.ts'
import { t } from '../lib/texts.ts'

/** The keys of the present page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const actions = useRegisteredActions().filter(({ keys }) => keys)
  const headingId = useId()
  return (
    <Dialog name={{ headingId }} onClose={onClose} className="top-[12vh] max-w-md">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto overscroll-contain p-4">
        <h2 id={headingId} className="text-section font-semibold">
          {t('keys.title')}
        </h2>
        {actions.length > 0 ? (
          <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-2">
            {actions.map(({ id, keys, label }) => (
              <div key={id} className="contents">
                <dt>
                  <kbd className="rounded-chip border border-border bg-raised px-1.5 font-sans text-small">
                    {keyLabel(keys!)}
                  </kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="text-muted">{t('keys.none')}</p>
        )}
        <button
          type="button"
          className="min-h-(--control) self-end rounded-field border border-input bg-surface px-4 font-semibold"
          onClick={onClose}
        >
          {t('common.close')}
        </button>
      </div>
    </Dialog>
  )
}
