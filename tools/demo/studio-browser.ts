/** Opens the studio in a browser that draws in software, so that a machine without a graphics card will do. */
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, normalize } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findTestBrowser } from '../browser.ts'

const address = 'http://studio.invalid'
const root = join(import.meta.dirname, '..', '..')
const page = `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({
  imports: { three: '/node_modules/three/build/three.module.js', 'three/addons/': '/node_modules/three/examples/jsm/' },
})}</script><script type="module" src="/tools/demo/studio/studio.ts"></script>`

/** The page with the studio, and how to close it. Modules come from the disk; nothing is asked of the network. */
export async function openStudio(say: (line: string) => void): Promise<{ page: Page; close: () => Promise<void> }> {
  const executablePath = await findTestBrowser(say)
  if (!executablePath) throw new Error('no Chromium: set CHROMIUM')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
  const opened = await browser.newPage()
  opened.on('console', (message) => message.type() === 'error' && say(message.text()))
  opened.on('pageerror', (error) => say(String(error)))
  await opened.route(`${address}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page })
    const path = join(root, normalize(pathname))
    if (!/^\/(tools\/demo|node_modules\/three)\//.test(pathname)) return route.fulfill({ status: 404 })
    const source = await readFile(path, 'utf8').catch(() => null)
    if (source === null) return route.fulfill({ status: 404 })
    return route.fulfill({
      contentType: 'text/javascript',
      body: pathname.endsWith('.ts') ? stripTypeScriptTypes(source) : source,
    })
  })
  await opened.goto(`${address}/`)
  await opened.waitForFunction(() => 'studio' in globalThis, undefined, { timeout: 60_000 })
  return { page: opened, close: () => browser.close() }
}
