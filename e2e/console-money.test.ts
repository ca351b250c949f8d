/**
 * The finance desk for money in: a statement by file, a recharge by two keys, unidentified money, an adjustment, the
 * books, a coupon.
 */
import type { Page } from 'playwright-core'
import { agreeRefund, openPixDeposit, readWallet, requestRefund } from '@quayside/contract'
import { clickGuard } from '@quayside/contract/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBankLine, anOperator, anOrder, aStockedShop, newId, type TestShop } from '../apps/server/test/index.ts'
import { goToDesk, openDesk, type DeskPage } from './console-environment.ts'
import {
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let importer: { token: string }
let pix: { id: string; code: string; brl: string }

beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  importer = await anOperator(env.builder, 'finance')
  pix = await env.builder.must(openPixDeposit, { amount: '80' }, { token: shop.token, key: newId() })
  await aBankLine(env.builder, importer, {
    amount: pix.brl,
    currency: 'BRL',
    reference: pix.code,
    payer: 'Ada Quay',
    valueDate: new Date().toISOString().slice(0, 10),
  })
  await aBankLine(env.builder, importer, { amount: '75.00', reference: `for ${shop.shopCode}`, payer: 'Grace Pier' })
})
afterAll(() => env.close())

const finance = (path: string, more: object = {}): Promise<DeskPage> =>
  openDesk(env, path, { roles: ['finance'], ...more })
const chip = (page: Page, name: string) => page.locator('article').getByText(name, { exact: true }).first().waitFor()

