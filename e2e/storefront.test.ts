/**
 * The storefront in a browser: strangers who buy with and without script, in several languages and widths. Every kind
 * of page is checked in every look, and a crawler follows the links.
 */
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import {
  agreeRefund,
  createCoupon,
  directionOf,
  orderStatus,
  refundDetail,
  refundOrders,
  shipOrder,
  type Language,
} from '@quayside/contract'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aStockedShop,
  freePort,
  newId,
  pickUp,
  reportDelivery,
  sql,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  closeLooks,
  collectErrors,
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
} from './environment.ts'
import type { TestEnvironment } from './environment.ts'
import { chooseCountry } from './guest-order.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder, { products: 26 })
  await sql`update shop set name = 'Harbour & Hearth', address = '14 Quay Street, Galway', country = 'IE', phone = '+353 91 555 010',
    introduction = 'Things for the house, chosen by hand.', welcome = 'Welcome' where id = ${shop.shopId}`.execute(
    env.builder.owner,
  )
  const describeProduct = (id: string, name: string) =>
    sql`update product set name = ${name}, description = 'Holds tea and keeps it warm.' where id = ${id}`.execute(
      env.builder.owner,
    )
  await describeProduct(shop.products[0]!, 'Stoneware mug')
  await describeProduct(shop.products[1]!, 'A linen tablecloth with a name that is too long for one line of a card')
})
afterAll(() => env?.close())

/** A browser of a stranger, who has never been here. */
async function aStranger(
  lang: Language,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await env.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: lang,
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return { page, errors: collectErrors(page) }
}

/** Finds a product by search, buys it as a guest and pays. Ends at the order's page, which says that it is paid. */
async function buy(
  page: Page,
  lang: Language,
  { words = 'mug', pieces = '2', name = 'Bea Buyer' } = {},
): Promise<string> {
  await page.goto(env.storefrontOrigin)
  expect(new URL(page.url()).pathname).toBe(`/${lang}`)
  await expectToFit(page, 'front')
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('searchbox').press('Enter')
  await page.locator('main').getByRole('link', { name: 'Stoneware mug' }).click()
  await page.locator('select[name=quantity]').selectOption(pieces)
  await expectToFit(page, 'product')
  await page.locator('main .button-buy').click()
  await page.waitForURL(/\/cart(\?added)?$/)
  await expectToFit(page, 'cart')
  await page.locator('main .button-buy').click()
  await page.waitForURL(/\/checkout\//)
  await chooseCountry(page, 'IE')
  await page.locator('input[name=email]').fill('bea@buyer.example')
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=street]').fill('1 Pier Road')
  await page.locator('input[name=city]').fill('Cork')
  await page.locator('input[name=postcode]').fill('T12 XY34')
  await expectToFit(page, 'checkout')
  await screenshot(page, `checkout-${lang}`, true)
  await page.locator('main .button-buy').click()
  // The processor's page, at the origin of the merchants' app.
  await page.waitForURL(/\/test-processor\//)
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(/\/orders\//)
  expect(new URL(page.url()).pathname.startsWith(`/${lang}/orders/`)).toBe(true)
  // The page renews itself until the processor's webhook has arrived.
  await page.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 30_000 })
  const code = /Q?[A-Z0-9]{6,}/.exec((await page.locator('h1').textContent())!)![0]
  await expectToFit(page, 'order')
  return code
}

const photoOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a37' } })
    .jpeg()
    .toBuffer()

/** The order with this code, for the desks. */
async function orderOf(code: string): Promise<{ shopId: string; id: string; status: number }> {
  const { rows } = await sql<{
    id: string
    status: number
  }>`select id, status from orders where code = ${code}`.execute(env.builder.owner)
  return { shopId: shop.shopId, ...rows[0]! }
}

/** The merchant picks an order up, the platform ships it and the carrier delivers it. */
async function deliver(code: string): Promise<void> {
  const { id } = await orderOf(code)
  await pickUp(env.builder, shop, [id])
  const { token } = await anOperator(env.builder, 'fulfilment')
  const parcel = { shopId: shop.shopId, id, carrier: 'Harbour Post', trackingNumber: 'HP4711' }
  await env.builder.must(shipOrder, parcel, { token, key: newId() })
  await reportDelivery(env.builder, { shopId: shop.shopId, id })
}

