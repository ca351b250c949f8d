/** A statement is downloaded and then verified offline, in the app and in the verifier file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accounts, orderStatus } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aStockedShop, anOrder, sql, type TestShop } from '../apps/server/test/index.ts'
import {
  checkScreen,
  expectAccessible,
  closeLooks,
  chooseDay,
  startTestEnvironment,
  screenshot,
  type TestEnvironment,
  inPlace,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let folder: string
beforeAll(async () => {
  env = await startTestEnvironment()
  folder = await mkdtemp(join(tmpdir(), 'quayside-statement-'))
  shop = await aStockedShop(env.builder)
  for (let i = 0; i < 4; i += 1) await anOrder(env.builder, shop, { status: orderStatus.completed })
  await anOrder(env.builder, shop, { status: orderStatus.awaitingShipment, funding: 'balance' })
})
afterAll(async () => {
  await env?.close()
  await rm(folder, { recursive: true, force: true })
})

const download = async (page: Page, button: string): Promise<string> => {
  const [got] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  const path = join(folder, got.suggestedFilename())
  await got.saveAs(path)
  return path
}
const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path)
/** One cent more in the hashed fields of record 3. */
const tampered = async (path: string): Promise<string> => {
  const lines = (await readFile(path, 'utf8')).split('\r\n')
  const index = lines.findIndex((line) => line.startsWith('3,'))
  const cells = lines[index]!.split(',')
  const changed = lines.with(index, cells.with(11, String(BigInt(cells[11]!) + 1n)).join(','))
  const to = join(folder, 'changed.csv')
  await writeFile(to, changed.join('\r\n'))
  return to
}

test('downloads a statement, verifies it offline, finds a changed cent', async () => {
  const { context, page, errors } = await env.phone({ token: shop.token })
  await page.goto(`${env.origin}/#/pages/statement`)
  await page.getByText('5 transactions').waitFor()
  const csv = await download(page, 'Download CSV')
  expect(csv).toMatch(new RegExp(`quayside-${shop.shopCode}-available-\\d{4}-\\d\\d-01-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const pdf = await download(page, 'Download PDF statement')
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-')

  // Invalid dates are refused with a sentence, and the entries stay.
  await page.getByRole('button', { name: 'Custom dates' }).click()
  await chooseDay(page, 'From', '2025-01-01')
  await inPlace(page, 'Choose a period of up to one year').waitFor()
  await page.getByRole('button', { name: 'From Jan 1, 2025' }).waitFor()
  expect(await page.getByRole('button', { name: 'Download CSV' }).isDisabled()).toBe(true)

  await page.getByRole('link', { name: 'Check a statement' }).click()
  await page.getByRole('heading', { name: 'Check a statement' }).waitFor()
  await context.setOffline(true)
  await choose(page, csv)
  await page.getByText('Statement verified: 5 records, unchanged.').waitFor()
  const head = /"head","([0-9a-f]{64})"/.exec(await readFile(csv, 'utf8'))![1]!
  await page.getByText(head).waitFor()
  await page.getByText('Signed by Quayside with key').waitFor()
  await choose(page, await tampered(csv))
  await page.getByText('Record 3 was changed.').waitFor()
  await choose(page, pdf)
  await page.getByText('The document is unchanged.').waitFor()
  await page.getByText('Signed by Quayside with key').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('the verifier is one file: works from the server and from a disk, and sends no request', async () => {
  const { context, page, errors } = await env.phone({ token: shop.token })
  await page.goto(`${env.origin}/#/pages/statement`)
  const csv = await download(page, 'Download CSV')
  const alone = join(folder, 'verifier.html')
  await page.goto(`${env.origin}/#/pages/verify`)
  const [verifierFile] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save this checker' }).click(),
  ])
  await verifierFile.saveAs(alone)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const address of [`${env.origin}/verifier.html`, pathToFileURL(alone).href]) {
    await page.goto(address)
    requests.length = 0
    await choose(page, csv)
    await page.getByText('Statement verified: 5 records, unchanged.').waitFor()
    await page.getByText('Signed by Quayside with key').waitFor()
    await choose(page, await tampered(csv))
    await page.getByText('Record 3 was changed.').waitFor()
    expect(requests).toEqual([])
    await expectAccessible(page, address)
  }
  await screenshot(page, 'verifier-html')
  expect(errors).toEqual([])
  await context.close()
})

