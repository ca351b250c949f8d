/** Compares the posting tables of docs/money.md with the actual bookings. */
import { readFile } from 'node:fs/promises'
import {
  accounts,
  type AccountCode,
  settleDebt,
  readableCodes,
  addDestination,
  confirmReturn,
  payBill,
  proposeAdjustment,
  proposeAssignment,
  proposeCoupon,
  proposeMovement,
  proposeReturn,
  isTreasuryBill,
  proposeReversal,
  receiveUnidentified,
  type AdjustmentKind,
  type RequestBody,
  type ResponseBody,
  agreeRefund,
  approveWithdrawal,
  cancelOrder,
  cancelOwnOrder,
  confirmBankRefund,
  returnBankRefund,
  proposeRefundWay,
  cancelWithdrawal,
  cannotSupply,
  createCoupon,
  chainAddress,
  confirmPayout,
  confirmReceipt,
  decideRefund,
  depositStates,
  fundsRecords,
  ledgerEvents,
  platformLedgerEvents,
  makeBankFile,
  objectRefund,
  openPixDeposit,
  openRefund,
  orderBooks,
  orderStatus,
  quoteWithdrawal,
  rejectWithdrawal,
  requestRefund,
  requestWithdrawal,
  returnPayout,
  undoShipments,
  formatCents,
  withdrawalStates,
  type OrderStatus,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  reportDelivery,
  aBankLine,
  aDestination,
  anOperator,
  aSigner,
  mustSign,
  anOrder,
  aStockedShop,
  bankAccount,
  checkout,
  disputeWebhook,
  creditMerchant,
  creditPix,
  openPixOf,
  sendWebhook,
  paymentPassword,
  placeTestOrder,
  referenceOf,
  unknownCard,
  webhook,
  withdraw,
  type TestOrder,
  type TestShop,
  creditTransfer,
} from '../../../../test/builders.ts'
import { postUnchecked } from '../../../../test/post-unchecked.ts'
import { paperChain, paperNetwork, type PaperChain } from '../../../../test/fake-chain.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { minutes, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne as rowOf, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { testBank } from '../../../providers/test-bank.ts'
import { failTestRefund, testProcessor } from '../../../providers/test-processor.ts'
import { canTransition as depositMayBecome } from '../deposits/deposit.ts'
import { reversedEntry } from '../deposits/entries.ts'
import { watchChain } from '../deposits/chain/watch-chain.ts'
import { runDeadlines } from '../../selling/orders/pickup/deadlines.ts'
import { recordReturnedRefund } from '../payments/return-refund.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { runRefundDeadlines } from '../../selling/refunds/answer-refund.ts'
import { returnUnsent } from '../withdrawals/desk/decide-withdrawal.ts'
import { finishPaid, resumePayoutsInProgress } from '../withdrawals/payouts/send-payout.ts'
import { updateWithdrawal, lockWithdrawal } from '../withdrawals/store.ts'
import { canTransition as withdrawalMayBecome } from '../withdrawals/withdrawal.ts'
import { platformOwner } from './entry.ts'
import { readBooksOf } from './store.ts'

const readable = (code: string) => readableCodes[code as AccountCode]

type Row = [side: string, account: string, amount: string]
const page = await readFile(new URL('../../../../../../docs/money.md', import.meta.url), 'utf8')
const tables = new Map(
  page
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const rows = [...section.split('\n## ')[0]!.matchAll(/^\|\s*(debit|credit)\s*\|\s*(\S+)\s*\|\s*(\S+)\s*\|$/gm)]
      return [section.split('\n')[0]!.trim(), rows.map(([, ...cells]) => cells as unknown as Row)] as const
    }),
)

let server: TestServer
let shop: TestShop
const shops: TestShop[] = []
async function aShop(): Promise<TestShop> {
  const made = await aStockedShop(server)
  shops.push(made)
  return made
}
const booked = new Map<string, Row[]>()

/** Records the bookings of one order by event, under the first of these names that has a table. */
async function read(order: TestOrder, ...names: string[]): Promise<void> {
  const { list } = await server.must(orderBooks, { id: order.id }, { token: order.shop.token })
  for (const { event, lines } of list) {
    const rows = lines.map((line): Row =>
      line.debit === '0.00'
        ? ['credit', readable(line.account), line.credit]
        : ['debit', readable(line.account), line.debit],
    )
    const named = names.map((name) => `${event} (${name})`).find((name) => tables.has(name))
    booked.set(named ?? (tables.has(event) ? event : `${event} (${names.join()})`), rows)
  }
}