test('in Arabic without script: found, bought, paid, followed, and part of the money asked back with a photo', async () => {
  const { page } = await aStranger('ar', { javaScriptEnabled: false })
  const code = await buy(page, 'ar')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await page.getByRole('status').getByText('مدفوع').waitFor()

  // The merchant sees it.
  const merchant = await env.phone({ token: shop.token })
  await merchant.page.goto(`${env.origin}/#/pages/order?status=${orderStatus.awaitingPickup}`)
  // A row of the list has the product and the buyer; the code stands in the order, which the row opens.
  await merchant.page
    .locator(`a[href*="${(await orderOf(code)).id}"]`)
    .getByText('Stoneware mug × 2')
    .click()
  await merchant.page.getByText(code).first().waitFor()
  await merchant.page.context().close()

  await deliver(code)
  await page.reload()
  await page.getByRole('status').getByText('وصل طلبك').waitFor()
  await page.getByText('HP4711').waitFor()
  // The evidence of the platform's people is not for the buyer.
  await page.getByText('أُبلغ عن التسليم، وهو قيد التحقق').first().waitFor()
  // An amount inside an Arabic sentence is one run from left to right.
  expect(await page.locator('label:has(input[name=amount])').textContent()).toMatch(
    /\u2066[^\u2066\u2069]*\d\.\d\d[^\u2069]*\u2069/,
  )
  await page.locator('details:has(form[action$="/refund"]) summary').click()
  await page.locator('select[name=reason]').selectOption('damaged')
  await page.locator('input[name=amount]').fill('12.50')
  await page.locator('textarea[name=text]').fill('الكوب مكسور.')
  const choosePhoto = async (width: number, height: number) =>
    page.locator('input[name=picture]').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoOf(width, height),
    })
  // Without script nothing makes a photo smaller: the sentence names the limit, and what was typed stays.
  await choosePhoto(8000, 6000)
  await page.getByRole('button', { name: 'إرسال طلب الاسترداد' }).click()
  await page.getByRole('alert').getByText('40').waitFor()
  expect(await page.locator('textarea[name=text]').inputValue()).toBe('الكوب مكسور.')
  await choosePhoto(900, 600)
  await screenshot(page, 'order-ar-refund', true)
  await page.getByRole('button', { name: 'إرسال طلب الاسترداد' }).click()
  await page.getByText('على المتجر الرد قبل').waitFor()
  const { list } = await env.call(refundOrders, {}, { token: shop.token })
  expect(list).toMatchObject([{ amount: '12.50', state: 'requested' }])
  const { pictures } = await env.call(refundDetail, { id: list[0]!.id }, { token: shop.token })
  expect(pictures).toBe(1)
  await env.call(agreeRefund, { id: list[0]!.id }, { token: shop.token, key: newId() })
  await page.reload()
  await page.getByText('تمت الموافقة على الاسترداد').waitFor()
  await screenshot(page, 'order-ar-refunded', true)
  await expectToFit(page, 'refunded')
  await page.context().close()
})

test('with script a photo of 48 megapixels is made smaller on the device, also when the form is sent at once', async () => {
  const { page, errors } = await aStranger('en')
  const code = await buy(page, 'en', { pieces: '1' })
  await deliver(code)
  await page.reload()
  await page.locator('details:has(form[action$="/refund"]) summary').click()
  await page.locator('select[name=reason]').selectOption('damaged')
  await page.locator('input[name=amount]').fill('5.00')
  await page.locator('textarea[name=text]').fill('Chipped.')
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photoOf(8000, 6000) }
  await page.locator('input[name=picture]').setInputFiles(photo)
  await page.getByRole('button', { name: 'Request refund', exact: true }).click()
  await page.getByText('to respond. If it doesn’t').waitFor({ timeout: 60_000 })
  const { id } = await orderOf(code)
  const { rows } = await sql<{ width: number; height: number }>`
    select f.width, f.height from refund_order r join file f on f.id = any(r.pictures) where r.order_id = ${id}`.execute(
    env.builder.owner,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.width / rows[0]!.height).toBeCloseTo(4 / 3, 1)
  expect(errors).toEqual([])
  await page.context().close()
})

