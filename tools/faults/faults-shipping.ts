/** Faults of the shipping charge: who pays it, where it is booked, and when it goes back. */
import { fault, schemaOf, type Fault } from './fault.ts'

const entries = 'apps/server/src/modules/selling/orders/entries.ts'
const tests = ['apps/server/src/modules/selling/orders/placing/shipping.test.ts']

export const shippingFaults: Fault[] = [
  fault(
    'an order that never arrives misses no promise',
    'apps/server/src/modules/selling/storefront/page-store.ts',
    `or kind = 'due' and day <`,
    `or kind = 'due' and day is null and day <`,
    tests,
  ),
  fault(
    'the checkout at the processor asks for the goods only',
    'apps/server/src/modules/money/payments/open-checkout.ts',
    `amount: amountToPay(moneyOf(locked)),`,
    `amount: moneyOf(locked).totalPayment,`,
    ['apps/server/src/modules/selling/storefront/purchase.test.ts'],
  ),
  fault(
    'a payment of the goods alone pays an order with a shipping charge',
    'apps/server/src/modules/selling/orders/placing/record-payment.ts',
    `amount === amountToPay(moneyOf(order))`,
    `amount >= order.total_payment`,
    tests,
  ),
  fault(
    'every country pays the general rate',
    'packages/contract/src/settings.ts',
    `  rates.find((rate) => rate.country === country) ?? rates.find`,
    `  rates.find((rate) => rate.country === country && rate.country === anyCountry) ?? rates.find`,
    tests,
  ),
  fault(
    'a cancelled order keeps the shipping charge',
    entries,
    `    debit(accounts.orderShipping, order.id, order.shipping),
    debit(accounts.orderTax, order.id, order.tax - order.refundedTax),
    credit(accounts.paymentRefund, paymentId, owedOnCancel(order)),`,
    `    debit(accounts.orderTax, order.id, order.tax - order.refundedTax),
    credit(accounts.paymentRefund, paymentId, owedOnCancel(order) - order.shipping),`,
    tests,
  ),
  fault(
    'any part of a refund returns the shipping charge',
    'apps/server/src/modules/selling/refunds/refund.ts',
    `  amount === refundable(order) ? shippingLeft(order) : 0n`,
    `  amount > 0n ? shippingLeft(order) : 0n`,
    tests,
  ),
  fault(
    'a refund of everything keeps the shipping charge',
    'apps/server/src/modules/selling/refunds/refund.ts',
    `  amount === refundable(order) ? shippingLeft(order) : 0n`,
    `  amount > refundable(order) ? shippingLeft(order) : 0n`,
    tests,
  ),
  fault(
    'a dispute takes the shipping charge from the merchant',
    'apps/server/src/modules/selling/orders/ending/dispute-order.ts',
    `    shares.from_shipping = asked - rest < left ? asked - rest : left\n    shares.amount += rest + shares.from_shipping + tax`,
    `    rest += asked - rest < left ? asked - rest : left\n    shares.amount += rest + tax`,
    tests,
  ),
  fault(
    'the server may place an order with another charge than the signed one',
    schemaOf('orders'),
    `create trigger order_shipping_rate after insert on orders for each row execute function check_order_shipping();\n`,
    ``,
    tests,
  ),
  fault(
    'the server may change the charge of an order',
    schemaOf('orders'),
    `refunded_shipping,
  disputed_shipping, refunded_tax`,
    `shipping, refunded_shipping,
  disputed_shipping, refunded_tax`,
    tests,
  ),
  fault(
    'an order may be beyond its payment without its shipping charge in the books',
    'apps/server/src/modules/money/reconciliation/store.ts',
    `where (o.shipping > 0 or a.id is not null) and coalesce(a.credits - a.debits, 0) <> order_shipping(o)`,
    `where a.id is not null and coalesce(a.credits - a.debits, 0) <> order_shipping(o)`,
    ['apps/server/src/modules/money/reconciliation/reconciliation.test.ts'],
  ),
]
