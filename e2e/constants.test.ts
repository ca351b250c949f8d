/**
 * The numbers of section 9 of the specification, each tested by its effect: with the browser's clock, against the
 * real server.
 */
import { orderStatus } from '@quayside/contract'
import {
  badgeOverflow,
  badgePoll,
  debounce,
  expiredRedirectDelay,
  lazyPage,
  loadingDelay,
  loginRedirectDelay,
  networkTimeout,
  tabBarHeight,
  toastTime,
} from '@quayside/contract/constants'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../apps/merchant/src/paths.ts'
import { aStockedShop, anOrder, type TestShop } from '../apps/server/test/index.ts'
import { checkScreen, closeLooks, inPlace, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let order: { id: string; code: string }
let aPicture: Buffer
beforeAll(async () => {
  env = await startTestEnvironment()
  aPicture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  shop = await aStockedShop(env.builder)
  order = await anOrder(env.builder, shop, { status: orderStatus.awaitingPickup })
})
afterAll(() => env?.close())

/** A phone whose clock stands still until a test moves it. */
async function openAt(path: string, { token }: { token?: string } = shop) {
  const phone = await env.phone({ token })
  await phone.page.clock.install()
  await phone.page.goto(`${env.origin}/#${path}`)
  return phone
}
const pause = async (page: Page) => page.clock.pauseAt(new Date(Date.now() + 3_600_000))

test('the badge polls status 5, limit 10, page 1 every 3000 ms, and not while the page is hidden', async () => {
  expect(badgePoll).toEqual({ every: 3000, status: 5, limit: 10, page: 1 })
  const { context, page } = await openAt(paths.my)
  await page.getByText('1 order awaiting pickup').waitFor({ state: 'attached' })
  await pause(page)
  const requests: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/merchant/order/list') requests.push(url)
  })
  await page.clock.runFor(9000)
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2)
  // The interval begins with the response. The jump to the pause can leave one more in flight.
  expect(requests.length).toBeLessThanOrEqual(4)
  expect(Object.fromEntries(requests[0]!.searchParams)).toEqual({ status: '5', limit: '10', page: '1' })
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const before = requests.length
  await page.clock.runFor(9000)
  expect(requests.length - before).toBeLessThanOrEqual(1)
  await context.close()
})

test('the badge shows 99 as 99 and 100 as 99+, on a tab bar of 60 px', async () => {
  expect([badgeOverflow, tabBarHeight]).toEqual([99, 60])
  const { context, page } = await env.phone({ token: shop.token })
  let total = 99
  await page.route('**/merchant/order/list?status=5&limit=10&page=1', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { total: number } }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, total } } })
  })
  await page.goto(`${env.origin}/#${paths.my}`)
  const tab = page.getByRole('link', { name: /^Order/ })
  await expect.poll(() => tab.innerText(), { timeout: 8000 }).toMatch(/^99\n/)
  total = 100
  await expect.poll(() => tab.innerText(), { timeout: 8000 }).toMatch(/^99\+/)
  expect((await page.getByRole('navigation', { name: 'Main sections' }).locator('ul').boundingBox())!.height).toBe(60)
  // The selected tab is gold in both themes.
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    const colour = await page
      .locator('nav a[aria-current=page] > span')
      .first()
      .evaluate((pill) => getComputedStyle(pill).backgroundColor)
    const [red, green, blue] = colour.match(/\d+/g)!.map(Number)
    expect([colour, red! > 225 && green! > 160 && blue! < 100]).toEqual([colour, true])
  }
  await context.close()
})

test('what is chosen is gold as a surface under ink, in both themes', async () => {
  const { context, page } = await openAt(paths.orders)
  const tab = page.locator('nav a[aria-current=page]')
  const pill = page.locator('[role=group] button[aria-pressed=true] > span').first()
  await pill.waitFor()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    const look = (element: Locator) =>
      element.evaluate((e) => {
        const { color, backgroundColor, fontWeight } = getComputedStyle(e)
        return { color, ground: backgroundColor, weight: Number(fontWeight) }
      })
    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    const bar = await page.locator('nav.tab-bar').evaluate((e) => getComputedStyle(e).backgroundColor)
    const label = await look(tab)
    expect([theme, label.color, label.weight >= 600]).toEqual([theme, ink, true])
    expect(contrast(label.color, bar)).toBeGreaterThan(7)
    for (const gold of [await look(tab.locator('> span').first()), await look(pill)]) {
      const [red, green, blue] = rgb(gold.ground)
      expect([gold.ground, red! > 225 && green! > 160 && blue! < 100]).toEqual([gold.ground, true])
      expect(contrast(gold.color, gold.ground)).toBeGreaterThan(7)
    }
    expect((await look(pill)).weight).toBeGreaterThanOrEqual(600)
  }
  await context.close()
})

