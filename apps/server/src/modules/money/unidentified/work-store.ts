import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Unidentified money that nobody has decided about, or that was not sent back, within three days. */
export const unidentifiedWork: WorkSource = {
  from: sql`unidentified_money`,
  where: sql`unidentified_money.state in ('open', 'proposed', 'returning')`,
  id: sql`unidentified_money.id`,
  shopId: sql`unidentified_money.shop_id`,
  title: sql`unidentified_money.code`,
  group: sql`null::text`,
  amount: sql`unidentified_money.amount`,
  notBy: sql`null::uuid`,
  since: sql`unidentified_money.received_at`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((unidentified_money.received_at at time zone 'UTC' + interval '72 hours') at time zone 'UTC')`,
}
