import type { Channel } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type MessageRow = {
  id: string
  /** Null for a message to an operator or to an invited operator. */
  merchant_id: string | null
  channel: Channel
  address: string
  sealed: Buffer
  state: 'waiting' | 'sent' | 'refused' | 'too-late' | 'kept'
  written_at: Date
  useless_at: Date | null
}

export const insertMessage = (tx: Tx, m: MessageRow) =>
  sql`insert into outbox (id, merchant_id, to_operators, channel, address, sealed, state, written_at, useless_at)
    values (${m.id}, ${m.merchant_id}, ${m.merchant_id === null}, ${m.channel}, ${m.address}, ${m.sealed}, ${m.state}, ${m.written_at}, ${m.useless_at})`.execute(
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

export const deleteOldMessages = (db: Queryable, before: Date) =>
  sql`delete from outbox where written_at < ${before}`.execute(db)
