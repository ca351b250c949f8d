/** Cart and checkout. These pages belong to one browser: nothing of them is kept. */
import { formatCents, hasLength, isLetters, matchLanguage, parseCents, type Language } from '@quayside/contract'
import { guestEmail } from '@quayside/contract/storefront'
import { lineOfTax, shownPrice, shownSums, taxOn, type Tax } from '@quayside/contract/tax'
import {
  productPath,
  type CartLine,
  type CartPage,
  type CheckoutPage,
  type OrderPage,
} from '@quayside/contract/storefront-pages'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { networkHash, networkOf } from '../../../platform/http/network.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import type { Processor } from '../../../domain/processor.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import {
  addToCart,
  cartLife,
  cartTokenHash,
  changeLine,
  createCart,
  formToken,
  isFormToken,
  maxQuantity,
} from '../carts/change-cart.ts'
import { beginCheckout, checkOut, previewCartCoupon, totalOf } from '../carts/check-out.ts'
import { orderOfToken, orderToken } from '../carts/order-token.ts'
import {
  countPieces,
  deleteCartCoupon,
  findCartId,
  findOrderAccess,
  listCartLines,
  readCartCountry,
  readCartCoupons,
  writeCartCountry,
  writeCartCoupon,
  type CartLineRow,
} from '../carts/store.ts'
import { readAddresses, saveAddress, type Address } from '../../people/buyer-accounts/addresses.ts'
import type { Account } from '../../people/buyer-accounts/session.ts'
import { openCheckout } from '../../money/payments/open-checkout.ts'
import { findOrder } from '../orders/order-store.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import { addressForm, givenAddress, readAddressForm, showSaved } from './address-form.ts'
import { accountOf } from './account-cookie.ts'
import { cookieName, cookieText, readCookie, readForm, requireOwnOrigin, type FormFields } from './guards.ts'
import { reaisOf } from './read-order.ts'
import { pixAddress, pixRateAt } from './serve-pix.ts'
import { isFreeEverywhere, lineOfRate, rateFor } from './shipping.ts'
import { stockOf } from './stock.ts'
import { languageOfPath } from './request-language.ts'
import { traderOf } from './read-pages.ts'
import type { Pages } from './send-page.ts'

type CartRequest = FastifyRequest<{
  Params: { lang: string; code?: string }
  Querystring: { address?: string; added?: string; from?: string }
  Body: string
}>

/** So long after an order the next one of the same cart belongs to the same purchase. */
export const purchaseTime = hours(1)
/** Checkouts of one network in an hour. */
const maxCheckouts = 60
/** Codes of coupons that one network may enter in an hour. */
const maxCouponTries = 60

/** A code of ISO 3166-1, in capital letters. */
const isCountry = (text: string): boolean => isLetters(text) && hasLength(text, 2, 2) && text === text.toUpperCase()
const quantityOf = (text: string | undefined): number =>
  /^\d{1,3}$/.test(text ?? '') ? Math.min(Number(text), maxQuantity) : refuse('request/malformed')

const lineOf = (row: CartLineRow, tax: Tax, sum: bigint): CartLine => ({
  listingId: row.listing_id,
  variantId: row.variant_id,
  options: row.options,
  name: row.name,
  textLanguage: row.text_language,
  path: row.shown ? productPath(row.shop_code, row.listing_id, row.base_name) : null,
  picture: row.picture,
  quantity: row.quantity,
  price: formatCents(shownPrice(tax, row.price)),
  seenPrice: row.seen_price === row.price ? null : formatCents(shownPrice(tax, row.seen_price)),
  sum: formatCents(sum),
  state: row.available ? 'ok' : !row.offered ? 'gone' : row.stock === 0 ? 'sold-out' : 'few',
  ...stockOf(row.stock),
})

/**
 * What the form of an account begins with: the chosen address, else the preferred one, unless the cart goes to another
 * country.
 */
function fillFrom(
  account: Account,
  addresses: readonly Address[],
  { address: chosen }: { address?: string },
  country: string | null,
): FormFields {
  const found =
    addresses.find(({ id }) => id === chosen) ?? addresses.find((one) => country === null || one.country === country)
  return { email: account.email, ...(found ? givenAddress(found) : { name: account.name }) }
}

/**
 * The lines of one shop and what they come to in a country, with the coupon of this code. What cannot be ordered has no
 * part in the sums.
 */
