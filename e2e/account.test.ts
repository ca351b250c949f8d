/** The merchant's account: contacts, login password, devices; in four looks. */
import {
  decidePrivacyRequest,
  documentViews,
  listListings,
  listPrivacyRequests,
  login,
  type ResponseBody,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aStockedShop, anOperator, loginPassword, sql, type TestShop } from '../apps/server/test/index.ts'
import {
  captureScreens,
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

const another = 'a quite different password'
let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env?.close())

async function phoneOf({ token }: { token: string }, look: Look = {}) {
  const phone = await env.phone(look)
  await phone.context.addInitScript((firstToken) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('token', firstToken)
    sessionStorage.setItem('begun', 'yes')
  }, token)
  return phone
}
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const open = (page: Page, path: string) => page.goto(`${env.origin}/#/pages/${path}`)

/** Reads the code that was sent to an address from the demo's outbox. Other messages may arrive before it. */
async function codeFor(page: Page, address: string): Promise<string> {
  await page.getByRole('button', { name: 'Demo: your messages' }).click()
  const sheet = page.getByRole('dialog')
  const code = /\b\d{6}\b/
  const message = sheet.getByRole('listitem').filter({ hasText: address }).filter({ hasText: code })
  const text = await message.first().innerText()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  return code.exec(text)![0]
}
// The accessible name includes the number of unread messages.
const tabMy = (page: Page) => page.getByRole('navigation', { name: 'Main sections' }).getByRole('link', { name: /^My/ })
const logInAs = async (name: string, password = loginPassword): Promise<ResponseBody<typeof login>['userinfo']> =>
  (await env.builder.must(login, { name, password })).userinfo

test('verifies the e-mail, then replaces it with the login password and a code sent to the new address', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors } = await phoneOf(shop)
  await open(page, 'my')
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByText('Ada Quay').waitFor()
  await page.getByRole('link', { name: shop.email }).click()
  await page.getByRole('heading', { name: 'Verify email' }).waitFor()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').waitFor()
  const code = await codeFor(page, shop.email)
  await page.getByLabel('Verification code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await inPlace(page, 'Incorrect code.').waitFor()
  await expectAccessible(page, 'wrong code')
  await screenshot(page, 'verify-wrong')
  await page.getByLabel('Verification code').fill(code)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByText('Verified on').nth(1).waitFor()

  // What is verified can be changed.
  await page.getByRole('link', { name: shop.email }).click()
  await page.getByLabel('New email address').fill(shop.email)
  await page.getByLabel('Login password, to confirm it’s you').fill('not it')
  await page.getByRole('button', { name: 'Send code' }).click()
  await inPlace(page, 'Incorrect password.').waitFor()
  await waitOutClickGuard(page)
  await page.getByLabel('Login password, to confirm it’s you').fill(loginPassword)
  await page.getByRole('button', { name: 'Send code' }).click()
  await inPlace(page, 'This is already your phone number or email.').waitFor()
  await waitOutClickGuard(page)
  const newEmail = `new.${shop.email}`
  await page.getByLabel('New email address').fill(newEmail)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').waitFor()
  await checkScreen(page, 'change-sent')
  await page.getByLabel('Verification code').fill(await codeFor(page, newEmail))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(newEmail).waitFor()
  await page.getByText('Can be used to reset passwords from').waitFor()
  await checkScreen(page, 'changed')
  expect((await logInAs(newEmail)).merchantId).toBe(shop.merchantId)
  expect(errors).toEqual([])
  await context.close()
})

test('changes the login password: unequal entries are refused, other devices are logged out, this one stays', async () => {
  const shop = await aStockedShop(env.builder)
  const there = await phoneOf(shop)
  await open(there.page, 'my')
  await there.page.getByRole('heading', { name: 'My' }).waitFor()
  const { page, context, errors } = await phoneOf(await logInAs(shop.email))
  await open(page, 'personalInfo')
  await page.getByRole('link', { name: 'Change login password' }).click()
  const button = page.getByRole('button', { name: 'Change login password' })
  await page.getByLabel('New login password').fill(another)
  await page.getByLabel('Confirm new password').fill('a quite different passw0rd')
  await button.click()
  await page.getByText('Two passwords are inconsistent').waitFor()
  await page.getByText('This field is required.').waitFor()
  const first = page.getByLabel('Current login password')
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
  await first.fill('not it')
  await waitOutClickGuard(page)
  await page.getByLabel('Confirm new password').fill(another)
  await button.click()
  await inPlace(page, 'Incorrect password.').waitFor()
  await checkScreen(page, 'password-wrong')
  expect(await page.getByLabel('New login password').inputValue()).toBe(another)
  await page.getByLabel('Current login password').fill(loginPassword)
  await waitOutClickGuard(page)
  await button.click()
  // Back on the screen that led here.
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  // The push tells the other device. It shows the login with the specification's sentence.
  await there.page.getByText('Not logged in, please log in again').waitFor()
  await there.page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await logInAs(shop.email, another)).toBeTruthy()
  expect([...errors, ...there.errors]).toEqual([])
  await Promise.all([context.close(), there.context.close()])
})

