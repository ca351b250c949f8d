/** Withdrawals on the phone: paid, rejected, cancelled, refused, without a response; and looks. */
import {
  confirmPayout,
  makeBankFile,
  rejectWithdrawal,
  requestWithdrawal,
  withdrawDetail,
  withdrawRecords,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  aMerchant,
  aStockedShop,
  anOperator,
  cardNumber,
  creditMerchant,
  loginPassword,
  newId,
  paymentPassword,
  sql,
  withdraw,
  type TestMerchant,
  type TestShop,
  aSigner,
  approveByTwo,
  mustSign,
  type Signer,
} from '../apps/server/test/index.ts'
import { readLanguage } from '../packages/locales/src/registry.ts'
import {
  checkScreen,
  closeLooks,
  inPlace,
  screenshot,
  startTestEnvironment,
  waitOutClickGuard,
  type Look,
  type TestEnvironment,
} from './environment.ts'

const walletAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** The case of a letter is wrong, and with it the checksum. */
const mistypedAddress = walletAddress.replace('d8dA', 'D8dA')

let env: TestEnvironment
let shop: TestShop
let emptyShop: TestMerchant
let finance: { token: string }
let second: Signer
let money: TestEnvironment['builder']['app']['ctx']['settings']['money']
beforeAll(async () => {
  env = await startTestEnvironment()
  ;({ money } = env.builder.app.ctx.settings)
  money.bank = { name: 'Quayside Ltd', iban: 'IE29AIBK93115212345678', bic: 'AIBKIE2D' }
  shop = await aStockedShop(env.builder)
  emptyShop = await aMerchant(env.builder)
  await creditMerchant(env.builder, shop, '5000')
  await creditMerchant(env.builder, emptyShop, '150')
  money.cardHoldDays = 3
  await creditMerchant(env.builder, shop, '300')
  money.cardHoldDays = 0
  finance = await anOperator(env.builder, 'finance')
  second = await aSigner(env.builder, 'finance')
})
afterAll(() => env?.close())

async function open(who: TestMerchant, path: string, look?: Look) {
  const phone = await env.phone({ ...look, token: who.token })
  await phone.page.goto(`${env.origin}/#/pages/${path}`)
  return phone
}
const pin = (page: Page, digits: string, label = 'Payment password') =>
  page.getByLabel(label, { exact: true }).fill(digits)
const withdrawalKey = (id: string, of = shop) => ({ shopId: of.shopId, id })
const signedBy = (operator: { token: string }) => ({ ...operator, key: newId() })
const idIn = (page: Page) => /id=([0-9a-f-]{36})/.exec(page.url())![1]!

/** Imports a bank statement with the payment of a withdrawal. Returns the entry's id. */
async function debited(id: string, statement: string): Promise<string> {
  const { code, net } = await env.builder.must(withdrawDetail, { id }, { token: shop.token })
  const importer = await anOperator(env.builder, 'finance')
  return aBankLine(env.builder, importer, { amount: net, side: 'debit', reference: `WITHDRAWAL ${code}` }, statement)
}

async function sentToTheBank(id: string): Promise<void> {
  // The shop's withdrawals of one day count together and may need two people.
  await approveByTwo(env.builder, withdrawalKey(id), finance, second)
  await env.builder.must(makeBankFile, {}, signedBy(finance))
}

