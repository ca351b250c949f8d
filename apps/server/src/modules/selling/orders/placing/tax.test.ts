/** Tax: what the buyer pays on goods and shipping, where it is, and how it goes back to the cent. */
import {
  accounts,
  cancelOrder,
  formatCents,
  orderDetail,
  orderStatus,
  parseCents,
  refundDetail,
  refundOrders,
  requestRefund,
} from '@quayside/contract'
import { operatorOrderDetail } from '@quayside/contract/fulfilment'
import { payBill, proposeMovement, proposeReversal, taxesOwed } from '@quayside/contract/treasury'
import { listSettings, parseSetting, proposeSetting, settingText, type TaxRate } from '@quayside/contract/settings'
import { proRata, shownPrice, shownSums, taxOn } from '@quayside/contract/tax'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  anOperator,
  anOrder,
  aSigner,
  aStockedShop,
  checkout,
  creditMerchant,
  mustSign,
  pay,
  reportDelivery,
  sendWebhook,
  signs,
  theOwner,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../../test/builders.ts'
import * as charges from '../../../../../test/charges.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../../platform/database/postgres.ts'
import { checkBooks } from '../../../money/reconciliation/store.ts'
import { amountFor, refundLimits, sharesOfBuyer, taxFor } from '../../refunds/refund.ts'
import { shareOfTax } from '../ending/dispute-order.ts'
import type { OrderMoney } from '../entries.ts'

// An order to Ireland: goods 14.99, shipping 4.50, tax 4.49 on 19.49, in all 23.98.
const taxRates: TaxRate[] = [
  { country: 'IE', rate: 2300, shown: 'included' },
  { country: 'US', rate: 725, shown: 'added' },
]
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({
    settings: { shippingRates: [{ country: '*', cost: 450, from: 4, to: 9 }], taxRates },
  })
  shop = await aStockedShop(server)
  // The balance pays what refunds of shipped orders take, so that none waits for the platform.
  await creditMerchant(server, shop, '100')
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

const place = (of: TestShop, country: string) => charges.anOrderTo(server, of, country)
const holds = (kind: string, owner: string) => charges.holds(server, kind, owner)
/** What the platform owes to the authorities. */
const owedTax = () => charges.postedTo(server, accounts.taxPayable)
const owedToBuyer = (order: TestOrder) => charges.owedToBuyer(server, order)
const refund = (order: TestOrder, amount?: string) => charges.refundGoods(server, order, amount)
/** What the merchant reads that the buyer received by the refunds of an order, in cents. */
const saidToMerchant = async (order: TestOrder): Promise<bigint> => {
  const { list } = await server.must(refundOrders, { orderId: order.id, limit: 10 }, { token: shop.token })
  const details = await Promise.all(list.map(({ id }) => server.must(refundDetail, { id }, { token: shop.token })))
  return details.reduce((sum, { pays, beside, buyerGets }) => {
    const { shipping, tax, coupon } = beside!
    // The table of the screen adds up.
    const parts = [...pays.map(({ amount }) => amount), shipping, tax].reduce((all, one) => all + parseCents(one), 0n)
    expect(parts - parseCents(coupon)).toBe(parseCents(buyerGets))
    return sum + parseCents(buyerGets)
  }, 0n)
}
const dispute = (order: TestOrder, amount: string, type: 'opened' | 'won' | 'lost') =>
  charges.reportDispute(server, order, amount, type)

test('the rate of the country is charged on goods and shipping, and a country without one pays nothing', async () => {
  for (const [country, tax, total] of [
    ['IE', '4.49', '23.98'],
    ['US', '1.42', '20.91'],
    ['BR', '0.00', '19.49'],
  ] as const)
    expect(await place(shop, country)).toMatchObject({ tax, total, shipping: '4.50' })
})

test('the tax waits beside the escrow and is owed to the authority at the receipt; the merchant earns the same', async () => {
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  expect(order.total).toBe('23.98')
  expect(await holds(accounts.orderTax, order.id)).toBe(449n)
  const before = await owedTax()
  await reportDelivery(server, { shopId: shop.shopId, id: order.id })
  expect(await holds(accounts.orderTax, order.id)).toBe(0n)
  expect((await owedTax()) - before).toBe(449n)
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    totalPayment: '14.99',
    totalEarnings: '14.24',
    profit: '4.24',
    tax: '4.49',
    payment: { amount: '23.98' },
  })
  const fulfilment = await anOperator(server, 'fulfilment')
  expect(
    await server.must(operatorOrderDetail, { shopId: shop.shopId, id: order.id }, { token: fulfilment.token }),
  ).toMatchObject({ totalPayment: '14.99', tax: '4.49', taxRate: 2300 })
})