/** Requests a refund of a part of an order, or all of it, and agrees to it. */
async function refund(order: TestOrder, amount?: string): Promise<void> {
  const asked = { orderId: order.id, reason: 'other' as const, text: 'It broke', ...(amount ? { amount } : {}) }
  const request = await server.call(requestRefund, asked, { token: order.buyer.token, key: newId() })
  const { token } = await anOperator(server, 'support')
  const opened =
    request.reason === 'refund/window-over'
      ? await server.must(openRefund, { ...asked, shopId: order.shop.shopId }, { token, key: newId() })
      : request.data.refund!
  await server.must(agreeRefund, { id: opened.id }, { token: order.shop.token, key: newId() })
}

/** Records the bookings of a recharge or a withdrawal, under the first of these variants that has a table. */
async function note(of: TestShop, id: string, ...variants: string[]): Promise<void> {
  const books = Map.groupBy(await readBooksOf(server.db, of.shopId, [id]), (line) => line.transfer_id)
  for (const lines of books.values()) {
    const event = lines[0]!.event
    const rows = lines.map((line): Row => [
      line.side === 'D' ? 'debit' : 'credit',
      readable(line.kind),
      formatCents(line.amount),
    ])
    const named = variants.map((variant) => `${event} (${variant})`).find((name) => tables.has(name))
    const name = named ?? (tables.has(event) ? event : `${event} (${variants.join()})`)
    // Two recharges can use the same row of the table.
    if (!booked.has(name)) booked.set(name, rows)
  }
}

async function bookDeposits(chain: PaperChain): Promise<void> {
  const network = paperNetwork()
  server.app.ctx.settings.money.chains.push(network)
  await note(shop, await creditMerchant(server, shop, '250'), 'card')

  const [safe, used] = [await aShop(), await aShop()]
  for (const [of, variant] of [
    [safe, 'in the balance'],
    [used, 'spent'],
  ] as const) {
    const id = await creditMerchant(server, of, '100')
    if (of === used)
      await anOrder(server, of, { status: orderStatus.awaitingShipment, quantity: 4, funding: 'balance' })
    const reference = await referenceOf(server, id)
    const tell = async (type: 'opened' | 'won' | 'lost', dispute: string) =>
      expect(await sendWebhook(server, disputeWebhook(reference, '100', type, { dispute }))).toBe(200)
    await tell('opened', `first ${id}`)
    await tell('won', `first ${id}`)
    // A second dispute, after the first one was won.
    await tell('lost', `second ${id}`)
    await note(of, id, variant)
    booked.delete(`deposit.credited (${variant})`)
  }
  const again = await aShop()
  const changed = await creditMerchant(server, again, '100')
  for (const type of ['lost', 'won'] as const)
    await sendWebhook(server, disputeWebhook(await referenceOf(server, changed), '100', type))
  await note(again, changed, 'after it was lost')
  for (const event of ['deposit.credited', 'dispute.opened']) booked.delete(`${event} (after it was lost)`)

  const pix = await server.must(openPixDeposit, { amount: '80' }, { token: shop.token, key: newId() })
  const importer = await anOperator(server, 'finance')
  const bankLineId = await aBankLine(server, importer, { amount: pix.brl, currency: 'BRL', reference: pix.code })
  const finance = await anOperator(server, 'finance')
  const credited = { shopId: shop.shopId, id: pix.id, bankLineId }
  await creditTransfer(server, credited, finance, await aSigner(server, 'finance'))
  await note(shop, pix.id, 'bank')

  const depositOf = async (txHash: string): Promise<string> =>
    (await queryAll(server.owner, sql<{ id: string }>`select id from deposit where tx_hash = ${txHash}`))[0]!.id
  const look = () => watchChain(server.app.ctx, network, [chain])
  const at = async (of: TestShop) =>
    (await server.must(chainAddress, { network: network.network }, { token: of.token })).address
  const [rich, spent, small] = [shop, await aShop(), await aShop()]
  chain.mine(40)
  await look()

  const large = [chain.pay(await at(rich), 100), chain.pay(await at(spent), 100)]
  chain.mine(2)
  await look()
  await anOrder(server, spent, { status: orderStatus.awaitingShipment, quantity: 4, funding: 'balance' })
  chain.reorganise(4)
  await look()
  await note(rich, await depositOf(large[0]!), 'in the balance')
  await note(spent, await depositOf(large[1]!), 'spent')
  // The credits of both use the same row of the table.
  booked.set('deposit.credited (chain)', booked.get('deposit.credited (in the balance)')!)
  for (const variant of ['in the balance', 'spent']) booked.delete(`deposit.credited (${variant})`)

  const lost = chain.pay(await at(small), 40)
  chain.mine(2)
  await look()
  chain.reorganise(3)
  await look()
  await note(small, await depositOf(lost), 'set aside')
  const enough = [chain.pay(await at(small), 40), chain.pay(await at(small), 60)]
  chain.mine(2)
  await look()
  await note(small, await depositOf(enough[0]!), 'set aside')
}

