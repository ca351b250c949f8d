/**
 * The page with the card fields in a browser: paid, declined, without script, and with Stripe's script blocked.
 * Stripe cannot be reached here: the API is the strict fake of the server tests, and a stand-in of this file answers
 * for Stripe's script, frame and API. It stands behind the real content policy of the page.
 */
import { orderStatus } from '@quayside/contract'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, sql, startFakeStripe, type FakeStripe, type TestShop } from '../apps/server/test/index.ts'
import {
  collectErrors,
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  type TestEnvironment,
} from './environment.ts'
import { chooseCountry } from './guest-order.ts'

let stripe: FakeStripe
let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  stripe = await startFakeStripe({ element: true })
  env = await startTestEnvironment({ processor: 'stripe', stripe })
  shop = await aStockedShop(env.builder)
})
afterAll(async () => {
  await env?.close()
  await stripe?.stop()
})

/**
 * What stands for `https://js.stripe.com/v3/`: fields in a frame, and a call to the API that confirms the payment.
 */
const standIn = `window.Stripe = (key, { locale }) => ({
  elements: ({ clientSecret }) => {
    const listeners = {}
    return {
      clientSecret,
      create: () => ({
        on: (event, act) => { listeners[event] = act },
        mount: (to) => {
          const frame = document.createElement('iframe')
          frame.src = 'https://js.stripe.com/fields'
          frame.title = 'Card fields ' + key + ' ' + locale
          frame.onload = () => listeners.ready()
          to.append(frame)
        },
      }),
    }
  },
  confirmPayment: async ({ elements }) =>
    (await fetch('https://api.stripe.com/v1/confirm', { method: 'POST', body: elements.clientSecret })).json(),
})`

type Stripe = { declines: boolean; silent: boolean; secrets: string[] }

