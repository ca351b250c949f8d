/** The desks of withdrawals, payouts, refunds and disputes, by people who hold only those roles. */
import {
  addDestination,
  appealRejection,
  importBankLines,
  makeBankFile,
  objectRefund,
  orderStatus,
  quoteWithdrawal,
  refundOrders,
  rejectWithdrawal,
  requestWithdrawal,
  requestRefund,
  withdrawDetail,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  anOperator,
  anOrder,
  approveByTwo,
  createChainClient,
  depositXpub,
  findAnvil,
  localChainId,
  pollChainPayouts,
  startAnvil,
  transferData,
  aSigner,
  aStockedShop,
  bankAccount,
  creditMerchant,
  newId,
  paymentPassword,
  referenceOf,
  sendWebhook,
  sql,
  withdraw,
  type TestShop,
} from '../apps/server/test/index.ts'
import { goToDesk, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

type Hex = `0x${string}`
let env: TestEnvironment
let shop: TestShop
let destination: string
let finance: { token: string; id: string }
const detail = (id: string) => env.builder.must(withdrawDetail, { id }, { token: shop.token })
const withdrawalKey = (id: string) => ({ shopId: shop.shopId, id })
const signed = () => ({ token: finance.token, key: newId() })

beforeAll(async () => {
  env = await startTestEnvironment()
  env.builder.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  shop = await aStockedShop(env.builder)
  await creditMerchant(env.builder, shop, '5000')
  destination = await aDestination(env.builder, shop)
  finance = await anOperator(env.builder, 'finance')
})
afterAll(() => env.close())

test('finance approves a withdrawal with three keys, decides an appeal, and confirms a payout by its bank line, without a mouse', async () => {
  const small = await withdraw(env.builder, shop, destination, '120')
  const large = await withdraw(env.builder, shop, destination, '1500')
  const wrong = await withdraw(env.builder, shop, destination, '20')
  const rejection = { ...withdrawalKey(wrong.id), reason: 'account-at-risk', note: '' } as const
  await env.builder.must(rejectWithdrawal, rejection, signed())
  await env.builder.must(
    appealRejection,
    { id: wrong.id, text: 'It was my own new phone' },
    { token: shop.token, key: newId() },
  )

  const { page, errors, context } = await openDesk(env, '/withdrawals', { roles: ['finance'] })
  await page.locator('.queue-row').first().waitFor()
  await screenshot(page, 'console-withdrawals-list')
  await page.locator('.queue-row', { hasText: small.code }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: small.code }).waitFor()
  await page.getByText('Latest records of the balance').waitFor()
  await screenshot(page, 'console-withdrawal')
  await page.keyboard.press('a')
  await page.getByText('$118.00 will be paid to').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await detail(small.id)).state).toBe('approved')

  // Above the limit the first approval is not the last.
  await page.goto(`${env.consoleOrigin}/withdrawals?row=${shop.shopId}_${large.id}`)
  await page.getByText('Above $1,000.00 at the request').waitFor()
  await page.keyboard.press('a')
  await page.getByText('Another person has to approve it').waitFor()
  await page.keyboard.press('a')
  await page.getByText('One of two approved').first().waitFor()
  expect((await detail(large.id)).state).toBe('pending')
  // What waits for another signature stands here, and this person reads why it is not his.
  await page.getByText(/^Confirm with a code: Another person has to sign/).waitFor()
  await screenshot(page, 'console-withdrawal-two')

  await page.goto(`${env.consoleOrigin}/withdrawals?appeal=open`)
  await page.locator('.queue-row', { hasText: wrong.code }).waitFor()
  await page.keyboard.press('j')
  await page.getByText('It was my own new phone').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.type('We compared the devices')
  await screenshot(page, 'console-appeal')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await detail(wrong.id)).appeal?.state).toBe('granted')

  const file = await env.builder.must(makeBankFile, {}, signed())
  const importer = await anOperator(env.builder, 'finance')
  await aBankLine(env.builder, importer, { side: 'debit', amount: small.net, reference: `Quayside ${small.code}` })
  await page.goto(`${env.consoleOrigin}/payouts`)
  await page.locator('.queue-row', { hasText: file.code }).waitFor()
  await page.keyboard.press('j')
  await page.getByText(`Quayside ${small.code}`).waitFor()
  await screenshot(page, 'console-payouts')
  await page.keyboard.press('c')
  await page.keyboard.press('c')
  await expect.poll(async () => (await detail(small.id)).state).toBe('paid')

  await page.keyboard.press('w')
  await page.getByRole('heading', { name: 'Ways of payment' }).first().waitFor()
  await page.keyboard.press('p')
  await page.keyboard.type('The bank asks us to wait')
  await page.keyboard.press('Control+Enter')
  // The text stands in the form before the act, so it does not tell that payouts are paused.
  await page.getByText('Payouts are already paused.').first().waitFor()
  await screenshot(page, 'console-payouts-paused')
  await page.keyboard.press('r')
  await page.keyboard.type('The bank works again')
  await page.keyboard.press('Control+Enter')
  // The books are checked first, which takes long on a busy machine.
  await page.getByText('Payouts run').waitFor({ timeout: 45_000 })
  expect(errors).toEqual([])
  await context.close()
})

