/** Faults of what names an order, of its payment, and of stock that unpaid orders hold. */
import { fault, type Fault } from './fault.ts'

const orders = 'apps/server/src/modules/orders'
const orderIds = 'apps/server/migrations/2026-11-22-0900-order-ids.sql'
const idTests = [`${orders}/order-ids.test.ts`]

export const idsFaults: Fault[] = [
  fault(
    'an order’s id is what the buyer’s device says',
    `${orders}/place-order.ts`,
    `const order = { shopId: shop.id, id: newId() }`,
    `const order = { shopId: shop.id, id: clientId }`,
    idTests,
  ),
  {
    name: 'order ids are the device’s and unique within a shop only, and checkouts are keyed by them',
    edits: [
      {
        file: `${orders}/place-order.ts`,
        find: `const order = { shopId: shop.id, id: newId() }`,
        replace: `const order = { shopId: shop.id, id: clientId }`,
      },
      { file: orderIds, find: `  add constraint order_id_once unique (id),\n`, replace: `` },
      {
        file: `${orders}/take-payment.ts`,
        find: `      paymentId: payment.id,\n      description`,
        replace: `      paymentId: order.id,\n      description`,
      },
    ],
    tests: idTests,
  },
  fault(
    'a processor knows a payment by the order’s id',
    `${orders}/take-payment.ts`,
    `      paymentId: payment.id,
      description`,
    `      paymentId: order.id,
      description`,
    idTests,
  ),
  fault(
    'nothing keeps a buyer’s key to one order but the key’s own record',
    orderIds,
    `  add constraint order_client_once unique (buyer_id, client_id),
`,
    ``,
    idTests,
  ),
  fault(
    'an order can be placed without an idempotency key',
    'packages/contract/src/store.ts',
    `  access: buyer,
  money: true,
  input: z.strictObject({
    shop: shopCode,`,
    `  access: buyer,
  input: z.strictObject({
    shop: shopCode,`,
    idTests,
  ),
  fault(
    'a captured payment that escrow does not take is answered 500',
    `${orders}/take-payment.ts`,
    `    if (isBusy(error) || isDown(error)) throw error`,
    `    throw error`,
    idTests,
  ),
  fault(
    'a transfer of one shop reaches another shop’s account',
    orderIds,
    `where a.shop_id <> t.shop_id`,
    `where false`,
    idTests,
  ),
  fault(
    'an escrow account needs no order of its shop',
    orderIds,
    `    when new.kind in ('L.O.escrow', 'L.O.procure') then not exists (select from orders o where o.id = new.owner and o.shop_id = new.shop_id)
`,
    ``,
    idTests,
  ),
  fault(
    'stock is given back by the order’s id alone',
    'apps/server/src/modules/catalogue/stock.ts',
    `where shop_id = \${order.shopId} and order_id = \${order.id} group by product_id`,
    `where order_id = \${order.id} group by product_id`,
    idTests,
  ),
  fault(
    'an order may give back more stock than it reserved',
    orderIds,
    `      where m.shop_id = f.shop_id and m.order_id = f.order_id and m.product_id = f.product_id) > 0`,
    `      where m.shop_id = f.shop_id and m.order_id = f.order_id and m.product_id = f.product_id) > 1000000`,
    idTests,
  ),
  fault(
    'orders of two shops that share an id keep it through the migration',
    orderIds,
    `update orders o set id = r.new_id from renamed r where o.shop_id = r.shop_id and o.id = r.old_id;`,
    ``,
    ['apps/server/test/migrations.test.ts'],
  ),
]
