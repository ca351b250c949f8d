/** Faults in ids of orders, in their payments, and in stock that unpaid orders hold. */
import { fault, schemaOf, type Fault } from './fault.ts'

const orders = 'apps/server/src/modules/selling/orders'
const openCheckout = 'apps/server/src/modules/money/payments/open-checkout.ts'
const holdTests = [`${orders}/placing/stock-hold.test.ts`]
const idTests = [`${orders}/placing/order-ids.test.ts`]

export const idsFaults: Fault[] = [
  fault(
    'an order’s id is what the buyer’s device says',
    `${orders}/placing/place-order.ts`,
    `const order = { shopId: shop.id, id: newId() }`,
    `const order = { shopId: shop.id, id: clientId }`,
    idTests,
  ),
  {
    name: 'order ids are the device’s and unique within a shop only, and checkouts are keyed by them',
    edits: [
      {
        file: `${orders}/placing/place-order.ts`,
        find: `const order = { shopId: shop.id, id: newId() }`,
        replace: `const order = { shopId: shop.id, id: clientId }`,
      },
      {
        file: schemaOf('orders'),
        find: `id uuid not null constraint order_id_once unique,`,
        replace: `id uuid not null,`,
      },
      {
        file: openCheckout,
        find: `      paymentId: payment.id,\n      description`,
        replace: `      paymentId: order.id,\n      description`,
      },
    ],
    tests: idTests,
  },
  fault(
    'a processor knows a payment by the order’s id',
    openCheckout,
    `      paymentId: payment.id,
      description`,
    `      paymentId: order.id,
      description`,
    idTests,
  ),
  fault(
    'nothing keeps a buyer’s key to one order but the key’s own record',
    schemaOf('orders'),
    `  constraint order_client_once unique (buyer_id, client_id),
`,
    ``,
    idTests,
  ),
  fault(
    'an order can be placed without an idempotency key',
    'packages/contract/src/storefront.ts',
    `  access: buyer,\n  idempotent: true,\n  input: z.strictObject({\n    shop: shopCode,`,
    `  access: buyer,
  input: z.strictObject({
    shop: shopCode,`,
    idTests,
  ),
  fault(
    'a captured payment that escrow does not take is answered 500',
    `${orders}/placing/record-payment.ts`,
    `    if (isDatabaseBusy(error) || isDatabaseDown(error)) throw error`,
    `    throw error`,
    idTests,
  ),
  fault(
    'an escrow account needs no order of its shop',
    schemaOf('ledger'),
    `(select o.id from orders o where o.shop_id = a.shop_id and o.id = a.owner) is null`,
    `false`,
    idTests,
  ),
  fault(
    'stock is given back by the order’s id alone',
    'apps/server/src/modules/shop/catalogue/stock.ts',
    `where m.shop_id = \${order.shopId} and m.order_id = \${order.id} group by 1`,
    `where m.order_id = \${order.id} group by 1`,
    idTests,
  ),
  fault(
    'an order may give back more stock than it reserved',
    schemaOf('catalogue'),
    `and coalesce(m.variant_id, m.product_id) = f.variant) > 0`,
    `and coalesce(m.variant_id, m.product_id) = f.variant) > 1000000`,
    idTests,
  ),
  fault(
    'a buyer’s unpaid orders may hold any number of goods',
    schemaOf('orders'),
    `check (kind <> 'buyer' or (orders <= 5 and pieces <= 200))`,
    `check (true)`,
    holdTests,
  ),
  fault(
    'buyers behind one network address may hold any number of goods',
    schemaOf('orders'),
    `check (kind <> 'network' or (loose <= 60 and pieces <= 400))`,
    `check (true)`,
    holdTests,
  ),
  fault(
    'strangers who open no checkout keep their goods from people who do',
    `${orders}/placing/make-room.ts`,
    `const givesWayTo = (claim: Claim, now: Date) => sql\`not h.firm`,
    `const givesWayTo = (claim: Claim, now: Date) => sql\`false`,
    holdTests,
  ),
  fault(
    'a hold with an opened checkout gives way',
    `${orders}/placing/stock-hold.ts`,
    `set until = \${until}, firm = true`,
    `set until = \${until}`,
    holdTests,
  ),
  fault(
    'every address of an IPv6 network is a network of its own',
    'apps/server/src/platform/http/network.ts',
    `return isIPv6(address) ? `,
    `return isIPv6(address) && ip === '' ? `,
    [...holdTests, 'apps/server/src/platform/http/network.test.ts'],
  ),
  fault(
    'a buyer may place and cancel orders without a limit',
    `${orders}/placing/place-order.ts`,
    `addTime(now, -hours(1)))) >= maxUnpaidPerHour)`,
    `addTime(now, -hours(1)))) >= 1000 * maxUnpaidPerHour)`,
    holdTests,
  ),
  fault(
    'goods of unpaid orders are held as long as the order can be paid',
    `${orders}/placing/stock-hold.ts`,
    `  return until < order.pay_until ? until : order.pay_until`,
    `  return until < now ? until : order.pay_until`,
    holdTests,
  ),
  fault(
    'no job puts goods back on sale whose hold is over',
    `${orders}/pickup/deadlines.ts`,
    `.map(stepOf), stockHoldStep]`,
    `.map(stepOf), ...[stockHoldStep].slice(1)]`,
    holdTests,
  ),
  fault(
    'a payment after its hold takes goods that are gone',
    `${orders}/placing/record-payment.ts`,
    `    await reserveForPayment(tx, order, now)
    await recordCard`,
    `    await recordCard`,
    holdTests,
  ),
  fault(
    'a paid order still counts as holding goods',
    `${orders}/placing/record-payment.ts`,
    `  await endHold(tx, order)
`,
    ``,
    holdTests,
  ),
  fault(
    'an order may cost more than a card can pay',
    `${orders}/placing/place-order.ts`,
    `if (charged > maxOrderTotal)`,
    `if (totalPayment < 0n)`,
    holdTests,
  ),
  fault(
    'buyers may join from one network without a limit',
    'apps/server/src/modules/people/identity/login/session-routes.ts',
    `const maxJoins = 60`,
    `const maxJoins = 60_000`,
    holdTests,
  ),
]
