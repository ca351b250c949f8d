import { useApiQuery, useToken } from '@quayside/client'
import { unreadMessages } from '@quayside/contract'
import { useT } from '../lib/i18n.tsx'
import { useFirstPaint } from './useFirstPaint.ts'
import { useFormatBadge } from './useFormatBadge.ts'

/** The number of unread messages, as text and as a label for screen readers. Undefined at zero. */
export function useUnread(): { badge: string; badgeLabel: string } | undefined {
  const t = useT()
  const formatBadge = useFormatBadge()
  const token = useToken()
  const painted = useFirstPaint()
  const n = useApiQuery(unreadMessages, {}, { enabled: token !== null && painted }).data?.unread ?? 0
  if (n === 0) return undefined
  const [badge, words] = [formatBadge(n), t('messages.unread-count', { n })]
  // Arabic says one and two without a digit, and the name of a control must contain what it shows.
  return { badge, badgeLabel: words.includes(badge) ? words : t('common.listed', { first: words, second: badge }) }
}
