/** The desks of work, registrations, invitations and shops, by people who hold only the role of the review. */
import { registrationDetail, restrictShop, saveRegistration, submitRegistration } from '@quayside/contract'
import { clickGuard } from '@quayside/contract/constants'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOperator,
  aRegistrationPicture,
  aStockedShop,
  type TestMerchant,
  type TestShop,
} from '../apps/server/test/index.ts'
import { deskLooks, goToDesk, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
const merchants: TestMerchant[] = []

beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  for (const shopName of ['Pier 9', 'Lantern & Rope', 'Quay Street', 'North Light']) {
    const merchant = await aMerchant(env.builder, { verified: false })
    const { token } = merchant
    const picture = (purpose: 'logo' | 'identity', colour: string) =>
      aRegistrationPicture(env.builder, merchant, purpose, colour)
    await env.call(
      saveRegistration,
      {
        logo: await picture('logo', '#7a3'),
        shopName,
        address: '9 Pier Road, Cork',
        country: 'IE',
        realName: 'Ada Quay',
        idFront: await picture('identity', '#e8e0c8'),
        idBack: await picture('identity', '#c8d8e8'),
        idInHand: await picture('identity', '#445'),
      },
      { token },
    )
    await env.call(submitRegistration, {}, { token })
    merchants.push(merchant)
  }
})
afterAll(() => env.close())

const stateOf = async (merchant: TestMerchant) => {
  const { token } = await anOperator(env.builder, 'review')
  return (await env.call(registrationDetail, { shopId: merchant.shopId }, { token })).state
}
const picturesShown = (page: Page) => page.locator('figure img').count()

test('six keys approve a registration whose three documents were seen', async () => {
  const { page, errors, context } = await openDesk(env, '/registrations', { roles: ['review'] })
  await page.locator('.queue-row').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  for (const key of ['1', '2', '3']) {
    const before = await picturesShown(page)
    await page.keyboard.press(key)
    await expect.poll(() => picturesShown(page)).toBe(before + 1)
  }
  await screenshot(page, 'console-registration')
  await page.keyboard.press('a')
  await page.getByText('The shop opens at once').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(merchants[0]!)).toBe('verified')
  expect(errors).toEqual([])
  await context.close()
})

test('the next of the queue is claimed from the page of work, another one only with a reason', async () => {
  // The bare address of the console leads to the first desk.
  const { page, errors, context } = await openDesk(env, '/', { roles: ['review'] })
  await expect.poll(() => new URL(page.url()).pathname).toBe('/work')
  await page.getByText('too few to show').first().waitFor()
  const rows = page.locator('.queue-row')
  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Unclaimed').waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Reason for taking this out of order').fill('The merchant is on the phone')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^You, until/).waitFor()
  await screenshot(page, 'console-work')
  // The claimed item is the reason to look at its shop: nothing is asked.
  await page.locator('dd a').first().click()
  await page.getByRole('heading', { name: 'Merchant', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/shops')
  await page.goBack()
  await page.getByText(/^You, until/).waitFor()
  await page.keyboard.press('Escape')
  // The focus goes back to the row of the closed item first.
  await page.getByText(/^You, until/).waitFor({ state: 'hidden' })
  await expect.poll(() => rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true)
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Unclaimed').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/registrations')
  expect(errors).toEqual([])
  await context.close()
})

test('a merchant is asked for two fields, and the reviewer sees before what the merchant will read', async () => {
  const { page, errors, context } = await openDesk(env, `/registrations?row=${merchants[3]!.shopId}`, {
    roles: ['review'],
  })
  await page.getByRole('button', { name: /^Claim/ }).click()
  await page.getByLabel('Why this one first').fill('The other two are claimed by a colleague')
  await page.getByRole('button', { name: 'Confirm: Claim' }).click()
  await page.getByRole('button', { name: /^Release/ }).waitFor()
  // Documents that nobody opened are named before an approval.
  await page.keyboard.press('a')
  await page.getByLabel(/^Not opened by you: ID card front, ID card back, /).waitFor()
  await screenshot(page, 'console-registration-unopened')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('What is wrong with: ID card back').selectOption('Photo dark or blurred')
  await page.getByLabel('What is wrong with: Address').selectOption('Only in your own words')
  await page.getByLabel('Your text about: Address').fill('Which town?')
  await page.getByText('What the merchant will read').first().waitFor()
  await page.getByText('Please take it again in good light.').waitFor()
  await screenshot(page, 'console-registration-ask')
  await page.getByRole('button', { name: /^Ask for changes/ }).click()
  await page.getByRole('button', { name: 'Confirm: Ask for changes' }).click()
  await expect.poll(() => stateOf(merchants[3]!)).toBe('more-information')
  expect(errors).toEqual([])
  await context.close()
})