test('withdraws to a new bank card: from the amount to the payment', async () => {
  money.coolDown = 0
  const { context, page, errors } = await open(shop, 'withdraw')
  await page.getByText('$5,000.00').waitFor()
  await page.getByText('$300.00 of your balance can’t be withdrawn yet').waitFor()
  await page.getByText('You can withdraw all of it from').waitFor()

  // Nothing moves while error messages appear and disappear.
  const amount = page.getByLabel('Amount in US dollars')
  const place = async () => {
    const { x, y } = (await page.getByRole('heading', { name: 'Withdraw to' }).boundingBox())!
    return { x, y }
  }
  const before = await place()
  await amount.fill('12.345')
  await inPlace(page, 'Enter an amount with up to two decimals').waitFor()
  expect(await place()).toEqual(before)
  await amount.fill('1.50')
  await inPlace(page, 'The amount must be higher than the $2.00 fee.').waitFor()
  await amount.fill('5200')
  await page.getByText('You can withdraw at most $5,000.00.').waitFor()
  // No amount is invented for what cannot be withdrawn.
  expect(await page.getByText('$5,198.00').count()).toBe(0)
  expect(await place()).toEqual(before)
  expect(await page.getByRole('button', { name: /^Withdraw/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'All' }).click()
  await page.getByText('$4,998.00').waitFor()
  await amount.fill('1200,5')
  await page.getByText('$1,198.50').waitFor()
  expect(await place()).toEqual(before)
  await page.getByRole('button', { name: 'Withdraw · $1,200.50' }).click()
  await page.getByText('Choose a destination').waitFor()

  // A new destination: all wrong fields are shown at once, before the password. A wrong password keeps the entries.
  await page.getByRole('button', { name: 'New destination' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bank card', exact: true }).click()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Quay')
  // What is missing is asked for, all at once, and the first of it has the focus.
  await page.getByLabel('Full name').fill('')
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const label of ['Full name', 'Bank name', 'Card number'])
    await expect.poll(() => page.getByLabel(label).getAttribute('aria-invalid'), { message: label }).toBe('true')
  expect(await inPlace(page, 'This field is required.').count()).toBe(3)
  await expect.poll(() => page.getByLabel('Full name').evaluate((field) => field === document.activeElement)).toBe(true)
  await waitOutClickGuard(page)
  await page.getByLabel('Bank name').fill('Harbour Bank')
  await page.getByLabel('Full name').fill('Somebody Else')
  await page.getByLabel('Card number').fill('4242 4242 4242 4241')
  await page.getByRole('button', { name: 'Continue' }).click()
  await inPlace(page, 'This card number isn’t valid. Check it and try again.').waitFor()
  await inPlace(page, 'The name must match your verified name.').waitFor()
  expect(await page.getByLabel('Bank name').inputValue()).toBe('Harbour Bank')
  await page.getByLabel('Full name').fill('Ada Quay')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('4242 4242 4242 4242').waitFor()
  await pin(page, '000111')
  await inPlace(page, 'Wrong payment password. 4 attempts left.').waitFor()
  await pin(page, paymentPassword)
  await page.getByText('Destination saved').waitFor()
  await page.getByRole('radio', { name: /Harbour Bank ending in 4242/, checked: true }).waitFor()
  expect(await amount.inputValue()).toBe('1200,5')

  // The quote expires while the sheet is open: a new one is shown, and the password is required again.
  await page.getByRole('button', { name: 'Withdraw · $1,200.50' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('$1,198.50').waitFor()
  await sql`update withdrawal_quote set expires_at = now() - interval '1 second'`.execute(env.builder.owner)
  await pin(page, paymentPassword)
  await inPlace(page, 'This quote expired after ten minutes.').waitFor()
  await waitOutClickGuard(page)
  await sheet.getByRole('button', { name: 'Withdraw · $1,200.50' }).click()
  await pin(page, '000111')
  await inPlace(page, 'Wrong payment password.').waitFor()
  await pin(page, paymentPassword)
  await page.getByText('Withdrawal requested').waitFor()

  // Two operators approve, and the bank pays. The open screen shows each step by itself.
  await page.getByText('Decision due by').waitFor()
  const id = idIn(page)
  await approveByTwo(env.builder, withdrawalKey(id), finance, second)
  await page.getByText('Payment due by').waitFor()
  await env.builder.must(makeBankFile, {}, signedBy(finance))
  await page.getByText('On its way').first().waitFor()
  const debit = await debited(id, 'HB-2026-000417')
  const confirmation = { ...withdrawalKey(id), bankLineId: debit }
  const { actId } = await env.builder.must(confirmPayout, confirmation, signedBy(finance))
  await mustSign(env.builder, second, actId!)
  await page.getByText('HB-2026-000417').waitFor()
  await page.getByText('Completed').first().waitFor()
  expect(await page.getByRole('button', { name: 'Cancel withdrawal' }).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('a rejected withdrawal shows the reason and the next step, and the money is back', async () => {
  const withdrawal = await withdraw(env.builder, shop, await aDestination(env.builder, shop), '20')
  const { context, page, errors } = await open(shop, `withdrawDetail?id=${withdrawal.id}`)
  await page.getByText('Under review').first().waitFor()
  await env.builder.must(
    rejectWithdrawal,
    { ...withdrawalKey(withdrawal.id), reason: 'destination-unsupported', note: 'Harbour Bank takes euros only' },
    signedBy(finance),
  )
  await page.getByText('We can’t send payouts to this bank or network.').waitFor()
  await page.getByText('Choose another destination or the other method.').waitFor()
  await page.getByText('Harbour Bank takes euros only').waitFor()
  await page.getByText('The full amount is back in your balance.').waitFor()
  await page.getByRole('link', { name: 'Withdraw' }).click()
  await page.getByText('$18.00').waitFor()
  expect(await page.getByLabel('Amount in US dollars').inputValue()).toBe('20.00')
  expect(errors).toEqual([])
  await context.close()
})

test('cancels an undecided withdrawal; its number can be copied', async () => {
  const withdrawal = await withdraw(env.builder, shop, await aDestination(env.builder, shop), '30')
  const { context, page, errors } = await open(shop, 'withdrawRecord')
  // Its day is the heading, the row has the time.
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.getByRole('link', { name: new RegExp(withdrawal.code) }).click()
  // The steps to come, with the latest time of the next one.
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Completed$/ })
    .waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^ApprovedBy / })
    .waitFor()
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText('Cancel this withdrawal?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText('Withdrawal cancelled. The money is back in your balance.').waitFor()
  await page.getByText('The full amount is back in your balance.').waitFor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy: Number' }).click()
  await page.getByText('Copy Success').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(withdrawal.code)
  await page.goBack()
  await page.getByRole('link', { name: new RegExp(`Cancelled.*${withdrawal.code}`) }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a chain address: pasted, refused with a wrong checksum, saved with the right one, and removed', async () => {
  money.coolDown = 86_400_000
  const { context, page, errors } = await open(shop, 'withdraw?method=chain')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'New destination' }).click()
  // The token stands beside the network wherever one is chosen or confirmed.
  const way = 'USDT · Ethereum (ERC-20)'
  await expect.poll(() => page.getByLabel('Network').locator('option').allTextContents()).toEqual([way])
  await page.evaluate((text) => navigator.clipboard.writeText(text), mistypedAddress)
  await page.getByRole('button', { name: 'Paste' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await inPlace(page, 'This address isn’t valid on the selected network.').waitFor()
  // The sheet is closed and opened again: all entries are there.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'New destination' }).click()
  expect(await page.getByLabel('Network').inputValue()).toBe('ethereum')
  expect(await page.getByLabel('Address').inputValue()).toBe(mistypedAddress)
  await page.getByLabel('Address').fill(walletAddress)
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('0xd8 dA6B F269 64aF 9D7e Ed9e 03E5 3415 D37a A960 45').waitFor()
  await page.getByRole('dialog').getByText(way, { exact: true }).waitFor()
  await pin(page, paymentPassword)
  await page.getByRole('radio', { name: `${way} ending in 6045`, checked: true }).waitFor()
  await page.getByText('New destination: first payout').waitFor()
  await page.getByLabel('Amount in US dollars').fill('40')
  await page.getByRole('button', { name: 'Withdraw · $40.00' }).click()
  await page.getByRole('dialog').getByText(way, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Remove destination: ending in 6045' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove destination' }).click()
  await page.getByRole('radio').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await context.close()
})

test('what a withdrawal lacks is said at once', async () => {
  const { context, page } = await open(await aStockedShop(env.builder), 'withdraw')
  const submit = page.getByRole('button', { name: /^Withdraw/ }).last()
  await submit.click()
  await page.getByText('Please enter amount').waitFor()
  await page.getByText('Choose a destination').waitFor()
  await context.close()
})

test('without a payment password: sets one first, then continues', async () => {
  const { context, page, errors } = await open(emptyShop, 'withdraw')
  await page.getByLabel('Amount in US dollars').fill('100')
  await page.getByText('$98.00').waitFor()
  await page.getByRole('link', { name: 'Set a payment password first' }).click()
  await pin(page, paymentPassword, 'Enter 6-digit Password')
  await pin(page, paymentPassword, 'Confirm payment password')
  await page.getByLabel('Login password, to confirm it’s you').fill(loginPassword)
  await page.getByRole('button', { name: 'Set payment password' }).click()
  await page.getByRole('button', { name: 'Withdraw · $100.00' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('no response: the same request is repeated with its key and executed once', async () => {
  const to = await aDestination(env.builder, emptyShop)
  const { context, page } = await open(emptyShop, `withdraw?amount=50&to=${to}`)
  let lost = 0
  await context.route(`**${requestWithdrawal.path}`, async (route) => {
    lost += 1
    if (lost > 3) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Withdraw · $50.00' }).click()
  await pin(page, paymentPassword)
  await page.getByText('We’re checking whether this went through.').waitFor()
  await page.getByText('Withdrawal requested').waitFor()
  await page.getByText('Under review').first().waitFor()
  expect((await env.builder.must(withdrawRecords, {}, { token: emptyShop.token })).total).toBe(1)
  await context.close()
})

describe('looks', () => {
  const details: Record<string, string> = {}
  let empty: TestMerchant
  let unverifiedMerchant: TestMerchant
  let to: string
  beforeAll(async () => {
    money.coolDown = 86_400_000
    empty = await aMerchant(env.builder)
    unverifiedMerchant = await aMerchant(env.builder, { verified: false })
    to = await aDestination(env.builder, shop)
    const request = async (amount: string) => (await withdraw(env.builder, shop, to, amount)).id
    details['overdue'] = await request('21')
    details['paid'] = await request('22')
    details['rejected'] = await request('23')
    await sql`update withdrawal set decide_by = now() - interval '1 hour' where id = ${details['overdue']}`.execute(
      env.builder.owner,
    )
    await sentToTheBank(details['paid'])
    const bankLineId = await debited(details['paid'], 'HB-2026-000418-LONG-REFERENCE-OF-A-BANK')
    const confirmation = { ...withdrawalKey(details['paid']), bankLineId }
    const { actId } = await env.builder.must(confirmPayout, confirmation, signedBy(finance))
    if (actId) await mustSign(env.builder, second, actId)
    await env.builder.must(
      rejectWithdrawal,
      { ...withdrawalKey(details['rejected']), reason: 'destination-invalid', note: '' },
      signedBy(finance),
    )
  })

  const go = (page: Page, path: string) => page.goto(`${env.origin}/#/pages/${path}`)
  /** Another merchant logs in on the same phone. */
  async function become(page: Page, who: TestMerchant): Promise<void> {
    await page.evaluate((token) => localStorage.setItem('token', token), who.token)
    await page.reload()
  }

  test.each(closeLooks)(
    '$lang, $theme',
    async (look) => {
      const words = readLanguage(look.lang).app
      const name = (screen: string) => `withdraw-${look.lang}-${look.theme}-${screen}`
      const { context, page, errors } = await env.phone(look)
      await page.goto(env.origin)
      await become(page, shop)
      await go(page, `withdraw?amount=2400.5&to=${to}`)
      const dialog = page.getByRole('dialog')
      await page.locator('footer').getByText('2,400.50').waitFor()
      await checkScreen(page, name('screen'))
      await page.getByRole('button', { name: /2,400\.50/ }).click()
      await dialog.waitFor()
      await dialog.getByRole('button', { name: /2,400\.50/ }).click()
      await page.getByLabel(words['withdraw.password'], { exact: true }).waitFor()
      await checkScreen(page, name('confirm'))
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: words['withdraw.new'] }).click()
      // A bank that pays by file is offered accounts first.
      await dialog.getByRole('button', { name: words['withdraw.kind.account'], exact: true }).click()
      await page.getByLabel(words['withdraw.country']).selectOption('IE')
      await page.getByLabel(words['withdraw.iban'], { exact: true }).fill('IE29 AIBK 9311 5212 3456 78')
      await page.getByLabel(words['withdraw.bic'], { exact: true }).fill('AIBKIE2D')
      await page.waitForTimeout(150)
      await checkScreen(page, name('new-account'))
      await dialog.getByRole('button', { name: words['withdraw.method.bank'], exact: true }).click()
      await page.getByLabel(words['withdraw.card']).fill(cardNumber)
      await page.waitForTimeout(150)
      await checkScreen(page, name('new-bank'))
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: words['withdraw.method.chain'] }).click()
      await page.getByRole('button', { name: words['withdraw.new'] }).click()
      await page.getByLabel(words['withdraw.address'], { exact: true }).fill(walletAddress)
      await page.waitForTimeout(150)
      await checkScreen(page, name('new-chain'))
      await dialog.getByRole('button', { name: words['common.continue'] }).click()
      await page.getByLabel(words['withdraw.password'], { exact: true }).waitFor()
      await screenshot(page, name('new-password'))

      await go(page, 'withdrawRecord')
      await page.locator('a[href*=withdrawDetail]').first().waitFor()
      await checkScreen(page, name('records'))
      // The other screens use the same components. One look is enough for them: the mirrored one.
      const all = look.lang === 'ar'
      for (const [state, id] of Object.entries(details)) {
        if (state === 'paid' && !all) continue
        await go(page, `withdrawDetail?id=${id}`)
        await page.getByText(words['recharge.history']).waitFor()
        await checkScreen(page, name(state))
      }

      if (all) {
        await go(page, 'withdrawRecord')
        await become(page, empty)
        await page.getByText(words['withdraw.empty'], { exact: true }).waitFor()
        await checkScreen(page, name('no-records'))
        await go(page, 'withdraw')
        await page.getByText(words['withdraw.promise']).waitFor()
        await checkScreen(page, name('nothing'))
        await become(page, unverifiedMerchant)
        await page.getByText(words['home.not-verified']).waitFor()
        await checkScreen(page, name('not-verified'))
      }
      expect(errors).toEqual([])
      await context.close()
    },
    120_000,
  )
})
