import type { AppContext } from '../../../platform/app-context.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { ProcessorRefusal, type Processor, type RefundMade, type Processors } from '../../../domain/processor.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { buyerRefundedEntry } from '../../selling/orders/entries.ts'
import { appendOrderEvent } from '../../selling/orders/order-store.ts'
import {
  findBuyerRefund,
  handOver,
  markRefundFailed,
  markRefundSent,
  type RefundRow as BuyerRefundRow,
} from '../../selling/orders/placing/payment-store.ts'
import { findRefundShop } from './refund-payment-store.ts'

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
  // A failed one waits for an operator, who makes it due again.
  if (!refund || refund.state !== 'due' || refund.processor === 'pix') return
  const processor = processors[refund.processor]
  if (!processor) throw new Error(`payments: the processor ${refund.processor} of refund ${refundId} is not configured`)
  if (!(await withTransaction(ctx.db, (tx) => handOver(tx, shopId, refundId, ctx.clock.now())))) return
  // Read again: a dispute can withhold a part only before the hand-over.
  const { amount, withheld } = (await findBuyerRefund(ctx.db, shopId, refundId))!
  const sent = amount - withheld
  let reference: string
  try {
    reference = await processor.refund({
      refundId: refund.id,
      attempt: refund.refused,
      captureReference: refund.capture_reference,
      amount: sent,
    })
  } catch (error) {
    // Without a definite answer the job repeats the same attempt.
    if (!(error instanceof ProcessorRefusal)) throw error
    const failure = error.message.slice(0, 500) || 'The processor gave no reason'
    ctx.log.error({ err: error, refund: refundId, shop: shopId }, 'payments: the processor refused a refund')
    await withTransaction(ctx.db, (tx) => markRefundFailed(tx, shopId, refundId, failure, ctx.clock.now()))
    return
  }
  await bookSentRefund(ctx, { ...refund, processor: processor.name }, reference, sent)
}

/** Books a refund that the processor has made. Does nothing for one that is booked already. */
async function bookSentRefund(
  ctx: AppContext,
  refund: BuyerRefundRow & { processor: Processor['name'] },
  reference: string,
  sent: bigint,
): Promise<void> {
  const now = ctx.clock.now()
  const { shop_id: shopId } = refund
  await withTransaction(ctx.db, async (tx) => {
    if (!(await markRefundSent(tx, shopId, refund.id, reference, now))) return
    const order = { shopId, id: refund.order_id }
    await postEntries(
      tx,
      buyerRefundedEntry(order, refund.id, refund.payment_id, sent, refund.processor, now, refund.returned),
    )
    await appendOrderEvent(
      tx,
      { shop_id: shopId, id: refund.order_id },
      { kind: 'buyer.refunded', stamp: { actor: `processor:${refund.processor}`, at: now } },
    )
    await notifyClients(tx, shopId, ['orders'])
  })
}

/**
 * Books a refund that the processor's list shows, for a database that was restored to a time before it.
 * `unknown`: no refund of ours has this id. `differs`: the amount is another one, and a person has to look.
 */
export async function bookListedRefund(
  ctx: AppContext,
  { refundId, reference, amount }: RefundMade,
): Promise<'booked' | 'known' | 'unknown' | 'differs'> {
  const shopId = refundId && (await findRefundShop(ctx.db, refundId))
  const refund = shopId ? await findBuyerRefund(ctx.db, shopId, refundId) : undefined
  if (!refund) return 'unknown'
  if (refund.state === 'sent') return 'known'
  // Two people decided that the bank pays it, or it was paid by PIX: a person has to look.
  if (refund.state === 'by-bank' || refund.processor === 'pix') return 'differs'
  if (refund.amount - refund.withheld !== amount) return 'differs'
  await bookSentRefund(ctx, { ...refund, processor: refund.processor }, reference, amount)
  return 'booked'
}
