/**
 * The page of an order and its forms. The token of the address is the permission: whoever has it may act for the
 * buyer, and another site cannot know it, so the forms need no token of their own.
 */
import {
  orderStatus,
  parseInputAmount,
  parseMoney,
  refundReasons,
  refusalNames,
  type RefundReason,
} from '@quayside/contract'
import type { OrderPage } from '@quayside/contract/storefront-pages'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { refusalFor } from '../../../platform/http/error-response.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import type { Processor } from '../../../domain/processor.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { OrderAccessRow } from '../carts/store.ts'
import { isUnclaimedGuest } from '../../people/identity/buyer-store.ts'
import { storePicture } from '../../shop/files/routes.ts'
import { cancelOwnOrder } from '../orders/ending/cancel-own-order.ts'
import { confirmReceipt } from '../orders/ending/confirm-receipt.ts'
import { reviewOrder } from '../orders/ending/review-order.ts'
import { readRefundPicture } from '../refunds/read-refund-picture.ts'
import { requestRefund, withdrawRefund } from '../refunds/request-refund.ts'
import { findBuyersRefundKey } from '../refunds/store.ts'
import { changeReview } from '../reviews/change-review.ts'
import { holdReview } from '../reviews/moderate-review.ts'
import { reviewChangeLimit } from '../reviews/review.ts'
import { accountOf } from './account-cookie.ts'
import { readForm, requireOwnOrigin, writtenText, type FormFields } from './guards.ts'
import { lookAtOrder } from '../../money/payments/look-at-payment.ts'
import { orderAccessOf } from './order-access.ts'
import { readPictureForm } from './picture-form.ts'
import { pixRateAt } from './serve-pix.ts'
import { nextOrderOf, purchaseTime } from './serve-cart.ts'
import { serviceOf } from './read-messages.ts'
import { readOrderPage } from './read-order.ts'
import { shopTalkOf } from './read-shop-talk.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type OrderRequest = FastifyRequest<{
  Params: { lang: string; token: string }
  Querystring: { checkout?: string; notice?: string; wait?: string; redirect_status?: string }
  Body: string
}>

/** Pictures of one request for a refund, and requests of one order in an hour. */
const maxPictures = 3
const maxRequests = 10
/**
 * Seconds until a waiting page loads itself again, how often, and at every which time the processor is asked. Then the
 * page has a link that asks it.
 */
const renewal = { every: 4, times: 44, look: 4 }
/** Questions to the processor about one order in an hour. */
const maxLooks = 30

