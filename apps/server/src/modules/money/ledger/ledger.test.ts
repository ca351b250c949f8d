import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { accounts, parseCents, orderStatus, readWallet } from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, aStockedShop, type TestShop } from '../../../../test/builders.ts'
import { postUnchecked } from '../../../../test/post-unchecked.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { platformOwner, type Entry } from './entry.ts'
import { postEntries } from './post-entries.ts'

let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  await anOrder(server, shop, { status: orderStatus.completed })
})
afterAll(() => server.close())

const codeOf = (error: unknown) => (error as { code?: string }).code
const refused = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

describe('the database enforces the rules of the ledger for every role', () => {
  test('the server’s role cannot write the tables, counters and roll-ups of the ledger', async () => {
    for (const statement of [
      sql`insert into ledger.posting values (${newId()}, 0, 1, 'D', 1)`,
      sql`update ledger.account set credits = credits + 1`,
      sql`delete from ledger.transfer`,
      sql`update order_count set n = 5`,
      sql`insert into shop_figures (shop_id, sales) values (${newId()}, 1)`,
      sql`update shop_day set visitors = 100`,
      sql`update orders set total_payment = 1`,
      sql`update shop_product_day set units = 9`,
      sql`update product_day set units = 9`,
      sql`update listing_figures set views = 9`,
    ])
      expect(await refused(statement.execute(server.db))).toBe('42501')
  })

  test('even the owner cannot update, delete or truncate bookings', async () => {
    for (const statement of [
      sql`update ledger.posting set amount = amount + 1`,
      sql`delete from ledger.posting`,
      sql`update ledger.transfer set event = 'other'`,
      sql`delete from ledger.transfer`,
      sql`truncate ledger.posting cascade`,
      sql`delete from ledger.account`,
    ])
      expect(await refused(statement.execute(server.owner))).toBe('23001')
  })

  test('unbalanced, one-sided, empty and late postings are refused', async () => {
    const [transfer, other] = [newId(), newId()]
    const insert = sql`insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
      values (${transfer}, ${shop.shopId}, ${transfer}, '\\x00', 'order.paid', ${transfer}, 'x', now())`
    expect(await refused(insert.execute(server.owner))).toBe('23514')
    const account = (await queryOne(server.owner, sql<{ id: bigint }>`select id from ledger.account limit 1`))!.id
    const existing = (await queryOne(server.owner, sql<{ id: string }>`select id from ledger.transfer limit 1`))!.id
    expect(
      await refused(
        sql`insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount) values (${shop.shopId}, ${existing}, 90, ${account}, 'D', 1), (${shop.shopId}, ${existing}, 91, ${account}, 'C', 1)`.execute(
          server.owner,
        ),
      ),
    ).toBe('23514')
    for (const lines of [sql`('D', 1, 0), ('C', 2, 1)`, sql`('D', 1, 0)`]) {
      const both = sql`with t as (
          insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
          values (${other}, ${shop.shopId}, ${other}, '\\x00', 'order.paid', ${other}, 'x', now()) returning id
        ) insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount)
        select ${shop.shopId}, t.id, v.line, ${account}, v.side, v.amount from t, (values ${lines}) v (side, amount, line)`
      expect(await refused(both.execute(server.owner))).toBe('23514')
    }
  })

  test('a posting is in the shop of its transfer and of its account, and two shops share no transfer', async () => {
    const theirs = await aStockedShop(server)
    await postUnchecked(server.owner, inShop(theirs.shopId))
    const constraintOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => (error as { constraint?: string }).constraint,
      )
    const accountOf = (shopId: string) =>
      sql`(select id from ledger.account where shop_id = ${shopId} and kind = ${accounts.processorTest})`
    const insert = (of: string, account: ReturnType<typeof sql>) => {
      const id = newId()
      return sql`with t as (
          insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
          values (${id}, ${shop.shopId}, ${id}, '\\x00', 'order.paid', ${id}, 'x', now())
        ) insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount)
        values (${of}, ${id}, 0, ${account}, 'D', 1), (${of}, ${id}, 1, ${account}, 'C', 1)`.execute(server.owner)
    }
    expect(await constraintOf(insert(shop.shopId, accountOf(shop.shopId)))).toBe('done')
    expect(await constraintOf(insert(shop.shopId, accountOf(theirs.shopId)))).toBe('posting_shop')
    expect(await constraintOf(insert(theirs.shopId, accountOf(theirs.shopId)))).toBe('posting_transfer')
    // Lines of one transfer that name two shops.
    const both = sql`select ledger.book(array_agg(row(${newId()}::uuid, l.shop, l.shop::text || ${newId()}, 'order.paid', l.shop, 'x', now(), l.line,
        ${accounts.processorTest}, ${platformOwner}::uuid, l.side, 1)::ledger.line))
      from (values (${shop.shopId}::uuid, 0::smallint, 'D'), (${shop.shopId}::uuid, 1::smallint, 'C'), (${theirs.shopId}::uuid, 2::smallint, 'D'),
        (${theirs.shopId}::uuid, 3::smallint, 'C')) l (shop, line, side)`
    expect(await constraintOf(both.execute(server.owner))).toBe('transfer_once')
  })

  test('a booking of a shop waits for no row of another shop or of the platform', async () => {
    const theirs = await aStockedShop(server)
    await postUnchecked(server.owner, inShop(theirs.shopId), inShop(shop.shopId), {
      ...move(newId(), 5n, accounts.processorTest, accounts.supplierPayable),
      shopId: platformOwner,
    })
    await withTransaction(server.owner, async (tx) => {
      // All rows that are not the shop's, the accounts of the platform among them.
      for (const table of [sql`ledger.account`, sql`ledger.transfer`, sql`ledger.posting`])
        await sql`select from ${table} where shop_id <> ${shop.shopId} for update`.execute(tx)
      await withTransaction(server.owner, async (other) => {
        await sql`set local lock_timeout = '2s'`.execute(other)
        expect(await postUnchecked(other, inShop(shop.shopId))).toBe(1)
      })
    })
    const { n } = (await queryOne(
      server.owner,
      sql<{ n: number }>`select count(*)::int as n from ledger.account where kind = ${accounts.processorTest}
        and shop_id in (${shop.shopId}, ${theirs.shopId}, ${platformOwner})`,
    ))!
    expect(n).toBe(3)
  })

  test('an order cannot leave “waiting for payment” without a booked payment', async () => {
    const order = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
    expect(
      await refused(sql`update orders set status = 5, paid_at = now() where id = ${order.id}`.execute(server.owner)),
    ).toBe('23514')
  })
})

