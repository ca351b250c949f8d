import { Dialog } from '@base-ui/react/dialog'
import { keyLabel, useRegisteredActions } from '../hooks/useActions.ts'
import { t } from '../lib/texts.ts'

/** The keys of the present page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const actions = useRegisteredActions().filter(({ keys }) => keys)
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.5)]" />
        <Dialog.Popup className="fixed inset-x-4 top-[12vh] z-20 mx-auto flex max-h-[70dvh] max-w-md flex-col gap-3 overflow-y-auto rounded-card border border-border bg-surface p-4 text-foreground shadow-sheet">
          <Dialog.Title className="text-section font-semibold">{t('keys.title')}</Dialog.Title>
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
          <Dialog.Close className="min-h-(--control) self-end rounded-field border border-input bg-surface px-4 font-semibold">
            {t('common.close')}
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
