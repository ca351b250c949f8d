/** The console in Chromium, for `bench/console.ts`: keys, interactions, a cold first row, and a long table. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { listProducts, type Envelope } from '@quayside/contract'
import { findBrowser } from '../tools/browser.ts'

type Print = (line: string) => void
export type ConsoleUnderTest = {
  origin: string
  /** Sessions: of one with the desk of reviews, and of one with all desks. */
  people: { one: string; all: string }
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0
/** Runs one part. When it fails, the others are still measured. */
export const alone = (print: Print, part: () => Promise<void>): Promise<void> =>
  part().catch((error: unknown) => {
    process.exitCode = 1
    print(`\nnot measured: ${error instanceof Error ? error.stack : String(error)}`)
  })
const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b)

/** Rounds of a cold start. */
const coldRounds = 5
/** Rows of the long table, and how long it is scrolled, in milliseconds. */
const longTable = 100_000
const scrollTime = 8000

/** Lines as the network throttling of Chromium takes them: bytes a second and milliseconds. */
const lines = {
  cable: { latency: 28, download: 625_000, upload: 125_000, slowdown: 1 },
  'slow 4G, processor four times slower': { latency: 150, download: 200_000, upload: 94_000, slowdown: 4 },
} as const

export async function printBrowser(console: ConsoleUnderTest, print: Print): Promise<void> {
  const executablePath = await findBrowser(print)
  if (!executablePath) throw new Error('no Chromium: nothing in the browser is measured')
  const browser = await chromium.launch({ executablePath })
  try {
    for (const part of [printKeys, printColdRow, printTable]) await alone(print, () => part(browser, console, print))
  } finally {
    await browser.close()
  }
}

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>

async function openAs(
  browser: Browser,
  token: string,
  storageState?: Storage,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  await page.addInitScript((given) => localStorage.setItem('token', given), token)
  return { context, page }
}

type Measured = { painted: number[]; interactions: Record<number, number> }

/**
 * From the event of the key J to the frame that shows the next registration, whose data was fetched ahead; past the
 * first page of the list. In the same run the interactions of the page by the browser's event timing: it rounds to
 * 8 ms and reports none below 16.
 */
async function printKeys(browser: Browser, { origin, people }: ConsoleUnderTest, print: Print): Promise<void> {
  const { context, page } = await openAs(browser, people.one)
  await page.addInitScript(() => {
    const interactions: Record<number, number> = {}
    Object.assign(window, { interactions })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId)
          interactions[entry.interactionId] = Math.max(interactions[entry.interactionId] ?? 0, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.goto(`${origin}/registrations`)
  await page.locator('.queue-row').first().waitFor()
  await page.evaluate(() => {
    const painted: number[] = []
    Object.assign(window, { painted })
    addEventListener(
      'keydown',
      (event) => {
        const { timeStamp, key } = event as KeyboardEvent
        if (key !== 'j') return
        const title = () => document.querySelector('article h2')?.textContent
        const before = title()
        const look = () => {
          // The frame after the one in which the new title stands: it was painted before.
          if (title() && title() !== before)
            requestAnimationFrame(() => requestAnimationFrame(() => painted.push(performance.now() - timeStamp)))
          else if (performance.now() - timeStamp < 5000) requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  })
  for (let pressed = 1; pressed <= 60; pressed += 1) {
    await page.keyboard.press('j')
    await page.waitForFunction((n) => (window as unknown as Measured).painted.length >= n, pressed, { timeout: 10_000 })
    // A person reads; meanwhile the data of the next item arrives.
    await page.waitForTimeout(250)
  }
  // The first item was not fetched ahead.
  const times = ascending((await page.evaluate(() => (window as unknown as Measured).painted)).slice(1))
  print(`\n| key J to the next item painted, ${times.length} times | ms |\n| --- | --- |`)
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['longest', 1],
  ] as const)
    print(`| ${name} | ${percentile(times, share).toFixed(0)} |`)

  const acts: Record<string, () => Promise<void>> = {
    'J, 60 times, as above': () => Promise.resolve(),
    'Escape, back to the list': () => page.keyboard.press('Escape'),
    'the search of all desks opens': () => page.keyboard.press('Control+k'),
    'typing into it': () => page.keyboard.type('shop 12', { delay: 60 }),
    'it closes': () => page.keyboard.press('Escape'),
    'typing into the search of the list': async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('ada', { delay: 60 })
    },
    'opening an item by the mouse': () => page.locator('.queue-row').nth(3).click(),
    'another desk': () => page.getByRole('link', { name: 'Shops', exact: true }).click(),
  }
  print('\n| interaction | worst, ms |\n| --- | --- |')
  for (const [name, run] of Object.entries(acts)) {
    await run()
    await page.waitForTimeout(600)
    const worst = await page.evaluate(() => {
      const found = Math.max(0, ...Object.values((window as unknown as Measured).interactions))
      for (const id of Object.keys((window as unknown as Measured).interactions))
        delete (window as unknown as Measured).interactions[Number(id)]
      return found
    })
    print(`| ${name} | ${worst === 0 ? 'below 16' : worst} |`)
  }
  await context.close()
}

/**
 * From the beginning of the navigation to the frame with the first row of the queue, without any cached file. The
 * storage is that of a browser in which the person has used the console before.
 */
async function printColdRow(browser: Browser, { origin, people }: ConsoleUnderTest, print: Print): Promise<void> {
  print(`\n| first row of a queue, cold, ${coldRounds} times | median, s | longest, s |\n| --- | --- | --- |`)
  const before = await openAs(browser, people.one)
  await before.page.goto(`${origin}/registrations`)
  await before.page.locator('.queue-row').first().waitFor()
  const storage = await before.context.storageState()
  await before.context.close()
  for (const [name, { latency, download, upload, slowdown }] of Object.entries(lines)) {
    const times: number[] = []
    for (let round = 0; round < coldRounds; round += 1) {
      const { context, page } = await openAs(browser, people.one, storage)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: download,
        uploadThroughput: upload,
      })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.addInitScript(() => {
        const look = () =>
          document.querySelector('.queue-row')
            ? requestAnimationFrame(() => Object.assign(window, { painted: [performance.now()] }))
            : requestAnimationFrame(look)
        look()
      })
      await page.goto(`${origin}/registrations`)
      await page.waitForFunction(() => (window as unknown as Partial<Measured>).painted, undefined, { timeout: 60_000 })
      times.push(await page.evaluate(() => (window as unknown as Measured).painted[0]!))
      await context.close()
    }
    const sorted = ascending(times)
    print(`| ${name} | ${(percentile(sorted, 0.5) / 1000).toFixed(2)} | ${(sorted.at(-1)! / 1000).toFixed(2)} |`)
  }
}

