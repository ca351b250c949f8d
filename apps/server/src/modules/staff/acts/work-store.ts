import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Acts whose subject is no item of the queue. A withdrawal that waits for its second person is one already. */
const waiting = sql`act.state = 'open'
  and act.kind in ('coupon.issue', 'payment-account.confirm', 'payment.pix', 'payout.return', 'setting.change', 'shop.close', 'shop.restrict')`

/** Acts that wait for the signature of finance, until they expire. */
export const financeActWork: WorkSource = {
  from: sql`act`,
  where: sql`${waiting} and act.desk = 'finance'`,
  id: sql`act.id`,
  shopId: sql`act.shop_id`,
  title: sql`act.kind`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`act.proposed_at`,
  due: sql`act.expires_at`,
  isAct: true,
}

/** The same for the desk review. */
export const reviewActWork: WorkSource = {
  from: sql`act`,
  where: sql`${waiting} and act.desk = 'review'`,
  id: sql`act.id`,
  shopId: sql`act.shop_id`,
  title: sql`act.kind`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`act.proposed_at`,
  due: sql`act.expires_at`,
  isAct: true,
}

/** The same for owners. */
export const ownerActWork: WorkSource = {
  from: sql`act`,
  where: sql`${waiting} and act.desk = 'owner'`,
  id: sql`act.id`,
  shopId: sql`act.shop_id`,
  title: sql`act.kind`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`act.proposed_at`,
  due: sql`act.expires_at`,
  isAct: true,
}
