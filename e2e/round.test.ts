/** The round of the day: duties as cards, decided by one touch, and confirmed once. */
import { listOrders, orderStatus, refundOrders, requestRefund } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, anOrder, newId, paymentPassword, type TestShop } from '../apps/server/test/index.ts'
import {
  checkScreen,
  closeLooks,
  startTestEnvironment,
  type TestEnvironment,
  waitOutClickGuard,
  inPlace,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  for (let i = 0; i < 3; i += 1) await anOrder(env.builder, shop, { status: orderStatus.awaitingPickup })
  for (let i = 0; i < 2; i += 1) {
    const order = await anOrder(env.builder, shop, { status: orderStatus.received })
    await env.builder.must(
      requestRefund,
      { orderId: order.id, reason: 'damaged', text: 'Broken.', pictures: [] },
      { token: order.buyer.token, key: newId() },
    )
  }
})
afterAll(() => env?.close())

test.each(closeLooks)('the cards and the page of decisions: $lang, $theme', async (look) => {
  const { context, page, errors } = await env.phone({ ...look, token: shop.token })
  await page.goto(`${env.origin}/#/pages/round`)
  await page.locator('main h2').first().waitFor()
  await checkScreen(page, `${look.lang}-${look.theme}-round`)
  for (let card = 0; card < 5; card += 1) await page.locator('main section button').first().click()
  await page.locator('main ul li').nth(4).waitFor()
  await checkScreen(page, `${look.lang}-${look.theme}-round-decided`)
  expect(errors).toEqual([])
  await context.close()
})

test('orders and refunds are decided by touch and confirmed by one password; what fails is said', async () => {
  const { context, page, errors } = await env.phone({ token: shop.token })
  await page.goto(`${env.origin}/#/pages/index`)
  await page.getByRole('link', { name: 'Today’s round' }).click()
  const token = { token: shop.token }
  let orders = 0
  for (let card = 1; card <= 5; card += 1) {
    await page.getByText(`${card} of 5`).waitFor()
    const pickUp = page.getByRole('button', { name: 'Pick up', exact: true })
    if ((await pickUp.count()) === 0) await page.getByRole('button', { name: /^Refund / }).click()
    // The third order is put off.
    else if ((orders += 1) < 3) await pickUp.click()
    else await page.getByRole('button', { name: 'Later' }).click()
  }
  await page.getByText('1 task put off').waitFor()
  // The first refund fails once; the others and the orders are done.
  await page.route(
    '**/merchant/refund/agree',
    (route) => route.fulfill({ json: { code: 0, msg: 'Not now.', data: { reason: 'refund/not-open' } } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Confirm 4 decisions' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Pick up 2 orders' }).click()
  await sheet.getByRole('textbox').fill(paymentPassword)
  await sheet.getByText('2 orders picked up').waitFor()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.waitFor({ state: 'detached' })
  await inPlace(page, 'Not now.').waitFor()
  expect((await env.builder.must(refundOrders, { state: 'requested' }, token)).total).toBe(1)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Confirm 1 decision' }).click()
  await inPlace(page, 'Not now.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Done' }).waitFor()
  expect((await env.builder.must(refundOrders, { state: 'requested' }, token)).total).toBe(0)
  expect((await env.builder.must(listOrders, { status: orderStatus.awaitingPickup }, token)).total).toBe(1)
  expect(errors).toEqual([])
  await context.close()
})
