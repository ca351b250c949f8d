/** The desks of fulfilment, orders and the system, each by a person with only that role. */
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickGuard } from '@quayside/contract/constants'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop, anOrder, newId, sql } from '../apps/server/test/index.ts'
import { deskLooks, goToDesk, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let orders: { id: string; code: string }[]

beforeAll(async () => {
  env = await startTestEnvironment()
  const shop = await aStockedShop(env.builder)
  orders = []
  for (let i = 0; i < 6; i += 1) orders.push(await anOrder(env.builder, shop, { status: 2 }))
  // Soon, and not over: the worker cancels an order that is not shipped in time, within the next minute.
  await sql`update orders set ship_by = now() + interval '2 hours' where id = ${orders[0]!.id}`.execute(
    env.builder.owner,
  )
})
afterAll(() => env.close())

/** A second press is a decision of its own: a double click makes none. */
const pause = (page: Page) => page.waitForTimeout(clickGuard + 50)

const statusOf = async (id: string): Promise<number> =>
  (await sql<{ status: number }>`select status from orders where id = ${id}`.execute(env.builder.owner)).rows[0]!.status

test('two orders ship by file in four clicks, with every bad row named, and the file is undone', async () => {
  const { page, errors, context } = await openDesk(env, '/fulfilment', { roles: ['fulfilment'] })
  const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]]
  await page.locator('.queue-row').first().waitFor()
  expect(await page.locator('.queue-row').first().textContent()).toContain(first.code)
  const path = join(tmpdir(), `shipments-${newId()}.csv`)
  await writeFile(
    path,
    [
      'Order,Carrier,Tracking number',
      `${first.code},Harbour Post,HP11112222`,
      `${second.code},Harbour Post,HP33334444`,
      'NOSUCH,Harbour Post,HP55556666',
    ].join('\n'),
  )
  await page.getByRole('button', { name: 'Ship by file' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('Choose a file').click()])
  await chooser.setFiles(path)
  await page.getByText('1 row can’t be shipped').waitFor({ timeout: 60_000 })
  await page.getByText('Order not found').waitFor()
  await screenshot(page, 'console-fulfilment-file')
  await expectAccessible(page, 'preview of a file')
  await page.getByRole('button', { name: 'Ship 2 orders' }).click()
  await pause(page)
  await page.getByRole('button', { name: 'Press again to ship 2 orders' }).click()
  await page.getByText('2 orders were shipped').waitFor({ timeout: 60_000 })
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([3, 3])
  await page.getByRole('button', { name: 'Undo this file' }).click()
  await pause(page)
  await page.getByRole('button', { name: 'Press again to undo' }).click()
  await page.getByText('2 shipments have been undone').waitFor({ timeout: 60_000 })
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([2, 2])
  expect(errors).toEqual([])
  await context.close()
})

test('without a mouse: orders are selected, shipped with one carrier, and one is undone with a reason', async () => {
  const { page, errors, context } = await openDesk(env, '/fulfilment', { roles: ['fulfilment'] })
  await page.locator('.queue-row').nth(1).waitFor()
  const codes = await page
    .locator('.queue-row')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => row.textContent!.slice(0, 10)))
  await page.locator('.queue-row').first().focus()
  await page.keyboard.press('x')
  await page.locator('.queue-row').nth(1).focus()
  await page.keyboard.press('Shift+X')
  await page.getByText('2 orders selected').waitFor()
  await screenshot(page, 'console-fulfilment-selected')
  await page.getByRole('button', { name: 'Ship', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Carrier').focus()
  await page.keyboard.type('Harbour Post')
  await page.keyboard.press('Tab')
  await page.keyboard.type('HP77778888')
  await page.keyboard.press('Enter')
  await page.keyboard.type('HP99990000')
  await page.keyboard.press('Enter')
  await screenshot(page, 'console-fulfilment-many')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Press again to ship 2 orders' }).waitFor()
  await pause(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '2 orders are done' }).waitFor()
  for (const { id, code } of orders) if (codes.includes(code)) expect(await statusOf(id)).toBe(3)

  await page.goto(`${env.consoleOrigin}/fulfilment?view=shipped`)
  await page.locator('.queue-row').first().waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.keyboard.press('u')
  await page.keyboard.type('The wrong parcel')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The shipment has been undone').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('finance reads an order with its books and without its address', async () => {
  const { page, errors, context } = await openDesk(env, '/orders', { roles: ['finance'] })
  await page.getByRole('main').getByRole('searchbox').fill(orders[5]!.code.slice(0, 6).toLowerCase())
  await expect.poll(() => page.locator('.queue-row').count()).toBe(1)
  // The file has the list as it is filtered, by the button and by the palette.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of this filter' }).click(),
  ])
  const [heading, line, ...others] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(heading).toMatch(/^\ufeffid,shopId,shopCode,shopName,code,status,/)
  expect(line).toContain(`,${orders[5]!.code},awaiting-shipment,`)
  expect(others).toEqual([])
  await page.locator('.queue-row').click()
  await page.getByText('Orders: purchase cost').first().waitFor()
  await page.getByText('Only the fulfilment desk can read addresses.').waitFor()
  expect(await page.getByText('1 Pier Road').count()).toBe(0)
  await screenshot(page, 'console-orders')
  await expectAccessible(page, 'an order')
  expect(errors).toEqual([])
  await context.close()
})

