import type { AppContext } from '../../../platform/app-context.ts'
import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { UnusableObject, type Processor, type ReturnedRefund } from '../../../domain/processor.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { refundReturnedEntry } from '../../selling/orders/entries.ts'
import { appendOrderEvent } from '../../selling/orders/order-store.ts'
import { isReturnedRefund, lockSentRefund, markRefundReturned } from '../../selling/orders/placing/payment-store.ts'

/**
 * Records that a refund which was sent did not arrive: it is owed to the buyer again and waits for an operator. Each
 * refund of the processor counts once. Returns false when none of ours was sent under its reference, for example
 * because the answer to the sending is not booked yet. Throws `UnusableObject` when the processor reports another
 * amount.
 */
export async function recordReturnedRefund(
  ctx: AppContext,
  processor: Processor,
  { reference, amount, failure }: ReturnedRefund,
): Promise<boolean> {
  const at = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    const refund = await lockSentRefund(tx, processor.name, reference)
    if (!refund) return isReturnedRefund(tx, processor.name, reference)
    const { shop_id: shopId, id, payment_id: paymentId } = refund
    if (refund.amount - refund.withheld !== amount)
      throw new UnusableObject('amount', `refund ${reference} of ${amount} cents is not what was sent`)
    const n = await markRefundReturned(tx, refund, { reference, failure, at })
    const order = { shopId, id: refund.order_id }
    const returned = { id, paymentId, amount, processor: processor.name, n }
    await postEntries(tx, refundReturnedEntry(order, returned, at))
    await appendOrderEvent(
      tx,
      { shop_id: shopId, id: refund.order_id },
      { kind: 'buyer.refund-returned', stamp: { actor: `processor:${processor.name}`, at } },
    )
    await notifyClients(tx, shopId, ['orders'])
    await notifyOperators(tx, ['orders'])
    ctx.log.error({ refund: id, shop: shopId, reference, failure }, 'payments: a refund did not arrive at its buyer')
    return true
  })
}
