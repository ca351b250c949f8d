/**
 * A stranger's first order, each step at the screens of everybody whom it concerns: a guest on a phone in Arabic,
 * without script, finds a product by searching, buys it, loses the address of the order and gets it back by mail,
 * and asks for part of the money with a photo. The merchant's app and the console show each step. With SHOTS each
 * step leaves a picture.
 */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anOperator,
  aStockedShop,
  mailsToBuyer,
  paymentPassword,
  sql,
  type TestShop,
} from '../../apps/server/test/index.ts'
import { openDesk } from '../console-environment.ts'
import {
  expectToFit,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type TestEnvironment,
} from '../environment.ts'
import { chooseCountry } from '../guest-order.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder, { products: 9 })
  await sql`update shop set name = 'Harbour & Hearth', introduction = 'Things for the house, chosen by hand.'
    where id = ${shop.shopId}`.execute(env.builder.owner)
  await sql`update product set name = 'Stoneware mug', description = 'Holds tea and keeps it warm.'
    where id = ${shop.products[0]!}`.execute(env.builder.owner)
})
afterAll(() => env?.close())

const email = 'layla@buyer.example'

/** Reloads a page without script until it shows these words. */
const untilItSays = (page: Page, words: string) =>
  expect
    .poll(
      async () => {
        await page.reload()
        return page.locator('main').innerText()
      },
      { timeout: 30_000, interval: 1000 },
    )
    .toContain(words)