async function sumsOf(
  rows: readonly CartLineRow[],
  ctx: AppContext,
  {
    country,
    code,
    account,
    lang,
    now,
  }: {
    country: string | null
    code: string | undefined
    account: Account | undefined
    lang: Language
    now: Date
  },
) {
  const rate = rateFor(ctx.business.at('shipping-rates', now), country)
  const sellable = rows.filter(({ available }) => available)
  const goods = totalOf(sellable)
  const shipping = sellable.length === 0 ? 0n : BigInt(rate?.cost ?? 0)
  const found = await previewCartCoupon(ctx.db, ctx, { code, account: account ?? null, lines: sellable, now })
  const discount = found && 'taken' in found ? found.taken : 0n
  const tax = taxOn({ goods: goods - discount, shipping }, ctx.business.at('tax-rates', now), country)
  const shown = shownSums(
    tax,
    sellable.map((row) => row.price * BigInt(row.quantity)),
    shipping,
    discount,
  )
  const sums = new Map(sellable.map((row, i) => [row, shown.lines[i]!]))
  return {
    lines: rows.map((row) => lineOf(row, tax, sums.get(row) ?? shownPrice(tax, row.price * BigInt(row.quantity)))),
    goods: formatCents(shown.goods),
    coupon: found && {
      code: 'taken' in found ? found.code : code!,
      discount: formatCents(shown.discount),
      problem: 'taken' in found ? null : refusalMessage(lang, found.refusal, found.values),
    },
    shipping: rate && { ...lineOfRate(rate), cost: formatCents(shown.shipping) },
    tax: lineOfTax(tax),
    total: formatCents(goods - discount + shipping + tax.amount),
    net: formatCents(goods),
    netDiscount: formatCents(discount),
  }
}

/**
 * The order that waits in the browser's cart after another one was paid: the next of its shops, with what it comes to.
 * `path`: the checkout, which `from`, the token of the paid order, fills in. Null without one.
 */
export async function nextOrderOf(
  ctx: AppContext,
  request: FastifyRequest,
  { lang, from }: { lang: Language; from: string },
): Promise<OrderPage['next']> {
  const token = readCookie(request, cookieName(ctx.settings.storefrontUrl, 'cart'))
  const now = ctx.clock.now()
  const cartId = token === undefined ? undefined : await findCartId(ctx.db, cartTokenHash(token), now)
  if (cartId === undefined) return null
  const rows = await listCartLines(ctx.db, cartId, lang)
  const first = rows.find(({ available }) => available)
  if (!first) return null
  const { total } = await sumsOf(
    rows.filter(({ shop_id }) => shop_id === first.shop_id),
    ctx,
    {
      country: await readCartCountry(ctx.db, cartId),
      code: (await readCartCoupons(ctx.db, cartId)).get(first.shop_id),
      account: await accountOf(ctx, request),
      lang,
      now,
    },
  )
  return { shop: first.shop_name, total, path: `/checkout/${first.shop_code}?from=${from}` }
}

/**
 * What the form of a guest begins with after an order that was just placed: the address and the e-mail that its page
 * shows, and nothing else of it.
 */
async function fillFromOrder(ctx: AppContext, token: string | undefined): Promise<FormFields> {
  const id = token === undefined ? null : orderOfToken(ctx.keys.lookup, token)
  const access = id === null ? undefined : await findOrderAccess(ctx.db, id, ctx.clock.now())
  const order = access && (await findOrder(ctx.db, access.shop_id, access.order_id))
  if (!order || addTime(order.placed_at, purchaseTime) <= ctx.clock.now()) return {}
  const fields = Object.entries(order.address).map(([name, value]) => [name, value ?? ''] as const)
  return { ...Object.fromEntries(fields), phone: '', email: access.email }
}

/** The key for the processor's fields on our own page; null when buyers pay on the processor's page. */
export const elementKeyOf = (processor: Processor | undefined): string | null =>
  processor?.element?.publishableKey ?? null

/**
 * Where the buyer of an order pays: our page with the processor's fields, or the processor's page, which is opened. It
 * is the order's page when the processor is down. `hosted`: the processor's page in any case.
 */
