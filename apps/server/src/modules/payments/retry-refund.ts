import { addTime, days } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { findBuyerRefund, markRefundDue } from '../orders/payment-store.ts'
import { enqueueRefund } from '../orders/refund-buyer.ts'

/** A payment to a buyer that is not sent after this time is overdue. */
export const refundPaymentWindow = days(1)

/** Enqueues a failed or overdue payment to a buyer again. The processor pays nothing twice. */
export async function retryRefund(tx: Tx, { shopId, id }: { shopId: string; id: string }, now: Date): Promise<void> {
  if (!(await findBuyerRefund(tx, shopId, id))) refuse('refund-payment/not-found')
  if (!(await markRefundDue(tx, shopId, id, addTime(now, -refundPaymentWindow)))) refuse('refund-payment/not-failed')
  await enqueueRefund(tx, shopId, id)
}
