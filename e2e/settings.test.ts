/** The shop's settings and location, and the URLs of the app's tabs: journeys, refusals, looks. */
import { readShop, saveBanners, saveShop, visitShop } from '@quayside/contract'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aMerchant,
  aShopPicture,
  aStockedShop,
  anOrder,
  closeShopNow,
  type TestMerchant,
} from '../apps/server/test/index.ts'
import {
  captureScreens,
  checkScreen,
  closeLooks,
  inPlace,
  startTestEnvironment,
  waitOutClickGuard,
  type Look,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env?.close())

/** A phone with this merchant logged in, at a path of the app. */
async function openSettings(
  of: TestMerchant,
  path: string,
  where = env,
  look: Look = {},
  options: BrowserContextOptions = {},
) {
  const phone = await env.phone({ ...look, token: of.token }, options)
  await phone.page.goto(`${where.origin}/#${path}`)
  return phone
}
const address = (page: Page) => new URL(page.url()).hash.slice(1)
const settings = (of: TestMerchant) => env.builder.must(readShop, {}, of)

test('coupons: made by hand, refused beside the field, used, seen in the order’s money, and stopped', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors } = await openSettings(shop, '/pages/setting')
  await page.getByRole('link', { name: 'Coupons' }).click()
  await page.getByText('No coupons yet').waitFor()
  await page.getByRole('button', { name: 'Create coupon' }).click()
  const sheet = page.getByRole('dialog')
  const create = sheet.getByRole('button', { name: 'Create coupon' })
  // What is missing is asked for, all at once.
  await sheet.getByLabel('Products', { exact: true }).selectOption('some')
  await create.click()
  await expect.poll(() => sheet.getByText('This field is required.').count()).toBe(3)
  await sheet.getByLabel('Products', { exact: true }).selectOption('all')
  await waitOutClickGuard(page)
  await sheet.getByLabel('Code').fill('spring20')
  await sheet.getByLabel('Percent', { exact: true }).fill('91')
  await sheet.getByLabel('Uses in total').fill('10')
  await create.click()
  await sheet.locator('[aria-invalid=true]').waitFor()
  await sheet.getByLabel('Percent', { exact: true }).fill('40')
  await sheet.getByText('you would lose $1.46', { exact: false }).waitFor()
  await sheet.getByLabel('Percent', { exact: true }).fill('20')
  await sheet.getByText('you keep $1.39', { exact: false }).waitFor()
  await waitOutClickGuard(page)
  await create.click()
  await page.getByText('SPRING20').waitFor()
  const order = await anOrder(env.builder, shop, { coupon: 'SPRING20' })
  await page.getByText('Used: 1 / 10').waitFor()
  await page.getByText('Cost so far: $3.00').waitFor()
  await page.goto(`${env.origin}/#/pages/orderDetail?id=${order.id}`)
  await page.getByText('Your coupon SPRING20').waitFor()
  const money = await page.locator('main').innerText()
  for (const amount of ['14.99', '3.00', '11.99', '1.39']) expect(money).toContain(amount)
  // What the buyer paid: goods, coupon, shipping, tax, and all of it.
  const lines = page.locator('h3:text-is("Buyer payment") + dl')
  expect(await lines.first().innerText()).toMatch(
    /Price of the goods\s+\$14\.99\s+Coupon SPRING20\s+−\$3\.00\s+Shipping\s+\$0\.00\s+Tax\s+\$0\.00\s+Total payment\s+\$11\.99/,
  )
  await page.goto(`${env.origin}/#/pages/finance`)
  await page.getByText('Taken off by your coupons').waitFor()
  await page.goto(`${env.origin}/#/pages/coupons`)
  await page.getByRole('button', { name: 'Stop: SPRING20' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('Stopped', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('basic info: a draft on the device until saved, refused beside the field, then visible to buyers', async () => {
  const shop = await aMerchant(env.builder)
  const { page, context, errors } = await openSettings(shop, '/pages/setting')
  await page.getByRole('link', { name: /Basic info/ }).click()
  await page.getByLabel('Shop phone').fill('12345')
  await page.getByLabel('Introduction').fill('Good things for the quay')
  await page.getByLabel('Welcome message').fill('Welcome aboard')
  await page.getByText('Not saved yet').waitFor()
  await page.reload()
  // The fields are visible before the stored draft is loaded.
  await expect.poll(() => page.getByLabel('Introduction').inputValue()).toBe('Good things for the quay')

  await page.getByRole('button', { name: 'Save' }).click()
  await inPlace(page, 'Enter a valid phone number, starting with + and the country code.').waitFor()
  await expect
    .poll(() => page.getByLabel('Shop phone').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.getByLabel('Shop phone').fill('+353 21 427 1234')
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByText('Not saved yet').waitFor({ state: 'hidden' })
  await page.reload()
  expect(await page.getByLabel('Shop phone').inputValue()).toBe('+353214271234')
  expect(await env.call(visitShop, { shop: shop.shopCode })).toMatchObject({
    phone: '+353214271234',
    introduction: 'Good things for the quay',
    welcome: 'Welcome aboard',
  })

  // The platform closes the shop meanwhile: the sentence takes the place of the button, and the entries stay.
  await page.getByLabel('Welcome message').fill('Closed?')
  await closeShopNow(env.builder, shop.shopId)
  await inPlace(page, 'The store is closed, please contact customer service').waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Welcome message').inputValue()).toBe('Closed?')
  await captureScreens(env, page, 'index', 'settings-closed')
  await inPlace(page, 'The store is closed, please contact customer service').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Customer service' }).click()
  await expect.poll(() => address(page)).toBe('/pages/service')
  expect(errors).toEqual([])
  await context.close()
})

/** Three coloured stripes side by side, so that the cropped part is visible. */
const striped = async (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#00ff00' },
  })
    .composite([
      {
        input: { create: { width: Math.round(width / 3), height, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
const choose = async (page: Page, button: string, name = 'Advertisement banner') => {
  const field = page.getByRole('region', { name, exact: true })
  // Waits out the click guard: two taps on one button within half a second count as one.
  await page.waitForTimeout(500)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    field.getByRole('button', { name: button, exact: true }).click(),
  ])
  await chooser.setFiles({ name: 'b.png', mimeType: 'image/png', buffer: await striped(1800, 1200) })
}

test('banners: cropped with keys and buttons, previewed, ordered, replaced, removed', async () => {
  const shop = await aMerchant(env.builder)
  const { page, context, errors } = await openSettings(shop, '/pages/uploadBanner')
  const preview = page.getByRole('region', { name: 'Preview' })
  await choose(page, 'Add image', 'Store banner')
  const frame = page.getByRole('application', { name: 'Visible area' })
  await frame.focus()
  await checkScreen(page, 'settings-crop')
  await page.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).click()
  await frame.focus()
  for (let i = 0; i < 20; i += 1) await page.keyboard.press('ArrowLeft')
  // The cropped picture stays after a failed save.
  await page.route(`**${saveBanners.path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Use this photo' }).click()
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await page.unroute(`**${saveBanners.path}`)
  await retry.click()
  await page.getByRole('button', { name: 'Replace: Store banner' }).waitFor()
  await preview.locator('img').first().waitFor()
  const [store] = (await env.call(visitShop, { shop: shop.shopCode })).banners.store
  const kept = sharp(Buffer.from(await (await fetch(env.origin + store!)).arrayBuffer()))
  const { width, height } = await kept.metadata()
  expect(Math.abs(width / height - 3)).toBeLessThan(0.02)
  // Enlarged once, with its left edge at the left: red covers half of the frame's width.
  const { data, info } = await kept.raw().toBuffer({ resolveWithObject: true })
  const redAt = (part: number) =>
    data[(Math.floor(info.height / 2) * info.width + Math.floor(info.width * part)) * info.channels]!
  expect([redAt(0.05) > 200, redAt(0.45) > 200, redAt(0.55) < 60, redAt(0.95) < 60]).toEqual([true, true, true, true])

  for (const n of [1, 2]) {
    await choose(page, 'Add image')
    await page.getByRole('button', { name: 'Use this photo' }).click()
    await page.getByRole('button', { name: `Remove: Banner ${n}` }).waitFor()
  }
  const files = async () => (await settings(shop)).banners.advertisement.map(({ file }) => file)
  const [a, b] = await files()
  await page.getByRole('button', { name: 'Move up: Banner 2' }).click()
  await expect.poll(files).toEqual([b, a])
  await choose(page, 'Replace: Banner 1')
  await page.getByRole('button', { name: 'Use this photo' }).click()
  await expect.poll(async () => (await files())[0] !== b).toBe(true)
  expect((await files())[1]).toBe(a)
  await page.getByRole('button', { name: 'Remove: Banner 1' }).click()
  await expect.poll(files).toEqual([a])
  expect(errors).toEqual([])
  await context.close()
})

test('name, logo and time zone', async () => {
  const shop = await aMerchant(env.builder)
  const { page, context, errors } = await openSettings(shop, '/pages/index')
  await page.getByRole('link', { name: /Shop settings/ }).click()
  await page.getByRole('button', { name: /Name and logo/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: await striped(300, 300) })

  await expect.poll(async () => (await settings(shop)).logo).not.toBeNull()
  await sheet.getByLabel('Store name').fill('P')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('This is too short.').waitFor()
  await sheet.getByLabel('Store name').fill('Pier Goods')
  await page.waitForTimeout(500)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByText('Pier Goods').waitFor()

  await page.getByRole('button', { name: /Time zone/ }).click()
  await page.getByRole('searchbox').fill('auckland')
  await page.getByRole('button', { name: /Pacific\/Auckland/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await settings(shop)).timeZone).toBe('Pacific/Auckland')
  expect(errors).toEqual([])
  await context.close()
})

const cork = { latitude: 51.9, longitude: -8.47 }
/** A result within this distance, in degrees, is the expected town. */
const near = (point: { latitude: number; longitude: number } | null) =>
  point !== null && Math.abs(point.latitude - cork.latitude) < 0.1 && Math.abs(point.longitude - cork.longitude) < 0.1

test('the shop’s location: by search without accents, by the phone’s position or by hand, beside the typed address', async () => {
  const shop = await aMerchant(env.builder)
  const { page, context, errors } = await openSettings(shop, '/choose-location')
  await page.getByText('No location selected').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please enter the store address').waitFor()
  await page.getByLabel('Store address').fill('1 Pier Road, by the crane')
  await page.getByRole('searchbox').fill('Sao Paulo')
  await page
    .getByRole('button', { name: /São Paulo/ })
    .first()
    .waitFor()
  await page.getByRole('searchbox').fill('cork ireland')
  await page.getByRole('button', { name: /Cork/ }).first().click()
  await page.getByText('Selected: near Cork, Ireland').waitFor()
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Shop settings' }).waitFor()
  const saved = await settings(shop)
  expect([saved.address, near(saved.point)]).toEqual(['1 Pier Road, by the crane, Cork', true])

  // The location is shown, then moved by keys: the pin stays in the middle and the coordinates change.
  await page.getByRole('link', { name: 'Show on map' }).click()
  await page.getByText('1 Pier Road, by the crane').waitFor()
  await page.getByRole('application', { name: 'World map' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /Store address/ }).click()
  await page.getByRole('application', { name: 'World map' }).focus()
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await page.getByText(/Selected: near (?!Cork)/).waitFor()

  // The position of the phone: first refused, then allowed.
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByText('Couldn’t get your location.').waitFor()
  await context.grantPermissions(['geolocation'], { origin: env.origin })
  await context.setGeolocation(cork)
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByText('Selected: near Cork, Ireland').waitFor()
  await page.getByRole('button', { name: 'Remove location' }).click()
  await page.getByText('No location selected').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Shop settings' }).waitFor()
  expect((await settings(shop)).point).toBeNull()
  expect(errors).toEqual([])
  await context.close()
})

test('a place in Japanese: found and shown by its local name, also offline once the map was opened', async () => {
  const shop = await aMerchant(env.builder)
  const { page, context, errors } = await openSettings(
    shop,
    '/pages/setting',
    env,
    { lang: 'ja' },
    { serviceWorkers: 'allow' },
  )
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(`${env.origin}/#/choose-location`)
  await page.getByRole('searchbox').fill('東京')
  await page.getByRole('button', { name: '東京 Tokyo 日本' }).click()
  await page.getByText('選択中：日本・東京の近く').waitFor()
  await checkScreen(page, 'settings-place-ja')
  await context.setOffline(true)
  await page.goto(`${env.origin}/?again#/open-location?city=${encodeURIComponent('東京')}&country=JP`)
  await page.getByRole('application', { name: '世界地図' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('the map of a registration works offline after it was opened once', async () => {
  const merchant = await aMerchant(env.builder, { verified: false })
  const { page, context, errors } = await openSettings(merchant, '/pages/register')
  await page.getByLabel('Store address').fill('2 Quay Street')
  await page.getByRole('link', { name: 'Choose on map' }).click()
  await page.getByRole('application', { name: 'World map' }).waitFor()
  expect(await page.getByLabel('Store address').inputValue()).toBe('2 Quay Street')
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('cork ireland')
  await page.getByRole('button', { name: /Cork/ }).first().click()
  await page.getByText('Selected: near Cork, Ireland').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /Location selected/ }).waitFor()
  expect(await page.getByLabel('Store address').inputValue()).toBe('2 Quay Street, Cork')
  expect(errors).toEqual([])
  await context.close()
})

describe('addresses', () => {
  test('alias and former addresses of the tabs open their screens; back skips them', async () => {
    const shop = await aMerchant(env.builder)
    const { page, context } = await openSettings(shop, '/pages/my')
    await page.getByRole('heading', { name: 'My' }).waitFor()
    for (const [old, now] of [
      ['/pages/home/home', '/pages/index'],
      ['/pages/components/product/product', '/pages/product'],
      ['/pages/goods?shelf=off-shelf', '/pages/product?shelf=off-shelf&select=1'],
      ['/components/home/plant', '/pages/index'],
      ['/components/product/list/42', '/pages/product'],
      ['/components/service/chat', '/pages/service'],
      ['/pages/rechargeRecord', '/pages/fundsRecords?show=recharges'],
      ['/pages/withdrawRecord', '/pages/fundsRecords?show=withdrawals'],
      ['/pages/setPaypwd', '/pages/personalInfo?part=payment-password'],
      ['/pages/changePayPassword?forgotten=1', '/pages/personalInfo?forgotten=1&part=payment-password'],
      ['/pages/changeLoginPassword', '/pages/personalInfo?part=login-password'],
      ['/pages/baseinfo', '/pages/setting?part=basic'],
      ['/pages/uploadBanner', '/pages/setting?part=banners'],
      ['/pages/messageDetail', '/pages/message'],
      ['/pages/code', '/'],
      ['/pages/devices', '/pages/personalInfo?part=devices'],
      ['/pages/notifications', '/pages/app'],
      ['/pages/pixRecharge?id=1', '/pages/onlineRecharge?id=1&way=pix'],
      ['/pages/round', '/pages/index'],
    ]) {
      await page.goto(`${env.origin}/#${old}`)
      await expect.poll(() => address(page)).toBe(now)
      await page.goBack()
      await expect.poll(() => address(page)).toBe('/pages/my')
    }
    await context.close()
  })

  test('without a session the second name of a tab says so, and leads to the login after 1200 ms', async () => {
    const { page, context } = await env.phone()
    for (const alias of ['/pages/home/home', '/pages/components/product/product']) {
      await page.goto(`${env.origin}/#/pages/code`)
      await page.getByLabel('Invitation code').waitFor()
      await page.evaluate((path) => (location.hash = path), alias)
      await page.getByText('Please log in').waitFor()
      expect(address(page)).toBe(alias)
      await expect.poll(() => address(page)).toMatch(/^\/pages\/login\?back=%2Fpages%2F(index|product)$/)
    }
    await context.close()
  })

  test('a detail without its parameter leads to its list and says so', async () => {
    const shop = await aMerchant(env.builder)
    const { page, context } = await openSettings(shop, '/pages/my')
    for (const [detail, list] of [
      ['/pages/goodsDetail', '/pages/product'],
      ['/pages/orderDetail', '/pages/order'],
      ['/pages/withdrawDetail', '/pages/fundsRecords'],
      ['/pages/refundDetail', '/pages/refundRequest'],
      ['/pages/rechargeDetail?id=', '/pages/fundsRecords'],
    ]) {
      await page.goto(`${env.origin}/#${detail}`)
      await page.locator('[data-toast]').filter({ hasText: 'Select an item from the list' }).waitFor()
      await expect.poll(() => address(page)).toBe(list)
    }
    await context.close()
  })

  test('without a session a former address leads to the login, and then to its screen', async () => {
    const shop = await aMerchant(env.builder)
    const { page, context } = await env.phone()
    for (const old of [
      '/components/home/plant',
      '/components/product/list',
      '/components/service/chat',
      '/components/login/login',
    ]) {
      await page.goto(`${env.origin}/#${old}`)
      await expect.poll(() => address(page)).toMatch(/^\/pages\/login\?back=/)
    }
    await page.goto(`${env.origin}/#/components/product/list`)
    await page.getByLabel('Phone number or email').fill(shop.email)
    await page.getByLabel('Login password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => address(page)).toBe('/pages/product')
    await context.close()
  })

  test('an unknown address says so, with and without a session, and links home', async () => {
    const shop = await aMerchant(env.builder)
    const { page, context } = await env.phone()
    await page.goto(`${env.origin}/#/pages/nowhere`)
    await page.getByText('Page not found').waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await page.getByLabel('Invitation code').waitFor()
    await page.evaluate((token) => localStorage.setItem('token', token), shop.token)
    await page.goto(`${env.origin}/#/pages/nowhere`)
    await page.reload()
    await page.getByText('Page not found').waitFor()
    await page.waitForTimeout(500)
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await expect.poll(() => address(page)).toBe('/pages/index')
    await context.close()
  })
})

test('two tabs: the home screen links to the orders and to My, and both lead back', async () => {
  const two = await startTestEnvironment({ tabs: 2 })
  let phone: { page: Page; context: BrowserContext } | undefined
  try {
    const shop = await aStockedShop(two.builder)
    await anOrder(two.builder, shop)
    phone = await openSettings(shop, '/pages/index', two)
    const { page } = phone
    const bar = page.getByRole('navigation', { name: 'Main sections' })
    await bar.getByRole('link', { name: 'Product' }).waitFor()
    expect(await bar.getByRole('link').allTextContents()).toEqual(['Home', 'Product'])
    await page.getByRole('link', { name: 'Order 1 order awaiting pickup' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await checkScreen(page, 'settings-two-tabs-orders')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('link', { name: 'My', exact: true }).click()
    await page.getByRole('heading', { name: 'My', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'My', exact: true }).waitFor()
    await checkScreen(page, 'settings-two-tabs-home')
  } finally {
    await phone?.context.close()
    await two.close()
  }
})

describe('looks', () => {
  let shop: TestMerchant
  beforeAll(async () => {
    shop = await aMerchant(env.builder)
    const banner = (colour: string) => aShopPicture(env.builder, shop, 'banner', colour)
    await env.builder.must(saveShop, { address: '1 Pier Road, Cork', point: cork, welcome: 'Welcome aboard' }, shop)
    await env.builder.must(saveBanners, { kind: 'store', files: [await banner('#3a6ea5')] }, shop)
    await env.builder.must(
      saveBanners,
      { kind: 'advertisement', files: [await banner('#a56a3a'), await banner('#5a3aa5')] },
      shop,
    )
  })

  test.each(closeLooks)('$lang, $theme', async ({ lang, theme }) => {
    const { context, page, errors } = await env.phone({ lang, theme, token: shop.token })
    for (const screen of ['setting', 'baseinfo', 'uploadBanner'])
      await captureScreens(env, page, screen, `settings-${lang}-${theme}-${screen}`)
    await captureScreens(env, page, '/choose-location', `settings-${lang}-${theme}-choose`)
    await captureScreens(
      env,
      page,
      `/open-location?latitude=${cork.latitude}&longitude=${cork.longitude}`,
      `settings-${lang}-${theme}-open`,
    )
    expect(errors).toEqual([])
    await context.close()
  })
})
