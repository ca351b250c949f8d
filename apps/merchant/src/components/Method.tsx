import { IconButton, Sheet } from '@quayside/ui'
import { Info } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useT } from '../lib/i18n.tsx'

/** The one information button of a screen: it opens how its figures are calculated. */
export function Method({ children }: { children: ReactNode }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('dist.hot.how')}
        icon={<Info aria-hidden className="size-5 text-muted" />}
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onOpenChange={setOpen} title={t('dist.hot.how')}>
        {children}
      </Sheet>
    </>
  )
}
