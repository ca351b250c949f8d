import { useApiQuery, useToken } from '@quayside/client'
import { unreadMessages } from '@quayside/contract'
import { badgeOverflow } from '@quayside/contract/constants'
import { useFormat, useT } from '../lib/i18n.tsx'
import { useFirstPaint } from './useFirstPaint.ts'

/** How many messages are unread: the number as a badge shows it, and as it is spoken; nothing at zero. */
export function useUnread(): { badge: string; badgeLabel: string } | undefined {
  const t = useT()
  const badgeOf = useBadge()
  const token = useToken()
  const drawn = useFirstPaint()
  const n = useApiQuery(unreadMessages, {}, { enabled: token !== null && drawn }).data?.unread ?? 0
  return n > 0 ? { badge: badgeOf(n), badgeLabel: t('messages.unread-count', { n }) } : undefined
}

/** A number as a badge shows it. */
export function useBadge(): (n: number) => string {
  const format = useFormat()
  return (n) => (n > badgeOverflow ? `${format.number(badgeOverflow)}+` : format.number(n))
}