test('one person returns a payment that the bank never debited with a reason, another signs it, without a mouse', async () => {
  const payout = await withdraw(env.builder, shop, destination, '40')
  await approveByTwo(env.builder, withdrawalKey(payout.id), finance, await aSigner(env.builder, 'finance'))
  const file = await env.builder.must(makeBankFile, {}, signed())
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const quiet = { account: bankAccount, statement: newId(), currency: 'USD' as const, opening: '5.00', closing: '5.00' }
  await env.builder.must(importBankLines, { ...quiet, from: day(0), to: day(4), lines: [] }, finance)

  const first = await openDesk(env, `/payouts?row=${file.batchId}`, { roles: ['finance'] })
  await first.page.getByRole('heading', { name: file.code }).first().waitFor()
  await first.page.keyboard.press('u')
  await first.page.keyboard.press('1')
  await first.page.getByLabel('Why. The second person and the audit see it.').focus()
  await first.page.keyboard.type('The bank has no record of it')
  await expectAccessible(first.page, 'return without a line')
  await screenshot(first.page, 'console-payouts-undebited')
  await first.page.keyboard.press('Control+Enter')
  await first.page.getByRole('link', { name: 'Waits for a second signature' }).waitFor()
  await first.page.getByText(/^(Sign|Confirm with a code): Another person has to sign/).waitFor()
  expect(first.errors).toEqual([])
  await first.context.close()

  const second = await openDesk(env, `/payouts?row=${file.batchId}`, { roles: ['finance'], signs: true })
  await second.page.getByText('The bank has no record of it').waitFor()
  await expectAccessible(second.page, 'return to sign')
  await screenshot(second.page, 'console-payouts-sign')
  await second.page.keyboard.press('s')
  await second.page.keyboard.press('s')
  await expect.poll(async () => (await detail(payout.id)).state).toBe('failed')
  expect(second.errors).toEqual([])
  await second.context.close()
})

test('the work queue leads to a payment in its file and to a transfer that is signed outside, without a mouse', async () => {
  const signer = await aSigner(env.builder, 'finance')
  const payout = await withdraw(env.builder, shop, destination, '45')
  await approveByTwo(env.builder, withdrawalKey(payout.id), finance, signer)
  const file = await env.builder.must(makeBankFile, {}, signed())
  const { page, errors, context } = await openDesk(env, `/work?kind=payout&row=payout.${payout.id}`, {
    roles: ['finance'],
  })
  await page.getByRole('heading', { name: payout.code }).waitFor()
  await screenshot(page, 'console-work')
  await page.getByRole('link', { name: 'Open at its desk' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: file.code }).first().waitFor()
  await page.locator('li[aria-current=true]', { hasText: payout.code }).waitFor()
  await screenshot(page, 'console-payouts-item')

  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Transfers to chain addresses' }).waitFor()
  await page.getByText('No transfer waits to be signed.').first().waitFor()
  await expectAccessible(page, 'chain payouts')
  await screenshot(page, 'console-payouts-chain')
  expect(errors).toEqual([])
  await context.close()
})

