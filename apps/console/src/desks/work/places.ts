/** Where the items of the work queue are decided. Every page has this file: it holds no texts. */
import type { WorkItem, WorkKind } from '@quayside/contract'

/** The desk that decides a kind of work. With a separator, an item is named there by its shop and its id. */
type Place = { to: string; separator?: string; view?: string }
export const toSign: Place = { to: '/approvals' }
export const places: Record<WorkKind, Place> = {
  registration: { to: '/registrations' },
  withdrawal: { to: '/withdrawals', separator: '_' },
  payout: { to: '/withdrawals', separator: '_' },
  conversation: { to: '/inbox' },
  review: { to: '/reviews' },
  report: { to: '/reports' },
  'privacy-request': { to: '/privacy' },
  announcement: { to: '/announcements' },
  appeal: { to: '/withdrawals', separator: '_' },
  refund: { to: '/refunds', separator: '_' },
  'refund-payment': { to: '/refunds', separator: '_', view: 'payments' },
  dispute: { to: '/disputes', separator: '_' },
  shipment: { to: '/fulfilment', separator: '.' },
  recharge: { to: '/recharges', separator: '_' },
  'unidentified-money': { to: '/unidentified' },
  'treasury-movement': { to: '/treasury' },
  adjustment: { to: '/adjustments', separator: '_' },
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
export function addressOf({ kind, id, shop, group, title }: WorkItem) {
  // A payment is decided in its bank file, or with its network; before that, the withdrawal says what it waits for.
  if (kind === 'payout' && group !== null) return { to: '/payouts', search: { row: group, item: id } }
  const { to, separator, view }: Place = places[kind]
  if (kind === 'alert') return { to, search: title in alertViews ? { view: alertViews[title] } : {} }
  const row = separator !== undefined && shop ? `${shop.id}${separator}${id}` : id
  return { to, search: view ? { view, row } : { row } }
}

/** How many open and late items the desk at a path decides. */
export function countsOf(path: string, counts: readonly { kind: WorkKind; open: number; overdue: number }[]) {
  const own = counts.filter(({ kind }) => path === '/work' || places[kind].to === path)
  const sum = (name: 'open' | 'overdue') => own.reduce((n, count) => n + count[name], 0)
  return { open: sum('open'), overdue: sum('overdue') }
}
