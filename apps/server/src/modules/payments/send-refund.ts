import type { AppContext } from '../../platform/app-context.ts'
import { notifyClients } from '../../platform/events.ts'
import { withTransaction } from '../../platform/postgres.ts'
import type { Processors } from '../../platform/processor.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { buyerRefundedEntry } from '../orders/entries.ts'
import { appendOrderEvent } from '../orders/order-store.ts'
import { findBuyerRefund, handOver, markRefundSent } from '../orders/payment-store.ts'

/**
 * Sends a refund to its buyer; the job `send-refund`. The processor knows the refund by its id, so a second attempt
 * after a crash pays nothing twice. While the payment is disputed nothing is sent: the end of the dispute enqueues
 * the job again.
 */
export async function sendRefund(
  ctx: AppContext,
  processors: Processors,
  { shopId, refundId }: { shopId: string; refundId: string },
): Promise<void> {
  const refund = await findBuyerRefund(ctx.db, shopId, refundId)
  if (!refund || refund.state === 'sent') return
  const processor = processors[refund.processor]
  if (!processor) throw new Error(`payments: the processor ${refund.processor} of refund ${refundId} is not configured`)
  if (!(await withTransaction(ctx.db, (tx) => handOver(tx, shopId, refundId, ctx.clock.now())))) return
  // Read again: a dispute can withhold a part only before the hand-over.
  const { amount, withheld } = (await findBuyerRefund(ctx.db, shopId, refundId))!
  const sent = amount - withheld
  const reference = await processor.refund({
    refundId: refund.id,
    captureReference: refund.capture_reference,
    amount: sent,
  })
  const now = ctx.clock.now()
  await withTransaction(ctx.db, async (tx) => {
    if (!(await markRefundSent(tx, shopId, refundId, reference, now))) return
    const order = { shopId, id: refund.order_id }
    await postEntries(tx, buyerRefundedEntry(order, refund.id, refund.payment_id, sent, refund.processor, now))
    await appendOrderEvent(
      tx,
      { shop_id: shopId, id: refund.order_id },
      { kind: 'buyer.refunded', stamp: { actor: `processor:${refund.processor}`, at: now } },
    )
    await notifyClients(tx, shopId, ['orders'])
  })
}
