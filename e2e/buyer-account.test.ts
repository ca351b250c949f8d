/** A buyer's account in a browser without script: from an order as a guest to the deletion, in one look. */
import { directionOf, type Language } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, mailsToBuyer, newId, sql, type TestShop } from '../apps/server/test/index.ts'
import {
  closeLooks,
  collectErrors,
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  type TestEnvironment,
} from './environment.ts'
import { chooseCountry } from './guest-order.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
})
afterAll(() => env?.close())

test.each(closeLooks)(
  'a guest makes an account by a link, claims the order, fills an order from an address, and leaves: $lang, $theme',
  async ({ lang, theme }) => {
    const context = await env.browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: lang,
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    // The pages work without their script. Scripting itself stays on, for the rules of accessibility.
    await page.route('**/*.js', (route) => route.abort())
    page.setDefaultTimeout(15_000)
    const errors = collectErrors(page)
    const check = async (name: string) => {
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(lang as Language))
      await expectAccessible(page, `${name} ${lang} ${theme}`)
      for (const width of [1280, 320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectToFit(page, `${name} ${lang} ${width}`)
      }
      await screenshot(page, `${name}-${lang}-${theme}`, true)
    }
    const at = (path: string) => `${env.storefrontOrigin}/${lang}${path}`
    const email = `${newId()}@buyer.example`
    const main = page.locator('main')

    await page.goto(at(`/s/${shop.shopCode}/p/${shop.listings[0]!.id}`))
    await main.locator('.button-buy').click()
    await main.locator('.button-buy').click()
    await chooseCountry(page, 'IE')
    for (const [field, value] of Object.entries({ email, name: 'Bea Buyer', street: '1 Pier Road', city: 'Cork' }))
      await page.locator(`main input[name=${field}]`).fill(value)
    await main.locator('.button-buy').click()
    await page.waitForURL(/\/test-processor\//)
    const { rows } = await sql<{ code: string }>`select o.code from orders o join order_access a on a.order_id = o.id
      where a.email = ${email}`.execute(env.builder.owner)
    const [{ code } = { code: '' }] = rows

    await page.goto(at('/join'))
    await check('join')
    await page.locator('main input[name=email]').fill(email)
    await main.locator('button').click()
    await page.waitForURL(/\/join\?sent/)
    // A worker mails the link.
    const link = async () =>
      (await mailsToBuyer(env.builder, email)).flatMap(({ text }) => /http:\S+\/link\/\S+/.exec(text) ?? [])[0]
    await expect.poll(link, { timeout: 15_000 }).toBeDefined()
    await page.goto((await link())!)
    await check('link')
    await page.locator('input[name=name]').fill('Bea Buyer')
    await page.locator('input[name=password]').fill('eleven blue boats')
    await page.locator('input[name=again]').fill('eleven blue boats')
    await main.locator('button').click()
    await page.waitForURL(/\/account$/)
    await check('account')
    expect(await main.textContent()).not.toContain(code)
    await page.goto(at(`/s/${shop.shopCode}`))
    await main.locator('form[data-follow] button').click()
    await page.waitForURL(/\/account\/follows/)
    await page.getByRole('status').waitFor()
    await check('follows')
    await page.goto(at('/account'))
    await main.locator('form[action$="/account/claim"] button').click()
    await page.getByText(code).waitFor()
    await check('account-orders')
    await page.getByText(code).click()
    await main.locator('a[href$="/messages"]').click()
    await page.locator('textarea[name=text]').fill('Where is my parcel?')
    await main.locator('form[action$="/messages"] button').click()
    await page.locator('#last', { hasText: 'Where is my parcel?' }).waitFor()
    await check('messages-order')
    await page.goto(at('/account/messages'))
    await check('messages-account')

    await page.locator('nav a[href$="/account/addresses"]').click()
    // The country of the cart, whose form begins with the account's address there.
    await chooseCountry(page, 'IE')
    for (const [field, value] of Object.entries({ street: '2 Harbour Row', city: 'Galway' }))
      await page.locator(`main input[name=${field}]`).fill(value)
    await main.locator('form[action$="/account/addresses"] .button-strong').click()
    await page.locator('address', { hasText: 'Galway' }).waitFor()
    await check('addresses')
    await page.goto(at(`/s/${shop.shopCode}/p/${shop.listings[0]!.id}`))
    await main.locator('.button-buy').click()
    await main.locator('.button-buy').click()
    await page.waitForURL(/\/checkout\//)
    expect(await page.locator('input[name=city]').inputValue()).toBe('Galway')
    await check('checkout-account')

    // The order is not paid, so it can be cancelled, and the account deleted.
    await page.goto(at('/account'))
    await page.getByText(code).click()
    await main.locator('form[action$="/cancel"] button').click()
    await page.goto(at('/account/data'))
    await check('account-data')
    await main.locator('form[action$="/account/delete"] input[name=password]').fill('not this one')
    await main.locator('form[action$="/account/delete"] button').click()
    await page.locator('[role=alert]').waitFor()
    await main.locator('form[action$="/account/delete"] input[name=password]').fill('eleven blue boats')
    await main.locator('form[action$="/account/delete"] button').click()
    await page.waitForURL(/\/login\?deleted/)
    await check('account-deleted')
    const left = await sql<{ n: number }>`select count(*)::int as n from buyer where email = ${email}`.execute(
      env.builder.owner,
    )
    expect(left.rows).toEqual([{ n: 0 }])
    expect(errors).toEqual([])
    await context.close()
  },
)

test('with script, the button of a shop that is followed stops following it, on its page and on a product’s', async () => {
  const context = await env.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const at = (path: string) => `${env.storefrontOrigin}/en${path}`
  const email = `${newId()}@buyer.example`
  await page.goto(at('/join'))
  await page.locator('main input[name=email]').fill(email)
  await page.locator('main button').click()
  await page.waitForURL(/\/join\?sent/)
  const link = async () =>
    (await mailsToBuyer(env.builder, email)).flatMap(({ text }) => /http:\S+\/link\/\S+/.exec(text) ?? [])[0]
  await expect.poll(link, { timeout: 15_000 }).toBeDefined()
  await page.goto((await link())!)
  await page.locator('input[name=name]').fill('Bea Buyer')
  await page.locator('input[name=password]').fill('eleven blue boats')
  await page.locator('input[name=again]').fill('eleven blue boats')
  await page.locator('main button').click()
  await page.waitForURL(/\/account$/)
  for (const path of [`/s/${shop.shopCode}`, `/s/${shop.shopCode}/p/${shop.listings[0]!.id}`]) {
    await page.goto(at(path))
    await page.getByRole('button', { name: 'Follow this shop' }).click()
    await page.getByRole('status').getByText('You follow').waitFor()
    await page.goto(at(path))
    await screenshot(page, `followed${path.split('/').length}`, true)
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await page.getByRole('status').getByText('You no longer follow').waitFor()
  }
  await page.goto(at(`/s/${shop.shopCode}`))
  await page.getByRole('button', { name: 'Follow this shop' }).waitFor()
  await page.goto(at('/account'))
  await page.locator('form[action$="/account/logout"] button').click()
  await page.goto(at(`/s/${shop.shopCode}`))
  await page.getByRole('button', { name: 'Follow this shop' }).click()
  await page.waitForURL(/\/login\?next=/)
  await context.close()
})