const rgb = (colour: string) => colour.match(/\d+/g)!.slice(0, 3).map(Number)
/** The contrast of two colours as WCAG computes it. */
function contrast(a: string, b: string): number {
  const light = (colour: string) =>
    rgb(colour)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i]!, 0)
  const [dark, bright] = [light(a), light(b)].toSorted((x, y) => x - y)
  return (bright! + 0.05) / (dark! + 0.05)
}

test('a toast is visible for 1500 ms, without an icon: ‘Copy Success’', async () => {
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

/**
 * Taps a button twice and returns whether the second tap was held back. The click guard uses the timestamps of events,
 * which the fake clock does not move. So the taps have timestamps of their own.
 */
const tapTwiceOn = (button: Locator, apart: number) =>
  button.evaluate((element, gap) => {
    let at = performance.now() + 10_000
    const tap = () => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: at })
      element.dispatchEvent(event)
      at += gap
      return event.defaultPrevented
    }
    tap()
    return tap()
  }, apart)

test('two taps 499 ms apart count as one, 501 ms apart as two', async () => {
  const { context, page } = await openAt(paths.entry, {})
  await page.getByLabel('Invitation code').fill('WRONG-CODE')
  const requests: string[] = []
  page.on('request', (request) =>
    request.url().endsWith('/invitation/check') ? requests.push(request.url()) : undefined,
  )
  const tapTwice = (apart: number) => tapTwiceOn(page.getByRole('button', { name: 'Use this code' }), apart)
  expect(await tapTwice(499)).toBe(true)
  await page.waitForTimeout(300)
  await page.reload()
  await page.getByRole('button', { name: 'Use this code' }).waitFor()
  expect(await tapTwice(501)).toBe(false)
  await context.close()
})

test('icon buttons and rows have the same guard; a stepper takes each tap', async () => {
  const { context, page } = await openAt(paths.app)
  const row = page.getByRole('button', { name: 'Log out' })
  await row.waitFor()
  expect(await tapTwiceOn(row, 499)).toBe(true)
  await page.goto(`${env.origin}/#${paths.orders}`)
  const icon = page.getByRole('button', { name: 'Filter' })
  await icon.waitFor()
  expect(await tapTwiceOn(icon, 499)).toBe(true)
  await page.goto(`${env.origin}/#${paths.chooseLocation}`)
  const zoom = page.getByRole('button', { name: 'Zoom in' })
  await zoom.waitFor()
  expect(await tapTwiceOn(zoom, 100)).toBe(false)
  await context.close()
})

