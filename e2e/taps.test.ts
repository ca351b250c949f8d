/** How many taps the daily tasks take, from the tab where they begin. Digits of the payment password are not taps. */
import { createInvitation, orderStatus } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  anOrder,
  anOperator,
  aStockedShop,
  creditMerchant,
  paymentPassword,
  type TestShop,
} from '../apps/server/test/index.ts'
import { countTouches, startTestEnvironment, waitOutClickGuard, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  env.builder.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: 'IE29AIBK93115212345678', bic: 'AIBKIE2D' }
  shop = await aStockedShop(env.builder)
  for (let i = 0; i < 5; i += 1) await anOrder(env.builder, shop, { status: orderStatus.awaitingPickup })
  await creditMerchant(env.builder, shop, '500')
  await aDestination(env.builder, shop)
})
afterAll(() => env?.close())

/** Does a task from a screen of the app, and returns its touches. */
async function touchesOf(tab: string, task: (page: Page) => Promise<void>): Promise<number> {
  const { page, context, errors } = await env.phone({ token: shop.token })
  await page.goto(`${env.origin}/#/pages/${tab}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const touches = await countTouches(page)
  await task(page)
  const counted = touches()
  expect(errors).toEqual([])
  await context.close()
  return counted
}
const digits = (page: Page) =>
  page.getByRole('dialog').getByRole('textbox').pressSequentially(paymentPassword, { delay: 20 })

test('picks up three of several orders in six taps and the six digits', async () => {
  const counted = await touchesOf('order', async (page) => {
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    for (let row = 0; row < 3; row += 1) await page.getByRole('checkbox').nth(row).click()
    await page.getByRole('button', { name: 'Pick up', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pick up 3 orders' }).click()
    await digits(page)
    await page.getByRole('dialog').getByText('3 orders picked up').waitFor()
  })
  expect(counted).toBe(6 + codeDigits)
})

test('withdraws everything in three taps and the six digits', async () => {
  const counted = await touchesOf('my', async (page) => {
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    const submit = page.getByRole('button', { name: 'Withdraw · $500.00' })
    await submit.click()
    // The sheet takes the digits at once.
    await digits(page)
    await page.getByText('Withdrawal requested').waitFor()
  })
  expect(counted).toBe(3 + codeDigits)
})

test('recharges by card in five taps', async () => {
  const counted = await touchesOf('my', async (page) => {
    await page.getByRole('link', { name: 'Recharge', exact: true }).click()
    await page.getByRole('link', { name: 'Online recharge' }).click()
    await page.getByRole('button', { name: '$100', exact: true }).click()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    // The page says “Paid” and leads back by itself.
    await page.getByText('Credited').first().waitFor()
  })
  expect(counted).toBe(5)
})

test('the interface is Arabic after two taps', async () => {
  const counted = await touchesOf('my', async (page) => {
    await page.getByRole('button', { name: /^Language/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /العربية/ })
      .click()
    await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  })
  expect(counted).toBe(2)
})

test.each(['my', 'fundsRecords'])('from %s a statement is downloaded in two taps', async (screen) => {
  const counted = await touchesOf(screen, async (page) => {
    await page.getByRole('link', { name: 'Statement' }).click()
    const button = page.getByRole('button', { name: 'Download PDF statement' })
    await Promise.all([page.waitForEvent('download'), button.click()])
  })
  expect(counted).toBe(2)
})

test('registers with 16 taps and filled fields, from the invitation to the submission', async () => {
  const operator = await anOperator(env.builder, 'review')
  const { code } = await env.call(createInvitation, { note: 'taps' }, operator)
  const { page, context, errors } = await env.phone()
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#973' } })
    .jpeg()
    .toBuffer()
  let counted = 0
  const fill = async (label: string, text: string) => {
    counted += 1
    await page.getByLabel(label).fill(text)
  }
  const give = async (label: string) => {
    counted += 1
    const field = page.getByRole('region', { name: label })
    await field.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    await field.getByText('Saved').waitFor()
  }
  const tap = async (name: string) => {
    counted += 1
    await waitOutClickGuard(page)
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page.goto(env.origin)
  await fill('Invitation code', code)
  await tap('Use this code')
  // The country is that of the device, and its calling code stands before the number.
  await fill('Phone number', '0201 555 0123')
  await page.getByText('+1 2015550123').waitFor()
  await fill('Email', 'taps@merchant.example')
  await fill('Login password', 'a quiet harbour at dusk')
  await tap('Continue')
  await give('Store logo')
  await fill('Store name', 'Few Taps')
  await fill('Store address', '1 Pier Road, Cork')
  await tap('Continue')
  await fill('Full legal name', 'Ada Quay')
  for (const label of ['ID card front', 'ID card back', 'Photo of you holding your ID']) await give(label)
  await tap('Continue')
  await tap('Submit for review')
  await page.getByText('Registration submitted').waitFor()
  expect(counted).toBe(16)
  expect(errors).toEqual([])
  await context.close()
}, 60_000)