test('a payment without the tax is not the payment of the order: it goes back', async () => {
  const order = await place(shop, 'IE')
  expect(await sendWebhook(server, webhook(await checkout(server, order), '19.49'))).toBe(200)
  const row = await queryOne(server.owner, sql<{ status: number }>`select status from orders where id = ${order.id}`)
  expect(row!.status).toBe(orderStatus.awaitingPayment)
  expect(await owedToBuyer(order)).toBe(1949n)
})

test('a cancelled order returns goods, shipping and tax, less what refunds returned', async () => {
  const order = await place(shop, 'US')
  await pay(server, order)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  expect(await owedToBuyer(order)).toBe(2091n)
  expect(await holds(accounts.orderTax, order.id)).toBe(0n)

  const part = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  await refund(part, '4.00')
  // 4.00 of 19.49 returns 0.92 of 4.49.
  expect(await owedToBuyer(part)).toBe(492n)
  await refund(part)
  expect(await owedToBuyer(part)).toBe(2398n)
  expect(await saidToMerchant(part)).toBe(2398n)
  expect(await holds(accounts.orderTax, part.id)).toBe(0n)
})

test('parts return their share of the tax, and all of them all of it', async () => {
  for (const status of [orderStatus.shipped, orderStatus.received] as const) {
    const order = await anOrder(server, shop, { status })
    const before = await owedTax()
    // The shares are 0.0023, 0.92 and 1.72 in all: each part is rounded with those before it.
    for (const [amount, back] of [
      ['0.01', 1n],
      ['4.00', 493n],
      ['3.47', 920n],
    ] as const) {
      await refund(order, amount)
      expect(await owedToBuyer(order)).toBe(back)
    }
    await refund(order)
    expect(await owedToBuyer(order)).toBe(2398n)
    expect(await saidToMerchant(order)).toBe(2398n)
    expect(await holds(accounts.orderTax, order.id)).toBe(0n)
    expect((await owedTax()) - before).toBe(status === orderStatus.received ? -449n : 0n)
  }
})

test('a dispute takes its share from the tax and never from the merchant; a won one gives it back', async () => {
  const own = await aStockedShop(server)
  const order = await anOrder(server, own, { status: orderStatus.shipped })
  const due = () => holds(accounts.merchantDue, own.shopId)
  await dispute(order, '23.98', 'opened')
  expect(await holds(accounts.orderTax, order.id)).toBe(0n)
  expect(-(await due())).toBe(1000n)
  const before = await owedTax()
  await reportDelivery(server, { shopId: own.shopId, id: order.id })
  expect(await owedTax()).toBe(before)
  await dispute(order, '23.98', 'won')
  expect(await due()).toBe(0n)
  expect((await owedTax()) - before).toBe(449n)

  // A part: 6.00 of 23.98 takes 1.12 of the tax and 4.88 of the goods; a refund of the rest returns what is left.
  const part = await anOrder(server, await aStockedShop(server), { status: orderStatus.shipped })
  await dispute(part, '6.00', 'opened')
  expect(await holds(accounts.orderTax, part.id)).toBe(337n)
  expect(await server.must(orderDetail, { id: part.id }, { token: part.shop.token })).toMatchObject({
    dispute: { amount: '4.88' },
  })
  await dispute(part, '6.00', 'lost')
  await refund(part)
  expect(await owedToBuyer(part)).toBe(1798n)
  expect(await holds(accounts.orderTax, part.id)).toBe(0n)
})

test('an order before its shipment is cancelled by a dispute, and its tax is withheld too', async () => {
  const order = await anOrder(server, shop)
  await dispute(order, order.total, 'opened')
  const row = await queryOne(
    server.owner,
    sql<{ from_refund: bigint }>`select from_refund from card_dispute where order_id = ${order.id}`,
  )
  expect(row!.from_refund).toBe(2398n)
})

