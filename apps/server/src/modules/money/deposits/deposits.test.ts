/** Deposits by card, PIX and transfer, through the API on real PostgreSQL. */
import {
  confirmReceipt,
  approveDeposit,
  cancelDeposit,
  chainAddress,
  checkBooks,
  depositCounts,
  depositDetail,
  depositVoucher,
  financePending,
  fundsRecords,
  importBankLines,
  listBankLines,
  listDeposits,
  listDisputes,
  listMessages,
  openCardDeposit,
  openPixDeposit,
  quoteWithdrawal,
  readWallet,
  rechargeChannels,
  rechargeDetail,
  rechargeRecords,
  refuseAct,
  rejectDeposit,
  replaceVoucher,
  sendVoucher,
  shownDepositState,
  claimDeposit,
  upload,
  voucherPicture,
  withdrawableNow,
  withdrawDetail,
  type ResponseBody,
} from '@quayside/contract'
import { hasError, parsePix } from 'pix-utils'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  deliver,
  disputeWebhook,
  creditMerchant,
  sendWebhook,
  referenceOf,
  webhook,
  withdraw,
  type TestMerchant,
  type TestShop,
  aSigner,
  signs,
  mustSign,
  type Signer,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours } from '../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { newId } from '../../../platform/database/ids.ts'
import { testProcessor } from '../../../providers/test-processor.ts'

import { processEvents } from '../../people/messages/process-events.ts'
import { centavosFor, centsOf } from './deposit.ts'
import { recordDispute } from './dispute-deposit.ts'
import { expireDeposits } from './expire-deposits.ts'

let server: TestServer
let shop: TestShop
let finance: { token: string; id: string }
let second: Signer
/** The operator who imports statements and approves nothing. */
let importer: Signer

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  finance = await anOperator(server, 'finance')
  second = await aSigner(server, 'finance')
  importer = await aSigner(server, 'finance')
})
afterAll(() => server.close())

const balance = async (of: TestMerchant) => (await server.must(readWallet, {}, { token: of.token })).balance
const key = () => ({ token: shop.token, key: newId() })

/** A voucher picture of noise: pictures are similar only for the same seed. */
async function picture(of: TestMerchant, seed: number, { width = 400, quality = 90 } = {}): Promise<string> {
  let x = seed * 2654435761 + 1
  const pixels = Buffer.from(
    Array.from({ length: 16 * 16 }, () => {
      x = (x * 1103515245 + 12345) % 2147483648
      return x % 256
    }),
  )
  const photo = await sharp(pixels, { raw: { width: 16, height: 16, channels: 1 } })
    .resize(width, width)
    .jpeg({ quality })
    .toBuffer()
  const boundary = 'voucher'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="v.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await server.app.http.inject({
    method: 'POST',
    url: `${upload.path}?purpose=voucher`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, token: of.token },
    payload: body,
  })
  const { data } = answer.json<{ data: { id: string; url: string | null } }>()
  expect(data.url).toBeNull()
  return data.id
}

const bankLine = (amount: string, currency: 'USD' | 'BRL' = 'USD', reference = '') =>
  aBankLine(server, importer, { amount, currency, reference })
/** A credit of today, which the desk offers for a recharge that was just made. */
const creditOfToday = (amount: string, currency: 'USD' | 'BRL', reference: string) =>
  aBankLine(server, importer, {
    amount,
    currency,
    reference,
    valueDate: server.clock.now().toISOString().slice(0, 10),
  })

const approve = (id: string, bankLineId: string, by: { token: string }, of: TestMerchant = shop) =>
  server.call(approveDeposit, { shopId: of.shopId, id, bankLineId }, { ...by, key: newId() })

describe('amounts', () => {
  test('the cents of a token amount are rounded down', () => {
    expect(centsOf(100_000_000n, 6)).toBe(10_000n)
    expect(centsOf(9_999n, 6)).toBe(0n)
    expect(centsOf(10_000n, 6)).toBe(1n)
    expect(centsOf(1_009_999_999_999_999_999n, 18)).toBe(100n)
    expect(centsOf(123n, 2)).toBe(123n)
  })
  test('the centavos for a dollar amount are rounded up', () => {
    expect(centavosFor(6000n, 550)).toBe(33_000n)
    expect(centavosFor(6001n, 551)).toBe(33_066n)
  })
})

