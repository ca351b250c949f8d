/**
 * Every desk, at 1440 pixels by keys alone and on a phone by touch: its list, filters and file, an item, and the sheets
 * of its decisions. What a decision does, the journeys of the desks show.
 */
import { operatorRoles } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskGroups, desks } from '../apps/console/src/desks.ts'
import {
  aDestination,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestShop,
} from '../apps/server/test/index.ts'
import { goToDesk, openDesk, reportProduct } from './console-environment.ts'
import { expectAccessible, expectToFit, loaded, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop

beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  await creditMerchant(env.builder, shop, '500')
  await withdraw(env.builder, shop, await aDestination(env.builder, shop), '120')
  await anOrder(env.builder, shop)
  await reportProduct(env, shop)
})
afterAll(() => env.close())

/** No other journey looks at these with axe; the nightly run looks at all. */
const looked = ['/announcements', '/buyers', '/figures', '/payment-accounts', '/reports']
const isLookedAt = (path: string) => Boolean(process.env['EVERY_LOOK']) || looked.includes(path)

/** Both themes and directions of a page that is open. */
const looks = [
  ['light', 'ltr'],
  ['dark', 'rtl'],
] as const
const turn = (page: Page, [theme, dir]: (typeof looks)[number]) =>
  page.evaluate(
    ([wanted, direction]) => {
      document.documentElement.dataset['theme'] = wanted
      document.documentElement.dir = direction
    },
    [theme, dir] as const,
  )

const did = { searched: 0, exported: 0, read: 0 }

test.each(deskGroups)(
  'by keys alone: each desk of “%s” is opened, searched, read and saved as a file',
  async (room) => {
    const { page, errors, context } = await openDesk(env, '/work', { roles: [...operatorRoles] })
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const { path } of desks.filter(({ group }) => (group ?? 'work') === room)) {
      await goToDesk(page, path)
      await loaded(page)
      const rows = page.locator('#desk .queue-row')
      if ((await page.locator('[data-search]').count()) > 0 && (await rows.count()) > 0) {
        await page.keyboard.press('/')
        await page.keyboard.type('nothing has these words')
        await page.keyboard.press('Enter')
        await expect.poll(() => rows.count(), { message: path }).toBe(0)
        await page.keyboard.press('/')
        await page.keyboard.press('Control+a')
        await page.keyboard.press('Delete')
        await page.keyboard.press('Enter')
        await rows.first().waitFor()
        did.searched += 1
      }
      if ((await page.getByRole('button', { name: 'CSV of this filter' }).count()) > 0) {
        await page.getByRole('button', { name: 'CSV of this filter' }).focus()
        const download = page.waitForEvent('download')
        await page.keyboard.press('Enter')
        expect((await download).suggestedFilename(), path).toMatch(/\.csv$/)
        did.exported += 1
      }
      const isList = (await rows.count()) > 0
      if (isList) {
        await page.keyboard.press('j')
        await page.locator('#desk article h2').first().waitFor()
        expect(await page.locator('[aria-current=page][data-index]').count(), path).toBe(1)
        did.read += 1
      }
      if (isLookedAt(path))
        for (const look of looks) {
          await turn(page, look)
          await expectAccessible(page, `${path} ${look.join()}`)
          await expectToFit(page, path)
        }
      await turn(page, looks[0])
      if (!isList) continue
      await page.keyboard.press('Escape')
      await expect.poll(() => new URL(page.url()).searchParams.get('row'), { message: path }).toBeNull()
    }
    expect(errors).toEqual([])
    await context.close()
  },
)

test('the keys above found lists, files and items', () => {
  expect(did.searched).toBeGreaterThan(3)
  expect(did.exported).toBeGreaterThan(8)
  expect(did.read).toBeGreaterThan(5)
})

/** How far the document is beyond the window, and is scrolled. A browser scrolls to the focus where a person cannot. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    document.activeElement?.scrollIntoView()
    const { scrollHeight, scrollTop } = document.scrollingElement!
    return { beyond: scrollHeight - window.innerHeight, scrollTop }
  })

/** Decisions that open a sheet. Others would be made by the press. */
const sheets = /^(Approve|Reject|Uphold|Dismiss|Decline|Refuse|Cancel the order|Pause|Stop)/

test('on a phone no desk scrolls the document: closed, with an item, and with each sheet of its decisions', async () => {
  const { page, errors, context } = await openDesk(env, '/work', { roles: [...operatorRoles], size: 'phone' })
  const stands = { beyond: 0, scrollTop: 0 }
  let opened = 0
  for (const { path } of desks) {
    await goToDesk(page, path)
    await loaded(page)
    expect(await overflow(page), path).toEqual(stands)
    const row = page.locator('#desk .queue-row').first()
    if ((await row.count()) === 0) continue
    await row.tap()
    await page.locator('#desk article h2').first().waitFor()
    await loaded(page)
    expect(await overflow(page), `${path}, an item`).toEqual(stands)
    await expectToFit(page, path)
    for (const name of await page.locator('#desk article button:not([aria-disabled])').allInnerTexts()) {
      if (!sheets.test(name)) continue
      await page
        .getByRole('button', { name: name.split('\n')[0]! })
        .first()
        .tap()
      const leave = page.getByRole('button', { name: 'Cancel', exact: true })
      await leave.waitFor()
      expect(await overflow(page), `${path}, ${name}`).toEqual(stands)
      await leave.tap()
      await leave.waitFor({ state: 'detached' })
      expect(await overflow(page), `${path} after ${name}`).toEqual(stands)
      opened += 1
    }
  }
  expect(opened).toBeGreaterThan(3)
  expect(errors).toEqual([])
  await context.close()
})