const move = (
  key: string,
  amount: bigint,
  from: Entry['lines'][number]['kind'],
  to: Entry['lines'][number]['kind'],
): Entry => ({
  shopId: shop.shopId,
  key,
  event: 'order.paid',
  ref: shop.shopId,
  actor: 'test',
  at: new Date(),
  lines: [
    { kind: from, owner: from.startsWith('L.M') ? shop.shopId : platformOwner, side: 'D', amount },
    { kind: to, owner: to.startsWith('L.M') ? shop.shopId : platformOwner, side: 'C', amount },
  ],
})

/** A card payment into the balance of a shop. */
const inShop = (shopId: string): Entry => ({
  ...move(newId(), 5n, accounts.processorTest, accounts.merchantAvailable),
  shopId,
  ref: shopId,
  lines: [
    { kind: accounts.processorTest, owner: platformOwner, side: 'D', amount: 5n },
    { kind: accounts.merchantAvailable, owner: shopId, side: 'C', amount: 5n },
  ],
})

test('a guarded account never goes below zero, and a refused entry writes nothing', async () => {
  const before = await server.must(readWallet, {}, { token: shop.token })
  const work = withTransaction(server.db, (tx) =>
    postEntries(tx, {
      ...move(newId(), 1_000_000n, accounts.merchantAvailable, accounts.merchantHeld),
      event: 'withdrawal.requested',
      actor: 'clock',
    }),
  )
  await expect(work).rejects.toBeInstanceOf(Refusal)
  expect(await server.must(readWallet, {}, { token: shop.token })).toEqual(before)
})

test('a key is booked once; the same key with another amount is refused', async () => {
  const key = newId()
  const post = (amount: bigint) =>
    postUnchecked(server.owner, move(key, amount, accounts.processorTest, accounts.merchantAvailable))
  expect(await post(5n)).toBe(1)
  expect(await post(5n)).toBe(0)
  await expect(post(6n)).rejects.toMatchObject({ constraint: 'transfer_key' })
})

