/** Changing and resetting the payment password; in four looks. */
import { demoOutbox } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aDestination,
  aMerchant,
  aStockedShop,
  creditMerchant,
  loginPassword,
  paymentPassword,
  verifyPaymentPassword,
  type Refusal,
  type TestMerchant,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  checkScreen,
  closeLooks,
  expectAccessible,
  inPlace,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type Look,
  type TestEnvironment,
} from './environment.ts'

const another = '602914'
let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env?.close())

const works = (shop: TestMerchant, code: string) =>
  verifyPaymentPassword(env.builder.app.ctx, shop.merchantId, code, new Date()).then(
    () => true,
    (refusal: Refusal) => refusal.reason,
  )

async function phoneOf(shop: TestMerchant, look: Look = {}) {
  const phone = await env.phone({ ...look, token: shop.token })
  return phone
}
const pin = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('changes the payment password with the current one: a refusal keeps the entries', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors } = await phoneOf(shop)
  await page.goto(`${env.origin}/#/pages/personalInfo`)
  await page.getByRole('link', { name: 'Payment password' }).click()
  await page.getByRole('heading', { name: 'Change payment password' }).waitFor()

  // The button names all that is missing, and the first field has the focus.
  const button = page.getByRole('button', { name: 'Change payment password' })
  await pin(page, 'New payment password').fill(another)
  await pin(page, 'Confirm payment password').fill('602915')
  await button.click()
  await page.getByText('Two passwords are inconsistent').waitFor()
  await page.getByText('Enter 6-digit Password').waitFor()
  const first = pin(page, 'Current payment password')
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
  await first.fill('111119')
  await waitOutClickGuard(page)
  await pin(page, 'Confirm payment password').fill(another)
  await button.click()
  await inPlace(page, 'Wrong payment password. 4 attempts left.').waitFor()
  expect(await pin(page, 'Current payment password').inputValue()).toBe('')
  expect(await pin(page, 'New payment password').inputValue()).toBe(another)
  await expectAccessible(page, 'wrong old one')
  await screenshot(page, 'change-wrong')

  await pin(page, 'Current payment password').fill(paymentPassword)
  await button.click()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  expect(await works(shop, another)).toBe(true)
  expect(await works(shop, paymentPassword)).toBe('payment-password/wrong')
  expect(errors).toEqual([])
  await context.close()
})

