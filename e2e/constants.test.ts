/** The numbers of the specification, section 9, each by what it does: on the browser's clock, against the real server. */
import { orderStatus } from '@quayside/contract'
import {
  badgeOverflow,
  badgePoll,
  debounce,
  expiredRedirectDelay,
  lazyPage,
  loadingDelay,
  loginRedirectDelay,
  tabBarHeight,
  toastTime,
} from '@quayside/contract/specification'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../apps/merchant/src/paths.ts'
import { anOrder, aStockedShop, type TestShop } from '../apps/server/test/builders.ts'
import { openBrowser, openHouse, openPhone, type RunningHouse } from './house.ts'

let house: RunningHouse
let browser: Browser
let shop: TestShop
let order: { id: string; code: string }
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
  shop = await aStockedShop(house.builder)
  order = await anOrder(house.builder, shop, { status: orderStatus.awaitingPickup })
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

/** A phone whose clock stands still until it is moved. */
async function openAt(path: string, token: string | null = shop.token) {
  const phone = await openPhone(browser)
  if (token) await phone.context.addInitScript((own) => localStorage.setItem('token', own), token)
  await phone.page.clock.install()
  await phone.page.goto(`${house.origin}/#${path}`)
  return phone
}
const pause = async (page: Page) => page.clock.pauseAt(new Date(Date.now() + 3_600_000))

test('the badge asks every 3000 ms for status 5, limit 10, page 1, and not while nobody looks', async () => {
  expect(badgePoll).toEqual({ every: 3000, status: 5, limit: 10, page: 1 })
  const { context, page } = await openAt(paths.my)
  await page.getByText('1 order waiting for pickup').waitFor({ state: 'attached' })
  await pause(page)
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/merchant/order/list') asked.push(url)
  })
  await page.clock.runFor(9000)
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
  expect(asked.length).toBeLessThanOrEqual(3)
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({ status: '5', limit: '10', page: '1' })
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const before = asked.length
  await page.clock.runFor(9000)
  expect(asked.length - before).toBeLessThanOrEqual(1)
  await context.close()
})

test('the badge says 99 as it is and 100 as 99+, on a tab bar of 60 px', async () => {
  expect([badgeOverflow, tabBarHeight]).toEqual([99, 60])
  const { context, page } = await openPhone(browser)
  await context.addInitScript((token) => localStorage.setItem('token', token), shop.token)
  let total = 99
  await page.route('**/merchant/order/list?status=5&limit=10&page=1', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { total: number } }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, total } } })
  })
  await page.goto(`${house.origin}/#${paths.my}`)
  const tab = page.getByRole('link', { name: /^Order/ })
  await expect.poll(() => tab.innerText(), { timeout: 8000 }).toMatch(/^99\n/)
  total = 100
  await expect.poll(() => tab.innerText(), { timeout: 8000 }).toMatch(/^99\+/)
  expect((await page.getByRole('navigation', { name: 'Main sections' }).locator('ul').boundingBox())!.height).toBe(60)
  await context.close()
})

