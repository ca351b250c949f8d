import { addTime, days } from '../../../platform/jobs/clock.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { lockBuyerRefund, markRefundDue } from '../../selling/orders/placing/payment-store.ts'
import { enqueueRefund } from '../../selling/orders/ending/refund-buyer.ts'

/** A payment to a buyer that is not sent after this time is overdue. */
export const refundPaymentWindow = days(1)

/**
 * Enqueues a failed or overdue payment to a buyer again. The processor pays nothing twice. While another way waits for
 * its signature it is refused: the bank may have paid already.
 */
export async function retryRefund(tx: Tx, { shopId, id }: { shopId: string; id: string }, now: Date): Promise<void> {
  const refund = await lockBuyerRefund(tx, shopId, id)
  if (!refund) return refuse('refund-payment/not-found')
  // No processor can pay what came by PIX.
  if (refund.processor === 'pix') refuse('refund-payment/not-failed')
  if (await findOpenActId(tx, ['refund.way'], id)) refuse('act/already-open')
  if (!(await markRefundDue(tx, shopId, id, addTime(now, -refundPaymentWindow)))) refuse('refund-payment/not-failed')
  await enqueueRefund(tx, shopId, id)
}
