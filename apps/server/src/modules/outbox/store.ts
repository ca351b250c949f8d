import type { Channel } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type MessageRow = {
  id: string
  /** Null when it is to an operator or to somebody who is invited to be one. */
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

/** Takes a message that waits, for a while; of many workers one gets it. */
export const lockMessage = (db: Queryable, id: string, now: Date, until: Date) =>
  queryOne(
    db,
    sql<MessageRow>`update outbox set taken_until = ${until}
      where id = ${id} and state = 'waiting' and (taken_until is null or taken_until <= ${now}) returning *`,
  )
export const isWaiting = async (db: Queryable, id: string): Promise<boolean> =>
  (await queryOne(db, sql`select from outbox where id = ${id} and state = 'waiting'`)) !== undefined

/** Lets a message that did not leave wait again. */
export const releaseMessage = (db: Queryable, id: string) =>
  sql`update outbox set taken_until = null where id = ${id} and state = 'waiting'`.execute(db)

/** Ends a message; what it said is gone with that. */
export const settleMessage = (db: Queryable, id: string, state: 'sent' | 'refused' | 'too-late') =>
  sql`update outbox set state = ${state}, sealed = null, taken_until = null where id = ${id} and state = 'waiting'`.execute(
    db,
  )

/** What no gateway took, newest first. */
export const listOutboxMessages = (db: Queryable, merchantId: string, most: number) =>
  queryAll(
    db,
    sql<MessageRow>`select * from outbox where merchant_id = ${merchantId} and state = 'kept' order by written_at desc, id desc limit ${most}`,
  )

/** The same, of operators and those who are invited. */
export const listOperatorOutboxMessages = (db: Queryable, most: number) =>
  queryAll(
    db,
    sql<MessageRow>`select * from outbox where to_operators and state = 'kept' order by written_at desc, id desc limit ${most}`,
  )

export const deleteOldMessages = (db: Queryable, before: Date) =>
  sql`delete from outbox where written_at < ${before}`.execute(db)
