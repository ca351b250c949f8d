/** Passkeys, the approvals and the audit in the console, with Chromium's virtual authenticator. */
import { closeShop } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, aMerchant, anOperator, anOperatorWithPassword, loginPassword } from '../apps/server/test/index.ts'
import { deskLooks, openDesk } from './console-environment.ts'
import {
  addAuthenticator,
  collectErrors,
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shopName: string

/** Another person proposes to close a shop. */
async function propose(): Promise<void> {
  const shop = await aMerchant(env.builder)
  shopName = `Shop ${shop.shopCode}`
  const { token } = await anOperator(env.builder, 'support')
  await env.builder.must(
    closeShop,
    {
      shopId: shop.shopId,
      scope: 'all',
      reason: 'fraud',
      note: 'Copies of a brand',
      effectiveAt: new Date().toISOString(),
    },
    { token },
  )
}

beforeAll(async () => {
  env = await startTestEnvironment()
  await propose()
})
afterAll(() => env.close())

test('a new operator creates a passkey, signs an act with it, logs in with it alone, and finds all of it in the audit', async () => {
  const { email } = await anOperatorWithPassword(env.builder, 'review', 'auditor')
  const context = await env.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors = collectErrors(page)
  await addAuthenticator(page)

  await page.goto(`${env.consoleOrigin}/approvals`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(loginPassword)
  await page.keyboard.press('Enter')
  await page.getByLabel('Passkey name').fill('Laptop')
  await screenshot(page, 'console-enrol')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.getByRole('button', { name: 'I have stored them' }).click()

  await page.locator('.queue-row').first().waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'What you sign' }).waitFor()
  await page.getByText('Copies of a brand', { exact: true }).waitFor()
  await screenshot(page, 'console-approvals')
  await expectAccessible(page, 'approval')
  await page.getByText('You have no passkey').waitFor({ state: 'detached' })
  await page.keyboard.press('s')
  await page.getByText('Your passkey signs exactly this.').waitFor()
  await page.keyboard.press('s')
  await page.getByText('Signed with a passkey, verified against the document').waitFor()
  await screenshot(page, 'console-approvals-signed')

  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`${env.consoleOrigin}/audit`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Audit' }).waitFor()
  await page.getByLabel('Act').selectOption('signed')
  await page.locator('.queue-row').first().click()
  await page.getByText('The hash matches this row and the one before it.').waitFor()
  await page.getByText(shopName).first().waitFor()
  await screenshot(page, 'console-audit')
  await expectAccessible(page, 'audit')

  await page.goto(`${env.consoleOrigin}/account`)
  await page.getByText('Laptop').waitFor()
  await screenshot(page, 'console-passkeys')
  await expectAccessible(page, 'passkeys')
  expect(errors).toEqual([])
  await context.close()
})

test('support writes down a request by mail, proves it and proposes the erasure; an owner signs it, without a mouse', async () => {
  const { buyerId } = await aBuyer(env.builder)
  const { page, errors, context } = await openDesk(env, '/privacy', { roles: ['support'] })
  await page.getByText('No requests here').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Mail address, id').focus()
  await page.keyboard.type('nobody@buyer.example')
  await page.keyboard.press('Enter')
  await page.getByText('No account matches this email, ID or code.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(buyerId)
  await page.getByLabel('Asks for').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Mail address, id').focus()
  await waitOutClickGuard(page)
  await page.keyboard.press('Enter')
  await page.getByText('Not proved yet.').waitFor()
  await page.keyboard.press('p')
  await page.getByLabel('What was checked').waitFor()
  await page.keyboard.press('1')
  await page.getByLabel('What was checked').focus()
  await page.keyboard.type('Answered our mail of Monday')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Checked by').waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Note for the signer').fill('Asked by mail, nothing is open')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Waits for a second signature').waitFor()
  await screenshot(page, 'console-privacy-proposed')
  await expectAccessible(page, 'privacy request')
  await expectToFit(page, 'privacy request')
  expect(errors).toEqual([])
  await context.close()

  const owner = await openDesk(env, '/privacy', { roles: ['owner'], signs: true })
  await owner.page.locator('.queue-row').first().waitFor()
  await owner.page.keyboard.press('j')
  await owner.page.getByText('Waits for a second signature').waitFor()
  await owner.page.keyboard.press('s')
  await owner.page.keyboard.press('s')
  await owner.page.getByText('Signed. It is done.').waitFor()
  await owner.page.goto(`${env.consoleOrigin}/privacy?view=decided`)
  await owner.page.locator('.queue-row').first().waitFor()
  await owner.page.keyboard.press('j')
  await owner.page.getByText('The data has been erased.').waitFor()
  await screenshot(owner.page, 'console-privacy-done')
  expect(owner.errors).toEqual([])
  await owner.context.close()
})

for (const look of deskLooks)
  test(`the desks have no accessibility fault and fit: ${Object.values(look).join()}`, async () => {
    const name = Object.values(look).join()
    for (const [path, heading] of [
      ['/approvals?view=all', 'What you sign'],
      ['/audit?act=logged-in', 'Place in the chain'],
    ] as const) {
      const { page, errors, context } = await openDesk(env, path, { roles: ['review', 'auditor'], ...look })
      await page.locator('.queue-row').first().waitFor()
      await expectAccessible(page, `list ${path}`)
      await expectToFit(page, `list ${path}`)
      await screenshot(page, `console-list-${path.slice(1, 6)}-${name}`)
      await page.locator('.queue-row').first().click()
      await page.getByRole('heading', { name: heading }).waitFor()
      await expectAccessible(page, `detail ${path}`)
      await expectToFit(page, `detail ${path}`)
      await screenshot(page, `console-detail-${path.slice(1, 6)}-${name}`)
      expect(errors).toEqual([])
      await context.close()
    }
  })
