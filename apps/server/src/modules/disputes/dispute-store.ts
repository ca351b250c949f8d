import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type DisputeRow = {
  shop_id: string
  id: string
  /** The recharge; null when it is about an order. */
  deposit_id: string | null
  /** The order and its payment; null when it is about a recharge. */
  order_id: string | null
  payment_id: string | null
  processor: 'stripe' | 'test'
  /** The processor's own name for it. */
  reference: string
  state: 'open' | 'won' | 'lost'
  /** What the card's bank asks for, cents. */
  asked: bigint
  /** What of it was set aside: no more than the payment has left. */
  amount: bigint
  /** Of that: out of what was owed to the buyer, the order's escrow, and its pending earnings. The rest came out of the balance. */
  from_refund: bigint
  from_escrow: bigint
  from_pending: bigint
  /** What of that the balance no longer had. */
  owed: bigint
  evidence_by: Date | null
  opened_at: Date
  closed_at: Date | null
  as_of: Date
  round: number
}

/** Locks the dispute that a processor names so. The row of what it is about is locked before. */
export const lockDispute = (tx: Tx, processor: string, reference: string) =>
  queryOne(
    tx,
    sql<DisputeRow>`select * from card_dispute where processor = ${processor} and reference = ${reference} for update`,
  )

export const insertDispute = (tx: Tx, d: DisputeRow) =>
  sql`insert into card_dispute (shop_id, id, deposit_id, order_id, payment_id, processor, reference, state, asked, amount, owed, evidence_by, opened_at, as_of, round)
    values (${d.shop_id}, ${d.id}, ${d.deposit_id}, ${d.order_id}, ${d.payment_id}, ${d.processor}, ${d.reference}, ${d.state}, ${d.asked}, ${d.amount}, ${d.owed}, ${d.evidence_by},
      ${d.opened_at}, ${d.as_of}, ${d.round})`.execute(tx)

/** Writes what can change of a locked dispute. */
export const saveDispute = (tx: Tx, d: DisputeRow) =>
  sql`update card_dispute set state = ${d.state}, amount = ${d.amount}, owed = ${d.owed}, from_refund = ${d.from_refund},
      from_escrow = ${d.from_escrow}, from_pending = ${d.from_pending}, evidence_by = ${d.evidence_by}, closed_at = ${d.closed_at},
      as_of = ${d.as_of}, round = ${d.round}
    where shop_id = ${d.shop_id} and id = ${d.id}`.execute(tx)

/** Whether money of a recharge is set aside for a dispute that nobody has decided. */
export const hasOpenDispute = async (db: Queryable, shopId: string, depositId: string): Promise<boolean> =>
  (await queryOne(
    db,
    sql`select from card_dispute where shop_id = ${shopId} and deposit_id = ${depositId} and state = 'open' and amount > 0 limit 1`,
  )) !== undefined

/** The newest dispute of an order's payments. */
export const disputeOfOrder = (db: Queryable, shopId: string, orderId: string) =>
  queryOne(
    db,
    sql<DisputeRow>`select * from card_dispute where shop_id = ${shopId} and order_id = ${orderId} order by opened_at desc, id desc limit 1`,
  )

/** The newest dispute of a recharge. */
export const disputeOf = (db: Queryable, shopId: string, depositId: string) =>
  queryOne(
    db,
    sql<DisputeRow>`select * from card_dispute where shop_id = ${shopId} and deposit_id = ${depositId} order by opened_at desc, id desc limit 1`,
  )

export type DisputeWork = DisputeRow & { shop_name: string | null; code: string; total: number }

/** Disputes for operators: those in a state, the nearest deadline first. */
export const listDisputes = (db: Queryable, state: DisputeRow['state'], limit: number, skip: number) =>
  queryAll(
    db,
    sql<DisputeWork>`select c.*, s.name as shop_name, coalesce(d.code, o.code) as code, (count(*) over ())::int as total
      from card_dispute c join shop s on s.id = c.shop_id
        left join deposit d on d.shop_id = c.shop_id and d.id = c.deposit_id left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
      where c.state = ${state} order by c.evidence_by nulls last, c.opened_at, c.id limit ${limit} offset ${skip}`,
  )
