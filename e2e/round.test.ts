/** The round of the day: duties as cards, decided by one touch, and confirmed once. */
import { listOrders, orderStatus, refundOrders, requestRefund } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aStockedShop,
  anOrder,
  creditMerchant,
  newId,
  paymentPassword,
  type TestShop,
} from '../apps/server/test/index.ts'
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
  // Its balance pays the second refund; a debt beyond its limit would wait for the platform.
  await creditMerchant(env.builder, shop, '100')
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

test('plain orders are one card, looked at one by one if wanted; a list that is longer says so', async () => {
  const busy = await aStockedShop(env.builder)
  for (let i = 0; i < 5; i += 1) await anOrder(env.builder, busy, { status: orderStatus.awaitingPickup })
  const { list } = await env.builder.must(listOrders, { status: orderStatus.awaitingPickup }, { token: busy.token })
  const { context, page, errors } = await env.phone({ token: busy.token })
  await page.route('**/merchant/order/list?**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { total: number } }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, total: 143 } } })
  })
  await page.goto(`${env.origin}/#/pages/round`)
  await page.getByText('1 of 1').waitFor()
  await page.getByText('Orders: The first 5 of 143').waitFor()
  const profit = list.reduce((cents, order) => cents + Math.round(Number(order.profit) * 100), 0)
  await page.getByRole('heading', { name: '5 orders' }).waitFor()
  await page.getByText(`Your profit $${(profit / 100).toFixed(2)}`).waitFor()
  await checkScreen(page, 'round-together')
  await page.getByRole('button', { name: 'One by one' }).click()
  await page.getByText('1 of 5').waitFor()
  // A round that begins anew has them together again, and one password picks up all.
  await page.reload()
  await page.getByRole('button', { name: 'Pick up all 5 orders' }).click()
  await page.getByRole('button', { name: 'Confirm 1 decision' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Pick up 5 orders' }).click()
  await sheet.getByRole('textbox').fill(paymentPassword)
  await sheet.getByText('5 orders picked up').waitFor()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
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
