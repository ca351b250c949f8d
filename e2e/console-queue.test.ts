/** The list of a desk, walked by its keys past the page that was loaded first. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorTopics, sendToSupport, type OperatorRole } from '@quayside/contract'
import {
  aMerchant,
  anOrder,
  aStockedShop,
  newId,
  notifyOperators,
  sql,
  withTransaction,
} from '../apps/server/test/index.ts'
import { openDesk } from './console-environment.ts'
import { startTestEnvironment, type TestEnvironment } from './environment.ts'

const waiting = 60
let env: TestEnvironment

beforeAll(async () => {
  env = await startTestEnvironment()
  await sql`with made as (
      insert into shop (id, code, name, created_at) select uuidv7(), 'Q' || lpad(g::text, 7, '0'), 'Shop ' || g, now()
        from generate_series(1, ${waiting}::int) g returning id, code, name)
    , people as (
      insert into merchant (id, shop_id, email, phone, password_hash, created_at)
        select uuidv7(), id, lower(code) || '@merchant.example', '+1' || code, 'none', now() from made)
    insert into registration (shop_id, state, shop_name, address, country, real_name, submitted_at, created_at)
      select id, 'submitted', name, '1 Quay Street', 'IE', 'Ada', date_trunc('milliseconds', now()), now() from made`.execute(
    env.builder.owner,
  )
})
afterAll(() => env.close())

test('J leads through all pages of a list, over one live stream', async () => {
  const { page, errors, context } = await openDesk(env, '/registrations', { roles: ['review'] })
  const streams: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/platform/live') streams.push(request.url())
  })
  await page.locator('.queue-row').first().waitFor()
  expect(await page.getByText('More than 50 items').count()).toBe(1)
  const titles = new Set<string>()
  for (let place = 1; place <= waiting; place += 1) {
    await page.keyboard.press('j')
    await page.getByText(new RegExp(`^${place} of (more than )?\\d+$`)).waitFor()
    titles.add((await page.locator('article h2').first().textContent())!)
  }
  expect(titles.size).toBe(waiting)
  await page.getByText(`${waiting} of ${waiting}`, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Next item' }).isDisabled()).toBe(true)
  // Each stream begins with "read all again": a second one would repeat every query of the page.
  expect(streams.length).toBeLessThanOrEqual(1)
  expect(errors).toEqual([])
  await context.close()
})

test('on a phone the next item of the opened one is there past the first page', async () => {
  const { page, errors, context } = await openDesk(env, '/registrations', { roles: ['review'], size: 'phone' })
  await page.locator('.queue-row').first().tap()
  for (let place = 2; place <= 52; place += 1) {
    await page.getByRole('button', { name: 'Next item' }).tap()
    await page.getByText(new RegExp(`^${place} of (more than )?\\d+$`)).waitFor()
  }
  expect(errors).toEqual([])
  await context.close()
})

test('a list that is higher than its first page loads the next one without a scroll', async () => {
  const { page, errors, context } = await openDesk(env, '/registrations', { roles: ['review'] })
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.getByText('More than 50 items').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.queue-row').count()).toBeGreaterThan(50)
  expect(errors).toEqual([])
  await context.close()
})

test('a row that arrives above the list waits behind a button with their number, and a key shows it', async () => {
  const shop = await aStockedShop(env.builder)
  const known = await anOrder(env.builder, shop)
  const { page, errors, context } = await openDesk(env, '/orders', { roles: ['fulfilment'] })
  await page.locator('.queue-row', { hasText: known.code }).waitFor()
  const arrived = await anOrder(env.builder, shop)
  await page.getByRole('button', { name: '1 new item' }).waitFor()
  expect(await page.locator('.queue-row').count()).toBe(1)
  await page.keyboard.press('.')
  await page.locator('.queue-row', { hasText: arrived.code }).waitFor()
  expect(await page.locator('.queue-row').first().textContent()).toContain(arrived.code)
  expect(await page.getByRole('button', { name: '1 new item' }).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('a desk that nobody touches asks at most four times a minute, also with several pages and a conversation open', async () => {
  for (let i = 0; i < 3; i += 1)
    await env.builder.must(
      sendToSupport,
      { id: newId(), text: `Question ${i}` },
      { token: (await aMerchant(env.builder)).token },
    )
  const topics = operatorTopics.filter((topic) => topic !== 'resync')
  for (const [path, more] of [
    ['/registrations', 2400],
    ['/inbox', 800],
  ] as const) {
    const roles: OperatorRole[] = ['review', 'support', 'finance', 'fulfilment', 'owner']
    const { page, errors, context } = await openDesk(env, path, { roles, clock: true })
    await page.locator('.queue-row').first().waitFor()
    await page.setViewportSize({ width: 1280, height: more })
    if (more > 800) await expect.poll(() => page.locator('.queue-row').count()).toBeGreaterThan(50)
    await page.locator('.queue-row').first().click()
    await page.locator('article h2').first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    /** So many minutes in which something of everything changes every five seconds. */
    const minutes = async (n: number) => {
      for (let step = 0; step < n * 12; step += 1) {
        await withTransaction(env.builder.db, (tx) => notifyOperators(tx, topics))
        // The event takes its way at the true time.
        await new Promise((done) => setTimeout(done, 150))
        await page.clock.runFor(5000)
      }
    }
    await minutes(3)
    asked.length = 0
    await minutes(3)
    expect(asked.length, `${path}: ${asked.join(' ')}`).toBeLessThanOrEqual(12)
    // It is not silent either.
    expect(asked.length, path).toBeGreaterThanOrEqual(2)
    expect(errors).toEqual([])
    await context.close()
  }
})
