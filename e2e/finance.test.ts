/**
 * The financial report, "why pending" and the filters of the funds records on a phone: the screens match the ledger.
 */
import {
  financePending,
  financeReport,
  parseCents,
  fundsRecords,
  moneyPlaces,
  orderStatus,
  rejectWithdrawal,
  type ResponseBody,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aMerchant,
  aStockedShop,
  anOperator,
  anOrder,
  creditMerchant,
  newId,
  withdraw,
  type TestOrder,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  checkScreen,
  expectAccessible,
  closeLooks,
  chooseDay,
  startTestEnvironment,
  screenshot,
  type Look,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let emptyToken: string
let received: TestOrder
let review: { id: string; code: string }
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  await creditMerchant(env.builder, shop, '1250')
  for (const status of Object.values(orderStatus).filter((s) => s !== orderStatus.cancelled))
    await anOrder(env.builder, shop, { status, funding: status === orderStatus.shipped ? 'balance' : 'escrow' })
  received = await anOrder(env.builder, shop, { status: orderStatus.received, quantity: 3 })
  const destination = await aDestination(env.builder, shop)
  const refused = await withdraw(env.builder, shop, destination, '40')
  const finance = await anOperator(env.builder, 'finance')
  await env.builder.must(
    rejectWithdrawal,
    { shopId: shop.shopId, id: refused.id, reason: 'legal-order', note: '' },
    { ...finance, key: newId() },
  )
  review = await withdraw(env.builder, shop, destination, '120.50')
  emptyToken = (await aMerchant(env.builder)).token
})
afterAll(() => env?.close())

async function logIn(look: Look = {}, token = shop.token) {
  const phone = await env.phone({ ...look, token })
  return { ...phone, open: (path: string) => phone.page.goto(`${env.origin}/#/pages/${path}`) }
}

