/** Passkeys on the phone, with the virtual authenticator of Chromium: added, used for each act, refused, removed. */
import { demoOutbox, paymentPasskeys, withdrawRecords } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  anOrder,
  aStockedShop,
  creditMerchant,
  paymentPassword,
  sql,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  addAuthenticator,
  checkScreen,
  closeLooks,
  countTouches,
  type Look,
  startTestEnvironment,
  type TestEnvironment,
  waitOutClickGuard,
} from './environment.ts'
import { namesIn } from './sheets.ts'

let env: TestEnvironment
/** The app under a name: a browser keeps no passkey for an address. */
let origin: string
beforeAll(async () => {
  env = await startTestEnvironment()
  const { settings } = env.builder.app.ctx
  settings.money.bank = { name: 'Quayside Ltd', iban: 'IE29AIBK93115212345678', bic: 'AIBKIE2D' }
  origin = env.origin.replace('127.0.0.1', 'localhost')
  settings.publicUrl = origin
})
afterAll(() => env?.close())

async function open(shop: TestShop, path: string, look?: Look) {
  const phone = await env.phone({ ...look, token: shop.token })
  const { page } = phone
  const authenticator = await addAuthenticator(page)
  await page.goto(`${origin}/#/pages/${path}`)
  const verifies = (isUserVerified: boolean) =>
    authenticator.devtools.send('WebAuthn.setUserVerified', {
      authenticatorId: authenticator.authenticatorId,
      isUserVerified,
    })
  const go = async (to: string) => {
    await page.goto(`${origin}/#/pages/${to}`)
    await page.reload()
  }
  return { ...phone, go, verifies }
}
const sheet = (page: Page) => page.getByRole('dialog')
const digits = (page: Page, label = 'Payment password') => sheet(page).getByLabel(label, { exact: true })

/** Adds a passkey in the settings, and waits for it in the list. */
async function addPasskey(page: Page, name = 'My phone'): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await sheet(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await digits(page).fill(paymentPassword)
  await page.getByText(name, { exact: true }).waitFor()
  await sheet(page).waitFor({ state: 'detached' })
}
const proofs = async (shop: TestShop) =>
  (
    await sql<{
      endpoint: string
    }>`select endpoint from payment_confirmation where shop_id = ${shop.shopId} order by confirmed_at`.execute(
      env.builder.owner,
    )
  ).rows

test('a passkey is added with the payment password, told by mail, and removed with the password', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors, verifies } = await open(shop, 'personalInfo')
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await page.getByText('No passkeys yet').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await digits(page).fill('000111')
  await sheet(page).getByText('4 attempts left').waitFor()
  // The finger is not recognised: nothing is stored, and the person can try again.
  await verifies(false)
  await digits(page).fill(paymentPassword)
  await sheet(page).getByText('No passkey was created. Try again.').waitFor({ timeout: 30_000 })
  await checkScreen(page, 'passkey-not-created')
  await verifies(true)
  await sheet(page).getByRole('textbox', { name: 'Name' }).fill('My phone')
  await digits(page).fill(paymentPassword)
  await page.getByText('My phone', { exact: true }).waitFor()
  await page.getByText('This device').waitFor()
  const { list } = await env.call(demoOutbox, {}, { token: shop.token })
  expect(list.filter(({ text }) => text.includes('My phone'))).toHaveLength(1)

  await page.getByRole('button', { name: 'Remove: My phone' }).click()
  await sheet(page).getByRole('heading', { name: 'Remove My phone?' }).waitFor()
  await checkScreen(page, 'passkey-remove')
  await digits(page).fill(paymentPassword)
  await page.getByText('No passkeys yet').waitFor()
  expect((await env.call(paymentPasskeys, {}, { token: shop.token })).list).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('picks up an order in two taps with the passkey, and in eight touches with the six digits', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors, go } = await open(shop, 'personalInfo?part=passkeys')
  await addPasskey(page)
  const pickUp = async (confirm: () => Promise<void>): Promise<number> => {
    await anOrder(env.builder, shop)
    await go('order')
    const pickUpOne = page.getByRole('button', { name: 'Pick up 1 order' })
    await pickUpOne.waitFor()
    const touches = await countTouches(page)
    await pickUpOne.click()
    await sheet(page).getByRole('button', { name: 'Use payment password' }).waitFor()
    await confirm()
    await sheet(page).getByText('1 order picked up').waitFor()
    const counted = touches()
    await sheet(page).getByRole('button', { name: 'Done' }).click()
    await sheet(page).waitFor({ state: 'detached' })
    return counted
  }
  const byPasskey = await pickUp(() => sheet(page).getByRole('button', { name: 'Pick up 1 order' }).click())
  const byDigits = await pickUp(async () => {
    await waitOutClickGuard(page)
    await sheet(page).getByRole('button', { name: 'Use payment password' }).click()
    await sheet(page).getByLabel('Enter 6-digit Password').pressSequentially(paymentPassword)
  })
  expect({ byPasskey, byDigits }).toEqual({ byPasskey: 2, byDigits: 8 })
  expect(await proofs(shop)).toEqual([{ endpoint: '/merchant/order/pickup' }])
  expect(errors).toEqual([])
  await context.close()
})