test.skipIf(findAnvil() === null)(
  'finance reads what to sign, signs it outside, and enters the signed transfer, which the network pays',
  async () => {
    const { ctx } = env.builder.app
    const { money } = ctx.settings
    const [coolDown, chains] = [money.coolDown, money.chains]
    const anvil = await startAnvil()
    try {
      const chain = createChainClient(anvil.url)
      await chain.fuel()
      const usdt = await chain.deployToken('USDT')
      await chain.mine()
      await chain.mint(usdt, chain.hot.address, 10_000_000_000n)
      await chain.mine()
      money.coolDown = 0
      money.chains = [
        {
          network: 'ethereum',
          chainId: localChainId,
          rpc: [anvil.url],
          hot: [chain.hot.address],
          xpub: depositXpub('legal winner thank year wave sausage worth useful legal winner thank yellow'),
          start: 0,
          final: 2,
          tokens: [{ symbol: 'USDT', contract: usdt, decimals: 6 }],
        },
      ]
      const { id: to } = await env.builder.must(
        addDestination,
        { method: 'chain', network: 'ethereum', address: chain.hot.address, paymentPassword },
        { token: shop.token },
      )
      const quote = await env.builder.must(quoteWithdrawal, { method: 'chain', amount: '60' }, { token: shop.token })
      const payout = await env.builder.must(
        requestWithdrawal,
        { quoteId: quote.id, destinationId: to, paymentPassword },
        { token: shop.token, key: newId() },
      )
      await approveByTwo(env.builder, withdrawalKey(payout.id), finance, await aSigner(env.builder, 'finance'))

      const { page, errors, context } = await openDesk(env, '/payouts?row=chain', { roles: ['finance'] })
      const transfer = page.locator('section', { hasText: payout.code }).filter({ hasText: 'Smallest units' })
      await transfer.waitFor()
      // Whoever holds the key reads all that is signed from the screen.
      const fact = (label: string) =>
        transfer
          .locator('div', { has: page.getByText(label, { exact: true }) })
          .locator('code')
          .last()
          .innerText()
      const { raw } = await chain.sign({ to: (await fact('Contract')) as Hex, data: (await fact('Data')) as Hex })
      await screenshot(page, 'console-payouts-transfer')
      const enter = async (signedTransfer: string) => {
        await page.keyboard.press('g')
        await page.getByRole('radio', { name: new RegExp(payout.code) }).press('Space')
        await page.getByLabel('Signed transaction (0x…)').fill(signedTransfer)
        await page.getByText('It’s sent to the network right away and can’t be reversed.').waitFor()
        await page.keyboard.press('Control+Enter')
      }
      // Another amount than approved is refused, and nothing is sent.
      const wrong = await chain.sign({ to: usdt, data: transferData(usdt, 61_000_000n) })
      await enter(wrong.raw)
      await page.getByRole('alert').filter({ hasText: 'transaction' }).first().waitFor()
      expect((await detail(payout.id)).state).toBe('approved')
      await screenshot(page, 'console-payouts-transfer-refused')
      await page.reload()
      await transfer.waitFor()
      await enter(raw)
      await page.getByText('No transfer waits to be signed.').first().waitFor()
      await expect.poll(async () => (await detail(payout.id)).state).toBe('sending')
      await chain.mine(4)
      await pollChainPayouts(ctx)
      expect((await detail(payout.id)).state).toBe('paid')
      expect(errors).toEqual([])
      await context.close()
    } finally {
      Object.assign(money, { coolDown, chains })
      await anvil.stop()
    }
  },
)

