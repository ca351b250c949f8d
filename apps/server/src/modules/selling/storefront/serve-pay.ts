/**
 * Paying an order: the processor's page, or our page with the processor's fields. That page is the only one of the
 * storefront with a script of somebody else. Its own script asks for the secret of the payment, so that without script
 * no payment is opened and the buyer goes to the processor's page.
 */
import { asCents, formatCents, orderStatus } from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { networkHash } from '../../../platform/http/network.ts'
import type { Processor } from '../../../domain/processor.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { amountToPay } from '../orders/entries.ts'
import { findOrder, moneyOf } from '../orders/order-store.ts'
import { openElement } from '../../money/payments/open-checkout.ts'
import { readForm, requireOwnOrigin } from './guards.ts'
import { orderAccessOf } from './order-access.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'
import { elementKeyOf, paymentAddress } from './serve-cart.ts'

type PayRequest = FastifyRequest<{ Params: { lang: string; token: string }; Body: string }>

/** The hosts that Stripe's script needs: its script and frames, the page of a card's bank, and its API. */
const stripeSources = {
  script: 'https://js.stripe.com',
  frame: 'https://js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
}
/** Secrets for one order in an hour. */
const maxSecrets = 60

export function servePay(
  http: FastifyInstance,
  ctx: AppContext,
  pages: Pages,
  processor: Processor | undefined,
  formAction: string,
): void {
  const { storefrontUrl } = ctx.settings
  const pathOf = (request: PayRequest) => `/orders/${request.params.token}`

  http.get('/:lang/orders/:token/pay', async (request: PayRequest, reply) => {
    const lang = languageOfPath(request.params.lang) ?? refuse('request/not-found')
    const access = await orderAccessOf(ctx, request)
    const order = await findOrder(ctx.db, access.shop_id, access.order_id)
    const publishableKey = elementKeyOf(processor)
    // A paid order, from the back button or a second tab, leads to its own page.
    if (
      !order ||
      publishableKey === null ||
      order.status !== orderStatus.awaitingPayment ||
      order.pay_until <= ctx.clock.now()
    )
      return reply.header('cache-control', 'no-store').redirect(`/${lang}${pathOf(request)}`, 303)
    const page = {
      page: 'pay' as const,
      token: request.params.token,
      code: order.code,
      total: formatCents(asCents(amountToPay(moneyOf(order)))),
      payUntil: order.pay_until.toISOString(),
      publishableKey,
    }
    const html = pages.render(page, lang, { path: `${pathOf(request)}/pay` })
    return pages.send(reply, html, { formAction, ...stripeSources })
  })

  // `way` is `hosted` on the page with the processor's fields: without them the buyer pays on the processor's page.
  http.post('/:lang/orders/:token/pay', async (request: PayRequest, reply) => {
    requireOwnOrigin(request, storefrontUrl)
    const access = await orderAccessOf(ctx, request)
    const { way } = readForm(request.body)
    // The language of the order: the processor gets the same way back at each attempt.
    const payer = { buyerId: access.buyer_id, ip: request.ip, lang: access.language }
    const address = await paymentAddress(ctx, processor, payer, access.order_id, { hosted: way === 'hosted' })
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  })

  // For the script of the page: the secret of the payment, or why there is none.
  http.post('/:lang/orders/:token/secret', async (request: PayRequest, reply) => {
    requireOwnOrigin(request, storefrontUrl)
    const lang = languageOfPath(request.params.lang) ?? refuse('request/not-found')
    const access = await orderAccessOf(ctx, request)
    const send = (answer: { secret: string } | { notice: string; to: string | null }) =>
      reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(answer))
    const limit = await consumeRateLimit(ctx.db, `secret ${access.order_id}`, maxSecrets, hours(1), ctx.clock.now())
    try {
      if (!limit.allowed) refuse('request/too-many')
      if (!processor) return refuse('payment/processor-down')
      const network = networkHash(ctx.keys.lookup, request.ip)
      return await send(await openElement(ctx, processor, { buyerId: access.buyer_id, network }, access.order_id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const order = `/${lang}${pathOf(request)}`
      const to =
        error.reason === 'payment/in-progress'
          ? `${order}?checkout=paid`
          : error.reason === 'order/not-awaiting-payment'
            ? order
            : null
      return send({ notice: refusalMessage(lang, error.reason, error.values), to })
    }
  })
}
