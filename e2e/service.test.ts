/** The chat with customer service, from both sides: live messages, read marks, a lost connection, a card. */
import { answerConversation, markTalkRead, readConversation } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, anOperator, anOrder, type TestOrder, type TestShop } from '../apps/server/test/index.ts'
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
let order: TestOrder
let desk: { token: string }
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  order = await anOrder(env.builder, shop)
  desk = await anOperator(env.builder, 'support')
})
afterAll(() => env?.close())

async function openTalk(look: Look = {}) {
  const phone = await env.phone({ ...look, token: shop.token })
  await phone.page.goto(`${env.origin}/#/pages/service`)
  return phone
}

test('sends a question, receives the answer live, and shows read marks', async () => {
  const { context, page, errors } = await openTalk()
  await page.getByText('How can we help?').waitFor()
  await expectAccessible(page, 'empty talk')
  await page.getByLabel('Type a message').fill('When does my order ship?')
  await page.getByRole('button', { name: 'Attach an order or transaction' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(/^Number of an order/).fill('NOTHING1')
  await sheet.getByRole('button', { name: 'Attach an order or transaction' }).click()
  await sheet.getByText('No results for this number').waitFor()
  await sheet.getByLabel(/^Number of an order/).fill(order.code.toLowerCase())
  // A second tap within half a second counts as a double tap.
  await page.waitForTimeout(600)
  await sheet.getByRole('button', { name: 'Attach an order or transaction' }).click()
  await page.getByText(`Attached: Order ${order.code}`).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: `Order ${order.code}` }).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()

  const { list } = await env.call(readConversation, { conversationId: shop.shopId }, desk)
  expect(list[0]).toMatchObject({ text: 'When does my order ship?', card: { code: order.code } })
  await env.call(markTalkRead, { conversationId: shop.shopId, seq: 1 }, desk)
  await page.getByText('Read', { exact: true }).waitFor()
  await env.call(
    answerConversation,
    { conversationId: shop.shopId, id: crypto.randomUUID(), text: 'Within two days.' },
    desk,
  )
  await page.getByText('Within two days.').waitFor()
  expect(
    (await env.call(readConversation, { conversationId: shop.shopId }, desk)).readBy.merchant,
  ).toBeGreaterThanOrEqual(1)
  await screenshot(page, 'talk')
  expect(errors).toEqual([])
  await context.close()
})

test('offline, the text stays, says so, and is sent when the connection is back', async () => {
  const { context, page } = await openTalk()
  await page.getByText('Within two days.').waitFor()
  await page.getByLabel('Type a message').fill('Half a thought')
  await page.reload()
  await page.getByText('Within two days.').waitFor()
  expect(await page.getByLabel('Type a message').inputValue()).toBe('Half a thought')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Not sent. Tap to try again.').waitFor()
  await context.setOffline(false)
  await page.getByText('Not sent. Tap to try again.').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await env.call(readConversation, { conversationId: shop.shopId }, desk)).list[0]!.text)
    .toBe('Half a thought')
  await context.close()
})

test.each(closeLooks)('looks right: $lang, $theme', async (look) => {
  const { context, page, errors } = await openTalk(look)
  await page.getByText('Within two days.').waitFor()
  await checkScreen(page, `talk-${look.lang}-${look.theme}`)
  expect(errors).toEqual([])
  await context.close()
})
