/**
 * Takes the screenshots of the README from a running demo, at phone size: `npm start`, then `node tools/pictures.ts`.
 */
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser } from './browser.ts'
import { visitDemo } from './demo/demo-session.ts'

const { origin, token } = await visitDemo()
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
  await sharp(await page.screenshot())
    .resize(390)
    .webp({ quality: 82 })
    .toFile(join(import.meta.dirname, '..', 'docs', 'pictures', `${name}.webp`))
  await page.close()
  process.stdout.write(`${name}\n`)
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
await browser.close()
