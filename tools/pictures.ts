/**
 * Takes the screenshots of the README from a running demo: `npm start`, then `node tools/pictures.ts`. The merchant app
 * and the storefront at phone size, the console on a desk.
 */
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser } from './browser.ts'
import { visitDemo } from './demo/demo-session.ts'

const { origin, consoleOrigin, shopPage, token, operatorToken } = await visitDemo()
const browser = await chromium.launch({
  executablePath: (await findBrowser((line) => process.stdout.write(`${line}\n`)))!,
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
})

const save = async (page: Page, name: string, width: number) => {
  await sharp(await page.screenshot())
    .resize(width)
    .webp({ quality: 82 })
    .toFile(join(import.meta.dirname, '..', 'docs', 'pictures', `${name}.webp`))
  await page.close()
  process.stdout.write(`${name}\n`)
}

async function take(
  name: string,
  path: string,
  { as = token, act }: { as?: string | null; act?: (page: Page) => Promise<void> } = {},
) {
  const page = await context.newPage()
  await page.addInitScript((session) => {
    localStorage.setItem('theme', 'light')
    if (session) localStorage.setItem('token', session)
    else localStorage.removeItem('token')
  }, as)
  await page.goto(`${origin}/#/pages/${path}`)
  await page.locator('main').first().waitFor()
  await page.waitForTimeout(1500)
  await act?.(page)
  await page.waitForTimeout(1000)
  await save(page, name, 390)
}

/** A page of the storefront. */
async function takeShop(name: string, act?: (page: Page) => Promise<void>) {
  const page = await context.newPage()
  await page.goto(shopPage)
  await act?.(page)
  await page.waitForLoadState('networkidle')
  await save(page, name, 390)
}

/** A desk of the console. */
async function takeDesk(name: string, path: string, session: string) {
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await desk.newPage()
  await page.addInitScript((held) => {
    localStorage.setItem('theme', 'light')
    localStorage.setItem('token', held)
  }, session)
  await page.goto(`${consoleOrigin}${path}`)
  await page.locator('#desk').waitFor()
  await page.waitForTimeout(2000)
  // Opens the next item of the list.
  await page.keyboard.press('j')
  await page.waitForTimeout(2000)
  await save(page, name, 960)
  await desk.close()
}

await take('dashboard', 'index')
await take('pickup', 'order?status=5', {
  act: async (page) =>
    page
      .getByRole('button', { name: /^Pick up/ })
      .last()
      .click(),
})
await take('order', 'order?status=6', { act: async (page) => page.locator('a[href*=orderDetail]').first().click() })
await take('distribution', 'distribution')
await take('register', 'register', { as: null })
await take('my', 'my')
await takeShop('storefront')
await takeShop('product', async (page) => {
  await page.locator('a[href*="/p/"]').first().click()
})
await takeDesk('console', '/work', await operatorToken('support'))
await browser.close()