const anEmptyOrder: OrderMoney = {
  shopId: '',
  id: '',
  totalPayment: 0n,
  shipping: 0n,
  refundedShipping: 0n,
  disputedShipping: 0n,
  tax: 0n,
  refundedTax: 0n,
  disputedTax: 0n,
  couponPlatform: 0n,
  refundedCoupon: 0n,
  totalCost: 0n,
  commission: 0n,
  funding: null,
  shipmentRound: 1,
  refunded: 0n,
  refundedEscrow: 0n,
  refundedSupplier: 0n,
  refundedCommission: 0n,
  refundedPlatform: 0n,
  disputed: 0n,
  disputedEscrow: 0n,
  pending: 0n,
}

test('any refunds and disputes take the tax in proportion, and together exactly all of it', () => {
  const step = fc.record({ part: fc.integer({ min: 1, max: 100 }), bank: fc.boolean() })
  const order = fc.record({
    totalPayment: fc.bigInt({ min: 1n, max: 100_000n }),
    shipping: fc.bigInt({ min: 0n, max: 100_000n }),
    rate: fc.bigInt({ min: 1n, max: 5000n }),
    steps: fc.array(step, { maxLength: 8 }),
  })
  fc.assert(
    fc.property(order, ({ totalPayment, shipping, rate, steps }) => {
      const tax = proRata(totalPayment + shipping, rate, 10_000n)
      const money: OrderMoney = { ...anEmptyOrder, totalPayment, shipping, tax }
      let returned = 0n
      for (const { part, bank } of [...steps, { part: 100, bank: false }]) {
        const goods = totalPayment - money.refunded - money.disputed
        const shippingLeft = shipping - money.refundedShipping - money.disputedShipping
        const left = goods + shippingLeft + tax - money.refundedTax - money.disputedTax
        if (bank) {
          const asked = (left * BigInt(part)) / 100n
          const share = shareOfTax(money, goods, asked)
          expect(share.tax + share.rest).toBe(asked)
          const ofGoods = share.rest < goods ? share.rest : goods
          money.disputed += ofGoods
          money.disputedShipping += share.rest - ofGoods
          money.disputedTax += share.tax
          returned += asked
        } else if (goods > 0n) {
          const amount = (goods * BigInt(part)) / 100n
          const back = amount === goods ? shippingLeft : 0n
          const ofTax = taxFor(money, amount, back)
          money.refunded += amount
          money.refundedShipping += back
          money.refundedTax += ofTax
          returned += amount + back + ofTax
        }
        expect(money.disputedShipping + money.refundedShipping).toBeLessThanOrEqual(shipping)
        const net = money.refunded + money.disputed + money.refundedShipping + money.disputedShipping
        const wrong = money.refundedTax + money.disputedTax - proRata(tax, net, totalPayment + shipping)
        // A refund is exact; the bank's amount is not ours to choose, and its tax is rounded too.
        expect(wrong >= -1n && wrong <= 1n).toBe(true)
        if (!bank && money.disputed + money.disputedShipping + money.disputedTax === 0n) expect(wrong).toBe(0n)
      }
      const goods = totalPayment - money.refunded - money.disputed
      if (goods === 0n && money.refundedShipping + money.disputedShipping === shipping)
        expect(returned).toBe(totalPayment + shipping + tax)
    }),
  )
})

test('what a buyer asks for is what the buyer receives, and the parts come to the total, never to more', () => {
  const order = fc.record({
    goods: fc.oneof(fc.bigInt({ min: 2n, max: 40n }), fc.bigInt({ min: 2n, max: 100_000n })),
    shipping: fc.bigInt({ min: 0n, max: 5_000n }),
    rate: fc.integer({ min: 0, max: 5000 }),
    coupon: fc.integer({ min: 0, max: 99 }),
    parts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 8 }),
    ends: fc.boolean(),
  })
  fc.assert(
    fc.property(order, ({ goods, shipping, rate, coupon, parts, ends }) => {
      const couponPlatform = (goods * BigInt(coupon)) / 100n
      const tax = taxOn({ goods: goods - couponPlatform, shipping }, [{ country: 'IE', rate, shown: 'included' }], 'IE')
      const money = {
        ...anEmptyOrder,
        status: orderStatus.received,
        totalPayment: goods,
        couponPlatform,
        shipping,
        tax: tax.amount,
      }
      const total = goods - couponPlatform + shipping + tax.amount
      let returned = 0n
      const giveBack = (asked: bigint) => {
        const amount = amountFor(money, asked)
        const shares = sharesOfBuyer(money, amount, asked)
        expect(amount - shares.coupon + shares.shipping + shares.tax).toBe(asked)
        money.refunded += amount
        money.refundedShipping += shares.shipping
        money.refundedTax += shares.tax
        money.refundedCoupon += shares.coupon
        returned += asked
        expect(returned).toBeLessThanOrEqual(total)
        // The database takes a cent more or less of tax than its share.
        const net = money.refunded - money.refundedCoupon + money.refundedShipping
        const off = money.refundedTax - proRata(tax.amount, net, goods - couponPlatform + shipping)
        expect(off >= -1n && off <= 1n).toBe(true)
        if (net === goods - couponPlatform + shipping) expect(money.refundedTax).toBe(tax.amount)
      }
      for (const part of parts) {
        const limits = refundLimits(money)
        expect(limits.all).toBeLessThanOrEqual(total - returned)
        const asked = limits.part === 0n ? 0n : limits.least + ((limits.part - limits.least) * BigInt(part)) / 100n
        if (asked > 0n) giveBack(asked)
      }
      const { all } = refundLimits(money)
      if (!ends || all === 0n) return
      giveBack(all)
      expect(returned).toBe(total)
    }),
    { numRuns: 2000 },
  )
})

