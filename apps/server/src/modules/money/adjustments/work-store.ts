import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Adjustments that wait for a second signature, within a day. */
export const adjustmentWork: WorkSource = {
  from: sql`adjustment`,
  where: sql`adjustment.state = 'proposed'`,
  id: sql`adjustment.id`,
  shopId: sql`adjustment.shop_id`,
  title: sql`adjustment.code`,
  group: sql`null::text`,
  amount: sql`adjustment.amount`,
  notBy: sql`null::uuid`,
  since: sql`adjustment.proposed_at`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((adjustment.proposed_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC')`,
}
