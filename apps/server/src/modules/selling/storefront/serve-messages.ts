/**
 * The conversation of a buyer with customer service, without script: at an order for a guest, where the token of the
 * address is the permission, and in an account.
 */
import { maxMessageLength, type Language } from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { accountFormToken, type Account } from '../../people/buyer-accounts/session.ts'
import { findAccountOrder } from '../../people/buyer-accounts/store.ts'
import { orderOfToken } from '../carts/order-token.ts'
import { storePicture } from '../../shop/files/routes.ts'
import { holdBuyer, isGuest } from '../../people/identity/buyer-store.ts'
import { findOrder } from '../orders/order-store.ts'
import { pictureOf } from '../../people/support/present.ts'
import { appendMessage } from '../../people/support/send-message.ts'
import { markRead } from '../../people/support/store.ts'
import { buyerMessageLimit } from '../../people/support/support.ts'
import { accountOf, requireFormToken } from './account-cookie.ts'
import { requireOwnOrigin, writtenText } from './guards.ts'
import { messageIdOf } from './message-id.ts'
import { orderAccessOf } from './order-access.ts'
import { readPictureForm } from './picture-form.ts'
import { readMessagesPage } from './read-messages.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type MessagesRequest = FastifyRequest<{
  Params: { lang: string; token: string; id: string }
  Querystring: { order?: string; before?: string }
  Body: string
}>

/** One side of a conversation at one of its pages. */
type Side = {
  buyerId: string
  /** The page's path without the language, and what follows it. */
  path: string
  query: string
  account: Account | null
  order: { id: string; code: string; path: string } | null
}

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')

