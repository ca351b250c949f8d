import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/**
 * Open alerts: failed jobs and deadlines, messages that wait for their gateway, chains, books. Each is due four hours
 * after it began. Overdue decisions are items of the queue themselves.
 */
export const alertWork: WorkSource = {
  from: sql`staff_alert`,
  where: sql`staff_alert.closed_at is null and staff_alert.kind <> 'decisions-overdue'`,
  id: sql`staff_alert.id`,
  shopId: sql`null::uuid`,
  title: sql`staff_alert.kind`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`staff_alert.opened_at`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((staff_alert.opened_at at time zone 'UTC' + interval '4 hours') at time zone 'UTC')`,
}
