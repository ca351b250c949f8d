/** Refund orders on the phone: none, many, agreed, objected; and looks. */
import {
  agreeRefund,
  decideRefund,
  objectRefund,
  openRefund,
  orderStatus,
  refundDetail,
  requestRefund,
  withdrawRefund,
  type OrderStatus,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aMerchant,
  aRefundPicture,
  aStockedShop,
  anOperator,
  anOrder,
  newId,
  type TestOrder,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  checkScreen,
  expectAccessible,
  closeLooks,
  startTestEnvironment,
  screenshot,
  type Look,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let emptyToken: string
let support: string

const words = 'The handle came off when I took it out of the box.\nBoth pictures show it.'
async function requestRefundOf(order: TestOrder, amount?: string, pictures: string[] = []): Promise<string> {
  const { refund } = await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: words, pictures, ...(amount ? { amount } : {}) },
    { token: order.buyer.token, key: newId() },
  )
  return refund!.id
}
const order = (status: OrderStatus) => anOrder(env.builder, shop, { status })
/** A received order, and a refund of it with pictures. Returns their ids. */
async function received(): Promise<{ order: TestOrder; id: string }> {
  const receivedOrder = await order(orderStatus.received)
  const pictures = [
    await aRefundPicture(env.builder, receivedOrder.buyer.token, '#b45'),
    await aRefundPicture(env.builder, receivedOrder.buyer.token, '#47a'),
  ]
  return { order: receivedOrder, id: await requestRefundOf(receivedOrder, '3.00', pictures) }
}
const agree = (id: string) => env.builder.must(agreeRefund, { id }, { token: shop.token, key: newId() })
const object = (id: string) =>
  env.builder.must(objectRefund, { id, text: 'It left the house whole.' }, { token: shop.token })

const ids: Record<'requested' | 'agreed' | 'objected' | 'declined' | 'owed' | 'byStaff' | 'byPlatform', string> =
  {} as never
beforeAll(async () => {
  env = await startTestEnvironment()
  emptyToken = (await aMerchant(env.builder)).token
  support = (await anOperator(env.builder, 'support')).token
  shop = await aStockedShop(env.builder)
  const settled = await order(orderStatus.completed)
  const opened = await env.builder.must(
    openRefund,
    { shopId: shop.shopId, orderId: settled.id, reason: 'not-arrived', text: 'After a dispute with the carrier' },
    { token: support, key: newId() },
  )
  ids.owed = opened.id
  await agree(ids.owed)
  ids.declined = await requestRefundOf(await order(orderStatus.shipped))
  await object(ids.declined)
  await env.builder.must(
    decideRefund,
    { shopId: shop.shopId, id: ids.declined, decision: 'decline', text: 'The parcel is on its way.' },
    { token: support, key: newId() },
  )
  const shippedOrder = await order(orderStatus.shipped)
  await env.builder.must(
    withdrawRefund,
    { id: await requestRefundOf(shippedOrder) },
    { token: shippedOrder.buyer.token },
  )
  ids.agreed = await requestRefundOf(await order(orderStatus.awaitingPickup), '2.50')
  await agree(ids.agreed)
  ids.objected = (await received()).id
  await object(ids.objected)
  const staffs = { shopId: shop.shopId, orderId: (await order(orderStatus.completed)).id }
  ids.byStaff = (
    await env.builder.must(
      openRefund,
      { ...staffs, reason: 'other', text: 'The buyer wrote to us' },
      { token: support, key: newId() },
    )
  ).id
  ids.byPlatform = await requestRefundOf(await order(orderStatus.shipped), '3.00')
  await object(ids.byPlatform)
  await env.builder.must(
    decideRefund,
    { shopId: shop.shopId, id: ids.byPlatform, decision: 'approve', bearer: 'platform', text: 'We were late.' },
    { token: support, key: newId() },
  )
  ids.requested = (await received()).id
})
afterAll(() => env?.close())

async function phone(token: string, look: Look = {}) {
  const opened = await env.phone({ ...look, token })
  return opened
}
const open = (page: Page, path: string) => page.goto(`${env.origin}/#/pages/${path}`)

