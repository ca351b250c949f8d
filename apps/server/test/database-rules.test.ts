/**
 * The rules that the database enforces against the server's own role. On real PostgreSQL, without the API, as
 * `quayside_app`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts, followShop, orderStatus, resumePayouts, reviewOrder } from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/platform/database/ids.ts'
import { queryAll, queryOne, sql, type Tx } from '../src/platform/database/postgres.ts'
import {
  aBuyer,
  aDestination,
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestOrder,
  type TestShop,
} from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let shop: TestShop

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

class Undo extends Error {}
/** Runs `act` as the server's role and rolls back. Returns the name of the violated constraint, or 'done'. */
const attempt = (work: (tx: Tx) => Promise<unknown>): Promise<string> =>
  server.db
    .transaction()
    .execute(async (tx) => {
      await work(tx)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (error instanceof Undo) return 'done'
      const { constraint, code, message } = error as { constraint?: string; code?: string; message: string }
      return constraint ?? (code === '42501' ? 'denied' : message)
    })
const attemptSql = (...statements: ReturnType<typeof sql>[]) =>
  attempt(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
  })
/** Writes without triggers, which only the owner of the database can do. */
const tamper = (statement: ReturnType<typeof sql>) =>
  server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await statement.execute(tx)
  })
/** The columns, except money, that the constraints of the states require. */
const dates = sql`paid_at = now(), pickup_until = now(), picked_up_at = now(), funding = 'escrow', shipped_at = now(), received_at = now(),
  settles_at = now(), completed_at = now(), ship_by = now()`