test('on a phone the page stays where it is before, in and after a decision; only its pane scrolls', async () => {
  const { page, errors, context } = await openDesk(env, `/registrations?row=${merchants[1]!.shopId}`, {
    roles: ['review'],
    size: 'phone',
  })
  const overflow = () =>
    page.evaluate(() => {
      // A browser scrolls to what has the focus, also where a person cannot.
      document.activeElement?.scrollIntoView()
      const { scrollHeight, scrollTop } = document.scrollingElement!
      return { beyond: scrollHeight - window.innerHeight, scrollTop }
    })
  const stands = { beyond: 0, scrollTop: 0 }
  await page.getByRole('button', { name: /^Approve/ }).waitFor()
  expect(await overflow()).toEqual(stands)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('button', { name: 'Confirm: Approve' }).click()
  expect(await overflow()).toEqual(stands)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await overflow()).toEqual(stands)
  await screenshot(page, 'console-registration-phone')
  expect(errors).toEqual([])
  await context.close()
})

test('an invitation is made and revoked; a shop is looked at for a reason and restricted by two', async () => {
  const desk = await openDesk(env, '/invitations', { roles: ['review'], signs: true })
  const { page } = desk
  await page.getByLabel('For whom').fill('The baker of Cork')
  await page.getByRole('button', { name: 'Create an invitation' }).click()
  await page.getByText('The code, shown once').waitFor()
  await page.locator('.queue-row').first().click()
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  await page.getByText('It has expired.').waitFor()
  await screenshot(page, 'console-invitations')

  const proposer = await anOperator(env.builder, 'support')
  await env.call(
    restrictShop,
    {
      shopId: shop.shopId,
      scope: 'sell',
      reason: 'fraud',
      text: 'Buyers reported parcels without goods.',
      evidence: 'Three refund orders.',
      effectiveAt: new Date().toISOString(),
    },
    proposer,
  )
  await page.goto(`${env.consoleOrigin}/shops?q=${shop.shopCode}`)
  await page.locator('.queue-row').first().click()
  await page.getByLabel('Why you are looking at this shop').fill('A proposal waits for a second person')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText(/· Waits for a second person/).waitFor()
  await page.getByRole('link', { name: 'Waits for a second signature: open the act' }).click()
  await page.getByText('Three refund orders.', { exact: true }).waitFor()
  await page.keyboard.press('s')
  await page.getByText('Your passkey signs exactly this.', { exact: false }).waitFor()
  await page.keyboard.press('s')
  await page.getByText('Signed. It is done.').waitFor()
  await page.goto(`${env.consoleOrigin}/shops?q=${shop.shopCode}`)
  await page.locator('.queue-row').first().click()
  await page.getByText(/In force/).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Stopped: / })
    .waitFor()
  await screenshot(page, 'console-shop')
  await expectAccessible(page, 'shop')

  // An urgent closing has a scope, dates and an end, and waits for a second person.
  await page.getByLabel('What is stopped').selectOption({ label: 'No new orders' })
  await page.getByLabel('Reason').selectOption({ label: 'Rules broken' })
  await page.getByLabel('From', { exact: true }).selectOption({ label: 'At once, for an urgent reason' })
  await page.getByText('Only a legal order, fraud or unsafe goods let it begin at once.').waitFor()
  await page.getByLabel('Reason').selectOption({ label: 'Fraud' })
  await page.getByLabel('What the merchant reads').fill('Your shop takes no new orders.')
  await expectAccessible(page, 'a closing')
  await screenshot(page, 'console-shop-closing')
  await page.locator('article').first().focus()
  await page.keyboard.press('x')
  await page.getByText('A second person of the desk review must sign it', { exact: false }).waitFor()
  await page.waitForTimeout(clickGuard + 50)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Open the act' }).click()
  await page.getByRole('heading', { name: 'Close a shop without notice' }).waitFor()
  await page.getByText('Your shop takes no new orders.', { exact: true }).waitFor()
  expect(desk.errors).toEqual([])
  await desk.context.close()
})

for (const look of deskLooks)
  test(`the desks have no accessibility fault and fit: ${Object.values(look).join()}`, async () => {
    const name = Object.values(look).join()
    const { page, errors, context } = await openDesk(env, '/work', { roles: ['review', 'support'], ...look })
    // On a phone the figures are folded.
    await page.getByText('too few to show').first().waitFor({ state: 'attached' })
    await page.locator('.queue-row').first().waitFor()
    await expectAccessible(page, 'work')
    await expectToFit(page, 'work')
    await screenshot(page, `console-work-${name}`)
    await goToDesk(page, `/registrations?row=${merchants[1]!.shopId}`)
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
    await expectAccessible(page, 'registration')
    await expectToFit(page, 'registration')
    await screenshot(page, `console-registration-${name}`)
    expect(errors).toEqual([])
    await context.close()
  })
