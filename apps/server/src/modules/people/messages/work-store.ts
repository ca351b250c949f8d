import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Announcements that wait for the second person. */
export const announcementWork: WorkSource = {
  from: sql`announcement`,
  where: sql`announcement.state = 'to-confirm'`,
  id: sql`announcement.id`,
  shopId: sql`null::uuid`,
  title: sql`coalesce(announcement.texts -> 'en' ->> 'title', '')`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`announcement.at`,
  due: sql`announcement.confirm_by`,
}