export function serveOrder(
  http: FastifyInstance,
  ctx: AppContext,
  pages: Pages,
  processor: Processor | undefined,
  formAction: string,
): void {
  const { storefrontUrl } = ctx.settings

  const accessOf = (request: OrderRequest): Promise<OrderAccessRow> => orderAccessOf(ctx, request)
  const pathOf = (request: OrderRequest) => `/orders/${request.params.token}`
  /** The processor's event is late: it is asked. Without an answer the page goes on waiting. */
  const lookAgain = async (access: OrderAccessRow, from: Processor): Promise<void> => {
    const limit = await consumeRateLimit(ctx.db, `look ${access.order_id}`, maxLooks, hours(1), ctx.clock.now())
    if (!limit.allowed) return
    await lookAtOrder(ctx, from, access.shop_id, access.order_id).catch((error: unknown) =>
      ctx.log.warn({ err: error, orderId: access.order_id }, 'storefront: the processor was not asked about a payment'),
    )
  }
  const back = (request: OrderRequest, reply: FastifyReply, notice = '') =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`/${request.params.lang}${pathOf(request)}${notice ? `?notice=${notice}` : ''}`, 303)

  const languageOf = (request: OrderRequest) => languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const readPage = async (
    request: OrderRequest,
    access: OrderAccessRow,
    {
      isBuying = false,
      ...shown
    }: {
      returned: boolean
      /** The buyer comes from a checkout, maybe with another one to follow. */
      isBuying?: boolean
      checkAgain?: string | null
      notice: string | null
      refused?: OrderPage['refused']
    },
  ): Promise<OrderPage> => {
    const { token } = request.params
    const offersAccount =
      (await isUnclaimedGuest(ctx.db, access.buyer_id)) && (await accountOf(ctx, request)) === undefined
    const lang = languageOf(request)
    const page = await readOrderPage(
      ctx.db,
      access,
      {
        token,
        offersAccount,
        service: await serviceOf(ctx.db, access, token),
        shopTalk: await shopTalkOf(ctx.db, access, token),
        lang,
        pixRate: pixRateAt(ctx, ctx.clock.now()),
        tracking: ctx.settings.tracking,
        ...shown,
      },
      ctx.clock.now(),
    )
    const isNew = addTime(new Date(page.placedAt), purchaseTime) > ctx.clock.now()
    if (isBuying && isNew && (page.paid || page.awaited) && page.status <= orderStatus.awaitingPickup)
      page.next = await nextOrderOf(ctx, request, { lang, from: token })
    return page
  }

  http.get('/:lang/orders/:token', async (request: OrderRequest, reply) => {
    const lang = languageOf(request)
    const access = await accessOf(request)
    const { checkout, notice: named, redirect_status: outcome } = request.query
    const returned = checkout === 'paid' && outcome !== 'failed'
    const waited = /^\d{1,2}$/.test(request.query.wait ?? '') ? Number(request.query.wait) : 0
    if (returned && processor && waited > 0 && waited % renewal.look === 0) await lookAgain(access, processor)
    const name = refusalNames.find((one) => one === named)
    const again = (wait: number) => `${pathOf(request)}?checkout=paid&wait=${wait}`
    const page = await readPage(request, access, {
      returned,
      isBuying: true,
      checkAgain: waited < renewal.times ? null : again(renewal.times),
      notice: name ? refusalMessage(lang, name, {}) : null,
    })
    // Without script the page loads itself again while the processor's word is awaited, but not for ever.
    const refresh =
      page.awaited && page.checkAgain === null ? `${renewal.every}; url=/${lang}${again(waited + 1)}` : undefined
    return pages.send(reply, pages.render(page, lang, { path: pathOf(request), refresh }), { formAction })
  })

  /** The page again, with what is wrong, and the form of the words that were typed. Nobody types them twice. */
  const showRefused = async (
    request: OrderRequest,
    reply: FastifyReply,
    access: OrderAccessRow,
    form: string,
    { error, fields }: { error: Refusal; fields: FormFields },
  ) => {
    const lang = languageOf(request)
    const notice = refusalMessage(lang, error.reason, error.values)
    const page = await readPage(request, access, { returned: false, notice, refused: { form, fields } })
    const html = pages.render(page, lang, { path: pathOf(request) })
    return pages.send(reply, html, { status: 422, formAction })
  }

  /**
   * Registers a form of the order. A refusal leads back to the page, which says it; a form with words is shown again.
   */
  const form = (
    name: string,
    act: (tx: Tx, access: OrderAccessRow, fields: FormFields, request: OrderRequest) => Promise<unknown>,
    { hasWords = false } = {},
  ) =>
    http.post(`/:lang/orders/:token/${name}`, async (request: OrderRequest, reply) => {
      languageOf(request)
      requireOwnOrigin(request, storefrontUrl)
      const access = await accessOf(request)
      const fields = readForm(request.body)
      try {
        await withTransaction(ctx.db, (tx) => act(tx, access, fields, request))
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason.startsWith('request/')) throw error
        return hasWords
          ? showRefused(request, reply, access, name, { error, fields })
          : back(request, reply, error.reason)
      }
      return back(request, reply)
    })

  form('cancel', (tx, { buyer_id, order_id }) => cancelOwnOrder(tx, buyer_id, order_id, ctx.clock.now()))

  // The form names the status that it changes, so that a second press does not also accept the goods.
  form('confirm', async (tx, { buyer_id, order_id, shop_id }, fields) => {
    const page = await readOrderPage(
      tx,
      { buyer_id, order_id, shop_id, email: '', language: 'en' },
      {
        token: '',
        returned: false,
        offersAccount: false,
        service: { path: '', unread: 0 },
        shopTalk: null,
        notice: null,
        lang: 'en',
        pixRate: null,
        tracking: [],
      },
      ctx.clock.now(),
    )
    if (String(page.status) === fields['status']) await confirmReceipt(ctx, tx, buyer_id, order_id, ctx.clock.now())
  })

  const reviewOf = (fields: FormFields) => ({
    rating: /^[1-5]$/.test(fields['rating'] ?? '') ? Number(fields['rating']) : refuse('request/malformed'),
    text: writtenText(fields).slice(0, 2000),
  })
  form(
    'review',
    async (tx, { buyer_id, order_id }, fields) => {
      const { rating, text } = reviewOf(fields)
      const now = ctx.clock.now()
      const shopId = await reviewOrder(tx, buyer_id, { id: order_id, rating, text }, now)
      await holdReview(tx, { shopId, orderId: order_id, text }, now)
    },
    { hasWords: true },
  )
  form(
    'change-review',
    async (tx, { buyer_id, order_id }, fields) => {
      const now = ctx.clock.now()
      const { max, window } = reviewChangeLimit
      if (!(await consumeRateLimit(ctx.db, `review change ${buyer_id}`, max, window, now)).allowed)
        refuse('request/too-many')
      await changeReview(tx, buyer_id, { id: order_id, ...reviewOf(fields) }, now)
    },
    { hasWords: true },
  )

  form('withdraw', (tx, { buyer_id }, fields) =>
    withdrawRefund(
      tx,
      buyer_id,
      isId(fields['refund']) ? fields['refund'] : refuse('refund/not-found'),
      ctx.clock.now(),
    ),
  )

  /** A picture of the buyer's own request. */
  http.get(
    '/:lang/orders/:token/refunds/:id/:number.jpg',
    async (request: FastifyRequest<{ Params: { lang: string; token: string; id: string; number: string } }>, reply) => {
      const { id, number } = request.params
      const access = await orderAccessOf(ctx, request)
      const key =
        isId(id) && /^[1-9]$/.test(number) ? await findBuyersRefundKey(ctx.db, access.buyer_id, id) : undefined
      // The link of one order shows no pictures of another one.
      if (!key || key.order_id !== access.order_id) return refuse('refund/not-found')
      const picture = { shopId: key.shop_id, id, n: Number(number), of: 'request' } as const
      const { contentType, base64 } = await readRefundPicture(ctx, ctx.db, picture)
      return pages.sendPicture(reply, contentType, Buffer.from(base64, 'base64'))
    },
  )

  http.post('/:lang/orders/:token/refund', async (request: OrderRequest, reply) => {
    languageOf(request)
    requireOwnOrigin(request, storefrontUrl)
    const access = await accessOf(request)
    const now = ctx.clock.now()
    const limit = await consumeRateLimit(ctx.db, `refund form ${access.order_id}`, maxRequests, hours(1), now)
    if (!limit.allowed) refuse('request/too-many')
    const fields: FormFields = {}
    try {
      const { pictures } = await readPictureForm(request, maxPictures, fields)
      const amount = fields['amount']?.trim() ? parseMoney(parseInputAmount(fields['amount'])) : undefined
      if (amount === null || (amount !== undefined && amount <= 0n)) refuse('field/amount')
      const owner = { who: 'buyer' as const, id: access.buyer_id }
      const ids: string[] = []
      for (const picture of pictures) ids.push((await storePicture(ctx, picture, 'refund', owner, now)).id)
      await withTransaction(ctx.db, (tx) =>
        requestRefund(
          ctx,
          tx,
          access.buyer_id,
          {
            orderId: access.order_id,
            reason: reasonOf(fields['reason']),
            text: writtenText(fields).slice(0, 1000),
            asked: amount,
            pictures: ids,
          },
          now,
        ),
      )
    } catch (error) {
      // Also a picture too many, or one that is too large, is said beside the typed words.
      const refusal = refusalFor(error as Error)
      if (!refusal || ['request/too-many', 'request/busy', 'request/unavailable'].includes(refusal.reason)) throw error
      return showRefused(request, reply, access, 'refund', { error: refusal, fields })
    }
    return back(request, reply)
  })
}

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')
const reasonOf = (text: string | undefined): RefundReason =>
  refundReasons.find((reason) => reason === text) ?? refuse('request/malformed')