test('saves a destination and withdraws with the passkey', async () => {
  const shop = await aStockedShop(env.builder)
  await creditMerchant(env.builder, shop, '500')
  await aDestination(env.builder, shop)
  const { page, context, errors, go } = await open(shop, 'personalInfo?part=passkeys')
  await addPasskey(page)
  await go('withdraw')
  await page.getByRole('button', { name: 'New destination' }).click()
  await sheet(page).getByRole('button', { name: 'Bank card' }).click()
  await sheet(page).getByLabel('Bank name').fill('Pier Bank')
  await sheet(page).getByLabel('Card number').fill('4000056655665556')
  await sheet(page).getByRole('button', { name: 'Continue' }).click()
  const save = sheet(page).getByRole('button', { name: 'Save destination' })
  await save.waitFor()
  await checkScreen(page, 'passkey-destination')
  await waitOutClickGuard(page)
  await save.click()
  await sheet(page).waitFor({ state: 'detached' })
  await page.getByText('Pier Bank').first().waitFor()

  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await page.getByRole('radio', { name: /Harbour Bank/ }).check()
  await waitOutClickGuard(page)
  const touches = await countTouches(page)
  await page.getByRole('button', { name: /^Withdraw/ }).click()
  await sheet(page).getByRole('button', { name: 'Use payment password' }).waitFor()
  await checkScreen(page, 'passkey-withdraw')
  await waitOutClickGuard(page)
  await sheet(page)
    .getByRole('button', { name: /^Withdraw/ })
    .click()
  await page.waitForURL(/withdrawDetail/)
  expect(await touches()).toBe(2)
  expect((await env.call(withdrawRecords, {}, { token: shop.token })).total).toBe(1)
  expect((await proofs(shop)).map(({ endpoint }) => endpoint)).toEqual([
    '/merchant/withdraw/destination/add',
    '/merchant/withdraw/request',
  ])
  expect(errors).toEqual([])
  await context.close()
})

test('without the finger, with a removed passkey, or in a browser without passkeys the six digits confirm', async () => {
  const shop = await aStockedShop(env.builder)
  for (let i = 0; i < 3; i += 1) await anOrder(env.builder, shop)
  const { page, context, errors, go, verifies } = await open(shop, 'personalInfo?part=passkeys')
  await addPasskey(page)
  await go('order')
  await page.getByRole('button', { name: /^Pick up all/ }).click()
  await verifies(false)
  await sheet(page).getByRole('button', { name: 'Pick up 3 orders' }).click()
  await sheet(page)
    .getByText('The passkey wasn’t used. Try again, or enter your payment password.')
    .waitFor({ timeout: 30_000 })
  await checkScreen(page, 'passkey-unused')
  expect(await proofs(shop)).toEqual([])
  // The passkey again, from the step with the digits.
  await verifies(true)
  await sheet(page).getByRole('button', { name: 'Use a passkey' }).click()
  await sheet(page).getByText('3 orders picked up').waitFor()
  await sheet(page).getByRole('button', { name: 'Done' }).click()

  // Removed elsewhere while the sheet is open.
  await anOrder(env.builder, shop)
  await go('order')
  await page.getByRole('button', { name: 'Pick up 1 order' }).click()
  const pickUp = sheet(page).getByRole('button', { name: 'Pick up 1 order' })
  await sheet(page).getByRole('button', { name: 'Use payment password' }).waitFor()
  await sql`update payment_passkey set removed_at = now() where shop_id = ${shop.shopId}`.execute(env.builder.owner)
  await pickUp.click()
  await sheet(page).getByText('Passkey not found.').waitFor()
  await sheet(page).getByLabel('Enter 6-digit Password').fill(paymentPassword)
  await sheet(page).getByText('1 order picked up').waitFor()
  expect(errors).toEqual([])
  await context.close()

  const bare = await env.phone({ token: shop.token })
  await bare.context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await bare.page.goto(`${origin}/#/pages/personalInfo?part=passkeys`)
  await bare.page.getByText('This browser can’t use passkeys.').waitFor()
  expect(await bare.page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  await bare.context.close()
})

test('the code for passkeys is loaded when one is used, and not before', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context } = await open(shop, 'personalInfo?part=passkeys')
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.getByText('No passkeys yet').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await digits(page).waitFor()
  const before = scripts.length
  await digits(page).fill(paymentPassword)
  await page.getByText('This device').waitFor()
  expect(scripts.slice(before).length).toBeGreaterThan(0)
  await context.close()
})

test.each(closeLooks)('looks: $lang, $theme', async ({ lang, theme }) => {
  const shop = await aStockedShop(env.builder)
  const { page, context } = await open(shop, 'passkeys', { lang, theme })
  const add = page.locator('main').getByRole('button').last()
  await add.waitFor()
  await checkScreen(page, `passkeys-empty-${lang}-${theme}`)
  await add.click()
  await sheet(page).getByRole('textbox').first().waitFor()
  await checkScreen(page, `passkeys-add-${lang}-${theme}`)
  await sheet(page).getByRole('textbox').last().fill(paymentPassword)
  await sheet(page).waitFor({ state: 'detached' })
  await checkScreen(page, `passkeys-${lang}-${theme}`)
  await anOrder(env.builder, shop)
  await page.goto(`${origin}/#/pages/order`)
  const named = namesIn(lang)
  await page.getByRole('button', { name: named('orders.pickup-all', { n: 1 }) }).click()
  await sheet(page)
    .getByRole('button', { name: named('passkeys.digits') })
    .waitFor()
  await checkScreen(page, `passkey-pickup-${lang}-${theme}`)
  await context.close()
})
