import { orderStatus, type payOrder, type ResponseBody } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import type { Processor } from '../../../domain/processor.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { amountToPay } from '../../selling/orders/entries.ts'
import { lockBuyersOrder, moneyOf } from '../../selling/orders/order-store.ts'
import { canTransition } from '../../selling/orders/order.ts'
import {
  closePayment,
  closeUnanswered,
  findOpenPayment,
  insertPayment,
  listPixCredits,
  updateCheckout,
  type PaymentRow,
  type PaymentWay,
} from '../../selling/orders/placing/payment-store.ts'
import { renewHold } from '../../selling/orders/placing/stock-hold.ts'
import { enqueueLook } from './look-at-payment.ts'

/**
 * Time in which a request to a processor that did not answer is repeated for the same payment. After this time a new
 * payment is made: the expiry of the first payment would be too near for the processor.
 */
const retryWindow = minutes(4)
/** How long before the order's deadline the processor is asked about a payment whose event did not arrive. */
const lastLook = minutes(1)
/** How often two tabs may take the payment of an order from each other in one call. */
const maxTurns = 3

/** The longest life of a processor's page: an order that waited for PIX may have a later deadline. */
const maxCheckoutLife = hours(12)

export type Payer = { buyerId: string; network: Buffer }
type OpenPayment = Pick<
  PaymentRow,
  'shop_id' | 'id' | 'order_id' | 'amount' | 'created_at' | 'reference' | 'checkout_url'
>
type Prepared = { payment: OpenPayment; code: string; payUntil: Date; heldUntil: Date | null }

/**
 * The open payment of an order in this way, or a new one. The payment is inserted before the processor is asked, and
 * the stock is reserved for it. An open payment of the other way is closed at the processor first, so that an order has
 * one open payment. Refuses `order/not-found`, `order/not-awaiting-payment`, `payment/in-progress` when the other one
 * is being paid, `request/busy` when another tab has taken it, `payment/processor-down` and what `renewHold` refuses.
 */
async function preparePayment(
  ctx: AppContext,
  processor: Processor,
  { buyerId, network }: Payer,
  orderId: string,
  way: Exclude<PaymentWay, 'pix'>,
): Promise<Prepared> {
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const { other, ...prepared } = await withTransaction(ctx.db, async (tx) => {
      const now = ctx.clock.now()
      const locked = await lockBuyersOrder(tx, buyerId, orderId)
      if (!locked) refuse('order/not-found')
      if (!canTransition(locked.status, orderStatus.awaitingPickup) || locked.pay_until <= now)
        refuse('order/not-awaiting-payment')
      const heldUntil = await renewHold(tx, locked, network, now)
      const found = { code: locked.code, payUntil: locked.pay_until, heldUntil, other: null }
      const findOpen = () => findOpenPayment(tx, locked.shop_id, locked.id, addTime(now, -retryWindow))
      let openPayment = await findOpen()
      // PIX is closed here alone. Who pays the code nevertheless pays the order, or gets it back.
      if (openPayment?.way === 'pix') {
        const credits = await listPixCredits(tx, locked.shop_id, locked.id)
        if (credits.some(({ state, exact }) => state === 'seen' && exact)) refuse('payment/in-progress')
        await closePayment(tx, openPayment, now)
        openPayment = await findOpen()
      }
      // Of the other way, and not answered: its checkout is not handed out when the answer comes. An answer that comes
      // just now is stored without the lock of the order: then the payment is open, and closed at the processor.
      if (openPayment && openPayment.way !== way && openPayment.reference === null) {
        await closeUnanswered(tx, openPayment, now)
        openPayment = await findOpen()
      }
      if (openPayment?.way === way) return { ...found, payment: openPayment }
      if (openPayment?.reference) return { ...found, payment: openPayment, other: openPayment.reference }
      const newPayment = {
        shop_id: locked.shop_id,
        id: newId(),
        order_id: locked.id,
        processor: processor.name,
        way,
        amount: amountToPay(moneyOf(locked)),
        created_at: now,
      }
      await insertPayment(tx, newPayment)
      await enqueueLook(tx, newPayment, addTime(locked.pay_until, -lastLook))
      return { ...found, payment: { ...newPayment, reference: null, checkout_url: null } }
    })
    if (other === null) return prepared
    if (!(await closeAtProcessor(ctx, processor, prepared.payment.id, other))) refuse('payment/in-progress')
    await closePayment(ctx.db, prepared.payment, ctx.clock.now())
  }
  return refuse('request/busy')
}

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** Closes a checkout. Returns false when it is paid or being paid. Refuses `payment/processor-down`. */
export async function closeAtProcessor(
  ctx: AppContext,
  processor: Processor | undefined,
  paymentId: string,
  reference: string,
): Promise<boolean> {
  if (!processor) return refuse('payment/processor-down')
  return processor.close(reference).catch((error: unknown) => {
    ctx.log.warn({ err: error, paymentId }, 'payments: the card processor closed no checkout')
    return refuse('payment/processor-down')
  })
}