test('forgotten login password: the same answer for an unknown name; the code sets a new password and opens the shop', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors } = await env.phone()
  await open(page, 'login')
  await page.getByLabel('Phone number or email').fill('nobody@nowhere.example')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  const name = page.getByLabel('Phone number or email')
  expect(await name.inputValue()).toBe('nobody@nowhere.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('If an account exists').waitFor()
  await page.getByRole('button', { name: 'Demo: your messages' }).click()
  await page.getByText('No messages yet').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  await open(page, 'login')
  await page.getByLabel('Phone number or email').fill(shop.email)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('If an account exists').waitFor()
  const code = await codeFor(page, shop.email)
  await page.getByLabel('New login password').fill(another)
  await page.getByLabel('Confirm new password').fill(another)
  const set = page.getByRole('button', { name: 'Set new login password' })
  await page.getByLabel('Verification code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await set.click()
  await inPlace(page, 'This code is incorrect or has expired.').waitFor()
  await checkScreen(page, 'forgot-wrong')
  await page.getByLabel('Verification code').fill(code)
  await waitOutClickGuard(page)
  await set.click()
  await page.getByText('Login password changed').waitFor()
  await tabMy(page).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByText('withdrawals are paused until').waitFor()
  expect(await logInAs(shop.email, another)).toBeTruthy()
  expect(errors).toEqual([])
  await context.close()
})