/** Disputes of orders in each state, with each outcome. */
async function bookDisputes(): Promise<void> {
  const disputed = async (order: TestOrder, ...types: ('opened' | 'won' | 'lost')[]): Promise<void> => {
    const row = await rowOf(
      server.owner,
      sql<{ reference: string }>`select reference from payment where order_id = ${order.id}`,
    )
    for (const type of types)
      expect(await sendWebhook(server, disputeWebhook(row!.reference, order.total, type))).toBe(200)
  }
  const shipped = await anOrder(server, shop, { status: orderStatus.shipped })
  await disputed(shipped, 'opened', 'won')
  await read(shipped, 'shipped', 'escrow')
  const meanwhile = await anOrder(server, shop, { status: orderStatus.shipped })
  await disputed(meanwhile, 'opened')
  await reportDelivery(server, { shopId: shop.shopId, id: meanwhile.id })
  await disputed(meanwhile, 'won')
  await read(meanwhile, 'received meanwhile', 'shipped', 'escrow')
  const received = await anOrder(server, shop, { status: orderStatus.received })
  await disputed(received, 'opened', 'lost', 'won')
  await read(received, 'after it was lost', 'received', 'escrow')
  const owed = await anOrder(server, await aShop(), { status: orderStatus.completed })
  await disputed(owed, 'opened', 'won')
  await read(owed, 'owed', 'escrow')
  const waiting = await anOrder(server, shop)
  await disputed(waiting, 'opened', 'won')
  await read(waiting)
}

/**
 * Orders with a shipping charge of 5.00, then with a tax of 20 % on both. Each has a shop of its own, so that no
 * balance of another order pays.
 */
async function bookShipping(): Promise<void> {
  const { settings } = server.app.ctx
  settings.shippingRates = [{ country: '*', cost: 500, from: 5, to: 12 }]
  await bookCharges('with shipping')
  settings.taxRates = [{ country: 'IE', rate: 2000, shown: 'included' }]
  await bookCharges('with tax')
  settings.shippingRates = null
  settings.taxRates = null
}

/** Orders with a coupon of 20 %, of the shop and of the platform. */
async function bookCoupons(): Promise<void> {
  const terms = { percent: 20, amount: null, minimum: '0', from: null, until: null, uses: null, usesPerBuyer: null }
  const { token } = await anOperator(server, 'finance')
  await server.must(
    proposeCoupon,
    { ...terms, code: 'HARBOUR20', budget: '100', reason: 'Opening week' },
    { token, key: newId() },
  )
  const by = 'coupon of the platform'
  const cancelled = await anOrder(server, await aShop(), { coupon: 'HARBOUR20' })
  await server.must(cancelOrder, { id: cancelled.id }, { token: cancelled.shop.token, key: newId() })
  await read(cancelled, by)
  const shipped = { status: orderStatus.shipped, coupon: 'HARBOUR20' }
  const refunded = await anOrder(server, await aShop(), shipped)
  await refund(refunded)
  await read(refunded, by, 'escrow')
  const own = await aShop()
  await server.must(createCoupon, { ...terms, code: 'SPRING20', listings: [] }, { token: own.token, key: newId() })
  const received = await anOrder(server, own, { status: orderStatus.received, coupon: 'SPRING20' })
  await read(received, 'coupon of the shop', 'escrow')
}

/** A merchant settles a debt of 10.00 from the balance. */
async function bookSettledDebt(): Promise<void> {
  const order = await anOrder(server, await aShop(), { status: orderStatus.shipped })
  await refund(order)
  await creditMerchant(server, order.shop, '100')
  await server.must(settleDebt, {}, { token: order.shop.token, key: newId() })
  const rows = await queryAll(
    server.owner,
    sql<{ side: 'D' | 'C'; kind: string; amount: bigint }>`select p.side, a.kind, p.amount from ledger.transfer t
      join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
      join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where t.shop_id = ${order.shop.shopId} and t.event = 'due.settled' order by p.line`,
  )
  booked.set(
    'due.settled',
    rows.map(({ side, kind, amount }): Row => [side === 'D' ? 'debit' : 'credit', readable(kind), formatCents(amount)]),
  )
}

