/** What programs read: robots.txt, and the sitemap as a stream. */
import { Readable } from 'node:stream'
import { languages } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { productPath } from '@quayside/contract/storefront-pages'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { refuse } from '../../platform/refusal.ts'
import { countForSitemap, listForSitemap } from './page-store.ts'

/** Products in one file of the sitemap. Each has an entry with links to its page in every language. */
const perFile = 5000
const perQuery = 1000

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

export function serveCrawlers(http: FastifyInstance, ctx: AppContext): void {
  const { storefrontUrl: origin } = ctx.settings
  const address = (lang: string, path: string) => xml(`${origin}/${lang}${path}`)
  const entry = (path: string): string =>
    `<url><loc>${address(defaultLanguage, path)}</loc>${languages
      .map(({ code }) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address(code, path)}"/>`)
      .join('')}</url>\n`

  http.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots(origin)),
  )

  http.get('/sitemap.xml', async (_request, reply) => {
    const files = Math.max(1, Math.ceil((await countForSitemap(ctx.db)) / perFile))
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
    if (file === 1) yield entry('') + entry('/search') + entry('/promises')
    let after: { code: string; id: string } | null = null
    let skip = (file - 1) * perFile
    let left = perFile
    while (left > 0) {
      const rows = await listForSitemap(ctx.db, after, Math.min(perQuery, left), skip)
      skip = 0
      let text = ''
      for (const row of rows) {
        if (row.first) text += entry(`/s/${row.shop_code}`)
        text += entry(productPath(row.shop_code, row.id, row.base_name))
      }
      yield text
      if (rows.length < Math.min(perQuery, left)) break
      left -= rows.length
      after = { code: rows.at(-1)!.shop_code, id: rows.at(-1)!.id }
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
