/**
 * Touch and layout: two columns, refresh by the tab, keyboard, no layout shift while loading, and the bytes that a
 * phone loads.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { orderStatus } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preloadRequests } from '../apps/merchant/build/preload/preload-requests.ts'
import { paths } from '../apps/merchant/src/paths.ts'
import { aStockedShop, anOrder, type TestShop } from '../apps/server/test/index.ts'
import { checkScreen, dist, loaded, startTestEnvironment, openPhone, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let order: { id: string; code: string }
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder, { products: 12 })
  for (let n = 0; n < 3; n += 1) await anOrder(env.builder, shop, { status: orderStatus.awaitingPickup })
  order = await anOrder(env.builder, shop, { status: orderStatus.shipped })
})
afterAll(() => env?.close())

async function openAt(path: string, options: Parameters<typeof openPhone>[2] = {}, look = {}) {
  const phone = await env.phone({ ...look, token: shop.token }, options)
  await phone.page.goto(`${env.origin}/#${path}`)
  await phone.page.locator('main').first().waitFor()
  return phone
}

const kB = 1000
const assets = join(dist, 'assets')
/** Compressed bytes of these files. */
async function weight(names: Iterable<string>): Promise<number> {
  let sum = 0
  for (const name of names) sum += (await stat(join(assets, `${name}.br`)).catch(() => stat(join(assets, name)))).size
  return sum
}

const tablet = { viewport: { width: 1180, height: 820 }, isMobile: false }

test('a wide screen shows list and detail side by side, and the list keeps its scroll position', async () => {
  const { context, page, errors } = await openAt(paths.orders, tablet)
  // The first order is open beside the list.
  await page.getByText('Platform commission').waitFor()
  const rail = page.getByRole('navigation', { name: 'Main sections' })
  expect((await rail.boundingBox())!.height).toBeGreaterThan(600)
  await page.getByRole('button', { name: /^Shipped/ }).click()
  await page.locator(`[data-list] a[href*="${order.id}"]`).click()
  await page.locator('main').getByText(order.code).waitFor()
  await page.getByText('Platform commission').waitFor()
  // The filter of the list stays although the URL is the order's.
  await page.getByRole('button', { name: /^Shipped/, pressed: true }).waitFor()
  expect(page.url()).toContain(paths.order)
  const [list, detail] = [await page.locator('[data-list]').boundingBox(), await page.locator('main').boundingBox()]
  expect(list!.x + list!.width).toBeLessThanOrEqual(detail!.x + 1)
  await checkScreen(page, 'wide-order')
  await page.goto(`${env.origin}/#${paths.home}`)
  await page.getByText('Best sellers').waitFor()
  await checkScreen(page, 'wide-home')
  expect(errors).toEqual([])
  await context.close()
})

test('pulling down does not refresh; a tap on the current tab does, at the top or a second one', async () => {
  const { context, page } = await env.phone({ token: shop.token }, {})
  // When the push connects, all queries are repeated.
  await context.route('**/merchant/live', (route) => route.abort())
  await page.goto(`${env.origin}/#${paths.home}`)
  await page.getByRole('main').getByText('Pick up all 3 orders').waitFor()
  const requests: string[] = []
  page.on('request', (request) =>
    request.url().endsWith('/merchant/dashboard') ? requests.push(request.url()) : undefined,
  )
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
  await touch('touchStart', 200)
  for (let y = 200; y <= 500; y += 20) await touch('touchMove', y)
  await touch('touchEnd')
  await page.waitForTimeout(300)
  expect(requests).toEqual([])
  const tab = page.getByRole('link', { name: 'Home' })
  await tab.click()
  await expect.poll(() => requests.length).toBe(1)
  await page.evaluate(() => window.scrollTo(0, 400))
  await tab.click()
  expect(requests.length).toBe(1)
  // A second tap within half a second counts as a double tap.
  await page.waitForTimeout(600)
  await tab.click()
  await expect.poll(() => requests.length).toBe(2)
  await context.close()
})

test('a cold start asks for the list of orders and its counts once', async () => {
  const { context, page } = await env.phone({ token: shop.token }, {})
  const asked = { list: 0, counts: 0, live: 0 }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/merchant/order/counts')) asked.counts += 1
    if (url.pathname.endsWith('/order/list') && request.method() === 'GET' && url.searchParams.get('page') === null)
      asked.list += 1
  })
  const live = page.waitForResponse('**/merchant/live')
  await page.goto(`${env.origin}/#${paths.orders}`)
  await live
  await page.waitForTimeout(1500)
  expect(asked.counts).toBe(1)
  await context.close()
})

