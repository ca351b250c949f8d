/** The storefront's pages over the real server and database, rendered from their sources. */
import { brotliDecompressSync } from 'node:zlib'
import { languages, reviewOrder } from '@quayside/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import {
  aMerchant,
  anOrder,
  aShopPicture,
  aStockedShop,
  closeShopNow,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { openApp } from '../../../composition/app.ts'
import { watchEarly } from '../../../platform/http/answer-early.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { readTag } from '../../../platform/database/table-declarations.ts'
import { jobTasks } from '../../../composition/worker.ts'
import { traceRetention } from '../self-dealing/signs.ts'
import { privacyDays } from './read-help.ts'
import { preferredLanguage } from './request-language.ts'

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
  accept: 'text/html',
}
let server: TestServer
let shop: TestShop

beforeAll(async () => {
  server = await startTestServer({
    settings: {
      storefrontUrl: 'https://buy.example',
      imprint: {
        legalName: 'Quayside Example Ltd',
        address: '1 Harbour Square, Cork, Ireland',
        complaints: 'complaints@quayside.example',
      },
    },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server, { products: 3 })
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.storefront.inject({ url, headers: { ...browser, ...headers } })
const productUrl = (lang = 'en') => `/${lang}/s/${shop.shopCode}/p/${shop.listings[0]!.id}`
const visitors = async () =>
  (await queryOne(
    server.owner,
    sql<{ n: number }>`select count(*)::int as n from visit where shop_id = ${shop.shopId}`,
  ))!.n
const isKept = (answer: { headers: Record<string, unknown> }) => answer.headers['server-timing'] === 'kept'

describe('language', () => {
  test('is the one that the browser prefers, among those that exist', () => {
    expect(preferredLanguage('de-DE, ja;q=0.8, fr;q=0.9')).toBe('fr')
    expect(preferredLanguage('zh-TW')).toBe('zh-Hant')
    expect(preferredLanguage('ar;q=0, tr')).toBe('tr')
    expect(preferredLanguage('*')).toBe('en')
    expect(preferredLanguage(undefined)).toBe('en')
  })

  test('the first visit leads to it; after that the path decides', async () => {
    const first = await get('/', { 'accept-language': 'ar' })
    expect([first.statusCode, first.headers.location, first.headers.vary]).toEqual([303, '/ar', 'accept-language'])
    expect((await get(`/s/${shop.shopCode}`, { 'accept-language': 'ja' })).headers.location).toBe(
      `/ja/s/${shop.shopCode}`,
    )
    const { body } = await get('/ar', { 'accept-language': 'en' })
    expect(body).toContain('<html lang="ar" dir="rtl">')
    expect((await get('/xx')).statusCode).toBe(404)
  })

  test.each(languages.map(({ code }) => code))('%s: every public page', async (lang) => {
    for (const url of [
      `/${lang}`,
      `/${lang}/search`,
      `/${lang}/shops`,
      `/${lang}/s/${shop.shopCode}`,
      ...['promises', 'help', 'imprint', 'privacy', 'terms'].map((name) => `/${lang}/${name}`),
      productUrl(lang),
    ]) {
      const { statusCode, body } = await get(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(body).toContain(`<html lang="${lang}"`)
      expect(body.match(/<h1/g)).toHaveLength(1)
      // No price is struck out, and no box is ticked.
      expect(body).not.toMatch(/<(?:s|del|strike)[ >]|line-through|checked=""/)
      // Every language, and the one for all others.
      expect(body.match(/rel="alternate"/g)).toHaveLength(languages.length + 1)
      expect(body).toContain(`<link rel="canonical" href="https://buy.example/${lang}`)
      // No text is missing: a missing one would show its key.
      expect(body.replaceAll(/<script.*?<\/script>/g, '')).not.toMatch(/store\.[a-z]/)
    }
  })
})

describe('imprint, privacy and terms', () => {
  test('name the operator, and say the times that the settings and the database keep', async () => {
    const { ctx } = server.app
    const main = async (name: string) => /<main.*<\/main>/s.exec((await get(`/ga/${name}`)).body)![0]
    for (const name of ['imprint', 'privacy']) {
      const body = await main(name)
      expect(body).toContain('Quayside Example Ltd')
      expect(body).toContain('1 Harbour Square, Cork, Ireland')
      expect(body).toContain('href="mailto:complaints@quayside.example"')
    }
    const now = server.clock.now()
    const terms = await main('terms')
    for (const name of ['order.payment-window', 'order.pickup-window', 'order.protection-window'] as const)
      expect(terms).toContain(` ${ctx.business.at(name, now)} `)
    expect(terms).toContain(`laistigh de ${ctx.business.at('refund.decision-window', now)} lá`)
    // What the page says is deleted, the database deletes.
    const privacy = await main('privacy')
    const evidence = (await readTag(server.owner, 'retention')).find(({ table }) => table === 'dispute_evidence')!
    expect(evidence.value).toMatch(new RegExp(`^${privacyDays.evidence} days after`))
    expect(minutes(privacyDays.marks * 24 * 60)).toBe(traceRetention)
    expect(privacy).toContain(` ${privacyDays.evidence} lá`)
    expect(privacy).toContain(` ${privacyDays.marks} lá`)
    expect(privacy).toContain('href="/ga/account/data"')
  })

  test('are linked from every page and are in the sitemap', async () => {
    const { body } = await get(productUrl())
    const { body: sitemap } = await get('/sitemap-1.xml')
    for (const name of ['imprint', 'privacy', 'terms', 'help', 'shops']) {
      expect(body).toContain(`href="/en/${name}"`)
      expect(sitemap).toContain(`<loc>https://buy.example/en/${name}</loc>`)
    }
  })
})

type Way = { itemListElement: { item: string }[] }
const dataOf = (body: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)![1]!)

/** What search engines require of each type that the pages use, of Google's pages about products and breadcrumbs. */
const required: Record<string, string[]> = {
  Product: ['name', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url'],
  Organization: ['name'],
  Person: ['name'],
  AggregateRating: ['ratingValue', 'reviewCount'],
  Review: ['author', 'reviewRating', 'datePublished'],
  Rating: ['ratingValue', 'bestRating'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays', 'returnFees'],
  OfferShippingDetails: ['shippingRate', 'deliveryTime'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: ['transitTime'],
  QuantitativeValue: ['minValue', 'maxValue', 'unitCode'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
}
/** The properties that structured data lack, and those without a value. A type that is not in the table is one too. */
function lacksIn(data: unknown, at = ''): string[] {
  if (data === null || data === '' || (Array.isArray(data) && data.length === 0)) return [`${at} is empty`]
  if (typeof data !== 'object') return []
  const own = Object.entries(data).flatMap(([name, value]) => lacksIn(value, `${at}/${name}`))
  if (Array.isArray(data)) return own
  const type = (data as Record<string, unknown>)['@type']
  const names = required[String(type)]
  return [
    ...own,
    ...(names ?? [`an entry of the table for ${String(type)}`])
      .filter((name) => !Object.hasOwn(data, name))
      .map((name) => `${at} lacks ${name}`),
  ]
}

test('the structured data of each product says what its page shows, and has what search engines require', async () => {
  const own = await aStockedShop(server, { products: 3 })
  const url = (id: string) => `/en/s/${own.shopCode}/p/${id}`
  await sql`update variant_stock set pieces = 0
    where variant_id = (select product_id from listing where id = ${own.listings[2]!.id})`.execute(server.owner)
  // The change of the stock drops the kept pages of the shop.
  await eventually(async () => expect(/Currently sold out/.test((await get(url(own.listings[2]!.id))).body)).toBe(true))
  for (const [at, { id, price }] of own.listings.entries()) {
    const { body } = await get(url(id))
    const [data, way] = dataOf(body) as [{ name: string; image: string[]; offers: { url: string } }, Way]
    expect(lacksIn([data, way])).toEqual([])
    // The way to the product leads to pages.
    expect(way.itemListElement.map(({ item }) => new URL(item).pathname)).toEqual([
      '/en',
      `/en/s/${own.shopCode}`,
      new URL(data.offers.url).pathname,
    ])
    // No field says whether it is new, and no country is known in which a policy holds.
    for (const name of ['itemCondition', 'hasMerchantReturnPolicy']) expect(data.offers).not.toHaveProperty(name)
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: /<h1[^>]*><bdi>(.*?)<\/bdi>/.exec(body)![1],
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'USD',
        availability: `https://schema.org/${at === 2 ? 'OutOfStock' : 'InStock'}`,
      },
    })
    expect(body).toContain(`<bdi dir="ltr">$${Number(price).toLocaleString('en', { minimumFractionDigits: 2 })}</bdi>`)
    for (const image of data.image ?? []) expect(body).toContain(new URL(image).pathname.replace('.webp', ''))
    // Nobody has reviewed it: a rating would be invented.
    expect(data).not.toHaveProperty('aggregateRating')
    expect(data).not.toHaveProperty('review')
    expect(body).toContain(`<link rel="canonical" href="${data.offers.url}"`)
    expect((await get(new URL(data.offers.url).pathname)).statusCode).toBe(200)
    expect(body).toMatch(/<meta property="og:image" content="https:\/\/buy\.example\//)
  }
})

test('structured data have the shipping rates, the policy of refunds and the reviews that the page shows', async () => {
  const own = await aStockedShop(server)
  const { settings } = server.app.ctx
  settings.shippingRates = [
    { country: 'IE', cost: 450, from: 4, to: 9 },
    { country: '*', cost: 1200, from: 10, to: 25 },
  ]
  try {
    await sql`update shop set country = 'BR' where id = ${own.shopId}`.execute(server.owner)
    const order = await anOrder(server, own, { status: 6 })
    await server.must(reviewOrder, { id: order.id, rating: 4, text: 'Keeps tea warm.' }, { token: order.buyer.token })
    const { body } = await get(`/ja/s/${own.shopCode}/p/${own.listings[0]!.id}`)
    const data = dataOf(body)
    expect(lacksIn(data)).toEqual([])
    expect(data).toMatchObject([
      {
        aggregateRating: { ratingValue: 4, reviewCount: 1 },
        review: [{ reviewRating: { ratingValue: 4 }, reviewBody: 'Keeps tea warm.' }],
        offers: {
          // Of the countries without a rate of their own there is no list.
          shippingDetails: [
            {
              shippingRate: { value: '4.50', currency: 'USD' },
              shippingDestination: { addressCountry: 'IE' },
              deliveryTime: { transitTime: { minValue: 4, maxValue: 9 } },
            },
          ],
          hasMerchantReturnPolicy: {
            applicableCountry: ['BR', 'IE'],
            merchantReturnDays: 7,
            returnFees: 'https://schema.org/FreeReturn',
          },
        },
      },
      { '@type': 'BreadcrumbList' },
    ])
    for (const text of ['$4.50', 'Keeps tea warm.', '7日間']) expect(body).toContain(text)
  } finally {
    settings.shippingRates = null
  }
})

test('the terms of refunds on product, promises and in the structured data are those of the settings', async () => {
  const own = await aStockedShop(server)
  await sql`update shop set country = 'IE' where id = ${own.shopId}`.execute(server.owner)
  const { business } = server.app.ctx
  const at = business.at.bind(business)
  const changed = { 'order.protection-window': 21, 'refund.answer-window': 96 } as Record<string, number>
  const spy = vi.spyOn(business, 'at').mockImplementation((name, when) => (changed[name] ?? at(name, when)) as never)
  try {
    for (const [lang, then, days, hours] of [
      ['en', '21 days to request', '21 days after delivery', 'within 96 hours'],
      ['ru', '21 день', 'В течение 21 дня после', 'в течение 96 часов'],
      ['ar', '21 يومًا', '21 يومًا', '96 ساعة'],
      ['ja', '21日間', '21日間', '96時間以内'],
    ] as const) {
      const product = (await get(`/${lang}/s/${own.shopCode}/p/${own.listings[0]!.id}`)).body
      expect(product).toContain(then)
      expect(product).toContain('"merchantReturnDays":21')
      // The page of a test before may be kept until it is dropped.
      await sql`select pg_notify('quayside', 'shelf all')`.execute(server.owner)
      await eventually(async () => {
        const promises = (await get(`/${lang}/promises`)).body
        for (const text of [days, hours]) expect(promises).toContain(text)
      })
    }
  } finally {
    spy.mockRestore()
  }
})

test('who sells is named as the seller states it, and marked as unchecked', async () => {
  const own = await aStockedShop(server)
  const trader = async () =>
    /<section aria-labelledby="trader".*?<\/section>/s.exec((await get(`/en/s/${own.shopCode}`)).body)![0]
  expect(await trader()).not.toContain('Provided by the seller')
  await sql`update shop set legal_name = 'Pier <Goods> Ltd', registration_number = 'IE 123', contact_email = 'hello@pier.example'
    where id = ${own.shopId}`.execute(server.owner)
  await eventually(async () => expect(await trader()).toContain('Pier &lt;Goods&gt; Ltd'))
  expect(await trader()).toMatch(/mailto:hello@pier\.example.*IE 123.*Provided by the seller/s)
})

test('all shops stand in a directory by name, and those with the words above the products of a search', async () => {
  const mark = `Quill${newId().slice(0, 6)}`
  const name = async (at: TestShop, text: string) =>
    sql`update shop set name = ${text} where id = ${at.shopId}`.execute(server.owner)
  const [late, early, closed] = [await aStockedShop(server), await aStockedShop(server), await aStockedShop(server)]
  await name(late, `Zed ${mark}`)
  await name(early, `Äther & ${mark}`)
  await name(closed, `Bee ${mark}`)
  await closeShopNow(server, closed.shopId)
  const shopsOf = async (url: string) =>
    [...(await get(url)).body.matchAll(/href="\/en\/s\/(\w+)" class="tile-name/g)].map(([, code]) => code!)
  await eventually(async () => {
    const listed = await shopsOf('/en/shops')
    expect(listed.indexOf(early.shopCode)).toBeGreaterThanOrEqual(0)
    expect(listed.indexOf(late.shopCode)).toBeGreaterThan(listed.indexOf(early.shopCode))
    expect(listed).not.toContain(closed.shopCode)
  })
  const { body } = await get('/en/shops?page=99')
  expect(body).toContain('<h1')
  // All words, in any order, without regard to case and accents.
  expect(await shopsOf(`/en/search?q=${mark.toLowerCase()}%20ather`)).toEqual([early.shopCode])
  expect(await shopsOf(`/en/search?q=${mark}&page=2`)).toEqual([])
  expect(await shopsOf('/en/search')).toEqual([])
})

test('the products of a shop are sorted and kept to a price range', async () => {
  const own = await aStockedShop(server, { products: 3 })
  const cents = [3000, 1000, 2000]
  for (const [i, { id }] of own.listings.entries())
    await sql`update listing set selling_price = ${cents[i]} where id = ${id}`.execute(server.owner)
  const prices = async (query: string) => {
    const { body } = await get(`/ar/s/${own.shopCode}?${query}`)
    const list = /<section aria-labelledby="products".*?<\/section>/s.exec(body)![0]
    return {
      body,
      prices: [...list.matchAll(/<bdi dir="ltr">[^<]*?(\d+)[.,٫]00/g)].map(([, amount]) => Number(amount)),
    }
  }
  await eventually(async () => expect((await prices('sort=price')).prices).toEqual([10, 20, 30]))
  // Own digits are read too.
  expect((await prices('least=٢٠&sort=price')).prices).toEqual([20, 30])
  const some = await prices('least=10&most=20,00&sort=price')
  expect(some.prices).toEqual([10, 20])
  expect(some.body).toContain('value="20.00"')
  expect(some.body).toContain('<meta name="robots" content="noindex"')
  expect((await prices('least=many&sort=price')).prices).toEqual([10, 20, 30])
  expect((await prices('least=40')).body).toContain('لا شيء يطابق')
})

test('a product’s page begins with the shop, says at the name which language it is in, and opens its pictures', async () => {
  const own = await aStockedShop(server)
  await sql`update shop set name = 'Pier & Goods' where id = ${own.shopId}`.execute(server.owner)
  const file = `/files/${newId()}.webp`
  await sql`update product set picture = ${file} where id = ${own.products[0]!}`.execute(server.owner)
  const read = async (lang: string) => (await get(`/${lang}/s/${own.shopCode}/p/${own.listings[0]!.id}`)).body
  await eventually(async () => expect(await read('da')).toContain(file))
  const body = await read('da')
  const header = /<header.*?<\/header>/s.exec(body)![0]
  expect(header.indexOf('Pier &amp; Goods')).toBeGreaterThan(0)
  expect(header.indexOf('Pier &amp; Goods')).toBeLessThan(header.indexOf('aria-label="Quayside"'))
  expect(body).toMatch(/<\/h1><p[^>]*>Denne tekst findes kun på engelsk|<\/h1><p[^>]*>[^<]*engelsk/)
  expect(await read('en')).not.toContain('only available in')
  expect(body).toMatch(new RegExp(`<a id="picture-1" href="${file}" aria-label="Åbn billede 1 af 1`))
})

test('reviews have pages and the number of each star, and count for a product only if the order had no other', async () => {
  const own = await aStockedShop(server, { products: 2 })
  const review = async (rating: number, listings: number) => {
    const order = await anOrder(server, own, { status: 6, listings })
    const text = `${listings} and ${rating}`
    server.clock.pass(minutes(1))
    await server.must(reviewOrder, { id: order.id, rating, text }, { token: order.buyer.token })
  }
  // An order with both products that was bad, a completed one without a review, and eleven good ones of the first.
  await review(1, 2)
  await anOrder(server, own, { status: 6 })
  for (let i = 0; i < 11; i += 1) await review(i < 8 ? 5 : 4, 1)
  const [first, second] = own.listings.map(({ id }) => `/en/s/${own.shopCode}/p/${id}`)
  const parts = async (url: string) => {
    const { body } = await get(url)
    const reviews = /<section aria-labelledby="reviews".*?<\/section>/s.exec(body)![0]
    const data = [dataOf(body)].flat()[0] as { aggregateRating?: { ratingValue: number; reviewCount: number } }
    return {
      body,
      data,
      counts: [...reviews.matchAll(/tabular-nums">(\d+)</g)].map(([, n]) => Number(n)),
      texts: [...reviews.matchAll(/<p dir="auto">(\d and \d)</g)].map(([, text]) => text),
      reviews,
    }
  }
  const shopPage = await parts(`/en/s/${own.shopCode}`)
  expect(shopPage.counts).toEqual([8, 3, 0, 0, 1])
  expect(shopPage.reviews).toContain('Reviews: 12 of 13 completed orders')
  expect(shopPage.data.aggregateRating).toMatchObject({ ratingValue: 4.4, reviewCount: 12 })
  expect(shopPage.texts).toHaveLength(10)
  expect(shopPage.reviews).toContain(`href="/en/s/${own.shopCode}?reviews=2#reviews"`)
  // The oldest are on the second page, which is the same page for a search engine.
  const next = await parts(`/en/s/${own.shopCode}?reviews=2`)
  expect(next.texts).toEqual(['1 and 5', '2 and 1'])
  expect(next.body).toContain(`<link rel="canonical" href="https://buy.example/en/s/${own.shopCode}"`)

  const good = await parts(first!)
  expect(good.counts).toEqual([8, 3, 0, 0, 0])
  expect(good.reviews).toContain('Reviews: 11 of 12 completed orders')
  expect(good.data.aggregateRating).toMatchObject({ ratingValue: 4.7, reviewCount: 11 })
  expect((await parts(`${first}?reviews=2`)).texts).toEqual(['1 and 5'])
  // The bad order says nothing of the second product alone.
  const none = await parts(second!)
  expect([none.counts, none.texts, none.data.aggregateRating]).toEqual([[], [], undefined])
  server.clock.pass(-minutes(12))
})

test('another spelling of a product’s address leads to the present one; wrong ones get a page in the language', async () => {
  const moved = await get(`${productUrl('ja')}/old-name`)
  expect(moved.statusCode).toBe(308)
  expect((await get(String(moved.headers.location))).statusCode).toBe(200)
  for (const url of [
    `/ja/s/${shop.shopCode}/p/${newId()}`,
    '/ja/s/NOSUCHSHOP',
    '/ja/nothing',
    `${productUrl('ja')}'--`,
    // The router takes neither: no part of them can be decoded, or it is too long.
    '/ja/s/%E0%A4%A',
    `/ja/s/${'a'.repeat(300)}`,
  ]) {
    const { statusCode, body, headers } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('<html lang="ja"')
    expect(body).toContain('ページが見つかりません')
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff' })
  }
})

test('an address with a slash at its end leads to its page, and never to another host', async () => {
  for (const [url, to] of [
    ['/en/', '/en'],
    ['/fr/shops/?page=2', '/fr/shops?page=2'],
  ] as const) {
    const { statusCode, headers } = await get(url)
    expect([url, statusCode, headers['location']]).toEqual([url, 308, to])
  }
  for (const url of ['//elsewhere.example/', '/\\elsewhere.example/', '/en//', '/'])
    expect([url, (await get(url)).headers['location'] ?? '']).toEqual([url, expect.stringMatching(/^(\/[a-zA-Z-]+)*$/)])
})

test('words of people are text and never markup', async () => {
  await sql`update shop set introduction = ${'</script><script>alert(1)</script><b>'} where id = ${shop.shopId}`.execute(
    server.owner,
  )
  await eventually(async () => expect((await get(`/en/s/${shop.shopCode}`)).body).toContain('&lt;b&gt;'))
  const { body } = await get(`/en/s/${shop.shopCode}?q=${encodeURIComponent('"><script>')}`)
  expect(body).not.toContain('<script>')
})

test('no page runs or loads anything from elsewhere', async () => {
  const { headers, body } = await get(productUrl())
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  expect(headers['set-cookie']).toBeUndefined()
  expect(body).not.toMatch(/ style="| on[a-z]+="/)
})

describe('finished pages', () => {
  test('are kept, and sent again only when they changed', async () => {
    await get('/tr')
    const again = await get('/tr')
    expect(isKept(again)).toBe(true)
    const tag = String(again.headers.etag).replace(/^W\//, '')
    for (const named of [tag, `W/${tag}`, `"other", W/${tag}`])
      expect((await get('/tr', { 'if-none-match': named })).statusCode).toBe(304)
    expect((await get('/tr', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await get('/tr', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })

  test('are compressed well when they are asked for again, with the same headers', async () => {
    const ask = () => get('/nl/search?q=compressed', { 'accept-encoding': 'br' })
    const first = await ask()
    expect(isKept(first)).toBe(false)
    // A change of a former test may still drop the page.
    const second = await eventually(async () => {
      const kept = await ask()
      expect(isKept(kept)).toBe(true)
      return kept
    })
    const {
      'server-timing': _timing,
      'x-request-id': _id,
      'content-length': _length,
      date: _date,
      ...headers
    } = second.headers
    expect(first.headers).toMatchObject(headers)
    expect(Object.keys(headers)).toContain('content-security-policy')
    await eventually(async () => expect((await ask()).rawPayload.length).toBeLessThan(first.rawPayload.length))
    const texts = [first, await ask()].map(({ rawPayload }) => brotliDecompressSync(rawPayload).toString())
    expect(texts[1]).toBe(texts[0])
  })

  test('are dropped by a change of price, of the shop and of the catalogue', async () => {
    const [listing] = shop.listings
    const sees = (url: string, text: string) => eventually(async () => expect((await get(url)).body).toContain(text))
    await get(productUrl('it'))
    await sql`update listing set selling_price = 123456 where shop_id = ${shop.shopId} and id = ${listing!.id}`.execute(
      server.owner,
    )
    await sees(productUrl('it'), '"price":"1234.56"')
    await get('/it')
    await sql`update shop set name = 'Renamed harbour' where id = ${shop.shopId}`.execute(server.owner)
    await sees('/it', 'Renamed harbour')
    await sees(`/it/s/${shop.shopCode}`, 'Renamed harbour')
    await get(productUrl('it'))
    await sql`update variant_stock set pieces = 3 where variant_id = ${shop.products[0]!}`.execute(server.owner)
    const { body } = await eventually(async () => {
      const page = await get(`/it/s/${shop.shopCode}`)
      expect(page.statusCode).toBe(200)
      return page
    })
    expect(body).toContain('Renamed harbour')
  })

  test('are read anew for a parameter that counts, and for no other', async () => {
    await get('/da')
    // The change of the test before may still be on its way, and drop the page.
    await eventually(async () => expect(isKept(await get('/da?utm_source=x'))).toBe(true))
    expect(isKept(await get('/da/search?q=zzzz'))).toBe(false)
    expect((await get('/da/search?q=zzzz')).body).toContain('zzzz')
    expect((await get('/da/search?q=a&q=b&page=-1&sort=nonsense')).statusCode).toBe(200)
  })
})

test('a search without a result leads to the categories of all products, without its words', async () => {
  const { body } = await get('/en/search?q=zzzz-nothing')
  // The words stay in the field, to be changed.
  expect(body.slice(body.indexOf('<header'), body.indexOf('</header'))).toContain('value="zzzz-nothing"')
  expect(body).toContain('No results for “zzzz-nothing”.')
  // There is something to buy all the same.
  expect(body).toMatch(/New arrivals<\/h2>.*class="tile-picture/s)
  const links = [...body.matchAll(/<a class="chip" href="([^"]*)"/g)].map(([, link]) => link!)
  expect(links.length).toBeGreaterThan(1)
  for (const link of links) {
    expect(link).not.toContain('zzzz')
    const { statusCode, body: next } = await get(link.replaceAll('&amp;', '&'))
    expect([link, statusCode]).toEqual([link, 200])
    expect(next).toContain('class="tile-picture')
  }
  const own = (await get(`/en/s/${shop.shopCode}?q=zzzz-nothing`)).body
  expect(own).toContain('No results for “zzzz-nothing”.')
  // Words that are found stay in the links.
  const name = /class="tile-name[^"]*"[^>]*><bdi>([^<]*)</.exec((await get('/en/search')).body)![1]!
  const found = (await get(`/en/search?q=${encodeURIComponent(name)}`)).body
  expect(/<a class="chip" href="([^"]*category=[^"]*)"/.exec(found)![1]).toContain('q=')
})

test('new arrivals are mixed over the shops: one that adds many products takes no more places than another', async () => {
  const many = await aStockedShop(server, { products: 14 })
  const few = await aStockedShop(server)
  await eventually(async () => {
    const { body } = await get('/en')
    const newest = /<section aria-labelledby="newest".*?<\/section>/s.exec(body)![0]
    const codes = [...newest.matchAll(/href="\/en\/s\/([A-Z0-9]+)\/p\//g)].map(([, code]) => code)
    expect(codes).toHaveLength(12)
    // The last one that added something first, then the next shop.
    expect(codes.slice(0, 2)).toEqual([few.shopCode, many.shopCode])
    expect(codes.filter((code) => code === many.shopCode).length).toBeLessThan(11)
  })
})

test('a category or page that does not exist is not found, and a category without products is not indexed', async () => {
  const code = shop.shopCode
  for (const url of [
    '/en/search?category=anything',
    '/en/search?category=anything&q=zzzz',
    '/en/search?page=50',
    '/en/search?page=999',
    `/en/s/${code}?page=2`,
    `/en/s/${code}?category=anything`,
    `/en/s/${code}?category=${newId()}`,
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  await sql`insert into category (id, slug, names, created_at) values (${newId()}, 'nobody-sells', '{"en": "Nobody sells"}', now())`.execute(
    server.owner,
  )
  const { statusCode, body } = await get('/en/search?category=nobody-sells')
  expect(statusCode).toBe(200)
  expect(body).toContain('No products are for sale here right now.')
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  const [, slug] = /category=([\w-]+)"/.exec((await get('/en/search')).body)!
  expect((await get(`/en/search?category=${slug}&page=1`)).body).toContain(
    `<link rel="canonical" href="https://buy.example/en/search?category=${slug}"`,
  )
})

describe('kept pages past Fastify', () => {
  let early: string[] = []
  let origin: string
  beforeAll(async () => {
    const { storefront } = server.app
    watchEarly(storefront, (method, route, status) => early.push(`${method} ${route} ${status}`))
    await storefront.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(storefront.server.address() as { port: number }).port}`
  })
  afterEach(() => {
    early = []
    vi.restoreAllMocks()
  })

  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const before = early.length
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { ...browser, 'accept-encoding': 'br', ...headers },
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
      early: early.length > before,
    }
  }
  const kept = (path: string, headers: Record<string, string> = {}) =>
    eventually(async () => {
      const answer = await ask(path, headers)
      expect(answer.early).toBe(true)
      return answer
    })

  test('are what Fastify would send, with a line in the log and its visitor', async () => {
    const own = await aStockedShop(server)
    const path = `/en/s/${own.shopCode}`
    const info = vi.spyOn(server.app.ctx.log, 'info')
    const answer = await kept(path)
    expect(info.mock.lastCall?.[0]).toEqual({
      reqId: answer.headers.get('x-request-id'),
      method: 'GET',
      route: '/:lang/s/:code',
      status: 200,
      milliseconds: expect.any(Number) as number,
      who: 'nobody',
    })
    expect(early.at(-1)).toBe('GET /:lang/s/:code 200')
    // A header that only the other way understands.
    const through = await ask(path, { 'x-forwarded-for': '203.0.113.9' })
    expect([through.status, through.early]).toEqual([200, false])
    expect(answer.body).toBe(through.body)
    const comparable = ({ headers }: typeof answer) =>
      [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name))
    expect(comparable(await kept(path))).toEqual(comparable(through))
    const known = await kept(path, { 'if-none-match': answer.headers.get('etag')! })
    expect([known.status, known.body]).toEqual([304, ''])
    await kept(path, { 'user-agent': `${browser['user-agent']} past Fastify` })
    shop = { ...shop, shopId: own.shopId }
    await eventually(async () => expect(await visitors()).toBe(2), { timeout: 10_000 })
  })

  test('belong to their address and are dropped with their shop', async () => {
    const [one, two] = [await aStockedShop(server), await aStockedShop(server)]
    const page = (own: TestShop) => `/en/s/${own.shopCode}/p/${own.listings[0]!.id}`
    expect((await kept(page(one))).body).toContain(one.shopCode)
    expect((await kept(page(two))).body).not.toContain(one.shopCode)
    await sql`update listing set selling_price = 654321 where shop_id = ${one.shopId}`.execute(server.owner)
    await eventually(async () => expect((await ask(page(one))).body).toContain('"price":"6543.21"'))
    expect((await kept(page(two))).body).not.toContain('6543.21')
  })

  test('go to nobody who takes them otherwise, not while changes are not heard, and not from a server that stops', async () => {
    const path = '/nl/promises'
    await kept(path)
    expect((await ask(path, { 'accept-encoding': 'gzip' })).early).toBe(false)
    expect((await ask(path, {}, 'HEAD')).early).toBe(false)
    expect((await ask(path, {}, 'POST')).status).toBe(404)
    expect((await ask(`${path}?x=1`)).early).toBe(false)
    server.app.ctx.changes.connected = false
    expect((await ask(path)).early).toBe(false)
    server.app.ctx.changes.connected = true
    await kept(path)
    vi.spyOn(server.app.storefront.server, 'listening', 'get').mockReturnValue(false)
    expect((await ask(path)).early).toBe(false)
  })
})

test('a sale of one of the last pieces drops the pages of the shops that list the product, and no others', async () => {
  const [one, two] = [await aStockedShop(server), await aStockedShop(server)]
  const page = (own: TestShop) => `/ga/s/${own.shopCode}/p/${own.listings[0]!.id}`
  for (const own of [one, two]) await eventually(async () => expect(isKept(await get(page(own)))).toBe(true))
  const heard: (string | null)[] = []
  server.app.ctx.changes.onShelfChange((shopId) => heard.push(shopId))
  await sql`update variant_stock set pieces = 2 where variant_id = ${one.products[0]!}`.execute(server.owner)
  await eventually(() => expect(heard).toContain(one.shopId))
  expect(heard).not.toContain(null)
  expect(isKept(await get(page(two)))).toBe(!heard.includes(two.shopId))
})

test('a product of more than sixteen shops drops the pages of every shop', async () => {
  const own = await aStockedShop(server)
  const heard: (string | null)[] = []
  server.app.ctx.changes.onShelfChange((shopId) => heard.push(shopId))
  for (let n = 0; n < 17; n += 1) {
    const { shopId } = await aMerchant(server)
    await sql`insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
      values (${shopId}, ${newId()}, ${own.products[0]!}, 1000, 'on-shelf', now())`.execute(server.owner)
  }
  await sql`update variant_stock set pieces = 1 where variant_id = ${own.products[0]!}`.execute(server.owner)
  await eventually(() => expect(heard).toContain(null))
})

test('one page that many ask for at once is made once, and other spellings of its address lead to it', async () => {
  const word = `once ${newId()}`
  const answers = await Promise.all(
    [word, word, ` ${word.replace(' ', '   ')}`, word].map((q, n) =>
      get(`/ga/search?q=${encodeURIComponent(q)}${['', '&sort=fit', '&page=1', '&sort=nonsense&page=-1'][n]}`),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
})

test('visitors are counted once a day, also on kept pages; prefetches, bots and HEAD are not', async () => {
  const own = await aStockedShop(server)
  shop = { ...shop, shopId: own.shopId }
  const url = `/en/s/${own.shopCode}`
  // Another browser, so that it would count beside the visitor below.
  await get(url, { 'sec-purpose': 'prefetch', 'user-agent': `${browser['user-agent']} Prefetching` })
  await get(url, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await server.app.storefront.inject({ method: 'HEAD', url, headers: browser })
  const written = { timeout: 10_000 }
  await get(url)
  await eventually(async () => expect(await visitors()).toBe(1), written)
  expect(isKept(await get(url, { 'user-agent': `${browser['user-agent']} Other` }))).toBe(true)
  await eventually(async () => expect(await visitors()).toBe(2), written)
  await get(url)
  await get(url, { 'user-agent': `${browser['user-agent']} Third` })
  await eventually(async () => expect(await visitors()).toBe(3), written)
})

test('visits are written together, with their views and clicks, and sixty new ones of an address in an hour', async () => {
  const own = await aStockedShop(server, { products: 2 })
  shop = { ...shop, shopId: own.shopId }
  const [first, second] = own.listings
  const page = (id: string) => `/en/s/${own.shopCode}/p/${id}`
  const agent = (n: number) => ({ 'user-agent': `${browser['user-agent']} n${n}` })
  for (let n = 0; n < 70; n += 1) await get(page(first!.id), agent(n))
  await get(page(first!.id), agent(0))
  await get(page(second!.id), agent(0))
  const figures = () =>
    queryOne(
      server.owner,
      sql`select (select visitors from shop_day where shop_id = ${own.shopId})::int as visitors,
        (select attempts from throttle where key like ${`visits ${own.shopId} %`})::int as asked,
        (select array_agg(views || '/' || clicks order by views desc) from listing_figures where shop_id = ${own.shopId} and views > 0) as listings`,
    )
  await eventually(
    async () => expect(await figures()).toEqual({ visitors: 60, asked: 70, listings: ['60/60', '1/1'] }),
    { timeout: 10_000 },
  )
})

test('a server that stops writes the visits that wait', async () => {
  const own = await aStockedShop(server)
  shop = { ...shop, shopId: own.shopId }
  const other = await openApp(server.app.ctx.settings, {
    clock: server.app.ctx.clock,
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  await other.storefront.inject({ url: `/en/s/${own.shopCode}`, headers: browser })
  await other.close()
  expect(await visitors()).toBe(1)
})

test('a closed shop says so and sells nothing', async () => {
  const own = await aStockedShop(server)
  await get(`/en/s/${own.shopCode}`)
  await closeShopNow(server, own.shopId)
  await eventually(async () => expect((await get(`/en/s/${own.shopCode}`)).body).toContain('This shop is closed'))
  const { body } = await get(`/en/s/${own.shopCode}/p/${own.listings[0]!.id}`)
  expect(body).not.toContain('action="/en/cart"')
  expect(body).toContain('OutOfStock')
})

test('a picture that has no copies yet is served as WebP at once; the worker makes the AVIF once', async () => {
  const id = await aShopPicture(server, shop, 'banner')
  const ask = (name: string) => server.app.storefront.inject({ url: `/files/${id}/${name}` })
  const copies = async () =>
    (
      await queryAll(
        server.owner,
        sql<{ name: string }>`select width || '.' || format as name from file_width where file_id = ${id} order by 1`,
      )
    ).map(({ name }) => name)
  const jobs = async () =>
    (
      await queryAll(
        server.owner,
        sql<{ payload: { id: string } }>`select payload from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'make-picture-avif'`,
      )
    ).filter(({ payload }) => payload.id === id)
  // A picture that nobody looks at costs nothing.
  expect(await jobs()).toHaveLength(0)
  expect(await copies()).toEqual([])
  const [one, two] = await Promise.all([ask('320.avif'), ask('320.avif')])
  for (const reply of [one, two]) {
    expect(reply.statusCode).toBe(200)
    // What was sent, and only until the real one exists.
    expect(reply.headers['content-type']).toBe('image/webp')
    expect(reply.headers['cache-control']).toBe('public, max-age=60')
    expect(reply.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  }
  expect(await copies()).toEqual(['320.webp'])
  expect(await jobs()).toHaveLength(1)

  const make = () => jobTasks(server.app.ctx, {})['make-picture-avif']({ id, width: 320 })
  await Promise.all([make(), make()])
  expect(await copies()).toEqual(['320.avif', '320.webp'])
  const made = await ask('320.avif')
  expect(made.headers['content-type']).toBe('image/avif')
  expect(made.headers['cache-control']).toContain('immutable')
  expect(made.rawPayload.subarray(4, 12).toString()).toBe('ftypavif')
  expect((await ask('160.webp')).headers['cache-control']).toContain('immutable')
  // The apps of merchants and operators show the same copies.
  for (const listener of [server.app.http, server.app.console])
    expect((await listener.inject({ url: `/files/${id}/160.webp` })).headers['content-type']).toBe('image/webp')
  for (const name of ['321.avif', '320.png', '320.avif.br', '99999.webp'])
    expect((await ask(name)).statusCode).toBe(404)
  // A picture that was removed meanwhile fails no job.
  await jobTasks(server.app.ctx, {})['make-picture-avif']({ id: newId(), width: 320 })
})

test('crawlers find every product in every language, and no private page', async () => {
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Sitemap: https://buy.example/sitemap.xml')
  expect((await get('/sitemap.xml')).body).toContain('https://buy.example/sitemap-1.xml')
  const { body } = await get('/sitemap-1.xml')
  for (const { id } of shop.listings.slice(1)) expect(body).toContain(id)
  const addresses = [...body.matchAll(/<loc>https:\/\/buy\.example([^<]*)<\/loc>/g)].map(([, path]) => path!)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const path of addresses) expect([path, (await get(path)).statusCode]).toEqual([path, 200])
  expect(addresses).toEqual(expect.arrayContaining(['/en', '/en/search', '/en/promises', '/en/help']))
  expect(addresses.filter((path) => path.startsWith('/en/search?category='))).not.toEqual([])
  // Each entry names every language, and the one for all others, as the page itself does.
  const entries = [...body.matchAll(/<url>.*?<\/url>/g)].map(([text]) => text)
  expect(entries).toHaveLength(addresses.length)
  const alternates = (text: string) =>
    [...text.matchAll(/rel="alternate" hreflang="([\w-]+)" href="([^"]*)"/gi)].map(([, lang, to]) => `${lang} ${to}`)
  for (const [at, text] of entries.entries()) {
    const links = alternates(text)
    expect(links).toHaveLength(languages.length + 1)
    const page = await get(addresses[at]!)
    expect(links.toSorted()).toEqual(alternates(page.body).toSorted())
    expect(page.body).toContain(`<link rel="canonical" href="https://buy.example${addresses[at]}"`)
  }
})