export function serveMessages(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: MessagesRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const goTo = (request: MessagesRequest, reply: FastifyReply, path: string) =>
    reply.header('cache-control', 'no-store').redirect(`/${request.params.lang}${path}`, 303)

  const cardOf = async (shopId: string, id: string, token: string): Promise<Side['order']> => {
    const order = await findOrder(ctx.db, shopId, id)
    return order ? { id, code: order.code, path: `/orders/${token}` } : null
  }

  /** The side of an order's page; null when the order belongs to an account, which talks after its log-in. */
  const sideOfOrder = async (request: MessagesRequest): Promise<Side | null> => {
    const { token } = request.params
    const access = await orderAccessOf(ctx, request)
    if (!(await isGuest(ctx.db, access.buyer_id))) return null
    const order = await cardOf(access.shop_id, access.order_id, token)
    return { buyerId: access.buyer_id, path: `/orders/${token}/messages`, query: '', account: null, order }
  }

  /** The side of an account; null without a log-in. An order that is not its own gives no card. */
  const sideOfAccount = async (request: MessagesRequest): Promise<Side | null> => {
    const account = await accountOf(ctx, request)
    if (!account) return null
    const token = typeof request.query.order === 'string' ? request.query.order : ''
    const id = orderOfToken(ctx.keys.lookup, token)
    const own = id === null ? undefined : await findAccountOrder(ctx.db, account.id, id)
    const order = own ? await cardOf(own.shop_id, own.order_id, token) : null
    const query = order ? `?order=${token}` : ''
    return { buyerId: account.id, path: '/account/messages', query, account, order }
  }

  const show = async (
    request: MessagesRequest,
    reply: FastifyReply,
    side: Side,
    problem: { notice: string | null; given: string },
  ) => {
    const { before } = request.query
    const page = await readMessagesPage(
      ctx,
      side.buyerId,
      {
        path: side.path,
        form: side.account && accountFormToken(ctx.keys.lookup, side.account),
        order: side.order && { code: side.order.code, path: side.order.path },
        before: /^[1-9]\d{0,8}$/.test(before ?? '') ? Number(before) : undefined,
        ...problem,
      },
      ctx.clock.now(),
    )
    const html = pages.render(page, languageOf(request), { path: `${side.path}${side.query}` })
    const last = page.messages.at(-1)?.seq ?? 0
    // A browser that loads ahead has not shown anything.
    if (last > 0 && request.headers['sec-purpose'] === undefined)
      await withTransaction(ctx.db, async (tx) => {
        if (await markRead(tx, side.buyerId, 'merchant', last)) await notifyOperators(tx, ['talks'])
      })
    return pages.send(reply, html, { status: problem.notice === null ? 200 : 422 })
  }

  /** Stores the message of a form. */
  const store = async (
    { buyerId, order }: Side,
    draft: { id: string; text: string; picture: Buffer | undefined },
    now: Date,
  ): Promise<void> => {
    const { text, picture } = draft
    if (text === '' && !picture) refuse('support/empty')
    if (text.length > maxMessageLength) refuse('request/malformed')
    const { max, window } = buyerMessageLimit
    if (!(await consumeRateLimit(ctx.db, `support ${buyerId}`, max, window, now)).allowed) refuse('request/too-many')
    const owner = { who: 'buyer' as const, id: buyerId }
    const file = picture && (await storePicture(ctx, picture, 'chat', owner, now))
    await withTransaction(ctx.db, async (tx) => {
      if (!(await holdBuyer(tx, buyerId))) refuse('order/not-found')
      await appendMessage(
        tx,
        { party: owner, operatorId: null, authorId: buyerId },
        {
          id: messageIdOf(draft.id, text, picture),
          text,
          fileId: file?.id ?? null,
          about: order && { kind: 'order', id: order.id, code: order.code },
          accountId: null,
        },
        now,
      )
    })
  }

  const send = async (request: MessagesRequest, reply: FastifyReply, side: Side): Promise<FastifyReply> => {
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    let given = ''
    try {
      const { fields, pictures } = await readPictureForm(request, 1)
      if (side.account) requireFormToken(ctx, side.account, fields)
      given = writtenText(fields)
      const id = isId(fields['id']) ? fields['id'] : refuse('request/malformed')
      await store(side, { id, text: given, picture: pictures[0] }, ctx.clock.now())
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.startsWith('request/')) throw error
      const notice = refusalMessage(languageOf(request), error.reason, error.values)
      return show(request, reply, side, { notice, given })
    }
    return goTo(request, reply, `${side.path}${side.query}#last`)
  }

  /** Registers the page, the form and the pictures of a conversation. */
  const conversation = (
    path: string,
    sideOf: (request: MessagesRequest) => Promise<Side | null>,
    elsewhere: (request: MessagesRequest) => string,
  ) => {
    http.get(`/:lang${path}`, async (request: MessagesRequest, reply) => {
      languageOf(request)
      const side = await sideOf(request)
      return side ? show(request, reply, side, { notice: null, given: '' }) : goTo(request, reply, elsewhere(request))
    })
    http.post(`/:lang${path}`, async (request: MessagesRequest, reply) => {
      languageOf(request)
      const side = await sideOf(request)
      return side ? send(request, reply, side) : goTo(request, reply, elsewhere(request))
    })
    http.get(`/:lang${path}/:id.jpg`, async (request: MessagesRequest, reply) => {
      const side = isId(request.params.id) ? await sideOf(request) : null
      if (!side) return refuse('request/not-found')
      const { contentType, base64 } = await pictureOf(ctx, ctx.db, side.buyerId, request.params.id)
      return pages.sendPicture(reply, contentType, Buffer.from(base64, 'base64'))
    })
  }
  conversation('/orders/:token/messages', sideOfOrder, ({ params }) => `/account/messages?order=${params.token}`)
  conversation('/account/messages', sideOfAccount, () => '/login')

  http.get('/:lang/contact', async (request: MessagesRequest, reply) => {
    const lang = languageOf(request)
    if (await accountOf(ctx, request)) return goTo(request, reply, '/account/messages')
    return pages.send(reply, pages.render({ page: 'contact' }, lang, { path: '/contact' }))
  })
}