async function bookCharges(what: string): Promise<void> {
  const orderIn = async (status: OrderStatus) => anOrder(server, await aShop(), { status })
  const bookCancelled = async () => {
    const cancelled = await orderIn(orderStatus.awaitingPickup)
    await server.must(cancelOrder, { id: cancelled.id }, { token: cancelled.shop.token, key: newId() })
    await read(cancelled, what)
  }
  const bookRefunded = async (status: OrderStatus, name: string) => {
    const refunded = await orderIn(status)
    await refund(refunded)
    await read(refunded, name, what, 'escrow')
  }
  const bookDisputed = async (status: OrderStatus, name: string) => {
    const disputed = await orderIn(status)
    const reference = (await rowOf(
      server.owner,
      sql<{ reference: string }>`select reference from payment where order_id = ${disputed.id}`,
    ))!.reference
    for (const type of ['opened', 'won'] as const)
      expect(await sendWebhook(server, disputeWebhook(reference, disputed.total, type))).toBe(200)
    await read(disputed, name, what, 'escrow')
  }
  if (!booked.has('due.settled')) await bookSettledDebt()
  await bookCancelled()
  for (const [status, name] of [
    [orderStatus.shipped, what],
    [orderStatus.completed, `${what}, completed`],
  ] as const) {
    await bookRefunded(status, name)
    await bookDisputed(status, name)
  }
}

async function bookWithdrawals(): Promise<void> {
  const finance = await anOperator(server, 'finance')
  const [bank, unknown] = [await aDestination(server, shop), await aDestination(server, shop, unknownCard)]
  const named = (id: string) => ({ shopId: shop.shopId, id })
  const approve = (id: string) => server.must(approveWithdrawal, named(id), { token: finance.token, key: newId() })

  const cancelled = await withdraw(server, shop, bank, '100')
  await server.must(cancelWithdrawal, { id: cancelled.id }, { token: shop.token, key: newId() })
  await note(shop, cancelled.id, 'pending')
  const rejected = await withdraw(server, shop, bank, '100')
  await server.must(
    rejectWithdrawal,
    { ...named(rejected.id), reason: 'account-at-risk', note: '' },
    { token: finance.token, key: newId() },
  )
  await note(shop, rejected.id, 'pending')
  const late = [await withdraw(server, shop, bank, '100'), await withdraw(server, shop, bank, '100')]
  for (const { id } of late) await approve(id)
  await server.must(cancelWithdrawal, { id: late[0]!.id }, { token: shop.token, key: newId() })
  await note(shop, late[0]!.id, 'approved')
  server.clock.pass(hours(73))
  await returnUnsent(server.app.ctx)
  await note(shop, late[1]!.id, 'approved')
  const ended = [await withdraw(server, shop, bank, '100'), await withdraw(server, shop, unknown, '100')]
  for (const { id } of ended) await approve(id)
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  server.clock.pass(minutes(1))
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  for (const { id } of ended) await note(shop, id, 'bank')

  // A bank debit confirms the payment; a bank credit returns it.
  server.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  const importer = await anOperator(server, 'finance')
  for (const back of [{ amount: '98.00' }, { amount: '83.00', charges: '15.00' }]) {
    const returned = await withdraw(server, shop, bank, '100')
    await approve(returned.id)
    await server.must(makeBankFile, {}, { token: finance.token, key: newId() })
    for (const [side, act, given] of [
      ['debit', confirmPayout, { amount: '98.00' }],
      ['credit', returnPayout, back],
    ] as const) {
      const bankLineId = await aBankLine(server, importer, { ...given, side, reference: returned.code })
      await server.must(act, { ...named(returned.id), bankLineId }, { token: finance.token, key: newId() })
    }
    await note(shop, returned.id, ...('charges' in back ? ['less a fee'] : []), 'bank')
  }
  server.app.ctx.settings.money.bank = null

  server.app.ctx.settings.money.coolDown = 0
  // No node answers here, and a silent network pays nothing.
  await sql`update chain_cursor set at = ${server.clock.now()}`.execute(server.owner)
  const address = '0xdAC17F958D2ee523a2206206994597C13D831ec8'
  const { getAddress } = await import('viem')
  const to = await server.must(
    addDestination,
    { method: 'chain', network: 'ethereum', address: getAddress(address.toLowerCase()), paymentPassword },
    { token: shop.token },
  )
  const quote = await server.must(quoteWithdrawal, { method: 'chain', amount: '100' }, { token: shop.token })
  const onChain = await server.must(
    requestWithdrawal,
    { quoteId: quote.id, destinationId: to.id, paymentPassword },
    { token: shop.token, key: newId() },
  )
  await approve(onChain.id)
  // Without a node: the transfer is first pending and then final.
  await withTransaction(server.db, async (tx) => {
    const taken = (await lockWithdrawal(tx, shop.shopId, onChain.id))!
    const by = { actor: 'chain', at: server.clock.now() }
    await updateWithdrawal(tx, taken, 'sending', by, { raw_transaction: '0x02', payment_reference: '0xfinal' })
    await finishPaid(tx, { ...taken, state: 'sending' }, accounts.hotWallet, '0xfinal', 'chain', server.clock.now())
  })
  await note(shop, onChain.id, 'chain')
}