test('support opens a refund for a buyer, decides whether an order counts, and finds both without a mouse', async () => {
  const order = await anOrder(env.builder, shop, { status: orderStatus.completed })
  const { page, errors, context } = await openDesk(env, `/orders?row=${shop.shopId}_${order.id}`, {
    roles: ['support'],
  })
  await page.getByRole('button', { name: 'Open a refund for the buyer' }).waitFor()
  await page.keyboard.press('b')
  await page.keyboard.press('1')
  await page.getByText('Leave empty for all that is left,', { exact: false }).waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('5.00')
  await page.getByLabel('Why, for the merchant and the buyer to read').focus()
  await page.keyboard.type('The picture shows a crack')
  await page.getByText('The merchant will read:').waitFor()
  await expectAccessible(page, 'open a refund')
  await screenshot(page, 'console-order-refund')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^Refund .+ is open\./).waitFor()
  const { list: refunds } = await env.builder.must(refundOrders, {}, { token: shop.token })
  expect(refunds[0]).toMatchObject({ amount: '5.00', state: 'requested' })

  await sql`insert into order_review (shop_id, id, signs, state, opened_at, changed_by, changed_at)
      values (${shop.shopId}, ${order.id}, '{device,card}', 'open', now(), 'system', now())`.execute(env.database.owner)
  await page.goto(`${env.consoleOrigin}/self-dealing`)
  await page.locator('.queue-row').first().waitFor()
  await page.keyboard.press('j')
  await page.getByText('The same device').waitFor()
  await page.keyboard.press('u')
  await page.keyboard.type('The same person bought and sold')
  await expectAccessible(page, 'self-dealing')
  await screenshot(page, 'console-order-review')
  await page.keyboard.press('Control+Enter')
  await page.getByText('No orders here').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('support decides a refund at the cost of the supplier, and sends evidence in a dispute', async () => {
  const order = await anOrder(env.builder, shop, { status: orderStatus.shipped })
  const { refund } = await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: 'It arrived broken' },
    { token: order.buyer.token, key: newId() },
  )
  await env.builder.must(objectRefund, { id: refund!.id, text: 'It left whole' }, { token: shop.token })
  const deposit = await creditMerchant(env.builder, shop, '100')
  const charge = (await referenceOf(env.builder, deposit)).replace(/^tc_/, 'ch_')
  const evidenceBy = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const report = {
    id: 'ev_console',
    type: 'dispute.opened',
    dispute: 'td_console',
    charge,
    amount: '10000',
    evidenceBy,
  }
  expect(await sendWebhook(env.builder, JSON.stringify(report))).toBe(200)

  const { page, errors, context } = await openDesk(env, '/refunds', { roles: ['support'] })
  await page.locator('.queue-row', { hasText: refund!.code }).click()
  await page.getByText('It arrived broken').waitFor()
  await page.getByText('It left whole').waitFor()
  await screenshot(page, 'console-refund')
  await expectAccessible(page, 'refund')
  await page.getByRole('button', { name: 'Approve refund' }).click()
  await page.getByLabel('At whose cost: The supplier').check()
  await page.getByLabel('Why, for both sides to read').fill('The picture shows the damage')
  await page.getByRole('button', { name: 'Confirm: Approve refund' }).click()
  await page.getByText('The refund order').or(page.getByText('Done.')).first().waitFor()
  await page.goto(`${env.consoleOrigin}/refunds?view=payments`)
  await page.locator('.queue-row').first().waitFor()
  await screenshot(page, 'console-refund-payments')

  await page.goto(`${env.consoleOrigin}/disputes`)
  await page.locator('.queue-row').first().click()
  await page.getByRole('button', { name: 'Fill in from the order' }).click()
  await page.getByLabel('What happened').fill('The balance was credited at once')
  await screenshot(page, 'console-dispute')
  await expectAccessible(page, 'dispute')
  await page.getByText('Save the draft first.').waitFor()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Draft saved by').waitFor()
  await page.getByRole('button', { name: 'Send the evidence' }).click()
  await page.getByRole('button', { name: 'Confirm: Send the evidence' }).click()
  await page.getByText('Evidence sent').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

/** Each look opens some of the desks: the parts are the same, and each is slow. */
const looks = [
  { look: { theme: 'dark' }, paths: ['/withdrawals', '/payouts?row=status'] },
  { look: { dir: 'rtl' }, paths: ['/refunds?state=every', '/disputes'] },
  { look: { size: 'phone' }, paths: ['/withdrawals'] },
] as const
for (const { look, paths } of looks)
  test(`the desks have no accessibility fault and fit: ${Object.values(look).join()}`, async () => {
    const name = Object.values(look).join()
    await withdraw(env.builder, shop, destination, '30')
    const { page, errors, context } = await openDesk(env, paths[0], { roles: ['finance'], ...look })
    for (const path of paths) {
      await goToDesk(page, path)
      if (!path.includes('row=')) await page.locator('.queue-row').first().click()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await expectAccessible(page, path)
      await expectToFit(page, path)
      await screenshot(page, `console-${path.split('?')[0]!.slice(1)}-${name}`)
    }
    expect(errors).toEqual([])
    await context.close()
  })
