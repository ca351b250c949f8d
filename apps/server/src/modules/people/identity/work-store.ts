import { notifyClients } from '../../../platform/events/events.ts'
import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'
import { markInReview, markSubmittedAgain } from './store.ts'

/** Registrations that wait for a decision. The id of an item is the id of the shop. */
export const registrationWork: WorkSource = {
  from: sql`registration`,
  where: sql`registration.state in ('submitted', 'in-review')`,
  id: sql`registration.shop_id`,
  shopId: sql`registration.shop_id`,
  title: sql`coalesce(registration.shop_name, '')`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  since: sql`coalesce(registration.submitted_at, registration.created_at)`,
  due: sql`registration.review_by`,
  // An appeal goes to another person than the one who rejected.
  notBy: sql`case when registration.appealed_at is not null then registration.rejected_by end`,
  async onClaim(tx, { id }) {
    await markInReview(tx, id)
    await notifyClients(tx, id, ['shop'])
  },
  async onRelease(tx, { id }) {
    await markSubmittedAgain(tx, id)
    await notifyClients(tx, id, ['shop'])
  },
}
