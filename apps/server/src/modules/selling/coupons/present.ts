import { formatCents } from '@quayside/contract'
import { idleOf } from './coupon.ts'
import type { ListedCoupon } from './store.ts'

export const presentCoupon = (row: ListedCoupon, now: Date) => ({
  id: row.id,
  code: row.code,
  bearer: row.bearer,
  state: row.state,
  idle: idleOf(row, now),
  percent: row.percent,
  amount: row.amount === null ? null : formatCents(row.amount),
  minimum: formatCents(row.minimum),
  from: row.starts_at.toISOString(),
  until: row.ends_at?.toISOString() ?? null,
  uses: row.max_uses,
  usesPerBuyer: row.max_per_buyer,
  listings: row.listings,
  used: row.used,
  spent: formatCents(row.spent),
  budget: row.budget === null ? null : formatCents(row.budget),
  createdAt: row.created_at.toISOString(),
})

export const presentPlatformCoupon = (row: ListedCoupon, now: Date) => ({
  ...presentCoupon(row, now),
  usesPerShop: row.max_per_shop,
  proposedBy: row.proposed_name,
  signedBy: row.signed_name,
  actId: row.act_id,
})