describe('by card', () => {
  test('99.99 is refused as below the minimum of 100; 100 opens one checkout for one key', async () => {
    expect(await server.call(openCardDeposit, { amount: '99.99' }, key())).toMatchObject({
      code: 0,
      reason: 'deposit/below-minimum',
      msg: 'The minimum amount is $100.00.',
    })
    const named = key()
    const first = await server.must(openCardDeposit, { amount: '100' }, named)
    expect(await server.must(openCardDeposit, { amount: '100' }, named)).toEqual(first)
    expect((await server.must(rechargeDetail, { id: first.id }, { token: shop.token })).checkoutUrl).toBe(
      first.checkoutUrl,
    )
    const page = (await server.app.http.inject(new URL(first.checkoutUrl).pathname)).body
    expect(page).toContain(`/#/pages/rechargeDetail?id=${first.id}&amp;checkout=not-paid`)
  })

  test('is credited once by repeated webhooks, with the captured amount', async () => {
    const before = await balance(shop)
    const { id, checkoutUrl } = await server.must(openCardDeposit, { amount: '250' }, key())
    const reference = checkoutUrl.split('/').at(-1)!
    expect(await sendWebhook(server, webhook(reference, '250.00'), 'a forger’s secret')).toBe(400)
    expect(await balance(shop)).toBe(before)
    expect(await sendWebhook(server, webhook(reference, '250.00', { type: 'payment.processing', id: 'p' }))).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        sendWebhook(server, webhook(reference, '250.00', { id: `ev${i}_${reference}` })),
      ),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(Number(await balance(shop)) - Number(before)).toBe(250)
    expect(await server.must(rechargeDetail, { id }, { token: shop.token })).toMatchObject({
      state: 'credited',
      amount: '250.00',
      checkoutUrl: null,
      history: [
        { from: null, to: 'awaiting-transfer', by: 'merchant' },
        { from: 'awaiting-transfer', to: 'credited', by: 'processor' },
      ],
    })
  })

  test('is credited also when the payment arrives after the checkout expired', async () => {
    const { id, checkoutUrl } = await server.must(openCardDeposit, { amount: '101' }, key())
    server.clock.pass(hours(2))
    await expireDeposits(server.db, server.clock.now())
    expect(await server.must(rechargeDetail, { id }, { token: shop.token })).toMatchObject({ state: 'expired' })
    const before = Number(await balance(shop))
    await sendWebhook(server, webhook(checkoutUrl.split('/').at(-1)!, '101.00'))
    expect(Number(await balance(shop)) - before).toBeCloseTo(101, 2)
  })

  test('can be spent at once and withdrawn when final; orders use it first', async () => {
    server.app.ctx.settings.money.cardHoldDays = 7
    try {
      const other = await aStockedShop(server)
      await creditMerchant(server, other, '100')
      const withdrawable = async () =>
        (await server.must(quoteWithdrawal, { method: 'bank', amount: '50' }, { token: other.token })).withdrawable
      expect(await withdrawable()).toBe('0.00')
      await anOrder(server, other, { status: 6, funding: 'balance' })
      // 10.00 of the deposit was spent and 14.24 earned: all earnings can be withdrawn.
      expect(await balance(other)).toBe('104.24')
      expect(await withdrawable()).toBe('14.24')
      server.clock.pass(days(7) + 1)
      expect(await withdrawable()).toBe('104.24')
    } finally {
      server.app.ctx.settings.money.cardHoldDays = 0
    }
  })
})

test('a shop has at most ten unpaid card checkouts, also for concurrent requests', async () => {
  const of = await aStockedShop(server)
  const open = () => server.call(openCardDeposit, { amount: '100' }, { token: of.token, key: newId() })
  const asked = await Promise.all(Array.from({ length: 14 }, open))
  expect(asked.map(({ reason }) => reason).filter((reason) => reason === 'deposit/too-many-open')).toHaveLength(4)
  // A paid or expired checkout does not count.
  const reference = await referenceOf(server, asked.find(({ code }) => code === 1)!.data.id)
  await sendWebhook(server, webhook(reference, '100.00'))
  expect([(await open()).code, (await open()).reason]).toEqual([1, 'deposit/too-many-open'])
  server.clock.pass(hours(1))
  expect((await open()).code).toBe(1)
})