test('the same shipping charge shows the same price beside any goods, and without a coupon goods show that of their page', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 100_000n }),
      fc.bigInt({ min: 0n, max: 100_000n }),
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 0, max: 100 }),
      (goods, shipping, rate, percent) => {
        const discount = (goods * BigInt(percent)) / 100n
        const rates: TaxRate[] = [{ country: 'IE', rate, shown: 'included' }]
        const tax = taxOn({ goods: goods - discount, shipping }, rates, 'IE')
        const shown = shownSums(tax, [goods], shipping, discount)
        expect(shown.shipping).toBe(shownPrice(tax, shipping))
        expect(shown.goods).toBe(shownPrice(tax, goods))
        expect(shown.goods - shown.discount + shown.shipping).toBe(goods - discount + shipping + tax.amount)
        expect(shown.discount >= discount).toBe(true)
      },
    ),
  )
})

test('prices that include the tax show shares that add up to it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 100_000n }), { minLength: 1, maxLength: 12 }),
      fc.bigInt({ min: 0n, max: 100_000n }),
      fc.integer({ min: 1, max: 5000 }),
      fc.boolean(),
      (lines, shipping, rate, included) => {
        const goods = lines.reduce((sum, line) => sum + line, 0n)
        const amount = proRata(goods + shipping, BigInt(rate), 10_000n)
        const shown = shownSums({ amount, rate, included }, lines, shipping)
        expect(shown.lines.reduce((sum, line) => sum + line, 0n)).toBe(shown.goods)
        expect(shown.goods + shown.shipping).toBe(goods + shipping + (included ? amount : 0n))
        expect(shown.lines.every((line, i) => line >= lines[i]!)).toBe(true)
      },
    ),
  )
})

test('what goes back counts towards the limit of two people, with shipping and tax', async () => {
  const before = server.app.ctx.settings.money.secondPersonAbove
  const needsTwo = async (above: bigint): Promise<boolean> => {
    server.app.ctx.settings.money.secondPersonAbove = above
    const order = await anOrder(server, shop, { status: orderStatus.shipped })
    const { refund: asked } = await server.must(
      requestRefund,
      { orderId: order.id, reason: 'other', text: 'It broke', pictures: [] },
      { token: order.buyer.token, key: newId() },
    )
    return (await queryOne(
      server.owner,
      sql<{ needs_two: boolean }>`select needs_two from refund_order where id = ${asked!.id}`,
    ))!.needs_two
  }
  try {
    expect(await needsTwo(2397n)).toBe(true)
    expect(await needsTwo(2398n)).toBe(false)
  } finally {
    server.app.ctx.settings.money.secondPersonAbove = before
  }
})

