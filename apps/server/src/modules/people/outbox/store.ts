import type { Channel, OutgoingState } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type MessageRow = {
  id: string
  /** Null for a message to an operator, an invited operator or a buyer. */
  merchant_id: string | null
  to_buyer: boolean
  channel: Channel
  address: string
  sealed: Buffer
  state: 'waiting' | 'sent' | 'refused' | 'too-late' | 'kept'
  written_at: Date
  useless_at: Date | null
}

export const insertMessage = (tx: Tx, m: MessageRow) =>
  sql`insert into outbox (id, merchant_id, to_operators, to_buyer, channel, address, sealed, state, written_at, useless_at)
    values (${m.id}, ${m.merchant_id}, ${m.merchant_id === null && !m.to_buyer}, ${m.to_buyer}, ${m.channel}, ${m.address}, ${m.sealed}, ${m.state}, ${m.written_at}, ${m.useless_at})`.execute(
    tx,
  )

/** Claims a waiting message until an instant; of several workers one succeeds. */
export const claimMessage = (db: Queryable, id: string, now: Date, until: Date) =>
  queryOne(
    db,
    sql<MessageRow>`update outbox set taken_until = ${until}
      where id = ${id} and state = 'waiting' and (taken_until is null or taken_until <= ${now}) returning *`,
  )
export const isWaiting = async (db: Queryable, id: string): Promise<boolean> =>
  (await queryOne(db, sql`select from outbox where id = ${id} and state = 'waiting'`)) !== undefined

/** Ends the claim of a message that was not sent. */
export const releaseMessage = (db: Queryable, id: string) =>
  sql`update outbox set taken_until = null where id = ${id} and state = 'waiting'`.execute(db)

/** Sets the final state of a message and deletes its content. */
export const settleMessage = (db: Queryable, id: string, state: 'sent' | 'refused' | 'too-late') =>
  sql`update outbox set state = ${state}, sealed = null, taken_until = null where id = ${id} and state = 'waiting'`.execute(
    db,
  )

/** Messages that stay in the outbox because no gateway is configured, newest first. */
export const listOutboxMessages = (db: Queryable, merchantId: string, limit: number) =>
  queryAll(
    db,
    sql<MessageRow>`select * from outbox where merchant_id = ${merchantId} and state = 'kept' order by written_at desc, id desc limit ${limit}`,
  )

/** The same for operators and invited operators. */
export const listOperatorOutboxMessages = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<MessageRow>`select * from outbox where to_operators and state = 'kept' order by written_at desc, id desc limit ${limit}`,
  )

export type OutgoingRow = Pick<MessageRow, 'id' | 'channel' | 'address' | 'written_at' | 'useless_at'> & {
  state: 'waiting' | 'refused' | 'too-late'
  shop_code: string | null
}

/** Messages that wait, or that failed, newest first. */
export const listOutgoing = (db: Queryable, state: OutgoingState, after: TimePosition | undefined, limit: number) =>
  queryAll(
    db,
    sql<OutgoingRow>`
      select o.id, o.channel, o.address, o.state, o.written_at, o.useless_at, s.code as shop_code
      from outbox o left join merchant m on m.id = o.merchant_id left join shop s on s.id = m.shop_id
      where ${state === 'waiting' ? sql`o.state = 'waiting'` : sql`o.state in ('refused', 'too-late')`}
        and ${after ? sql`(o.written_at, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by o.written_at desc, o.id desc limit ${limit}`,
  )

/** The ids of those messages that wait to be sent. */
export const listWaitingIds = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (
    await queryAll(
      tx,
      sql<{ id: string }>`select id from outbox where id = any(${ids}::uuid[]) and state = 'waiting' for update`,
    )
  ).map(({ id }) => id)

export const deleteOldMessages = (db: Queryable, before: Date) =>
  sql`delete from outbox where written_at < ${before}`.execute(db)

export const messageContext = (id: string) => `message ${id}`
