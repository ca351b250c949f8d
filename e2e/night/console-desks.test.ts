/**
 * Every desk of the console, generated from `desks.ts`: opened by a person with only one role that has it, and refused
 * to one without; checked for accessibility and width in both themes, both directions and five widths, with its first
 * item opened.
 */
import { operatorRoles, requestRefund, sendToSupport, type OperatorRole } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desks } from '../../apps/console/src/desks.ts'
import { aMerchant, anOrder, newId } from '../../apps/server/test/index.ts'
import { openDesk } from '../console-environment.ts'
import { expectAccessible, expectToFit, screenshot } from '../environment.ts'
import { openFullShop, type FullShop } from '../full-shop.ts'

let full: FullShop
beforeAll(async () => {
  full = await openFullShop()
  const { env, shop } = full
  await aMerchant(env.builder, { verified: false })
  await env.builder.must(sendToSupport, { id: newId(), text: 'Where is my parcel?' }, { token: shop.token })
  const order = await anOrder(env.builder, shop, { status: 4 })
  await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'other', text: 'It is too small.', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
})
afterAll(() => full?.close())

/** A desk may load several parts at once. */
const expectLoaded = (page: Page) => expect.poll(() => page.locator('[role=progressbar]').count()).toBe(0)

/** The desks of the list at the side; the own account is opened from the bar. */
const listed = desks.filter(({ group }) => group !== null)
const opens = (role: OperatorRole) => listed.filter(({ roles }) => roles === 'any' || roles.includes(role))

test.each(operatorRoles)('a person with only the role %s opens each desk of the role, and no other', async (role) => {
  const mine = opens(role)
  expect(mine.length).toBeGreaterThan(3)
  const { page, context, errors } = await openDesk(full.env, '/work', { roles: [role] })
  // The list of desks names exactly those that open.
  for (const { path } of listed) {
    const isMine = mine.some((one) => one.path === path)
    expect([path, await page.locator(`nav a[href="${path}"]`).count()]).toEqual([path, isMine ? 1 : 0])
  }
  for (const { path } of mine) {
    await page.locator(`nav a[href="${path}"]`).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await expectLoaded(page)
    expect([path, errors]).toEqual([path, []])
  }
  const foreign = listed.find(({ path }) => !mine.some((one) => one.path === path))
  if (foreign) {
    await page.goto(`${full.env.consoleOrigin}${foreign.path}`)
    await page.getByText('It needs the role').waitFor()
  }
  await context.close()
})

const looks = (['light', 'dark'] as const).flatMap((theme) => (['ltr', 'rtl'] as const).map((dir) => ({ theme, dir })))
const widths = [390, 1024, 1280, 1440, 1920]

test.each(looks)(
  '$theme, $dir: no desk has an accessibility fault, and each fits',
  async (look) => {
    const { page, context, errors } = await openDesk(full.env, '/work', { roles: [...operatorRoles], ...look })
    // The whole list, so that one run names every fault.
    const faults: string[] = []
    const note = ({ message }: Error) => void faults.push(message)
    for (const [turn, { path }] of desks.entries()) {
      await page.goto(`${full.env.consoleOrigin}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      await expectLoaded(page)
      for (const opened of [false, true]) {
        if (opened) {
          if ((await page.locator('.queue-row').count()) === 0) break
          await page.locator('.queue-row').first().click()
          await page.locator('article').waitFor()
          await expectLoaded(page)
        }
        for (const [at, width] of widths.entries()) {
          await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
          const name = `console${path.replace('/', '-')}${opened ? '-item' : ''}-${width}-${look.theme}-${look.dir}`
          await expectToFit(page, name).catch(note)
          // Each desk is checked whole at two of the widths: the phone, and one that changes with the desk.
          if (width === 390 || at === 1 + (turn % 4)) await expectAccessible(page, name).catch(note)
          await screenshot(page, name)
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      if (errors.length > 0) faults.push(`${path}: ${errors.splice(0).join('; ')}`)
    }
    await context.close()
    expect(faults).toEqual([])
  },
  900_000,
)
