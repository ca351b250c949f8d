/** The storefront's listener: pages that anybody may see, files, sitemap, and the pages of a cart and an order. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Language } from '@quayside/contract'
import { productPath } from '@quayside/contract/storefront-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { limitConcurrencyPerKey } from '../../platform/concurrency.ts'
import type { Processor } from '../../platform/processor.ts'
import { refuse } from '../../platform/refusal.ts'
import { VisitCounter, type Visited } from './count-visit.ts'
import { everyShop, keep, PageCache, shrink, type KeptPage } from './page-cache.ts'
import { readHelpPage, readPromisesPage } from './read-help.ts'
import { readFrontPage, readProductPage, readSearchPage, readShopPage, words, type PageQuery } from './read-pages.ts'
import type { Storefront } from './renderer.ts'
import { languageOfPath, preferredLanguage } from './request-language.ts'
import { Pages } from './send-page.ts'
import { serveAccount } from './serve-account.ts'
import { elementKeyOf, serveCart } from './serve-cart.ts'
import { serveCrawlers } from './serve-crawlers.ts'
import { serveFindOrder } from './serve-find-order.ts'
import { serveLogIn } from './serve-log-in.ts'
import { serveMessages } from './serve-messages.ts'
import { serveOrder } from './serve-order.ts'
import { servePay } from './serve-pay.ts'
import { serveReport } from './serve-report.ts'
import { serveShopTalk } from './serve-shop-talk.ts'

type Params = { lang: string; code: string; id: string; slug?: string }
type PageRequest = FastifyRequest<{ Params: Params; Querystring: PageQuery }>

/** The parameters of each page that change what it shows. Others are ignored, so that they fill no memory. */
const parameters = { front: [], search: ['q', 'category', 'sort', 'page'], shop: ['q', 'category', 'page'] } as const

/** Requests of one address that may hold database connections at once. */
const requestsPerAddress = { running: 6, waiting: 100 }

type Made = { html: string; visited: Visited | null }