test('a toast stands for 1500 ms, without an icon: ‘Copy Success’', async () => {
  expect(toastTime).toBe(1500)
  const { context, page } = await openAt(`${paths.order}?id=${order.id}`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.getByRole('button', { name: /^Copy/ }).first()
  await copy.waitFor()
  await pause(page)
  await copy.click()
  const toast = page.getByText('Copy Success')
  await toast.waitFor()
  expect(await toast.locator('svg').count()).toBe(0)
  await page.clock.runFor(1400)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(101)
  await toast.waitFor({ state: 'detached' })
  await context.close()
})

test('two taps 499 ms apart are one, 501 ms apart are two', async () => {
  const { context, page } = await openAt(paths.entry, null)
  await page.getByLabel('Invitation code').fill('WRONG-CODE')
  const asked: string[] = []
  page.on('request', (request) => (request.url().endsWith('/invitation/check') ? asked.push(request.url()) : undefined))
  // The guard goes by the times of the events, which no clock can move: taps are sent with times of their own.
  const tapTwice = (apart: number) =>
    page.getByRole('button', { name: 'Use this code' }).evaluate((button, gap) => {
      let at = performance.now() + 10_000
      const tap = () => {
        const event = new MouseEvent('click', { bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: at })
        button.dispatchEvent(event)
        at += gap
      }
      const seen: boolean[] = []
      button.addEventListener('click', (event) => seen.push(event.defaultPrevented))
      document.addEventListener('click', (event) => seen.push(event.defaultPrevented))
      tap()
      tap()
      return seen
    }, apart)
  expect((await tapTwice(499)).at(-1)).toBe(true)
  await page.waitForTimeout(300)
  await page.reload()
  await page.getByRole('button', { name: 'Use this code' }).waitFor()
  expect((await tapTwice(501)).at(-1)).toBe(false)
  await context.close()
})

test('without a login: said at once, the login after 1200 ms', async () => {
  expect(loginRedirectDelay).toBe(1200)
  const { context, page } = await openAt(paths.login, null)
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await pause(page)
  await page.evaluate((path) => (location.hash = path), paths.orders)
  await page.clock.runFor(1)
  await page.getByText('Please log in').waitFor()
  await page.clock.runFor(1150)
  expect(page.url()).toContain(`#${paths.orders}`)
  await page.clock.runFor(60)
  await expect.poll(() => page.url()).toContain(`#${paths.login}`)
  await context.close()
})

test('after a 401: its sentence, and the login 500 ms later', async () => {
  expect(expiredRedirectDelay).toBe(500)
  const { context, page } = await openAt(paths.login, null)
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.evaluate(() => localStorage.setItem('token', 'one that never was'))
  await pause(page)
  await page.evaluate((path) => (location.hash = path), paths.my)
  // The screen and the answer come in their own time, and what they bring is drawn some ticks later.
  const said = page.getByText('Not logged in, please log in again')
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20)
        return said.count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  expect(page.url()).toContain(`#${paths.my}`)
  await page.clock.runFor(501)
  await expect.poll(() => page.url()).toContain(`#${paths.login}`)
  await context.close()
})

test('a search is asked once, 500 ms after the last letter', async () => {
  expect(debounce).toBe(500)
  const { context, page } = await openAt(paths.orders)
  await page.getByText(order.code).waitFor()
  await pause(page)
  const asked: string[] = []
  page.on('request', (request) => (request.url().includes('search=') ? asked.push(request.url()) : undefined))
  const field = page.getByLabel('Order number, buyer or product')
  await field.pressSequentially('abc')
  await page.clock.runFor(450)
  expect(asked).toEqual([])
  await page.clock.runFor(60)
  await expect.poll(() => asked.length).toBe(1)
  await context.close()
})

test('a lazy page shows nothing at first, the shape at 500 ms, a word at 10 s, and gives up at 60 s with a way to try again', async () => {
  expect([lazyPage, loadingDelay]).toEqual([{ delay: 200, timeout: 60_000 }, 500])
  const { context, page } = await openAt(paths.my)
  await page.getByText('Log out').waitFor()
  await page.route('**/assets/StatementScreen-*.js', () => undefined)
  await pause(page)
  await page.evaluate((path) => (location.hash = path), paths.statement)
  await page.clock.runFor(450)
  expect(await page.locator('.skeleton').count()).toBe(0)
  await page.clock.runFor(60)
  await page.locator('.skeleton').first().waitFor()
  expect(await page.getByText('Loading...').count()).toBe(1)
  await page.clock.runFor(10_000)
  await page.getByText('This takes longer than usual').waitFor()
  await page.clock.runFor(50_000)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.close()
})

test('a lazy page that fails is tried once more, and says so when that fails too', async () => {
  const { context, page } = await openAt(paths.my)
  await page.getByText('Log out').waitFor()
  let failures = 1
  await page.route(/assets\/(Statement|Verify)Screen-.*\.js/, (route) =>
    failures-- > 0 ? route.abort() : route.continue(),
  )
  await page.evaluate((path) => (location.hash = path), paths.statement)
  await page.getByRole('heading', { name: 'Statement' }).waitFor()
  failures = 2
  await page.evaluate((path) => (location.hash = path), paths.verify)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Check a statement' }).waitFor()
  await context.close()
})

test('a request without an answer is given up after 60 s', async () => {
  const { context, page } = await openAt(paths.entry, null)
  await page.route('**/merchant/invitation/check', () => undefined)
  await page.getByLabel('Invitation code').fill('A-CODE')
  // The time-out is the browser's own and does not follow the clock of a test: it is seen where it is made.
  const asked = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const real = AbortSignal.timeout.bind(AbortSignal)
        AbortSignal.timeout = (ms) => {
          done(ms)
          return real(ms)
        }
      }),
  )
  await page.getByRole('button', { name: 'Use this code' }).click()
  expect(await asked).toBe(60_000)
  await context.close()
})
