/** The form of an address with script, at 390 px: each country shows its fields, and nothing typed is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, type TestShop } from '../apps/server/test/index.ts'
import {
  expectAccessible,
  expectToFit,
  openPhone,
  screenshot,
  startTestEnvironment,
  type TestEnvironment,
} from './environment.ts'
import { chooseCountry } from './guest-order.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
})
afterAll(() => env?.close())

const typed = { email: 'bea@buyer.example', name: 'Bea', street: '1 Pier Road', city: 'Cork', postcode: '62704' }
const fields = {
  US: 'street street2 city state postcode',
  BR: 'street street2 district city state postcode taxNumber',
  JP: 'postcode state city street street2',
  KR: 'state city district street street2 postcode taxNumber',
  DE: 'street street2 postcode city',
  HK: 'state city street street2',
}

test.each([
  { lang: 'en', theme: 'light' },
  { lang: 'ja', theme: 'dark' },
  { lang: 'ar', theme: 'light' },
] as const)('in $lang, $theme', async ({ lang, theme }) => {
  const { context, page, errors } = await openPhone(env.browser, { lang, theme }, { colorScheme: theme })
  await page.goto(`${env.storefrontOrigin}/${lang}/s/${shop.shopCode}/p/${shop.listings[0]!.id}`)
  await page.locator('main .button-buy').click()
  await page.locator('main .button-buy').click()
  await page.waitForURL(/\/checkout\//)
  for (const [name, value] of Object.entries(typed)) await page.locator(`main input[name=${name}]`).fill(value)
  for (const [country, shown] of Object.entries(fields)) {
    await chooseCountry(page, country)
    const names = page.locator('main form .field[name]:not([name=code])')
    expect(await names.evaluateAll((list) => list.map((one) => one.getAttribute('name')))).toEqual(
      `country email name ${shown.replace(' taxNumber', '')} phone${shown.includes('taxNumber') ? ' taxNumber' : ''}`.split(
        ' ',
      ),
    )
    await expectToFit(page, country)
    await screenshot(page, `address-${country}-${lang}-${theme}`, true)
  }
  await expectAccessible(page, 'the form')
  await chooseCountry(page, 'US')
  for (const [name, value] of Object.entries(typed))
    expect(await page.locator(`main input[name=${name}]`).inputValue()).toBe(value)
  // The Enter key orders: the browser asks for the state, and does not show the form again.
  await page.locator('input[name=street]').press('Enter')
  expect(await page.locator('select[name=state]').evaluate((one: HTMLSelectElement) => one.validity.valid)).toBe(false)
  await page.locator('select[name=state]').selectOption('IL')
  await page.locator('input[name=street]').press('Enter')
  await page.waitForURL(/\/test-processor\//)
  expect(errors).toEqual([])
  await context.close()
})