describe('disputed by the card’s bank', () => {
  /** A shop with a card deposit, and functions that report its disputes. */
  const recharged = async (amount = '100') => {
    const of = await aStockedShop(server)
    const id = await creditMerchant(server, of, amount)
    const reference = await referenceOf(server, id)
    type More = Parameters<typeof disputeWebhook>[3]
    return {
      of,
      id,
      reference,
      tell: (type: 'opened' | 'won' | 'lost', asked = amount, more: More = {}) =>
        sendWebhook(server, disputeWebhook(reference, asked, type, more)),
      detail: () => server.must(rechargeDetail, { id }, { token: of.token }),
      owed: async () => (await server.must(financePending, {}, { token: of.token })).owed,
    }
  }

  test('eight concurrent reports set the amount aside once, and the merchant sees the deadline for evidence', async () => {
    const { of, id, reference, tell, detail, owed } = await recharged()
    expect(await sendWebhook(server, disputeWebhook(reference, '100', 'opened'), 'a forger’s secret')).toBe(400)
    expect(await deliver(server, disputeWebhook('tc_unknown', '100', 'lost', { dispute: 'dp_unknown' }))).toBe(200)
    expect(await detail()).toMatchObject({ state: 'credited', dispute: null })
    const evidenceBy = '2026-12-24T12:00:00.000Z'
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell('opened', '100', { evidenceBy })))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await balance(of)).toBe('0.00')
    expect(await owed()).toBe('0.00')
    const open = { state: 'open', amount: '100.00', owed: '0.00', evidenceBy }
    expect(await detail()).toMatchObject({ state: 'disputed', dispute: open })
    // A repeated webhook of the payment does not credit it again.
    expect(await sendWebhook(server, webhook(reference, '100.00', { id: 'again' }))).toBe(200)
    expect(await balance(of)).toBe('0.00')
    expect([await tell('won'), await tell('won')]).toEqual([200, 200])
    expect(await balance(of)).toBe('100.00')
    expect(await detail()).toMatchObject({ id, state: 'credited', dispute: { ...open, state: 'won' } })
  })

  test('each change of the bank’s decision is booked once', async () => {
    const { of, id, reference, tell, detail } = await recharged()
    const states: [string, string | undefined, string][] = []
    for (const outcome of ['lost', 'lost', 'won', 'won', 'lost', 'won'] as const) {
      expect(await tell(outcome, '100', { evidenceBy: null })).toBe(200)
      const { state, dispute } = await detail()
      states.push([state, dispute?.state, await balance(of)])
    }
    const [lost, won] = [
      ['charged-back', 'lost', '0.00'],
      ['credited', 'won', '100.00'],
    ]
    expect(states).toEqual([lost, lost, won, won, lost, won])
    const transfers = sql<{ event: string }>`select event from ledger.transfer where ref = ${id} order by recorded_at`
    const round = ['dispute.opened', 'dispute.lost', 'dispute.won']
    expect((await queryAll(server.owner, transfers)).map(({ event }) => event)).toEqual([
      'deposit.credited',
      ...round,
      ...round,
    ])
    // The current state at the processor counts, not the state in a late event.
    expect(await deliver(server, disputeWebhook(reference, '100', 'lost'))).toBe(200)
    expect(await deliver(server, disputeWebhook(reference, '100', 'opened'))).toBe(200)
    expect(await detail()).toMatchObject({ state: 'credited', dispute: { state: 'won' } })
    expect((await server.must(checkBooks, {}, { token: finance.token })).checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('a report of the processor that is older than the last one is ignored', async () => {
    const { of, reference, tell } = await recharged()
    const [processor, now] = [testProcessor(server.app.ctx, 'unused'), server.clock.now()]
    await tell('lost')
    const told = (await processor.findDispute(`dp_${reference}`))!
    await tell('won')
    const older = { ...told, asOf: new Date(now.getTime() - 1) }
    expect((await recordDispute(server.app.ctx, processor, older))?.state).toBe('won')
    expect(await balance(of)).toBe('100.00')
  })

  test('a decision that arrives before the opening also opens the dispute, and the later opening changes nothing', async () => {
    const { of, tell, detail } = await recharged()
    expect([await tell('lost'), await tell('opened')]).toEqual([200, 200])
    expect(await balance(of)).toBe('0.00')
    const { state, history } = await detail()
    expect(state).toBe('charged-back')
    expect(history.map(({ to }) => to)).toEqual(['awaiting-transfer', 'credited', 'disputed', 'charged-back'])
  })

  test('a spent amount becomes a visible debt, is settled only from earnings, and returns when the dispute is won', async () => {
    const { of, tell, detail, owed } = await recharged()
    await anOrder(server, of, { status: 2, quantity: 4, funding: 'balance' })
    expect(await balance(of)).toBe('60.00')
    const delivered = await anOrder(server, of, { status: 4 })
    await tell('opened')
    expect([await balance(of), await owed()]).toEqual(['0.00', '40.00'])
    expect((await detail()).dispute).toMatchObject({ amount: '100.00', owed: '40.00' })
    // A deposit does not pay the debt. The earnings of an order do.
    await creditMerchant(server, of, '100')
    expect([await balance(of), await owed()]).toEqual(['100.00', '40.00'])
    await server.must(confirmReceipt, { id: delivered.id }, { token: delivered.buyer.token, key: newId() })
    expect([await balance(of), await owed()]).toEqual(['100.00', '35.76'])
    await tell('won')
    expect([await balance(of), await owed()]).toEqual(['164.24', '0.00'])
  })

  test('a withdrawn amount becomes a debt, and the earlier withdrawal stays as it is', async () => {
    const { of, tell, owed } = await recharged()
    const asked = await withdraw(server, of, await aDestination(server, of), '70')
    await tell('lost')
    expect([await balance(of), await owed()]).toEqual(['0.00', '70.00'])
    expect(await server.must(withdrawDetail, { id: asked.id }, { token: of.token })).toMatchObject({ state: 'pending' })
  })

  test('a partial dispute takes only its amount, and all disputes together take at most the payment', async () => {
    server.app.ctx.settings.money.cardHoldDays = 7
    try {
      const { of, tell, detail } = await recharged()
      const locked = async () => (await server.must(withdrawableNow, {}, { token: of.token })).locked
      expect(await locked()).toBe('100.00')
      await tell('opened', '30')
      expect(await balance(of)).toBe('70.00')
      expect(await locked()).toBe('70.00')
      await tell('lost', '30')
      expect(await detail()).toMatchObject({ state: 'credited', dispute: { state: 'lost', amount: '30.00' } })
      // 71 are disputed and 70 are left: 70 are taken, and operators see the difference.
      const rest = { dispute: `rest of ${of.shopId}` }
      expect(await tell('opened', '71', rest)).toBe(200)
      expect(await balance(of)).toBe('0.00')
      expect(await detail()).toMatchObject({ state: 'disputed', dispute: { amount: '70.00', owed: '0.00' } })
      const { list } = await server.must(listDisputes, { limit: 100 }, finance)
      expect(list.find(({ reference }) => reference === rest.dispute)).toMatchObject({
        asked: '71.00',
        amount: '70.00',
      })
      await tell('lost', '71', rest)
      expect(await detail()).toMatchObject({ state: 'charged-back' })
      // Nothing is left: another dispute is stored for operators and takes nothing in any state.
      const more = { dispute: `more of ${of.shopId}` }
      expect([await tell('opened', '5', more), await tell('lost', '5', more), await tell('won', '5', more)]).toEqual([
        200, 200, 200,
      ])
      expect(await balance(of)).toBe('0.00')
      expect(await detail()).toMatchObject({ state: 'charged-back' })
    } finally {
      server.app.ctx.settings.money.cardHoldDays = 0
    }
  })
})

describe('by PIX', () => {
  test('59.99 is refused as below the minimum of 60; the code for 60 decodes to the same amount', async () => {
    expect((await server.call(openPixDeposit, { amount: '59.99' }, key())).reason).toBe('deposit/below-minimum')
    const opened = await server.must(openPixDeposit, { amount: '60' }, key())
    expect(opened).toMatchObject({ brl: '330.00', payee: 'Quayside Test' })
    const read = parsePix(opened.brCode)
    if (hasError(read)) throw new Error('the BR Code cannot be read')
    expect(read).toMatchObject({
      merchantName: 'QUAYSIDE TEST',
      merchantCity: 'SAO PAULO',
      pixKey: 'pix@platform.example',
      transactionAmount: 330,
      txid: opened.code,
    })
    expect((await server.must(rechargeDetail, { id: opened.id }, { token: shop.token })).pix?.brCode).toBe(
      opened.brCode,
    )
  })

  test('is credited in dollars with a bank line in reais, also after it expired', async () => {
    const opened = await server.must(openPixDeposit, { amount: '80' }, key())
    server.clock.pass(days(2))
    await expireDeposits(server.db, server.clock.now())
    const line = await bankLine(opened.brl, 'BRL', opened.code)
    const before = Number(await balance(shop))
    await mustSign(server, second, (await approve(opened.id, line, finance)).data.actId)
    expect(Number(await balance(shop)) - before).toBeCloseTo(80, 2)
  })

  test('can be cancelled and paid while an operator looks at it, and no longer once its money is named', async () => {
    const cancel = (id: string) => server.call(cancelDeposit, { id }, { token: shop.token })
    const detail = (id: string) => server.must(rechargeDetail, { id }, { token: shop.token })
    const opened = await server.must(openPixDeposit, { amount: '60' }, key())
    await server.must(claimDeposit, { shopId: shop.shopId, id: opened.id }, finance)
    expect(await detail(opened.id)).toMatchObject({
      state: 'under-review',
      pix: { brCode: opened.brCode },
      may: { cancel: true },
    })
    expect((await cancel(opened.id)).reason).toBeUndefined()
    expect((await detail(opened.id)).state).toBe('cancelled')
    const line = await bankLine(opened.brl, 'BRL', opened.code)
    // Its money came after all.
    await mustSign(server, second, (await approve(opened.id, line, finance)).data.actId)
    expect((await detail(opened.id)).state).toBe('credited')

    const paid = await server.must(openPixDeposit, { amount: '60' }, key())
    const act = (await approve(paid.id, await bankLine(paid.brl, 'BRL', paid.code), finance)).data.actId
    expect(await detail(paid.id)).toMatchObject({ pix: null, may: { cancel: false } })
    expect((await cancel(paid.id)).reason).toBe('deposit/payment-found')
    await mustSign(server, second, act)
    expect((await cancel(paid.id)).reason).toBe('deposit/payment-found')
  })

  test('is approved, before or after it is cancelled, when the merchant and an operator act at once', async () => {
    const opened = await server.must(openPixDeposit, { amount: '60' }, key())
    await server.must(claimDeposit, { shopId: shop.shopId, id: opened.id }, finance)
    const line = await bankLine(opened.brl, 'BRL', opened.code)
    const [cancelled, approved] = await Promise.all([
      server.call(cancelDeposit, { id: opened.id }, { token: shop.token }),
      approve(opened.id, line, finance),
    ])
    expect([undefined, 'deposit/payment-found']).toContain(cancelled.reason)
    expect(approved.reason).toBeUndefined()
    expect((await server.must(rechargeDetail, { id: opened.id }, { token: shop.token })).state).toBe('under-review')
  })
})

describe('by transfer', () => {
  const send = async (seed: number, amount = '120') =>
    server.must(sendVoucher, { network: 'bank', amount, voucher: await picture(shop, seed) }, key())

  test('has its number before it is made: the same until it is reported, and of this shop only', async () => {
    const shownTo = async (token: string) => (await server.must(rechargeChannels, {}, { token })).manual!.reference
    const other = await aMerchant(server)
    const shown = await shownTo(shop.token)
    expect(await shownTo(shop.token)).toBe(shown)
    expect(await shownTo(other.token)).not.toBe(shown)
    const voucher = await picture(other, 90)
    const report = () =>
      server.must(sendVoucher, { network: 'bank', amount: '120', voucher }, { token: other.token, key: newId() })
    const atOnce = await Promise.all([report(), report()])
    const next = await shownTo(other.token)
    expect(new Set([...atOnce.map(({ code }) => code), next]).size).toBe(3)
    expect((await report()).code).toBe(next)
  })

  test('offers only the configured networks', async () => {
    const channels = await server.must(rechargeChannels, {}, { token: shop.token })
    expect(channels).toMatchObject({
      card: { minimum: '100.00' },
      pix: { minimum: '60.00', code: true },
      chain: [],
      manual: { minimum: '100.00', reference: expect.stringMatching(/^[2-9A-Z]{8}$/), payees: [{ network: 'bank' }] },
    })
    expect((await server.call(chainAddress, { network: 'ethereum' }, { token: shop.token })).reason).toBe(
      'deposit/channel-off',
    )
    const voucher = await picture(shop, 1)
    expect((await server.call(sendVoucher, { network: 'tron', amount: '100', voucher }, key())).reason).toBe(
      'deposit/channel-off',
    )
    expect((await server.call(sendVoucher, { network: 'bank', amount: '99.99', voucher }, key())).reason).toBe(
      'deposit/below-minimum',
    )
    expect((await server.call(sendVoucher, { network: 'bank', amount: '100', voucher: newId() }, key())).reason).toBe(
      'file/not-found',
    )
  })

  test('is under review once the voucher is sent; a PIX code awaits its transfer', async () => {
    const { id } = await send(77, '100')
    const pix = await server.must(openPixDeposit, { amount: '60' }, key())
    const { list } = await server.must(rechargeRecords, {}, { token: shop.token })
    const shown = (of: string) => shownDepositState(list.find((row) => row.id === of)!)
    expect(shown(id)).toBe('under-review')
    expect(shown(pix.id)).toBe('awaiting-transfer')
    expect(await server.must(rechargeDetail, { id }, { token: shop.token })).toMatchObject({
      hasVoucher: true,
      may: { cancel: true, replaceVoucher: true },
    })
    for (const deposit of [id, pix.id]) await server.must(cancelDeposit, { id: deposit }, { token: shop.token })
  })

  test('accepts another picture until the review begins, and shows a picture only to its merchant and to operators', async () => {
    const { id } = await send(2)
    const other = await picture(shop, 3)
    await server.must(replaceVoucher, { id, voucher: other }, { token: shop.token })
    const mine = await server.must(voucherPicture, { id }, { token: shop.token })
    expect(Buffer.from(mine.base64, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8')
    const stranger = await aMerchant(server)
    expect((await server.call(voucherPicture, { id }, { token: stranger.token })).reason).toBe('deposit/not-found')
    await server.must(claimDeposit, { shopId: shop.shopId, id }, finance)
    expect((await server.must(depositVoucher, { shopId: shop.shopId, id }, finance)).base64).toBe(mine.base64)
    for (const reply of [
      await server.call(replaceVoucher, { id, voucher: other }, { token: shop.token }),
      await server.call(cancelDeposit, { id }, { token: shop.token }),
    ])
      expect(reply.reason).toBe('deposit/review-begun')
  })

  test('detects a picture that was sent before, also scaled, recompressed, or by another merchant', async () => {
    expect((await send(40)).seenBefore).toBe(false)
    const thief = await aMerchant(server)
    const copy = await picture(thief, 40, { width: 300, quality: 55 })
    const reply = await server.must(
      sendVoucher,
      { network: 'bank', amount: '100', voucher: copy },
      { token: thief.token, key: newId() },
    )
    expect(reply.seenBefore).toBe(true)
    expect((await send(41)).seenBefore).toBe(false)
  })

  test('is credited by two people with an unused bank line of the same amount', async () => {
    const { id } = await send(50)
    const named = { shopId: shop.shopId, id }
    const line = await bankLine('120.00')
    expect((await approve(id, line, finance)).reason).toBe('deposit/not-reviewable')
    await server.must(claimDeposit, named, finance)
    expect((await approve(id, newId(), finance)).reason).toBe('deposit/line-unknown')
    expect((await approve(id, await bankLine('120.01'), finance)).reason).toBe('deposit/line-differs')
    const before = Number(await balance(shop))
    const first = await aSigner(server, 'finance')
    const { actId } = (await approve(id, line, first)).data
    expect((await signs(server, first, actId)).reason).toBe('operator/second-person')
    expect((await approve(id, line, second)).reason).toBe('act/already-open')
    // Another line after the act: the second person signed for the first one.
    const otherLine = await bankLine('120.00')
    const bind = (to: string) => sql`update deposit set bank_line_id = ${to} where id = ${id}`.execute(server.owner)
    await bind(otherLine)
    expect((await signs(server, second, actId)).reason).toBe('decision/changed')
    await bind(line)
    await server.must(refuseAct, { id: actId, reason: 'It is another payer' }, second)
    expect(await server.must(depositDetail, named, second)).toMatchObject({ firstApprover: null, line: null })
    const again = (await approve(id, otherLine, first)).data.actId
    expect(Number(await balance(shop))).toBe(before)
    await mustSign(server, second, again)
    expect(Number(await balance(shop)) - before).toBeCloseTo(120, 2)
    const detail = await server.must(rechargeDetail, { id }, { token: shop.token })
    expect(detail).toMatchObject({ state: 'credited', withdrawableAt: null })
    expect(detail.bankReference).toMatch(/ \/ 1$/)
    const { list } = await server.must(fundsRecords, { code: detail.code }, { token: shop.token })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ event: 'deposit.credited', amount: '120.00', cause: { kind: 'deposit', id } })
  })

  test('that arrives less a bank’s fee is credited with what arrived, and the merchant reads how much and why', async () => {
    const { id } = await send(51)
    const named = { shopId: shop.shopId, id }
    await server.must(claimDeposit, named, finance)
    const { code } = await server.must(rechargeDetail, { id }, { token: shop.token })
    const [short, more] = [
      await creditOfToday('105.50', 'USD', `TRANSFER ${code}`),
      await creditOfToday('120.02', 'USD', `OTHER ${code}`),
    ]
    const { candidates } = await server.must(depositDetail, named, finance)
    expect(candidates.map((line) => [line.id, line.fits, line.shortfall])).toEqual(
      expect.arrayContaining([
        [short, false, '14.50'],
        [more, false, null],
      ]),
    )
    const shortfall = 'The correspondent bank kept 14.50 USD'
    const approveShort = (line: string, by: { token: string }, why?: string) =>
      server.call(
        approveDeposit,
        { ...named, bankLineId: line, ...(why ? { shortfall: why } : {}) },
        {
          ...by,
          key: newId(),
        },
      )
    // More than was reported is explained by no fee, and less needs the reason.
    expect((await approveShort(more, finance, shortfall)).reason).toBe('deposit/line-differs')
    expect((await approveShort(short, finance)).fields).toHaveProperty('shortfall')
    const before = Number(await balance(shop))
    const refused = (await approveShort(short, finance, shortfall)).data.actId
    await server.must(refuseAct, { id: refused, reason: 'Ask the bank first' }, second)
    // As it was reported, and its line is free.
    expect(await server.must(rechargeDetail, { id }, { token: shop.token })).toMatchObject({
      amount: '120.00',
      reported: null,
      note: null,
    })
    const { actId } = (await approveShort(short, finance, shortfall)).data
    // The act names what is credited: another amount does not run.
    await expect(
      sql`update deposit set amount = 12000, expected = 12000 where id = ${id}`.execute(server.db),
    ).rejects.toMatchObject({ constraint: 'deposit_reported' })
    const signed = await Promise.all([second, await aSigner(server, 'finance')].map((by) => signs(server, by, actId)))
    expect(signed.filter((reply) => reply.code === 1)).toHaveLength(1)
    expect(Number(await balance(shop)) - before).toBeCloseTo(105.5, 2)
    const credited = { state: 'credited', amount: '105.50', reported: '120.00', note: shortfall }
    expect(await server.must(rechargeDetail, { id }, { token: shop.token })).toMatchObject(credited)
    expect(await server.must(depositDetail, named, finance)).toMatchObject(credited)
    const { list } = await server.must(fundsRecords, { code }, { token: shop.token })
    expect(list).toMatchObject([{ event: 'deposit.credited', amount: '105.50' }])
  })

  test.each(['pix', 'manual'] as const)(
    'that arrives after it was cancelled (%s) is credited, and the merchant is told',
    async (channel) => {
      const own = await aStockedShop(server)
      const as = () => ({ token: own.token, key: newId() })
      const made =
        channel === 'pix'
          ? await server.must(openPixDeposit, { amount: '80' }, as())
          : await server.must(sendVoucher, { network: 'bank', amount: '120', voucher: await picture(own, 57) }, as())
      await server.must(cancelDeposit, { id: made.id }, { token: own.token })
      const named = { shopId: own.shopId, id: made.id }
      const { code, brl } = { brl: null, ...made } as { code: string; brl: string | null }
      const line = await creditOfToday(brl ?? '120.00', brl ? 'BRL' : 'USD', `LATE ${code}`)
      const { candidates } = await server.must(depositDetail, named, finance)
      expect(candidates[0]).toMatchObject({ id: line, fits: true })
      const first = (await approve(made.id, line, finance, own)).data.actId
      // Refused, it is under review and not lost; approved again, it is credited once.
      await server.must(refuseAct, { id: first, reason: 'Look again' }, second)
      const { actId } = (await approve(made.id, line, finance, own)).data
      expect((await server.call(cancelDeposit, { id: made.id }, { token: own.token })).reason).toMatch(/^deposit\//)
      await mustSign(server, second, actId)
      const amount = channel === 'pix' ? '80.00' : '120.00'
      expect(await balance(own)).toBe(amount)
      expect(await server.must(rechargeDetail, { id: made.id }, { token: own.token })).toMatchObject({
        state: 'credited',
        amount,
      })
      await processEvents(server.app.ctx)
      const { list } = await server.must(listMessages, { type: 'money' }, { token: own.token })
      expect(list[0]).toMatchObject({ kind: 'deposit.credited' })
      expect(list[0]!.text).toContain(`$${amount}`)
    },
  )

  test('of two vouchers with the same bank line one is credited', async () => {
    const [a, b] = [await send(60), await send(61)]
    const line = await bankLine('120.00')
    for (const { id } of [a, b]) await server.must(claimDeposit, { shopId: shop.shopId, id }, finance)
    const before = Number(await balance(shop))
    const firsts = await Promise.all([a, b].map(({ id }) => approve(id, line, finance)))
    const acts = firsts.flatMap((reply) => (reply.code === 1 ? [reply.data.actId] : []))
    for (const actId of acts) await mustSign(server, second, actId)
    expect(firsts.filter((reply) => reply.code === 1)).toHaveLength(1)
    expect(firsts.filter((reply) => reply.reason === 'deposit/line-used')).toHaveLength(1)
    expect(Number(await balance(shop)) - before).toBeCloseTo(120, 2)
  })

  test('concurrent approvals and concurrent signatures credit a voucher once', async () => {
    const { id } = await send(70)
    await server.must(claimDeposit, { shopId: shop.shopId, id }, finance)
    const line = await bankLine('120.00')
    const before = Number(await balance(shop))
    const replies = await Promise.all(Array.from({ length: 5 }, () => approve(id, line, finance)))
    const acts = replies.flatMap((reply) => (reply.code === 1 ? [reply.data.actId] : []))
    expect(acts).toHaveLength(1)
    const third = await aSigner(server, 'finance')
    const signed = await Promise.all([second, third, second, third].map((by) => signs(server, by, acts[0]!)))
    expect(signed.filter((reply) => reply.code === 1)).toHaveLength(1)
    expect(Number(await balance(shop)) - before).toBeCloseTo(120, 2)
  })

  test('is rejected with a reason that the merchant sees, and its bank line can be used again', async () => {
    const { id } = await send(80)
    const named = { shopId: shop.shopId, id }
    await server.must(claimDeposit, named, finance)
    const line = await bankLine('120.00')
    await approve(id, line, finance)
    await server.must(
      rejectDeposit,
      { ...named, reason: 'sender-differs', note: 'From another name' },
      { ...second, key: newId() },
    )
    expect(await server.must(rechargeDetail, { id }, { token: shop.token })).toMatchObject({
      state: 'rejected',
      reason: 'sender-differs',
      note: 'From another name',
      bankReference: null,
    })
    expect((await server.must(listBankLines, { limit: 100 }, finance)).list.some((free) => free.id === line)).toBe(true)
    expect((await approve(id, line, second)).reason).toBe('deposit/not-reviewable')
  })

  test('is limited to ten open transfers, and the merchant can cancel them', async () => {
    const greedy = await aMerchant(server)
    const voucher = await picture(greedy, 90)
    const sent = await Promise.all(
      Array.from({ length: 14 }, () =>
        server.call(sendVoucher, { network: 'bank', amount: '100', voucher }, { token: greedy.token, key: newId() }),
      ),
    )
    expect(sent.filter((reply) => reply.code === 1)).toHaveLength(10)
    expect(sent.filter((reply) => reply.reason === 'deposit/too-many-open')).toHaveLength(4)
    const { list } = await server.must(rechargeRecords, {}, { token: greedy.token })
    const seen = new Set<string>()
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: ResponseBody<typeof rechargeRecords> = await server.must(
        rechargeRecords,
        { limit: 3, channel: 'manual', ...(cursor ? { cursor } : {}) },
        { token: greedy.token },
      )
      expect(page.total).toBe(10)
      for (const { id } of page.list) seen.add(id)
      cursor = page.cursor
    }
    expect([...seen].sort()).toEqual(list.map(({ id }) => id).sort())
    expect((await server.must(rechargeRecords, { channel: 'card' }, { token: greedy.token })).total).toBe(0)
    await server.must(cancelDeposit, { id: list[0]!.id }, { token: greedy.token })
    expect((await server.must(rechargeRecords, { state: 'cancelled' }, { token: greedy.token })).total).toBe(1)
    expect(
      (await server.must(listDeposits, { state: 'awaiting-transfer', channel: 'manual' }, finance)).total,
    ).toBeGreaterThan(8)
  })
})

describe('bank statements', () => {
  const entry = (amount: string, more: object = {}) => ({
    side: 'credit' as const,
    amount,
    valueDate: '2026-11-20',
    payer: 'Ada Quay',
    reference: 'RECHARGE',
    ...more,
  })
  type Entry = ReturnType<typeof entry> & { side: 'credit' | 'debit'; entryReference?: string }
  const statement = (account: string, number: string, entries: Entry[], closing?: string) => {
    const sum = entries.reduce(
      (cents, { side, amount }) => cents + (side === 'credit' ? 1 : -1) * Math.round(+amount * 100),
      0,
    )
    return {
      account,
      statement: number,
      currency: 'USD' as const,
      from: '2026-11-19',
      to: '2026-11-20',
      opening: '-10.00',
      closing: closing ?? ((sum - 1000) / 100).toFixed(2),
      lines: entries.map((given, i) => ({ line: i + 1, ...given })),
    }
  }
  const imported = (given: ReturnType<typeof statement>) => server.call(importBankLines, given, importer)
  const linesOf = async (account: string) =>
    (
      await queryAll(
        server.owner,
        sql<{
          side: string
          amount: bigint
        }>`select side, amount from bank_line where account = ${account} order by amount, side`,
      )
    ).map(({ side, amount }) => `${side} ${amount}`)

  test('overlapping statements import an entry once, by the reference of the bank', async () => {
    const [a, b, c] = [
      entry('100.00', { entryReference: 'E1' }),
      entry('100.00', { entryReference: 'E2' }),
      entry('25.50', { side: 'debit', entryReference: 'E3' }),
    ]
    expect((await imported(statement('overlap 1', 'S1', [a, b]))).data).toEqual({ added: 2, known: 0 })
    // Case and spaces of the account number are ignored.
    expect((await imported(statement('OVERLAP1', 'S2', [b, c]))).data).toEqual({ added: 1, known: 1 })
    expect(await linesOf('OVERLAP1')).toEqual(['debit 2550', 'credit 10000', 'credit 10000'])
    // A reference is unique within its account.
    expect((await imported(statement('overlap 2', 'S1', [a]))).data).toEqual({ added: 1, known: 0 })
  })

  test('an entry without a reference is identified by its content and its ordinal among equal entries', async () => {
    const [same, other] = [entry('70.00'), entry('70.00', { reference: 'ANOTHER' })]
    expect((await imported(statement('plain', 'S1', [same, same]))).data).toEqual({ added: 2, known: 0 })
    expect((await imported(statement('plain', 'S2', [same, same, same, other]))).data).toEqual({ added: 2, known: 2 })
    // The same entries in a format with references.
    const named = [same, same, same, other].map((plain, i) => ({ ...plain, entryReference: `N${i}` }))
    expect((await imported(statement('plain', 'S3', named))).data).toEqual({ added: 0, known: 4 })
    expect(await linesOf('PLAIN')).toHaveLength(4)
  })

  test('a statement must add up, is imported once, and has unique references', async () => {
    const given = statement('sums', 'S1', [entry('70.00'), entry('20.00', { side: 'debit' })])
    expect((await imported({ ...given, closing: '40.01' })).reason).toBe('bank/totals-differ')
    expect((await imported(given)).data).toEqual({ added: 2, known: 0 })
    expect((await imported(given)).data).toEqual({ added: 0, known: 2 })
    expect((await imported(statement('sums', 'S1', [entry('50.00')]))).reason).toBe('bank/statement-differs')
    const twice = [entry('1.00', { entryReference: 'E' }), entry('1.00', { entryReference: 'E' })]
    expect((await imported(statement('sums', 'S2', twice))).fields).toEqual({ lines: 'Enter a valid value.' })
    expect(await linesOf('SUMS')).toEqual(['debit 2000', 'credit 7000'])
    // The database also checks the sum, at the end of the transaction.
    const wrong = sql`insert into bank_statement (id, account, statement, currency, from_day, to_day, opening, closing, content, imported_by, imported_at)
      values (${newId()}, 'SUMS', 'S3', 'USD', '2026-11-20', '2026-11-20', 0, 1, '', ${importer.id}, now())`
    await expect(wrong.execute(server.db)).rejects.toMatchObject({ constraint: 'bank_statement_adds_up' })
  })

  test('ten concurrent imports of overlapping statements store each entry once', async () => {
    const entries = Array.from({ length: 12 }, (_, i) => entry(`${i + 1}.00`))
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => imported(statement('at once', `S${i}`, entries.slice(i % 5)))),
    )
    expect(replies.filter((reply) => reply.code === 1)).toHaveLength(10)
    expect(await linesOf('ATONCE')).toHaveLength(12)
  })
})

