/** Faults of the tax: who pays it, where it is booked, and how it goes back. */
import { fault, schemaOf, type Fault } from './fault.ts'

const entries = 'apps/server/src/modules/selling/orders/entries.ts'
const tests = ['apps/server/src/modules/selling/orders/placing/tax.test.ts']

export const taxFaults: Fault[] = [
  fault(
    'tax is of the goods alone',
    'apps/server/src/modules/selling/orders/placing/place-order.ts',
    `{ goods: totalPayment - byPlatform, shipping: shipping.cost }`,
    `{ goods: totalPayment - byPlatform, shipping: 0n }`,
    tests,
  ),
  fault(
    'a payment without the tax pays an order',
    'apps/server/src/modules/selling/orders/placing/record-payment.ts',
    `amount === amountToPay(moneyOf(order))`,
    `amount >= amountToPay(moneyOf(order)) - order.tax`,
    tests,
  ),
  fault(
    'a cancelled order keeps the tax',
    entries,
    `    debit(accounts.orderTax, order.id, order.tax - order.refundedTax),
    credit(accounts.paymentRefund, paymentId, owedOnCancel(order)),`,
    `    credit(accounts.paymentRefund, paymentId, owedOnCancel(order) + order.refundedTax - order.tax),`,
    tests,
  ),
  fault(
    'the tax becomes the platform’s income',
    entries,
    `credit(accounts.taxPayable, platformOwner, taxLeft(order))`,
    `credit(accounts.shippingIncome, platformOwner, taxLeft(order))`,
    tests,
  ),
  fault(
    'each part of a refund is rounded alone',
    'apps/server/src/modules/selling/refunds/refund.ts',
    `  const share = proRata(order.tax, returned, charged) - order.refundedTax - order.disputedTax`,
    `  const share = returned > 0n ? proRata(order.tax, amount + shipping, charged) : 0n`,
    tests,
  ),
  fault(
    'a dispute takes the tax from the merchant',
    'apps/server/src/modules/selling/orders/ending/dispute-order.ts',
    `  if (left === 0n || asked <= 0n) return { tax: 0n, rest: asked }`,
    `  if (left >= 0n) return { tax: 0n, rest: asked }`,
    tests,
  ),
  fault(
    'a total without the tax is ordered',
    'apps/server/src/modules/selling/carts/check-out.ts',
    `formatCents(asCents(goods - discount + shipping + tax.amount)) !== wish.seenTotal`,
    `![goods - discount + shipping, goods - discount + shipping + tax.amount].some((sum) => formatCents(sum) === wish.seenTotal)`,
    ['apps/server/src/modules/selling/storefront/purchase.test.ts'],
  ),
  fault(
    'shipping and tax do not count towards the limit of two people',
    'apps/server/src/modules/selling/refunds/request-refund.ts',
    `needs_two: paidBack(order) + asked >`,
    `needs_two: order.refunded + request.amount >`,
    tests,
  ),
  fault(
    'the server may place an order with another tax than the signed one',
    schemaOf('orders'),
    `create trigger order_tax_rate after insert on orders for each row execute function check_order_tax();\n`,
    ``,
    tests,
  ),
  fault(
    'the server may change the tax of an order',
    schemaOf('orders'),
    `refunded_tax, disputed_tax, refunded_coupon,`,
    `tax, refunded_tax, disputed_tax, refunded_coupon,`,
    tests,
  ),
  fault(
    'an order may be beyond its payment without its tax in the books',
    'apps/server/src/modules/money/reconciliation/store.ts',
    `where (o.tax > 0 or a.id is not null) and coalesce(a.credits - a.debits, 0) <> order_tax(o)`,
    `where a.id is not null and coalesce(a.credits - a.debits, 0) <> order_tax(o)`,
    ['apps/server/src/modules/money/reconciliation/reconciliation.test.ts'],
  ),
  fault(
    'an authority is paid more than it is owed',
    'apps/server/src/modules/money/treasury/decide-movement.ts',
    `  if (row.country !== null && (await readTaxOwed(tx, row.country)) < row.amount) refuse('treasury/tax-short')
`,
    ``,
    tests,
  ),
  fault(
    'payments of tax do not wait for each other',
    'apps/server/src/modules/money/treasury/decide-movement.ts',
    `  await lockTreasury(tx)
  if (row.kind`,
    `  if (row.kind`,
    tests,
  ),
  fault(
    'the tax of one country pays another',
    'apps/server/src/modules/money/treasury/store.ts',
    `find((tax) => tax.country === country)?.owed ?? 0n`,
    `reduce((sum, tax) => sum + tax.owed, 0n)`,
    tests,
  ),
  fault(
    'a reference of tax is paid twice',
    schemaOf('treasury'),
    `create unique index treasury_tax_once`,
    `create index treasury_tax_once`,
    tests,
  ),
  fault(
    'refunds do not lower the tax that is owed to a country',
    'apps/server/src/modules/money/treasury/store.ts',
    `o.id = coalesce(r.order_id, t.ref)`,
    `o.id = t.ref`,
    tests,
  ),
  fault(
    'orders have the rates of the time when their request began',
    'apps/server/src/modules/selling/orders/placing/place-order.ts',
    `taxOn(taxed, business.at('tax-rates', now), input.address.country)`,
    `taxOn(taxed, business.at('tax-rates', new Date(now.getTime() - 60_000)), input.address.country)`,
    tests,
  ),
]
