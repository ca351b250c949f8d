/** Messages on a phone: badges, the list, one message, notification settings, and a question about a message. */
import { createECDH } from 'node:crypto'
import { announce, answerConversation, listMessages, previewAnnouncement } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  aStockedShop,
  anOperator,
  anOrder,
  creditMerchant,
  type TestOrder,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  checkScreen,
  closeLooks,
  captureScreens,
  openBrowser,
  openPhone,
  startTestEnvironment,
  screenshot,
  type Look,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let order: TestOrder
beforeAll(async () => {
  env = await startTestEnvironment()
  const vapid = createECDH('prime256v1')
  vapid.generateKeys()
  env.builder.app.ctx.settings.push = {
    publicKey: vapid.getPublicKey('base64url'),
    privateKey: vapid.getPrivateKey('base64url'),
    subject: 'mailto:ops@shop.example',
    hosts: ['push.example'],
  }
  shop = await aStockedShop(env.builder)
})
afterAll(() => env?.close())

const loggedIn = (look: Look = {}, token = shop.token) => env.phone({ ...look, token })
const open = (page: Page, path: string) => page.goto(`${env.origin}/#/pages/${path}`)

test('a paid order creates a message and a badge; opening it marks it read, and it links to the order', async () => {
  const { context, page, errors } = await loggedIn()
  await open(page, 'index')
  const bell = (name: string | RegExp) => page.getByRole('banner').getByRole('link', { name })
  await bell('Messages, 1 unread message').waitFor()
  await page.getByRole('link', { name: /^My\s?, 1 unread message$/ }).waitFor()
  order = await anOrder(env.builder, shop)
  await bell('Messages, 2 unread messages').click()
  const text = `Order ${order.code} is paid and awaiting pickup. Your profit: $4.24.`
  const row = page.getByRole('main').getByRole('button', { name: text })
  await row.getByText('Unread:').waitFor()
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'Orders' })
  await sheet.getByText(text).waitFor()
  await sheet.getByText('System').waitFor()
  await checkScreen(page, 'message')
  await page.getByRole('link', { name: `Order ${order.code}` }).click()
  await page.getByRole('link', { name: 'Get help with this' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => row.getByText('Unread:').count()).toBe(0)

  await page.getByRole('button', { name: 'Unread 1' }).click()
  await page.getByRole('button', { name: /A payment password was set\./ }).click()
  await page.getByRole('dialog', { name: 'Security' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('You’re all caught up').waitFor()
  await creditMerchant(env.builder, shop, '100')
  await page.getByRole('button', { name: '$100.00 is in your balance.' }).waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('You’re all caught up').waitFor()
  await page.getByRole('button', { name: 'Money' }).click()
  await page.getByRole('button', { name: '$100.00 is in your balance.' }).waitFor()
  // The name of a row begins with its type and a colon, that of a filter is the type alone.
  const others = page.getByRole('main').getByRole('button', { name: /^(Orders|Security)\b.*:/ })
  await expect.poll(() => others.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('“Get help with this” attaches the subject, and a line separates unread answers', async () => {
  const { context, page } = await loggedIn()
  await open(page, `orderDetail?id=${order.id}`)
  await page.getByRole('link', { name: 'Get help with this' }).click()
  await page.getByText(`Attached: Order ${order.code}`).waitFor()
  await page.getByLabel('Type a message').fill('Where is it?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: `Order ${order.code}` }).waitFor()
  // An answer that arrives on another screen appears below a line and counts in the badge of My.
  await open(page, 'setting')
  await page.getByRole('link', { name: 'Customer service' }).waitFor()
  const desk = await anOperator(env.builder, 'support')
  await env.call(
    answerConversation,
    { conversationId: shop.shopId, id: crypto.randomUUID(), text: 'On its way.' },
    desk,
  )
  await page.getByRole('link', { name: 'Customer service 1 unread message' }).click()
  await page.getByText('New messages').waitFor()
  await page.getByText('On its way.').waitFor()
  await screenshot(page, 'talk-new')
  await context.close()
})

test('notifications are chosen by topic; push permission is not requested before the first sale', async () => {
  const newShop = await aStockedShop(env.builder)
  const { context, page, errors } = await env.phone({}, { serviceWorkers: 'allow' })
  // A phone whose permission is still "default". This browser has no push service, so the test ends at the permission
  // request.
  await page.addInitScript((own) => {
    localStorage.setItem('token', own)
    Object.defineProperty(Notification, 'permission', { value: 'default' })
    Notification.requestPermission = () => {
      document.title = 'asked'
      return Promise.resolve('denied')
    }
  }, newShop.token)
  await open(page, 'index')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await open(page, 'app')
  await page.getByText('You can turn this on once a buyer has paid for your first order.').waitFor()
  await anOrder(env.builder, newShop)
  const on = page.getByRole('button', { name: 'Turn on' })
  await on.waitFor()
  expect(await page.title()).not.toBe('asked')
  await on.click()
  await expect.poll(() => page.title()).toBe('asked')
  const mail = page.getByRole('group', { name: 'Orders' }).getByRole('switch', { name: /^Email/ })
  expect(await mail.isChecked()).toBe(true)
  await page.getByRole('group', { name: 'Orders' }).locator('label').first().click()
  await expect.poll(() => mail.isChecked()).toBe(false)
  await page.reload()
  await page.getByRole('group', { name: 'Orders' }).waitFor()
  expect(await mail.isChecked()).toBe(false)
  expect(errors).toEqual([])
  await context.close()
})

test('the service worker shows a push notification', async () => {
  const browser = await openBrowser({ whole: true })
  const { context, page } = await openPhone(browser, {}, { serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'], { origin: env.origin })
  await page.goto(env.origin)
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  const found = new Promise<string>((done) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
      registrations[0] ? done(registrations[0].registrationId) : undefined,
    ),
  )
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: env.origin,
    registrationId: await found,
    data: JSON.stringify({ title: 'Orders', body: '3 unread messages', tag: 'orders' }),
  })
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => [
        title,
        body,
        tag,
      ]),
    )
  await expect.poll(shown).toEqual([['Orders', '3 unread messages', 'orders']])
  await browser.close()
})

describe('looks', () => {
  beforeAll(async () => {
    const support = await anOperator(env.builder, 'support')
    const announced = {
      en: {
        title: 'Closed on Sunday',
        text: 'From two to three in the morning we work on the harbour.\nNothing is lost.',
      },
      ar: { title: 'الأحد مغلق', text: 'من الثانية إلى الثالثة صباحًا نعمل على النظام.' },
    }
    const { shops } = await env.call(previewAnnouncement, {}, support)
    await env.call(announce, { id: crypto.randomUUID(), texts: announced, shops }, support)
    for (let i = 0; i < 3; i += 1) await anOrder(env.builder, shop, { status: i === 2 ? 6 : 5 })
    // A message that arrives while the list is open would wait above it.
    const { token } = shop
    await vi.waitFor(async () => expect((await env.call(listMessages, {}, { token })).total).toBeGreaterThan(5), 10_000)
  })
  test.each(closeLooks)('$lang, $theme', async (look) => {
    const { context, page, errors } = await loggedIn(look)
    const name = `${look.lang}-${look.theme}`
    await open(page, 'message')
    const rows = page.locator('main button').filter({ has: page.locator('time') })
    await rows.nth(5).waitFor()
    await checkScreen(page, `messages-${name}`)
    await rows.first().click()
    await page.getByRole('dialog').locator('time').waitFor()
    await checkScreen(page, `message-${name}`)
    await page.keyboard.press('Escape')
    await captureScreens(env, page, 'notifications', `notifications-${name}`)
    await captureScreens(env, page, 'my', `my-${name}`)
    expect(errors).toEqual([])
    await context.close()
  })
})