describe('three people', () => {
  const sent = async (seed: number) => {
    const voucher = await picture(shop, seed)
    const { id } = await server.must(sendVoucher, { network: 'bank', amount: '120', voucher }, key())
    await server.must(claimDeposit, { shopId: shop.shopId, id }, finance)
    return id
  }

  test('the operator who imported the line can give neither the first nor the second approval', async () => {
    const id = await sent(200)
    const line = await bankLine('120.00')
    expect((await approve(id, line, importer)).reason).toBe('operator/importer')
    const { actId } = (await approve(id, line, finance)).data
    expect((await signs(server, importer, actId)).reason).toBe('operator/importer')
    await mustSign(server, second, actId)
    const people = await queryOne(
      server.owner,
      sql`select line_importer, first_approver, second_approver from deposit where id = ${id}`,
    )
    expect(people).toEqual({ line_importer: importer.id, first_approver: finance.id, second_approver: second.id })
  })

  test('a debit line is refused', async () => {
    const id = await sent(201)
    const debit = await aBankLine(server, importer, { amount: '120.00', side: 'debit' })
    expect((await approve(id, debit, finance)).reason).toBe('deposit/line-differs')
  })

  test('the database refuses a transfer credited by fewer than three people', async () => {
    const id = await sent(202)
    const line = await bankLine('120.00')
    const write = (change: ReturnType<typeof sql>) =>
      sql`update deposit set ${change}, changed_by = 'test', changed_at = now() where id = ${id}`.execute(server.db)
    const credited = sql`state = 'credited', credited_at = now()`
    for (const [change, constraint] of [
      [credited, 'deposit_proved'],
      [sql`${credited}, bank_line_id = ${line}, first_approver = ${finance.id}`, 'deposit_proved'],
      [sql`bank_line_id = ${line}, first_approver = ${finance.id}, second_approver = ${finance.id}`, 'deposit_people'],
      [sql`bank_line_id = ${line}, first_approver = ${importer.id}`, 'deposit_people'],
      [sql`bank_line_id = ${line}, first_approver = ${finance.id}, second_approver = ${importer.id}`, 'deposit_people'],
      [sql`bank_line_id = ${await bankLine('119.99')}`, 'deposit_line_fits'],
    ] as const)
      await expect(write(change)).rejects.toMatchObject({ constraint })
  })
})

