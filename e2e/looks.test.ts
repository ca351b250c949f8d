/** Empty, refused and unverified screens: no accessibility fault, nothing wider than the phone, no English left. */
import { orderStatus } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, aStockedShop, anOrder, type TestShop } from '../apps/server/test/index.ts'
import {
  expectAccessible,
  closeLooks,
  captureScreens,
  startTestEnvironment,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let full: TestShop
let emptyToken: string
let newToken: string
beforeAll(async () => {
  env = await startTestEnvironment()
  full = await aStockedShop(env.builder, { products: 30 })
  for (const status of Object.values(orderStatus).filter((s) => s !== orderStatus.cancelled))
    await anOrder(env.builder, full, { status })
  emptyToken = (await aMerchant(env.builder)).token
  newToken = (await aMerchant(env.builder, { verified: false })).token
})
afterAll(() => env?.close())

const look = (page: Page, path: string, name: string) => captureScreens(env, page, path, name)

describe.each(closeLooks)('$lang, $theme', ({ lang, theme }) => {
  test('empty, refused and unverified screens', async () => {
    const { context, page, errors } = await env.phone({ lang, theme })
    await look(page, 'login', `${lang}-${theme}-login`)
    await page.goto(env.origin)
    await page.locator('main').waitFor()
    await expectAccessible(page, 'entry')
    await page.evaluate((token) => localStorage.setItem('token', token), emptyToken)
    for (const screen of ['index', 'product', 'order', 'fundsRecords'])
      await look(page, screen, `${lang}-${theme}-empty-${screen}`)
    await look(page, 'orderDetail?id=00000000-0000-4000-8000-000000000000', `${lang}-${theme}-refused`)
    await page.evaluate((token) => localStorage.setItem('token', token), newToken)
    await page.reload()
    for (const screen of ['index', 'register', 'order', 'my'])
      await look(page, screen, `${lang}-${theme}-new-${screen}`)
    expect(errors).toEqual([])
    await context.close()
  })
})

test('offline, a screen keeps its data, says so, and recovers by itself', async () => {
  const { context, page } = await env.phone({ token: full.token })
  await page.goto(`${env.origin}/#/pages/order`)
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.locator('a[href*=orderDetail]').first().waitFor()
  await context.setOffline(true)
  await page.getByText('You’re offline.').waitFor()
  expect(await page.locator('a[href*=orderDetail]').count()).toBeGreaterThan(3)
  await context.setOffline(false)
  await page.getByText('You’re offline.').waitFor({ state: 'hidden' })
  await context.close()
})

test('a session that ends during use: a notice, the login, then the same screen again', async () => {
  const { context, page } = await env.phone()
  await page.goto(env.origin)
  await page.evaluate(() => localStorage.setItem('token', 'one that never was'))
  await page.goto(`${env.origin}/#/pages/order?status=5`)
  await page.getByText('Not logged in, please log in again').waitFor()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.getByLabel('Phone number or email').fill(full.email)
  await page.getByLabel('Login password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(page.url()).toContain('status=5')
  await context.close()
})

test('a long list keeps its scroll position after an order was opened', async () => {
  const { context, page } = await env.phone({ token: full.token })
  await page.goto(`${env.origin}/#/pages/product`)
  await page.locator('a[href*=goodsDetail]').first().waitFor()
  await page.mouse.wheel(0, 1500)
  await page.waitForTimeout(500)
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  // A row that is visible without scrolling: a tap on any other would change the scroll position.
  await page.touchscreen.tap(195, 500)
  await page.getByLabel('Change price').waitFor()
  await page.goBack()
  await page.locator('a[href*=goodsDetail]').first().waitFor()
  await page.waitForTimeout(500)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(120)
  await context.close()
})
