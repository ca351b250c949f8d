import { useApiQuery } from '@quayside/client'
import { me } from '@quayside/contract'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { link, paths } from '../paths.ts'
import { useT } from '../lib/i18n.tsx'

/** Whether the platform has closed the whole shop: then the merchant only reads, withdraws, exports and asks. */
export function useShopClosed(): boolean {
  const closing = useApiQuery(me, {}).data?.shop.closing
  return closing?.inForce === true && closing.scope === 'all'
}

/**
 * Buttons that a closed shop does not have: there the sentence and the way to customer service take their place, or
 * nothing where the screen says it elsewhere (`quiet`).
 */
export function WhileOpen({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  const t = useT()
  if (!useShopClosed()) return children
  if (quiet) return null
  return (
    <div role="status" className="row-between items-center gap-x-3">
      <p className="flex grow basis-44 items-center gap-2 py-2 text-small font-semibold">
        <Lock aria-hidden className="size-5 shrink-0 text-muted" />
        {t('home.closed')}
      </p>
      <a href={link(paths.service)} className="inline-flex min-h-12 items-center font-semibold text-accent">
        {t('my.service')}
      </a>
    </div>
  )
}