export async function paymentAddress(
  ctx: AppContext,
  processor: Processor | undefined,
  payer: { buyerId: string; ip: string; lang: Language },
  orderId: string,
  { hosted = false } = {},
): Promise<string> {
  const page = `${ctx.settings.storefrontUrl}/${payer.lang}/orders/${orderToken(ctx.keys.lookup, orderId)}`
  if (!hosted && elementKeyOf(processor) !== null) return `${page}/pay`
  if (!processor) return `${page}?notice=payment/processor-down`
  const network = networkHash(ctx.keys.lookup, payer.ip)
  try {
    const opened = await openCheckout(ctx, processor, { buyerId: payer.buyerId, network }, orderId, page)
    return opened.checkoutUrl
  } catch (error) {
    // The order exists: its page says why it cannot be paid now, and has the button again.
    if (error instanceof Refusal) return `${page}?notice=${error.reason}`
    throw error
  }
}

export function serveCart(
  http: FastifyInstance,
  ctx: AppContext,
  pages: Pages,
  processor: Processor | undefined,
  /** Where a form may lead: the origins of the processor's pages. */
  formAction: string,
): void {
  const { storefrontUrl } = ctx.settings
  const cookie = cookieName(storefrontUrl, 'cart')
  const languageOf = (request: CartRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const cartOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const token = readCookie(request, cookie)
    return token === undefined ? undefined : findCartId(ctx.db, cartTokenHash(token), ctx.clock.now())
  }
  const countCookie = cookieName(storefrontUrl, 'cart-count')
  /**
   * Says how many pieces the cart has in a cookie that the script of the pages reads: a kept page is the same for
   * everybody, so it has no number.
   */
  const setCount = (reply: FastifyReply, pieces: number): void => {
    if ((readCookie(reply.request, countCookie) ?? '0') === String(pieces)) return
    const life = pieces > 0 ? cartLife : 0
    void reply.header('set-cookie', cookieText(countCookie, String(pieces), life, { readable: true }))
  }
  const goTo = (reply: FastifyReply, address: string) =>
    reply.header('cache-control', 'no-store').redirect(address, 303)
  /** The form of a cart, with its token. */
  const ownForm = (request: CartRequest, cartId: string | undefined): FormFields => {
    requireOwnOrigin(request, storefrontUrl)
    const fields = readForm(request.body)
    if (cartId === undefined || !isFormToken(ctx.keys.lookup, cartId, fields['form'] ?? '')) refuse('request/forbidden')
    return fields
  }

  http.get('/:lang/cart', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    const cartId = await cartOf(request)
    const rows = cartId === undefined ? [] : await listCartLines(ctx.db, cartId, lang)
    // The cart has changed in another tab, or was given up.
    setCount(
      reply,
      rows.reduce((sum, { quantity }) => sum + quantity, 0),
    )
    const shops = [...Map.groupBy(rows, ({ shop_id }) => shop_id).values()]
    const now = ctx.clock.now()
    const country = cartId === undefined ? null : await readCartCountry(ctx.db, cartId)
    const account = await accountOf(ctx, request)
    const codes = cartId === undefined ? new Map<string, string>() : await readCartCoupons(ctx.db, cartId)
    const page: CartPage = {
      page: 'cart',
      withoutCookie: request.query.added !== undefined && readCookie(request, cookie) === undefined,
      form: cartId === undefined ? '' : formToken(ctx.keys.lookup, cartId),
      country,
      free: isFreeEverywhere(ctx.business.at('shipping-rates', now)),
      taxed: ctx.business.at('tax-rates', now).length > 0,
      shops: await Promise.all(
        shops.map(async (own) => {
          const code = codes.get(own[0]!.shop_id)
          const { lines, goods, coupon, shipping, tax, total } = await sumsOf(own, ctx, {
            country,
            code,
            account,
            lang,
            now,
          })
          return {
            id: own[0]!.shop_id,
            code: own[0]!.shop_code,
            name: own[0]!.shop_name,
            lines,
            goods,
            coupon,
            shipping,
            tax,
            total,
            canBuy: own.some(({ available }) => available),
          }
        }),
      ),
    }
    return pages.send(reply, pages.render(page, lang, { path: '/cart' }))
  })

  http.post('/:lang/cart', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    requireOwnOrigin(request, storefrontUrl)
    const fields = readForm(request.body)
    const wish = {
      shop: fields['shop'] ?? '',
      listingId: z.uuid().safeParse(fields['listing']).data ?? refuse('request/malformed'),
      variantId: fields['variant']
        ? (z.uuid().safeParse(fields['variant']).data ?? refuse('request/malformed'))
        : undefined,
      quantity: Math.max(1, quantityOf(fields['quantity'])),
    }
    const now = ctx.clock.now()
    const known = await cartOf(request)
    if (known === undefined) {
      const from = `cart from ${networkOf(request.ip)}`
      const { allowed } = await consumeRateLimit(ctx.db, from, maxCheckouts, hours(1), now)
      if (!allowed) refuse('request/too-many')
    }
    const { token, pieces } = await withTransaction(ctx.db, async (tx) => {
      const made = known === undefined ? await createCart(tx, now) : undefined
      const cartId = made?.id ?? known!
      await addToCart(tx, cartId, wish, now)
      // The product's page showed the price of this country. One that the cart has stays.
      const country = fields['country'] ?? ''
      if (isCountry(country) && (await readCartCountry(tx, cartId)) === null)
        await writeCartCountry(tx, cartId, country)
      return { token: made?.token, pieces: await countPieces(tx, cartId) }
    })
    if (token !== undefined) void reply.header('set-cookie', cookieText(cookie, token, cartLife))
    setCount(reply, pieces)
    // The cart says it when the cookie does not come back.
    return goTo(reply, `/${lang}/cart${known === undefined ? '?added' : ''}`)
  })

  http.post('/:lang/cart/change', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    const cartId = await cartOf(request)
    const fields = ownForm(request, cartId)
    const line = {
      shopId: z.uuid().safeParse(fields['shop']).data ?? refuse('request/malformed'),
      listingId: z.uuid().safeParse(fields['listing']).data ?? refuse('request/malformed'),
      variantId: z.uuid().safeParse(fields['variant']).data ?? refuse('request/malformed'),
      quantity: fields['remove'] === undefined ? quantityOf(fields['quantity']) : 0,
    }
    const pieces = await withTransaction(ctx.db, async (tx) => {
      await changeLine(tx, cartId!, line, ctx.clock.now())
      return countPieces(tx, cartId!)
    })
    setCount(reply, pieces)
    return goTo(reply, `/${lang}/cart`)
  })

  // The country decides what shipping and tax are. `to` is the shop whose checkout asks; without it the cart does.
  http.post('/:lang/cart/country', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    const cartId = await cartOf(request)
    const { country = '', to = '' } = ownForm(request, cartId)
    if (!isCountry(country)) refuse('request/malformed')
    await withTransaction(ctx.db, (tx) => writeCartCountry(tx, cartId!, country))
    return goTo(reply, /^[A-Z0-9]{4,12}$/.test(to) ? `/${lang}/checkout/${to}` : `/${lang}/cart`)
  })

  // The code of a coupon for one shop. It is stored as typed: the page says what it takes off, or why nothing.
  http.post('/:lang/cart/coupon', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    const cartId = await cartOf(request)
    const { shop = '', code = '', to = '', remove } = ownForm(request, cartId)
    const shopId = z.uuid().safeParse(shop).data ?? refuse('request/malformed')
    const typed = code.trim().slice(0, 40)
    if (remove !== undefined || typed === '')
      await withTransaction(ctx.db, (tx) => deleteCartCoupon(tx, cartId!, shopId))
    else {
      // Codes are not to be found by trying.
      const limit = await consumeRateLimit(
        ctx.db,
        `coupon from ${networkOf(request.ip)}`,
        maxCouponTries,
        hours(1),
        ctx.clock.now(),
      )
      if (!limit.allowed) refuse('request/too-many')
      const rows = await listCartLines(ctx.db, cartId!, lang, shopId)
      if (rows.length > 0) await withTransaction(ctx.db, (tx) => writeCartCoupon(tx, cartId!, shopId, typed))
    }
    return goTo(reply, /^[A-Z0-9]{4,12}$/.test(to) ? `/${lang}/checkout/${to}` : `/${lang}/cart`)
  })

  const showCheckout = async (
    request: CartRequest,
    reply: FastifyReply,
    cartId: string,
    problem: { notice: string | null; wrong: string[]; given: FormFields },
  ): Promise<FastifyReply> => {
    const lang = languageOf(request)
    const shop = await findShopByCode(ctx.db, request.params.code!)
    if (!shop) return refuse('shop/not-found')
    const now = ctx.clock.now()
    const account = await accountOf(ctx, request)
    const addresses = account ? await readAddresses(ctx.db, ctx.keys, account.id) : null
    const filled = account
      ? fillFrom(account, addresses!, request.query, await readCartCountry(ctx.db, cartId))
      : await fillFromOrder(ctx, request.query.from)
    const given = Object.keys(problem.given).length > 0 ? problem.given : filled
    const { id, lines, country } = await withTransaction(ctx.db, async (tx) => {
      const said = given['country']
      if (said !== undefined && isCountry(said)) await writeCartCountry(tx, cartId, said)
      return beginCheckout(tx, { cartId, shopId: shop.id, lang }, now)
    })
    if (lines.length === 0) return goTo(reply, `/${lang}/cart`)
    const code = (await readCartCoupons(ctx.db, cartId)).get(shop.id)
    const page: CheckoutPage = {
      page: 'checkout',
      form: formToken(ctx.keys.lookup, cartId),
      checkoutId: id,
      shop: traderOf(shop),
      free: isFreeEverywhere(ctx.business.at('shipping-rates', now)),
      taxed: ctx.business.at('tax-rates', now).length > 0,
      country,
      shopId: shop.id,
      ...(await sumsOf(lines, ctx, { country, code, account, lang, now })),
      ...problem,
      given: { ...given, country: given['country'] ?? country ?? undefined },
      address: addressForm(given['country'] ?? country ?? undefined),
      addresses: addresses && showSaved(addresses),
      paysHere: elementKeyOf(processor) !== null,
      pix: null,
    }
    page.pix = reaisOf({ country: page.given['country'] ?? null, lang }, parseCents(page.total), pixRateAt(ctx, now))
    const status = problem.notice !== null || problem.wrong.length > 0 ? 422 : 200
    return pages.send(reply, pages.render(page, lang, { path: `/checkout/${shop.code}` }), { status, formAction })
  }

  http.get('/:lang/checkout/:code', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    const cartId = await cartOf(request)
    if (cartId === undefined) return goTo(reply, `/${lang}/cart`)
    return showCheckout(request, reply, cartId, { notice: null, wrong: [], given: {} })
  })

  http.post('/:lang/checkout/:code', async (request: CartRequest, reply) => {
    const lang = languageOf(request)
    const cartId = await cartOf(request)
    const fields = ownForm(request, cartId)
    const { form: _form, checkout, total: seenTotal, goods: seenGoods, discount: seenDiscount, show, ...given } = fields
    // Another country was chosen: the form again, with its fields and its total.
    if (show !== undefined) return showCheckout(request, reply, cartId!, { notice: null, wrong: [], given })
    const account = await accountOf(ctx, request)
    const checkoutId = z.uuid().safeParse(checkout).data ?? refuse('request/malformed')
    const now = ctx.clock.now()
    const limit = await consumeRateLimit(ctx.db, `checkout from ${networkOf(request.ip)}`, maxCheckouts, hours(1), now)
    if (!limit.allowed) refuse('request/too-many')
    const again = (notice: string | null, wrong: string[] = []) =>
      showCheckout(request, reply, cartId!, { notice, wrong, given })
    const [email, read] = [guestEmail.safeParse(given['email']), readAddressForm(given)]
    if (!email.success || 'wrong' in read)
      return again(null, [...(email.success ? [] : ['email']), ...('wrong' in read ? read.wrong : [])])
    const shop = await findShopByCode(ctx.db, request.params.code!)
    if (!shop) return refuse('shop/not-found')
    const { address } = read
    const call = {
      ctx,
      now,
      ip: request.ip,
      lang: matchLanguage(lang)!,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      device: undefined,
    }
    try {
      const done = await withTransaction(ctx.db, async (tx) => {
        const checked = await checkOut(tx, call, {
          cartId: cartId!,
          shopId: shop.id,
          checkoutId,
          seenTotal: seenTotal ?? '',
          seenGoods: seenGoods ?? '',
          seenDiscount: seenDiscount ?? '0.00',
          email: email.data,
          account: account ?? null,
          address,
        })
        if (account && given['save'] !== undefined && 'orderId' in checked && checked.buyerId === account.id)
          await saveAddress(tx, ctx.keys, account.id, address, now)
        return { ...checked, pieces: await countPieces(tx, cartId!) }
      })
      if ('again' in done) return done.again === 'empty' ? goTo(reply, `/${lang}/cart`) : again(done.again)
      setCount(reply, done.pieces)
      const payer = { buyerId: done.buyerId, ip: request.ip, lang }
      return goTo(
        reply,
        given['way'] === 'pix'
          ? await pixAddress(ctx, processor, payer, done.orderId)
          : await paymentAddress(ctx, processor, payer, done.orderId),
      )
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.startsWith('request/')) throw error
      return again(refusalMessage(lang, error.reason, error.values))
    }
  })
}