/** A stranger's browser in which the stand-in answers for Stripe's hosts. */
async function aStranger(
  options: { javaScriptEnabled?: boolean; dark?: boolean; lang?: string; blocked?: boolean } = {},
) {
  const context: BrowserContext = await env.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: options.lang ?? 'en',
    reducedMotion: 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    // No request leaves this machine: what nothing here answers ends at a closed port.
    proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' },
  })
  const at: Stripe = { declines: false, silent: false, secrets: [] }
  await context.route('https://js.stripe.com/**', (route) =>
    options.blocked
      ? route.abort()
      : route.fulfill(
          route.request().url().endsWith('/fields')
            ? { contentType: 'text/html', body: '<!doctype html><title>Fields</title><input aria-label="Card number">' }
            : { contentType: 'text/javascript', body: standIn },
        ),
  )
  await context.route('https://api.stripe.com/**', async (route) => {
    const secret = route.request().postData()!
    at.secrets.push(secret)
    const headers = { 'access-control-allow-origin': '*' }
    const answer = (body: object) => route.fulfill({ headers, json: body })
    const id = secret.split('_secret_')[0]!
    if (at.declines) {
      stripe.confirm(secret, { declined: true })
      return answer({ error: { type: 'card_error', message: 'Your card was declined.' } })
    }
    stripe.confirm(secret)
    if (!at.silent) await sendEvent(await stripe.event('payment_intent.succeeded', id))
    return answer({})
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return { page, at, errors: collectErrors(page) }
}

/**
 * Presses a button that leads to Stripe's hosted page, which the policy of the page allows and nothing here answers.
 */
async function goToHostedPage(page: Page, button: Locator): Promise<void> {
  const [request] = await Promise.all([
    page.waitForEvent('requestfailed', (one) => one.url().startsWith('https://checkout.stripe.com/')),
    button.click(),
  ])
  expect(request.failure()!.errorText).toContain('PROXY')
}

const sendEvent = ({ payload, signature }: { payload: string; signature: string }) =>
  fetch(`${env.origin}/store/webhook/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })

/** Puts a product into the cart and orders it. Ends at the page with the card fields. */
async function order(page: Page, lang = 'en'): Promise<void> {
  await page.goto(`${env.storefrontOrigin}/${lang}/s/${shop.shopCode}/p/${shop.listings[0]!.id}`)
  await page.locator('main .button-buy').click()
  await page.waitForURL(/\/cart(\?added)?$/)
  await page.locator('main .button-buy').click()
  await page.waitForURL(/\/checkout\//)
  await chooseCountry(page, 'IE')
  for (const [name, value] of Object.entries({
    email: 'bea@buyer.example',
    name: 'Bea Buyer',
    street: '1 Pier Road',
    city: 'Cork',
  }))
    await page.locator(`input[name=${name}]`).fill(value)
  await page.locator('main .button-buy').click()
  await page.waitForURL(/\/orders\/[^/]+\/pay$/)
}

const paymentsOf = async () =>
  (
    await sql<{ captured: boolean; status: number }>`
      select p.captured_at is not null as captured, o.status from payment p join orders o on o.id = p.order_id
      where p.closed_at is null and o.id = (select id from orders order by placed_at desc, id desc limit 1)`.execute(
      env.builder.owner,
    )
  ).rows

test('a card is declined, then accepted: one payment, although the button is pressed twice', async () => {
  const { page, at, errors } = await aStranger()
  await order(page)
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await pay.and(page.locator(':enabled')).waitFor()
  expect(await page.locator('iframe').getAttribute('title')).toBe('Card fields pk_test_only_for_tests en')
  await page.frameLocator('iframe').getByLabel('Card number').fill('4242')
  await expectToFit(page, 'pay')
  await expectAccessible(page, 'pay')
  await screenshot(page, 'pay-en', true)
  at.declines = true
  await pay.click()
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()
  await screenshot(page, 'pay-declined', true)
  at.declines = false
  await pay.dblclick()
  await page.waitForURL(/\/orders\/[^/]+\?checkout=paid/)
  await page.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 30_000 })
  expect(new Set(at.secrets).size).toBe(1)
  expect(at.secrets).toHaveLength(2)
  expect(await paymentsOf()).toEqual([{ captured: true, status: orderStatus.awaitingPickup }])
  // The back button leads to the paid order.
  await page.goBack()
  await page.waitForURL(/\/orders\/[^/?]+$/)
  expect(errors).toEqual([])
  await page.context().close()
})

test('in Arabic and dark, with a lost event: the waiting page asks Stripe itself', async () => {
  const { page, at, errors } = await aStranger({ lang: 'ar', dark: true })
  await order(page, 'ar')
  const pay = page.locator('#pay button:enabled')
  await pay.waitFor()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await expectToFit(page, 'pay in Arabic')
  await expectAccessible(page, 'pay in Arabic')
  await screenshot(page, 'pay-ar-dark', true)
  at.silent = true
  await pay.click()
  await page.waitForURL(/checkout=paid/)
  await page.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 40_000 })
  expect(errors).toEqual([])
  await page.context().close()
})

test('two tabs: the way that is taken last has the only payment', async () => {
  const { page, errors } = await aStranger()
  await order(page)
  await page.locator('#pay button:enabled').waitFor()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await goToHostedPage(second, second.getByRole('button', { name: 'Pay on the card processor’s page' }))
  // The payment of the first tab is closed: it gets a new one, which closes the hosted page.
  const open = stripe.payable()
  expect(open.filter((id) => id.startsWith('pi_'))).toEqual([])
  await page.reload()
  await page.locator('#pay button:enabled').waitFor()
  expect(stripe.payable().filter((id) => id.startsWith('cs_'))).toEqual([])
  await page.locator('#pay button:enabled').click()
  await page.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 30_000 })
  // The order has one payment that is not closed.
  expect(await paymentsOf()).toEqual([{ captured: true, status: orderStatus.awaitingPickup }])
  expect(errors).toEqual([])
  await page.context().close()
})

test('without script, and with Stripe’s script blocked, the buyer pays on the hosted page', async () => {
  const before = stripe.payable().length
  const plain = await aStranger({ javaScriptEnabled: false, lang: 'ja' })
  await order(plain.page, 'ja')
  expect(await plain.page.locator('#pay').isVisible()).toBe(false)
  // No payment of our own page was opened for nothing.
  expect(stripe.payable()).toHaveLength(before)
  await expectToFit(plain.page, 'pay without script')
  await screenshot(plain.page, 'pay-ja-without-script', true)
  await goToHostedPage(plain.page, plain.page.locator('main form .button').and(plain.page.locator(':visible')))
  await plain.page.context().close()

  const blocked = await aStranger({ blocked: true })
  await order(blocked.page)
  await blocked.page.getByRole('alert').getByText('didn’t load').waitFor()
  await screenshot(blocked.page, 'pay-blocked', true)
  const hosted = blocked.page.getByRole('button', { name: 'Pay on the card processor’s page' })
  await goToHostedPage(blocked.page, hosted)
  await blocked.page.context().close()
})
