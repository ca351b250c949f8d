import type { WorkItem, WorkKind } from '@quayside/contract'
import { createText } from '../../lib/texts.ts'
import work from '../../locales/en/work.ts'

const text = createText(work)

/** The desk that decides a kind of work. With a separator, an item is named there by its shop and its id. */
type Place = { to: string; separator?: string }
const places: Partial<Record<WorkKind, Place>> = {
  registration: { to: '/registrations' },
  withdrawal: { to: '/withdrawals', separator: '_' },
  payout: { to: '/withdrawals', separator: '_' },
  conversation: { to: '/inbox' },
  review: { to: '/reviews' },
  announcement: { to: '/announcements' },
  appeal: { to: '/withdrawals', separator: '_' },
  refund: { to: '/refunds', separator: '_' },
  'refund-payment': { to: '/refunds', separator: '_' },
  dispute: { to: '/disputes', separator: '_' },
  shipment: { to: '/fulfilment', separator: '.' },
}

/** The address of an item at its desk. */
export function addressOf({ kind, id, shop }: WorkItem) {
  const { to, separator }: Place = places[kind] ?? { to: '/work' }
  return { to, search: { row: separator !== undefined && shop ? `${shop.id}${separator}${id}` : id } }
}

/** The name of a kind. */
export const kindName = (kind: WorkKind): string => text(`work.kind.${kind}` as keyof typeof work)
