/**
 * How long a page of the storefront takes to show the answer to a press, on a phone whose processor is four times
 * slower: the worst interaction of each page by the browser's event timing, in milliseconds. It needs a running demo
 * (`npm start`): `node bench/interactions.ts`. `ROUNDS` is the number of rounds, 5 without it.
 *
 * An interaction lasts from the press to the next painted frame; the browser rounds it to 8 ms, and reports none below
 * 16. A form's answer comes 300 ms later, as on a slow line, so that the page of the press is still there to paint.
 */
import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../tools/browser.ts'
import { visitDemo } from '../tools/demo/demo-session.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const rounds = Number(process.env['ROUNDS'] ?? 5)
const lineDelay = 300
/** Milliseconds for a page with its pictures: the server makes those that nobody has seen yet. */
const patience = 120_000
/** Milliseconds after a press in which its last entry arrives. */
const settles = 400

const { shopPage } = await visitDemo()
const storefront = new URL(shopPage).origin
const [product] = /\/en\/s\/[\w-]+\/p\/[\w/-]+/.exec(await (await fetch(shopPage)).text()) ?? []
if (!product) throw new Error(`no product at ${shopPage}`)

/** Presses of one page, each with the element that is pressed. */
type Act = { name: string; path: string; run: (page: Page) => Promise<void> }

const press =
  (selector: string, nth = 0) =>
  async (page: Page) => {
    const element = page.locator(selector).nth(nth)
    await element.scrollIntoViewIfNeeded()
    await element.click({ noWaitAfter: true })
  }
const acts: Act[] = [
  { name: 'product: a picture of the gallery', path: product, run: press('[data-gallery] a', 1) },
  { name: 'product: add to cart', path: product, run: press('main .button-buy') },
  {
    name: 'front: typing into the search',
    path: '/en',
    run: async (page) => {
      await page.locator('input[type=search]').first().click()
      await page.keyboard.type('mug and a lamp', { delay: 60 })
    },
  },
  { name: 'search: another order of the results', path: '/en/search?q=a', run: press('main nav.scroll-row a.chip', 1) },
  { name: 'search: a category', path: '/en/search?q=a', run: press('main a.chip', 1) },
  { name: 'cart: another quantity', path: '/en/cart', run: chooseMore },
]

/** Chooses another value of a list that is sent at once. */
async function chooseMore(page: Page): Promise<void> {
  await page.locator('select[data-submit]').first().focus()
  await page.keyboard.press('ArrowDown')
}

const browser = await chromium.launch({ executablePath: (await findBrowser(print))!, args: ['--no-sandbox'] })
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

/** The longest interaction of one visit: 0 when each was shorter than the browser reports. */
async function measure({ path, run }: Act): Promise<{ worst: number; seen: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  if (path === '/en/cart') {
    await page.goto(`${storefront}${product}`)
    await page.locator('main .button-buy').first().click()
    await page.waitForURL(/\/cart/)
  }
  const entries: { duration: number; interaction: number }[] = []
  let first = 0
  await context.exposeFunction('reportEvent', (duration: number, interaction: number) => {
    entries.push({ duration, interaction })
  })
  await context.exposeFunction('reportPress', () => {
    first += 1
  })
  await context.addInitScript(() => {
    const report = window as unknown as Record<'reportEvent' | 'reportPress', (...values: number[]) => void>
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => report.reportPress(), { capture: true, passive: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) report.reportEvent(entry.duration, entry.interactionId)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.goto(`${storefront}${path}`, { waitUntil: 'load' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.route('**/*', async (route) => {
    if (route.request().isNavigationRequest()) await new Promise((done) => setTimeout(done, lineDelay))
    await route.continue()
  })
  await run(page)
  await page.waitForTimeout(settles)
  await context.close()
  // A run whose press never reached the page measures nothing.
  return { worst: Math.max(0, ...entries.map(({ duration }) => duration)), seen: first }
}

try {
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}; ${rounds} rounds, Chromium ${browser.version()}`)
  print('| interaction | median of the worst, ms | largest, ms |')
  print('| --- | --- | --- |')
  for (const act of acts) {
    const worst: number[] = []
    for (let i = 0; i < rounds; i += 1) {
      const one = await measure(act)
      if (one.seen === 0) throw new Error(`${act.name}: the press did not reach the page`)
      worst.push(one.worst)
    }
    print(`| ${act.name} | ${median(worst)} | ${Math.max(...worst)} |`)
  }
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await browser.close()
}
