/** The storefront's listener: pages that anybody may see, files, sitemap, and the pages of a cart and an order. */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Language } from '@quayside/contract'
import { productPath, searchSorts, type StorefrontPage } from '@quayside/contract/storefront-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { answerEarly, earlyWatchOf } from '../../../platform/http/answer-early.ts'
import { limitConcurrencyPerKey } from '../../../platform/database/concurrency.ts'
import type { Processor } from '../../../domain/processor.ts'
import { addressOf } from '../../../platform/http/proxies.ts'
import { refuse } from '../../../platform/refusal.ts'
import { logRequest, requestIds } from '../../../platform/http/request-log.ts'
import { tracing } from '../../../platform/observability/tracing.ts'
import { VisitCounter, type Viewing, type Visited } from './count-visit.ts'
import { everyShop, compressFast, PageCache, recompress, type CachedPage, type PageKind } from './page-cache.ts'
import { privacyPage, readHelpPage, readPromisesPage, readTermsPage } from './read-help.ts'
import {
  pageNumber,
  readAnswerFacts,
  readFrontPage,
  readProductPage,
  readSearchPage,
  readShopPage,
  readShopsPage,
  words,
  type PageQuery,
} from './read-pages.ts'
import type { Storefront } from './renderer.ts'
import { languageOfPath, preferredLanguage } from './request-language.ts'
import { Pages } from './send-page.ts'
import { serveAccount } from './serve-account.ts'
import { elementKeyOf, serveCart } from './serve-cart.ts'
import { serveCrawlers } from './serve-crawlers.ts'
import { serveFindOrder } from './serve-find-order.ts'
import { serveFollows } from './serve-follows.ts'
import { serveLogIn } from './serve-log-in.ts'
import { serveMessages } from './serve-messages.ts'
import { serveOrder } from './serve-order.ts'
import { servePay } from './serve-pay.ts'
import { servePix } from './serve-pix.ts'
import { serveReport } from './serve-report.ts'
import { serveShopTalk } from './serve-shop-talk.ts'

type Params = { lang: string; code: string; id: string; slug?: string }
type PageRequest = FastifyRequest<{ Params: Params; Querystring: PageQuery }>

/** The parameters of each page that change what it shows. Others are ignored, so that they fill no memory. */
const parameters = {
  search: ['q', 'category', 'sort', 'page'],
  shop: ['q', 'category', 'sort', 'least', 'most', 'page', 'reviews'],
  shops: ['page'],
  product: ['reviews'],
} as const

/** Requests of one address that may hold database connections at once. */
const requestsPerAddress = { running: 6, waiting: 100 }

/** What a page shows, in which frame, and whom its visitors count for. `subject`: the shop that it shows. */
type Made = {
  page: StorefrontPage
  path: string
  canonical: string | null
  subject: string
  visited: Visited | null
}
/** Where a page is kept, and the route of its address as it was declared. */
type Place = { subject: string; key: string; route: string }

