/**
 * PIX for buyers: a code with the amount in reais, which names the payment. Nobody reports at once that it was paid: a
 * credit in the bank's statement does, and the order waits for it (`match-pix.ts`).
 */
import { orderStatus } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import type { Processor } from '../../../domain/processor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { centavosFor } from '../deposits/deposit.ts'
import { amountToPay } from '../../selling/orders/entries.ts'
import { lockBuyersOrder, moneyOf } from '../../selling/orders/order-store.ts'
import { canTransition } from '../../selling/orders/order.ts'
import {
  closePayment,
  closeUnanswered,
  extendPayUntil,
  findOpenPayment,
  insertPixPayment,
  isPix,
  type PaymentRow,
} from '../../selling/orders/placing/payment-store.ts'
import { renewHold } from '../../selling/orders/placing/stock-hold.ts'
import { closeAtProcessor, earlier, type Payer } from './open-checkout.ts'

/** How long an order with a PIX code waits for the bank's statement and a signature. The database allows four days. */
const bankWindow = days(3)
/** How often two tabs may take the payment of an order from each other in one call. */
const maxTurns = 3

/**
 * Opens the payment of an order by PIX. The rate of this moment fixes the reais. A second call, from another tab or
 * after the back button, changes nothing. An open card payment is closed at the processor first. Refuses
 * `order/not-found`, `order/not-awaiting-payment`, `payment/in-progress` when the card is being paid, `request/busy`,
 * `payment/processor-down`, also without PIX, and what `renewHold` refuses.
 */
export async function openPix(
  ctx: AppContext,
  processor: Processor | undefined,
  { buyerId, network }: Payer,
  orderId: string,
): Promise<void> {
  if (!ctx.settings.money.pix) refuse('payment/processor-down')
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const other = await withTransaction(ctx.db, async (tx): Promise<PaymentRow | null> => {
      const now = ctx.clock.now()
      const order = await lockBuyersOrder(tx, buyerId, orderId)
      if (!order) return refuse('order/not-found')
      if (!canTransition(order.status, orderStatus.awaitingPickup) || order.pay_until <= now)
        refuse('order/not-awaiting-payment')
      // Every payment that is not closed, also one whose checkout the processor has not answered yet.
      let open = await findOpenPayment(tx, order.shop_id, order.id, order.placed_at)
      if (open && isPix(open)) return null
      if (open && open.reference === null) {
        await closeUnanswered(tx, open, now)
        open = await findOpenPayment(tx, order.shop_id, order.id, now)
      }
      if (open) return open
      await renewHold(tx, order, network, now)
      const [amount, rate] = [amountToPay(moneyOf(order)), ctx.business.at('pix-rate', now)]
      await insertPixPayment(tx, {
        shop_id: order.shop_id,
        id: newId(),
        order_id: order.id,
        reference: newCode(12),
        amount,
        centavos: centavosFor(amount, rate),
        rate,
        pay_by: earlier(order.pay_until, addTime(now, ctx.business.span('order.payment-window', now))),
        created_at: now,
      })
      const until = addTime(order.placed_at, bankWindow)
      if (until > order.pay_until) await extendPayUntil(tx, order, until)
      return null
    })
    if (other === null) return
    if (!(await closeAtProcessor(ctx, processor, other.id, other.reference!))) refuse('payment/in-progress')
    await closePayment(ctx.db, other, ctx.clock.now())
  }
  refuse('request/busy')
}