test('without a session: a notice at once, the login after 1200 ms', async () => {
  expect(loginRedirectDelay).toBe(1200)
  const { context, page } = await openAt(paths.login, {})
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

test('after a 401: the notice, and the login 500 ms later', async () => {
  expect(expiredRedirectDelay).toBe(500)
  const { context, page } = await openAt(paths.login, {})
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.evaluate(() => localStorage.setItem('token', 'one that never was'))
  await pause(page)
  await page.evaluate((path) => (location.hash = path), paths.my)
  // The screen and the response arrive in real time. What they change is drawn some ticks later.
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

test('a search sends one request, 500 ms after the last letter', async () => {
  expect(debounce).toBe(500)
  const { context, page } = await openAt(paths.orders)
  await page.locator(`a[href*="${order.id}"]`).waitFor()
  await pause(page)
  const requests: string[] = []
  page.on('request', (request) => (request.url().includes('search=') ? requests.push(request.url()) : undefined))
  const field = page.getByLabel('Order number, buyer or product')
  await field.pressSequentially('abc')
  await page.clock.runFor(450)
  expect(requests).toEqual([])
  await page.clock.runFor(60)
  await expect.poll(() => requests.length).toBe(1)
  await context.close()
})

test('a lazy page shows nothing at first, a skeleton at 200 ms, ‘Loading...’ at 500 ms, a text at 10 s, and fails at 60 s', async () => {
  expect([lazyPage, loadingDelay]).toEqual([{ delay: 200, timeout: 60_000 }, 500])
  const { context, page } = await openAt(paths.my)
  await page.getByRole('link', { name: 'Security' }).waitFor()
  await page.route('**/assets/StatementScreen-*.js', () => undefined)
  await pause(page)
  await page.evaluate((path) => (location.hash = path), paths.statement)
  await page.clock.runFor(180)
  expect(await page.locator('.skeleton').count()).toBe(0)
  await page.clock.runFor(40)
  await page.locator('.skeleton').first().waitFor()
  expect(await page.getByText('Loading...').count()).toBe(0)
  await page.clock.runFor(300)
  await page.getByText('Loading...').waitFor()
  await page.clock.runFor(10_000)
  await page.getByText('This is taking longer than usual').waitFor()
  await page.clock.runFor(50_000)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.close()
})

test('the first read of a screen shows ‘Loading...’ after 500 ms over a mask; one with kept data does not', async () => {
  const { context, page } = await openAt(paths.my)
  await page.getByRole('link', { name: 'Security' }).waitFor()
  await page.route('**/merchant/withdraw/list', () => undefined)
  await page.evaluate((path) => (location.hash = path), `${paths.funds}?show=withdrawals`)
  await page.getByRole('heading', { name: 'Funds records', level: 1 }).waitFor()
  const card = page.getByRole('main').getByText('Loading...')
  await card.waitFor()
  const box = (await card.boundingBox())!
  const at = (x: number, y: number) =>
    page.evaluate(([left, top]) => document.elementFromPoint(left!, top!)?.closest('main, header')?.tagName, [x, y])
  expect(box.height).toBeGreaterThan(20)
  // The mask lies over the content and not over the bar.
  expect(await at(30, 50)).toBe('HEADER')
  expect(
    await page.evaluate(() => getComputedStyle(document.elementFromPoint(195, 300)!.closest('.fixed')!).position),
  ).toBe('fixed')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Security' }).waitFor()
  expect(await card.count()).toBe(0)
  await context.close()
})

test('a part of a screen shows ‘Loading...’ over itself, and the rest can be used', async () => {
  const { context, page } = await openAt(paths.my)
  await page.getByRole('link', { name: 'Security' }).waitFor()
  await page.route('**/merchant/finance/statement/preview', () => undefined)
  await page.evaluate((path) => (location.hash = path), paths.statement)
  const words = page.getByRole('main').getByText('Loading...')
  await words.waitFor()
  expect(await words.count()).toBe(1)
  expect((await words.boundingBox())!.height).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Custom dates' }).click()
  await page.getByRole('button', { name: 'From', exact: false }).waitFor()
  await context.close()
})

test('an upload’s sentence is a toast, and so is every sentence of code 0: of an act, a field, a read and an upload', async () => {
  const { context, page } = await openAt(paths.setting)
  const said = (text: string) => page.locator('[data-toast]').filter({ hasText: text })
  const refuse = (path: string, msg: string, data: object) =>
    page.route(`**/merchant/${path}*`, (route) => route.fulfill({ json: { code: 0, msg, data } }))
  // A screen reader reads the toast; what stays on the screen is not read once more.
  const silent = async (text: string) => {
    const place = page.locator('#main, [role=dialog]').getByText(text).last()
    await place.waitFor()
    expect(await place.evaluate((element) => element.closest('[role=alert], [role=status], [aria-live]'))).toBeNull()
  }
  await page.getByRole('button', { name: /Name and logo/ }).click()
  const sheet = page.getByRole('dialog')
  const choose = async () => {
    await sheet.locator('input[type=file]').setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: aPicture })
  }
  await choose()
  await said('Uploaded').waitFor()

  await refuse('shop/save', 'Not today', { reason: 'shop/closed' })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await said('Not today').waitFor()
  await silent('Not today')
  await said('Not today').waitFor({ state: 'detached' })
  await silent('Not today')

  await page.unroute('**/merchant/shop/save*')
  await refuse('shop/save', 'Not like this', { reason: 'request/invalid', fields: { name: 'Not like this' } })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await said('Not like this').waitFor()
  await silent('Not like this')
  const name = sheet.getByRole('textbox').first()
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await name.getAttribute('aria-describedby')).toBeNull()
  // Later the field says it itself.
  await said('Not like this').waitFor({ state: 'detached' })
  await name.focus()
  await name.blur()
  expect(await name.getAttribute('aria-describedby')).toMatch(/-error$/)

  await refuse('common/upload', 'Not this picture', { reason: 'upload/type' })
  await choose()
  await said('Not this picture').waitFor()
  await silent('Not this picture')
  await page.keyboard.press('Escape')

  await refuse('funds/records', 'Not to be read', { reason: 'shop/closed' })
  await page.evaluate((path) => (location.hash = path), paths.funds)
  await said('Not to be read').waitFor()
  await silent('Not to be read')
  await said('Not to be read').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await said('Not to be read').waitFor()
  await context.close()
})

test('a lazy page that fails is loaded once more, and reports a second failure', async () => {
  const { context, page } = await openAt(paths.my)
  await page.getByRole('link', { name: 'Security' }).waitFor()
  let failures = 1
  await page.route(/assets\/(Statement|Verify)Screen-.*\.js/, (route) =>
    failures-- > 0 ? route.abort() : route.continue(),
  )
  await page.evaluate((path) => (location.hash = path), paths.statement)
  await page.getByRole('heading', { name: 'Statement' }).waitFor()
  // The browser may try a failed preload again, so the number of its requests is not fixed.
  failures = Infinity
  await page.evaluate((path) => (location.hash = path), paths.verify)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(1)
  failures = 0
  await retry.click()
  await page.getByRole('heading', { name: 'Check a statement' }).waitFor()
  await context.close()
})

/** Waits until the screen shows that its mutation runs. This takes real time, or some ticks of the clock. */
const underWay = (page: Page) =>
  expect
    .poll(
      async () => {
        await page.waitForTimeout(100)
        const busy = await page.locator('button[aria-busy]').count()
        if (busy === 0) await page.clock.runFor(1)
        return busy
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0)
const said = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading...' })

test('a mutation longer than 500 ms shows ‘Loading...’ over a mask that blocks taps, until the response', async () => {
  expect(loadingDelay).toBe(500)
  const { context, page, errors } = await openAt(paths.login, {})
  await page.getByLabel('Phone number or email').fill('nobody@example.com')
  await page.getByLabel('Login password', { exact: true }).fill('not this one')
  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/merchant/login', async (route) => held.then(() => route.continue()))
  await pause(page)
  const now = () => page.evaluate(() => Date.now())
  const begun = await now()
  await page.getByRole('button', { name: 'Log in' }).click()
  await underWay(page)
  await page.clock.runFor(499 - ((await now()) - begun))
  expect(await said(page).count()).toBe(0)
  // The screen may have started its mutation one tick late.
  await page.clock.runFor(2)
  await said(page).waitFor()
  const forgotten = (await page.getByRole('link', { name: 'Forgot Password' }).boundingBox())!
  await page.touchscreen.tap(forgotten.x + 10, forgotten.y + 10)
  expect(page.url()).toContain(`#${paths.login}`)
  await page.clock.runFor(9500)
  await page.getByRole('status').filter({ hasText: 'This is taking longer than usual' }).waitFor()
  answer()
  await expect.poll(async () => (await page.clock.runFor(1), page.locator('[aria-busy]').count())).toBe(0)
  await inPlace(page, 'Incorrect phone number, email or password.').waitFor()
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect.poll(() => page.url()).toContain(`#${paths.forgotPassword}`)
  expect(errors).toEqual([])
  await context.close()
})

test.each(closeLooks)('the mask in $lang, $theme: accessible and no wider than the phone', async (look) => {
  const { context, page } = await env.phone(look)
  await page.goto(`${env.origin}/#${paths.entry}`)
  await page.route('**/merchant/invitation/check', () => undefined)
  await page.getByRole('textbox').fill('A-CODE')
  await page.locator('button[type=submit]').click()
  await page.locator('body > [aria-busy] [role=status]').waitFor()
  await checkScreen(page, `loading-mask-${look.lang}-${look.theme}`)
  await context.close()
})

test('background queries and mutations with their own progress (‘Uploading’) show no mask', async () => {
  const { context, page } = await openAt(paths.setting)
  await page.getByRole('button', { name: /Name and logo/ }).click()
  await page.route('**/merchant/common/upload*', () => undefined)
  await page.route('**/merchant/order/list*', () => undefined)
  await pause(page)
  const sheet = page.getByRole('dialog')
  await sheet.locator('input[type=file]').setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: aPicture })
  await sheet.getByRole('status').filter({ hasText: 'Uploading' }).waitFor()
  await page.clock.runFor(5000)
  await page.waitForTimeout(100)
  expect(await said(page).count()).toBe(0)
  await context.close()
})