test('the person who looks after the system sees its health, tries a dead job again, and goes on to the next one', async () => {
  for (const key of ['dead job', 'another dead job'])
    await sql`select ask_job('announce', '{}'::json, now() + interval '1 hour', ${key}, null, 1)`.execute(
      env.builder.owner,
    )
  await sql`update graphile_worker._private_jobs set attempts = 1, max_attempts = 1, last_error = 'no route to host' where key like '%dead job'`.execute(
    env.builder.owner,
  )
  await sql`with made as (insert into webhook (shop_id, id, merchant_id, url, events, secret, created_at)
      select shop_id, uuidv7(), id, 'https://hooks.example/in?key=1', array['order.paid'], 'x', now() from merchant limit 1 returning shop_id, id)
    insert into webhook_call (shop_id, id, webhook_id, type, at, state, attempts, not_before, last_at, status, failure)
      select shop_id, uuidv7(), id, 'order.paid', now(), 'failed', 10, now(), now(), 503, 'status' from made`.execute(
    env.builder.owner,
  )
  const { page, errors, context } = await openDesk(env, '/system', { roles: ['owner'] })
  await page.getByRole('heading', { name: 'Server copies' }).waitFor()
  await screenshot(page, 'console-system')
  await expectAccessible(page, 'health')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('jobs')
  await page.locator('.queue-row').first().waitFor()
  // By choice the next item opens after a decision, without J.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a page' }).fill('after a decision')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.getByText('Last error').waitFor()
  const decided = await page.locator('article h2').first().textContent()
  await screenshot(page, 'console-system-job')
  await expectAccessible(page, 'a job')
  await page.keyboard.press('r')
  await page.keyboard.type('The network is back')
  await page.keyboard.press('Control+Enter')
  await page.getByText('It is tried again').waitFor()
  await expect.poll(() => page.locator('article h2').first().textContent()).not.toBe(decided)
  await page.getByText('Last error').waitFor()
  await page.goto(`${env.consoleOrigin}/system?view=webhooks&state=failed`)
  await page.getByText('hooks.example').click()
  await page.getByText('Status 503').last().waitFor()
  await screenshot(page, 'console-system-webhook')
  await expectAccessible(page, 'a call of a webhook')
  expect(errors).toEqual([])
  await context.close()
})

test('finance closes an event of the processor from the work queue with a note, without a mouse', async () => {
  const event = newId()
  await sql`insert into unbooked_event (id, processor, event_id, type, live, reason, received_at)
    values (${event}, 'test', ${event}, 'checkout.paid', false, 'unknown-payment', now())`.execute(env.builder.owner)
  const { page, errors, context } = await openDesk(env, `/work?kind=processor-event&row=processor-event.${event}`, {
    roles: ['finance'],
  })
  await page.getByRole('heading', { name: 'checkout.paid' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Unclaimed').waitFor()
  // The other views are those of the person who looks after the system.
  expect(await page.getByRole('combobox', { name: 'Show' }).count()).toBe(0)
  // The list of desks counts it, and so does the title.
  await page.getByRole('link', { name: /^System\s*1 open$/ }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) System · Quayside console')
  await expectAccessible(page, 'an event')
  // From any page one key claims and opens the next item.
  await page.goto(`${env.consoleOrigin}/coupons`)
  await page.getByRole('heading', { name: 'Coupons' }).first().waitFor()
  await page.keyboard.press('Shift+N')
  await page.getByText(/^You work on this until/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/system')
  await page.keyboard.press('Shift+N')
  await page.getByText('This one is the next').waitFor()

  const colleague = await openDesk(env, `/system?row=${event}`, { roles: ['finance'], theme: 'dark' })
  await colleague.page.getByText(/^Op Erator works on this until/).waitFor()
  await expectAccessible(colleague.page, 'a claimed event')
  await screenshot(colleague.page, 'console-claimed')
  await colleague.page.keyboard.press('n')
  await colleague.page.keyboard.type('Also settled')
  await pause(colleague.page)
  await colleague.page.keyboard.press('Control+Enter')
  await colleague.page.getByText('Op Erator is working on this item.').waitFor()
  expect(colleague.errors).toEqual([])
  await colleague.context.close()

  await page.keyboard.press('c')
  await page.getByText('Unclaimed').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('A payment of another shop system')
  await pause(page)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Closed', { exact: true }).waitFor()
  await screenshot(page, 'console-processor-event')
  await page.goto(`${env.consoleOrigin}/system?state=closed&row=${event}`)
  await page.getByText('A payment of another shop system').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

for (const look of deskLooks)
  test(`the desks have no accessibility fault and fit: ${Object.values(look).join()}`, async () => {
    const name = Object.values(look).join()
    const { page, errors, context } = await openDesk(env, '/fulfilment', { roles: ['fulfilment', 'auditor'], ...look })
    await page.locator('.queue-row').first().waitFor()
    await expectAccessible(page, 'list')
    await expectToFit(page, 'list')
    await screenshot(page, `console-fulfilment-${name}`)
    await page.locator('.queue-row').first().click()
    await page.getByRole('button', { name: 'Show the address' }).click()
    await page.getByText('1 Pier Road').waitFor()
    await expectAccessible(page, 'detail')
    await expectToFit(page, 'detail')
    await screenshot(page, `console-fulfilment-order-${name}`)
    await goToDesk(page, '/system')
    await page.getByRole('heading', { name: 'Server copies' }).waitFor()
    await expectAccessible(page, 'system')
    await expectToFit(page, 'system')
    await screenshot(page, `console-system-${name}`)
    expect(errors).toEqual([])
    await context.close()
  })
