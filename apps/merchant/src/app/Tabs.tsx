import { queryClient, useApiQuery } from '@quayside/client'
import { listOrders } from '@quayside/contract'
import { BagFilled, ClipboardFilled, HouseFilled, ListRow, PersonFilled, Rows, TabBar } from '@quayside/ui'
import { ClipboardList, House, ShoppingBag, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { badgePoll } from '@quayside/contract/constants'
import { link, paths } from '../paths.ts'
import { lastHref, useLocation } from '../router.ts'
import { useT } from '../lib/i18n.tsx'
import { useBack } from '../hooks/useBack.ts'
import { useFirstPaint } from '../hooks/useFirstPaint.ts'
import { useBadge, useUnread } from '../hooks/useUnread.ts'

const places = [
  { key: paths.home, word: 'tab.home', Icon: House, Active: HouseFilled },
  { key: paths.products, word: 'tab.product', Icon: ShoppingBag, Active: BagFilled },
  { key: paths.orders, word: 'tab.order', Icon: ClipboardList, Active: ClipboardFilled },
  { key: paths.my, word: 'tab.my', Icon: UserRound, Active: PersonFilled },
] as const
/** The platform's setting: four tabs, or two, with the other two places on the home screen. */
const tabCount = document.querySelector<HTMLMetaElement>('meta[name="quayside-tabs"]')?.content === '2' ? 2 : 4
const tabs = places.slice(0, tabCount)
const others = places.slice(tabCount)

const productPaths = new Set<string>([paths.products, paths.listing, paths.distribution, paths.manage])
/** The tab that a screen belongs to. */
const tabOf = (path: string): string =>
  path === paths.home
    ? paths.home
    : productPaths.has(path)
      ? paths.products
      : path === paths.orders || path === paths.order
        ? paths.orders
        : paths.my

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

/** How many orders await pickup, asked every few seconds: as the badge writes it and as it is spoken. */
function useWaiting() {
  const t = useT()
  const badgeOf = useBadge()
  const { data } = useApiQuery(
    listOrders,
    { status: badgePoll.status, limit: badgePoll.limit, page: badgePoll.page },
    { pollMs: badgePoll.every, enabled: useFirstPaint() },
  )
  const waiting = data?.total ?? 0
  if (waiting === 0) return null
  return {
    badge: badgeOf(waiting),
    badgeLabel: t('tab.badge', { n: waiting }),
  }
}

/** The places that have no tab, as rows of the home screen; nothing when all have one. */
export function MoreTabs() {
  const t = useT()
  const badge = useWaiting()
  if (others.length === 0) return null
  return (
    <Rows>
      {others.map(({ key, word, Icon }) => (
        <ListRow
          key={key}
          href={link(key)}
          icon={<Icon />}
          title={t(word)}
          end={key === paths.orders ? badge?.badgeLabel : undefined}
        />
      ))}
    </Rows>
  )
}

/** The way back to the home screen for a place that has no tab; nothing for one that has. */
export function useHomePath() {
  const t = useT()
  const back = useBack(paths.home)
  return others.length > 0 ? { onBack: back, backLabel: t('common.back') } : {}
}

/** Home, Product, Order with the number of orders awaiting pickup, My; or the first two. */
export function Tabs() {
  const t = useT()
  const { path } = useLocation()
  const lastTap = useRef(0)
  const badge = useWaiting()
  const unread = useUnread()
  const keyboard = useKeyboard()
  if (keyboard) return null

  return (
    <TabBar
      label={t('tab.label')}
      current={path}
      within={tabOf(path)}
      onReselect={() => {
        // The first tap goes up, a second one soon after reads everything again.
        if (Date.now() - lastTap.current < 2000) void queryClient.invalidateQueries()
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
        ...(key === paths.orders ? badge : null),
        ...(key === paths.my ? unread : null),
      }))}
    />
  )
}
