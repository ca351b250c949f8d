/**
 * Windows of the tests' browser that are used again: a page in a renderer that runs costs a third of the processor time
 * of one in a new process.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

type Window = {
  context: BrowserContext
  page: Page
  /** What empties it, in order, when its test is done with it. */
  undo: (() => Promise<unknown>)[]
}

/** Windows that wait for their next test, by browser and by the options that they were opened with. */
const idle = new WeakMap<Browser, Map<string, (Window & { devtools: CDPSession; reset: () => void })[]>>()
const windowOf = new WeakMap<BrowserContext, Window>()
/** More windows of a kind than two people at once have would only take memory. */
const mostIdle = 2

/** What a test may do to a window that no later test could undo. Such a window is closed. */
const lastingOfContext = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'newCDPSession',
  'newPage',
  'on',
  'once',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const lastingOfPage = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'emulateMedia',
  'setExtraHTTPHeaders',
] as const
const lastingOfClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const
/** What tests listen for at a page. Playwright itself listens for its end. */
const pageEvents = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const

/** Calls `used` when one of these methods is called. */
function watch(target: object, names: readonly string[], used: () => void): void {
  const methods = target as Record<string, (...args: unknown[]) => unknown>
  for (const name of names) {
    const method = methods[name]!.bind(target)
    methods[name] = (...args) => {
      used()
      return method(...args)
    }
  }
}

/** Runs a script at each load of a page, until the test closes the window. */
export async function runAtEachLoad<Arg>(context: BrowserContext, script: (arg: Arg) => void, arg: Arg): Promise<void> {
  const added = await unwatched(context).addInitScript.call(context, script as never, arg as never)
  windowOf.get(context)?.undo.push(() => added.dispose())
}

/** Opens the developer tools of a page until the test closes the window; `end` takes back what they have done. */
export async function openDevtools(page: Page, end: (devtools: CDPSession) => Promise<unknown>): Promise<CDPSession> {
  const context = page.context()
  const devtools = await unwatched(context).newCDPSession.call(context, page)
  windowOf.get(context)?.undo.push(async () => {
    await end(devtools)
    await devtools.detach()
  })
  return devtools
}

/** The methods of a window as Playwright has them. */
const unwatched = (context: BrowserContext) => Object.getPrototypeOf(context) as BrowserContext

/**
 * An empty window with one page, new or from a test that has closed it. Its `close` empties it for the next test: no
 * storage, cookies, routes, listeners and history, only the HTTP cache stays. It really closes when the test did to it
 * what cannot be undone, such as a script for each page or a clock of its own. `site`: windows of different sites are
 * different, because a page of another site starts a process.
 */
export async function openWindow(
  browser: Browser,
  site: string,
  options: BrowserContextOptions,
): Promise<Pick<Window, 'context' | 'page'>> {
  const key = JSON.stringify([site, options])
  const kinds = idle.get(browser) ?? new Map<string, never[]>()
  idle.set(browser, kinds)
  const waiting = kinds.get(key) ?? []
  kinds.set(key, waiting)
  const kept = waiting.pop()
  if (kept) {
    kept.reset()
    return kept
  }

  const context = await browser.newContext(options)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const close = context.close.bind(context)
  let isSpoiled = false
  let isClosing = false
  const spoil = () => {
    isSpoiled = true
  }
  const window = {
    context,
    page,
    undo: [] as Window['undo'],
    devtools,
    reset() {
      isClosing = false
    },
  }
  windowOf.set(context, window)
  context.close = async (...args) => {
    // The browser's end closes each window again.
    if (isClosing) return
    isClosing = true
    const isKept =
      !isSpoiled && !page.isClosed() && waiting.length < mostIdle && (await empty(window, options.viewport))
    if (isKept) waiting.push(window)
    else await close(...args)
  }
  watch(context, lastingOfContext, spoil)
  watch(context.clock, lastingOfClock, spoil)
  watch(page, lastingOfPage, spoil)
  return window
}

/** Closes the windows of a browser that tests have left open. */
export async function closeLeftWindows(browser: Browser): Promise<void> {
  const waiting = [...(idle.get(browser)?.values() ?? [])].flat()
  const left = browser.contexts().filter((context) => waiting.every((window) => window.context !== context))
  await Promise.all(left.map((context) => context.close()))
}

/** Empties a window. False if that failed, so that the window must be closed. */
async function empty(
  { context, page, undo, devtools }: Window & { devtools: CDPSession },
  viewport: BrowserContextOptions['viewport'],
): Promise<boolean> {
  try {
    for (const step of undo.splice(0)) await step()
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of pageEvents) page.removeAllListeners(event as 'load')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    const size = page.viewportSize()
    if (viewport && (size?.width !== viewport.width || size.height !== viewport.height))
      await page.setViewportSize(viewport)
    if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
    const { entries } = await devtools.send('Page.getNavigationHistory')
    const origins = new Set(entries.map(({ url }) => new URL(url).origin).filter((origin) => origin !== 'null'))
    for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.send('Page.resetNavigationHistory')
    await context.clearCookies()
    await context.clearPermissions()
    return true
  } catch {
    return false
  }
}
