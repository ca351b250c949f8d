import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Reviews that wait for a decision, and appeals. */
export const reviewWork: WorkSource = {
  from: sql`review_case`,
  where: sql`(review_case.state = 'open' or (review_case.appealed_at is not null and review_case.appeal_decided_at is null))`,
  id: sql`review_case.id`,
  shopId: sql`review_case.shop_id`,
  title: sql`coalesce((select o.code from orders o where o.shop_id = review_case.shop_id and o.id = review_case.order_id), '')`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`coalesce(review_case.appealed_at, review_case.opened_at)`,
  due: sql`review_case.decide_by`,
}