test('the verifier file shows English in a browser of an unsupported language', async () => {
  const { context, page, errors } = await env.phone({}, { locale: 'de-DE' })
  await page.goto(`${env.origin}/verifier.html`)
  await page.getByRole('heading', { name: 'Check a statement' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

describe.each(closeLooks)('$lang, $theme', ({ lang, theme }) => {
  test('both screens', async () => {
    const { context, page, errors } = await env.phone({ lang, theme })
    // The check needs no login.
    const name = `${lang}-${theme}`
    const csv = join(folder, `${name}.csv`)
    const year = new Date().getUTCFullYear()
    const answer = await fetch(`${env.origin}/merchant/finance/statement`, {
      method: 'POST',
      headers: { token: shop.token, lang, 'content-type': 'application/json' },
      body: JSON.stringify({ from: `${year}-01-01`, to: `${year}-12-31`, format: 'csv' }),
    })
    await writeFile(csv, Buffer.from(await answer.arrayBuffer()))
    await page.goto(`${env.origin}/#/pages/verify`)
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await choose(page, csv)
    await page.locator('main .text-success').waitFor()
    await checkScreen(page, `${name}-verify-good`)
    await choose(page, await tampered(csv))
    await page.getByRole('alert').waitFor()
    await checkScreen(page, `${name}-verify-bad`)

    await page.evaluate((token) => localStorage.setItem('token', token), shop.token)
    await page.goto(`${env.origin}/#/pages/statement`)
    await page.reload()
    await page.locator('main dl').waitFor()
    await checkScreen(page, `${name}-statement`)
    await page.locator('main [role=group] button').nth(2).click()
    await page.locator('main [aria-expanded=false]').first().click()
    await checkScreen(page, `${name}-calendar`)
    await page.locator('[data-day]:focus').waitFor()
    for (let turn = 0; turn < 2; turn += 1) await page.keyboard.press('Shift+PageUp')
    await page.keyboard.press('Enter')
    await page.locator('[data-toast]').waitFor()
    await checkScreen(page, `${name}-statement-refused`)
    expect(errors).toEqual([])
    await context.close()
  })
})

test('a balance is proved on this device; a changed record is named', async () => {
  const { context, page, errors } = await env.phone({ token: shop.token })
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/finance/chain')) asked.push((request.postDataJSON() as { after: number }).after)
  })
  await page.goto(`${env.origin}/#/pages/my`)
  const balance = page.getByRole('button', { name: 'Check on this device' })
  await balance.click()
  await page
    .getByRole('dialog')
    .getByText(/^Verified on this device, /)
    .waitFor()
  await page.getByText('5 records, from the first to the last').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Verified on this device, / }).waitFor()
  expect(asked).toEqual([0])

  // Total income leads to its records; held money is proved as the balance is.
  await page.getByRole('link', { name: /^On the way: / }).click()
  const income = page.getByRole('main').getByRole('link', { name: /^Total income/ })
  expect(await income.getAttribute('href')).toContain('fundsRecords?event=order.completed')
  await page.goto(`${env.origin}/#/pages/fundsRecords`)
  await page.getByRole('button', { name: /^In withdrawal/ }).focus()
  await page.keyboard.press('Shift+F10')
  await page
    .getByRole('dialog')
    .getByText(/^Verified on this device, /)
    .waitFor()
  await page.keyboard.press('Escape')

  // A record, held by the keyboard, and by its button.
  await page.goto(`${env.origin}/#/pages/fundsRecords?account=available`)
  await page.locator('main a[href*="?id="]').nth(1).focus()
  await page.keyboard.press('Shift+F10')
  await page
    .getByRole('dialog')
    .getByText(/^Verified on this device, /)
    .waitFor()
  await page.keyboard.press('Escape')

  await changeWithoutTriggers(sql`update ledger.posting p set amount = amount + 1 from ledger.account a
    where p.account_id = a.id and a.owner = ${shop.shopId} and a.kind = ${accounts.merchantAvailable} and p.seq = 2`)
  try {
    await page.getByRole('button', { name: 'Check on this device: Record 4' }).click()
    await page.getByRole('alert').getByText('Record 2 was changed.').waitFor()
    await page.getByText('This device can’t confirm the amount.').waitFor()
    expect(await page.getByText(/^Verified on this device/).count()).toBe(0)
  } finally {
    await changeWithoutTriggers(sql`update ledger.posting p set amount = amount - 1 from ledger.account a
      where p.account_id = a.id and a.owner = ${shop.shopId} and a.kind = ${accounts.merchantAvailable} and p.seq = 2`)
  }
  await page.getByRole('button', { name: 'Check everything again' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^Verified on this device, /)
    .waitFor()
  expect(errors).toEqual([])
  await context.close()
})

/** Changes rows that the database protects, as its owner can with the triggers off. */
const changeWithoutTriggers = (change: ReturnType<typeof sql>) =>
  env.database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })
