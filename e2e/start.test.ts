/**
 * The first screens of a merchant: a registration with a message for each missing field, and the dashboard's to-do
 * list.
 */
import {
  answerConversation,
  createInvitation,
  orderStatus,
  readSupport,
  rejectWithdrawal,
  requestRefund,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aStockedShop,
  anOperator,
  changeSupply,
  anOrder,
  creditMerchant,
  loginPassword,
  newId,
  sql,
  withdraw,
} from '../apps/server/test/index.ts'
import {
  waitOutClickGuard,
  checkScreen,
  closeLooks,
  captureScreens,
  startTestEnvironment,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env?.close())

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#973' } })
    .jpeg()
    .toBuffer()

test('registration requires each of its eleven fields and the password', async () => {
  const { token } = await anOperator(env.builder, 'review')
  const { code } = await env.call(createInvitation, { note: 'prompts' }, { token })
  const { context, page, errors } = await env.phone()
  // A device that names no country chooses none.
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'en' }))
  const asks = async (button: string, ...prompts: string[]) => {
    await waitOutClickGuard(page)
    await page.getByRole('button', { name: button }).click()
    // The first option of the country list has the same text. Each message appears once, and there is no other.
    const promptTexts = page.getByText(/^Please /).and(page.locator(':not(option)'))
    await expect.poll(async () => (await promptTexts.allInnerTexts()).sort()).toEqual(prompts.sort())
  }
  const give = async (label: string) => {
    const field = page.getByRole('region', { name: label })
    await field
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await field.getByText('Saved').waitFor()
  }
  await page.goto(env.origin)
  await asks('Use this code', 'Please enter the invitation code')
  await page.getByLabel('Invitation code').fill(code)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Use this code' }).click()

  await page.getByLabel('Email').waitFor()
  await asks('Continue', 'Please enter the phone number', 'Please enter your email', 'Please enter a login password')
  await page.getByLabel('Phone number').fill('+61 491 570 157')
  await page.getByLabel('Email').fill('prompted@merchant.example')
  await page.getByLabel('Login password').fill(loginPassword)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByLabel('Store name').waitFor()
  await asks(
    'Continue',
    'Please upload the store logo',
    'Please enter the store name',
    'Please enter the store address',
    'Please choose the country',
  )
  await page.getByLabel('Store name').fill('Asked Goods')
  await page.getByLabel('Store address').fill('1 Pier Road, Cork')
  await page.getByLabel('Country').selectOption('IE')
  await give('Store logo')
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('region', { name: 'ID card front' }).waitFor()
  await asks(
    'Continue',
    'Please enter your real name',
    'Please upload the front of the ID card',
    'Please upload the back of the certificate',
    'Please upload the photo with the certificate in hand',
  )
  await checkScreen(page, 'register-prompts')
  await page.getByLabel('Full legal name').fill('Ada Quay')
  await page.getByLabel('Full legal name').blur()
  for (const label of ['ID card front', 'ID card back', 'Photo of you holding your ID']) await give(label)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('the to-do list of the dashboard: soonest deadline first, three lines and then all, each with its link', async () => {
  const shop = await aStockedShop(env.builder)
  await creditMerchant(env.builder, shop, '100')
  const { id, code } = await withdraw(env.builder, shop, await aDestination(env.builder, shop), '50')
  const finance = await anOperator(env.builder, 'finance')
  await env.builder.must(
    rejectWithdrawal,
    { shopId: shop.shopId, id, reason: 'name-differs', note: '' },
    { ...finance, key: newId() },
  )
  const order = await anOrder(env.builder, shop, { status: orderStatus.received })
  await env.builder.must(
    requestRefund,
    { orderId: order.id, amount: '3.00', reason: 'damaged', text: 'The handle came off' },
    { token: order.buyer.token, key: newId() },
  )
  await anOrder(env.builder, shop)
  const hours = async (table: 'orders' | 'refund_order', column: 'pickup_until' | 'answer_by', n: number) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() + ${n} * interval '1 hour'
      where shop_id = ${shop.shopId} and ${sql.ref(column)} is not null`.execute(env.builder.owner)
  await hours('refund_order', 'answer_by', 3.5)
  await hours('orders', 'pickup_until', 5.5)
  await changeSupply(
    env.builder,
    shop.products[0]!,
    { supplierPrice: '10.50' },
    await anOperator(env.builder, 'catalogue'),
  )
  await env.builder.must(
    answerConversation,
    { conversationId: shop.shopId, id: newId(), text: 'We are here' },
    await anOperator(env.builder, 'support'),
  )

  const { context, page, errors } = await env.phone({ token: shop.token })
  const lines = async (of: Page = page) =>
    (await of.getByRole('main').getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0])
  const home = () => page.goto(`${env.origin}/#/pages/index`)
  await home()
  await page.getByText(`Withdrawal ${code} was rejected.`).waitFor()
  expect((await lines()).slice(0, 6)).toEqual([
    'Pick up 1 order',
    'Refund orders',
    `Withdrawal ${code} was rejected. $50.00 is back in your balance.`,
    'Customer service',
    'A supplier changed 1 product',
    'Verify email',
  ])
  await checkScreen(page, 'todo-all')

  for (const [line, place] of [
    ['Refund orders', 'refundRequest?state=requested'],
    ['Pick up 1 order', 'order?status=5'],
    ['A supplier changed 1 product', 'product'],
    ['Verify email', 'personalInfo'],
    ['Customer service', 'service'],
    [`Withdrawal ${code} was rejected.`, 'message?id='],
  ] as const) {
    await home()
    await page.getByRole('link', { name: 'Refund orders' }).waitFor()
    // The read mark is sent to the server, which takes a moment.
    const read = place === 'service' ? page.waitForResponse((answer) => answer.url().endsWith(readSupport.path)) : null
    await page.getByRole('main').getByRole('link', { name: line }).click()
    await expect.poll(() => page.url()).toContain(`#/pages/${place}`)
    // A message opens in a dialog, which hides the screen behind it from the roles.
    await page.getByRole('main', { includeHidden: true }).waitFor()
    await read
  }
  await page.getByRole('dialog').getByText(`Withdrawal ${code} was rejected.`).waitFor()
  // Opening the answer and the message marked them read.
  await home()
  await page.getByRole('link', { name: 'Refund orders' }).waitFor()
  await expect
    .poll(async () => (await lines()).filter((line) => /Withdrawal|Customer service/.test(line ?? '')), {
      timeout: 10_000,
    })
    .toEqual([])
  expect(errors).toEqual([])
  for (const look of closeLooks) {
    const other = await env.phone({ ...look, token: shop.token })
    await captureScreens(env, other.page, 'index', `todo-${look.lang}-${look.theme}`)
    await other.context.close()
  }
  await context.close()
})

test('an empty to-do list says so', async () => {
  const shop = await aStockedShop(env.builder)
  await sql`update merchant set email_verified_at = now() where id = ${shop.merchantId}`.execute(env.builder.owner)
  const { context, page } = await env.phone({ token: shop.token })
  await page.goto(`${env.origin}/#/pages/index`)
  await page.getByText('You’re all caught up').waitFor()
  await context.close()
})
