import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Treasury movements that wait for a signature or for the payment of a bill, within two days. */
export const treasuryWork: WorkSource = {
  from: sql`treasury_movement`,
  where: sql`treasury_movement.state in ('proposed', 'signed', 'reversal-proposed')`,
  id: sql`treasury_movement.id`,
  shopId: sql`null::uuid`,
  title: sql`treasury_movement.code`,
  group: sql`null::text`,
  amount: sql`treasury_movement.amount`,
  notBy: sql`null::uuid`,
  since: sql`treasury_movement.proposed_at`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((treasury_movement.proposed_at at time zone 'UTC' + interval '48 hours') at time zone 'UTC')`,
}