test('in English with script, on a wide dark screen: bought, arrived, accepted and reviewed', async () => {
  const { page, errors } = await aStranger('en', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' })
  const code = await buy(page, 'en', { pieces: '1' })
  await deliver(code)
  await page.reload()
  await page.getByText('Confirm delivery and pay the shop').click()
  await page.getByText('After that you can no longer request a refund.').waitFor()
  await page.getByRole('button', { name: 'Yes, confirm' }).click()
  await page.getByRole('radio', { name: '5 out of 5' }).check()
  await page.getByLabel('Your review text').fill('Keeps tea warm for an hour.')
  await expectAccessible(page, 'review')
  await page.getByRole('button', { name: 'Publish review' }).click()
  await page.getByText('You’ve reviewed this order').waitFor()
  await screenshot(page, 'order-en-done', true)
  await page.goto(`${env.storefrontOrigin}/en/s/${shop.shopCode}`)
  await page.getByText('Keeps tea warm for an hour.').waitFor()
  expect((await orderOf(code)).status).toBe(orderStatus.completed)
  expect(errors).toEqual([])
  await page.context().close()
})

test('in Japanese on 320 px: a quantity changes in the cart, a wrong field is said, and the order is paid', async () => {
  const { page, errors } = await aStranger('ja', { viewport: { width: 320, height: 640 } })
  await page.goto(`${env.storefrontOrigin}/ja/s/${shop.shopCode}/p/${shop.listings[2]!.id}`)
  await page.locator('main .button-buy').click()
  await page.locator('main select[name=quantity]').selectOption('3')
  // The script sends the form at once.
  await page.getByText('3 × ').waitFor()
  const badge = page.locator('[data-cart-count]')
  await page.goto(`${env.storefrontOrigin}/ja/s/${shop.shopCode}`)
  await badge.getByText('3', { exact: true }).waitFor()
  await expectToFit(page, 'a full cart in the header')
  await page.goBack()
  await page.locator('main .button-buy').click()
  await chooseCountry(page, 'JP')
  await page.locator('input[name=name]').fill('田中 ひかり')
  await page.locator('input[name=street]').fill('港町 1-2-3')
  await page.locator('input[name=city]').fill('横浜市')
  await page.locator('input[name=state]').fill('神奈川県')
  await page.locator('input[name=postcode]').fill('231-0002')
  // The browser takes this address, the server does not.
  await page.locator('input[name=email]').fill('hikari@nowhere')
  await page.locator('main .button-buy').click()
  await page.getByRole('alert').first().waitFor()
  await expectToFit(page, 'checkout with a wrong field')
  await expectAccessible(page, 'checkout with a wrong field')
  await screenshot(page, 'checkout-ja-wrong', true)
  expect(await page.locator('[aria-invalid=true]').getAttribute('name')).toBe('email')
  expect(await page.locator('input[name=name]').inputValue()).toBe('田中 ひかり')
  await page.locator('input[name=email]').fill('hikari@buyer.example')
  await page.locator('main .button-buy').click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 30_000 })
  await page.getByText('田中 ひかり').waitFor()
  // What was ordered is no longer in the cart.
  expect(await badge.isVisible()).toBe(false)
  await expectToFit(page, 'order')
  expect(errors).toEqual([])
  await page.context().close()
})