test('a guest in Arabic without script buys, follows the order, and gets part of the money back', async ({
  onTestFailed,
}) => {
  onTestFailed(async () => {
    const pages = env.browser.contexts().flatMap((context) => context.pages())
    for (const [i, page] of pages.entries()) await screenshot(page, `stranger-failed-${i}`)
  })
  const context = await env.browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'ar',
    javaScriptEnabled: false,
  })
  const guest = await context.newPage()
  guest.setDefaultTimeout(30_000)
  const shown = async (step: string) => {
    expect(await guest.locator('html').getAttribute('dir')).toBe('rtl')
    await expectToFit(guest, step)
    await screenshot(guest, `stranger-guest-${step}`, true)
  }

  // Found by words of the product, from the front page.
  await guest.goto(env.storefrontOrigin)
  expect(new URL(guest.url()).pathname).toBe('/ar')
  await shown('01-front')
  await guest.getByRole('searchbox').fill('mug')
  await guest.getByRole('searchbox').press('Enter')
  await guest.waitForURL(/\/search\?q=mug/)
  await shown('02-found')
  await guest.locator('main').getByRole('link', { name: 'Stoneware mug' }).click()
  await guest.locator('select[name=quantity]').selectOption('2')
  await shown('03-product')
  await guest.locator('main .button-buy').click()
  await guest.waitForURL(/\/cart(\?added)?$/)
  await shown('04-cart')
  await guest.locator('main .button-buy').click()
  await guest.waitForURL(/\/checkout\//)
  await chooseCountry(guest, 'IE')
  for (const [field, value] of Object.entries({
    email,
    name: 'ليلى حداد',
    street: '1 Pier Road',
    city: 'Cork',
    postcode: 'T12 XY34',
  }))
    await guest.locator(`main input[name=${field}]`).fill(value)
  await shown('05-checkout')
  await guest.locator('main .button-buy').click()
  await guest.waitForURL(/\/test-processor\//)
  await guest.getByRole('button', { name: 'Pay' }).click()
  await guest.waitForURL(/\/orders\//)
  await untilItSays(guest, 'مدفوع. أمام المتجر')
  await shown('06-paid')
  const code = /Q?[A-Z0-9]{6,}/.exec((await guest.locator('h1').textContent())!)![0]

  // The merchant's app counts it, and the console finds it by its code.
  const { page: phone, errors } = await env.phone({ token: shop.token })
  const step = async (name: string) => {
    await expectToFit(phone, name)
    await screenshot(phone, `stranger-merchant-${name}`)
  }
  await phone.goto(`${env.origin}/#/pages/index`)
  await phone.getByRole('link', { name: '1 order awaiting pickup You' }).waitFor()
  await phone.getByRole('link', { name: '1 order awaiting pickup You' }).click()
  await phone.getByText(code).first().waitFor()
  await step('06-paid')
  const desk = await openDesk(env, `/orders?search=${code}`, { roles: ['fulfilment'] })
  const row = desk.page.locator('.queue-row', { hasText: code })
  const atTheDesk = async (state: string, name: string) => {
    await row.getByText(state).waitFor()
    await screenshot(desk.page, `stranger-console-${name}`)
  }
  await atTheDesk('Awaiting pickup', '06-paid')

  // Picked up: the guest reads until when it is sent.
  await waitOutClickGuard(phone)
  await phone.getByRole('button', { name: 'Pick up 1 order' }).click()
  await waitOutClickGuard(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^(Pay \$|Pick up 1 order)/ })
    .click()
  await phone.getByLabel('Enter 6-digit Password', { exact: true }).fill(paymentPassword)
  await phone.getByText('1 order picked up').waitFor()
  await step('07-accepted')
  await waitOutClickGuard(phone)
  await phone.getByRole('button', { name: 'Done' }).click()
  await untilItSays(guest, 'قبل المتجر طلبك')
  await shown('07-accepted')

  // Sent by one person of fulfilment; the number of the parcel reaches guest and merchant.
  await desk.page.reload()
  await row.click()
  const shipment = desk.page.locator('form', { has: desk.page.getByLabel('Tracking number') })
  await shipment.getByLabel('Carrier').fill('Harbour Post')
  await shipment.getByLabel('Tracking number').fill('HP4711')
  await shipment.getByRole('button', { name: 'Ship' }).click()
  await waitOutClickGuard(desk.page)
  await shipment.getByRole('button', { name: /^Press again to ship/ }).click()
  await desk.page.locator('button:not([aria-disabled])', { hasText: 'Report the delivery' }).waitFor()
  await screenshot(desk.page, 'stranger-console-08-shipped')
  await untilItSays(guest, 'HP4711')
  await shown('08-shipped')
  await phone.goto(`${env.origin}/#/pages/order?status=3`)
  await phone.getByText(code).first().click()
  await phone.getByText('HP4711').first().waitFor()
  await step('08-shipped')

  // The delivery is reported by two people.
  for (const [nth, { page }] of [desk, await openDesk(env, '/orders', { roles: ['fulfilment'] })].entries()) {
    await page.goto(`${env.consoleOrigin}/orders?search=${code}`)
    await page.locator('.queue-row', { hasText: code }).click()
    await page.locator('button:not([aria-disabled])', { hasText: 'Report the delivery' }).waitFor()
    await page.keyboard.press('d')
    await page.getByText(nth === 0 ? 'A second person must confirm it.' : 'again to confirm').waitFor()
    await page.locator('article form textarea').last().fill('The driver called from the door')
    await waitOutClickGuard(page)
    await page.keyboard.press('Control+Enter')
    if (nth === 0) await page.getByText('Delivery reported by one person').waitFor()
  }
  await atTheDesk('Received', '09-arrived')

  // The address of the order is lost. A mail brings it back, to a browser that has never been here.
  const home = await (
    await env.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ar', javaScriptEnabled: false })
  ).newPage()
  await home.goto(`${env.storefrontOrigin}/ar/find-order`)
  await home.locator('main input[name=email]').fill(email)
  await home.locator('main form button').click()
  await expectToFit(home, 'find order')
  await screenshot(home, 'stranger-guest-09-find-order', true)
  const link = async () =>
    (await mailsToBuyer(env.builder, email))
      .toReversed()
      .flatMap(({ subject, text }) =>
        /طلباتك/.test(subject ?? '') ? (/http:\S+\/orders\/\S+/.exec(text) ?? []) : [],
      )[0]
  await expect.poll(link, { timeout: 30_000 }).toBeDefined()
  await home.context().close()
  await guest.goto((await link())!)
  await untilItSays(guest, 'وصل طلبك')
  await shown('09-arrived')

  // Part of the money, with a photo of what is broken.
  await guest.locator('details:has(form[action$="/refund"]) summary').click()
  await guest.locator('select[name=reason]').selectOption('damaged')
  await guest.locator('input[name=amount]').fill('12.50')
  await guest.locator('textarea[name=text]').fill('الكوب مكسور.')
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a37' } })
    .jpeg()
    .toBuffer()
  await guest.locator('input[name=picture]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await shown('10-refund-form')
  await guest.getByRole('button', { name: 'إرسال طلب الاسترداد' }).click()
  await guest.getByText('على المتجر الرد قبل').waitFor()
  await shown('11-refund-asked')

  // The desk sees who has to answer, the words and the photo; so does the merchant, who pays it back.
  const support = await openDesk(env, '/refunds?state=requested', {
    roles: ['support', 'finance'],
    token: (await anOperator(env.builder, 'support', 'finance')).token,
  })
  await support.page.locator('.queue-row').click()
  await support.page.getByText('الكوب مكسور.').waitFor()
  await support.page.getByRole('button', { name: 'Picture 1' }).click()
  await support.page.getByRole('img', { name: 'Picture 1' }).waitFor()
  await screenshot(support.page, 'stranger-console-11-refund-asked')
  await phone.goto(`${env.origin}/#/pages/refundRequest?state=requested`)
  await phone.getByText('$12.50').first().click()
  await phone.getByText('الكوب مكسور.').waitFor()
  await phone.locator('main img').first().waitFor()
  await step('11-refund-asked')
  await waitOutClickGuard(phone)
  await phone.getByRole('button', { name: /^Refund \$/ }).click()
  await waitOutClickGuard(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund \$/ })
    .click()
  await phone.getByText('Response sent').waitFor()
  await phone.getByText('Refunded').first().waitFor()
  await step('12-refunded')

  // The money is on its way: the guest, the desk of refunds and the order's history say so.
  await untilItSays(guest, 'تمت الموافقة على الاسترداد')
  await untilItSays(guest, 'أموالك: رُدّ')
  await shown('12-refunded')
  await support.page.goto(`${env.consoleOrigin}/refunds?view=payments&state=sent`)
  await support.page.locator('.queue-row', { hasText: '12.50' }).waitFor()
  await screenshot(support.page, 'stranger-console-12-refunded')
  expect([...errors, ...desk.errors, ...support.errors]).toEqual([])
}, 300_000)