const statement = (closing: string) => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>N-1</Id>
<FrToDt><FrDtTm>2026-11-20T00:00:00</FrDtTm><ToDtTm>2026-11-20T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>IE64IRCE92050112345678</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
<Ntry><Amt Ccy="USD">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>E2E1</AcctSvcrRef></Ntry>
</Stmt></BkToCstmrStmt></Document>`

test('a bad file is named line by line, a good one stands in the list with its sum', async () => {
  const { page, errors, context } = await finance('/statements')
  await page.getByRole('button', { name: 'Import a file' }).click()
  const choose = (closing: string) =>
    page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'november.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(statement(closing)),
    })
  await choose('126.00')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('Opening balance and entries differ from the closing balance by 1.00.').waitFor()
  await screenshot(page, 'console-import-wrong')
  await choose('125.00')
  // A second click within the guard counts as a double click and is ignored.
  await page.waitForTimeout(clickGuard)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('cell', { name: '25.00 USD' }).waitFor()
  await screenshot(page, 'console-import-checked')
  await page.getByRole('button', { name: 'Import 1 statement' }).click()
  await page.getByText('N-1: 2026-11-20 to 2026-11-20, 1 new line, 0 known lines').waitFor()
  await page.locator('.queue-row', { hasText: 'N-1' }).click()
  await page.getByRole('heading', { name: 'Lines' }).waitFor()
  await expectAccessible(page, 'statement')
  await screenshot(page, 'console-statement')
  expect(errors).toEqual([])
  await context.close()
})

test('two people credit a recharge, each with two keys and no mouse', async () => {
  for (const [last, done] of [
    [false, 'Signed. A second person has to credit it.'],
    [true, 'Signed. It is done.'],
  ] as const) {
    const path = `/recharges?state=${last ? 'under-review' : 'awaiting-transfer'}`
    const { page, errors, context } = await finance(path, { signs: last })
    await page.locator('.queue-row').first().waitFor()
    await page.keyboard.press('j')
    await page.getByText('number in the reference', { exact: false }).first().waitFor()
    const key = last ? 's' : 'a'
    if (last) await page.getByRole('heading', { name: 'Waits for a second signature' }).waitFor()
    await screenshot(page, `console-recharge-${key}`)
    await page.keyboard.press(key)
    await page.getByText(`Press ${key.toUpperCase()} again to confirm.`).waitFor()
    await screenshot(page, `console-recharge-${key}-asked`)
    await page.keyboard.press(key)
    await page.getByText(done).waitFor()
    expect(errors).toEqual([])
    await context.close()
  }
  expect((await env.builder.must(readWallet, {}, { token: shop.token })).balance).toBe('80.00')
})

test('an unclaimed credit is set aside, assigned by two, and found in the books; then a correction is proposed', async () => {
  const first = await finance('/bank?side=credit')
  await first.page.locator('.queue-row', { hasText: 'Grace Pier' }).click()
  await first.page.getByRole('button', { name: 'Set aside as unidentified' }).click()
  await first.page.getByRole('button', { name: 'Confirm: Set aside as unidentified' }).click()
  await first.page.getByText('Set aside as', { exact: false }).first().waitFor()
  await screenshot(first.page, 'console-bank-line')

  await first.page.goto(`${env.consoleOrigin}/unidentified`)
  await first.page.locator('.queue-row').first().click()
  await first.page.getByText('shop code in the reference').waitFor()
  await first.page.getByLabel('Reason, as the merchant reads it').fill('Your shop code was on the transfer')
  await screenshot(first.page, 'console-unidentified')
  await first.page.getByRole('button', { name: 'Propose' }).click()
  await chip(first.page, 'To sign')
  // The one who proposed does not sign, and reads why.
  await first.page.getByText('Another person has to sign: you proposed it', { exact: false }).waitFor()
  await screenshot(first.page, 'console-unidentified-proposed')

  const second = await finance('/unidentified', { signs: true })
  await second.page.locator('.queue-row').first().click()
  await chip(second.page, 'To sign')
  await second.page.getByRole('heading', { name: 'Waits for a second signature' }).waitFor()
  await second.page.keyboard.press('s')
  await second.page.getByText('Your passkey signs exactly this.', { exact: false }).waitFor()
  await screenshot(second.page, 'console-unidentified-sign')
  await second.page.keyboard.press('s')
  await expect.poll(async () => (await env.builder.must(readWallet, {}, { token: shop.token })).balance).toBe('155.00')

  await second.page.goto(`${env.consoleOrigin}/books?view=account&account=L.M.available&shop=${shop.shopCode}`)
  await second.page.getByRole('link', { name: 'Unidentified money credited' }).click()
  await second.page.getByRole('heading', { name: 'Postings' }).waitFor()
  await expectAccessible(second.page, 'entry')
  await second.page.getByRole('link', { name: 'Correct' }).click()
  await second.page.getByLabel('Reason, as the merchant reads it').fill('It was another merchant’s')
  await screenshot(second.page, 'console-adjustment-new')
  await second.page.getByRole('button', { name: 'Propose' }).click()
  await second.page.locator('.queue-row', { hasText: 'Correction' }).click()
  await second.page.getByText('Another person has to sign: you proposed it', { exact: false }).waitFor()
  await screenshot(second.page, 'console-adjustment')
  for (const { errors, context } of [first, second]) {
    expect(errors).toEqual([])
    await context.close()
  }
})

test('finance makes a coupon of the platform, another person signs its budget, an order names it, and it is stopped', async () => {
  const first = await finance('/coupons')
  const row = (page: Page) => page.locator('.queue-row', { hasText: 'HARBOUR20' })
  await first.page.getByText('No coupon', { exact: true }).waitFor()
  await first.page.keyboard.press('n')
  const make = first.page.getByRole('button', { name: 'Create the coupon' })
  await first.page.getByLabel('Code', { exact: true }).fill('harbour20')
  await first.page.getByLabel('Percentage off').last().fill('95')
  await first.page.getByLabel('Budget').fill('2000000')
  await first.page.getByLabel('Reason').fill('The opening of the harbour')
  await make.click()
  await first.page.locator('[aria-invalid=true]').waitFor()
  await screenshot(first.page, 'console-coupon-refused')
  await first.page.getByLabel('Percentage off').last().fill('20')
  await waitOutClickGuard(first.page)
  await make.click()
  await chip(first.page, 'To sign')
  await first.page.getByText('Another person has to sign: you proposed it', { exact: false }).waitFor()
  await screenshot(first.page, 'console-coupon-proposed')

  const second = await finance('/coupons', { signs: true })
  await row(second.page).click()
  await second.page.getByRole('heading', { name: 'Waits for a second signature' }).waitFor()
  await second.page.keyboard.press('s')
  await second.page.getByText('Your passkey signs exactly this.', { exact: false }).waitFor()
  await second.page.keyboard.press('s')
  await chip(second.page, 'Active')

  const order = await anOrder(env.builder, shop, { coupon: 'HARBOUR20' })
  await second.page.goto(`${env.consoleOrigin}/orders?row=${shop.shopId}_${order.id}`)
  await second.page.getByText('Of this, the platform pays by coupon HARBOUR20').waitFor()
  await screenshot(second.page, 'console-order-coupon')
  await second.page.goto(`${env.consoleOrigin}/coupons`)
  await row(second.page).click()
  await chip(second.page, 'Active')
  await screenshot(second.page, 'console-coupon')
  await second.page.keyboard.press('x')
  await second.page.getByRole('textbox', { name: 'Reason' }).fill('The opening is over')
  await second.page.getByRole('button', { name: 'Confirm: Stop' }).click()
  await chip(second.page, 'Stopped')
  for (const { errors, context } of [first, second]) {
    expect(errors).toEqual([])
    await context.close()
  }
})

test('the books list a shop that owes, with its limit and the refund that made the debt', async () => {
  const owing = await aStockedShop(env.builder)
  const order = await anOrder(env.builder, owing, { status: 3 })
  const { refund } = await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'changed-mind', text: '' },
    { token: order.buyer.token, key: newId() },
  )
  await env.builder.must(agreeRefund, { id: refund!.id }, { token: owing.token, key: newId() })
  const { page, errors, context } = await finance('/books', { size: 'phone' })
  await page.getByText('Debts', { exact: true }).click()
  await page.getByText('1 shop owes $10.00.').waitFor()
  await page.getByText(/^may owe \$10\.00, owes since /).waitFor()
  await expectAccessible(page, 'debts')
  await expectToFit(page, 'debts')
  await screenshot(page, 'console-debts')
  const link = page.getByRole('link', { name: owing.shopCode }).or(page.getByText(owing.shopCode))
  await link.first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

for (const [look, pages] of [
  [{ theme: 'dark' }, ['/coupons', '/recharges', '/books', '/statements?row=import']],
  [{ dir: 'rtl' }, ['/treasury?row=new', '/books?view=trial', '/books?view=debts', '/recharges']],
  [{ size: 'phone' }, ['/unidentified', '/bank?use=all', '/adjustments?row=new', '/coupons?row=new']],
] as const)
  test(`the money desks have no accessibility fault and fit: ${Object.values(look).join()}`, async () => {
    const { page, errors, context } = await finance('/recharges', look)
    for (const path of pages) {
      await goToDesk(page, path)
      await page.locator('[role=progressbar]').first().waitFor({ state: 'detached' })
      const row = page.locator('.queue-row').first()
      if (!path.includes('row=') && !path.includes('view=') && (await row.count()) > 0) {
        await row.click()
        await page.locator('article h2').waitFor()
      }
      await expectAccessible(page, path)
      await expectToFit(page, path)
      await screenshot(page, `console-money${path.replace(/\W+/g, '-')}-${Object.values(look).join()}`)
    }
    expect(errors).toEqual([])
    await context.close()
  })
