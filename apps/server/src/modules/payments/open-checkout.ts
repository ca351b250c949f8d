import { orderStatus, type payOrder, type ResponseBody } from '@quayside/contract'
import type { AppContext } from '../../platform/app-context.ts'
import { addTime, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction } from '../../platform/postgres.ts'
import type { Processor } from '../../platform/processor.ts'
import { refuse } from '../../platform/refusal.ts'
import { amountToPay } from '../orders/entries.ts'
import { lockBuyersOrder, moneyOf } from '../orders/order-store.ts'
import { canTransition } from '../orders/order.ts'
import { findOpenPayment, insertPayment, updateCheckout } from '../orders/payment-store.ts'
import { renewHold } from '../orders/stock-hold.ts'

/**
 * Time in which a request to a processor that did not answer is repeated for the same payment. After this time a new
 * payment is made: the expiry of the first payment would be too near for the processor.
 */
const retryWindow = minutes(4)

/**
 * Opens the processor's hosted checkout for an order. The payment is inserted first. The processor is asked outside a
 * transaction, with the id of the payment as idempotency key: a second request, or one after a crash, opens the same
 * checkout. The stock is reserved for it. `backTo`: the buyer's page of the order. Refuses `order/not-found`,
 * `order/not-awaiting-payment`,
 * `payment/processor-down` and what `renewHold` refuses.
 */
export async function openCheckout(
  ctx: AppContext,
  processor: Processor,
  { buyerId, network }: { buyerId: string; network: Buffer },
  orderId: string,
  backTo?: string,
): Promise<ResponseBody<typeof payOrder>> {
  const { order, payment, heldUntil } = await withTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const locked = await lockBuyersOrder(tx, buyerId, orderId)
    if (!locked) refuse('order/not-found')
    if (!canTransition(locked.status, orderStatus.awaitingPickup) || locked.pay_until <= now)
      refuse('order/not-awaiting-payment')
    const until = await renewHold(tx, locked, network, now)
    const openPayment = await findOpenPayment(tx, locked.shop_id, locked.id, addTime(now, -retryWindow))
    if (openPayment) return { order: locked, payment: openPayment, heldUntil: until }
    const newPayment = {
      shop_id: locked.shop_id,
      id: newId(),
      order_id: locked.id,
      processor: processor.name,
      amount: amountToPay(moneyOf(locked)),
      created_at: now,
    }
    await insertPayment(tx, newPayment)
    return { order: locked, payment: { ...newPayment, reference: null, checkout_url: null }, heldUntil: until }
  })
  const present = (checkout: { url: string; reference: string }) => ({
    checkoutUrl: checkout.url,
    reference: checkout.reference,
    heldUntil: heldUntil?.toISOString() ?? null,
  })
  if (payment.reference !== null && payment.checkout_url)
    return present({ url: payment.checkout_url, reference: payment.reference })
  const checkout = await processor
    .openCheckout({
      paymentId: payment.id,
      description: `Order ${order.code}`,
      amount: payment.amount,
      createdAt: payment.created_at,
      expiresAt: order.pay_until,
      backTo,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, paymentId: payment.id }, 'payments: the card processor opened no checkout')
      return refuse('payment/processor-down')
    })
  await updateCheckout(ctx.db, payment, checkout)
  return present(checkout)
}
