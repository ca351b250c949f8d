/** A buyer changes a review in a browser without script; the merchant sees that, and the platform what it was. */
import { shipOrder, shopReviews } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, aStockedShop, newId, pickUp, reportDelivery, type TestShop } from '../apps/server/test/index.ts'
import { openDesk } from './console-environment.ts'
import {
  checkScreen,
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type TestEnvironment,
} from './environment.ts'
import { buyAsGuest, openStorefront } from './guest-order.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
})
afterAll(() => env?.close())

test('a changed review replaces the former one, says so, and keeps it for the platform', async () => {
  const buyer = await openStorefront(env)
  const { page } = buyer
  const order = await buyAsGuest(env, page, shop)
  await pickUp(env.builder, shop, [order.id])
  const fulfilment = await anOperator(env.builder, 'fulfilment')
  const parcel = { shopId: order.shopId, id: order.id, carrier: 'Harbour Post', trackingNumber: 'HP4711' }
  await env.builder.must(shipOrder, parcel, { token: fulfilment.token, key: newId() })
  await reportDelivery(env.builder, order)
  const address = order.page
  await page.goto(address)
  const confirm = page.locator('main form[action$="/confirm"] button')
  while ((await confirm.count()) > 0) {
    await page.locator('main details:has(form[action$="/confirm"]) summary').click()
    await confirm.click()
    await page.waitForLoadState()
  }
  const review = page.locator('form[action$="/review"]')
  await review.locator('input[value="2"]').check()
  await review.locator('textarea').fill('It came late.')
  await review.locator('button').click()
  await page.getByText('You’ve reviewed this order.').waitFor()

  // The merchant answers the first text.
  const merchant = await env.phone({ token: shop.token })
  await merchant.page.goto(`${env.origin}/#/pages/reviews`)
  await merchant.page.getByText('It came late.').waitFor()
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByRole('button', { name: 'Reply' }).click()
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByRole('textbox').fill('Sorry for the wait.')
  await merchant.page.getByRole('button', { name: 'Publish reply' }).click()
  await expect
    .poll(async () => (await env.call(shopReviews, {}, shop)).list[0]?.reply?.text)
    .toBe('Sorry for the wait.')

  await page.goto(address)
  await page.getByText('Change your review', { exact: true }).click()
  const change = page.locator('form[action$="/change-review"]')
  expect(await change.locator('textarea').inputValue()).toBe('It came late.')
  expect(await change.locator('input[value="2"]').isChecked()).toBe(true)
  await expectAccessible(page, 'change of a review')
  for (const width of [1280, 320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectToFit(page, `change of a review ${width}`)
  }
  await screenshot(page, 'change-review', true)
  await change.locator('input[value="5"]').check()
  await change.locator('textarea').fill('It came late, and it is lovely.')
  await change.locator('button').click()
  await page.waitForLoadState()

  // Everybody reads the new text, and that it was changed.
  await page.goto(`${env.storefrontOrigin}/en/s/${shop.shopCode}`)
  await page.getByText('It came late, and it is lovely.').waitFor()
  expect(await page.getByText('It came late.', { exact: true }).count()).toBe(0)
  await page
    .getByText(/changed/i)
    .first()
    .waitFor()

  // The merchant: when it was changed, and that the reply is to what it was.
  await merchant.page.reload()
  await merchant.page.getByText('It came late, and it is lovely.').waitFor()
  await merchant.page.getByText(/^Changed by the buyer on/).waitFor()
  await merchant.page.getByText('Your reply, to the earlier text').waitFor()
  await checkScreen(merchant.page, 'changed-review')

  // The platform reads what it was, once somebody reports it.
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByRole('button', { name: 'Report' }).click()
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByRole('radio').first().check({ force: true })
  await merchant.page.getByRole('button', { name: 'Report' }).last().click()
  await expect.poll(async () => (await env.call(shopReviews, {}, shop)).list[0]?.reported).toBe(true)
  const desk = await openDesk(env, '/reviews', { roles: ['support'] })
  await desk.page.getByText('It came late, and it is lovely.').first().click()
  await desk.page.getByRole('heading', { name: 'Before each change' }).waitFor()
  await desk.page.getByText('It came late.', { exact: true }).waitFor()
  expect([...buyer.errors, ...merchant.errors, ...desk.errors]).toEqual([])
  for (const { context } of [buyer, merchant, desk]) await context.close()
})
