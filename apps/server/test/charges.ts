/** Acts on orders that pay more than their goods, shipping or tax, and what the books say of them. */
import {
  agreeRefund,
  orderStatus,
  placeOrder,
  requestRefund,
  type AccountCode,
  type RequestBody,
} from '@quayside/contract'
import { proposeSetting } from '@quayside/contract/settings'
import { expect } from 'vitest'
import { newId } from '../src/platform/database/ids.ts'
import { queryOne, sql } from '../src/platform/database/postgres.ts'
import { aBuyer, address, anAddress, disputeWebhook, sendWebhook, type TestOrder, type TestShop } from './builders.ts'
import type { TestServer } from './server.ts'

/** An unpaid order for one piece of the first listing, to a country. */
export async function anOrderTo(server: TestServer, shop: TestShop, country: string) {
  const buyer = await aBuyer(server)
  const [listing] = shop.listings
  const order = await server.must(
    placeOrder,
    {
      shop: shop.shopCode,
      lines: [{ listingId: listing!.id, quantity: 1, price: listing!.price }],
      address: { ...address, country },
    },
    { token: buyer.token, key: newId(), ip: anAddress() },
  )
  return { ...order, buyer, shop }
}

/** The balance of an account on the credit side, in cents. */
export const holds = async (server: TestServer, kind: string, owner: string): Promise<bigint> =>
  (
    await queryOne(
      server.owner,
      sql<{ n: bigint }>`select credits - debits as n from ledger.account where kind = ${kind} and owner = ${owner}`,
    )
  )?.n ?? 0n

/** What accounts of the platform hold on the credit side, in cents, from the postings. */
export const postedTo = async (server: TestServer, kind: AccountCode): Promise<bigint> =>
  (await queryOne(
    server.owner,
    sql<{ n: bigint }>`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::bigint as n
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id where a.kind = ${kind}`,
  ))!.n

/** All refunds that are owed or sent to the buyer of an order, in cents. */
export const owedToBuyer = async (server: TestServer, order: TestOrder): Promise<bigint> =>
  (await queryOne(
    server.owner,
    sql<{ n: bigint }>`select coalesce(sum(amount), 0)::bigint as n from buyer_refund where order_id = ${order.id}`,
  ))!.n

/** The buyer asks for a refund of the goods, all or `amount`, and the merchant agrees. */
export async function refundGoods(server: TestServer, order: TestOrder, amount?: string): Promise<void> {
  const { refund } = await server.must(
    requestRefund,
    { orderId: order.id, reason: 'other', text: 'It broke', pictures: [], ...(amount && { amount }) },
    { token: order.buyer.token, key: newId() },
  )
  if (refund) await server.must(agreeRefund, { id: refund.id }, { token: order.shop.token, key: newId() })
}

/** The processor reports a dispute of an order's payment. */
export async function reportDispute(
  server: TestServer,
  order: TestOrder,
  amount: string,
  type: 'opened' | 'won' | 'lost',
): Promise<void> {
  const row = await queryOne(
    server.owner,
    sql<{ reference: string }>`select reference from payment where order_id = ${order.id}`,
  )
  expect(await sendWebhook(server, disputeWebhook(row!.reference, amount, type))).toBe(200)
}

/** Columns of an order that a copy takes over. */
const copied =
  `shop_id buyer_id buyer_name title other_products quantity total_cost total_payment shipping delivery_from
  delivery_to tax tax_rate tax_included commission address pay_until changed_by changed_at`.split(/\s+/)

/**
 * Copies an order with other charges, as the server's own role. Returns `placed`, or the constraint that refuses it.
 */
export const copyOrder = (
  server: TestServer,
  { id }: { id: string },
  charges: Record<string, number | boolean>,
): Promise<string> => {
  const values = {
    ...Object.fromEntries(copied.map((column) => [column, sql.ref(column)])),
    id: sql.val(newId()),
    client_id: sql.val(newId()),
    code: sql.val(`X${newId().slice(-9)}`),
    status: sql.val(orderStatus.awaitingPayment),
    placed_at: sql.val(server.clock.now()),
    ...Object.fromEntries(Object.entries(charges).map(([column, value]) => [column, sql.val(value)])),
  }
  return sql`insert into orders (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
    select ${sql.join(Object.values(values))} from orders where id = ${id}`
    .execute(server.db)
    .then(
      () => 'placed',
      (error: unknown) => (error as { constraint?: string }).constraint ?? String(error),
    )
}

/** An owner proposes a version of a setting, which another owner signs. */
export const propose = async (
  server: TestServer,
  { token }: { token: string },
  name: RequestBody<typeof proposeSetting>['name'],
  value: unknown,
) => {
  const input = { name, value, from: null, reason: 'A new version' } as RequestBody<typeof proposeSetting>
  return server.call(proposeSetting, input, { token, key: newId() })
}
