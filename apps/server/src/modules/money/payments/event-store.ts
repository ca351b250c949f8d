/**
 * Events of card processors that could not be booked. They stay until a retry books them or an operator closes them.
 */
import type { UnbookedReason } from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'

export type UnbookedRow = {
  id: string
  processor: 'stripe' | 'test'
  event_id: string
  type: string
  live: boolean
  kind: 'checkout' | 'dispute' | 'refund' | null
  reference: string | null
  reason: UnbookedReason
  state: 'open' | 'booked' | 'closed'
  received_at: Date
  attempts: number
  next_attempt_at: Date | null
  note: string | null
  ended_at: Date | null
}

/** Inserts an event once. Returns false for an event that is stored already. */
export async function insertUnbooked(
  db: Queryable,
  event: Omit<UnbookedRow, 'id' | 'state' | 'attempts' | 'note' | 'ended_at'>,
): Promise<boolean> {
  const row = await queryOne(
    db,
    sql`insert into unbooked_event (id, processor, event_id, type, live, kind, reference, reason, received_at, next_attempt_at)
      values (${newId()}, ${event.processor}, ${event.event_id}, ${event.type}, ${event.live}, ${event.kind}, ${event.reference}, ${event.reason}, ${event.received_at},
        ${event.next_attempt_at})
      on conflict (processor, event_id) do nothing returning id`,
  )
  return row !== undefined
}

/** Marks a stored event as booked. */
export const markBooked = (db: Queryable, processor: string, eventId: string, at: Date) =>
  sql`update unbooked_event set state = 'booked', ended_at = ${at}
    where processor = ${processor} and event_id = ${eventId} and state = 'open'`.execute(db)

/** Events whose next attempt is due, the oldest first. */
export const listDueEvents = (db: Queryable, now: Date, limit: number) =>
  queryAll(
    db,
    sql<UnbookedRow>`select * from unbooked_event where state = 'open' and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${limit}`,
  )

export const postponeEvent = (db: Queryable, id: string, reason: UnbookedReason, next: Date | null) =>
  sql`update unbooked_event set attempts = attempts + 1, reason = ${reason}, next_attempt_at = ${next}
    where id = ${id} and state = 'open'`.execute(db)

export const listUnbooked = (db: Queryable, state: UnbookedRow['state'], { limit, skip, after }: Page) =>
  queryAll(
    db,
    sql<
      UnbookedRow & { total: number }
    >`select *, ${totalOf(sql`from unbooked_event where state = ${state}`)} from unbooked_event
      where state = ${state} and ${after ? sql`(received_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by received_at, id limit ${limit} offset ${skip}`,
  )

/** Lets an open event be booked again in the next run. Returns false if it is not open. */
export const retryUnbooked = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update unbooked_event set next_attempt_at = ${now} where id = ${id} and state = 'open' returning id`,
  )) !== undefined

/** Closes an open event. Returns false if it is not open. */
export async function closeUnbooked(
  tx: Tx,
  id: string,
  closing: { operatorId: string; note: string; at: Date },
): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql`update unbooked_event set state = 'closed', closed_by = ${closing.operatorId}, note = ${closing.note}, ended_at = ${closing.at}
      where id = ${id} and state = 'open' returning id`,
  )
  return row !== undefined
}