test('forgotten and locked: reset with login password and code', async () => {
  const shop = await aStockedShop(env.builder)
  await creditMerchant(env.builder, shop, '500')
  await aDestination(env.builder, shop)
  for (let i = 0; i < 5; i += 1) await works(shop, '111119')
  const { page, context, errors } = await phoneOf(shop)
  await page.goto(`${env.origin}/#/pages/changePayPassword`)
  await pin(page, 'Current payment password').fill(paymentPassword)
  await pin(page, 'New payment password').fill(another)
  await pin(page, 'Confirm payment password').fill(another)
  await page.getByRole('button', { name: 'Change payment password' }).click()
  await inPlace(page, 'The payment password is locked.').waitFor()

  await page.getByRole('button', { name: 'Forgot it?' }).click()
  await page.getByRole('heading', { name: 'Set a new payment password' }).waitFor()
  await page.getByLabel(/^By text message to/).check()
  await page.getByLabel(/^By email to/).check()
  await page.getByRole('button', { name: 'Send code' }).click()
  const resend = page.getByRole('button', { name: 'Send a new code' })
  await resend.waitFor()
  expect(await resend.isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Demo: your messages' }).click()
  const sheet = page.getByRole('dialog')
  const text = (await sheet.getByText('is your code to reset your payment password').textContent())!
  const code = /\b\d{6}\b/.exec(text)![0]
  await expectAccessible(page, 'messages')
  await screenshot(page, 'forgotten-messages')
  await sheet.getByRole('button', { name: 'Close' }).click()

  // The two entries are still there.
  expect(await pin(page, 'New payment password').inputValue()).toBe(another)
  await page.getByLabel('Verification code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByLabel('Login password, to confirm it’s you').fill(loginPassword)
  const set = page.getByRole('button', { name: 'Set a new payment password' })
  // What is missing is asked for, all at once.
  const typed = [page.getByLabel('Verification code'), page.getByLabel('Login password, to confirm it’s you')]
  const values = await Promise.all(typed.map((field) => field.inputValue()))
  for (const field of typed) await field.fill('')
  await set.click()
  for (const field of typed) await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  for (const [i, field] of typed.entries()) await field.fill(values[i]!)
  await waitOutClickGuard(page)
  await set.click()
  await inPlace(page, 'Incorrect code.').waitFor()
  expect(await page.getByLabel('Verification code').inputValue()).toBe('')
  expect(await page.getByLabel('Login password, to confirm it’s you').inputValue()).toBe(loginPassword)
  await expectAccessible(page, 'wrong code')
  await screenshot(page, 'forgotten-wrong')
  await page.getByLabel('Verification code').fill(code)
  await waitOutClickGuard(page)
  await set.click()
  await page.getByText('Payment password changed').waitFor()
  await page.getByText('withdrawals are paused until').waitFor()
  await expectAccessible(page, 'set anew')
  await screenshot(page, 'forgotten-done')
  expect(await works(shop, another)).toBe(true)
  const { list } = await env.call(demoOutbox, {}, { token: shop.token })
  expect(list.filter((message) => message.text.includes('withdrawals are paused until'))).toHaveLength(1)

  await page.getByRole('button', { name: 'Back' }).last().click()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByText('withdrawals are paused until').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('sets the first payment password; afterwards its address changes it', async () => {
  const newMerchant = await aMerchant(env.builder)
  const { page, context, errors } = await phoneOf(newMerchant)
  await page.goto(`${env.origin}/#/pages/changePayPassword`)
  await pin(page, 'Enter 6-digit Password').fill(paymentPassword)
  await pin(page, 'Confirm payment password').fill(paymentPassword)
  const login = page.getByLabel('Login password, to confirm it’s you')
  await login.fill('not it')
  await page.getByRole('button', { name: 'Set payment password' }).click()
  await inPlace(page, 'Incorrect password.').waitFor()
  expect([await login.getAttribute('aria-invalid'), await login.inputValue()]).toEqual(['true', ''])
  await waitOutClickGuard(page)
  await login.fill(loginPassword)
  await page.getByRole('button', { name: 'Set payment password' }).click()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  expect(await works(newMerchant, paymentPassword)).toBe(true)
  await page.goto(`${env.origin}/#/pages/setPaypwd`)
  await page.getByLabel('Current payment password').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

describe('looks', () => {
  // One shop for all tests: an hour allows five codes, and they use four.
  let shop: TestShop
  beforeAll(async () => {
    shop = await aStockedShop(env.builder)
  })
  test.each(closeLooks)(
    '$lang, $theme: nothing is wider than the phone, no accessibility fault',
    async ({ lang, theme }) => {
      const { page, context, errors } = await phoneOf(shop, { lang, theme })
      const look = (name: string) => checkScreen(page, `${lang}-${theme}-${name}`)
      await page.goto(`${env.origin}/#/pages/changePayPassword`)
      await page.locator('form').waitFor()
      await look('change')
      await page.goto(`${env.origin}/#/pages/changePayPassword?forgotten=1`)
      const send = page.locator('fieldset + div button').first()
      await send.waitFor()
      await screenshot(page, `${lang}-${theme}-forgotten`)
      await send.click()
      await page.locator('input[autocomplete=one-time-code]').waitFor()
      await page.waitForTimeout(1700)
      await look('forgotten-sent')
      await page.locator('fieldset + div button').nth(1).click()
      await page.getByRole('dialog').locator('li').first().waitFor()
      await look('messages')
      expect(errors).toEqual([])
      await context.close()
    },
  )
})
