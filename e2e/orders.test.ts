/**
 * A shop with many orders: search, filters, saved views, selection, batch pick-up with the result of each order, and
 * looks.
 */
import { cancelOwnOrder, listDistribution, orderCounts, orderDetail, orderStatus, orderViews } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aStockedShop,
  anOrder,
  creditMerchant,
  newId,
  paymentPassword,
  pickUp,
  placeTestOrder,
  sql,
  type TestOrder,
  someProducts,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  waitOutClickGuard,
  checkScreen,
  closeLooks,
  loaded,
  captureScreens,
  chooseDay,
  startTestEnvironment,
  type Look,
  type TestEnvironment,
} from './environment.ts'
import { namesIn } from './sheets.ts'

let env: TestEnvironment
let shop: TestShop
let bigOrder: TestOrder
let quietShop: TestShop
const someOrders = (owner: TestShop, n: number) =>
  Promise.all(Array.from({ length: n }, () => anOrder(env.builder, owner)))

beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  quietShop = await aStockedShop(env.builder)
  // More than the two pages that the list loads first.
  for (let group = 0; group < 8; group += 1) await someOrders(shop, 8)
  bigOrder = await anOrder(env.builder, shop, { quantity: 5 })
  await anOrder(env.builder, shop, { status: orderStatus.shipped })
})
afterAll(() => env?.close())

async function open(owner: TestShop, path: string, look: Look = {}) {
  const phone = await env.phone({ ...look, token: owner.token })
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await phone.page.goto(`${env.origin}/#/pages/${path}`)
  return { ...phone, copied: () => phone.page.evaluate(() => navigator.clipboard.readText()) }
}
const row = (page: Page, order: TestOrder) => page.locator(`a[href*="${order.id}"]`)
const bar = (page: Page) => page.getByRole('region', { name: 'Select' })
const sheet = (page: Page) => page.getByRole('dialog')
const name = (page: Page) => sheet(page).getByRole('textbox', { name: 'Name' })
async function pay(page: Page): Promise<void> {
  await sheet(page)
    .getByRole('button', { name: /^(Pay|Pick up \d)/ })
    .click()
  await sheet(page).getByLabel('Enter 6-digit Password').fill(paymentPassword)
}

test('one search finds orders, movements and screens, and opens acts filled in; nothing moves by itself', async () => {
  const { page, context, errors } = await open(shop, 'index')
  // The lists of products and orders have a search of their own.
  for (const tab of ['my', 'index']) {
    await page.goto(`${env.origin}/#/pages/${tab}`)
    await page.locator(`a[aria-current=page][href$="/pages/${tab}"]`).waitFor()
    await page.getByRole('link', { name: 'Search', exact: true }).waitFor()
  }
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  const field = page.getByRole('searchbox')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  const group = (title: string) => page.getByRole('navigation', { name: title })
  await checkScreen(page, 'search-empty')
  await field.fill(bigOrder.code)
  await group('Orders').getByText(bigOrder.code).waitFor()
  await field.fill('devic')
  await group('Screens').getByRole('link', { name: 'Devices' }).waitFor()
  const [offered] = await someProducts(env.builder, 1)
  const supplied = await env.builder.must(listDistribution, { limit: 100, notAdded: true }, { token: shop.token })
  const product = supplied.list.find(({ id }) => id === offered)!
  await field.fill(product.name)
  await group('Distribution center').getByRole('link', { name: product.name }).waitFor()
  await field.fill('zzzz')
  await page.getByText('Nothing found').waitFor()

  await field.fill('withdraw 12.50')
  await group('Actions').getByText('$12.50').waitFor()
  await checkScreen(page, 'search-acts')
  // The return key opens the first result.
  await field.press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('12.50')
  await page.goBack()
  await field.fill('recharge 150')
  await group('Actions')
    .getByRole('link', { name: /^Online recharge/ })
    .click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('150')
  await page.goBack()
  await field.fill('pick up all')
  await group('Actions').getByRole('link', { name: 'Pick up all 65 orders' }).click()
  await sheet(page).getByRole('button', { name: 'Pick up 65 orders' }).waitFor()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).not.toContain('pickup')
  await page.goBack()

  await field.fill('dark')
  await group('Actions').getByRole('button', { name: /^Dark/ }).click()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await field.fill('arabic')
  await group('Actions')
    .getByRole('button', { name: /العربية/ })
    .click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  // In Arabic, by the Arabic word and digits.
  await field.fill('سحب ١٠٠')
  await page.locator('a[href="#/pages/withdraw?amount=100"]').waitFor()
  await checkScreen(page, 'search-ar')
  expect(errors).toEqual([])
  await context.close()
})

