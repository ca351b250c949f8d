import { one, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type DisputeRow = {
  shop_id: string
  id: string
  deposit_id: string
  processor: 'stripe' | 'test'
  reference: string
  state: 'open' | 'won' | 'lost'
  amount: bigint
  /** What the balance no longer had when it was opened. */
  owed: bigint
  evidence_by: Date | null
  opened_at: Date
}

/** The dispute that a processor names so. */
export const readDispute = (on: Queryable, processor: string, reference: string) =>
  one(on, sql<DisputeRow>`select * from card_dispute where processor = ${processor} and reference = ${reference}`)

export const insertDispute = (tx: Tx, d: DisputeRow) =>
  sql`insert into card_dispute (shop_id, id, deposit_id, processor, reference, state, amount, owed, evidence_by, opened_at)
    values (${d.shop_id}, ${d.id}, ${d.deposit_id}, ${d.processor}, ${d.reference}, ${d.state}, ${d.amount}, ${d.owed}, ${d.evidence_by}, ${d.opened_at})`.execute(
    tx,
  )

export const closeDispute = (tx: Tx, d: DisputeRow, outcome: 'won' | 'lost', at: Date) =>
  sql`update card_dispute set state = ${outcome}, closed_at = ${at} where shop_id = ${d.shop_id} and id = ${d.id}`.execute(
    tx,
  )

export const hasOpenDispute = async (on: Queryable, shopId: string, depositId: string): Promise<boolean> =>
  (await one(
    on,
    sql`select from card_dispute where shop_id = ${shopId} and deposit_id = ${depositId} and state = 'open' limit 1`,
  )) !== undefined

/** The newest dispute of a recharge. */
export const disputeOf = (on: Queryable, shopId: string, depositId: string) =>
  one(
    on,
    sql<DisputeRow>`select * from card_dispute where shop_id = ${shopId} and deposit_id = ${depositId} order by opened_at desc, id desc limit 1`,
  )
