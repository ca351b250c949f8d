/** Paying an order by PIX: the choice, and the page with the code. It has no script. */
import { asCents, formatCents, orderStatus, type Language } from '@quayside/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { networkHash } from '../../../platform/http/network.ts'
import type { Processor } from '../../../domain/processor.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { orderToken } from '../carts/order-token.ts'
import { createBrCode } from '../../money/deposits/transfers/open-transfer.ts'
import { amountToPay } from '../orders/entries.ts'
import { findOrder, moneyOf } from '../orders/order-store.ts'
import { findPixPayment } from '../orders/placing/payment-store.ts'
import { findHoldEnd } from '../orders/placing/stock-hold.ts'
import { openPix } from '../../money/payments/open-pix.ts'
import { requireOwnOrigin } from './guards.ts'
import { orderAccessOf } from './order-access.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type PixRequest = FastifyRequest<{
  Params: { lang: string; token: string }
  Body: string
}>

/** Centavos of a dollar; null where PIX is not configured. */
export const pixRateAt = (ctx: AppContext, now: Date): number | null =>
  ctx.settings.money.pix ? ctx.business.at('pix-rate', now) : null

/**
 * Opens the PIX payment of an order. Returns the page with its code, or the order's page, which says why there is
 * none.
 */
export async function pixAddress(
  ctx: AppContext,
  processor: Processor | undefined,
  payer: { buyerId: string; ip: string; lang: Language },
  orderId: string,
): Promise<string> {
  const page = `${ctx.settings.storefrontUrl}/${payer.lang}/orders/${orderToken(ctx.keys.lookup, orderId)}`
  const network = networkHash(ctx.keys.lookup, payer.ip)
  try {
    await openPix(ctx, processor, { buyerId: payer.buyerId, network }, orderId)
    return `${page}/pix`
  } catch (error) {
    if (error instanceof Refusal) return `${page}?notice=${error.reason}`
    throw error
  }
}

export function servePix(
  http: FastifyInstance,
  ctx: AppContext,
  pages: Pages,
  processor: Processor | undefined,
  /** The page has a form that leads to the card processor. */
  formAction: string,
): void {
  http.get('/:lang/orders/:token/pix', async (request: PixRequest, reply) => {
    const lang = languageOfPath(request.params.lang) ?? refuse('request/not-found')
    const path = `/orders/${request.params.token}`
    const access = await orderAccessOf(ctx, request)
    const now = ctx.clock.now()
    const [order, payment] = await Promise.all([
      findOrder(ctx.db, access.shop_id, access.order_id),
      findPixPayment(ctx.db, access.shop_id, access.order_id),
    ])
    // A code that nobody should pay any more leads to the order, which tells what is known.
    if (
      !order ||
      !payment ||
      !ctx.settings.money.pix ||
      order.status !== orderStatus.awaitingPayment ||
      payment.captured_at ||
      payment.closed_at ||
      payment.pay_by <= now
    )
      return reply.header('cache-control', 'no-store').redirect(`/${lang}${path}`, 303)
    const page = {
      page: 'pix' as const,
      token: request.params.token,
      code: order.code,
      total: formatCents(asCents(amountToPay(moneyOf(order)))),
      reais: formatCents(payment.centavos),
      payee: ctx.settings.money.pix.name,
      brCode: await createBrCode(ctx, payment.reference, payment.centavos),
      payBy: payment.pay_by.toISOString(),
      heldUntil: (await findHoldEnd(ctx.db, order))?.toISOString() ?? null,
      waitsUntil: order.pay_until.toISOString(),
    }
    return pages.send(reply, pages.render(page, lang, { path: `${path}/pix` }), { formAction })
  })

  http.post('/:lang/orders/:token/pix', async (request: PixRequest, reply) => {
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    const lang = languageOfPath(request.params.lang) ?? refuse('request/not-found')
    const access = await orderAccessOf(ctx, request)
    const address = await pixAddress(
      ctx,
      processor,
      { buyerId: access.buyer_id, ip: request.ip, lang },
      access.order_id,
    )
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  })
}