test('searches by number, filters by amount and date, saves the filter as a view', async () => {
  const { page, context, errors } = await open(shop, 'order')
  await page.getByRole('button', { name: 'Awaiting pickup 65' }).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).waitFor()
  await page.getByLabel('Order number, buyer or product').fill(bigOrder.code.toLowerCase())
  await page.getByRole('status').getByText('1 order', { exact: true }).waitFor()
  await row(page, bigOrder).getByText('Awaiting pickup').waitFor()
  await page.getByLabel('Order number, buyer or product').fill('')
  await page.getByRole('button', { name: 'Awaiting pickup 65' }).click()

  await page.getByRole('button', { name: 'Filter' }).click()
  await chooseDay(page, 'From', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  await sheet(page).getByLabel('Minimum amount').fill('20,5')
  await sheet(page).getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Clear: Minimum amount $20.50' }).waitFor()
  await page.getByRole('status').getByText('1 order', { exact: true }).waitFor()
  expect(page.url()).toContain('least=20.5')

  await page.getByRole('button', { name: 'Saved views' }).click()
  await name(page).fill('Dear ones')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('View saved').waitFor()
  await sheet(page).getByRole('button', { name: 'Rename Dear ones' }).click()
  await name(page).fill('Worth a call')
  await waitOutClickGuard(page)
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await sheet(page).getByRole('button', { name: 'Worth a call', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  // Returns from another tab and another filter.
  await page.getByRole('button', { name: 'Shipped 1' }).click()
  await page.getByRole('button', { name: /^Clear: From/ }).click()
  await page.getByText('No orders match your search').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.locator('a[href*=orderDetail]').first().waitFor()
  expect(await page.getByRole('button', { name: /^Clear: / }).count()).toBe(0)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await sheet(page).getByRole('button', { name: 'Worth a call', exact: true }).click()
  await page.getByRole('button', { name: 'Clear: Minimum amount $20.50' }).waitFor()
  await page.getByRole('button', { name: 'Awaiting pickup 65', pressed: true }).waitFor()
  await row(page, bigOrder).waitFor()
  expect(await page.locator('a[href*=orderDetail]').count()).toBe(1)

  await page.getByRole('button', { name: 'Saved views' }).click()
  await name(page).fill('WORTH a call')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await sheet(page).getByText('A view named “WORTH a call” already exists.').waitFor()
  await sheet(page).getByRole('button', { name: 'Delete Worth a call' }).click()
  await sheet(page).getByRole('button', { name: 'Worth a call', exact: true }).waitFor({ state: 'detached' })
  const viewNames = async () =>
    (await env.builder.must(orderViews, {}, { token: shop.token })).list.map((view) => view.name)
  expect(await viewNames()).toEqual([])
  await page.getByText('View deleted').waitFor()
  await page.getByText('Undo', { exact: true }).click()
  await sheet(page).getByRole('button', { name: 'Worth a call', exact: true }).waitFor()
  expect(await viewNames()).toEqual(['Worth a call'])
  expect(errors).toEqual([])
  await context.close()
})

test('selects by long press and checkbox while the list scrolls and loads more', async () => {
  const { page, context, errors } = await open(shop, 'order?status=5')
  const tabs = page.getByRole('navigation', { name: 'Main sections' })
  await tabs.waitFor()
  const first = page.locator('a[href*=orderDetail]').first()
  await first.hover({ position: { x: 120, y: 40 } })
  await page.mouse.down()
  await bar(page).getByText('1 selected').waitFor()
  await page.mouse.up()
  await tabs.waitFor({ state: 'hidden' })

  // The order stays selected while the list scrolls to its end and loads more.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000)
      return bar(page).getByRole('button', { name: 'Select 65 shown' }).count()
    })
    .toBe(1)
  // The bar covers rows until the list has reached its end.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000)
      return page.evaluate(() => {
        const { scrollTop, clientHeight, scrollHeight } = document.scrollingElement!
        return scrollTop + clientHeight >= scrollHeight - 1
      })
    })
    .toBe(true)
  await page.getByRole('checkbox').last().check()
  await bar(page).getByText('2 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await tabs.waitFor()

  expect(errors).toEqual([])
  await context.close()
})

