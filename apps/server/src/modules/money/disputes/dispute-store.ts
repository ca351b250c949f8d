import { queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type DisputeRow = {
  shop_id: string
  id: string
  /** Null for a dispute of an order. */
  deposit_id: string | null
  /** Both null for a dispute of a deposit. */
  order_id: string | null
  payment_id: string | null
  processor: 'stripe' | 'test'
  /** The processor's id of the dispute. */
  reference: string
  state: 'open' | 'won' | 'lost'
  /** Cents that the bank of the card asks for. */
  asked: bigint
  /** Cents that were set aside, at most the rest of the payment. */
  amount: bigint
  /**
   * The parts of `amount` from refunds owed to the buyer, the escrow, the pending earnings, the shipping charge, and
   * the tax. The rest came from the balance.
   */
  from_refund: bigint
  from_escrow: bigint
  from_pending: bigint
  from_shipping: bigint
  from_tax: bigint
  /** The part of `amount` that the balance did not cover: a debt of the merchant. */
  owed: bigint
  evidence_by: Date | null
  opened_at: Date
  closed_at: Date | null
  as_of: Date
  round: number
}

/** Locks a dispute by the processor's reference. The caller has locked the deposit or the order. */
export const lockDispute = (tx: Tx, processor: string, reference: string) =>
  queryOne(
    tx,
    sql<DisputeRow>`select * from card_dispute where processor = ${processor} and reference = ${reference} for update`,
  )

export const insertDispute = (tx: Tx, dispute: DisputeRow) =>
  sql`insert into card_dispute (shop_id, id, deposit_id, order_id, payment_id, processor, reference, state, asked, amount, owed, evidence_by, opened_at, as_of, round)
    values (${dispute.shop_id}, ${dispute.id}, ${dispute.deposit_id}, ${dispute.order_id}, ${dispute.payment_id}, ${dispute.processor}, ${dispute.reference}, ${dispute.state}, ${dispute.asked}, ${dispute.amount}, ${dispute.owed}, ${dispute.evidence_by},
      ${dispute.opened_at}, ${dispute.as_of}, ${dispute.round})`.execute(tx)

/** Updates a locked dispute. */
export const updateDisputeRow = (tx: Tx, dispute: DisputeRow) =>
  sql`update card_dispute set state = ${dispute.state}, amount = ${dispute.amount}, owed = ${dispute.owed}, from_refund = ${dispute.from_refund},
      from_escrow = ${dispute.from_escrow}, from_pending = ${dispute.from_pending}, from_shipping = ${dispute.from_shipping}, from_tax = ${dispute.from_tax}, evidence_by = ${dispute.evidence_by}, closed_at = ${dispute.closed_at},
      as_of = ${dispute.as_of}, round = ${dispute.round}
    where shop_id = ${dispute.shop_id} and id = ${dispute.id}`.execute(tx)

/** Whether money of a deposit is set aside for an undecided dispute. */
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

/** The newest dispute of a deposit. */
export const disputeOf = (db: Queryable, shopId: string, depositId: string) =>
  queryOne(
    db,
    sql<DisputeRow>`select * from card_dispute where shop_id = ${shopId} and deposit_id = ${depositId} order by opened_at desc, id desc limit 1`,
  )
