import { queryClient, showDeferredRows } from '@quayside/client'
import { TabBar } from '@quayside/ui'
import { useEffect, useRef, useState } from 'react'
import { useOrdersBadge } from '../hooks/useOrdersBadge.ts'
import { useUnread } from '../hooks/useUnread.ts'
import { useT } from '../lib/i18n.tsx'
import { paths } from '../paths.ts'
import { lastHref, useLocation } from '../router.ts'
import { tabs } from '../tabs.ts'

const productPaths = new Set<string>([paths.products, paths.listing, paths.distribution, paths.categories])
/** The tab that a screen belongs to. */
const tabOf = (path: string): string =>
  path === paths.home
    ? paths.home
    : productPaths.has(path)
      ? paths.products
      : path === paths.orders || path === paths.order
        ? paths.orders
        : paths.my

/** Whether the on-screen keyboard is open. The tab bar would take the room that is left. */
function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    let tallest = view.height
    const measure = () => {
      tallest = Math.max(tallest, view.height)
      setOpen(tallest - view.height > 150)
    }
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [])
  return open
}

/** The tab bar: Home, Product, Order with the number of orders awaiting pickup, My; or the first two. */
export function Tabs() {
  const t = useT()
  const { path } = useLocation()
  const lastTap = useRef(0)
  const badge = useOrdersBadge()
  const unread = useUnread()
  const keyboardOpen = useKeyboardOpen()
  if (keyboardOpen) return null

  return (
    <TabBar
      label={t('tab.label')}
      current={path}
      within={tabOf(path)}
      onReselect={() => {
        // The first tap scrolls up; a second one soon after, or one at the top, refreshes.
        if (window.scrollY <= 0 || Date.now() - lastTap.current < 2000) {
          showDeferredRows()
          void queryClient.invalidateQueries()
          lastTap.current = 0
        } else lastTap.current = Date.now()
        window.scrollTo({ top: 0, behavior: 'smooth' })
      }}
      items={tabs.map(({ key, word, Icon, Active }) => ({
        key,
        label: t(word),
        // A tab opens where the merchant left it.
        href: `#${lastHref(key)}`,
        icon: <Icon className="size-6" />,
        activeIcon: <Active />,
        ...(key === paths.orders ? badge : null),
        ...(key === paths.my ? unread : null),
      }))}
    />
  )
}
