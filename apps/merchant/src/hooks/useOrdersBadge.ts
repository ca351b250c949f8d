import { useApiQuery } from '@quayside/client'
import { listOrders } from '@quayside/contract'
import { badgePoll } from '@quayside/contract/constants'
import { useEffect } from 'react'
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
  const known = data !== undefined
  // The icon of the installed app has the same number. A browser without badges, or without the permission, has none.
  useEffect(() => {
    if (!known || !('setAppBadge' in navigator)) return
    const shown = awaitingPickup > 0 ? navigator.setAppBadge(awaitingPickup) : navigator.clearAppBadge()
    void shown.catch(() => undefined)
  }, [awaitingPickup, known])
  if (awaitingPickup === 0) return null
  return { badge: formatBadge(awaitingPickup), badgeLabel: t('tab.badge', { n: awaitingPickup }) }
}
