import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Refund orders that the platform decides: after an objection, past the debt limit, and those that staff opened. */
export const refundWork: WorkSource = {
  from: sql`refund_order`,
  where: sql`(refund_order.state = 'objected' or refund_order.state = 'requested' and (refund_order.referred_at is not null or refund_order.opened_by = 'operator'))`,
  id: sql`refund_order.id`,
  shopId: sql`refund_order.shop_id`,
  title: sql`refund_order.code`,
  group: sql`null::text`,
  amount: sql`refund_order.amount`,
  notBy: sql`null::uuid`,
  since: sql`coalesce(refund_order.referred_at, refund_order.changed_at)`,
  due: sql`refund_order.decide_by`,
}