test('a screen slides in, back slides it out, a tab fades; where less motion is wished, nothing does', async () => {
  const { context, page } = await env.phone({ token: shop.token }, { reducedMotion: 'no-preference' })
  await context.addInitScript(() => {
    const motions: (string | undefined)[] = []
    Object.assign(window, { motions })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      motions.push(document.documentElement.dataset['motion'])
      return start(change)
    }
  })
  const motions = () => page.evaluate(() => (window as unknown as { motions: string[] }).motions)
  await page.goto(`${env.origin}/#${paths.my}`)
  const records = page.getByRole('link', { name: 'Money' })
  const openRecords = async () => {
    await records.click()
    await page.getByRole('heading', { name: 'Funds records' }).waitFor()
  }
  await openRecords()
  await page.goBack()
  await records.waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('Best sellers').waitFor()
  await page.getByRole('link', { name: 'My', exact: false }).last().click()
  await records.waitFor()
  expect(await motions()).toEqual(['forward', 'back', 'fade', 'fade'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openRecords()
  expect(await motions()).toHaveLength(4)
  await context.close()
})

test('a sheet follows the finger: a little way it springs back, a long way it closes', async () => {
  const { context, page } = await env.phone({ token: shop.token }, {})
  await page.goto(`${env.origin}/#${paths.my}`)
  await page.getByRole('button', { name: /^Language/ }).click()
  const sheet = page.getByRole('dialog')
  const title = sheet.getByRole('heading')
  await title.waitFor()
  const drag = async (by: number) => {
    await expect
      .poll(async () => (await sheet.boundingBox())!.y + (await sheet.boundingBox())!.height)
      .toBeCloseTo(844, 0)
    const { x, y } = (await title.boundingBox())!
    await page.mouse.move(x + 40, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 10 + by, { steps: 4 })
    expect(await sheet.evaluate((element) => element.style.getPropertyValue('--dragged'))).toBe(`${by}px`)
    // A finger that rests before it lifts has not flung the sheet away.
    await page.waitForTimeout(300)
    await page.mouse.up()
  }
  await drag(60)
  expect(await sheet.evaluate((element) => element.style.getPropertyValue('--dragged'))).toBe('')
  await drag(200)
  await sheet.waitFor({ state: 'detached' })
  await context.close()
})

test('the first Tab key skips the bars and focuses the content', async () => {
  const { context, page } = await openAt(paths.home)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await context.close()
})

test.each(Object.entries(preloadRequests))(
  'the page preloads exactly the queries of %s, each once',
  async (path, preloads) => {
    const { context, page, errors } = await env.phone({ token: shop.token }, {})
    // When the push connects, all queries are repeated, because something may have changed before.
    await context.route('**/merchant/live', (route) => route.abort())
    const requests: string[] = []
    page.on('request', (request) => {
      const url = request.url().replace(env.origin, '')
      if (['fetch', 'script'].includes(request.resourceType()))
        requests.push(
          request.resourceType() === 'script' ? url : `${request.method()} ${url} ${request.postData() ?? ''}`,
        )
    })
    await page.goto(`${env.origin}/#${path}`)
    await page.locator('main').first().waitFor()
    await loaded(page)
    await page.waitForTimeout(300)
    for (const { method, url, body } of preloads)
      expect([url, requests.filter((one) => one === `${method} ${url} ${body}`).length]).toEqual([url, 1])
    const scripts = requests.filter((one) => one.startsWith('/assets/'))
    expect(scripts.toSorted()).toEqual([...new Set(scripts)].toSorted())
    expect(errors).toEqual([])
    await context.close()
  },
)

test.each([paths.entry, paths.login])(
  '%s loads no texts of later screens, and at most 105 kB of script',
  async (path) => {
    const { context, page, errors } = await env.phone({}, {})
    const scripts: string[] = []
    page.on('request', (request) => (request.resourceType() === 'script' ? scripts.push(request.url()) : undefined))
    await page.goto(`${env.origin}/#${path}`)
    await page.getByRole('textbox').first().waitFor()
    await page.waitForLoadState('networkidle')
    const names = scripts.map((url) => url.split('/').at(-1)!)
    expect(names.filter((name) => name.startsWith('early-'))).toHaveLength(1)
    expect(names.filter((name) => name.startsWith('rest-'))).toEqual([])
    expect(await weight(names)).toBeLessThan(105 * kB)
    expect(errors).toEqual([])
    await context.close()
  },
)

describe('texts of the first screens', () => {
  const firstPaths = [paths.home, paths.products, paths.orders, paths.my, paths.distribution]
  /** Keys that the app asked for before it had loaded them. */
  const collectMissing = (page: Page) => {
    const keys: string[] = []
    page.on('console', (message) => {
      const [, key] = /^the message (\S+) is not among/.exec(message.text()) ?? []
      if (key) keys.push(key)
    })
    return keys
  }

  test('the tabs and the distribution center ask for no text of later screens', async () => {
    const { context, page } = await env.phone({ token: shop.token }, {})
    const missing = collectMissing(page)
    // The other texts never arrive.
    await page.route(/\/assets\/rest-/, () => undefined)
    for (const path of firstPaths) {
      await page.goto(`${env.origin}/#${path}`)
      await page.reload()
      await page.locator('main').waitFor()
      await loaded(page)
    }
    expect(missing).toEqual([])
    await context.close()
  })

  test('a text that the build did not find appears with the other texts', async () => {
    const { context, page, errors } = await env.phone({ token: shop.token }, {})
    const missing = collectMissing(page)
    const change = (file: RegExp, from: string, to: string) =>
      page.route(file, async (route) => {
        const body = (await (await route.fetch()).text()).replace(from, to)
        await route.fulfill({ contentType: 'text/javascript', body })
      })
    await change(/\/assets\/first-/, '"dist.title"', '"dist.elsewhere"')
    await change(/\/assets\/rest-/, 'JSON.parse(`{', 'JSON.parse(`{"dist.title":["Distribution center"],')
    await page.goto(`${env.origin}/#${paths.distribution}`)
    await page.getByRole('heading', { name: 'Distribution center' }).waitFor()
    expect(new Set(missing)).toEqual(new Set(['dist.title']))
    expect(errors).toEqual([])
    await context.close()
  })
})

/** The browser's layout shifts: element, old position, new position, and how far. */
type Shifts = { sum: number; what: string[] }

test.each([
  ['the login', paths.login, 'Log in'],
  ['the home screen', paths.home, 'Best sellers'],
  ['the list of orders', paths.orders, 'Pick up all 3 orders'],
  ['the distribution center', paths.distribution, 'Added'],
])('nothing moves while %s loads on a slow phone', async (_name, path, last) => {
  const { context, page } = await env.phone({}, { viewport: { width: 412, height: 823 } })
  await context.addInitScript(
    (token) => {
      if (token) localStorage.setItem('token', token)
      const shifts: Shifts = ((globalThis as unknown as { shifts: Shifts }).shifts = { sum: 0, what: [] })
      type Shift = PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[]) {
          shifts.sum += value
          for (const { node, previousRect: a, currentRect: b } of sources)
            shifts.what.push(`${node?.textContent?.slice(0, 40)}: ${a.x},${a.y} to ${b.x},${b.y}`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    },
    path === paths.login ? '' : shop.token,
  )
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${env.origin}/#${path}`)
  await page.getByText(last).first().waitFor()
  await loaded(page)
  await page.waitForTimeout(1000)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts)
  expect(shifts.sum, shifts.what.join('\n')).toBeLessThan(0.005)
  await context.close()
})

describe('compressed bytes', () => {
  const text = (name: string) => readFile(join(assets, name), 'utf8')
  /** A file and all its static imports. */
  async function closure(names: string[]): Promise<Set<string>> {
    const seen = new Set<string>()
    const add = async (name: string): Promise<void> => {
      if (seen.has(name)) return
      seen.add(name)
      for (const [, next] of (await text(name)).matchAll(/(?:import|from)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
        await add(next!)
    }
    for (const name of names) await add(name)
    return seen
  }
  test('login 105 kB of script, each screen 15 kB and each sheet 40 kB of its own, all styles 12 kB', async () => {
    const names = await readdir(assets)
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    const entry = [...html.matchAll(/src="\.\/assets\/([^"]+\.js)"/g)].map((found) => found[1]!)
    const early = Math.max(
      ...(await Promise.all(names.filter((n) => /^early-.*\.js$/.test(n)).map((n) => weight([n])))),
    )
    const login = await closure([...entry, names.find((name) => /^login-.*\.js$/.test(name))!])
    expect((await weight(login)) + early).toBeLessThan(105 * kB)
    const heavy: Record<string, number> = {}
    for (const name of names.filter((one) => /(Screen|Sheet)-.*\.js$/.test(one))) {
      const own = await weight([name])
      if (own > 15 * kB) heavy[name] = own
      if (/Sheet-/.test(name)) {
        const all = await weight([...(await closure([name]))].filter((one) => !login.has(one)))
        if (all > 40 * kB) heavy[`${name} with what it needs`] = all
      }
    }
    expect(heavy).toEqual({})
    expect(await weight(names.filter((name) => name.endsWith('.css')))).toBeLessThan(12 * kB)
  })
})
