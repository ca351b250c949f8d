import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Conversations that wait for an answer, also snoozed ones: the other party still waits. */
export const conversationWork: WorkSource = {
  from: sql`talk`,
  where: sql`talk.answer_by is not null`,
  id: sql`talk.party_id`,
  shopId: sql`talk.shop_id`,
  title: sql`coalesce((select left(m.text, 80) from talk_message m where m.party_id = talk.party_id and m.seq = talk.last_seq), '')`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`coalesce(talk.waiting_since, talk.last_at)`,
  due: sql`talk.answer_by`,
}
