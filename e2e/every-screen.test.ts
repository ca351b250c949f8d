/**
 * Every path of the app, on three widths and in four looks: no error, no accessibility fault, nothing wider than the
 * screen.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../apps/merchant/src/paths.ts'
import { allPaths, nameOf, openFullShop, type FullShop } from './full-shop.ts'
import { checkScreen, expectToFit, fourLooks, screenshot } from './environment.ts'

let full: FullShop
beforeAll(async () => {
  full = await openFullShop()
})
afterAll(() => full?.close())

/** What is wrong with the title of a screen: it says what the bar says, and on the entry page nothing but the brand. */
async function titleFault(page: Page): Promise<string | null> {
  const heading = (await page.locator('h1').last().textContent())!
  // Without an invitation the registration leads to the entry page.
  const path = new URL(page.url()).hash.slice(1).split('?')[0]!
  const isEntry = path === paths.entry
  const wanted = isEntry ? 'Quayside' : `${heading} · Quayside`
  const title = await page.title()
  return title === wanted && heading !== '' ? null : `“${title}” instead of “${wanted}”`
}

const widths = [320, 390, 820] as const
/** The screens whose pictures in the four looks are kept at the width of a phone, for a person to look at. */
const mainScreens: readonly string[] = [
  paths.home,
  paths.products,
  paths.orders,
  paths.my,
  paths.order,
  paths.distribution,
  paths.listing,
  paths.money,
  paths.finance,
  paths.funds,
  paths.withdraw,
  paths.messages,
]
const night = Boolean(process.env['EVERY_LOOK'])
test('each screen in each look on each width', async () => {
  await Promise.all(
    fourLooks.map(async (look, turn) => {
      const { context, page, errors } = await full.env.phone(look)
      await page.goto(full.env.origin)
      for (const [at, path] of allPaths.entries()) {
        // By day each screen is opened in two of the looks. Journeys check each also from right to left and dark.
        if (!night && at % 2 !== turn % 2) continue
        const first = widths[(at + turn) % widths.length]!
        await page.setViewportSize({ width: first, height: 844 })
        await full.visit(page, path)
        expect([path, await titleFault(page)]).toEqual([path, null])
        const name = `${nameOf(path)}-${look.lang}-${look.theme}`
        // Each whole page is checked once; the nightly run uses every look.
        const whole = night || at % fourLooks.length === turn
        await (whole ? checkScreen : expectToFit)(page, `${name}-${first}`)
        for (const width of widths.filter((other) => other !== first)) {
          await page.setViewportSize({ width, height: 844 })
          await expectToFit(page, `${name}-${width}`)
        }
        if (night && mainScreens.includes(path)) {
          await page.setViewportSize({ width: 390, height: 844 })
          await screenshot(page, `main/${name}`)
        }
      }
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(look.lang === 'ar' ? 'rtl' : 'ltr')
      expect([look, errors]).toEqual([look, []])
      await context.close()
    }),
  )
}, 600_000)