/** The cents of every amount beside its label, in the order of the screen. */
const amounts = (page: Page) =>
  page.locator('main dl > div').evaluateAll((rows) =>
    rows.map((row) => {
      const [name, value] = [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']
      return [name, Number(value.replace('\u2212', '-').replace(/[^\d-]/g, ''))] as const
    }),
  )
const cents = (wire: string) => Number(parseCents(wire))

test('yesterday, today, week, month: the figures match the API and add up on the screen; each day shows its orders', async () => {
  const { context, page, open, errors } = await logIn()
  await open('fundsRecords')
  await page.getByRole('link', { name: 'Financial report' }).click()
  await page.getByRole('button', { name: 'Today', pressed: true }).waitFor()
  for (const [name, period] of [
    ['Month', 'month'],
    ['Yesterday', 'yesterday'],
    ['Today', 'today'],
    ['Week', 'week'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const api: ResponseBody<typeof financeReport> = await env.builder.must(
      financeReport,
      { period },
      { token: shop.token },
    )
    const figures = async () => Object.fromEntries(await amounts(page))
    await expect.poll(figures).toMatchObject({
      'Total orders': api.orders,
      'Cancelled orders': api.cancelled,
      Sales: cents(api.sold.sales),
      'Paid by buyers': cents(api.payments),
      Refunds: 0 - cents(api.refunds),
      'Purchase cost': 0 - cents(api.cost),
      Commission: 0 - cents(api.commission),
      'In orders not yet received': 0 - cents(api.open),
      Profit: cents(api.profit),
      'Settled to your balance': cents(api.realised),
      Recharged: cents(api.recharged),
      Withdrawn: 0 - cents(api.withdrawn),
      'Withdrawal fees': 0 - cents(api.withdrawalFees),
    })
    const shown = await figures()
    const parts = ['Paid by buyers', 'Refunds', 'Purchase cost', 'Commission', 'In orders not yet received']
    expect(parts.reduce((sum, part) => sum + shown[part]!, 0)).toBe(shown['Profit'])
    const today = api.days.at(-1)!
    if (api.days.length > 1)
      await page
        .getByRole('listitem')
        .filter({ hasText: `Orders sold ${today.sold.orders}` })
        .first()
        .waitFor()
  }
  // The URL stores the period: back from the statement restores the week.
  expect(page.url()).toContain('period=week')
  expect(await page.getByRole('link', { name: /^Statement/ }).getAttribute('href')).toBe('#/pages/statement')
  await page.getByRole('link', { name: /^Why is this pending/ }).click()
  await page.getByRole('heading', { name: 'Why is this pending?' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Week', pressed: true }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('every pending and held amount links to its subject; their sums are the figures above', async () => {
  const { context, page, open, errors } = await logIn()
  await open('money')
  const api = await env.builder.must(financePending, { limit: 50 }, { token: shop.token })
  const rows = page.getByRole('region', { name: 'Why is this pending?' }).locator('a[href*="?id="]')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(api.total)
  const listed = await rows.evaluateAll((all) =>
    all.map((row) => Number(row.querySelector('bdi[dir=ltr]')!.textContent!.replace(/\D/g, ''))),
  )
  expect(listed.reduce((sum, n) => sum + n, 0)).toBe(cents(api.pending) + cents(api.held))
  const order = page.getByRole('link', { name: `Order ${received.code}` })
  expect(await page.getByRole('link', { name: `Withdrawal ${review.code}` }).getAttribute('href')).toContain(
    `withdrawDetail?id=${review.id}`,
  )
  await order.click()
  await page.getByText(received.code).first().waitFor()
  expect(page.url()).toContain(received.id)
  expect(errors).toEqual([])
  await context.close()
})

test('where the money is: every place equals the ledger and opens its list; a payday shows its orders', async () => {
  const { context, page, open, errors } = await logIn()
  await open('my')
  await page.getByRole('link', { name: /^On the way/ }).click()
  const places = await env.builder.must(moneyPlaces, {}, { token: shop.token })
  await page.getByRole('link', { name: /^Buyer payments in escrow/ }).waitFor()
  const shown = await page.locator('main ol').first().getByRole('link').allTextContents()
  const shownAt = (name: string) => Number(shown.find((text) => text.startsWith(name))!.replace(/.*\$|\D/g, ''))
  expect(shownAt('Buyer payments in escrow')).toBe(cents(places.escrow))
  expect(shownAt('Pending')).toBe(cents(places.pending))
  expect(shownAt('Balance')).toBe(cents(places.balance))
  expect(shownAt('In withdrawal')).toBe(cents(places.held))
  await page.getByRole('link', { name: /^Shipped/ }).click()
  await expect.poll(() => page.url()).toContain('status=3')
  await page.goBack()

  const payday = page.getByRole('button', { name: / from 2 orders$/ })
  await payday.click()
  expect(await payday.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => page.locator('main a[href*="?id="]').count()).toBe(2)
  await page.getByRole('link', { name: received.code }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('filters are chips stored in the URL: back restores them, a tap removes them', async () => {
  const { context, page, open, errors } = await logIn()
  await open('fundsRecords')
  const rows = page.locator('main a[href*="?id="]')
  await rows.first().waitFor()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog').getByLabel('Type').selectOption({ label: 'Received: profit pending' })
  await chooseDay(page, 'From', today)
  await page.getByLabel('Number of an order').fill(received.code.toLowerCase())
  await page.getByRole('dialog').getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => rows.count()).toBe(1)
  expect(page.url()).toContain(`event=order.received&from=${today}`)
  const { total } = await env.builder.must(
    fundsRecords,
    { event: 'order.received', from: today, code: received.code },
    { token: shop.token },
  )
  expect(total).toBe(1)

  await rows.first().click()
  await page.getByText(received.code).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Clear: Received: profit pending' }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: `Clear: ${received.code.toLowerCase()}` }).click()
  // Several orders of a kind and day are one row, which a tap opens.
  const folded = page.locator('main button[aria-expanded=false]')
  await folded.click()
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Clear: Received: profit pending' }).click()
  await page.getByRole('button', { name: /^Clear: From/ }).click()
  await page.getByRole('list', { name: 'Filter' }).waitFor({ state: 'detached' })
  expect(page.url()).toMatch(/fundsRecords$/)
  await open('fundsRecords?code=NOTHING')
  await page.getByText('No records match your filters').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => rows.or(folded).count()).toBeGreaterThan(3)
  expect(errors).toEqual([])
  await context.close()
})

test.each(closeLooks)(
  'looks: $lang, $theme',
  async (look) => {
    const { context, page, open, errors } = await logIn(look)
    const check = (name: string) => checkScreen(page, `${look.lang}-${look.theme}-${name}`)
    await open('finance?period=month')
    await page.locator('main svg[role=slider]').waitFor()
    await check('finance-month')
    await page.evaluate(() => window.scrollTo(0, 700))
    await screenshot(page, `${look.lang}-${look.theme}-finance-below`)
    await open('money')
    await page.locator('main button[aria-pressed]').first().click()
    await page.locator('main a[href*="?id="]').first().waitFor()
    await check('money')
    await open(`fundsRecords?event=order.received&from=2026-01-01&to=2099-12-31&code=${received.code}`)
    await page.locator('main a[href*="?id="]').first().waitFor()
    await check('funds-filtered')
    await page.locator('header button').last().click()
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(200)
    await check('funds-sheet')
    await open('my')
    await page.getByRole('main').getByRole('link').first().waitFor()
    await screenshot(page, `${look.lang}-${look.theme}-my`)
    expect(errors).toEqual([])
    await context.close()
  },
  120_000,
)

test('a shop without money', async () => {
  const { context, page, open, errors } = await logIn({}, emptyToken)
  await open('finance?period=week')
  await page.getByRole('heading', { name: 'Daily breakdown' }).waitFor()
  await expectAccessible(page, 'empty report')
  await screenshot(page, 'empty-finance')
  await open('finance?part=pending')
  await page.getByRole('heading', { name: 'Where your money is' }).waitFor()
  await page.getByText('No transactions yet').waitFor()
  await expectAccessible(page, 'no money')
  await open('fundsRecords?from=2026-99-99&event=nonsense')
  await page.getByText('No transactions yet').waitFor()
  expect(errors).toEqual([])
  await context.close()
})