test('two people sign new rates; they count for later orders only, and bind the server in the database', async () => {
  const own = await aStockedShop(server)
  const earlier = await place(own, 'IE')
  const [owner, signer] = [await theOwner(server), await aSigner(server, 'owner')]
  const value: TaxRate[] = [{ country: 'IE', rate: 1000, shown: 'added' }]
  const propose = (given: unknown) => charges.propose(server, { token: owner }, 'tax-rates', given)
  expect((await propose([...value, ...value])).reason).toBe('request/invalid')
  const proposed = await propose(value)
  expect(proposed.code).toBe(1)
  await mustSign(server, signer, (proposed.data as { actId: string }).actId)
  expect((await place(own, 'IE')).tax).toBe('4.49')
  server.clock.pass(minutes(2))
  expect((await place(own, 'IE')).tax).toBe('1.95')
  expect((await place(own, 'US')).tax).toBe('0.00')
  await pay(server, earlier)
  expect(await holds(accounts.orderTax, earlier.id)).toBe(449n)
  const { settings } = await server.must(listSettings, {}, { token: owner })
  expect(settings.find(({ name }) => name === 'tax-rates')).toMatchObject({ value })

  // The server's own role can place no order with another tax, change none, and return no other share.
  const copy = (tax: number, rate: number, included = false) =>
    charges.copyOrder(server, earlier, { tax, tax_rate: rate, tax_included: included })
  for (const [tax, rate, included] of [
    [0, 0, false],
    [194, 1000, false],
    [449, 2300, true],
    [195, 1000, true],
  ] as const)
    expect(await copy(tax, rate, included)).toBe('order_tax_rate')
  expect(await copy(195, 1000)).toBe('placed')
  await expect(sql`update orders set tax = 0 where id = ${earlier.id}`.execute(server.db)).rejects.toThrow(
    'permission denied',
  )
  await expect(
    sql`update orders set refunded_tax = 100 where id = ${earlier.id}`.execute(server.db),
  ).rejects.toMatchObject({ constraint: expect.stringMatching(/^order_tax/) })
})

test('while new rates are signed and begin, every order has the tax of the rate at its instant, and none another', async () => {
  const own = await aStockedShop(server)
  const [owner, signer] = [await theOwner(server), await aSigner(server, 'owner')]
  const change = async (rate: number) => {
    const { actId } = await server.must(
      proposeSetting,
      { name: 'tax-rates', value: [{ country: 'IE', rate, shown: 'added' }], from: null, reason: 'A new law' },
      { token: owner, key: newId() },
    )
    return () => mustSign(server, signer, actId!)
  }
  const placed: { id: string; tax: string }[] = []
  const placeSome = async () => {
    placed.push(...(await Promise.all([1, 2, 3, 4].map(() => place(own, 'IE')))))
  }
  for (const rate of [500, 1500]) {
    const sign = await change(rate)
    await Promise.all([placeSome(), sign(), placeSome()])
    // The new version begins between two orders, and no copy of the server may still have the old one.
    for (let i = 0; i < 3; i += 1) {
      server.clock.pass(minutes(0.5))
      await placeSome()
    }
  }
  const rows = await queryAll(
    server.owner,
    sql<{ id: string; tax: bigint; rate: number; signed: number }>`select o.id, o.tax, o.tax_rate as rate,
        (setting_at('tax-rates', o.placed_at) -> 0 ->> 'rate')::int as signed
      from orders o where o.shop_id = ${own.shopId}`,
  )
  expect(rows).toHaveLength(placed.length)
  const told = new Map(placed.map(({ id, tax }) => [id, tax]))
  for (const { id, tax, rate, signed } of rows) {
    expect(rate).toBe(signed)
    expect(tax).toBe(proRata(1499n, BigInt(signed), 10_000n) + proRata(450n, BigInt(signed), 10_000n))
    // What the buyer was told is what is charged.
    expect(told.get(id)).toBe(formatCents(tax))
  }
  expect(new Set(rows.map(({ rate }) => rate))).toEqual(new Set([1000, 500, 1500]))
  // The other tests of this file have the rate that they began with.
  await (
    await change(1000)
  )()
  server.clock.pass(minutes(2))
})