test('an empty list says so', async () => {
  const { context, page, errors } = await phone(emptyToken)
  await open(page, 'fundsRecords')
  await page.getByRole('link', { name: 'Refund orders' }).click()
  await page.getByText('There are currently no refund orders').waitFor()
  await expectAccessible(page, 'empty')
  await screenshot(page, 'refunds-empty')
  await open(page, 'refundDetail?id=00000000-0000-4000-8000-000000000000')
  await page.getByText('Nothing to show here').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('objects to a refund: the entries survive a refusal and closing', async () => {
  const { id } = await received()
  const { context, page, errors } = await phone(shop.token)
  await open(page, 'refundRequest?state=requested')
  await page.locator(`a[href*="${id}"]`).click()
  await page.getByText('The handle came off').waitFor()
  await page.getByRole('button', { name: 'Photo 2' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 2' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Contest', exact: true }).click()
  const field = page.getByLabel('Why are you contesting this refund?')
  await field.fill('It left the house whole.')
  await page.getByRole('button', { name: 'Close' }).click()
  await field.waitFor({ state: 'hidden' })
  // A second tap within half a second would count as a double tap.
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Contest', exact: true }).click()
  expect(await field.inputValue()).toBe('It left the house whole.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Contest refund' }).click()
  await page.getByText('Can’t reach the server').waitFor()
  expect(await field.inputValue()).toBe('It left the house whole.')
  await context.setOffline(false)
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Contest refund' }).click()
  await page.getByText('Response sent').waitFor()
  await page.getByRole('heading', { name: 'Contested' }).waitFor()
  expect(await page.getByRole('button', { name: /^Refund \$/ }).count()).toBe(0)
  expect((await env.builder.must(refundDetail, { id }, { token: shop.token })).objection).toBe(
    'It left the house whole.',
  )
  expect(errors).toEqual([])
  await context.close()
})

test('agrees to a refund after the table shows who pays; order and funds record link to it; its number can be copied', async () => {
  const { order: of, id } = await received()
  const { context, page, errors } = await phone(shop.token)
  await open(page, `orderDetail?id=${of.id}`)
  await page.getByRole('heading', { name: 'Refund orders' }).waitFor()
  await page.locator(`a[href*="${id}"]`).click()
  // Both sums stand on one line above the button, which carries what the buyer gets.
  await page.getByText('You pay $2.85 · The buyer receives $3.00').waitFor()
  await page.getByRole('button', { name: 'Refund $3.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund $3.00 to the buyer?' })
  for (const row of [
    'Your pending profit $2.85',
    'Commission returned by the platform $0.15',
    'The buyer receives $3.00',
  ])
    await dialog.getByRole('row', { name: row }).waitFor()
  await expectAccessible(page, 'agree')
  await screenshot(page, 'refunds-agree')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await page.getByText('Response sent').waitFor()
  await page.getByText('Refunded').first().waitFor()
  const { code } = await env.builder.must(refundDetail, { id }, { token: shop.token })
  await open(page, 'fundsRecords')
  await page.getByRole('link', { name: `Refund ${code}` }).click()
  await page.getByText('The handle came off').waitFor()
  await page.getByText('History', { exact: true }).click()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy: Number' }).click()
  await page.getByText('Copy Success').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await page.locator(`main a[href*="${of.id}"]`).click()
  await page.getByRole('heading', { name: 'Refund orders' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('shows each deadline: the merchant’s, the platform’s ten days, refunds that staff opened, and refunds that the platform pays', async () => {
  const { context, page, errors } = await phone(shop.token)
  await open(page, `refundDetail?id=${ids.objected}`)
  await page.getByText(/^We’ll decide by .* at no cost to you\.$/).waitFor()
  // The history shows the step to come, with its latest time.
  await page.getByText('History', { exact: true }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Our decisionBy / })
    .waitFor()
  await open(page, `refundDetail?id=${ids.byStaff}`)
  await page.getByText('If you don’t respond, it isn’t accepted').waitFor()
  expect(await page.getByText('If you don’t respond, the refund is accepted automatically.').count()).toBe(0)
  await open(page, `refundDetail?id=${ids.byPlatform}`)
  await page.getByText('You pay').click()
  await page.getByRole('row', { name: 'Paid by the platform $3.00' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('an answer from another device appears on the open screen', async () => {
  const { id } = await received()
  const { context, page } = await phone(shop.token)
  await open(page, `refundDetail?id=${id}`)
  await page.getByRole('button', { name: /^Refund \$/ }).waitFor()
  await page.getByText('History', { exact: true }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^AcceptedBy / })
    .waitFor()
  await agree(id)
  await page.getByRole('button', { name: /^Refund \$/ }).waitFor({ state: 'detached' })
  await context.close()
})

const looked = ['requested', 'owed'] as const
describe.each(closeLooks)('$lang, $theme', ({ lang, theme }) => {
  test('the list and each kind of refund order: accessible and no wider than the phone', async () => {
    const { context, page, errors } = await phone(shop.token, { lang, theme })
    // States that differ only in their texts are checked once.
    const names = lang === 'en' && theme === 'light' ? (Object.keys(ids) as (keyof typeof ids)[]) : looked
    const screens = [['list', 'refundRequest'], ...names.map((name) => [name, `refundDetail?id=${ids[name]}`])]
    for (const [name, path] of screens as [string, string][]) {
      await open(page, path)
      await page.locator('main a[href*="id="]').first().waitFor()
      if (name === 'requested') await page.locator('main img').nth(1).waitFor()
      await checkScreen(page, `refunds-${lang}-${theme}-${name}`)
    }
    expect(errors).toEqual([])
    await context.close()
  })
})
