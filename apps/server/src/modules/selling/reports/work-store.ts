import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Reports of shops and products that wait for a decision. */
export const reportWork: WorkSource = {
  from: sql`content_report`,
  where: sql`(content_report.state = 'open' and content_report.kind <> 'review')`,
  id: sql`content_report.id`,
  shopId: sql`content_report.shop_id`,
  title: sql`content_report.code`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`content_report.reported_at`,
  due: sql`content_report.decide_by`,
}