/**
 * Makes the time-outs of requests and uploads a thousand times shorter, and records their values. They are the
 * browser's own and ignore the fake clock.
 */
const hurry = (page: Page) =>
  page.evaluate(() => {
    const requests: number[] = []
    const state = { requests, sooner: 1000 }
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      requests.push(ms)
      return timeout(ms / state.sooner)
    }
    const real = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')!
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
      ...real,
      set(ms: number) {
        requests.push(ms)
        real.set!.call(this, ms / state.sooner)
      },
    })
    Object.assign(window, { timeouts: state })
  })
type Timeouts = { timeouts: { requests: number[]; sooner: number } }
const timeouts = (page: Page) => page.evaluate(() => (window as unknown as Timeouts).timeouts.requests)

test('a request without a response fails after 60 s', async () => {
  expect(networkTimeout).toBe(60_000)
  const { context, page } = await openAt(paths.entry, {})
  await page.route('**/merchant/invitation/check', () => undefined)
  await page.getByLabel('Invitation code').fill('A-CODE')
  await hurry(page)
  await page.getByRole('button', { name: 'Use this code' }).click()
  await page.getByText('Can’t reach the server').waitFor()
  expect(await timeouts(page)).toEqual([60_000])
  await context.close()
})

test('an upload without a response fails after 60 s and can be repeated', async () => {
  const { context, page } = await openAt(paths.setting)
  await page.getByRole('button', { name: /Name and logo/ }).click()
  const sheet = page.getByRole('dialog')
  await page.route('**/merchant/common/upload*', () => undefined)
  await hurry(page)
  await sheet.locator('input[type=file]').setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: aPicture })
  await sheet.getByRole('alert').filter({ hasText: 'Check your connection. What you entered is saved.' }).waitFor()
  expect(await timeouts(page)).toContain(60_000)
  await page.unroute('**/merchant/common/upload*')
  await page.evaluate(() => ((window as unknown as Timeouts).timeouts.sooner = 1))
  const answered = page.waitForResponse('**/merchant/common/upload*')
  await sheet.getByRole('button', { name: 'Try again' }).click()
  expect((await answered).status()).toBe(200)
  await context.close()
})