test('selects all loaded orders, then, in a second step, all matching ones; a changed filter clears the selection', async () => {
  const { page, context, errors } = await open(shop, 'order?status=5')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Select 30 shown' }).click()
  // The largest order is the newest and earns as much as five others: 5 × $4.24 and five cents less commission.
  await bar(page).getByText('30 selected').waitFor()
  await bar(page).getByText('+$144.16').waitFor()
  await waitOutClickGuard(page)
  await bar(page).getByRole('button', { name: 'Select all 65 awaiting pickup' }).click()
  await bar(page).getByText('65 selected').waitFor()
  await bar(page).getByText('+$292.56').waitFor()
  await bar(page).getByRole('button', { name: 'Pick up' }).click()
  await sheet(page).getByText('Your profit · 65 orders').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await bar(page).getByText('65 selected').waitFor()
  await page.getByLabel('Order number, buyer or product').fill('product')
  await bar(page).waitFor({ state: 'detached' })
  await page.getByLabel('Order number, buyer or product').fill('')
  await page.getByRole('button', { name: 'Select', exact: true }).waitFor()
  expect(await bar(page).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('shows the result of each order: picked up, or excluded with the reason', async () => {
  const [stays, goes, leaves] = (await someOrders(quietShop, 3)) as [TestOrder, TestOrder, TestOrder]
  const { page, context, errors, copied } = await open(quietShop, 'order?status=5')
  await row(page, leaves).waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Select 3 shown' }).click()
  const cancel = (order: TestOrder) =>
    env.builder.must(cancelOwnOrder, { id: order.id }, { token: order.buyer.token, key: newId() })
  // One order ends before the plan, and its row leaves the list. Another ends between plan and payment.
  await cancel(leaves)
  await page.getByRole('button', { name: 'Awaiting pickup 2' }).waitFor()
  await bar(page).getByText('3 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Pick up' }).click()
  await sheet(page).getByText('1 order not included').waitFor()
  await cancel(goes)
  await pay(page)
  await sheet(page).getByText('2 orders weren’t picked up').click()
  for (const order of [goes, leaves]) await sheet(page).getByRole('link', { name: order.code }).waitFor()
  await sheet(page).getByText('This order was cancelled.').waitFor()
  await sheet(page).getByText('This order has changed').waitFor()
  await sheet(page).locator('summary', { hasText: '1 order' }).click()
  await sheet(page)
    .getByRole('button', { name: `Copy: ${stays.code}` })
    .click()
  await page.getByText('Copy Success').waitFor()
  expect(await copied()).toBe(stays.code)
  await checkScreen(page, 'pickup-result')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('navigation', { name: 'Main sections' }).waitFor()
  expect(await bar(page).count()).toBe(0)
  expect((await env.builder.must(orderCounts, {}, { token: quietShop.token })).counts).toMatchObject({
    2: 1,
    5: 0,
    7: 2,
  })
  expect(errors).toEqual([])
  await context.close()
})

test('a refused batch says why, and failed orders can be retried', async () => {
  const owner = await aStockedShop(env.builder)
  await creditMerchant(env.builder, owner, '100')
  const spent = await anOrder(env.builder, owner, { quantity: 3 })
  for (let i = 0; i < 2; i += 1) await anOrder(env.builder, owner, { quantity: 4 })
  const { page, context, errors } = await open(owner, 'order?status=5')
  await row(page, spent).waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Select 3 shown' }).click()
  await page.getByRole('checkbox', { name: spent.code }).uncheck()
  await bar(page).getByText('2 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Pick up' }).click()
  await sheet(page)
    .getByRole('radio', { name: /My balance/ })
    .check()
  // Another phone spends the balance while this one shows the plan.
  await pickUp(env.builder, owner, [spent.id], 'balance')
  await pay(page)
  await sheet(page).getByRole('alert').getByText('2 orders couldn’t be picked up').waitFor()
  await checkScreen(page, 'pickup-refused')
  await waitOutClickGuard(page)
  await sheet(page).getByRole('button', { name: 'Retry 2 failed orders' }).click()
  await sheet(page)
    .getByRole('radio', { name: /My balance/, disabled: true })
    .waitFor()
  await waitOutClickGuard(page)
  await pay(page)
  await sheet(page).locator('summary', { hasText: '2 orders' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('an order shows its deadline, each step with source and age, the proof of payment, and the buyer’s town on the map', async () => {
  const { page, context, errors, copied } = await open(shop, `orderDetail?id=${bigOrder.id}`)
  await page.getByText(/^Pickup deadline: in (71|72) hours · /).waitFor()
  await page.getByText('History', { exact: true }).click()
  await page.getByText(/just now · Card processor/).waitFor()
  await page.getByText('Purchase price: $').first().waitFor()
  await page.getByRole('button', { name: 'Copy: Order number' }).click()
  await page.getByText('Copy Success').waitFor()
  expect(await copied()).toBe(bigOrder.code)
  // Profit and earnings open the books of the order.
  await page.getByRole('button', { name: /^Profit: \$.* · Payment proof and ledger$/ }).click()
  const books = page.getByRole('heading', { name: 'Ledger entries' })
  await books.waitFor()
  await page.getByText('Payment proof and ledger', { exact: true }).click()
  await books.waitFor({ state: 'detached' })
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: /^Total earnings: / }).click()
  const { payment } = await env.builder.must(orderDetail, { id: bigOrder.id }, { token: shop.token })
  await page.getByRole('button', { name: 'Copy: Charge reference' }).click()
  await page.getByText('Copy Success').waitFor()
  expect(await copied()).toBe(payment!.reference)
  await page.getByText(payment!.entry.hash).waitFor()
  const entry = page.getByRole('listitem').filter({ hasText: 'From Card processor to Order escrow' }).first()
  await entry.getByText(`${payment!.entry.hash.slice(0, 12)}…`).waitFor()
  await page.getByRole('link', { name: 'Show on map' }).click()
  await page.getByRole('heading', { name: 'Show on map' }).waitFor()
  await page.getByText('T12 Cork, IE').waitFor()
  await page.getByText('Shows the town only, not the exact address.').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test.each(closeLooks)('a new order does not shift the visible rows ($lang, $theme)', async (look) => {
  const own = await aStockedShop(env.builder)
  await someOrders(own, 3)
  const { context, page, errors } = await open(own, 'order', look)
  const rows = page.locator('a[href*=orderDetail]')
  await rows.nth(2).waitFor()
  await loaded(page)
  const top = { href: await rows.first().getAttribute('href'), box: await rows.first().boundingBox() }
  const newOrder = await anOrder(env.builder, own)
  const news = page.getByRole('button', { name: namesIn(look.lang)('orders.new', { n: 1 }) })
  await news.waitFor()
  expect({ href: await rows.first().getAttribute('href'), box: await rows.first().boundingBox() }).toEqual(top)
  expect(await page.getByText(newOrder.code).count()).toBe(0)
  await checkScreen(page, `orders-new-${look.lang}-${look.theme}`)
  await news.click()
  await expect.poll(() => rows.first().getAttribute('href')).toContain(newOrder.id)
  expect(await news.count()).toBe(0)
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('a[href*=orderDetail]'))),
  ).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

describe('looks', () => {
  let busy: TestShop
  beforeAll(async () => {
    busy = await aStockedShop(env.builder)
    const order = await placeTestOrder(env.builder, busy)
    await sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, quantity, total_cost, total_payment, commission, address,
        placed_at, pay_until, changed_by, changed_at)
      select shop_id, uuidv7(), g::text, 'N' || lpad(g::text, 9, '0'), buyer_id, buyer_name, 1, title, 1, 1000, 1499, 75, address,
        placed_at - g * interval '1 minute', pay_until, changed_by, changed_at
      from orders, generate_series(1, 10000) g where id = ${order.id}`.execute(env.builder.owner)
    await anOrder(env.builder, busy)
  })

  test('ten thousand orders', async () => {
    const { page, context, errors } = await open(busy, 'order')
    await page.getByRole('button', { name: 'Waiting for payment 10,001' }).waitFor()
    await page.getByLabel('Order number, buyer or product').fill('bea')
    await page.getByRole('status').getByText('≥ 1,000 orders').waitFor()
    await page.getByLabel('Order number, buyer or product').fill('n0000090')
    await page.getByRole('status').getByText('100 orders', { exact: true }).waitFor()
    for (let i = 0; i < 4; i += 1) {
      await page.mouse.wheel(0, 9000)
      await page.waitForTimeout(150)
    }
    await checkScreen(page, 'orders-many')
    // Only rows near the visible part are drawn.
    expect(await page.locator('a[href*=orderDetail]').count()).toBeLessThan(40)
    expect(errors).toEqual([])
    await context.close()
  })

  test.each(closeLooks)('$lang, $theme', lookAtAll)
})

async function lookAtAll({ lang, theme }: Look): Promise<void> {
  const { page, context, errors } = await open(shop, 'order', { lang, theme })
  const at = (path: string, of: string) => captureScreens(env, page, path, `orders-${lang}-${theme}-${of}`)
  const check = (of: string) => checkScreen(page, `orders-${lang}-${theme}-${of}`)
  await page.goto(`${env.origin}/#/pages/order?status=5&least=10&from=2026-01-01`)
  await page.locator('a[href*=orderDetail]').first().waitFor()
  await page.locator('header button').first().click()
  await page.locator('section[data-instead-of-tabs] button').first().click()
  await check('chosen')
  await page.locator('main button:has(svg.lucide-list-filter)').click()
  await sheet(page).waitFor()
  await check('filter')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.locator('main button:has(svg.lucide-bookmark)').click()
  await sheet(page).locator('form').waitFor()
  await check('views')
  await page.keyboard.press('Escape')
  await at(`orderDetail?id=${bigOrder.id}`, 'order')
  await page.setViewportSize({ width: 320, height: 640 })
  await at('order?status=5&least=10', 'narrow')
  expect(errors).toEqual([])
  await context.close()
}
