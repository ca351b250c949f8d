import { useApiQuery } from '@quayside/client'
import { listOrders } from '@quayside/contract'
import { badgePoll } from '@quayside/contract/constants'
import { useT } from '../lib/i18n.tsx'
import { useFormatBadge } from './useFormatBadge.ts'
import { useFirstPaint } from './useFirstPaint.ts'

/**
 * The number of orders that await pickup, polled every few seconds, as text and as a label for screen readers. Null
 * at zero.
 */
export function useOrdersBadge() {
  const t = useT()
  const formatBadge = useFormatBadge()
  const { data } = useApiQuery(
    listOrders,
    { status: badgePoll.status, limit: badgePoll.limit, page: badgePoll.page },
    { pollMs: badgePoll.every, enabled: useFirstPaint() },
  )
  const awaitingPickup = data?.total ?? 0
  if (awaitingPickup === 0) return null
  return { badge: formatBadge(awaitingPickup), badgeLabel: t('tab.badge', { n: awaitingPickup }) }
}
