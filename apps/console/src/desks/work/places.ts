/** Where the items of the work queue are decided. Every page has this file: it holds no texts. */
import { workDesks, type OperatorRole, type WorkItem, type WorkKind } from '@quayside/contract'
import type { Address, DeskPath } from '../../lib/router.ts'
import { shopItemKey } from '../../lib/shopItem.ts'

/** The desk that decides a kind of work, and whether an item is named there by its shop and its id. */
type Place = { to: DeskPath; isShopItem?: true; view?: string }
export const toSign: Place = { to: '/approvals' }
export const places: Record<WorkKind, Place> = {
  registration: { to: '/registrations' },
  withdrawal: { to: '/withdrawals', isShopItem: true },
  payout: { to: '/withdrawals', isShopItem: true },
  conversation: { to: '/inbox' },
  review: { to: '/reviews' },
  report: { to: '/reports' },
  screening: { to: '/screening', isShopItem: true },
  'privacy-request': { to: '/privacy' },
  announcement: { to: '/announcements' },
  appeal: { to: '/withdrawals', isShopItem: true },
  refund: { to: '/refunds', isShopItem: true },
  'refund-payment': { to: '/refunds', isShopItem: true, view: 'payments' },
  dispute: { to: '/disputes', isShopItem: true },
  shipment: { to: '/fulfilment', isShopItem: true },
  delivery: { to: '/orders', isShopItem: true },
  recharge: { to: '/recharges', isShopItem: true },
  'unidentified-money': { to: '/unidentified' },
  'treasury-movement': { to: '/treasury' },
  adjustment: { to: '/adjustments', isShopItem: true },
  'act-finance': toSign,
  'act-review': toSign,
  'act-owner': toSign,
  alert: { to: '/system' },
  'processor-event': { to: '/system', view: 'processor' },
}

/** The view of the page “System” that shows what an alert is about. */
const alertViews: Record<string, string> = {
  'jobs-failed': 'jobs',
  'deadlines-failed': 'deadlines',
  'messages-not-sent': 'outbox',
}

/** The address of an item at its desk. */
export function addressOf({ kind, id, shop, group, title }: WorkItem): Address {
  // A payment is decided in its bank file, or with its network; before that, the withdrawal says what it waits for.
  if (kind === 'payout' && group !== null) return { to: '/payouts', search: { row: group, item: id } }
  const { to, isShopItem, view }: Place = places[kind]
  const alertView = alertViews[title]
  if (kind === 'alert') return { to, search: alertView ? { view: alertView } : {} }
  const row = isShopItem && shop ? shopItemKey({ shopId: shop.id, id }) : id
  return { to, search: view ? { view, row } : { row } }
}

/** The kinds of work that a desk decides. */
export const kindsOf = (path: string): WorkKind[] =>
  (Object.keys(places) as WorkKind[]).filter((kind) => places[kind].to === path)

/** Those that a person with these roles reads. */
export const kindsReadBy = (path: string, roles: readonly OperatorRole[]): WorkKind[] =>
  kindsOf(path).filter((kind) =>
    roles.some((role) => role === 'auditor' || (workDesks[kind] as readonly OperatorRole[]).includes(role)),
  )

/** How many open and late items the desk at a path decides. */
export function countsOf(path: string, counts: readonly { kind: WorkKind; open: number; overdue: number }[]) {
  const own = counts.filter(({ kind }) => path === '/work' || places[kind].to === path)
  const sum = (name: 'open' | 'overdue') => own.reduce((n, count) => n + count[name], 0)
  return { open: sum('open'), overdue: sum('overdue') }
}
