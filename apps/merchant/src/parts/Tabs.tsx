import { queries, useRead } from '@quayside/client'
import { listOrders } from '@quayside/contract'
import { BagFilled, ClipboardFilled, HouseFilled, PersonFilled, TabBar } from '@quayside/ui'
import { ClipboardList, House, ShoppingBag, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { badgePoll } from '../constants.ts'
import { paths } from '../paths.ts'
import { lastHref, usePlace } from '../router.ts'
import { useFormat, useT } from '../words.tsx'

const tabs = [
  { key: paths.home, word: 'tab.home', Icon: House, Active: HouseFilled },
  { key: paths.products, word: 'tab.product', Icon: ShoppingBag, Active: BagFilled },
  { key: paths.orders, word: 'tab.order', Icon: ClipboardList, Active: ClipboardFilled },
  { key: paths.my, word: 'tab.my', Icon: UserRound, Active: PersonFilled },
] as const
export const tabPaths = new Set<string>(tabs.map((tab) => tab.key))

/** Whether the on-screen keyboard covers part of the page: the tab bar would stand in its way. */
function useKeyboard(): boolean {
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

/** Home, Product, Order with the number of orders awaiting pickup, My. */
export function Tabs() {
  const t = useT()
  const format = useFormat()
  const { path } = usePlace()
  const lastTap = useRef(0)
  const { data } = useRead(
    listOrders,
    { status: badgePoll.status, limit: badgePoll.limit, page: badgePoll.page },
    { pollMs: badgePoll.every },
  )
  const waiting = data?.total ?? 0
  const keyboard = useKeyboard()
  if (keyboard) return null

  return (
    <TabBar
      label={t('tab.label')}
      current={path}
      onReselect={() => {
        // The first tap goes up, a second one soon after reads everything again.
        if (Date.now() - lastTap.current < 2000) void queries.invalidateQueries()
        lastTap.current = Date.now()
        window.scrollTo({ top: 0, behavior: 'smooth' })
      }}
      items={tabs.map(({ key, word, Icon, Active }) => ({
        key,
        label: t(word),
        // Going to a tab leads back to where it was left, not to its beginning.
        href: `#${lastHref(key)}`,
        icon: <Icon className="size-6" />,
        activeIcon: <Active />,
        ...(key === paths.orders && waiting > 0
          ? {
              badge: waiting > badgePoll.overflow ? `${format.number(badgePoll.overflow)}+` : format.number(waiting),
              badgeLabel: t('tab.badge', { n: waiting }),
            }
          : {}),
      }))}
    />
  )
}
