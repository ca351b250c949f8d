import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Recharges that operators have to review, within a day. */
export const rechargeWork: WorkSource = {
  from: sql`deposit`,
  where: sql`(deposit.state = 'under-review' or deposit.state = 'awaiting-transfer' and deposit.channel = 'manual')`,
  id: sql`deposit.id`,
  shopId: sql`deposit.shop_id`,
  title: sql`deposit.code`,
  group: sql`null::text`,
  amount: sql`deposit.amount`,
  notBy: sql`null::uuid`,
  since: sql`deposit.created_at`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((deposit.created_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC')`,
}
