/** Limits of the server's role: ledger.post checks each entry against a template and against the row of its subject. */
import {
  accounts,
  type AccountCode,
  ledgerEvents,
  openCardDeposit,
  orderStatus,
  platformLedgerEvents,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aDestination,
  checkout,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { credit, debit, platformOwner, type Entry, type Line } from './entry.ts'
import { postEntries } from './post-entries.ts'

let server: TestServer
let shop: TestShop
let other: TestShop
let paid: TestOrder
let completed: TestOrder
let picked: TestOrder
let paymentId: string
let depositId: string
let withdrawalId: string

beforeAll(async () => {
  server = await startTestServer()
  ;[shop, other] = [await aStockedShop(server), await aStockedShop(server)]
  paid = await anOrder(server, shop)
  paymentId = (await queryOne(server.owner, sql<{ id: string }>`select id from payment where order_id = ${paid.id}`))!
    .id
  completed = await anOrder(server, shop, { status: orderStatus.completed })
  picked = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  depositId = await creditMerchant(server, shop, '500')
  withdrawalId = (await withdraw(server, shop, await aDestination(server, shop), '100')).id
})
afterAll(async () => {
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
  await server.close()
})

const owner = (kind: AccountCode) =>
  kind.startsWith('L.M') || kind === accounts.merchantDue ? shop.shopId : platformOwner
const line = (side: 'D' | 'C', kind: AccountCode, amount: bigint): Line =>
  (side === 'D' ? debit : credit)(kind, owner(kind), amount)
const entry = (event: Entry['event'], ref: string, key: string, lines: Line[]): Entry => ({
  shopId: shop.shopId,
  key,
  event,
  ref,
  actor: 'clock',
  at: server.clock.now(),
  lines,
})
/** Books as the server's role. Returns the violated constraint, or the number of new entries. */
const attempt = (...entries: Entry[]) =>
  withTransaction(server.db, (tx) => postEntries(tx, ...entries)).catch(
    (error: unknown) => (error as { constraint?: string }).constraint ?? String(error),
  )
const amountsOf = async (order: TestOrder) =>
  (await queryOne(
    server.owner,
    sql<{
      total_payment: bigint
      total_cost: bigint
    }>`select total_payment, total_cost from orders where id = ${order.id}`,
  ))!

test('every event of the contract has a template with two sides, and a function that checks its row', async () => {
  const known = await queryAll(
    server.owner,
    sql<{ name: string }>`select e.name from ledger.event e
      where (select count(distinct side) from ledger.template t where t.event = e.name) = 2
        and to_regprocedure('ledger.check_' || e.family || '(uuid[])') is not null`,
  )
  expect(known.map(({ name }) => name).sort()).toEqual([...ledgerEvents, ...platformLedgerEvents].sort())
})

describe('money without a source', () => {
  test.each([
    ['a card recharge that nobody paid', accounts.processorTest, 777_700n],
    ['a bank transfer without a line', accounts.bank, 100n],
    ['a chain recharge without a transfer', accounts.chainUsdt, 100n],
  ] as const)('%s', async (_, source, amount) => {
    const ref = newId()
    const lines = [line('D', source, amount), line('C', accounts.merchantAvailable, amount)]
    expect(await attempt(entry('deposit.credited', ref, `deposit:${ref}:credited:1`, lines))).toBe('transfer_row')
  })

  test('a credited recharge is not credited again under another key or from another source', async () => {
    for (const [key, source] of [
      [`deposit:${depositId}:credited:2`, accounts.processorTest],
      [newId(), accounts.processorTest],
      [`deposit:${depositId}:credited:3`, accounts.bank],
      [`deposit:${depositId}:credited:3`, accounts.processorStripe],
    ] as const)
      expect(
        await attempt(
          entry('deposit.credited', depositId, key, [
            line('D', source, 50_000n),
            line('C', accounts.merchantAvailable, 50_000n),
          ]),
        ),
      ).toBe('transfer_row')
  })

  test('an order is paid once, by its own captured payment only', async () => {
    const { total_payment: amount } = await amountsOf(paid)
    const waiting = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
    const lines = (id: string) => [
      debit(accounts.processorTest, platformOwner, amount),
      credit(accounts.orderEscrow, id, amount),
    ]
    for (const order of [paid, waiting])
      for (const key of [`order:${order.id}:order.paid`, newId()])
        expect([order.id, await attempt(entry('order.paid', order.id, key, lines(order.id)))]).toEqual([
          order.id,
          // The first entry exists already; booking it again changes nothing.
          order === paid && key.startsWith('order') ? 0 : 'transfer_row',
        ])
    // A payment into the escrow of another order.
    expect(await attempt(entry('order.paid', waiting.id, `order:${waiting.id}:order.paid`, lines(paid.id)))).toBe(
      'transfer_row',
    )
  })
})

describe('states without evidence', () => {
  /** Writes a row and books it in one transaction as the server's role. Returns the violated constraint. */
  const forge = (write: ReturnType<typeof sql>, ...entries: Entry[]) =>
    withTransaction(server.db, async (tx) => {
      await postEntries(tx, ...entries)
      await write.execute(tx)
    }).catch((error: unknown) => (error as { constraint?: string }).constraint ?? String(error))

  test('an order in the state “paid” without a captured payment is refused', async () => {
    const order = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
    const { total_payment: amount } = await amountsOf(order)
    await checkout(server, order)
    const key = `order:${order.id}:order.paid`
    const lines = [debit(accounts.processorTest, platformOwner, amount), credit(accounts.orderEscrow, order.id, amount)]
    const write = sql`update orders set status = 5, paid_at = now(), pickup_until = now(),
      funding_transfer_id = (select id from ledger.transfer where key = ${key}) where id = ${order.id}`
    expect(await forge(write, entry('order.paid', order.id, key, lines))).toBe('transfer_row')
  })

  test('a card recharge in the state “credited” without a capture of the processor is refused', async () => {
    const { id } = await server.must(openCardDeposit, { amount: '100' }, { token: shop.token, key: newId() })
    const write = sql`update deposit set state = 'credited', credited_at = now(), changed_by = 'clock', changed_at = now() where id = ${id}`
    const lines = [line('D', accounts.processorTest, 10_000n), line('C', accounts.merchantAvailable, 10_000n)]
    expect(await forge(write, entry('deposit.credited', id, `deposit:${id}:credited:1`, lines))).toBe('transfer_row')
  })
})

describe('wrong accounts', () => {
  test('a merchant’s balance cannot move to the platform', async () => {
    for (const event of [...ledgerEvents, ...platformLedgerEvents])
      for (const kind of [accounts.commission, accounts.withdrawalFee, accounts.supplierPayable] as const)
        expect([
          event,
          await attempt(
            entry(event, completed.id, newId(), [line('D', accounts.merchantAvailable, 500n), line('C', kind, 500n)]),
          ),
        ]).toEqual([event, 'transfer_template'])
  })

  test('lines of another event, duplicate lines and missing lines are refused', async () => {
    const { total_payment: amount } = await amountsOf(paid)
    const key = `order:${paid.id}:order.shipped`
    const half = amount / 2n
    for (const lines of [
      [line('D', accounts.processorTest, amount), credit(accounts.orderProcurement, paid.id, amount)],
      [
        debit(accounts.orderProcurement, paid.id, half),
        debit(accounts.orderProcurement, paid.id, amount - half),
        line('C', accounts.supplierPayable, amount),
      ],
      [
        line('D', accounts.processorTest, amount),
        line('D', accounts.processorStripe, amount),
        credit(accounts.orderEscrow, paid.id, 2n * amount),
      ],
    ])
      expect(await attempt(entry('order.shipped', paid.id, key, lines))).toBe('transfer_template')
    expect(
      await attempt(
        entry('withdrawal.paid', withdrawalId, newId(), [
          line('D', accounts.payout, 1n),
          line('C', accounts.withdrawalFee, 1n),
        ]),
      ),
    ).toBe('transfer_template')
    expect(
      await attempt({
        ...entry('made.up' as Entry['event'], paid.id, key, [
          line('D', accounts.bank, 1n),
          line('C', accounts.payout, 1n),
        ]),
      }),
    ).toBe('transfer_template')
  })

  test('an account of another shop and an unknown kind of actor are refused', async () => {
    const lines = [debit(accounts.merchantAvailable, other.shopId, 1n), credit(accounts.merchantHeld, other.shopId, 1n)]
    expect(await attempt(entry('withdrawal.requested', withdrawalId, newId(), lines))).toBe('transfer_template')
    // The escrow of this shop's order, in the name of another shop.
    const { total_cost: cost } = await amountsOf(paid)
    expect(
      await attempt({
        ...entry('order.picked-up', paid.id, `order:${paid.id}:order.picked-up`, [
          debit(accounts.orderEscrow, paid.id, cost),
          credit(accounts.orderProcurement, newId(), cost),
        ]),
        shopId: other.shopId,
      }),
    ).toBe('account_owner')
    const own = [line('D', accounts.merchantAvailable, 1n), line('C', accounts.merchantHeld, 1n)]
    for (const actor of ['nobody', 'merchant:me', 'clock|operator', ''])
      expect(await attempt({ ...entry('withdrawal.requested', withdrawalId, newId(), own), actor })).toBe(
        'transfer_template',
      )
  })
})

describe('a transfer must match the row of its subject', () => {
  const cost = () => amountsOf(paid).then((order) => order.total_cost)
  test.each<[string, () => Promise<Entry> | Entry]>([
    [
      'a pick-up of an order that stays where it is',
      async () =>
        entry('order.picked-up', paid.id, `order:${paid.id}:order.picked-up`, [
          debit(accounts.orderEscrow, paid.id, await cost()),
          credit(accounts.orderProcurement, paid.id, await cost()),
        ]),
    ],
    [
      'a receipt of an order that nobody received',
      () =>
        entry('order.received', paid.id, `order:${paid.id}:order.received`, [
          debit(accounts.orderEscrow, paid.id, 100n),
          line('C', accounts.merchantPending, 100n),
        ]),
    ],
    [
      'a cancellation of an order that stays',
      async () =>
        entry('order.cancelled', paid.id, `order:${paid.id}:order.cancelled`, [
          debit(accounts.orderEscrow, paid.id, 1n),
          credit(accounts.paymentRefund, paymentId, 1n),
        ]),
    ],
    [
      'a cost that returns of an order that stays',
      () =>
        entry('order.cost-returned', picked.id, `order:${picked.id}:order.cost-returned`, [
          debit(accounts.orderProcurement, picked.id, 1n),
          line('C', accounts.supplierPayable, 1n),
        ]),
    ],
    [
      'a refund that nobody agreed on',
      () => {
        const id = newId()
        return entry('refund.approved', id, `refund:${id}`, [
          debit(accounts.orderEscrow, paid.id, 100n),
          credit(accounts.paymentRefund, paymentId, 100n),
        ])
      },
    ],
    [
      'a dispute that the processor did not tell of',
      () => {
        const id = newId()
        return entry('dispute.opened', depositId, `dispute:${id}:dispute.opened`, [
          line('D', accounts.merchantAvailable, 100n),
          credit(accounts.cardDispute, id, 100n),
        ])
      },
    ],
    [
      'a withdrawal that nobody requested',
      () => {
        const id = newId()
        return entry('withdrawal.requested', id, `withdrawal:${id}:withdrawal.requested`, [
          line('D', accounts.merchantAvailable, 100n),
          line('C', accounts.merchantHeld, 100n),
        ])
      },
    ],
    [
      'a withdrawal that is booked twice',
      () =>
        entry('withdrawal.requested', withdrawalId, `withdrawal:${withdrawalId}:again`, [
          line('D', accounts.merchantAvailable, 10_000n),
          line('C', accounts.merchantHeld, 10_000n),
        ]),
    ],
    [
      'a withdrawal that nobody approved',
      () =>
        entry('withdrawal.approved', withdrawalId, `withdrawal:${withdrawalId}:withdrawal.approved`, [
          line('D', accounts.merchantHeld, 10_000n),
          line('C', accounts.payout, 10_000n),
        ]),
    ],
    [
      'a payment of a withdrawal that is not paid',
      () =>
        entry('withdrawal.paid', withdrawalId, `withdrawal:${withdrawalId}:withdrawal.paid`, [
          line('D', accounts.payout, 10_000n),
          line('C', accounts.bank, 10_000n),
        ]),
    ],
    [
      'a chain that took back a card recharge',
      () =>
        entry('deposit.reversed', depositId, `deposit:${depositId}:reversed:1`, [
          line('D', accounts.merchantAvailable, 20_000n),
          line('C', accounts.chainUsdt, 20_000n),
        ]),
    ],
  ])('%s', async (_, make) => {
    expect(await attempt(await make())).toBe('transfer_row')
  })

  test('the server’s role cannot defer, remove or call the comparison', async () => {
    for (const statement of [
      sql`insert into ledger.unchecked (transfers) values ('{}')`,
      sql`delete from ledger.unchecked`,
      sql`insert into ledger.event values ('made.up', 'order')`,
      sql`update ledger.template set required = false`,
      sql`select ledger.book('{}')`,
      sql`select ledger.check_order('{}')`,
      sql`set session_replication_role = replica`,
    ])
      expect(
        await statement.execute(server.db).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        ),
      ).toBe('42501')
    expect(await queryAll(server.owner, sql`select from ledger.unchecked`)).toEqual([])
  })
})