/** The storefront behind a slow line: the second half of a document arrives after everything that its head names. */
async function aSlowLine(): Promise<{ origin: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const page = await fetch(`${env.storefrontOrigin}${request.url}`, {
      headers: { cookie: request.headers.cookie ?? '' },
    })
    response.writeHead(page.status, { 'content-type': page.headers.get('content-type')! })
    const body = Buffer.from(await page.arrayBuffer())
    const half = body.indexOf('<body>') + '<body>'.length
    response.write(body.subarray(0, half))
    if (request.headers.accept?.includes('text/html')) await setTimeout(1000)
    response.end(body.subarray(half))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

test('with a coupon, and a cart that arrives slowly: the script runs when the whole page is there', async () => {
  const { page } = await aStranger('en')
  const terms = { amount: null, minimum: '0.00', from: null, until: null, uses: null, usesPerBuyer: null, listings: [] }
  await env.call(createCoupon, { ...terms, code: 'MOIN10', percent: 10 }, { token: shop.token, key: newId() })
  await page.goto(`${env.storefrontOrigin}/en/s/${shop.shopCode}/p/${shop.listings[3]!.id}`)
  await page.locator('main .button-buy').click()
  await page.getByText('Coupon code', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('MOIN10')
  await page.getByRole('button', { name: 'Apply coupon' }).click()
  await page.getByRole('button', { name: 'Remove coupon MOIN10' }).waitFor()
  const line = await aSlowLine()
  for (const path of ['/en/cart', `/en/checkout/${shop.shopCode}`]) {
    await page.goto(`${line.origin}${path}`)
    // The checkout shows the total alone: the coupon stands in the opened summary.
    if (path !== '/en/cart') await page.locator('.summary > summary').click()
    await page.getByRole('button', { name: 'Remove coupon MOIN10' }).waitFor()
    await page.locator('[data-cart-count]').getByText('1', { exact: true }).waitFor()
    expect(await page.locator('[data-without-script]:visible').count()).toBe(0)
  }
  // A quantity still acts by itself, and the coupon stays.
  await page.goto(`${env.storefrontOrigin}/en/cart`)
  await page.locator('main select[name=quantity]').selectOption('2')
  await page.getByText('2 × ').waitFor()
  await page.getByRole('button', { name: 'Remove coupon MOIN10' }).waitFor()
  await page.context().close()
  line.close()
})

describe('every page', () => {
  const product = () => `/s/${shop.shopCode}/p/${shop.listings[0]!.id}`
  const publicPages = (): [string, string][] => [
    ['front', ''],
    ['search', '/search'],
    ['found', '/search?q=mug'],
    ['nothing', '/search?q=zzzzzz'],
    ['shop', `/s/${shop.shopCode}`],
    ['shops', '/shops'],
    ['product', product()],
    ['promises', '/promises'],
    ['help', '/help'],
    ['imprint', '/imprint'],
    ['privacy', '/privacy'],
    ['terms', '/terms'],
    ['report', `/report?shop=${shop.shopCode}`],
    ['missing', '/nothing-here'],
  ]

  /** Opens a browser in a look, and the check of each page that it shows. */
  async function look({ lang, theme }: (typeof closeLooks)[number]) {
    const { page, errors } = await aStranger(lang, { colorScheme: theme })
    const check = async (name: string) => {
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(lang))
      await expectAccessible(page, `${name} ${lang} ${theme}`)
      for (const width of [1280, 320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectToFit(page, `${name} ${lang} ${width}`)
      }
      await screenshot(page, `${name}-${lang}-${theme}`, true)
    }
    return { page, errors, check }
  }
  const rule = 'has no accessibility fault and fits at 320, 390 and 1280 px'

  test.each(closeLooks)(`of the public ones ${rule}: $lang, $theme`, async (wanted) => {
    const { page, errors, check } = await look(wanted)
    for (const [name, path] of publicPages()) {
      await page.goto(`${env.storefrontOrigin}/${wanted.lang}${path}`)
      await check(name)
    }
    expect(errors).toEqual([])
    await page.context().close()
  })

  test.each(closeLooks)(`of a purchase ${rule}: $lang, $theme`, async (wanted) => {
    const { page, errors, check } = await look(wanted)
    await page.goto(`${env.storefrontOrigin}/${wanted.lang}/cart`)
    await check('empty cart')
    await page.goto(`${env.storefrontOrigin}/${wanted.lang}${product()}`)
    await page.locator('main .button-buy').click()
    await page.waitForURL(/\/cart(\?added)?$/)
    await check('cart')
    await page.locator('main .button-buy').click()
    await page.waitForURL(/\/checkout\//)
    await check('checkout')
    expect(errors).toEqual([])
    await page.context().close()
  })

  test('has a canonical address or asks not to be indexed, and no link is dead', async () => {
    // An order with every state of a page behind it, so that its links are followed too.
    await anOrder(env.builder, shop)
    const languages: Language[] = ['en', 'ar']
    const waiting = languages.map((lang) => `/${lang}`)
    const seen = new Map<string, string>()
    const ids = new Map<string, Set<string>>()
    const fragments: [from: string, to: string][] = []
    const dead: string[] = []
    while (waiting.length > 0 && seen.size < 150) {
      const path = waiting.shift()!
      if (seen.has(path)) continue
      const answer = await fetch(`${env.storefrontOrigin}${path}`, { headers: { accept: 'text/html' } })
      const html = await answer.text()
      const from = seen.get(`from ${path}`)
      seen.set(path, html)
      if (!answer.ok) dead.push(`${path} (${answer.status}) from ${from ?? 'the start'}`)
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      expect([path, /<link rel="canonical"|<meta name="robots" content="noindex"/.test(html)]).toEqual([path, true])
      ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
      for (const [, link] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const to = new URL(link!.replaceAll('&amp;', '&'), `${env.storefrontOrigin}${path}`)
        if (to.origin !== env.storefrontOrigin) continue
        if (to.hash) fragments.push([path, `${to.pathname}${to.search}${to.hash}`])
        const next = `${to.pathname}${to.search}`
        const [, first = ''] = next.split(/[/?]/)
        // The other languages have the same pages: of them the front page is enough.
        const other = /^[a-z]{2}(-\w+)?$/.test(first) && !languages.includes(first as Language)
        if ((other && next !== `/${first}`) || seen.has(next)) continue
        waiting.push(next)
      }
    }
    expect(dead).toEqual([])
    expect(seen.size).toBeGreaterThan(60)
    for (const [from, to] of fragments) {
      const [path, id] = to.split('#') as [string, string]
      expect([from, to, ids.get(path)?.has(id) ?? true]).toEqual([from, to, true])
    }
  })
})
