import { languages } from '@quayside/contract'
import { PlainButton } from '@quayside/ui'
import { Languages } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useI18n, useT } from '../lib/i18n.tsx'

// Lazy: few merchants open the sheet, and the login must not wait for it.
const LanguageSheet = lazy(() => import('./LanguageSheet.tsx').then((m) => ({ default: m.LanguageSheet })))

/** The language button of the pages before the login. */
export function LanguageButton() {
  const t = useT()
  const { lang } = useI18n()
  const [open, setOpen] = useState(false)
  return (
    <>
      <PlainButton
        onClick={() => setOpen(true)}
        className="inline-flex min-h-12 items-center gap-2 rounded-full px-3 text-small text-muted"
        aria-label={t('common.named', {
          label: t('common.language'),
          value: languages.find((l) => l.code === lang)!.name,
        })}
      >
        <Languages aria-hidden className="size-5" />
        {languages.find((l) => l.code === lang)!.name}
      </PlainButton>
      {open ? (
        <Suspense>
          <LanguageSheet open onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  )
}
