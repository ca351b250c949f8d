import { newId } from '../../platform/ids.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres.ts'
import { insertBuyerRefund } from './payment-store.ts'

/**
 * Records in the current transaction that a payment, or a part of it, is owed to the buyer, and enqueues the job that
 * sends it. `refundOrderId` names the refund order, if there is one.
 */
export async function refundBuyer(
  tx: Tx,
  order: { shop_id: string; id: string },
  paymentId: string,
  amount: bigint,
  cause: string,
  at: Date,
  refundOrderId: string | null = null,
): Promise<void> {
  const id = newId()
  await insertBuyerRefund(tx, {
    shopId: order.shop_id,
    id,
    orderId: order.id,
    paymentId,
    amount,
    cause,
    at,
    refundOrderId,
  })
  await enqueueRefund(tx, order.shop_id, id)
}

/** Enqueues the job that sends a refund. A second call before the job runs adds none. */
export const enqueueRefund = (tx: Tx, shopId: string, refundId: string): Promise<void> =>
  enqueueJob(tx, 'send-refund', { shopId, refundId }, { key: `refund ${refundId}` })