/** Stores an opened checkout. One that another way has replaced meanwhile is closed, and refused. */
async function keepCheckout(
  ctx: AppContext,
  processor: Processor,
  payment: OpenPayment,
  checkout: { reference: string; url: string },
): Promise<void> {
  if (await updateCheckout(ctx.db, payment, checkout)) return
  // Nobody has got its address or secret, so that it stays unpaid even if this call fails.
  await processor.close(checkout.reference).catch((error: unknown) => {
    ctx.log.warn({ err: error, paymentId: payment.id }, 'payments: the card processor closed no checkout')
  })
  refuse('request/busy')
}

/**
 * Opens the processor's hosted checkout for an order. The processor is asked outside a transaction, with the id of the
 * payment as idempotency key: a second request, or one after a crash, opens the same checkout. `backTo`: the buyer's
 * page of the order. Refuses what `preparePayment` refuses.
 */
export async function openCheckout(
  ctx: AppContext,
  processor: Processor,
  payer: Payer,
  orderId: string,
  backTo?: string,
): Promise<ResponseBody<typeof payOrder>> {
  const { payment, code, payUntil, heldUntil } = await preparePayment(ctx, processor, payer, orderId, 'hosted')
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
      description: `Order ${code}`,
      amount: payment.amount,
      createdAt: payment.created_at,
      expiresAt: earlier(payUntil, addTime(payment.created_at, maxCheckoutLife)),
      backTo,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, paymentId: payment.id }, 'payments: the card processor opened no checkout')
      return refuse('payment/processor-down')
    })
  await keepCheckout(ctx, processor, payment, checkout)
  return present(checkout)
}

/**
 * Opens the payment of an order for the processor's fields on our own page, and returns the secret with which the
 * browser pays it. A reloaded page and a second tab get the same payment. The secret is asked for each time and stored
 * nowhere. Refuses what `preparePayment` refuses, and `payment/in-progress` for a payment that is paid or being paid.
 */
export async function openElement(
  ctx: AppContext,
  processor: Processor,
  payer: Payer,
  orderId: string,
): Promise<{ secret: string }> {
  const { element } = processor
  if (!element?.publishableKey) return refuse('payment/processor-down')
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const { payment, code } = await preparePayment(ctx, processor, payer, orderId, 'element')
    const asked = async () => {
      let { reference } = payment
      if (reference === null) {
        const description = `Order ${code}`
        reference = await element.open({ paymentId: payment.id, orderId, description, amount: payment.amount })
        await keepCheckout(ctx, processor, payment, { reference, url: '' })
      }
      return element.secretOf(reference)
    }
    const opened = await asked().catch((error: unknown) => {
      if (error instanceof Refusal) throw error
      ctx.log.warn({ err: error, paymentId: payment.id }, 'payments: the card processor opened no payment')
      return refuse('payment/processor-down')
    })
    if (opened === 'paid') refuse('payment/in-progress')
    if (opened !== 'closed') return opened
    // It was closed at the processor, for example by hand: the next turn makes a new one.
    await closePayment(ctx.db, payment, ctx.clock.now())
  }
  return refuse('payment/processor-down')
}
