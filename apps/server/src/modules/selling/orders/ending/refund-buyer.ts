import { newId } from '../../../../platform/database/ids.ts'
import { notifyOperators } from '../../../../platform/events/events.ts'
import { enqueueJob } from '../../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { insertBuyerRefund, type PaymentRow } from '../placing/payment-store.ts'

/** Why finance pays it from the beginning. */
const pixByHand = 'No processor: a PIX payment goes back by bank, in the reais that came'

/**
 * Records in the current transaction that a payment, or a part of it, is owed to the buyer, and enqueues the job that
 * sends it. What was paid by PIX waits for finance instead: the bank pays it. `refundOrderId` names the refund order,
 * if there is one.
 */
export async function refundBuyer(
  tx: Tx,
  order: { shop_id: string; id: string },
  payment: Pick<PaymentRow, 'id' | 'processor'>,
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
    paymentId: payment.id,
    amount,
    cause,
    at,
    refundOrderId,
    byHand: payment.processor === 'pix' ? pixByHand : null,
  })
  if (payment.processor === 'pix') await notifyOperators(tx, ['orders'])
  else await enqueueRefund(tx, order.shop_id, id)
}

/** Enqueues the job that sends a refund. A second call before the job runs adds none. */
export const enqueueRefund = (tx: Tx, shopId: string, refundId: string): Promise<void> =>
  enqueueJob(tx, 'send-refund', { shopId, refundId }, { key: `refund ${refundId}` })
