/** A buyer without script, a merchant and an operator in one conversation about an order. */
import { readOrderTalk } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, aStockedShop, mailsToBuyer, type TestShop } from '../apps/server/test/index.ts'
import { openDesk } from './console-environment.ts'
import {
  checkScreen,
  closeLooks,
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

test('a buyer asks without script, the merchant answers, and an operator takes over and gives back', async () => {
  const buyer = await openStorefront(env, { lang: 'ja' })
  const order = await buyAsGuest(env, buyer.page, shop, 'ja')
  await buyer.page.locator('main a[href$="/shop"]').click()
  const field = buyer.page.locator('textarea[name=text]')
  const send = buyer.page.locator('main form button')
  await field.fill('プレゼントです。いつ届きますか？')
  await send.click()
  await buyer.page.locator('#last', { hasText: 'いつ届きますか' }).waitFor()
  await field.fill('LINEの代わりにWhatsAppで話せますか？')
  await send.click()
  await buyer.page.locator('#last', { hasText: 'WhatsApp' }).waitFor()

  const merchant = await env.phone({ token: shop.token })
  await merchant.page.goto(`${env.origin}/#/pages/setting`)
  await merchant.page
    .getByRole('link', { name: /Messages with buyers/ })
    .getByText('2', { exact: true })
    .waitFor()
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByRole('link', { name: /Messages with buyers/ }).click()
  await merchant.page.getByText('Waiting for your reply').waitFor()
  await checkScreen(merchant.page, 'buyer-talks')
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByText('WhatsApp').click()
  await merchant.page.getByText('This message mentions a link').waitFor()
  expect(await merchant.page.locator('main').textContent()).toContain('日本語')
  expect(await merchant.page.locator('body').textContent()).not.toContain(order.email)
  await merchant.page.getByRole('textbox').fill('On Friday. Please stay here.')
  await waitOutClickGuard(merchant.page)
  await merchant.page.getByRole('button', { name: 'Send' }).click()
  await merchant.page.getByRole('listitem').filter({ hasText: 'On Friday' }).waitFor()
  await checkScreen(merchant.page, 'buyer-talk')

  // The mail is in the language of the order, and leads to the answer.
  const answered = async () =>
    (await mailsToBuyer(env.builder, order.email)).find(({ subject }) => subject?.includes('返信'))
  await expect.poll(answered, { timeout: 15_000 }).toBeDefined()
  await buyer.page.goto(/http:\S+\/shop/.exec((await answered())!.text)![0])
  await buyer.page.locator('#last', { hasText: 'On Friday' }).waitFor()

  const support = await anOperator(env.builder, 'support')
  const desk = await openDesk(env, '/order-talks', { roles: ['support'], token: support.token })
  await desk.page.getByText(order.code).first().waitFor()
  await desk.page.keyboard.press('j')
  await desk.page.getByText('Mentions a link, contact details or an account outside Quayside.').waitFor()
  await expectAccessible(desk.page, 'order-talks')
  await screenshot(desk.page, 'console-order-talk')
  await desk.page.keyboard.press('t')
  await desk.page.getByRole('textbox', { name: /Why/ }).fill('The buyer asks for a messenger.')
  await desk.page.keyboard.press('Control+Enter')
  await desk.page.getByText('You’re answering').waitFor()
  await expect.poll(async () => (await env.call(readOrderTalk, { orderId: order.id }, shop)).taken).toBe(true)
  await merchant.page.getByText('Customer service is answering in this conversation.').waitFor()
  expect(await merchant.page.getByRole('textbox').count()).toBe(0)
  await desk.page.keyboard.press('a')
  await desk.page.getByRole('textbox', { name: /Answer/ }).fill('Please write here only.')
  await desk.page.keyboard.press('Control+Enter')
  await desk.page.getByRole('listitem').filter({ hasText: 'Please write here only.' }).waitFor()
  await buyer.page.reload()
  await buyer.page.locator('#last', { hasText: 'Please write here only.' }).waitFor()
  await desk.page.keyboard.press('t')
  await desk.page.keyboard.press('t')
  await merchant.page.getByRole('textbox').waitFor()

  // The merchant sees what the platform did.
  await merchant.page.goto(`${env.origin}/#/pages/personalInfo?part=acts`)
  await merchant.page.getByText('Messages with buyers').first().waitFor()
  await expectAccessible(merchant.page, 'acts with a conversation')
  expect([...buyer.errors, ...merchant.errors, ...desk.errors]).toEqual([])
  for (const { context } of [buyer, merchant, desk]) await context.close()
})

test.each(closeLooks)('the page of the conversation in $lang, $theme', async ({ lang, theme }) => {
  const { page, context, errors } = await openStorefront(env, { lang, theme })
  const order = await buyAsGuest(env, page, shop, lang)
  await page.goto(`${order.page}/shop`)
  for (const text of ['Hello', 'www.example.com']) {
    await page.locator('textarea[name=text]').fill(text)
    await page.locator('main form button').click()
    await page.locator('#last', { hasText: text }).waitFor()
  }
  await expectAccessible(page, `shop talk ${lang} ${theme}`)
  for (const width of [1280, 320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectToFit(page, `shop talk ${lang} ${width}`)
    await screenshot(page, `shop-talk-${lang}-${theme}-${width}`, true)
  }
  expect(errors).toEqual([])
  await context.close()
})
