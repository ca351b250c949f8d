/** The app without a connection, and a new version of it: no entry is lost, and no page reloads during use. */
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '@quayside/contract'
import { aMerchant, aStockedShop, anOrder, workerRemoval, type TestShop } from '../apps/server/test/index.ts'
import { dist, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let order: { id: string }
let folder: string
beforeAll(async () => {
  // A copy of the built app, which a newer version can replace.
  folder = await mkdtemp(join(tmpdir(), 'quayside-app-'))
  await cp(dist, folder, { recursive: true })
  env = await startTestEnvironment({ staticDir: folder })
  shop = await aStockedShop(env.builder, { products: 3 })
  order = await anOrder(env.builder, shop, { status: orderStatus.awaitingPickup })
})
afterAll(async () => {
  await env?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A phone that has opened the app once. Its service worker has cached every file. */
async function installedPhone(lang = 'en', token = shop.token): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await env.phone({ lang }, { serviceWorkers: 'allow' })
  await page.goto(env.origin)
  await page.evaluate((own) => localStorage.setItem('token', own), token)
  await page.goto(`${env.origin}/?logged-in#/pages/index`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return { context, page }
}

test('a start that takes longer than ten seconds, or whose script fails, offers to load the page again', async () => {
  const { context, page } = await env.phone({ lang: 'fr' }, { serviceWorkers: 'block' })
  const script = /\/assets\/[^/]+\.js$/
  const blocked = new Promise<void>(() => undefined)
  await page.route(script, () => blocked)
  await page.clock.install()
  await page.goto(env.origin, { waitUntil: 'commit' })
  await page.getByText('Quayside', { exact: true }).waitFor()
  await page.clock.runFor(9000)
  expect(await page.getByRole('button').count()).toBe(0)
  await page.clock.runFor(1500)
  await page.getByRole('status').getByText('plus long que d’habitude').waitFor()
  const button = page.getByRole('button', { name: 'Réessayer' })
  const box = (await button.boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(48)

  // A script that fails is answered at once.
  await page.unroute(script)
  await page.route(script, (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await button.waitFor()
  await page.unroute(script)
  await button.click()
  await page.locator('#root > .first').waitFor({ state: 'detached' })
  await context.close()
})

/** All data that the app stores on this phone, as text. */
const keptOn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((done) => {
        const opening = indexedDB.open('keyval-store')
        opening.onsuccess = () => {
          const all = opening.result.transaction('keyval').objectStore('keyval').getAll()
          all.onsuccess = () => done(JSON.stringify(all.result))
        }
      }),
  )

test('opens offline, in the merchant’s language, on a screen that was never opened', async () => {
  const { context, page } = await installedPhone('fr')
  await context.setOffline(true)
  await page.goto('about:blank')
  await page.goto(`${env.origin}/#/pages/recharge`)
  await page.getByRole('heading', { name: 'Recharge' }).waitFor()
  await context.close()
})

test('offline, cached screens show their date, and actions that move money say why they are disabled', async () => {
  const { context, page } = await installedPhone()
  await page.getByRole('main').getByText('Pick up 1 order').waitFor()
  await expect.poll(() => keptOn(page), { timeout: 10_000 }).toContain('"awaitingPickup":1')
  await page.goto(`${env.origin}/#/pages/orderDetail?id=${order.id}`)
  await page.getByRole('button', { name: 'Pick up' }).waitFor()
  const read = await page.locator('main').innerText()
  await expect.poll(() => keptOn(page), { timeout: 10_000 }).toContain('"shippingAddress"')
  await context.setOffline(true)
  await page.goto('about:blank')
  await page.goto(`${env.origin}/#/pages/index`)
  // A new page of some versions of Chromium does not know the state that was set before it.
  await context.setOffline(false)
  await context.setOffline(true)
  await page.getByRole('main').getByText('Pick up 1 order').waitFor()
  await page
    .getByText(/^Last updated: \d+:\d+/)
    .first()
    .waitFor()
  await page.goto(`${env.origin}/#/pages/orderDetail?id=${order.id}`)
  await page.getByRole('button', { name: 'Connection required' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Connection required' }).first().isDisabled()).toBe(true)
  const offlineText = await page.locator('main').innerText()
  for (const line of ['Total payment', 'Platform commission'])
    expect(offlineText.includes(line)).toBe(read.includes(line))
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Pick up' }).waitFor()
  await page
    .getByText(/^Last updated: /)
    .first()
    .waitFor({ state: 'detached' })
  await context.close()
})

test('another login does not see cached data, and a logout deletes it', async () => {
  const [first, second] = [await aMerchant(env.builder), await aMerchant(env.builder)]
  const { context, page } = await installedPhone('en', first.token)
  await expect.poll(() => keptOn(page), { timeout: 10_000 }).toContain(first.shopCode)
  await page.evaluate((own) => localStorage.setItem('token', own), second.token)
  await page.reload()
  await page.getByText('Your shop is empty').waitFor()
  await expect.poll(() => keptOn(page), { timeout: 10_000 }).toContain(second.shopCode)
  expect(await keptOn(page)).not.toContain(first.shopCode)

  await page.goto(`${env.origin}/#/pages/app`)
  await page.getByText('Log out', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await expect.poll(() => keptOn(page)).not.toContain(second.shopCode)
  await context.close()
})

test('a new version is announced, waits for the merchant, and reopens the same screen', async () => {
  const { context, page } = await installedPhone()
  await page.goto(`${env.origin}/#/pages/order`)
  await page.getByLabel('Order number').fill('typed before')
  // The same app with another name of its first script: the worker sees a new release.
  const worker = join(folder, 'worker.js')
  const entry = (await readdir(join(folder, 'assets'))).find((name) => /^index-.*\.js$/.test(name))!
  const text = await readFile(worker, 'utf8')
  await cp(join(folder, 'assets', entry), join(folder, 'assets', 'index-next.js'))
  await writeFile(worker, text.replaceAll(entry, 'index-next.js').replace(/quayside-\b/, 'quayside-n'))
  await rm(`${worker}.br`)
  await page.evaluate(() =>
    navigator.serviceWorker
      .getRegistration()
      .then((found) => found!.update())
      .then(() => undefined),
  )
  await page.getByText('Update available').waitFor()
  expect(await page.getByLabel('Order number').inputValue()).toBe('typed before')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await reloaded
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await context.close()
})

test('the kill switch removes the worker and its files from a phone, and the app goes on without them', async () => {
  const { context, page } = await installedPhone()
  expect(await page.evaluate(() => caches.keys())).not.toEqual([])
  // The response of a server with QUAYSIDE_SERVICE_WORKER=off.
  await writeFile(join(folder, 'worker.js'), workerRemoval)
  await rm(join(folder, 'worker.js.br'), { force: true })
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.goto(`${env.origin}/#/pages/order`)
  await page.reload()
  const remains = () =>
    page
      .evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length])
      .catch(() => 'the page is loading')
  await expect.poll(remains).toEqual([[], 0])
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  // The page registers the script again two seconds after a load. That must not reload the page.
  const settled = loads
  await page.waitForTimeout(4000)
  expect(loads).toBe(settled)
  expect(await remains()).toEqual([[], 0])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(shop.token)
  await context.close()
})