describe('the desk', () => {
  test('candidates are ranked by number, amount, payer and day; an equal picture and the merchant’s record are shown', async () => {
    const other = await aStockedShop(server)
    const sentTwice = [await picture(other, 811), await picture(other, 811)]
    const sent = await server.must(
      sendVoucher,
      { network: 'bank', amount: '313.00', voucher: sentTwice[0]! },
      { token: other.token, key: newId() },
    )
    const again = await server.must(
      sendVoucher,
      { network: 'bank', amount: '314.00', voucher: sentTwice[1]! },
      { token: other.token, key: newId() },
    )
    const day = server.clock.now().toISOString().slice(0, 10)
    const line = (amount: string, payer: string, reference: string, valueDate = day) =>
      aBankLine(server, importer, { amount, payer, reference, valueDate })
    const [amountOnly, named, differs] = [
      await line('313.00', 'Somebody', ''),
      await line('313.00', 'QUAY, ada', `Recharge ${sent.code}`),
      await line('300.00', 'Somebody', sent.code),
    ]
    const at = { shopId: other.shopId, id: sent.id }
    const detail = await server.must(depositDetail, at, finance)
    expect(detail.candidates.map(({ id, why, fits }) => [id, why, fits])).toEqual([
      [named, ['reference', 'amount', 'payer', 'day'], true],
      [differs, ['reference', 'day'], false],
      [amountOnly, ['amount', 'day'], true],
    ])
    expect(detail.samePicture.map(({ id }) => id)).toEqual([again.id])
    expect(detail).toMatchObject({
      merchant: { credited: 0, recent: [{ id: again.id }] },
      firstApprover: null,
      line: null,
    })

    await server.must(claimDeposit, at, finance)
    await approve(sent.id, named!, finance, other)
    const half = await server.must(depositDetail, at, second)
    expect(half).toMatchObject({ firstApprover: { id: finance.id }, line: { id: named }, approvedOnce: true })
    const waiting = await server.must(listDeposits, { state: 'waiting', search: other.shopCode }, finance)
    expect(waiting.list.map(({ id }) => id)).toEqual([sent.id, again.id])
    const page = await server.must(listDeposits, { state: 'waiting', shopId: other.shopId, limit: 1 }, finance)
    const next = await server.must(
      listDeposits,
      { state: 'waiting', shopId: other.shopId, limit: 1, cursor: page.cursor! },
      finance,
    )
    expect([...page.list, ...next.list].map(({ id }) => id)).toEqual([sent.id, again.id])
    const { list } = await server.must(depositCounts, {}, finance)
    expect(list.find(({ channel, state }) => channel === 'manual' && state === 'under-review')!.n).toBeGreaterThan(0)
  })
})