test('tax goes to the authority of its country: two people, one debit, never more than is owed, and refunds lower it', async () => {
  const [importer, first, second] = [
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
  const as = ({ token }: { token: string }) => ({ token, key: newId() })
  const today = server.clock.now().toISOString().slice(0, 10)
  const taxes = async (period = {}) => {
    const { countries } = await server.must(taxesOwed, period, { token: first.token })
    return Object.fromEntries(countries.map(({ country, owed, collected }) => [country, { owed, collected }]))
  }
  await pay(server, await place(shop, 'US'))
  const before = await taxes()
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  await reportDelivery(server, { shopId: shop.shopId, id: order.id })
  const after = await taxes({ from: today, to: today })
  const paid = await queryOne(server.owner, sql<{ tax: bigint }>`select tax from orders where id = ${order.id}`)
  const cents = (text: string | undefined) => BigInt(Math.round(Number(text ?? 0) * 100))
  expect(cents(after['IE']!.owed) - cents(before['IE']?.owed)).toBe(paid!.tax)
  // What is not received is owed to nobody yet.
  expect(after['US']?.owed).toBe(before['US']?.owed)
  expect((await taxes({ from: '2020-01-01', to: '2020-12-31' }))['IE']).toEqual({
    owed: after['IE']!.owed,
    collected: '0.00',
  })

  const amount = after['IE']!.owed
  const payment = (reference: string, more: object = {}) => ({
    kind: 'tax-payment' as const,
    from: accounts.bank,
    to: accounts.taxPayable,
    amount,
    country: 'IE',
    periodFrom: '2026-10-01',
    periodTo: '2026-12-31',
    reference,
    ...more,
  })
  const refused = (input: object) => server.call(proposeMovement, input as never, as(first))
  expect((await refused(payment('US-1', { country: 'US' }))).reason).toBe('treasury/tax-short')
  for (const [more, field] of [
    [{ country: undefined }, 'country'],
    [{ periodFrom: undefined }, 'periodFrom'],
    [{ periodTo: '2026-09-30' }, 'periodTo'],
    [{ reference: '' }, 'reference'],
    [{ to: accounts.supplierPayable }, 'to'],
  ] as const)
    expect(Object.keys((await refused(payment('IE-0', more))).fields ?? {})).toEqual([field])

  // Two payments of all that is owed: each is right alone, and the second one is too much.
  const both = [
    await server.must(proposeMovement, payment('IE-1'), as(first)),
    await server.must(proposeMovement, payment('IE-2'), as(first)),
  ]
  expect((await refused(payment('ie-1'))).reason).toBe('treasury/tax-twice')
  expect((await signs(server, first, both[0]!.actId)).reason).toBe('operator/second-person')
  const lines = await Promise.all(
    ['IE-1', 'IE-2'].map((reference) => aBankLine(server, importer, { side: 'debit', amount, reference })),
  )
  const settle = (i: number) => server.call(payBill, { id: both[i]!.id, bankLineId: lines[i]! }, as(second))
  expect((await settle(0)).reason).toBe('decision/changed')
  for (const { actId } of both) await mustSign(server, second, actId)
  const unpaid = await owedTax()
  const settled = await Promise.all([settle(0), settle(1)])
  expect(settled.map(({ reason }) => reason ?? 'paid').sort()).toEqual(['paid', 'treasury/tax-short'])
  expect(unpaid - (await owedTax())).toBe(cents(amount))
  expect((await taxes())['IE']).toMatchObject({ owed: '0.00' })
  expect((await taxes({ from: today, to: today }))['IE']!.collected).toBe(after['IE']!.collected)

  // The goods come back after the payment: the authority has too much, and the next payment waits for new tax.
  await refund(order)
  expect((await taxes())['IE']!.owed).toBe((Number(-paid!.tax) / 100).toFixed(2))
  expect((await refused(payment('IE-3', { amount: '0.01' }))).reason).toBe('treasury/tax-short')

  // A reversal owes it again.
  const id = both[settled.findIndex(({ code }) => code === 1)]!.id
  const { actId } = await server.must(proposeReversal, { id, reason: 'Another country' }, as(second))
  await mustSign(server, first, actId)
  expect(cents((await taxes())['IE']!.owed)).toBe(cents(amount) - paid!.tax)
})

test('a list of taxes has each country once, in one order, and may be empty', () => {
  const rate = fc.record({
    country: fc.constantFrom('IE', 'US', 'BR', '*', 'ie'),
    rate: fc.integer({ min: -1, max: 5002 }),
    shown: fc.constantFrom('included', 'added', 'hidden'),
  })
  fc.assert(
    fc.property(fc.array(rate, { maxLength: 4 }), (list) => {
      const right =
        new Set(list.map(({ country }) => country)).size === list.length &&
        list.every(
          (one) => /^[A-Z]{2}$/.test(one.country) && one.rate >= 1 && one.rate <= 5000 && one.shown !== 'hidden',
        )
      const parsed = parseSetting('tax-rates', list)
      expect(parsed !== null).toBe(right)
      if (parsed) expect(parseSetting('tax-rates', list.toReversed())).toEqual(parsed)
    }),
  )
  expect(settingText('tax-rates', taxRates)).toBe('IE 23 % ∈, US 7.25 % +')
  expect(settingText('tax-rates', [])).toBe('–')
})
