import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Requests of people about their data that wait for an answer. */
export const privacyWork: WorkSource = {
  from: sql`privacy_request`,
  where: sql`privacy_request.state = 'open'`,
  id: sql`privacy_request.id`,
  shopId: sql`privacy_request.shop_id`,
  title: sql`privacy_request.code`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`privacy_request.requested_at`,
  due: sql`privacy_request.due_at`,
}