/** Serves the public pages. The caller has set the handlers of errors and unknown addresses to those of `pages`. */
export async function serveStorefront(
  http: FastifyInstance,
  ctx: AppContext,
  storefront: Storefront,
  pages: Pages,
  processor: Processor | undefined,
): Promise<void> {
  // The only listener that takes forms. Their fields are read by `readForm`.
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  const cache = new PageCache(ctx.changes)
  const perAddress = limitConcurrencyPerKey(requestsPerAddress)
  /** Which shop a kept page belongs to, and whom its visitors count for. */
  const visits = new WeakMap<KeptPage, Visited | null>()
  /** The ids of shops by their codes. They never change. */
  const shopIds = new Map<string, string>()

  const languageOf = (request: PageRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')

  const counter = new VisitCounter(ctx)
  http.addHook('onClose', () => counter.write())
  const count = (request: FastifyRequest, visited: Visited | null | undefined): void => {
    if (visited) counter.count(request, visited)
  }

  /** Sends a page from memory, or makes it. `subject`: the id of the shop that it shows, if it is known. */
  const answer = async (
    request: PageRequest,
    reply: FastifyReply,
    key: string,
    subject: string | undefined,
    make: () => Promise<Made & { subject: string }>,
  ): Promise<FastifyReply> => {
    const kept = subject === undefined ? undefined : cache.get(subject, key)
    if (kept) {
      count(request, visits.get(kept))
      if (!kept.small) shrink(kept).catch((err: unknown) => ctx.log.warn({ err }, 'storefront: a page was not shrunk'))
      return pages.sendKept(request, reply, kept, true)
    }
    return perAddress(request.ip, async () => {
      const store = subject === undefined ? undefined : cache.open(subject)
      const made = await make()
      const page = keep(made.html)
      visits.set(page, made.visited)
      store?.(key, page)
      count(request, made.visited)
      return pages.sendKept(request, reply, page, false)
    })
  }

  http.get('/', (request, reply) =>
    reply
      .header('vary', 'accept-language')
      .header('cache-control', 'no-cache')
      .redirect(`/${preferredLanguage(request.headers['accept-language'])}`, 303),
  )
  // An address without a language, for example on a poster.
  http.get<{ Params: { code: string } }>('/s/:code', (request, reply) =>
    reply
      .header('vary', 'accept-language')
      .header('cache-control', 'no-cache')
      .redirect(
        `/${preferredLanguage(request.headers['accept-language'])}/s/${encodeURIComponent(request.params.code)}`,
        303,
      ),
  )

  http.get('/:lang', (request: PageRequest, reply) => {
    const lang = languageOf(request)
    return answer(request, reply, lang, everyShop, async () => ({
      subject: everyShop,
      visited: null,
      html: pages.render(await readFrontPage(ctx.db, lang), lang, { path: '', canonical: '' }),
    }))
  })

  http.get('/:lang/promises', (request: PageRequest, reply) => {
    const lang = languageOf(request)
    return answer(request, reply, `${lang} promises`, everyShop, async () => ({
      subject: everyShop,
      visited: null,
      html: pages.render(readPromisesPage(ctx, elementKeyOf(processor) !== null), lang, {
        path: '/promises',
        canonical: '/promises',
      }),
    }))
  })

  http.get('/:lang/help', (request: PageRequest, reply) => {
    const lang = languageOf(request)
    return answer(request, reply, `${lang} help`, everyShop, async () => ({
      subject: everyShop,
      visited: null,
      html: pages.render(readHelpPage(ctx), lang, { path: '/help', canonical: '/help' }),
    }))
  })

  http.get('/:lang/search', (request: PageRequest, reply) => {
    const lang = languageOf(request)
    const query = pick(request.query, parameters.search)
    const suffix = queryText(query)
    return answer(request, reply, `${lang} search${suffix}`, everyShop, async () => {
      const page = await readSearchPage(ctx.db, query, lang)
      const { category, number } = page.query
      // Search results are kept by category only; words and orders are no pages of their own for a search engine, and
      // neither is a category without products.
      const isKept = !query['q'] && (category === null || page.total > 0)
      const canonical = !isKept ? null : `/search${queryText({ category: category ?? undefined, page: paged(number) })}`
      return {
        subject: everyShop,
        visited: null,
        html: pages.render(page, lang, { path: `/search${suffix}`, canonical }),
      }
    })
  })

  http.get('/:lang/s/:code', (request: PageRequest, reply) => {
    const lang = languageOf(request)
    const { code } = request.params
    const query = pick(request.query, parameters.shop)
    const suffix = queryText(query)
    return answer(request, reply, `${lang} ${code}${suffix}`, shopIds.get(code), async () => {
      const { shop, page, shown } = await readShopPage(ctx.db, code, query, lang)
      keepShopId(shopIds, shop.code, shop.id)
      const { category, number } = page.query
      const path = `/s/${shop.code}`
      const canonical = query['q']
        ? null
        : `${path}${queryText({ category: category ?? undefined, page: paged(number) })}`
      return {
        subject: shop.id,
        visited: { shop, listings: shown, clicked: false },
        html: pages.render(page, lang, { path: `${path}${suffix}`, canonical }),
      }
    })
  })

  const product = (request: PageRequest, reply: FastifyReply) => {
    const lang = languageOf(request)
    const { code, id, slug } = request.params
    return answer(request, reply, `${lang} ${code} ${id} ${slug ?? ''}`, shopIds.get(code), async () => {
      const now = ctx.clock.now()
      const rates = ctx.business.at('shipping-rates', now)
      const taxes = ctx.business.at('tax-rates', now)
      const protectionDays = ctx.business.at('order.protection-window', now)
      const { shop, page } = await readProductPage(ctx.db, code, id, { lang, rates, taxes, protectionDays }, now)
      keepShopId(shopIds, shop.code, shop.id)
      const { path } = page.product
      // The words of the address are decoration. Another spelling leads to the present one.
      if (slug !== undefined && `${productPath(code, id, '')}/${encodeURIComponent(slug)}` !== path)
        throw new Moved(`/${lang}${path}`)
      return {
        subject: shop.id,
        visited: { shop, listings: [id], clicked: true },
        html: pages.render(page, lang, { path, canonical: path }),
      }
    }).catch((error: unknown) => {
      if (error instanceof Moved) return reply.redirect(error.to, 308)
      throw error
    })
  }
  http.get('/:lang/s/:code/p/:id', product)
  http.get('/:lang/s/:code/p/:id/:slug', product)

  serveCrawlers(http, ctx)
  const formAction = formOrigins(ctx)
  serveCart(http, ctx, pages, processor, formAction)
  serveOrder(http, ctx, pages, processor, formAction)
  servePay(http, ctx, pages, processor, formAction)
  serveMessages(http, ctx, pages)
  serveShopTalk(http, ctx, pages)
  serveFindOrder(http, ctx, pages)
  serveLogIn(http, ctx, pages)
  serveReport(http, ctx, pages)
  serveAccount(http, ctx, pages)
  if (storefront.folder)
    await http.register(fastifyStatic, {
      root: join(storefront.folder),
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      wildcard: false,
      globIgnore: ['**/*.br', 'manifest.json'],
      cacheControl: false,
      setHeaders(response, path) {
        response.header(
          'cache-control',
          /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
        )
      },
    })
}

/** Where a form may lead through a redirection: the pages of the processor. */
const formOrigins = ({ settings }: AppContext): string =>
  settings.processor === 'stripe' ? 'https://checkout.stripe.com' : new URL(settings.publicUrl).origin

class Moved extends Error {
  readonly to: string
  constructor(to: string) {
    super()
    this.to = to
  }
}

const paged = (number: number): string | undefined => (number > 1 ? String(number) : undefined)

/** The parameters that count, with empty ones left out. A repeated parameter counts as missing. */
function pick(query: PageQuery, names: readonly string[]): PageQuery {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]
      const text = typeof value === 'string' ? words(value) : ''
      return text === '' ? [] : [[name, text]]
    }),
  )
}

function queryText(query: PageQuery): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** Adds a shop to a map of bounded size. */
function keepShopId(shops: Map<string, string>, code: string, id: string): void {
  if (shops.size > 20_000) shops.clear()
  shops.set(code, id)
}
