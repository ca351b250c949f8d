import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Hits of lists of sanctions that nobody has decided. */
export const screeningWork: WorkSource = {
  from: sql`screening_hit`,
  where: sql`(screening_hit.state = 'open' and screening_hit.ended_at is null)`,
  id: sql`screening_hit.id`,
  shopId: sql`screening_hit.shop_id`,
  // The queue names no people: the item is known by its shop.
  title: sql`''::text`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`screening_hit.found_at`,
  due: sql`screening_hit.decide_by`,
}