test('a download without data fails after 60 s', async () => {
  const { context, page } = await openAt(paths.statement)
  const button = page.getByRole('button', { name: 'Download CSV' })
  await button.waitFor()
  await page.route('**/merchant/finance/statement', () => undefined)
  await pause(page)
  await button.click()
  await underWay(page)
  await page.clock.runFor(59_900)
  expect(await page.getByText('Can’t reach the server').count()).toBe(0)
  await page.clock.runFor(99)
  await expect.poll(async () => (await page.clock.runFor(1), page.getByText('Can’t reach the server').count())).toBe(1)
  await context.close()
})

test('codes 1 and 2 succeed, 2 with its notice as a toast; code 0 and any status but 200 fail with the reason', async () => {
  const { context, page } = await env.phone()
  let reply = { status: 200, json: {} as object }
  await page.route('**/merchant/invitation/check', (route) => route.fulfill(reply))
  const answered = async (status: number, code: number, msg: string, data: object) => {
    reply = { status, json: { code, msg, data } }
    await page.goto(`${env.origin}/#${paths.entry}`)
    await page.reload()
    await page.getByLabel('Invitation code').fill('A-CODE')
    await page.getByRole('button', { name: 'Use this code' }).click()
  }
  const passed = () => page.getByRole('heading', { name: 'Open your shop' }).waitFor()
  await answered(200, 1, 'Not said', {})
  await passed()
  expect(await page.getByText('Not said').count()).toBe(0)
  await answered(200, 2, 'Worth knowing', {})
  await page.getByRole('status').filter({ hasText: 'Worth knowing' }).waitFor()
  await passed()
  for (const [status, code, msg] of [
    [200, 0, 'Not this one'],
    [200, 0, 'Nor this'],
    [500, 1, 'Not by this status'],
    [404, 2, 'Nor by this'],
  ] as const) {
    await answered(status, code, msg, code === 0 ? { reason: 'invitation/used' } : {})
    if (code === 0) await page.locator('[data-toast]').filter({ hasText: msg }).waitFor()
    await inPlace(page, msg).waitFor()
    await page.getByRole('button', { name: 'Use this code' }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#${paths.entry}`)
  }
  await context.close()
})

test('the language is English until one is chosen, whatever the phone’s language; the choice is stored and sent with each request', async () => {
  const { context, page } = await env.phone({}, { locale: 'fr-FR' })
  await context.addInitScript((kept) => {
    if (sessionStorage.getItem(kept)) localStorage.setItem('lang', sessionStorage.getItem(kept)!)
    else localStorage.removeItem('lang')
  }, 'kept')
  const requests = async (button: string) => {
    const request = page.waitForRequest('**/merchant/invitation/check')
    await page.getByRole('textbox').fill('A-CODE')
    await page.getByRole('button', { name: button }).click()
    return [(await request).headers()['lang'], await page.evaluate(() => document.documentElement.lang)]
  }
  await page.goto(`${env.origin}/#${paths.entry}`)
  expect(await requests('Use this code')).toEqual(['en', 'en'])
  await page.evaluate(() => sessionStorage.setItem('kept', 'da'))
  await page.reload()
  await page.getByText('Invitationskode').waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('da')
  await context.close()
})