/**
 * The table of products, of which the database has `longTable`: its first rows, after a press in the open console; then
 * with all of them loaded, which no scrolling would do: the first response is made as long as the table.
 */
async function printTable(browser: Browser, { origin, people }: ConsoleUnderTest, print: Print): Promise<void> {
  print(
    '\n| table of products | first rows painted, ms | rows in the page | frames, p95, ms | heap, MB |\n| --- | --- | --- | --- | --- |',
  )
  for (const whole of [false, true]) {
    const { context, page } = await openAs(browser, people.all)
    const devtools = await context.newCDPSession(page)
    await page.goto(`${origin}/registrations`)
    await page.locator('.queue-row').first().waitFor()
    // The code of the desk is loaded when its link is pointed at.
    const link = page.getByRole('link', { name: 'Products', exact: true })
    await link.hover()
    await page.waitForTimeout(500)
    if (whole) await page.route(`**${listProducts.path}`, async (route) => route.fulfill(await longAnswer(route)))
    const painted = page.evaluate(
      () =>
        new Promise<number>((done) => {
          addEventListener('click', ({ timeStamp }) => {
            const look = () =>
              document.querySelector('[role=table] [role=rowgroup] + [role=rowgroup] [role=row]')
                ? requestAnimationFrame(() => done(performance.now() - timeStamp))
                : requestAnimationFrame(look)
            look()
          })
        }),
    )
    await link.click()
    const first = await painted
    const rows = () => page.locator('[role=rowgroup] + [role=rowgroup] [role=row]').count()
    const most = Math.max(await rows(), ...(await scrolled(page, rows)))
    const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
    const loaded = await page.locator('[role=table]').getAttribute('aria-rowcount')
    print(
      `| ${whole ? `all of ${loaded} rows loaded` : `of ${loaded} rows, 50 at a time`} | ${whole ? '' : first.toFixed(0)} | ${most} | ${percentile(ascending(frames), 0.95).toFixed(0)} | ${(await heapOf(devtools)).toFixed(0)} |`,
    )
    await context.close()
  }
}

/** Scrolls the table by the wheel, and counts the frames meanwhile. Returns the rows in the page now and then. */
async function scrolled(page: Page, rows: () => Promise<number>): Promise<number[]> {
  await page.mouse.move(800, 500)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let last = performance.now()
    const frame = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  const counts: number[] = []
  for (const until = performance.now() + scrollTime; performance.now() < until;) {
    for (let i = 0; i < 10; i += 1) {
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(40)
    }
    counts.push(await rows())
  }
  return counts
}

/** Megabytes of the heap after a collection. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value / 1_000_000
}

type Route = Parameters<Parameters<Page['route']>[1]>[0]
/** The server's answer with its rows repeated under other ids, as many as the table has. */
async function longAnswer(route: Route): Promise<{ json: unknown }> {
  const answer = (await (await route.fetch()).json()) as Envelope<{ list: { id: string }[]; total: number }>
  if (answer.code === 0) throw new Error(answer.msg)
  const { list } = answer.data
  const rows = Array.from({ length: longTable }, (_, i) => ({ ...list[i % list.length]!, id: `${i}` }))
  return { json: { ...answer, data: { ...answer.data, list: rows, total: rows.length } } }
}
