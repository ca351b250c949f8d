/**
 * The conversation of a buyer with the shop about one order, without script. The token of the address is the
 * permission, as at the page of the order: the conversation is about nothing else.
 */
import { maxOrderTalkLength, type Language } from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { OrderAccessRow } from '../carts/store.ts'
import { holdBuyer } from '../../people/identity/buyer-store.ts'
import { orderTalkLimit } from '../order-talks/order-talk.ts'
import { sendOrderTalk } from '../order-talks/send-order-talk.ts'
import { markSideRead } from '../order-talks/store.ts'
import { isPrefetch } from './count-visit.ts'
import { readForm, requireOwnOrigin, writtenText } from './guards.ts'
import { messageIdOf } from './message-id.ts'
import { orderAccessOf } from './order-access.ts'
import { readShopTalk } from './read-shop-talk.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type TalkRequest = FastifyRequest<{
  Params: { lang: string; token: string }
  Querystring: { before?: string }
  Body: string
}>

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')
export function serveShopTalk(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: TalkRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const pathOf = ({ params }: TalkRequest) => `/orders/${params.token}/shop`

  const show = async (
    request: TalkRequest,
    reply: FastifyReply,
    access: OrderAccessRow,
    problem: { notice: string | null; given: string },
  ) => {
    const lang = languageOf(request)
    const { before } = request.query
    const page = await readShopTalk(
      ctx.db,
      access,
      {
        token: request.params.token,
        lang,
        before: /^[1-9]\d{0,8}$/.test(before ?? '') ? Number(before) : undefined,
        ...problem,
      },
      ctx.clock.now(),
    )
    const html = pages.render(page, lang, { path: pathOf(request) })
    const last = page.messages.at(-1)?.seq ?? 0
    // A browser that loads ahead has not shown anything.
    if (last > 0 && !isPrefetch(request))
      await withTransaction(ctx.db, async (tx) => {
        const key = { shopId: access.shop_id, orderId: access.order_id }
        if (await markSideRead(tx, key, 'buyer', last)) await notifyClients(tx, access.shop_id, ['talk'])
      })
    return pages.send(reply, html, { status: problem.notice === null ? 200 : 422 })
  }

  http.get('/:lang/orders/:token/shop', async (request: TalkRequest, reply) => {
    languageOf(request)
    return show(request, reply, await orderAccessOf(ctx, request), { notice: null, given: '' })
  })

  http.post('/:lang/orders/:token/shop', async (request: TalkRequest, reply) => {
    const lang = languageOf(request)
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    const access = await orderAccessOf(ctx, request)
    const fields = readForm(request.body)
    const text = writtenText(fields)
    try {
      const draft = isId(fields['id']) ? fields['id'] : refuse('request/malformed')
      if (text === '') refuse('support/empty')
      if (text.length > maxOrderTalkLength) refuse('request/malformed')
      const now = ctx.clock.now()
      const { max, window } = orderTalkLimit
      if (!(await consumeRateLimit(ctx.db, `order talk ${access.order_id}`, max, window, now)).allowed)
        refuse('request/too-many')
      await withTransaction(ctx.db, async (tx) => {
        // An erasure that runs meanwhile either sees the message or refuses it.
        if (!(await holdBuyer(tx, access.buyer_id))) refuse('order/not-found')
        await sendOrderTalk(
          tx,
          { shopId: access.shop_id, orderId: access.order_id },
          { by: 'buyer', id: access.buyer_id },
          { id: messageIdOf(draft, text), text, language: lang },
          now,
        )
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason === 'request/forbidden' || error.reason === 'request/malformed')
        throw error
      return show(request, reply, access, { notice: refusalMessage(lang, error.reason, error.values), given: text })
    }
    return reply.header('cache-control', 'no-store').redirect(`/${lang}${pathOf(request)}#last`, 303)
  })
}