test('20 parallel entries on one account are booked one after the other', async () => {
  const balance = async () => parseCents((await server.must(readWallet, {}, { token: shop.token })).balance)
  const before = await balance()
  const booked = await Promise.all(
    Array.from({ length: 20 }, () =>
      postUnchecked(server.owner, move(newId(), 5n, accounts.processorTest, accounts.merchantAvailable)),
    ),
  )
  expect(booked).toEqual(Array(20).fill(1))
  expect((await balance()) - before).toBe(100n)
})

test('fifty entries in one call give the same result as fifty calls', async () => {
  const balance = async () => parseCents((await server.must(readWallet, {}, { token: shop.token })).balance)
  const before = await balance()
  const entries = Array.from({ length: 50 }, (_, i) =>
    move(newId(), BigInt(i + 1), accounts.processorTest, accounts.merchantAvailable),
  )
  expect(await postUnchecked(server.owner, ...entries)).toBe(50)
  expect(await postUnchecked(server.owner, ...entries.slice(0, 40))).toBe(0)
  expect((await balance()) - before).toBe(1275n)
})

test('each account’s hash chain can be recomputed outside the database', async () => {
  const chains = await queryAll(
    server.owner,
    sql<{ id: bigint; head: Buffer; seq: bigint }>`select id, head, seq from ledger.account where not append_only`,
  )
  expect(chains.length).toBeGreaterThan(2)
  for (const account of chains) {
    const rows = await queryAll(
      server.owner,
      sql<{
        transfer_id: string
        line: number
        side: string
        amount: bigint
        seq: bigint
        balance_after: bigint
        hash: Buffer
        event: string
        ref: string
        at: Date
        key: string
        actor: string
      }>`
        select transfer_id, line, side, amount, seq, balance_after, hash, event, ref, at, key, actor
        from ledger.posting join ledger.transfer t on t.id = transfer_id where account_id = ${account.id} order by seq`,
    )
    let head = Buffer.from([0])
    for (const row of rows) {
      const sealed = createHash('sha256').update([row.transfer_id, row.key, row.actor].join('|')).digest('hex')
      const amounts = [row.transfer_id, row.line, account.id, row.side, row.amount, row.seq, row.balance_after]
      const micros = BigInt(row.at.getTime()) * 1000n
      const fields = ['2', ...amounts, row.event, row.ref, micros, sealed].join('|')
      head = createHash('sha256').update(head).update(fields).digest()
      expect(row.hash.equals(head)).toBe(true)
    }
    expect(BigInt(rows.length)).toBe(account.seq)
    if (rows.length > 0) expect(account.head.equals(head)).toBe(true)
  }
})

test('any sequence of movements gives the balances of a simple model', async () => {
  const kinds = [accounts.merchantAvailable, accounts.merchantPending, accounts.merchantHeld] as const
  const step = fc.record({
    from: fc.constantFrom(accounts.processorTest, ...kinds),
    to: fc.constantFrom(...kinds),
    amount: fc.bigInt({ min: 1n, max: 2000n }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const has = new Map<string, bigint>()
      const read = async () => {
        const rows = await queryAll(
          server.owner,
          sql<{
            kind: string
            balance: bigint
          }>`select kind, credits - debits as balance from ledger.account where owner = ${shop.shopId}`,
        )
        return new Map(rows.map((row) => [row.kind, row.balance]))
      }
      for (const [kind, balance] of await read()) has.set(kind, balance)
      for (const { from, to, amount } of steps) {
        if (from === to) continue
        const enough = from === accounts.processorTest || (has.get(from) ?? 0n) >= amount
        const outcome = await postUnchecked(server.owner, move(newId(), amount, from, to)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Refusal && error.reason === 'wallet/short') return false
            throw error
          },
        )
        expect(outcome).toBe(enough)
        if (!enough) continue
        if (from !== accounts.processorTest) has.set(from, (has.get(from) ?? 0n) - amount)
        has.set(to, (has.get(to) ?? 0n) + amount)
      }
      const now = await read()
      for (const kind of kinds) expect(now.get(kind) ?? 0n).toBe(has.get(kind) ?? 0n)
      const sum = await queryOne(
        server.owner,
        sql<{
          off: bigint
        }>`select sum(case side when 'D' then amount else -amount end)::bigint as off from ledger.posting`,
      )
      expect(sum?.off).toBe(0n)
    }),
    { numRuns: 25 },
  )
})
