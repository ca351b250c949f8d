/** Every component in every state: in both themes and both directions, from the smallest phone to a tablet. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import * as ui from '@quayside/ui'
import { closeLooks, expectAccessible, expectToFit, openBrowser, openPhone, screenshot } from './environment.ts'

const root = join(import.meta.dirname, '..', 'apps', 'merchant', 'gallery')
let folder: string
let server: PreviewServer
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-gallery-'))
  const configFile = join(root, 'vite.config.ts')
  const outDir = join(folder, 'dist')
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true, minify: false } })
  server = await preview({ configFile, logLevel: 'warn', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('every component is in the gallery', async () => {
  const files = (await readdir(root)).filter((name) => name.endsWith('.tsx'))
  const shown = (await Promise.all(files.map((name) => readFile(join(root, name), 'utf8')))).join('\n')
  const components = Object.entries(ui).filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
  // What has no look of its own.
  const around = ['UiProvider', 'ToastHost', 'Pane', 'PlainButton']
  expect(components.length).toBeGreaterThan(30)
  expect(
    components.map(([name]) => name).filter((name) => !around.includes(name) && !shown.includes(`<${name}`)),
  ).toEqual([])
})

test.each(closeLooks)(
  '$lang, $theme: nothing is wider than the screen, no accessibility fault',
  async ({ lang, theme }) => {
    const { context, page, errors } = await openPhone(browser, { lang, theme })
    const open = (more = '') =>
      page.goto(`${server.resolvedUrls!.local[0]}?lang=${lang}&theme=${theme}${more}`, { waitUntil: 'networkidle' })
    const check = async (name: string) => {
      await expectAccessible(page, name)
      await expectToFit(page, name)
      await screenshot(page, `gallery-${lang}-${theme}-${name}`, true)
    }
    await open('&tabs')
    await check('tabs')
    await open()
    for (const width of [320, 820]) {
      await page.setViewportSize({ width, height: 844 })
      await check(String(width))
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('footer').getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await check('question')
    expect(errors).toEqual([])
    await context.close()
  },
)
