/** What programs read: robots.txt, and the sitemap as a stream. */
import { Readable } from 'node:stream'
import { languages } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { productPath } from '@quayside/contract/storefront-pages'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { countForSitemap, listCategories, listForSitemap, type SitemapPlace } from './page-store.ts'

/** Products in one file of the sitemap. Each has an entry with links to its page in every language. */
const perFile = 5000
const perQuery = 1000
/** The platform's own pages. */
const ownPages = ['', '/shops', '/search', '/promises', '/help', '/imprint', '/privacy', '/terms']
/** Milliseconds. */
const countsMaxAge = 60_000

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)

/** Private pages are left out of robots.txt by name; each also says `noindex`. */
const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /*/cart',
    'Disallow: /*/checkout',
    'Disallow: /*/orders',
    'Disallow: /*/find-order',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

/** The place of the product with this number; null behind the last one. */
function placeOf(shops: readonly { shop_code: string; products: number }[], number: number): SitemapPlace | null {
  let skip = number
  for (const { shop_code: code, products } of shops) {
    if (skip < products) return { code, id: null, skip }
    skip -= products
  }
  return null
}

export function serveCrawlers(http: FastifyInstance, ctx: AppContext): void {
  const { storefrontUrl: origin } = ctx.settings
  // The text of an entry between its addresses: the path stands in it once for each language.
  const aroundPath = [
    `<url><loc>${xml(origin)}/${defaultLanguage}`,
    ...languages.map(
      ({ code }, i) =>
        `${i === 0 ? '</loc>' : '"/>'}<xhtml:link rel="alternate" hreflang="${code}" href="${xml(origin)}/${code}`,
    ),
    `"/><xhtml:link rel="alternate" hreflang="x-default" href="${xml(origin)}/${defaultLanguage}`,
    '"/></url>\n',
  ]
  const entry = (path: string): string => aroundPath.join(xml(path))

  let counted: { at: number; counts: ReturnType<typeof countForSitemap> } | undefined
  /** A crawler asks for all files one after the other, so the counts are kept for a minute. */
  const counts = () => {
    if (!counted || performance.now() - counted.at > countsMaxAge) {
      const own = { at: performance.now(), counts: countForSitemap(ctx.db) }
      counted = own
      own.counts.catch(() => {
        if (counted === own) counted = undefined
      })
    }
    return counted.counts
  }

  http.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots(origin)),
  )

  http.get('/sitemap.xml', async (_request, reply) => {
    const products = (await counts()).reduce((sum, shop) => sum + shop.products, 0)
    const files = Math.max(1, Math.ceil(products / perFile))
    const list = Array.from(
      { length: files },
      (_, i) => `<sitemap><loc>${xml(`${origin}/sitemap-${i + 1}.xml`)}</loc></sitemap>`,
    ).join('\n')
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list}\n</sitemapindex>\n`,
      )
  })

  async function* sitemap(file: number): AsyncGenerator<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
    if (file === 1) {
      const categories = await listCategories(ctx.db, '', defaultLanguage)
      const found = categories.map(({ id }) => `/search?${new URLSearchParams({ category: id }).toString()}`)
      yield [...ownPages, ...found].map(entry).join('')
    }
    let place = placeOf(await counts(), (file - 1) * perFile)
    let [shop, left] = [place?.skip ? place.code : '', perFile]
    while (place && left > 0) {
      const wanted = Math.min(perQuery, left)
      const rows: Awaited<ReturnType<typeof listForSitemap>> = await listForSitemap(ctx.db, place, wanted)
      let text = ''
      for (const row of rows) {
        if (row.shop_code !== shop) text += entry(`/s/${row.shop_code}`)
        text += entry(productPath(row.shop_code, row.id, row.base_name))
        shop = row.shop_code
      }
      yield text
      const last = rows.at(-1)
      place = last && rows.length === wanted ? { code: last.shop_code, id: last.id, skip: 0 } : null
      left -= rows.length
    }
    yield '</urlset>\n'
  }

  http.get<{ Params: { file: string } }>('/sitemap-:file.xml', (request, reply) => {
    const { file } = request.params
    if (!/^[1-9]\d{0,3}$/.test(file)) return refuse('request/not-found')
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(Readable.from(sitemap(Number(file))))
  })
}
