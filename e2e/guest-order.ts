/** A guest's order in a browser that runs no script of the page. */
import type { Page } from 'playwright-core'
import { newId, sql, type TestShop } from '../apps/server/test/index.ts'
import { collectErrors, type TestEnvironment } from './environment.ts'

export type GuestOrder = { id: string; code: string; shopId: string; email: string; page: string }

/** A browser at the storefront. Scripting stays on for the rules of accessibility, but no script is loaded. */
export async function openStorefront(
  env: TestEnvironment,
  { lang = 'en', theme = 'light' }: { lang?: string; theme?: 'light' | 'dark' } = {},
) {
  const context = await env.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: lang,
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.route('**/*.js', (route) => route.abort())
  page.setDefaultTimeout(15_000)
  return { context, page, errors: collectErrors(page) }
}

/** Chooses the country of an address: the page shows the fields of it, by the script or by its button. */
export async function chooseCountry(page: Page, country: string): Promise<void> {
  await page.waitForLoadState('load')
  const button = page.locator('button[name=show]')
  const isScripted = !(await button.isVisible())
  const shown = page.waitForEvent('load')
  await page.locator('select[name=country]').selectOption(country)
  if (!isScripted) await button.click()
  await shown
}

/** Buys by the forms of the pages and pays, and ends at the page of the order. */
export async function buyAsGuest(env: TestEnvironment, page: Page, shop: TestShop, lang = 'en'): Promise<GuestOrder> {
  const email = `${newId()}@buyer.example`
  const main = page.locator('main')
  await page.goto(`${env.storefrontOrigin}/${lang}/s/${shop.shopCode}/p/${shop.listings[0]!.id}`)
  await main.locator('.button-buy').click()
  await main.locator('.button-buy').click()
  await chooseCountry(page, 'IE')
  for (const [field, value] of Object.entries({ email, name: 'Bea Buyer', street: '1 Pier Road', city: 'Cork' }))
    await page.locator(`main input[name=${field}]`).fill(value)
  await main.locator('.button-buy').click()
  await page.waitForURL(/\/test-processor\//)
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(/\/orders\//)
  // The page renews itself until the processor's webhook has arrived.
  await page.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 30_000 })
  const { rows } = await sql<{ id: string; code: string }>`select o.id, o.code from order_access a
    join orders o on o.id = a.order_id where a.email = ${email}`.execute(env.builder.owner)
  return { ...rows[0]!, shopId: shop.shopId, email, page: new URL(page.url()).origin + new URL(page.url()).pathname }
}
