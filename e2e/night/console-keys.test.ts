/**
 * Journeys without a mouse at desks of the console that the usual run does not pass: reports, and a refund that the
 * bank pays and returns. With SHOTS each step leaves pictures.
 */
import { cancelOrder, makeBankFile, readWallet, withdrawDetail } from '@quayside/contract'
import { listRefundPayments } from '@quayside/contract/payments'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  aBankLine,
  aDestination,
  anOperator,
  anOrder,
  approveByTwo,
  aSigner,
  aStockedShop,
  bankAccount,
  creditMerchant,
  failTestRefund,
  newId,
  sql,
  withdraw,
  type TestShop,
} from '../../apps/server/test/index.ts'
import { openDesk, reportProduct } from '../console-environment.ts'
import {
  expectAccessible,
  expectToFit,
  screenshot,
  startTestEnvironment,
  type TestEnvironment,
} from '../environment.ts'

// Journeys of up to eighty looks.
vi.setConfig({ testTimeout: 400_000 })

let env: TestEnvironment
let shop: TestShop
let finance: { token: string; id: string }
let importer: { token: string; id: string }
beforeAll(async () => {
  env = await startTestEnvironment({
    shippingRates: [{ country: '*', cost: 450, from: 4, to: 9 }],
    taxRates: [{ country: 'IE', rate: 2300, shown: 'included' }],
  })
  env.builder.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  shop = await aStockedShop(env.builder)
  finance = await anOperator(env.builder, 'finance')
  importer = await anOperator(env.builder, 'finance')
})
afterAll(() => env?.close())

/** Checks the present state of a desk in both themes and directions and at three widths, and goes back. */
async function everyLook(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const)
    for (const dir of ['ltr', 'rtl'] as const)
      for (const width of [390, 1280, 1440]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        await page.evaluate(
          ([t, d]) => {
            document.documentElement.dataset['theme'] = t
            document.documentElement.dir = d
          },
          [theme, dir] as const,
        )
        await expectToFit(page, `${name} ${width} ${theme} ${dir}`)
        if (width === 390) await expectAccessible(page, `${name} ${theme} ${dir}`)
        await screenshot(page, `keys-${name}-${width}-${theme}-${dir}`)
      }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light'
    document.documentElement.dir = 'ltr'
  })
}

