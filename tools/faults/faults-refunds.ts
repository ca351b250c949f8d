/** Faults in refunds: who pays, who decides, which figures change. */
import { fault, schemaOf, type Fault } from './fault.ts'

const refunds = 'apps/server/src/modules/selling/refunds'
const own = 'apps/server/src/modules/selling/self-dealing'
const ownTests = [`${own}/self-dealing.test.ts`]
const tests = [`${refunds}/refunds.test.ts`]

const returnedTests = ['apps/server/src/modules/money/payments/returned-refunds.test.ts']

export const refundFaults: Fault[] = [
  fault(
    'the merchant’s agreement spends the supplier’s money',
    `${refunds}/refund.ts`,
    `  const supplier = bearer === 'supplier' && supplierCanBear(order) ?`,
    `  const supplier = supplierCanBear(order) ?`,
    tests,
  ),
  fault(
    'the database lets the supplier bear what no operator decided',
    schemaOf('refunds'),
    `check (from_supplier = 0 or (bearer = 'supplier' and agreed_by = 'operator'))`,
    `check (true)`,
    tests,
  ),
  fault(
    'a part above escrow is refunded of an order that still ships',
    `${refunds}/request-refund.ts`,
    `  if (amount < most && amount > maxPartialRefund(money))`,
    `  if (amount < 0n && amount > maxPartialRefund(money))`,
    tests,
  ),
  fault(
    'the database lets more than escrow pay before the shipment',
    schemaOf('orders'),
    `  if new.status not in (3, 4, 6) and not (new.status = 2`,
    `  if new.status not in (2, 3, 4, 6) and not (new.status = 2`,
    tests,
  ),
  fault(
    'the database believes any amount that an order says was refunded',
    schemaOf('orders'),
    `    is distinct from (paid.amount::bigint, paid.escrow::bigint, paid.supplier::bigint, paid.platform::bigint) then`,
    `    is null then`,
    tests,
  ),
  fault(
    'whoever opened a refund decides it',
    `${refunds}/answer-refund.ts`,
    `  if (locked.refund.opened_by_operator === operatorId) refuse('operator/second-person')`,
    ``,
    tests,
  ),
  fault(
    'the database lets one person open and decide a refund, or sign it twice',
    schemaOf('refunds'),
    `check (decided_by_operator <> opened_by_operator
    and first_signer <> opened_by_operator and first_signer <> decided_by_operator)`,
    `check (true)`,
    tests,
  ),
  fault(
    'the database lets silence agree to a refund that staff opened',
    schemaOf('refunds'),
    `check (agreed_by is distinct from 'silence' or (opened_by = 'buyer'
    and objection is null))`,
    `check (true)`,
    tests,
  ),
  fault(
    'one person refunds above the limit',
    `${refunds}/answer-refund.ts`,
    `    if (!refund.needs_two)
      return`,
    `    if (refund.amount > 0n)
      return`,
    tests,
  ),
  fault(
    'two names under a refund above the limit need no signature',
    schemaOf('refunds'),
    `when (new.needs_two and new.agreed_by = 'operator')
  execute`,
    `when (new.needs_two and new.agreed_by = 'nobody') execute`,
    tests,
  ),
  fault(
    'the limit for two people forgets what was refunded of the order before',
    `${refunds}/request-refund.ts`,
    `needs_two: paidBack(order) + asked`,
    `needs_two: asked`,
    tests,
  ),
  fault(
    'a refund pays another amount than the buyer asked for',
    `${refunds}/answer-refund.ts`,
    `sharesOfBuyer(money, amount, refund.asked)`,
    `sharesOfBuyer(money, amount)`,
    ['apps/server/src/modules/selling/storefront/purchase.test.ts'],
  ),
  fault(
    'an objection that nobody decides stays open',
    `${refunds}/store.ts`,
    `        or (r.state = 'objected' and r.decide_by <= \${now} and r.referred_at is null)
`,
    ``,
    tests,
  ),
  fault(
    'an objection that nobody decided costs the merchant',
    `${refunds}/answer-refund.ts`,
    `{ agreedBy: 'deadline', bearer })`,
    `{ agreedBy: 'deadline', bearer: 'merchant' })`,
    tests,
  ),
  fault(
    'an open refund holds the whole order',
    `${refunds}/refund.ts`,
    `  whoPays(order, amount, 0n, 'merchant').pending`,
    `  amount > 0n ? order.pending : 0n`,
    tests,
  ),
  fault(
    'what was refunded stays in the sales',
    schemaOf('insights'),
    `case when status = 7 then 0 else sign * (total_payment - refunded) end as sales,`,
    `case when status = 7 then 0 else sign * total_payment end as sales,`,
    tests,
  ),
  fault(
    'refunded pieces stay in the rank of their product',
    schemaOf('insights'),
    `sum(case when stands then sign * quantity else 0 end)::int as units,`,
    `sum(sign * quantity)::int as units,`,
    tests,
  ),
  fault(
    'the shares of lines lose a cent of a refund',
    schemaOf('insights'),
    `    else round(up_to_here::numeric * refunded / total)::bigint - round((up_to_here - line_total)::numeric * refunded / total)::bigint end`,
    `    else round(line_total::numeric * refunded / total)::bigint end`,
    tests,
  ),
  fault(
    'a review of a refunded order stays in the rating',
    schemaOf('insights'),
    `where v.sale_changed and v.stands group by v.shop_id`,
    `where v.sale_changed group by v.shop_id`,
    tests,
  ),
  fault(
    'an order that was refunded is reviewed',
    'apps/server/src/modules/selling/orders/ending/review-order.ts',
    `  if (order.refunded === order.total_payment) refuse('order/refunded')
`,
    ``,
    tests,
  ),
  fault(
    'the database takes a review of a refunded order',
    schemaOf('reviews'),
    `create trigger review_refunded before insert on review for each row execute function check_review();`,
    ``,
    tests,
  ),
  fault(
    'a merchant’s own purchases are not reviewed',
    'apps/server/src/modules/selling/orders/placing/record-payment.ts',
    `  await reviewWhenOwn(tx, order, now)
`,
    ``,
    ownTests,
  ),
  fault(
    'an order under review counts in the figures',
    schemaOf('self-dealing'),
    `create trigger order_review_counts after insert or update of state on order_review for each row
  execute function count_reviewed_order();`,
    ``,
    ownTests,
  ),
  fault(
    'an order that does not count stands in sales and rank',
    schemaOf('insights'),
    `    where v.counted and v.paid_at is not null`,
    `    where v.paid_at is not null`,
    ownTests,
  ),
  fault(
    'a review of an order that does not count is in the rating',
    schemaOf('insights'),
    `  where o.counted group by r.shop_id order by r.shop_id`,
    `  group by r.shop_id order by r.shop_id`,
    ownTests,
  ),
  fault(
    'a network address shared by two customers is a sign',
    `${own}/signs.ts`,
    `export const addressOrders = 3`,
    `export const addressOrders = 1`,
    ownTests,
  ),
  fault(
    'everything from one machine is a sign',
    `${own}/signs.ts`,
    `if (isIP(first) === 0 || notPublic.check(address, isIPv6(first) ? 'ipv6' : 'ipv4')) return null`,
    `if (isIP(first) === 0) return null`,
    ownTests,
  ),
  fault(
    'network addresses are kept in clear',
    `${own}/signs.ts`,
    `createHmac('sha256', lookupKey).update(\`trace \${kind}\\n\${value}\`).digest()`,
    `Buffer.concat([Buffer.from(value), lookupKey]).subarray(0, 32)`,
    ownTests,
  ),
  fault(
    'the platform pays for a refund of what looks like a purchase of the merchant’s own',
    `${refunds}/answer-refund.ts`,
    `const bearer = order.counted ? 'platform' : 'merchant'`,
    `const bearer = 'platform' as const`,
    ownTests,
  ),
  fault(
    'the server may take back a refund that arrived',
    schemaOf('orders', 'schema-payments'),
    `r.refund_id = new.id and r.n = new.returned and r.reference = old.reference
        and r.debit_line_id is not distinct from old.bank_line_id and (r.processor is not null or r.amount = old.amount - old.withheld)))`,
    `r.refund_id = new.id or true))`,
    returnedTests,
  ),
  fault(
    'a refund that did not arrive comes back with another amount',
    'apps/server/src/modules/money/payments/return-refund.ts',
    `    if (refund.amount - refund.withheld !== amount)
      throw`,
    `    if (amount < 0n)
      throw`,
    returnedTests,
  ),
  fault(
    'a refund that did not arrive is not owed again',
    'apps/server/src/modules/money/payments/return-refund.ts',
    `    await postEntries(tx, refundReturnedEntry(order, returned, at))
`,
    ``,
    returnedTests,
  ),
  fault(
    'the processor is asked again while the bank may have paid',
    'apps/server/src/modules/money/payments/retry-refund.ts',
    `  if (await findOpenActId(tx, ['refund.way'], id)) refuse('act/already-open')
`,
    ``,
    returnedTests,
  ),
  fault(
    'the database lets a refund be sent while another way waits',
    schemaOf('orders', 'schema-payments'),
    `  if new.state = 'due' and old.state <> 'due' and exists (`,
    `  if false and exists (`,
    returnedTests,
  ),
  fault(
    'the bank pays a refund that nobody signed',
    schemaOf('orders', 'schema-payments'),
    `new.way_first_by <> new.way_signed_by and exists (`,
    `new.way_first_by <> new.way_signed_by or exists (`,
    returnedTests,
  ),
  fault(
    'a refund is paid by a debit of another amount',
    schemaOf('orders', 'schema-payments'),
    `
      or line.amount <> coalesce(new.centavos, new.amount - new.withheld) then`,
    ` then`,
    returnedTests,
  ),
  fault(
    'the bank pays what a dispute may pay',
    'apps/server/src/modules/money/payments/refund-way.ts',
    `  if (way === 'bank' && (await isUnderDispute(tx, shopId, id))) refuse('dispute/open')
`,
    ``,
    returnedTests,
  ),
  fault(
    'a refund that did not arrive is never withheld again',
    'apps/server/src/modules/selling/orders/placing/payment-store.ts',
    `
      reference = null, sent_at = null, handed_over_at = null`,
    `
      reference = null, sent_at = null`,
    returnedTests,
  ),
  fault(
    'Stripe’s word that a refund failed at once is not read',
    'apps/server/src/providers/stripe.ts',
    `        if (hasFailed(made.status)) throw new ProcessorRefusal(failureOf(made))
`,
    ``,
    ['apps/server/test/stripe.test.ts'],
  ),
  fault(
    'a refund is returned by a credit of another amount',
    schemaOf('orders', 'schema-payments'),
    `(case when reais is null then return_fee(new.amount, line.amount, line.charges) is null else line.amount <> reais end)
    or`,
    `(case when reais is null then false else line.amount <> reais end)
    or`,
    returnedTests,
  ),
  fault(
    'the fee of a refund that the bank returned is taken from the buyer',
    'apps/server/src/modules/selling/orders/entries.ts',
    `    debit(accounts.transferFee, platformOwner, refund.fee),
    credit(accounts.paymentRefund, refund.paymentId, refund.amount),`,
    `    credit(accounts.paymentRefund, refund.paymentId, refund.amount - refund.fee),`,
    returnedTests,
  ),
  fault(
    'the fee of a returned refund is not that of the credit',
    schemaOf('orders', 'schema-payments'),
    `  new.fee := case when reais is null then new.amount - line.amount else 0 end;
`,
    ``,
    returnedTests,
  ),
  fault(
    'the importer of a credit returns a refund with it',
    schemaOf('orders', 'schema-payments'),
    `check_signers('recorded_by@returned_at', 'bank_line_importer')`,
    `check_signers('recorded_by@returned_at')`,
    returnedTests,
  ),
  fault(
    'what the bank returned is not in the books',
    'apps/server/src/modules/money/payments/refund-way.ts',
    `  await postEntries(tx, refundReturnedByBankEntry(order, payment, actor, now))
`,
    ``,
    returnedTests,
  ),
  fault(
    'a refund that the bank never paid is returned',
    'apps/server/src/modules/selling/orders/placing/payment-store.ts',
    `and state = 'sent' and way = 'bank' returning fee`,
    `returning fee`,
    returnedTests,
  ),
  fault(
    'a refund past the debt limit is paid on the merchant’s agreement',
    'apps/server/src/modules/selling/refunds/answer-refund.ts',
    `  return owed + due > limit
`,
    `  return owed + due < limit && owed + due > limit
`,
    ['apps/server/src/modules/selling/refunds/debt-limit.test.ts'],
  ),
  fault(
    'the ledger books a refund past the debt limit without a decision',
    'apps/server/src/modules/money/ledger/schema-events.sql',
    `or -b.holds <= debt_limit(r.shop_id, r.ended_at, r.order_id)`,
    `or b.holds <= 0`,
    ['apps/server/src/modules/selling/refunds/debt-limit.test.ts'],
  ),
  fault(
    'a shop above its debt limit ships on',
    'apps/server/src/modules/selling/orders/fulfilment/ship-order.ts',
    `        : aboveLimit.has(shopId)`,
    `        : aboveLimit.has('')`,
    ['apps/server/src/modules/selling/refunds/debt-limit.test.ts'],
  ),
]