/** Addresses of kept pages that are known without their parts being read, and the longest of them. */
const knownAddresses = { most: 20_000, longest: 300 }

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
  const visits = new WeakMap<CachedPage, Visited | null>()
  /** The ids of shops by their codes. They never change. */
  const shopIds = new Map<string, string>()

  const languageOf = (request: PageRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')

  const counter = new VisitCounter(ctx)
  http.addHook('onClose', () => counter.write())
  const count = (request: Viewing, visited: Visited | null | undefined): void => {
    if (visited) counter.count(request, visited)
  }

  /** Sends a page from memory, or makes it. `subject`: the id of the shop that it shows, if it is known. */
  const answer = async (
    request: PageRequest,
    reply: FastifyReply,
    { key, kind, subject }: { key: string; kind: PageKind; subject: string | undefined },
    read: (lang: Language) => Promise<Made>,
  ): Promise<FastifyReply> => {
    const lang = languageOf(request)
    const kept = subject === undefined ? undefined : cache.get(subject, key)
    if (kept) {
      keepPlace(places, request.url, { subject: subject!, key, route: request.routeOptions.url! })
      count(request, visits.get(kept))
      shrinkOnce(kept, subject!, key)
      return pages.sendKept(request, reply, kept, true)
    }
    const make = async (): Promise<CachedPage> => {
      const store = subject === undefined ? undefined : cache.open(subject, key, kind)
      const made = await (kind === 'search' ? ctx.searches(() => read(lang)) : read(lang))
      const render = () => compressFast(pages.render(made.page, lang, { path: made.path, canonical: made.canonical }))
      const page = store ? store(sourceOf(made), render) : render()
      visits.set(page, made.visited)
      return page
    }
    return perAddress(request.ip, async () => {
      // The id of a shop is known after its first page. No key begins like that.
      const page = await (subject === undefined
        ? cache.share(everyShop, `? ${key}`, make)
        : cache.share(subject, key, make))
      count(request, visits.get(page))
      return pages.sendKept(request, reply, page, false)
    })
  }

  const shrinkOnce = (page: CachedPage, subject: string, key: string): void => {
    if (page.isRecompressed) return
    recompress(page).then(
      () => cache.resize(page, subject, key),
      (err: unknown) => ctx.log.warn({ err }, 'storefront: a page was not shrunk'),
    )
  }

  /** Where the pages of addresses are kept. */
  const places = new Map<string, Place>()
  const { proxies } = ctx.settings
  const idOf = requestIds(proxies)
  answerEarly(http, (request, response) => {
    const { method, url, headers } = request
    const place = method === 'GET' && url !== undefined ? places.get(url) : undefined
    if (!place || !http.server.listening || tracing()) return false
    if (proxies === 0 && headers['x-forwarded-for'] !== undefined) return false
    const started = performance.now()
    const page = cache.get(place.subject, place.key)
    if (!page) return false
    const id = idOf(request)
    const status = pages.sendEarly(http.server, response, page, id)
    if (status === undefined) return false
    const visited = visits.get(page)
    if (visited) counter.count({ method: 'GET', headers, ip: addressOf(request, proxies) }, visited)
    shrinkOnce(page, place.subject, place.key)
    const milliseconds = performance.now() - started
    earlyWatchOf(http)?.('GET', place.route, status, milliseconds)
    logRequest(ctx.log, { reqId: id, method: 'GET', route: place.route, status, milliseconds, actor: undefined })
    return true
  })

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

  // The choice of a language at the foot of each page. It leads to a path of this site and nowhere else.
  http.get<{ Querystring: { to?: string; path?: string } }>('/language', (request, reply) => {
    const { to = '', path = '' } = request.query
    const lang = languageOfPath(to) ?? refuse('request/not-found')
    const known = /^(\/[!-~]*)?$/.test(path) ? path : ''
    return reply.header('cache-control', 'no-cache').redirect(`/${lang}${known}`, 303)
  })

  http.get('/:lang', (request: PageRequest, reply) =>
    answer(request, reply, { key: request.params.lang, kind: 'page', subject: everyShop }, async (lang) => ({
      subject: everyShop,
      visited: null,
      page: await readFrontPage(ctx.db, lang),
      path: '',
      canonical: '',
    })),
  )

  // Pages without a parameter, from the settings only.
  const notices: Record<string, () => StorefrontPage | Promise<StorefrontPage>> = {
    promises: async () =>
      readPromisesPage(ctx, elementKeyOf(processor) !== null, await readAnswerFacts(ctx.db, null, ctx.clock.now())),
    help: () => readHelpPage(ctx),
    imprint: () => ({ page: 'imprint' }),
    privacy: () => privacyPage(elementKeyOf(processor) !== null),
    terms: () => readTermsPage(ctx),
  }
  for (const [name, read] of Object.entries(notices))
    http.get(`/:lang/${name}`, (request: PageRequest, reply) =>
      answer(request, reply, { key: `${request.params.lang} ${name}`, kind: 'page', subject: everyShop }, async () => ({
        subject: everyShop,
        visited: null,
        page: await read(),
        path: `/${name}`,
        canonical: `/${name}`,
      })),
    )

  http.get('/:lang/search', (request: PageRequest, reply) => {
    const query = pick(request.query, parameters.search)
    const suffix = queryText(query)
    const key = `${request.params.lang} search${suffix}`
    return answer(request, reply, { key, kind: 'search', subject: everyShop }, async (lang) => {
      const page = await readSearchPage(ctx.db, query, lang)
      const { category, number } = page.query
      // Search results are kept by category only; words and orders are no pages of their own for a search engine, and
      // neither is a category without products.
      const isKept = !query['q'] && (category === null || page.total > 0)
      const canonical = !isKept ? null : `/search${queryText({ category: category ?? undefined, page: paged(number) })}`
      return { subject: everyShop, visited: null, page, path: `/search${suffix}`, canonical }
    })
  })

  http.get('/:lang/shops', (request: PageRequest, reply) => {
    const query = pick(request.query, parameters.shops)
    const key = `${request.params.lang} shops${queryText(query)}`
    return answer(request, reply, { key, kind: 'page', subject: everyShop }, async () => {
      const page = await readShopsPage(ctx.db, query)
      const path = `/shops${queryText({ page: paged(page.number) })}`
      return { subject: everyShop, visited: null, page, path, canonical: path }
    })
  })

  http.get('/:lang/s/:code', (request: PageRequest, reply) => {
    const { lang: language, code } = request.params
    const query = pick(request.query, parameters.shop)
    const suffix = queryText(query)
    const kind = suffix === '' ? ('page' as const) : ('search' as const)
    const place = { key: `${language} ${code}${suffix}`, kind, subject: shopIds.get(code) }
    return answer(request, reply, place, async (lang) => {
      const { shop, page, shown } = await readShopPage(ctx.db, code, query, lang, ctx.clock.now())
      keepShopId(shopIds, shop.code, shop.id)
      const { category, number } = page.query
      const path = `/s/${shop.code}`
      const canonical = ['q', 'least', 'most'].some((name) => query[name])
        ? null
        : `${path}${queryText({ category: category ?? undefined, page: paged(number) })}`
      return {
        subject: shop.id,
        visited: { shop, listings: shown, clicked: false },
        page,
        path: `${path}${suffix}`,
        canonical,
      }
    })
  })

  const product = (request: PageRequest, reply: FastifyReply) => {
    const { lang: language, code, id, slug } = request.params
    const query = pick(request.query, parameters.product)
    const suffix = queryText(query)
    const key = `${language} ${code} ${id} ${slug ?? ''}${suffix}`
    return answer(request, reply, { key, kind: 'page', subject: shopIds.get(code) }, async (lang) => {
      const now = ctx.clock.now()
      const rates = ctx.business.at('shipping-rates', now)
      const taxes = ctx.business.at('tax-rates', now)
      const protectionDays = ctx.business.at('order.protection-window', now)
      const { shop, page } = await readProductPage(ctx.db, code, id, query, { lang, rates, taxes, protectionDays }, now)
      keepShopId(shopIds, shop.code, shop.id)
      const { path } = page.product
      // The words of the address are decoration. Another spelling leads to the present one.
      if (slug !== undefined && `${productPath(code, id, '')}/${encodeURIComponent(slug)}` !== path)
        throw new Moved(`/${language}${path}${suffix}`)
      const visited = { shop, listings: [id], clicked: true }
      // Further pages of reviews belong to the page of the product.
      return { subject: shop.id, visited, page, path: `${path}${suffix}`, canonical: path }
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
  servePix(http, ctx, pages, processor, formAction)
  serveMessages(http, ctx, pages)
  serveShopTalk(http, ctx, pages)
  serveFindOrder(http, ctx, pages)
  serveLogIn(http, ctx, pages)
  serveReport(http, ctx, pages)
  serveAccount(http, ctx, pages)
  serveFollows(http, ctx, pages)
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

/** A value of a parameter that means the same as another one is replaced by that one; empty: as if it was not there. */
const plainest: Record<string, (text: string) => string> = {
  sort: (text) => searchSorts.slice(1).find((name) => name === text) ?? '',
  page: (text) => paged(pageNumber(text)) ?? '',
}

/**
 * The parameters that count, in their plainest form, with empty ones left out: equal pages have one address in memory.
 * A repeated parameter counts as missing.
 */
function pick(query: PageQuery, names: readonly string[]): PageQuery {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]
      const text = typeof value === 'string' ? words(value) : ''
      const plain = plainest[name]?.(text) ?? text
      return plain === '' ? [] : [[name, plain]]
    }),
  )
}

/** The hash of all that a page is made from, beside the settings of the server and the language of its key. */
const sourceOf = ({ page, path, canonical }: Made): string =>
  hash('sha256', JSON.stringify([page, path, canonical]), 'base64')

/** Adds an address to those whose pages are known. The one that was added first gives way. */
function keepPlace(places: Map<string, Place>, address: string, place: Place): void {
  if (address.length > knownAddresses.longest) return
  if (places.size >= knownAddresses.most) places.delete(places.keys().next().value!)
  places.set(address, place)
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
