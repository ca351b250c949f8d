/** Faults of coupons: who pays, how often they count, and what goes back. */
import { fault, schemaOf, type Fault } from './fault.ts'

const entries = 'apps/server/src/modules/selling/orders/entries.ts'
const tests = ['apps/server/src/modules/selling/coupons/coupons.test.ts']

export const couponFaults: Fault[] = [
  fault(
    'tax is of the price before a coupon of the platform',
    'apps/server/src/modules/selling/orders/placing/place-order.ts',
    `{ goods: totalPayment - byPlatform, shipping: shipping.cost }`,
    `{ goods: totalPayment, shipping: shipping.cost }`,
    tests,
  ),
  fault(
    'a coupon of the shop makes an order lose money',
    'apps/server/src/modules/selling/coupons/coupon.ts',
    `paid - basisPointsOf(paid, basisPoints) < cost`,
    `paid <= 0n`,
    tests,
  ),
  fault(
    'a cancelled order keeps the use of its coupon',
    schemaOf('orders'),
    `when (new.status = 7 and old.status <> 7 and new.coupon_id is not null)`,
    `when (new.status = 8 and old.status <> 7 and new.coupon_id is not null)`,
    tests,
  ),
  fault(
    'a refund returns the platform’s part to the buyer',
    'apps/server/src/modules/selling/refunds/refund.ts',
    `  if (couponLeft(order) === 0n) return 0n`,
    `  if (couponLeft(order) >= 0n) return 0n`,
    tests,
  ),
  fault(
    'a cancellation returns the platform’s part to the buyer',
    entries,
    `  amountToPay(order) - (order.refunded - order.refundedCoupon) - order.refundedTax`,
    `  amountToPay(order) + couponLeft(order) - (order.refunded - order.refundedCoupon) - order.refundedTax`,
    ['apps/server/src/modules/money/ledger/posting-tables.test.ts'],
  ),
  fault(
    'a checkout orders at a total that forgets the coupon',
    'apps/server/src/modules/selling/carts/check-out.ts',
    `formatCents(asCents(goods - discount + shipping + tax.amount)) !== wish.seenTotal`,
    `formatCents(asCents(goods - discount + shipping + tax.amount)) > wish.seenTotal`,
    ['apps/server/src/modules/selling/storefront/purchase.test.ts'],
  ),
  fault(
    'a bank reclaims the platform’s part too',
    'apps/server/src/modules/selling/orders/ending/dispute-order.ts',
    `    const paid = goods - couponLeft(money)`,
    `    const paid = goods + 0n * couponLeft(money)`,
    tests,
  ),
  fault(
    'the platform’s part counts towards the limit of two people',
    'apps/server/src/modules/selling/refunds/request-refund.ts',
    `buyerGets(request.amount, sharesOfBuyer(moneyOf(order), request.amount))`,
    `buyerGets(request.amount, { ...sharesOfBuyer(moneyOf(order), request.amount), coupon: 0n })`,
    tests,
  ),
  fault(
    'a guest with a new order is a new buyer for a coupon',
    'apps/server/src/modules/selling/coupons/apply-coupon.ts',
    'update(`coupon buyer\\n${mailboxOf(email)}`)',
    'update(`coupon buyer\\n${Math.random()}`)',
    tests,
  ),
  fault(
    'the server may place an order with another discount than the coupon’s',
    schemaOf('coupons'),
    `create trigger coupon_used after insert on coupon_use for each row execute function count_coupon_use();\n`,
    ``,
    tests,
  ),
  fault(
    'one card uses a coupon as often as it likes',
    schemaOf('coupons'),
    `create trigger coupon_card_used after update of card_key on coupon_use for each row execute function count_coupon_card();\n`,
    ``,
    tests,
  ),
  fault(
    'an order with a coupon counts as no use',
    schemaOf('orders'),
    `create constraint trigger order_coupon_use after insert on orders deferrable initially deferred for each row
  when (new.coupon_id is not null) execute function check_order_coupon();\n`,
    ``,
    tests,
  ),
  fault(
    'one person issues a coupon above the limit',
    'apps/server/src/modules/selling/coupons/create-coupon.ts',
    `    state: needsTwo ? 'proposed' : 'active',`,
    `    state: 'active',`,
    tests,
  ),
  fault(
    'the server may sign a coupon without an act',
    schemaOf('coupons'),
    `create trigger coupon_signers_with_act after insert or update of signed_by on coupon for each row
  when (new.signed_by is not null) execute function check_signed_act('id', 'signed_by', 'proposed_by', 'budget',
  'coupon.issue');`,
    ``,
    tests,
  ),
  fault(
    'a cart shows a discount that its buyer has used up',
    'apps/server/src/modules/selling/coupons/apply-coupon.ts',
    `(await isUsedUpBy(db, found, buyerKeyOf(buyer)))\n    ?`,
    `false\n    ?`,
    ['apps/server/src/modules/selling/storefront/accounts.test.ts'],
  ),
  fault(
    'the report counts the coupons of orders that nobody paid',
    'apps/server/src/modules/shop/insights/store.ts',
    '(sql`o.paid_at`)}\n        and u.used_at',
    '(sql`u.used_at`)}\n        and u.used_at',
    tests,
  ),
]
