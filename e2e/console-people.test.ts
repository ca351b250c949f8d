/** The log-in of the console, its frame, and the desk “People”, by owners. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { demoOperatorOutbox } from '@quayside/contract'
import { operatorIdleTimeout } from '@quayside/contract/constants'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, firstOperator, sql } from '../apps/server/test/index.ts'
import { groups } from '../apps/console/build/code-splitting.ts'
import { firstQueries } from '../apps/console/src/first-queries.ts'
import { deskLooks, openDesk } from './console-environment.ts'
import {
  collectErrors,
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment

beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env.close())

/** The files that a page loads ahead of their use, while a person types. */
const filesAhead = (page: Page) =>
  page.locator('link[rel=prefetch]').evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))

/** Bytes of script that a page has loaded, as they came over the wire, without those of some files. */
const scriptBytes = (page: Page, without: readonly string[] = []) =>
  page.evaluate((names) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = entries.filter(({ name }) => name.endsWith('.js') && !names.includes(name))
    // A file that was loaded ahead has a second entry when it is used.
    const sizes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
    return [...sizes.values()].reduce((sum, size) => sum + size, 0)
  }, without)

const ownPassword = 'four words nobody expects'

test('the first owner logs in through every forced step, invites a colleague, and the colleague logs in', async () => {
  const context = await env.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors = collectErrors(page)
  const useDemoCode = async () => page.getByRole('button', { name: 'Use it' }).click()

  await page.goto(`${env.consoleOrigin}/people`)
  await page.getByLabel('Email address').fill(firstOperator.email)
  // The frame and the file of the desk come while the form is filled in.
  await expect.poll(() => filesAhead(page)).toHaveLength(2)
  const loginBytes = await scriptBytes(page, await filesAhead(page))
  expect(loginBytes).toBeGreaterThan(30_000)
  expect(loginBytes).toBeLessThanOrEqual(110_000)
  await expectAccessible(page, 'log-in')
  await screenshot(page, 'console-login')
  await page.getByLabel('Password').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await waitOutClickGuard(page)
  await page.getByLabel('Password').fill(firstOperator.password)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('heading', { name: 'Choose your password' }).waitFor()
  await expectAccessible(page, 'password')
  await page.getByLabel('Current password').fill(firstOperator.password)
  await page.getByLabel('New password', { exact: true }).fill(ownPassword)
  await page.getByLabel('New password again').fill('another text altogether')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('New password again').fill(ownPassword)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Save the password' }).click()

  await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await expectAccessible(page, 'authenticator')
  await screenshot(page, 'console-authenticator')
  await useDemoCode()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  expect(await page.locator('li code').count()).toBe(10)
  await page.getByRole('button', { name: 'I have stored them' }).click()

  // The desk that the address named.
  await page.getByText('One person decides here').waitFor()
  await page.locator('.queue-row').first().waitFor()
  // The frame with its router, and the group of the desk. Then what the whole console has.
  expect((await scriptBytes(page)) - loginBytes).toBeLessThanOrEqual(60_000)
  const assets = join(import.meta.dirname, '..', 'apps', 'console', 'dist', 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js.br'))
  const bytes = await Promise.all(scripts.map(async (name) => (await stat(join(assets, name))).size))
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(253_000)
  // What desks share imports no desk: files that import each other run before they have what they need.
  const shared = (await readdir(assets)).find((name) => /^shared-.*\.js$/.test(name))!
  const imports = (await readFile(join(assets, shared), 'utf8')).matchAll(/from\s*"\.\/([a-z]+)-/g)
  const imported = [...imports].map(([, file]) => file!)
  expect(imported).toContain('index')
  expect(imported.filter((file) => file in groups)).toEqual([])

  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada Second')
  await page.getByLabel('Email address').fill('ada@platform.example')
  await page.getByRole('checkbox', { name: 'Owner' }).check()
  await screenshot(page, 'console-invite')
  await page.locator('form').getByRole('button', { name: 'Invite' }).click()
  await page.getByText('The token is on its way by email.').waitFor()
  await page.getByText('Confirm the invitation: It has already been confirmed.').waitFor()

  const token = await page.evaluate(() => localStorage.getItem('token')!)
  const { list } = await env.call(demoOperatorOutbox, {}, { token })
  const link = list.flatMap(({ to, text }) =>
    to === 'ada@platform.example' ? (/http:\S+#[\w-]+/.exec(text)?.[0] ?? []) : [],
  )[0]!
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByText('This session').waitFor()
  await expectAccessible(page, 'account')
  await screenshot(page, 'console-account')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in to the console' }).waitFor()

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(`${ownPassword} either`)
  await page.getByLabel('New password again').fill(`${ownPassword} either`)
  await expectAccessible(page, 'invitation')
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await page.getByRole('button', { name: 'Go to the login' }).click()
  await page.getByLabel('Email address').fill('ada@platform.example')
  await page.getByLabel('Password').fill(`${ownPassword} either`)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('an owner grants a desk with the keyboard alone; what was typed outlives the session', async () => {
  const target = await anOperator(env.builder, 'finance')
  await sql`update operator set name = 'Ben Books' where id = ${target.id}`.execute(env.database.owner)
  const { page, errors, context, token } = await openDesk(env, '/people', { roles: ['owner'] })
  await page.locator('.queue-row').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('Ben B')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.queue-row').count()).toBe(1)
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Ben Books' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Give a desk').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.getByText('Choose a reason.').waitFor({ state: 'detached' })
  // Without a reason the second press asks for it.
  await page.keyboard.press('g')
  await page.getByText('Choose a reason.').waitFor()
  await page.keyboard.press('4')
  expect(await page.getByRole('radio', { name: 'Review' }).isChecked()).toBe(true)
  await expectAccessible(page, 'decision')
  await screenshot(page, 'console-decision')
  await page.keyboard.press('g')
  await page.getByText('Desk granted: Review').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page').fill('your acc')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  // The palette finds people by name, from any page.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page').fill('en book')
  await page.getByRole('option', { name: 'Ben Books' }).waitFor()
  await expectAccessible(page, 'palette')
  await screenshot(page, 'console-palette')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ben Books' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBeNull()

  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Cleo Typed')
  // Nothing waits at the page that is opened below, so its link is folded.
  const platform = page.getByRole('navigation', { name: 'Desks' }).locator('section', { hasText: 'Platform' })
  await platform.getByRole('button', { name: /without work$/ }).click()
  await platform.getByRole('link', { name: 'System', exact: true }).waitFor()
  await sql`delete from session where who = 'operator' and subject_id in (
      select subject_id from session where token_hash = sha256(${token}::bytea))`.execute(env.database.owner)
  // A page that was not read before: the server refuses its first call.
  await platform.getByRole('link', { name: 'System', exact: true }).click()
  await page.getByRole('heading', { name: 'Your session ended' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a start with a session asks for the first view at once, for nothing twice, and for no desk of others', async () => {
  const { page, errors, context } = await openDesk(env, '/work', { roles: ['review', 'support'] })
  // An event of the stream repeats queries.
  const silence = { contentType: 'text/event-stream', body: 'retry: 1000\n\n' }
  await page.route('**/platform/live', (route) => route.fulfill(silence))
  const asked: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())))
  for (const path of Object.keys(firstQueries)) {
    await page.goto(`${env.consoleOrigin}${path}`)
    // Each response was taken by a query of the page.
    await expect
      .poll(() => page.evaluate(() => Object.keys(window.prefetched?.responses ?? { none: true })), { message: path })
      .toEqual([])
    await page.locator('#desk').getByRole('heading').first().waitFor()
    expect(asked.length).toBeGreaterThan(2)
    expect(asked, path).toEqual([...new Set(asked)])
    asked.length = 0
  }
  await page.goto(`${env.consoleOrigin}/people`)
  await page.getByText('It needs the role Owner or Auditor.').waitFor()
  expect(await page.evaluate(() => window.prefetched)).toBeUndefined()
  expect(errors).toEqual([])
  await context.close()
})

test('a person without the desk reads whose it is, and finds it nowhere', async () => {
  const { page, errors, context } = await openDesk(env, '/people', { roles: ['support'] })
  await page.getByText('It needs the role Owner or Auditor.').waitFor()
  // A page without a desk has a heading and a title of its own.
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await heading('This desk isn’t yours').waitFor()
  await expect.poll(() => page.title()).toBe('This desk isn’t yours · Quayside console')
  await page.goto(`${env.consoleOrigin}/nowhere`)
  await heading('Page not found').waitFor()
  await expect.poll(() => page.title()).toBe('Page not found · Quayside console')
  await page.goto(`${env.consoleOrigin}/work`)
  await heading('Work').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('what the page sends by itself does not prolong the session, what a person does prolongs it', async () => {
  const { page, errors, context, token } = await openDesk(env, '/system', { roles: ['owner'] })
  await page.clock.install()
  const read = (response: Response) => response.url().endsWith('/platform/system/read')
  // The counts beside the desks are read last.
  const counts = page.waitForResponse((response) => response.url().endsWith('/platform/work/counts'))
  await Promise.all([page.waitForResponse(read), counts, page.reload()])
  await page.locator('#desk').getByRole('heading').first().waitFor()
  const usedAgo = async () =>
    (
      await sql<{ minutes: number }>`select round(extract(epoch from clock_timestamp() - used_at) / 60)::int as minutes
        from session where token_hash = sha256(${token}::bytea)`.execute(env.database.owner)
    ).rows[0]!.minutes
  await sql`update session set used_at = clock_timestamp() - interval '20 minutes'
    where token_hash = sha256(${token}::bytea)`.execute(env.database.owner)
  const nextPoll = page.waitForResponse(read)
  await page.clock.fastForward(120_000)
  const poll = await nextPoll
  expect(poll.request().headers()['background']).toBe('1')
  expect(poll.status()).toBe(200)
  expect(await usedAgo()).toBe(20)
  // Reading and typing send nothing by themselves, so a touch tells the server.
  await page.keyboard.press('Shift')
  await expect.poll(usedAgo).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('a page that nobody touches ends the session after the idle time', async () => {
  const { page, errors, context } = await openDesk(env, '/account', { roles: ['review'] })
  // The timers of the page count by this clock from the next load on.
  await page.clock.install()
  await page.reload()
  await page.locator('#desk').getByRole('heading').first().waitFor()
  await page.clock.fastForward(operatorIdleTimeout - 30_000)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await page.keyboard.press('Shift')
  await page.clock.fastForward(operatorIdleTimeout - 30_000)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await page.clock.fastForward(60_000)
  await page.getByLabel('Email address').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(errors).toEqual([])
  await context.close()
})

for (const look of deskLooks)
  test(`the desk has no accessibility fault and fits: ${Object.values(look).join()}`, async () => {
    const { page, errors, context } = await openDesk(env, '/people', { roles: ['owner'], ...look })
    await page.locator('.queue-row').first().waitFor()
    await expectAccessible(page, 'list')
    await expectToFit(page, 'list')
    await screenshot(page, `console-people-list-${Object.values(look).join()}`)
    await page.locator('.queue-row').nth(1).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await expectAccessible(page, 'detail')
    await expectToFit(page, 'detail')
    await screenshot(page, `console-people-${Object.values(look).join()}`)
    expect(errors).toEqual([])
    await context.close()
  })
