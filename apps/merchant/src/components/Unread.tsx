import { Badge } from '@quayside/ui'
import { useFormatBadge } from '../hooks/useFormatBadge.ts'
import { useT } from '../lib/i18n.tsx'

/** The number of unread messages behind a row; nothing without one. */
export function Unread({ n }: { n: number }) {
  const t = useT()
  const formatBadge = useFormatBadge()
  return n > 0 ? (
    <>
      <Badge>{formatBadge(n)}</Badge>
      <span className="sr-only">{t('messages.unread-count', { n })}</span>
    </>
  ) : null
}
