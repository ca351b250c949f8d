/**
 * Every address of the app, on three widths and in four looks: no error, no accessibility fault, nothing past the edge; and every word of it comes
 * from the catalogue.
 */
import { languages, orderStatus, requestRefund } from '@quayside/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDestination, anOrder, aStockedShop, fund, withdraw, type TestShop } from '../apps/server/test/builders.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { paths, type Path } from '../apps/merchant/src/paths.ts'
import { catalogueModule } from '../packages/locales/src/vite.ts'
import {
  checkScreen,
  expectToFit,
  fourLooks,
  loaded,
  openBrowser,
  openHouse,
  openPhone,
  type RunningHouse,
} from './house.ts'

let house: RunningHouse
let browser: Browser
let shop: TestShop
/** What stands behind the question mark of an address that shows one thing. */
let search: Partial<Record<Path, string>>
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
  shop = await aStockedShop(house.builder, { products: 12 })
  for (const status of Object.values(orderStatus).filter((s) => s !== orderStatus.cancelled))
    await anOrder(house.builder, shop, { status })
  const order = await anOrder(house.builder, shop, { status: orderStatus.received })
  const { refund } = await house.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: 'The handle came off.', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
  const deposit = await fund(house.builder, shop, '500')
  const withdrawal = await withdraw(house.builder, shop, await aDestination(house.builder, shop), '120')
  search = {
    [paths.order]: `?id=${order.id}`,
    [paths.listing]: `?id=${shop.listings[0]!.id}`,
    [paths.refundDetail]: `?id=${refund!.id}`,
    [paths.rechargeDetail]: `?id=${deposit}`,
    [paths.withdrawDetail]: `?id=${withdrawal.id}`,
  }
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

/** Screens for those who are not logged in. */
const beforeLogin: Path[] = [paths.entry, paths.entryAlias, paths.register, paths.login]
const nameOf = (path: Path) => path.split('/').at(-1) || 'entry'

async function visit(page: Page, path: Path): Promise<void> {
  const token = beforeLogin.includes(path) ? '' : shop.token
  await page.evaluate((given) => localStorage.setItem('token', given), token)
  await page.goto(`${house.origin}/#${path}${search[path] ?? ''}`)
  await page.locator('main').first().waitFor()
  // Long enough for the first answer of the fastest screen; what loads longer shows that it does.
  await page.waitForTimeout(300)
  await loaded(page)
}

const widths = [320, 390, 820] as const
test('each screen in each look on each width', async () => {
  await Promise.all(
    fourLooks.map(async (look, turn) => {
      const { context, page, errors } = await openPhone(browser, look)
      await page.goto(house.origin)
      for (const [at, path] of Object.values(paths).entries()) {
        const full = widths[(at + turn) % widths.length]!
        await page.setViewportSize({ width: full, height: 844 })
        await visit(page, path)
        const name = `${nameOf(path)}-${look.lang}-${look.theme}`
        // Each screen's own journeys look at it in every look; here each is seen whole once, and in all of them at night.
        const whole = process.env['EVERY_LOOK'] || at % fourLooks.length === turn
        await (whole ? checkScreen : expectToFit)(page, `${name}-${full}`)
        for (const width of widths.filter((other) => other !== full)) {
          await page.setViewportSize({ width, height: 844 })
          await expectToFit(page, `${name}-${width}`)
        }
      }
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(look.lang === 'ar' ? 'rtl' : 'ltr')
      expect([look, errors]).toEqual([look, []])
      await context.close()
    }),
  )
}, 600_000)

/** Words that are names everywhere, and what dates and times are made of. */
const names =
  /\b(Quayside|US?D|USDT|USDC|PIX|CSV|PDF|QR|UTC|AM|PM|(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*|(Mon|Tues?|Wed|Thu|Fri|Sat|Sun)[a-z]*)\b/g

test('no word on any screen that the catalogue does not have', async () => {
  const { context, page } = await openPhone(browser)
  const body = await catalogueModule('en', { mark: (text) => `⟦${text}⟧` })
  await context.route(/assets\/(early|rest)-/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  /** What the server answered: names that people gave. Not the names that programs give each other, which nobody must read. */
  const data = new Set<string>()
  const keep = (value: unknown): void => {
    if (typeof value === 'string' && !/^[a-z]+([-.][a-z]+)*$/.test(value)) data.add(value)
    else if (value && typeof value === 'object') Object.values(value).forEach(keep)
  }
  page.on('response', async (response) => {
    if (/json/.test(response.headers()['content-type'] ?? '')) keep(await response.json().catch(() => null))
  })
  await page.goto(house.origin)
  const found: string[] = []
  for (const path of Object.values(paths)) {
    await visit(page, path)
    const texts = await page.evaluate(() => {
      const all: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement!.closest('script, style, noscript, [lang]:not(html)')) all.push(node.textContent!)
      for (const element of document.querySelectorAll(
        '[aria-label], [placeholder], [title], [alt], [aria-description]',
      ))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
          all.push(element.getAttribute(name) ?? '')
      return [...all, document.title]
    })
    const known = [...data].sort((a, b) => b.length - a.length)
    for (const text of texts) {
      let rest = text.replace(/⟦[^⟦⟧]*(⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/g, ' ')
      for (const value of [...known, ...languages.map((language) => language.name)]) rest = rest.replaceAll(value, ' ')
      rest = rest.replace(names, ' ')
      if (/\p{L}{2}/u.test(rest)) found.push(`${path}: ${text.trim()}`)
    }
  }
  expect([...new Set(found)]).toEqual([])
  await context.close()
}, 120_000)
