/** The addresses of what a person reads about: which desk opens it, and how the desk names it. */
import type { AuditSubjectKind } from '@quayside/contract'
import type { Address, DeskPath } from './router.ts'
import { shopItemKey } from './shopItem.ts'

type Place = {
  to: DeskPath
  /** The value of `row`; the id alone by default. */
  rowOf?: (shopId: string, id: string) => string
  /** The view of the desk that has the object. */
  view?: string
}

const keyOf = (shopId: string, id: string) => shopItemKey({ shopId, id })

/** Only desks that open an object by its id, whatever their list shows at the moment. */
const places = {
  shop: { to: '/shops' },
  buyer: { to: '/buyers' },
  registration: { to: '/registrations' },
  screening: { to: '/screening', rowOf: keyOf },
  order: { to: '/orders', rowOf: keyOf },
  withdrawal: { to: '/withdrawals', rowOf: keyOf },
  deposit: { to: '/recharges', rowOf: keyOf },
  refund: { to: '/refunds', rowOf: keyOf },
  dispute: { to: '/disputes', rowOf: keyOf },
  adjustment: { to: '/adjustments', rowOf: keyOf },
  'order-talk': { to: '/order-talks', rowOf: keyOf },
  'unidentified-money': { to: '/unidentified' },
  'treasury-movement': { to: '/treasury' },
  conversation: { to: '/inbox' },
  announcement: { to: '/announcements' },
  payout: { to: '/payouts' },
  product: { to: '/products' },
  import: { to: '/imports' },
  operator: { to: '/people' },
  'bank-statement': { to: '/statements' },
  'bank-line': { to: '/bank' },
  setting: { to: '/settings' },
  carrier: { to: '/carriers' },
  act: { to: '/approvals', view: 'all' },
} as const satisfies Partial<Record<AuditSubjectKind, Place>>

export type LinkedKind = keyof typeof places
export const linkedKinds = Object.keys(places) as LinkedKind[]

/** The path of the desk of a kind. */
export const deskOf = (kind: LinkedKind): DeskPath => places[kind].to

/** The address of an object; null for a kind without a desk, and for a row that needs a shop which is not known. */
export function addressOfSubject(kind: string, id: string, shopId?: string | null): Required<Address> | null {
  const place: Place | undefined = (places as Partial<Record<string, Place>>)[kind]
  if (!place || (place.rowOf && !shopId)) return null
  const { to, rowOf, view } = place
  return { to, search: { ...(view ? { view } : {}), row: rowOf ? rowOf(shopId!, id) : id } }
}