test('what is typed before the search has its field is not lost, and is no key of the page', async () => {
  for (const _ of [1, 2]) await anOrder(env.builder, shop)
  const { page, errors, context } = await openDesk(env, '/orders', { roles: ['fulfilment'] })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await page.locator('.queue-row').nth(1).waitFor()
  // The script of the search comes late.
  let release: () => void = () => undefined
  const late = new Promise<void>((done) => {
    release = done
  })
  await page.route(/CommandPalette.*[.]js/, async (route) => {
    await late
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.locator('article').waitFor()
  const address = page.url()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Stocj')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('k')
  await page.keyboard.press('Enter')
  // Neither J nor K has opened another order.
  expect(page.url()).toBe(address)
  release()
  await heading('Stock movements').waitFor()
  expect(new URL(page.url()).pathname).toBe('/stock')
  // The script is there: every letter goes into its field, at once.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Impor')
  await page.keyboard.press('Enter')
  await heading('Imports').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Escape closes it also while nothing is shown, and Enter on nothing found chooses nothing.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such page')
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Go to a page').waitFor()
  expect(await page.getByPlaceholder('Go to a page').inputValue()).toBe('no such page')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await context.close()
})

test('review decides a report of a visitor', async () => {
  await reportProduct(env, shop)
  const { page, errors, context } = await openDesk(env, '/reports', { roles: ['review'] })
  await page.locator('.queue-row').first().waitFor()
  await page.keyboard.press('j')
  await page.getByText('Gets the outcome by email, in English').waitFor()
  await everyLook(page, 'report')
  // Without a note nothing is decided.
  await page.keyboard.press('u')
  await page.getByLabel('What the reporter reads').waitFor()
  await page.keyboard.press('Control+Enter')
  expect(await page.locator('.queue-row').count()).toBe(1)
  await page.getByLabel('What the reporter reads').focus()
  await page.keyboard.type('It is off sale.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('No reports here').waitFor()
  const { rows } = await sql<{ state: string }>`select state from content_report`.execute(env.database.owner)
  expect(rows).toEqual([{ state: 'upheld' }])
  expect(errors).toEqual([])
  await context.close()
})

test('a refund that did not arrive is paid by bank, comes back from it, and is sent to the card again', async () => {
  const order = await anOrder(env.builder, shop)
  await env.builder.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const payment = async () =>
    (await env.builder.must(listRefundPayments, { search: order.code }, { token: finance.token })).list[0]!
  await expect.poll(async () => (await payment()).state, { timeout: 30_000 }).toBe('sent')
  const { id, amount } = await payment()
  await failTestRefund(env.builder.app.ctx, id, 'expired_or_canceled_card')
  await expect.poll(async () => (await payment()).state, { timeout: 30_000 }).toBe('failed')

  const path = `/refunds?view=payments&row=${shop.shopId}_${id}`
  const first = await openDesk(env, path, { roles: ['finance'] })
  await first.page.getByRole('heading', { name: 'Another way for this refund' }).waitFor()
  await everyLook(first.page, 'refund-failed')
  // One main action: to send it again. The reference of a payment that came back is not shown empty.
  expect(await first.page.locator('#desk button.bg-primary').count()).toBe(1)
  expect(await first.page.getByText('Reference', { exact: true }).count()).toBe(0)
  await first.page.getByLabel('Last four characters of the account').focus()
  await first.page.keyboard.type('4h1x')
  await first.page.getByLabel('How the buyer gave the account').focus()
  await first.page.keyboard.type('In the conversation')
  await first.page.keyboard.press('Enter')
  await first.page.getByText(/^(Sign|Confirm with a code): Another person has to sign/).waitFor()

  const signer = await openDesk(env, path, { roles: ['finance'], signs: true })
  await signer.page.getByText('Waits for a second signature').first().waitFor()
  await everyLook(signer.page, 'refund-signature')
  await signer.page.keyboard.press('s')
  await signer.page.keyboard.press('s')
  await signer.page.getByRole('heading', { name: 'The debit that paid the buyer' }).waitFor()
  await signer.context.close()

  /** Chooses the only line that fits, and books it. `charges`: what the bank kept of it. */
  const bookLine = async (side: 'credit' | 'debit', heading: string, charges?: string) => {
    const line = charges ? { amount: (Number(amount) - Number(charges)).toFixed(2), charges } : { amount }
    await aBankLine(env.builder, importer, { side, ...line, reference: `${side} for ${order.code}` })
    await first.page.reload()
    await first.page.getByRole('heading', { name: heading }).waitFor()
    await first.page.locator('option', { hasText: order.code }).waitFor({ state: 'attached' })
    await everyLook(first.page, `refund-${side}`)
    await first.page.locator('select', { has: first.page.locator('option', { hasText: order.code }) }).focus()
    await first.page.keyboard.press('ArrowDown')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.press('Enter')
  }
  await bookLine('debit', 'The debit that paid the buyer')
  await expect.poll(async () => (await payment()).state).toBe('sent')
  await bookLine('credit', 'If the bank returned it', '5.00')
  await expect.poll(async () => (await payment()).state).toBe('failed')
  // Both times that it did not arrive stand there once, also when the list is read again.
  const returns = first.page.getByText(/^Sent .* back .*:/)
  await expect.poll(() => returns.count()).toBe(2)
  // The buyer is owed the whole amount.
  await first.page.getByText('The bank kept $5.00, at the platform’s cost.').waitFor()
  expect((await payment()).amount).toBe(amount)
  await everyLook(first.page, 'refund-returned')
  await first.page.keyboard.press('a')
  await first.page.getByText('It never pays twice.').waitFor()
  await first.page.keyboard.press('a')
  await expect.poll(async () => (await payment()).state, { timeout: 30_000 }).toBe('sent')
  expect(await payment()).toMatchObject({ way: 'card', returned: [{}, {}] })
  // React keeps the rows of two facts with one name and draws them again beside the new ones.
  await first.page.locator('article').getByText('Sent', { exact: true }).first().waitFor()
  expect(await returns.count()).toBe(2)
  expect(first.errors).toEqual([])
  await first.context.close()
})

test('a paid withdrawal comes back less the bank’s charges, and the merchant has the whole amount again', async () => {
  await creditMerchant(env.builder, shop, '500')
  const balance = async () => (await env.builder.must(readWallet, {}, { token: shop.token })).balance
  const before = await balance()
  const { id, code, net } = await withdraw(env.builder, shop, await aDestination(env.builder, shop), '100')
  const key = { shopId: shop.shopId, id }
  await approveByTwo(env.builder, key, finance, await aSigner(env.builder, 'finance'))
  const file = await env.builder.must(makeBankFile, {}, { token: finance.token, key: newId() })
  await aBankLine(env.builder, importer, { side: 'debit', amount: net, reference: code })

  const { page, errors, context } = await openDesk(env, `/payouts?row=${file.batchId}`, { roles: ['finance'] })
  const state = async () => (await env.builder.must(withdrawDetail, { id }, { token: shop.token })).state
  await page.getByText(new RegExp(`^Bank line .*${code}`)).waitFor()
  await page.keyboard.press('c')
  await page.keyboard.press('c')
  await expect.poll(state).toBe('paid')
  const less = { side: 'credit', amount: (Number(net) - 15).toFixed(2), reference: `RETURN ${code} AC04` } as const
  // What the entry does not state as charges returns nothing.
  await aBankLine(env.builder, importer, less)
  await page.reload()
  await page.getByText('No bank line sends a payment of this file back.').waitFor({ state: 'attached' })
  await aBankLine(env.builder, importer, { ...less, charges: '15.00' })
  await page.reload()
  await page.getByText('The bank kept $15.00, at the platform’s cost.').waitFor()
  await everyLook(page, 'payout-return')
  await page.keyboard.press('b')
  await page.keyboard.press('b')
  await expect.poll(state).toBe('failed')
  expect(await balance()).toBe(before)
  await everyLook(page, 'payout-returned')
  expect(errors).toEqual([])
  await context.close()
})