test('devices: logs out another device, then all; a logout asks for confirmation', async () => {
  const shop = await aStockedShop(env.builder)
  const otherSession = await logInAs(shop.email)
  const { page, context, errors } = await phoneOf(shop)
  await open(page, 'personalInfo')
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: /^Log out device/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Log out device' }).click()
  await page.getByText('Device logged out').waitFor()
  await page.getByRole('button', { name: /^Log out device/ }).waitFor({ state: 'detached' })
  expect((await env.builder.call(documentViews, {}, { token: otherSession.token })).reason).toBe('session/expired')

  await page.getByRole('button', { name: 'Log out on all devices' }).click()
  await dialog.getByLabel('Stay logged in here').uncheck()
  await checkScreen(page, 'log-out-everywhere')
  await dialog.getByRole('button', { name: 'Log out on all devices' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await tokenOf(page)).toBeNull()
  expect((await env.builder.call(documentViews, {}, { token: shop.token })).reason).toBe('session/expired')

  await page.getByLabel('Phone number or email').fill(shop.email)
  await page.getByLabel('Login password', { exact: true }).fill(loginPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await tabMy(page).click()
  const device = await page.evaluate(() => localStorage.getItem('device'))
  expect(device).toBeTruthy()
  const last = (await tokenOf(page))!
  await page.getByRole('link', { name: 'App', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Are you sure you want to logout?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect((await env.builder.call(documentViews, {}, { token: last })).reason).toBe('session/expired')
  // The device stays known.
  expect(await page.evaluate(() => localStorage.getItem('device'))).toBe(device)
  expect(errors).toEqual([])
  await context.close()
})

test('API keys: a key is made with the password, shown once, works, and is revoked', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors } = await phoneOf(shop)
  await open(page, 'app')
  await page.getByRole('link', { name: 'API and webhooks' }).click()
  await page.getByText('No API keys yet.').waitFor()
  await page.getByRole('button', { name: 'Create API key' }).click()
  const sheet = page.getByRole('dialog')
  // What is missing is asked for, all at once.
  await sheet.getByLabel('View orders').uncheck()
  await sheet.getByRole('button', { name: 'Create API key' }).click()
  await expect.poll(() => sheet.getByText('This field is required.').count()).toBe(3)
  await sheet.getByLabel('View orders').check()
  await waitOutClickGuard(page)
  await sheet.getByLabel('Name', { exact: true }).fill('Accounting')
  await sheet.getByLabel('View products').check()
  await sheet.getByLabel('Current login password').fill('not the password')
  await sheet.getByRole('button', { name: 'Create API key' }).click()
  await sheet.getByText('incorrect').waitFor()
  await checkScreen(page, 'api-key-refused')
  await sheet.getByLabel('Current login password').fill(loginPassword)
  await waitOutClickGuard(page)
  await sheet.getByRole('button', { name: 'Create API key' }).click()
  await sheet.getByText('Copy it now. We won’t show it again.').waitFor()
  await checkScreen(page, 'api-key-once')
  const apiKey = await sheet.locator('bdi').innerText()
  const use = async () => (await env.builder.call(listListings, {}, { apiKey })).reason ?? 'done'
  expect(await use()).toBe('done')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke: Accounting' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No API keys yet.').waitFor()
  expect(await use()).toBe('session/expired')
  expect(errors).toEqual([])
  await context.close()
})

test('your data: a copy is asked for with the password, handed over, and downloaded; a deletion is cancelled', async () => {
  const shop = await aStockedShop(env.builder)
  const { page, context, errors } = await phoneOf(shop)
  await open(page, 'personalInfo')
  await page.getByRole('link', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Send request: Copy of your data' }).click()
  await page.getByLabel('Login password').fill('not the password')
  await page.getByRole('button', { name: 'Send request', exact: true }).click()
  await inPlace(page, 'incorrect').waitFor()
  await checkScreen(page, 'your-data-refused')
  await page.getByLabel('Login password').fill(loginPassword)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Send request', exact: true }).click()
  await page.getByText('We’ll respond by').waitFor()
  await page.getByRole('button', { name: 'Send request: Delete your data' }).click()
  await page.getByLabel('Login password').fill(loginPassword)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Send request', exact: true }).click()
  const requests = page.getByRole('listitem')
  const deletion = requests.filter({ has: page.getByRole('heading', { name: 'Delete your data' }) })
  await waitOutClickGuard(page)
  await deletion.getByRole('button', { name: 'Cancel request' }).click()
  await deletion.getByText('Cancelled').waitFor()
  const { token } = await anOperator(env.builder, 'support')
  const { list } = await env.builder.must(listPrivacyRequests, {}, { token })
  await env.builder.must(decidePrivacyRequest, { id: list[0]!.id, decision: 'done', note: 'It is here' }, { token })
  const button = page.getByRole('button', { name: 'Download copy' })
  await button.waitFor()
  await checkScreen(page, 'your-data')
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toBe(`quayside-data-${list[0]!.code}.json`)
  expect(errors).toEqual([])
  await context.close()
})

describe('looks', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await aStockedShop(env.builder)
    const { id } = await anOperator(env.builder, 'review')
    await sql`insert into document_view (shop_id, field, operator_id, reason, at)
      values (${shop.shopId}, 'idFront', ${id}, 'Compared the name with the bank card', ${new Date()})`.execute(
      env.builder.owner,
    )
    const agents = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    ]
    for (const agent of agents)
      await env.builder.must(
        login,
        { name: shop.email, password: loginPassword },
        { agent, ip: '2001:db8:85a3::8a2e:370:7334' },
      )
  })
  test.each(closeLooks)(
    '$lang, $theme: nothing is wider than the phone, no accessibility fault',
    async ({ lang, theme }) => {
      const { page, context, errors } = await phoneOf(shop, { lang, theme })
      const look = (path: string, name: string) => captureScreens(env, page, path, `${lang}-${theme}-${name}`)
      await look('personalInfo', 'personal')
      await look('personalInfo?change=phone', 'change')
      await look('changeLoginPassword', 'password')
      await look('devices', 'devices')
      await look('integrations', 'integrations')
      await look(`forgotPassword?name=${shop.email}`, 'forgot')
      expect(errors).toEqual([])
      await context.close()
    },
  )

  test('nothing is wider than the phone at 320 px and with text at 200 %', async () => {
    const { page, context } = await phoneOf(shop, { lang: 'ru' })
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['personalInfo', 'changeLoginPassword', 'personalInfo?part=devices'])
      await captureScreens(env, page, path, `narrow-${path}`)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => (location.hash = '#/pages/personalInfo'))
    await waitOutClickGuard(page)
    await checkScreen(page, 'large-personalInfo')
    await context.close()
  })
})