const transferOf = async (order: TestOrder) =>
  (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from ledger.transfer where ref = ${order.id} and event = 'order.paid'`,
  ))!.id

describe('orders', () => {
  test.each([2, 3, 4, 5, 6, 7])('an order cannot start in state %i, even with another’s payment', async (status) => {
    const paid = await anOrder(server, shop)
    const columns = await queryAll(
      server.owner,
      sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const ended = status === 7
    const invented = {
      id: newId(),
      code: 'INVENTED',
      client_id: 'another',
      status,
      ...(ended
        ? { cancelled_at: '2026-01-01', cancel_reason: 'buyer', paid_at: null, funding_transfer_id: null }
        : {}),
      ...(status === 5 || ended ? {} : { picked_up_at: '2026-01-01', funding: 'escrow', ship_by: '2026-01-01' }),
    }
    const refused = await attemptSql(
      sql`insert into orders (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        select ${sql.join(columns.map(({ name }) => sql`(i).${sql.ref(name)}`))}
        from (select jsonb_populate_record(o, ${JSON.stringify(invented)}::jsonb) as i from orders o where id = ${paid.id}) x`,
    )
    expect(refused).toMatch(ended ? /^orders_transition$/ : /^(orders_transition|order_funding)$/)
  })

  test.each([2, 3, 4, 6])('an order that waits for payment cannot change to state %i directly', async (status) => {
    const unpaid = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
    const other = await transferOf(await anOrder(server, shop))
    expect(
      await attemptSql(
        sql`update orders set status = ${status}, ${dates}, funding_transfer_id = ${other} where id = ${unpaid.id}`,
      ),
    ).toMatch(/orders_transition|order_escrow|order_funding/)
    // Also refused with every required column, because the transition is not allowed.
    expect(
      await attemptSql(
        sql`update orders set status = 7, cancelled_at = now(), cancel_reason = 'unpaid' where id = ${unpaid.id}`,
        sql`update orders set status = 1, cancelled_at = null, cancel_reason = null where id = ${unpaid.id}`,
      ),
    ).toBe('orders_transition')
  })

  test('the payment of another order cannot fund an order, also when its escrow has the right amount', async () => {
    const order = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
    const other = await transferOf(await anOrder(server, shop))
    const own = newId()
    const book = (event: string) =>
      sql`insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only, credits)
        values (${order.id}, ${sql.lit(accounts.orderEscrow)}, ${shop.shopId}, 'C', true, false, 1499)`
        .execute(server.owner)
        .then(() =>
          server.owner.transaction().execute(async (tx) => {
            await sql`set local session_replication_role = replica`.execute(tx)
            await sql`insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
              values (${own}, ${shop.shopId}, ${own}, '\\x00', ${event}, ${order.id}, 'processor:test', now())`.execute(
              tx,
            )
            await sql`insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount)
              select shop_id, ${own}, 0, id, 'C', 1499 from ledger.account where owner = ${order.id}`.execute(tx)
          }),
        )
    await book('order.paid-late')
    const fundBy = (transfer: string) =>
      attemptSql(
        sql`update orders set status = 5, paid_at = now(), pickup_until = now(), funding_transfer_id = ${transfer} where id = ${order.id}`,
      )
    expect(await fundBy(other)).toBe('order_funding')
    // A transfer of this order that is not its payment.
    expect(await fundBy(own)).toBe('order_funding')
    await tamper(sql`update ledger.transfer set event = 'order.paid' where id = ${own}`)
    expect(await fundBy(own)).toBe('done')
    // A payment with a wrong amount; other money fills the difference.
    await tamper(sql`update ledger.posting set amount = 1498 where transfer_id = ${own}`)
    expect(await fundBy(own)).toBe('order_funding')
    await tamper(sql`delete from ledger.posting where transfer_id = ${own}`)
    await tamper(sql`delete from ledger.transfer where id = ${own}`)
    await tamper(sql`delete from ledger.account where owner = ${order.id}`)
  })

  test('the payment of an order cannot be replaced or removed', async () => {
    const order = await anOrder(server, shop)
    const other = await transferOf(await anOrder(server, shop))
    expect(await attemptSql(sql`update orders set funding_transfer_id = ${other} where id = ${order.id}`)).toBe(
      'order_funding',
    )
    expect(await attemptSql(sql`update orders set funding_transfer_id = null where id = ${order.id}`)).toMatch(
      /order_fund/,
    )
  })

  test.each([
    [5, 2, 'the purchase cost was not paid'],
    [5, 7, 'the payment is still in escrow'],
    [2, 3, 'the supplier has not earned the cost'],
    [2, 7, 'the payment is still in escrow'],
    [3, 4, 'the escrow was not shared out'],
  ] as const)('no change from %i to %i while %s', async (from, to, _why) => {
    const order = await anOrder(server, shop, { status: from })
    expect(
      await attemptSql(
        sql`update orders set status = ${to}, changed_by = 'clock', ${dates} ${to === 7 ? sql`, cancelled_at = now(), cancel_reason = 'buyer'` : sql``}
          where id = ${order.id}`,
      ),
    ).toBe('order_escrow')
  })

  test('a refund without its postings from the escrow is refused', async () => {
    const order = await anOrder(server, shop, { status: orderStatus.shipped })
    expect(
      await attemptSql(sql`update orders set refunded = 100, refunded_escrow = 100 where id = ${order.id}`),
    ).toMatch(/order_escrow|order_refunds/)
  })
})

describe('recharges, withdrawals and refund orders allow their transitions only', () => {
  test('a withdrawal cannot be sent or paid before its approval, or be inserted as approved', async () => {
    await creditMerchant(server, shop, '500')
    const { id } = await withdraw(server, shop, await aDestination(server, shop), '100.00')
    const decided = sql`approver = (select id from operator limit 1), pay_by = now(), decided_at = now(), rail = 'test'`
    const to = (state: string) => sql`update withdrawal set state = ${state}, ${decided} where id = ${id}`
    for (const state of ['paid', 'sending', 'unknown', 'failed'])
      expect(await attemptSql(to(state)), state).toBe('withdrawal_transition')
    expect(
      await attemptSql(
        sql`insert into withdrawal select (jsonb_populate_record(w, jsonb_build_object('id', ${newId()}::uuid, 'code', 'INVENTED', 'state', 'approved', 'quote_id', null,
          'approver', (select id from operator limit 1), 'pay_by', now()))).* from withdrawal w where id = ${id}`,
      ),
    ).toBe('withdrawal_transition')
  })

  test('a recharge cannot be inserted as credited, and a credited one cannot return to an earlier state', async () => {
    await creditMerchant(server, shop, '100')
    const { id } = (await queryOne(
      server.owner,
      sql<{ id: string }>`select id from deposit where state = 'credited' limit 1`,
    ))!
    const copy = (state: string) =>
      sql`insert into deposit select (jsonb_populate_record(d, jsonb_build_object('id', ${newId()}::uuid, 'code', 'INVENTED', 'state', ${state}::text, 'reference', 'another'))).*
        from deposit d where id = ${id}`
    expect(await attemptSql(copy('credited'))).toBe('deposit_transition')
    expect(await attemptSql(copy('awaiting-transfer'))).toBe('done')
    for (const state of ['awaiting-transfer', 'confirming', 'expired'])
      expect(await attemptSql(sql`update deposit set state = ${state} where id = ${id}`), state).toBe(
        'deposit_transition',
      )
  })

  test('a refund order cannot be inserted in a later state', async () => {
    const order = await anOrder(server, shop, { status: orderStatus.shipped })
    const insert = (state: string) =>
      sql`insert into refund_order (shop_id, id, code, order_id, buyer_id, opened_by, state, amount, cause, text, requested_at, answer_by, changed_by, changed_at)
        select shop_id, ${newId()}, 'INVENTED', id, buyer_id, 'buyer', ${state}, 100, 'other', '', now(), now(), 'x', now() from orders where id = ${order.id}`
    expect(await attemptSql(insert('requested'))).toBe('done')
    for (const state of ['agreed', 'objected', 'withdrawn'])
      expect(await attemptSql(insert(state)), state).toBe('refund_order_transition')
  })

  test('the server’s role cannot add a transition', async () => {
    expect(
      await attemptSql(sql`insert into state_transition (subject, from_state, to_state) values ('orders', '1', '6')`),
    ).toBe('denied')
  })
})

describe('figures', () => {
  const figuresOf = (of: TestShop) =>
    queryOne(
      server.owner,
      sql<{
        followers: number
      }>`select coalesce((select followers from shop_figures where shop_id = ${of.shopId}), 0) as followers`,
    )
  const visitor = Buffer.alloc(16, 7)

  test('only database functions can write visits, views, clicks, follows and reviews', async () => {
    const order = await anOrder(server, shop, { status: orderStatus.completed })
    const listing = shop.listings[0]!.id
    for (const statement of [
      sql`insert into visit (shop_id, day, visitor) values (${shop.shopId}, current_date, ${visitor})`,
      sql`insert into listing_view (shop_id, listing_id, day, visitor) values (${shop.shopId}, ${listing}, current_date, ${visitor})`,
      sql`insert into listing_click (shop_id, listing_id, day, visitor) values (${shop.shopId}, ${listing}, current_date, ${visitor})`,
      sql`insert into follow (shop_id, buyer_id, at) values (${shop.shopId}, ${order.buyer.buyerId}, now())`,
      sql`update follow set counted = true`,
      sql`delete from follow`,
      sql`insert into review (shop_id, order_id, buyer_id, rating, text, at) values (${shop.shopId}, ${order.id}, ${order.buyer.buyerId}, 5, '', now())`,
      sql`update review set rating = 5`,
      sql`update shop_figures set followers = 100`,
      sql`update shop_day set visitors = 100`,
    ])
      expect(await attemptSql(statement)).toBe('denied')
    // An unknown shop, visitor or listing is not counted and causes no error.
    const counted = await attempt(async (tx) => {
      const now = server.clock.now()
      for (const [name, call] of [
        ['visit', sql`record_visit(${newId()}, ${visitor}, ${now})`],
        ['nobody', sql`record_visit(${shop.shopId}, ${Buffer.alloc(3)}, ${now})`],
        ['click', sql`record_click(${shop.shopId}, ${newId()}, ${visitor}, ${now})`],
        ['stranger', sql`set_follow(${shop.shopId}, ${newId()}, true, ${now})`],
      ] as const)
        expect(await queryOne(tx, sql`select ${call} as counted`), name).toEqual({ counted: false })
      expect(await queryOne(tx, sql`select record_visit(${shop.shopId}, ${visitor}, ${now}) as counted`)).toEqual({
        counted: true,
      })
      expect(await queryOne(tx, sql`select record_visit(${shop.shopId}, ${visitor}, ${now}) as counted`)).toEqual({
        counted: false,
      })
    })
    expect(counted).toBe('done')
  })

  test('a follower counts with a proved address until the unfollow; one without does not, paid order or not', async () => {
    const mine = await aStockedShop(server)
    const follow = ({ token }: { token: string }, wanted: boolean) =>
      server.must(followShop, { shop: mine.shopCode, follow: wanted }, { token })
    const order = await anOrder(server, mine)
    const strangers = await Promise.all(Array.from({ length: 20 }, () => aBuyer(server)))
    await Promise.all([order.buyer, ...strangers].map((buyer) => follow(buyer, true)))
    expect(await figuresOf(mine)).toEqual({ followers: 0 })
    const proved = await aBuyer(server)
    await sql`update buyer set verified_at = created_at where id = ${proved.buyerId}`.execute(server.owner)
    for (const [wanted, followers] of [
      [true, 1],
      [true, 1],
      [false, 0],
      [false, 0],
      [true, 1],
    ] as const) {
      await follow(proved, wanted)
      expect(await figuresOf(mine)).toEqual({ followers })
    }
    // Who leaves takes the follow along.
    await queryOne(server.owner, sql`select erase_buyer(${proved.buyerId}, ${server.clock.now()})`)
    expect(await figuresOf(mine)).toEqual({ followers: 0 })
  })

  test('a buyer can review a completed order of their own once, and no fully refunded order', async () => {
    const review = (order: TestOrder, buyerId = order.buyer.buyerId) =>
      sql`select record_review(${shop.shopId}, ${order.id}, ${buyerId}, 5, 'Good', now())`
    for (const status of [1, 5, 2, 3, 4] as const)
      expect(await attemptSql(review(await anOrder(server, shop, { status }))), `state ${status}`).toBe(
        'review_of_order',
      )
    const order = await anOrder(server, shop, { status: orderStatus.completed })
    expect(await attemptSql(review(order, (await aBuyer(server)).buyerId))).toBe('review_of_order')
    expect(await attemptSql(review(order))).toBe('done')
    const say = () => server.call(reviewOrder, { id: order.id, rating: 5, text: '' }, { token: order.buyer.token })
    await tamper(sql`update orders set refunded = total_payment where id = ${order.id}`)
    expect(await attemptSql(review(order))).toBe('review_of_order')
    expect((await say()).reason).toBe('order/refunded')
    await tamper(sql`update orders set refunded = 0 where id = ${order.id}`)
    expect((await say()).code).toBe(1)
    expect((await say()).reason).toBe('order/already-reviewed')
  })

  test('in production only events with the current time are counted', async () => {
    const yesterday = sql`select record_visit(${shop.shopId}, ${visitor}, now() - interval '1 day')`
    expect(await attemptSql(yesterday)).toBe('done')
    await tamper(sql`update installation set mode = 'production'`)
    expect(await attemptSql(yesterday)).toBe('figure_present')
    await tamper(sql`update installation set mode = 'demo'`)
  })
})

describe('payouts', () => {
  test('functions set and lift a pause of payouts and keep its history; lifting it needs a successful check of the books', async () => {
    const finance = await anOperator(server, 'finance')
    const support = await anOperator(server, 'support')
    await sql`select pause_payouts('a test', now())`.execute(server.db)
    for (const statement of [
      sql`delete from payout_pause`,
      sql`update payout_pause set cause = ''`,
      sql`insert into payout_pause (since, cause) values (now(), '')`,
      sql`delete from payout_pause_change`,
    ])
      expect(await attemptSql(statement)).toBe('denied')
    const resume = (operatorId: string, run: string) =>
      sql`select resume_payouts(${operatorId}, ${run}, now(), 'It was the bank.')`
    const keep = (run: string, whole: boolean, cause = 'resume') =>
      sql`insert into reconciliation (id, at, cause, whole, checks, figures) values (${run}, now(), ${cause}, ${whole}, '[]', '{}')`
    const run = newId()
    expect(await attemptSql(resume(finance.id, run))).toBe('payout_resume_run')
    expect(await attemptSql(keep(run, false), resume(finance.id, run))).toBe('payout_resume_run')
    expect(await attemptSql(keep(run, true, 'daily'), resume(finance.id, run))).toBe('payout_resume_run')
    expect(await attemptSql(keep(run, true), resume(newId(), run))).toBe('payout_resume_operator')
    expect(await attemptSql(keep(run, true), resume(support.id, run))).toBe('payout_resume_operator')
    // An earlier run of the checks is refused.
    const old = (await queryOne(server.owner, sql<{ id: string }>`select id from reconciliation where whole limit 1`))
      ?.id
    if (old) expect(await attemptSql(resume(finance.id, old))).toBe('payout_resume_run')

    await server.must(resumePayouts, {}, finance)
    expect(
      await queryAll(
        server.owner,
        sql`select paused, cause, operator_id, reconciliation_id is not null as checked from payout_pause_change order by id`,
      ),
    ).toEqual([
      { paused: true, cause: 'a test', operator_id: null, checked: false },
      { paused: false, cause: null, operator_id: finance.id, checked: true },
    ])
    await expect(sql`delete from payout_pause_change`.execute(server.owner)).rejects.toMatchObject({ code: '23001' })
  })

  test('a withdrawal cannot be paid without the confirmation of its bank', async () => {
    await creditMerchant(server, shop, '500')
    const { id } = await withdraw(server, shop, await aDestination(server, shop), '100.00')
    const to = (state: string) =>
      sql`update withdrawal set state = ${state}, rail = 'test', approver = (select id from operator limit 1), first_approver = null, pay_by = now(),
        decided_at = requested_at, sent_at = now(), finished_at = case when ${state} = 'paid' then now() + interval '10 years' end where id = ${id}`
    const steps = [to('approved'), to('sending')]
    expect(await attemptSql(...steps, to('paid'))).toBe('withdrawal_proved')
    const tell = (net: bigint) => sql`insert into test_payout (id, amount, state) values (${id}, ${net}, 'taken')`
    expect(await attemptSql(...steps, tell(9799n), to('paid'))).toBe('withdrawal_proved')
    expect(await attemptSql(...steps, tell(9800n), to('paid'))).toBe('done')
    expect(
      await attemptSql(
        ...steps,
        tell(9800n),
        sql`update withdrawal set state = 'paid', rail = null, finished_at = now() where id = ${id}`,
      ),
    ).toBe('withdrawal_paid')
    expect(
      await attemptSql(sql`update withdrawal set decided_at = requested_at - interval '1 second' where id = ${id}`),
    ).toBe('withdrawal_order_of_dates')
  })

  test('in production the test processor and the test bank cannot be used', async () => {
    const order = await anOrder(server, shop)
    await tamper(sql`update installation set mode = 'production'`)
    for (const statement of [
      sql`insert into test_payout (id, amount, state) values (${newId()}, 1, 'paid')`,
      sql`update test_checkout set paid_at = now()`,
      sql`insert into test_refund (id, reference, amount) select ${newId()}, reference, 1 from test_checkout limit 1`,
      sql`update payment set captured_at = now() where order_id = ${order.id}`,
      sql`update deposit set note = '' where processor = 'test'`,
    ])
      expect(await attemptSql(statement)).toBe('no_test_in_production')
    await tamper(sql`update installation set mode = 'demo'`)
  })
})

// A new transition in docs/money.md needs a row in `state_transition`, in a new migration.
test('the transitions are those of docs/money.md', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/money.md'), 'utf8')
  const open = ['requested', 'objected', 'agreed']
  const told = (
    [
      ['orders', 'orders'],
      ['recharges', 'deposit'],
      ['withdrawals', 'withdrawal'],
      ['refund orders', 'refund_order'],
    ] as const
  ).flatMap(([title, subject]) => {
    const section = text.split(`## State transitions: ${title}\n`)[1]!.split('\n## ')[0]!
    const rows = [...section.matchAll(/^\| +([^|]+?) +\| +([^|]+?) +\|/gm)]
      .slice(1)
      .filter(([, from]) => !/^-+$/.test(from!))
    const state = (cell: string) => (subject === 'orders' ? cell.split(' ')[0]! : cell)
    return rows.flatMap(([, from, to]) =>
      (from === 'open' ? open : [from!]).map((start) => `${subject}: ${state(start)} → ${state(to!)}`),
    )
  })
  const kept = await queryAll(
    server.owner,
    sql<{
      step: string
    }>`select subject || ': ' || coalesce(from_state, '—') || ' → ' || to_state as step from state_transition`,
  )
  expect([...new Set(told)].toSorted()).toEqual(kept.map((row) => row.step).toSorted())
})
