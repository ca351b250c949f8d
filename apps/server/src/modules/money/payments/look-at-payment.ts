/**
 * Asks the processor about a payment whose event has not arrived: shortly before the order's deadline, and while a
 * buyer who comes from the processor waits for the answer. An event that is lost for good loses no payment.
 */
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import type { Processor, Processors } from '../../../domain/processor.ts'
import {
  closePayment,
  findOpenPayment,
  findPaymentById,
  type PaymentRow,
} from '../../selling/orders/placing/payment-store.ts'
import { findOrder } from '../../selling/orders/order-store.ts'
import { takeEvent } from './receive-event.ts'

type PaymentKey = Pick<PaymentRow, 'shop_id' | 'id'>

/** After the order's deadline a payment on our own page is closed: unlike a hosted page it does not end by itself. */
const closesAfter = minutes(0.5)

/** Enqueues a look at a payment. A second call before it runs moves it. */
export const enqueueLook = (tx: Tx, { shop_id, id }: PaymentKey, at: Date): Promise<void> =>
  enqueueJob(tx, 'look-at-payment', { shopId: shop_id, paymentId: id }, { at, key: `look ${id}` })

/** Books the payment if the processor has captured it. Throws `ProcessorDown`. */
async function look(ctx: AppContext, processor: Processor, payment: PaymentRow): Promise<void> {
  if (payment.reference === null) return
  await takeEvent(ctx, processor, {
    id: `look ${payment.reference}`,
    type: 'look',
    live: processor.live,
    about: { kind: 'checkout', reference: payment.reference },
  })
}

/** Looks at the open payment of an order, if there is one. */
export async function lookAtOrder(
  ctx: AppContext,
  processor: Processor,
  shopId: string,
  orderId: string,
): Promise<void> {
  const payment = await findOpenPayment(ctx.db, shopId, orderId, ctx.clock.now())
  if (payment?.processor === processor.name) await look(ctx, processor, payment)
}

/**
 * The job `look-at-payment`. An open payment on our own page gets a second look after the deadline, which closes it.
 */
export async function lookAtPayment(
  ctx: AppContext,
  processors: Processors,
  { shopId, paymentId }: { shopId: string; paymentId: string },
): Promise<void> {
  const payment = await findPaymentById(ctx.db, shopId, paymentId)
  // The bank says by its statement what was paid by PIX.
  if (!payment || payment.processor === 'pix') return
  const processor = processors[payment.processor]
  if (!processor || payment.captured_at || payment.closed_at || payment.reference === null) return
  await look(ctx, processor, payment)
  if (payment.way !== 'element') return
  const order = await findOrder(ctx.db, shopId, payment.order_id)
  const now = ctx.clock.now()
  if (!order) return
  if (order.pay_until > now) {
    await withTransaction(ctx.db, (tx) => enqueueLook(tx, payment, addTime(order.pay_until, closesAfter)))
    return
  }
  if (await processor.close(payment.reference)) await closePayment(ctx.db, payment, now)
  // Paid in the last moment: the money is booked, and goes back if the order has ended.
  else await look(ctx, processor, payment)
}
