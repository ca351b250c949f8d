import { languages } from '@quayside/contract'
import { IconButton, PlainButton } from '@quayside/ui'
import { Languages } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useI18n, useT } from '../lib/i18n.tsx'

// Lazy: few merchants open the sheet, and the login must not wait for it.
const LanguageSheet = lazy(() => import('./LanguageSheet.tsx').then((m) => ({ default: m.LanguageSheet })))

/** Opens the list of languages: with the name of the present one, or `small`, as an icon. */
export function LanguageButton({ small = false }: { small?: boolean }) {
  const t = useT()
  const { lang } = useI18n()
  const [open, setOpen] = useState(false)
  const { name } = languages.find((l) => l.code === lang)!
  const label = t('common.named', { label: t('common.language'), value: name })
  return (
    <>
      {small ? (
        <IconButton label={label} icon={<Languages aria-hidden />} onClick={() => setOpen(true)} />
      ) : (
        <PlainButton
          onClick={() => setOpen(true)}
          className="inline-flex min-h-12 items-center gap-2 rounded-full px-3 text-small text-muted"
          aria-label={label}
        >
          <Languages aria-hidden className="size-5" />
          {name}
        </PlainButton>
      )}
      {open ? (
        <Suspense>
          <LanguageSheet open onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  )
}
