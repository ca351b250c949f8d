/** The whole server on its own port, with its jobs, and a browser of phone size. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clickGuard } from '@quayside/contract/constants'
import type Axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  freePort,
  freshDatabase,
  injected,
  newId,
  openApp,
  testSettings,
  type Settings,
  type TestServer,
} from '../apps/server/test/index.ts'
import { findBrowser, findTestBrowser } from '../tools/browser.ts'
import { collectPageErrors } from './page-errors.ts'
import { createApiClient } from '../tools/demo/api-client.ts'
import { closeLeftWindows, openDevtools, openWindow, runAtEachLoad } from './windows.ts'

export const dist = join(import.meta.dirname, '..', 'apps', 'merchant', 'dist')
const storefrontDist = join(import.meta.dirname, '..', 'apps', 'storefront', 'dist')
export const consoleDist = join(import.meta.dirname, '..', 'apps', 'console', 'dist')

/**
 * Starts server, worker and browser. `wished` overrides settings of the platform. No journey waits for a deadline, or
 * for a clock that is wrong: to look for them took a third of what an idle server takes.
 */
export async function startTestEnvironment(wished: Partial<Settings> = {}) {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-e2e-'))
  const port = await freePort()
  const consolePort = await freePort()
  const storefrontPort = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const consoleOrigin = `http://localhost:${consolePort}`
  const storefrontOrigin = `http://127.0.0.1:${storefrontPort}`
  const settings = {
    ...testSettings(database.url, dataDir),
    mode: 'demo' as const,
    port,
    consolePort,
    storefrontPort,
    storefrontUrl: storefrontOrigin,
    publicUrl: origin,
    consoleUrl: consoleOrigin,
    staticDir: dist,
    // The environment of a merchant's journey does not need the built console.
    consoleDir: existsSync(join(consoleDist, 'index.html')) ? consoleDist : null,
    storefrontDir: existsSync(join(storefrontDist, 'server')) ? storefrontDist : null,
    ...wished,
  }
  const app = await openApp(settings, { logLevel: 'error', compareClock: false })
  await app.startWorker({ deadlines: false })
  await app.http.listen({ port, host: '127.0.0.1' })
  await app.console.listen({ port: consolePort, host: '127.0.0.1' })
  await app.storefront.listen({ port: storefrontPort, host: '127.0.0.1' })
  const { browser, leave } = await joinBrowser()
  return {
    origin,
    consoleOrigin,
    storefrontOrigin,
    browser,
    /** A phone without an open page, see `openPhone`. */
    phone: (as?: Look & { token?: string }, options?: BrowserContextOptions) => openPhone(browser, as, options),
    database,
    call: createApiClient({ origin, consoleOrigin }, undefined).call,
    /** For the builders of the server tests: the same interface, through the HTTP layer of this server. */
    builder: {
      app,
      db: database.db,
      owner: database.owner,
      databaseUrl: database.url,
      clock: { now: () => new Date(), set: () => undefined, pass: () => undefined },
      ...injected(app),
      close: async () => undefined,
    } satisfies TestServer,
    async close() {
      await leave()
      await app.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type TestEnvironment = Awaited<ReturnType<typeof startTestEnvironment>>

/**
 * The popups of the address bar start two processes for each window, half of the time that a page costs. A second
 * --disable-features replaces the list of Playwright, so what the tests need of that list stands here again.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // The header would move each page to a second process. The nightly run obeys it, and `http.test.ts` reads it.
  ...(process.env['EVERY_LOOK'] ? [] : ['CrossOriginOpenerPolicy']),
  'SpareRendererForSitePerProcess',
]

let shared: Promise<Browser> | undefined
let members = 0

/**
 * The browser of this process: the test files that run in it one after another share it, because a start costs as much
 * as several pages. `leave` closes the windows that tests have left open; the browser ends with the process.
 */
async function joinBrowser(): Promise<{ browser: Browser; leave: () => Promise<void> }> {
  if (shared && !(await shared.catch(() => null))?.isConnected()) shared = undefined
  shared ??= openBrowser()
  const browser = await shared
  members += 1
  return {
    browser,
    async leave() {
      members -= 1
      if (members === 0) await closeLeftWindows(browser)
    },
  }
}

/** Opens the browser of the tests; with `whole` one that can show notifications. */
export async function openBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = await (whole ? findBrowser : findTestBrowser)(() => undefined)
  if (!executablePath) throw new Error('no Chromium: run npm test, which installs one, or set CHROMIUM')
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join()}`,
    ],
  })
  browser.on('context', collectPageErrors)
  return browser
}

export type Look = { lang?: string; theme?: 'light' | 'dark' }

/** The looks in which tests check every screen: both themes, right to left, and a script without spaces. */
export const fourLooks = [
  { lang: 'en', theme: 'light' },
  { lang: 'en', theme: 'dark' },
  { lang: 'ar', theme: 'light' },
  { lang: 'zh-Hans', theme: 'dark' },
] as const satisfies Look[]
type CloseLook = (typeof fourLooks)[number] | { lang: 'ar'; theme: 'dark' }
/**
 * The looks in which a journey checks its screens: right to left and dark at once. The nightly run uses all four, and
 * `every-screen.test.ts` opens each address in all four.
 */
export const closeLooks: readonly CloseLook[] = process.env['EVERY_LOOK'] ? fourLooks : [{ lang: 'ar', theme: 'dark' }]

/**
 * Opens a phone: 390×844, touch, no motion. Each page load is logged in with `token`. `errors` collects every error
 * that the page reports. Without `options` it may be one that another test has closed, with an HTTP cache; with
 * `options`, also empty ones, it is new.
 */
export async function openPhone(
  browser: Browser,
  { lang = 'en', theme = 'light', token }: Look & { token?: string } = {},
  options?: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const all: BrowserContextOptions = {
    viewport: { width: 390, height: 844 },
    // Four times the pixels cost a seventh of a journey's processor time, and only pictures show them.
    deviceScaleFactor: process.env['SHOTS'] ? 2 : 1,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    // A service worker would answer requests that tests intercept.
    serviceWorkers: 'block',
    ...options,
  }
  const { context, page } = options ? await newWindow(browser, all) : await openWindow(browser, 'app', all)
  await runAtEachLoad(
    context,
    (kept: Record<string, string>) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    { lang, theme, ...(token ? { token } : {}) },
  )
  page.setDefaultTimeout(15_000)
  return { context, page, errors: collectErrors(page) }
}

async function newWindow(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  return { context, page: await context.newPage() }
}

/** Gives the page a virtual authenticator that verifies its user, over the developer tools. */
export async function addAuthenticator(page: Page) {
  const devtools = await openDevtools(page, (tools) => tools.send('WebAuthn.disable'))
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** The errors that a page reports from now on. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) =>
    message.type() === 'error' && !/Failed to load resource/.test(message.text())
      ? errors.push(message.text())
      : undefined,
  )
  return errors
}

/** The rules of axe. A page gets them once: to send and parse them takes longer than they do. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What the rules of axe find in the page as it is now, also in frames of its own origin. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    // What passed is not described: that takes longer than the rules.
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => {
      const targets = nodes.slice(0, 3).map(({ target }) => target.join(' '))
      return `${id} ${targets.join(', ')}`
    })
  })
}

/** How long a fault may stand that goes away by itself, such as one of a bar that says that the page loads. */
const passingFault = 5000

/** Expects no violation of any rule of axe. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  let faults = await accessibilityFaults(page)
  // No limit for one check: on a busy machine it may take longer than what it waits for.
  for (const start = performance.now(); faults.length > 0 && performance.now() - start < passingFault;) {
    await page.waitForTimeout(200)
    faults = await accessibilityFaults(page)
  }
  expect([where, faults]).toEqual([where, []])
}

/** Saves a picture of the screen, or of the whole page, if SHOTS names a folder. */
export async function screenshot(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}

/** Waits until the data of the screen is loaded. */
export async function loaded(page: Page): Promise<void> {
  // A screen whose code is still loading is empty for half a second.
  await page.locator('main').first().waitFor()
  await page.locator('[role=progressbar]').first().waitFor({ state: 'detached' })
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

/**
 * Checks the loaded screen: no accessibility fault, nothing wider than the phone. Saves a picture as `screenshot`
 * does.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await loaded(page)
  await expectAccessible(page, name)
  await expectToFit(page, name)
  await screenshot(page, name)
}

/** Chooses a day (YYYY-MM-DD) of this or an earlier year in the calendar of a field, month by month with the keys. */
export async function chooseDay(page: Page, field: string, day: string): Promise<void> {
  await page.getByRole('button', { name: field }).click()
  const focused = page.locator('[data-day]:focus')
  await focused.waitFor()
  for (let at = (await focused.getAttribute('data-day'))!; at !== day; at = (await focused.getAttribute('data-day'))!) {
    const months =
      (Number(day.slice(0, 4)) - Number(at.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(at.slice(5, 7))
    const days = Number(day.slice(-2)) - Number(at.slice(-2))
    const key = months ? (months < 0 ? 'PageUp' : 'PageDown') : Math.abs(days) > 6 ? 'Arrow' : ''
    if (key === 'PageUp' || key === 'PageDown') await page.keyboard.press(Math.abs(months) > 11 ? `Shift+${key}` : key)
    else if (key) await page.keyboard.press(days < 0 ? 'ArrowUp' : 'ArrowDown')
    else {
      const rtl = await page.evaluate(() => document.documentElement.dir === 'rtl')
      await page.keyboard.press(days < 0 === rtl ? 'ArrowRight' : 'ArrowLeft')
    }
    await expect.poll(() => focused.getAttribute('data-day')).not.toBe(at)
  }
  await page.keyboard.press('Enter')
  await focused.waitFor({ state: 'detached' })
}

/** Counts the taps and digits of the person from now on, also on the pages that follow. */
export async function countTouches(page: Page): Promise<() => number> {
  let touches = 0
  const name = `touched${newId().replaceAll('-', '')}`
  await page.exposeFunction(name, () => void (touches += 1))
  const listen = (counter: string) => {
    const touch = (window as unknown as Record<string, () => void>)[counter]!
    document.addEventListener('click', ({ isTrusted }) => isTrusted && touch(), true)
    document.addEventListener('keydown', ({ key }) => /^\d$/.test(key) && touch(), true)
  }
  await page.addInitScript(listen, name)
  await page.evaluate(listen, name)
  return () => touches
}

/** A sentence of the server where it stays on the screen. A toast says it too. */
export const inPlace = (page: Page, text: string) => page.getByText(text).and(page.locator(':not([data-toast] > p)'))

/** Waits until the next tap no longer counts as a double tap. */
export const waitOutClickGuard = (page: Page) => page.waitForTimeout(clickGuard + 50)

/** Expects nothing wider than the screen. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const wide = () =>
    page.evaluate(() => {
      const width = document.documentElement.clientWidth
      const shown = document.documentElement.scrollWidth
      if (shown <= width) return []
      const over = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > width + 1 || element.getBoundingClientRect().left < -1,
      )
      return [
        `${shown} instead of ${width}`,
        ...over
          .slice(-5)
          .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`),
      ]
    })
  // After a change of width the screen is drawn again.
  await expect.poll(async () => [name, await wide()]).toEqual([name, []])
}

/** Opens a screen by its path, or by the part after `/pages/`. Waits until it is drawn, and checks it. */
export async function captureScreens(
  { origin }: TestEnvironment,
  page: Page,
  path: string,
  name: string,
): Promise<void> {
  await page.goto(`${origin}/#${path.startsWith('/') ? path : `/pages/${path}`}`)
  await page.locator('main').first().waitFor()
  // The push keeps a request open, so the network never becomes idle. First loads show a progress bar.
  await page.waitForTimeout(500)
  await checkScreen(page, name)
}