/** A refund that did not arrive, is paid by bank, and is returned by it. */
async function bookReturnedRefund(): Promise<void> {
  const [importer, first, second] = [
    await anOperator(server, 'finance'),
    await anOperator(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
  const order = await anOrder(server, shop)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const { id } = (await rowOf(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const key = { shopId: shop.shopId, id }
  const { ctx } = server.app
  const processor = testProcessor(ctx, 'unused')
  await sendRefund(ctx, { test: processor }, { shopId: shop.shopId, refundId: id })
  await failTestRefund(ctx, id, 'declined')
  await recordReturnedRefund(ctx, processor, (await processor.findReturnedRefund(`re_${id}`))!)
  const asked = { ...key, way: 'bank' as const, accountEnding: '1234', reason: 'By mail' }
  for (const back of [{ amount: order.total }, { amount: '9.99', charges: '5.00' }]) {
    const { actId } = await server.must(proposeRefundWay, asked, { token: first.token, key: newId() })
    await mustSign(server, second, actId)
    const bankLineId = await aBankLine(server, importer, { side: 'debit', amount: order.total })
    await server.must(confirmBankRefund, { ...key, bankLineId }, { token: first.token, key: newId() })
    if (!('charges' in back)) await read(order)
    const credit = await aBankLine(server, importer, { ...back, side: 'credit' })
    await server.must(returnBankRefund, { ...key, bankLineId: credit }, { token: first.token, key: newId() })
    await read(order, 'charges' in back ? 'bank, less a fee' : 'bank')
  }
}

/** Orders that are paid by PIX: in time, and after their end. */
async function bookPix(): Promise<void> {
  const [importer, signer] = [await anOperator(server, 'finance'), await aSigner(server, 'finance')]
  const order = await placeTestOrder(server, shop)
  await creditPix(server, order, await openPixOf(server, order), importer, signer)
  await read(order, 'by PIX')
  const late = await placeTestOrder(server, shop)
  const pix = await openPixOf(server, late)
  await server.must(cancelOwnOrder, { id: late.id }, { token: late.buyer.token, key: newId() })
  await creditPix(server, late, pix, importer, signer)
  await read(late, 'by PIX')
}

/** Unidentified money, treasury movements and adjustments: proposed by one person, signed by another. */
async function bookPlatformMoney(): Promise<void> {
  const [importer, first, second] = [
    await anOperator(server, 'finance'),
    await anOperator(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
  const sign = ({ actId }: { actId: string }) => mustSign(server, second, actId)
  const as = ({ token }: { token: string }) => ({ token, key: newId() })
  const line = (side: 'credit' | 'debit', amount: string) => aBankLine(server, importer, { side, amount })
  const platform = { shopId: platformOwner } as TestShop
  const [owner, spender] = [await aShop(), await aShop()]

  const receive = async () => {
    const bankLineId = await line('credit', '75.00')
    return (await server.must(receiveUnidentified, { bankLineId }, as(first))).id
  }
  const assign = async (to: TestShop) => {
    const id = await receive()
    const proposal = { id, shop: to.shopCode, reason: 'The payer named your shop' }
    await sign(await server.must(proposeAssignment, proposal, as(first)))
    await note(to, id, '')
    await note(platform, id, '')
    return id
  }
  const sent = await receive()
  await sign(await server.must(proposeReturn, { id: sent, reason: 'The payer asked for it' }, as(first)))
  await server.must(confirmReturn, { id: sent, bankLineId: await line('debit', '75.00') }, as(second))
  await note(platform, sent, '')

  const adjust = async (of: TestShop, kind: AdjustmentKind, amount: string, variant = '', ofTransfer?: string) => {
    const asked = { shop: of.shopCode, kind, amount, reason: 'A correction', ...(ofTransfer ? { ofTransfer } : {}) }
    const { id, actId } = await server.must(proposeAdjustment, asked, as(first))
    await sign({ actId })
    await note(of, id, variant)
    return id
  }
  const transferOf = async (ref: string, event: string) =>
    (await rowOf(
      server.owner,
      sql<{ id: string }>`select id from ledger.transfer where ref = ${ref} and event = ${event}`,
    ))!.id
  const given = await adjust(owner, 'goodwill', '20.00')
  await adjust(owner, 'correction', '5.00', 'goodwill', await transferOf(given, 'adjustment.goodwill'))
  const [kept, spent] = [await assign(owner), await assign(spender)]
  await anOrder(server, spender, { status: orderStatus.awaitingShipment, quantity: 4, funding: 'balance' })
  await adjust(owner, 'correction', '75.00', 'in the balance', await transferOf(kept, 'unidentified.assigned'))
  await adjust(spender, 'correction', '75.00', 'spent', await transferOf(spent, 'unidentified.assigned'))
  await adjust(spender, 'write-off', '10.00')

  const move = async (movement: RequestBody<typeof proposeMovement>, variant = '') => {
    const { id, actId } = await server.must(proposeMovement, movement, as(first))
    await sign({ actId })
    if (isTreasuryBill(movement.kind))
      await server.must(payBill, { id, bankLineId: await line('debit', movement.amount) }, as(second))
    await note(platform, id, variant)
    return id
  }
  const {
    processorTest,
    processorFee,
    bank,
    supplierPayable,
    shippingExpense,
    taxPayable,
    chainUsdt,
    hotWallet,
    transferFee,
    ownerCapital,
  } = accounts
  await move({ kind: 'processor-fee', from: processorTest, to: processorFee, amount: '3.20', reference: 'November' })
  const paidOut = { inLineId: await line('credit', '48.50'), fee: '1.50' }
  await move({ kind: 'processor-payout', from: processorTest, to: bank, amount: '50.00', ...paidOut })
  // The processor charges 2.9 % and 30 cents of each payment from now on.
  server.app.ctx.settings.money.processorFee = { rate: 290, fixed: 30 }
  const capture = async () => {
    const { id } = await anOrder(server, owner)
    const payment = await rowOf(server.owner, sql<{ id: string }>`select id from payment where order_id = ${id}`)
    await note(owner, payment!.id, '')
    return server.clock.now().toISOString().slice(0, 10)
  }
  const seen = await capture()
  const short = { inLineId: await line('credit', '19.20'), fee: '0.80', periodTo: seen }
  await move(
    { kind: 'processor-payout', from: processorTest, to: bank, amount: '20.00', ...short },
    'above what was expected',
  )
  const reported = { amount: '0.70', reference: 'December', periodTo: await capture() }
  const wrong = await move(
    { kind: 'processor-fee', from: processorTest, to: processorFee, ...reported },
    'below what was expected',
  )
  await sign(await server.must(proposeReversal, { id: wrong, reason: 'It was another report' }, as(first)))
  await note(platform, wrong, 'below what was expected')
  // Its table is that of the sweep below.
  booked.delete('treasury.reversed')
  server.app.ctx.settings.money.processorFee = { rate: 0, fixed: 0 }
  const bill = { supplier: 'Harbour Goods', billNumber: '2026-7' }
  await move({ kind: 'supplier-bill', from: bank, to: supplierPayable, amount: '10.00', ...bill })
  const carried = { supplier: 'Nordlink', billNumber: 'N-81' }
  await move({ kind: 'carrier-bill', from: bank, to: shippingExpense, amount: '7.20', ...carried })
  const taxed = { country: 'IE', periodFrom: '2026-10-01', periodTo: '2026-12-31', reference: 'VAT3 2026-Q4' }
  await move({ kind: 'tax-payment', from: bank, to: taxPayable, amount: '4.00', ...taxed })
  const swept = { from: chainUsdt, to: hotWallet, amount: '25.00', fee: '0.40', reference: '0xsweep' }
  const sweep = await move({ kind: 'sweep', ...swept })
  const charged = { outLineId: await line('debit', '0.90') }
  await move({ kind: 'bank-fee', from: bank, to: transferFee, amount: '0.90', ...charged })
  const funded = { inLineId: await line('credit', '500.00') }
  await move({ kind: 'funding', from: ownerCapital, to: bank, amount: '500.00', ...funded })
  const drawn = { outLineId: await line('debit', '30.00') }
  await move({ kind: 'drawing', from: bank, to: ownerCapital, amount: '30.00', ...drawn })
  await sign(await server.must(proposeReversal, { id: sweep, reason: 'It was entered twice' }, as(first)))
  await note(platform, sweep, '')
}

async function shopWithOneSettled(): Promise<TestShop> {
  const one = await aShop()
  await anOrder(server, one, { status: orderStatus.completed })
  return one
}

/**
 * Refunds with an objection of the merchant: the supplier bears one, the platform bears others. After a partial one the
 * rest of the order settles.
 */
async function bookDecisions(staff: () => { token: string; key: string }): Promise<void> {
  const objected = async (status: OrderStatus, amount?: string) => {
    const order = await anOrder(server, shop, { status })
    const asked = { orderId: order.id, reason: 'other' as const, text: 'It broke', ...(amount ? { amount } : {}) }
    const { refund: request } = await server.must(requestRefund, asked, { token: order.buyer.token, key: newId() })
    await server.must(objectRefund, { id: request!.id, text: 'It is whole' }, { token: shop.token })
    return { order, id: request!.id }
  }
  const approve = async (id: string, bearer: 'supplier' | 'platform') => {
    const { token } = await anOperator(server, 'support')
    const decision = { shopId: shop.shopId, id, decision: 'approve' as const, bearer, text: 'It is broken' }
    await server.must(decideRefund, decision, { token, key: newId() })
  }
  const bySupplier = await objected(orderStatus.shipped)
  await approve(bySupplier.id, 'supplier')
  await read(bySupplier.order, 'by the supplier', 'escrow')
  const byPlatform = await objected(orderStatus.awaitingShipment, '3.00')
  await approve(byPlatform.id, 'platform')
  await server.must(
    cannotSupply,
    { shopId: shop.shopId, id: byPlatform.order.id, reason: 'out-of-stock' as const, note: '' },
    staff(),
  )
  const undone = await anOrder(server, shop, { status: orderStatus.shipped })
  const mistake = { orders: [{ shopId: shop.shopId, id: undone.id }], reason: 'Wrong parcel' }
  expect((await server.must(undoShipments, mistake, staff())).undone).toHaveLength(1)
  await read(undone, 'escrow')
  await read(byPlatform.order, 'after 3.00 that the platform paid', 'by the platform', 'escrow')
  const settling = await objected(orderStatus.received, '1.00')
  await withTransaction(server.db, (tx) =>
    sql`update orders set settles_at = ${server.clock.now()} where id = ${settling.order.id}`.execute(tx),
  )
  await runRefundDeadlines(server.app.ctx)
  await read(settling.order, 'escrow')
  await approve(settling.id, 'platform')
}

beforeAll(async () => {
  server = await startTestServer()
  shop = await aShop()
  const operator = await anOperator(server, 'fulfilment')
  // Settled orders first: they give the balance for the payments below.
  for (let i = 0; i < 8; i += 1) await anOrder(server, shop, { status: orderStatus.completed })
  for (const funding of ['escrow', 'balance'] as const) {
    await read(await anOrder(server, shop, { status: orderStatus.completed, funding }), funding)
    const unsupplied = await anOrder(server, shop, { status: orderStatus.awaitingShipment, funding })
    await server.must(
      cannotSupply,
      { shopId: shop.shopId, id: unsupplied.id, reason: 'out-of-stock' as const, note: '' },
      { token: operator.token, key: newId() },
    )
    await read(unsupplied, funding)
  }
  const staff = () => ({ token: operator.token, key: newId() })
  for (const [status, name, amount] of [
    [orderStatus.shipped, 'shipped', undefined],
    [orderStatus.received, 'received', '3.00'],
    [orderStatus.completed, 'completed', undefined],
  ] as const) {
    // A refund of a shipped order needs a balance: the earnings of one settled order.
    const of = status === orderStatus.shipped ? await shopWithOneSettled() : shop
    const order = await anOrder(server, of, { status })
    await refund(order, amount)
    await read(order, name, 'escrow')
  }
  await bookDecisions(staff)
  const owing = await anOrder(server, await aShop(), { status: orderStatus.completed })
  await refund(owing)
  await read(owing, 'owed', 'escrow')
  const unsupplied = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  await refund(unsupplied, '4.00')
  await server.must(
    cannotSupply,
    { shopId: shop.shopId, id: unsupplied.id, reason: 'out-of-stock' as const, note: '' },
    staff(),
  )
  await read(unsupplied, 'after a refund of 4.00', 'waiting for shipment', 'escrow')
  const kept = await anOrder(server, shop, { status: orderStatus.shipped })
  await refund(kept, '2.00')
  await reportDelivery(server, { shopId: shop.shopId, id: kept.id })
  await server.must(confirmReceipt, { id: kept.id }, { token: kept.buyer.token, key: newId() })
  await read(kept, 'after a refund of 2.00', 'in part', 'escrow')
  const declined = await anOrder(server, shop)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: newId() })
  const late = await placeTestOrder(server, shop)
  const reference = await checkout(server, late)
  server.clock.pass(minutes(31))
  await runDeadlines(server.app.ctx)
  await sendWebhook(server, webhook(reference, late.total))
  const processors = { test: testProcessor(server.app.ctx, 'unused') }
  const due = await queryAll(
    server.owner,
    sql<{ shop_id: string; id: string }>`select shop_id, id from buyer_refund where state = 'due'`,
  )
  for (const row of due) await sendRefund(server.app.ctx, processors, { shopId: row.shop_id, refundId: row.id })
  // A chain reversal of two dollars that the balance cannot cover.
  const lost = { shopId: shop.shopId, id: newId(), amount: 200n, source: accounts.chainUsdt } as const
  await postUnchecked(server.owner, reversedEntry(lost, 0n, server.clock.now()))
  await read(await anOrder(server, shop, { status: orderStatus.completed }), 'escrow')
  await bookDisputes()
  await bookShipping()
  await bookCoupons()
  await read(declined)
  await read(late)
  await bookDeposits(paperChain())
  await bookWithdrawals()
  // Every event of the ledger once, on a machine that may be busy.
}, 300_000)
beforeAll(bookPlatformMoney, 300_000)
beforeAll(bookReturnedRefund, 300_000)
beforeAll(bookPix, 300_000)
afterAll(() => server.close())

test('each table balances', () => {
  for (const [name, rows] of tables) {
    const sum = rows.reduce(
      (off, [side, , amount]) => off + (side === 'debit' ? 1 : -1) * Math.round(Number(amount) * 100),
      0,
    )
    expect([name, sum]).toEqual([name, 0])
  }
})

test.each([...tables.keys()])('%s', (name) => {
  expect(booked.get(name)).toEqual(tables.get(name))
})

test('every booking has a table', () => {
  expect([...booked.keys()].filter((name) => !tables.has(name))).toEqual([])
  expect(formatCents(1499n)).toBe('14.99')
})

test('every event of the contract has a table', () => {
  const described = new Set([...tables.keys()].map((name) => name.split(' ')[0]!))
  expect([...ledgerEvents, ...platformLedgerEvents].filter((event) => !described.has(event))).toEqual([])
})

/** All funds records of a shop that fit a filter, page by page. */
async function recordsOf({ token }: TestShop, filter: RequestBody<typeof fundsRecords>) {
  const found: ResponseBody<typeof fundsRecords>['list'] = []
  let cursor: string | null = null
  do {
    const next: ResponseBody<typeof fundsRecords> = await server.must(
      fundsRecords,
      { ...filter, ...(cursor !== null && { cursor }) },
      { token },
    )
    found.push(...next.list)
    cursor = next.cursor
  } while (cursor !== null)
  return found
}

test('records of every event say what they are about: on one page, on many, and with a filter', async () => {
  const about = new Set<string>()
  for (const one of shops) {
    const records = await recordsOf(one, { limit: 100 })
    for (const record of records) {
      about.add(`${record.event.split('.')[0]}: ${record.cause?.kind ?? (record.note ? 'a note' : 'nothing')}`)
      // What is about an order, or about its refund, names its product and its buyer.
      const isOfOrder = record.cause?.kind === 'order' || record.cause?.kind === 'refund'
      expect(record.order, record.event).toEqual(
        isOfOrder ? { title: expect.stringMatching(/./), picture: null, buyer: expect.stringMatching(/./) } : null,
      )
    }
    expect(await recordsOf(one, { limit: 7 })).toEqual(records)
    // With a filter another statement looks for each number in the tables of all subjects.
    expect(await recordsOf(one, { limit: 100, from: '2000-01-01' })).toEqual(records)
    for (const [account, rows] of Map.groupBy(records, (record) => record.account))
      expect(await recordsOf(one, { limit: 7, account })).toEqual(rows)
  }
  expect([...about].toSorted()).toEqual([
    'adjustment: a note',
    'deposit: deposit',
    'dispute: deposit',
    'due: nothing',
    'due: order',
    'order: order',
    'refund: refund',
    'unidentified: a note',
    'withdrawal: withdrawal',
  ])
})

test.each([
  ['recharges', depositStates, depositMayBecome],
  ['withdrawals', withdrawalStates, withdrawalMayBecome],
] as const)('state transitions: %s', (noun, states, canTransition) => {
  const section = page.split(`\n## State transitions: ${noun}\n`)[1]!.split('\n## ')[0]!
  const written = [...section.matchAll(/^\|\s*([a-z-]+)\s*\|\s*([a-z-]+)\s*\|/gm)]
    .map(([, from, to]) => `${from} → ${to}`)
    .filter((row) => row !== 'from → to' && !row.startsWith('-'))
  const allowed = states.flatMap((from) =>
    states
      .filter((to) => (canTransition as (a: string, b: string) => boolean)(from, to))
      .map((to) => `${from} → ${to}`),
  )
  expect(written.sort()).toEqual(allowed.sort())
})
