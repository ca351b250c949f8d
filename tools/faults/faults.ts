/** All faults, in one file for each area. `run.ts` tries them. */
import { accountFaults } from './faults-accounts.ts'
import { auditFaults } from './faults-audit.ts'
import { reviewFaults } from './faults-review.ts'
import { carrierFaults } from './faults-carrier.ts'
import { fulfilmentFaults } from './faults-fulfilment.ts'
import { catalogueFaults } from './faults-catalogue.ts'
import { processorFaults } from './faults-processor.ts'
import { fault, schemaOf, type Fault } from './fault.ts'
import { settingFaults } from './faults-settings.ts'
import { integrationFaults } from './faults-integrations.ts'
import { shippingFaults } from './faults-shipping.ts'
import { shopFaults } from './faults-shops.ts'
import { storefrontFaults } from './faults-storefront.ts'
import { supportFaults } from './faults-support.ts'
import { couponFaults } from './faults-coupons.ts'
import { taxFaults } from './faults-tax.ts'
import { pixFaults } from './faults-pix.ts'
import { databaseFaults } from './faults-database.ts'
import { idsFaults } from './faults-ids.ts'
import { operatorsFaults } from './faults-operators.ts'
import { platformFaults } from './faults-platform.ts'
import { uiFaults } from './faults-ui.ts'
import { refundFaults } from './faults-refunds.ts'
import { keysFaults } from './faults-keys.ts'
import { privacyFaults } from './faults-privacy.ts'
import { payoutsFaults } from './faults-payouts.ts'
import { treasuryFaults } from './faults-treasury.ts'
import { proofFaults } from './faults-proof.ts'
import { rechargeFaults } from './faults-recharge.ts'

const modules = 'apps/server/src/modules'
const identity = `${modules}/people/identity`
const withdrawals = `${modules}/money/withdrawals`
const deposits = `${modules}/money/deposits`
const listings = `${modules}/shop/listings`

const withdrawalTests = [`${withdrawals}/requests/withdrawals.test.ts`]
const accountTests = [`${identity}/login/account.test.ts`]
const depositTests = [`${deposits}/deposits.test.ts`]
const chainTests = [`${deposits}/chain/fake-chain.test.ts`]
const payoutTests = [`${withdrawals}/payouts/chain-payout.test.ts`]
const listingTests = [`${listings}/listings.test.ts`]
const ledgerTests = [`${modules}/money/ledger/ledger.test.ts`]
const postingTables = [`${modules}/money/ledger/posting-tables.test.ts`]

export const faults: Fault[] = [
  ...operatorsFaults,
  ...accountFaults,
  ...auditFaults,
  ...reviewFaults,
  ...carrierFaults,
  ...fulfilmentFaults,
  ...catalogueFaults,
  ...platformFaults,
  ...uiFaults,
  ...refundFaults,
  ...integrationFaults,
  ...shippingFaults,
  ...taxFaults,
  ...pixFaults,
  ...couponFaults,
  // Ledger.
  fault(
    'no CHECK keeps a balance above zero',
    schemaOf('ledger'),
    `check (not guarded or (case normal when 'C' then credits - debits
    else debits - credits end >= 0))`,
    `check (true)`,
    ledgerTests,
  ),
  fault(
    'postings that do not balance are let in: the trigger is off',
    schemaOf('ledger'),
    `for each statement
  execute function ledger.check_postings();`,
    `  for each statement execute function ledger.check_postings();
alter table ledger.posting disable trigger posting_law;`,
    ledgerTests,
  ),
  fault(
    'what was booked can be changed: the trigger is off',
    schemaOf('ledger'),
    `create trigger posting_kept before delete or update on ledger.posting for each row execute function refuse_change();
`,
    ``,
    ledgerTests,
  ),
  fault(
    'balances are read before they are locked',
    schemaOf('ledger'),
    `  order by a.id for update of a;`,
    `  order by a.id;`,
    ledgerTests,
  ),
  fault(
    'the server’s role may write the ledger itself',
    schemaOf('ledger'),
    `grant select on ledger.posting to quayside_app;`,
    `grant all on ledger.posting to quayside_app;`,
    ledgerTests,
  ),
  fault(
    'amounts are read as floating-point numbers',
    'packages/contract/src/money.ts',
    `  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))`,
    `  const value = BigInt(Math.trunc(Number(\`\${whole}.\${part}\`) * 100))`,
    ['packages/contract/src/money.test.ts'],
  ),
  fault(
    'the commission is cut off instead of rounded',
    'packages/contract/src/money.ts',
    `((amount * BigInt(basisPoints) + 5000n) / 10000n)`,
    `((amount * BigInt(basisPoints)) / 10000n)`,
    ['packages/contract/src/money.test.ts'],
  ),
  fault(
    'the platform takes its commission from the wrong side',
    `${modules}/selling/orders/entries.ts`,
    `  return { rest, commission, pending: rest - commission, short:`,
    `  return { rest, commission: 0n, pending: rest + 0n * commission, short:`,
    postingTables,
  ),
  fault(
    'a break of the held money does not pause payouts',
    `${modules}/money/reconciliation/store.ts`,
    `    name: 'R9 held money equals open withdrawals, money on its way those approved and not ended',
    stopsPayouts: true,`,
    `    name: 'R9 held money equals open withdrawals, money on its way those approved and not ended',`,
    [`${modules}/money/reconciliation/reconciliation.test.ts`],
  ),
  fault(
    'payouts resume after a pause without another check',
    `${modules}/money/reconciliation/routes.ts`,
    `    if (!run.whole) refuse('withdrawal/payouts-paused')`,
    `    void run`,
    [`${modules}/money/reconciliation/reconciliation.test.ts`],
  ),

  // Recharges and payments.
  {
    name: 'a card webhook that comes twice credits twice',
    edits: [
      {
        file: `${deposits}/open-card-deposit.ts`,
        find: `    if (deposit.credited_at) return true
`,
        replace: ``,
      },
      {
        file: `${deposits}/entries.ts`,
        find: `  key: \`deposit:\${deposit.id}:\${step}:\${round}\`,`,
        replace: `  key: \`deposit:\${deposit.id}:\${step}:\${round}:\${Math.random()}\`,`,
      },
    ],
    tests: depositTests,
  },
  fault(
    'a repeated event captures an order payment again',
    `${modules}/selling/orders/placing/payment-store.ts`,
    `      where shop_id = \${payment.shop_id} and id = \${payment.id} and captured_at is null returning id`,
    `      where shop_id = \${payment.shop_id} and id = \${payment.id} returning id`,
    [`${modules}/selling/orders/orders.test.ts`, 'apps/server/test/races.test.ts'],
  ),
  fault(
    'a repeated event posts a dispute again',
    `${modules}/money/disputes/update-dispute.ts`,
    `  if (report.outcome && report.outcome !== dispute.state) {`,
    `  if (report.outcome) {`,
    depositTests,
  ),
  fault(
    'a dispute of spent money creates no debt',
    `${deposits}/dispute-deposit.ts`,
    `amount, owed: balance < amount ? amount - balance : 0n }`,
    `amount, owed: 0n }`,
    depositTests,
  ),
  fault(
    'a dispute that is won leaves the debt',
    `${deposits}/entries.ts`,
    `    credit(accounts.merchantAvailable, dispute.shop_id, dispute.amount - owed),
    credit(accounts.merchantDue, dispute.shop_id, owed),`,
    `    credit(accounts.merchantAvailable, dispute.shop_id, dispute.amount + 0n * owed),`,
    depositTests,
  ),
  fault(
    'two devices that save an order view at once do not lock',
    `${modules}/selling/orders/fulfilment/save-view.ts`,
    `  await lockShop(tx, shopId)
`,
    ``,
    [`${modules}/selling/orders/order-list.test.ts`],
  ),
  fault(
    'the signature of a webhook is not checked',
    'apps/server/src/platform/security/signature.ts',
    `return timingSafeEqual(macOf(secret, at, rawBody), signature) && isFresh(Number(at), now)`,
    `return timingSafeEqual(signature, signature) && isFresh(Number(at), now)`,
    [...depositTests, `${modules}/selling/orders/fulfilment/carriers.test.ts`],
  ),
  fault(
    'a chain recharge is credited at no confirmations',
    `${deposits}/chain/watch-chain.ts`,
    `depth >= depositConfirmations) await bookTransfer(`,
    `depth >= 0) await bookTransfer(`,
    chainTests,
  ),
  fault(
    'what the chain takes back stays credited',
    `${deposits}/chain/watch-chain.ts`,
    `    if (position === 'gone') return reverseTransfer(tx, locked, now)`,
    `    if (position === 'gone') return`,
    [...chainTests, ...postingTables],
  ),
  fault(
    'one node’s word is enough',
    `${deposits}/chain/watch-chain.ts`,
    `  const agreed = says.every((one) =>`,
    `  const agreed = says.some((one) =>`,
    chainTests,
  ),
  fault(
    'a bank line pays for two recharges',
    schemaOf('bank'),
    `bank_line_id uuid constraint bank_line_used_once primary key references bank_line`,
    `bank_line_id uuid not null references bank_line`,
    depositTests,
  ),
  {
    name: 'a bank line of another amount is accepted',
    edits: [
      {
        file: `${deposits}/transfers/decide-transfer.ts`,
        find: `if (line.amount !== deposit.expected && shortfallOf(deposit, line) === null) refuse('deposit/line-differs')`,
        replace: ``,
      },
      {
        file: schemaOf('deposits'),
        find: `side = 'credit' and amount = new.expected and currency = new.currency`,
        replace: `side = 'credit' and currency = new.currency`,
      },
    ],
    tests: depositTests,
  },
  fault(
    'reais are rounded down',
    `${deposits}/deposit.ts`,
    `(cents * BigInt(rate) + 99n) / 100n`,
    `(cents * BigInt(rate)) / 100n`,
    depositTests,
  ),

  // Withdrawals.
  fault(
    'withdrawal requests of one shop do not lock',
    schemaOf('withdrawals'),
    `  perform from shop where id = of_shop for no key update;
`,
    ``,
    [`${withdrawals}/payouts/not-final.test.ts`],
  ),
  {
    name: 'what a withdrawal request depends on is read before the shop is locked',
    edits: [
      {
        file: schemaOf('withdrawals'),
        find: `  perform from shop where id = of_shop for no key update;\n`,
        replace: ``,
      },
      {
        file: schemaOf('withdrawals'),
        find: `    left join merchant m on m.shop_id = of_shop;
`,
        replace: `    left join merchant m on m.shop_id = of_shop;
  perform from shop where id = of_shop for no key update;
`,
      },
    ],
    tests: [`${withdrawals}/payouts/not-final.test.ts`],
  },
  fault(
    'orders paid from money that is not final leave it locked',
    schemaOf('deposits'),
    `and p.side = 'D' and t.event = 'order.picked-up');`,
    `and p.side = 'D' and t.event = 'order.nothing');`,
    depositTests,
  ),
  fault(
    'what is asked for twice within a day is not added up',
    schemaOf('withdrawals'),
    `w.requested_at > requested_since`,
    `w.requested_at > moment`,
    withdrawalTests,
  ),
  fault(
    'money that is not final can be withdrawn',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `  const locked = notFinal < available ? notFinal : available`,
    `  const locked = notFinal < 0n ? notFinal : 0n`,
    [...depositTests, `${withdrawals}/payouts/not-final.test.ts`],
  ),
  fault(
    'a quote never expires',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `  if (quote.expiresAt <= now) refuse('withdrawal/quote-expired')
`,
    ``,
    withdrawalTests,
  ),
  fault(
    'a quote can be used more than once',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `  if (quote.used) refuse('withdrawal/quote-used')
`,
    ``,
    withdrawalTests,
  ),
  fault(
    'a page of funds records repeats the last row of the page before',
    schemaOf('ledger'),
    `p.seq < coalesce(k.position, a.seq + 1)`,
    `p.seq <= coalesce(k.position, a.seq + 1)`,
    postingTables,
  ),
  fault(
    'another merchant’s withdrawal can be taken back',
    `${withdrawals}/store.ts`,
    `sql<WithdrawalRow>\`select * from withdrawal where shop_id = \${shopId} and id = \${id} for update\``,
    `sql<WithdrawalRow>\`select * from withdrawal where id = \${id} and \${shopId}::uuid is not null for update\``,
    withdrawalTests,
  ),
  fault(
    'a withdrawal can be taken back after it was handed over',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `  if (state !== 'pending' && state !== 'approved') return refuse('withdrawal/not-pending')
`,
    ``,
    [`${withdrawals}/requests/promises.test.ts`],
  ),
  fault(
    'the act of a cancelled withdrawal stays open',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `  await withdrawAct(tx, 'withdrawal.approve', id, { by: null, reason: 'the merchant cancelled it', now })
`,
    ``,
    withdrawalTests,
  ),
  fault(
    'no withdrawal is large enough for a second person',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `needs_two: gross + requestedBefore > secondPersonAbove,`,
    `needs_two: false,`,
    withdrawalTests,
  ),
  fault(
    'a new destination needs no cool-down',
    `${withdrawals}/desk/decide-withdrawal.ts`,
    `  if (destination.usable_at > now) refuse('withdrawal/cooling-down', { until: destination.usable_at.toISOString() })
`,
    ``,
    withdrawalTests,
  ),
  fault(
    'a rejection does not give the money back',
    `${withdrawals}/desk/decide-withdrawal.ts`,
    `  await postEntries(tx, releasedEntry({ ...moneyOf(withdrawal), state }, 'withdrawal.rejected', actor, now))\n`,
    ``,
    withdrawalTests,
  ),
  fault(
    'the fee is charged although the bank returned the payment',
    `${withdrawals}/entries.ts`,
    `    debit(accounts.payout, platformOwner, w.gross),
    credit(accounts.merchantAvailable, w.shopId, w.gross),`,
    `    debit(accounts.payout, platformOwner, w.gross),
    credit(accounts.merchantAvailable, w.shopId, w.net),
    credit(accounts.withdrawalFee, platformOwner, w.fee),`,
    postingTables,
  ),
  fault(
    'approvals ignore a payout pause',
    `${withdrawals}/desk/decide-withdrawal.ts`,
    `  if (await findPause(tx)) refuse('withdrawal/payouts-paused')`,
    `  void tx`,
    withdrawalTests,
  ),
  fault(
    'sending of waiting payouts ignores a payout pause',
    `${withdrawals}/payouts/send-payout.ts`,
    `      if (await findPause(tx)) return false
`,
    ``,
    withdrawalTests,
  ),
  fault(
    'each retry is a new payment to the bank',
    `${withdrawals}/payouts/send-payout.ts`,
    `await bank.pay({ id, amount`,
    `await bank.pay({ id: crypto.randomUUID(), amount`,
    withdrawalTests,
  ),
  fault(
    'a bank that does not answer counts as a refusal, and the money goes back',
    `${withdrawals}/payouts/send-payout.ts`,
    `      if (locked?.state === 'sending') await updateWithdrawal(tx, locked, 'unknown', at())`,
    `      if (locked?.state === 'sending') await finishFailed(tx, locked, 'processor:bank', ctx.clock.now())`,
    withdrawalTests,
  ),
  fault(
    'two files for the bank hold the same payment',
    `${withdrawals}/store.ts`,
    `w.state = 'approved' and w.rail = \${rail} and \${isScreened}\`)} order by w.requested_at, w.id limit \${limit}`,
    `w.state in ('approved', 'sending') and w.rail = \${rail} and \${isScreened}\`)} order by w.requested_at, w.id limit \${limit}`,
    withdrawalTests,
  ),
  fault(
    'a payment that was sent again for a higher price is signed anew',
    `${withdrawals}/payouts/chain-payout.ts`,
    `  if (same && !(await isReferenceUsed(`,
    `  if (!same && !(await isReferenceUsed(`,
    payoutTests,
  ),
  fault(
    'one transaction pays two withdrawals that are alike',
    `${withdrawals}/payouts/chain-payout.ts`,
    `  if (same && !(await isReferenceUsed(ctx.db, other.hash, payout.id)))`,
    `  if (same)`,
    payoutTests,
  ),
  fault(
    'a payout is signed anew before the transaction in its place is final',
    `${withdrawals}/payouts/chain-payout.ts`,
    `node.findByNonce(sender, stored.nonce ?? 0, (await node.head()) - BigInt(chain.final))`,
    `node.findByNonce(sender, stored.nonce ?? 0, await node.head())`,
    payoutTests,
  ),
  fault(
    'a card number is kept in the clear',
    `${withdrawals}/requests/add-destination.ts`,
    `    sealed: ctx.keys.seal(purposeOf(account.kind), Buffer.from(text), destinationContext(id)),`,
    `    sealed: Buffer.concat([ctx.keys.seal(purposeOf(account.kind), Buffer.from(text), destinationContext(id)), Buffer.from(text)]),`,
    withdrawalTests,
  ),
  fault(
    'a bank account may have any name',
    `${withdrawals}/requests/add-destination.ts`,
    `    if (!name || !sameName(input.holder, name)) fields['holder'] = 'destination/name-differs'\n`,
    ``,
    withdrawalTests,
  ),
  fault(
    'money goes out to an address of the platform',
    `${withdrawals}/requests/add-destination.ts`,
    `    else if (await isOwnAddress(db, address)) fields['address'] = 'destination/own-address'\n`,
    ``,
    chainTests,
  ),
  fault(
    'an undecided withdrawal is never returned',
    `${withdrawals}/store.ts`,
    `sql\`w.state = 'pending' and \${decisionDeadlineSql} < \${before}\``,
    `sql\`w.state = 'pending' and \${decisionDeadlineSql} < \${before} and false\``,
    withdrawalTests,
  ),

  // Requests and access.
  fault(
    'the idempotency key of a money command is ignored',
    'apps/server/src/platform/http/idempotency.ts',
    `  if (!claimed) {`,
    `  if (!claimed && scope === '') {`,
    [...withdrawalTests, 'apps/server/test/races.test.ts'],
  ),
  fault(
    'an idempotency key may be reused for another request',
    'apps/server/src/platform/http/idempotency.ts',
    `    if (!before.request_hash.equals(requestHash)) refuse('request/key-reused')
`,
    ``,
    withdrawalTests,
  ),
  fault(
    'every operator has all roles',
    'apps/server/src/platform/security/authorize.ts',
    `    if (roles !== 'any' && !roles.some((role) => actor.roles.includes(role))) refuse('request/forbidden')`,
    `    void roles`,
    ['apps/server/test/access.test.ts'],
  ),
  fault(
    'a shop’s orders can be read by another shop',
    `${modules}/selling/orders/order-store.ts`,
    `  queryOne(db, sql<OrderRow>\`select * from orders where shop_id = \${shopId} and id = \${id}\`)`,
    `  queryOne(db, sql<OrderRow>\`select * from orders where \${shopId}::uuid is not null and id = \${id}\`)`,
    ['apps/server/test/access.test.ts'],
  ),
  fault(
    'the days of a report are in UTC',
    `${modules}/shop/insights/store.ts`,
    `    sql<DashboardRow>\`with h as (
        select s.*, (\${now}::timestamptz at time zone s.time_zone)::date as today`,
    `    sql<DashboardRow>\`with h as (
        select s.*, (\${now}::timestamptz at time zone 'UTC')::date as today`,
    [`${modules}/shop/insights/shop-days.test.ts`],
  ),

  // Products and listings.
  fault(
    'a concurrent price change is overwritten',
    `${listings}/change-listing.ts`,
    `listing.selling_price !== parseCents(wish!.from) && `,
    `parseCents(wish!.from) < 0n && `,
    listingTests,
  ),
  fault(
    'an undo takes back what was changed since',
    `${listings}/change-store.ts`,
    ` and to_jsonb(l) @> r.became`,
    ``,
    listingTests,
  ),
  fault(
    'an answer to an older supplier notice also answers a newer one',
    `${listings}/notice-store.ts`,
    `and at <= \${until} and `,
    `and `,
    listingTests,
  ),
  fault(
    'bots count as visitors',
    `${modules}/shop/shops/record-visit.ts`,
    `  if (isBot(userAgent)) return null\n`,
    ``,
    listingTests,
  ),
  fault(
    'a search is sensitive to accents',
    schemaOf('platform'),
    `public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc))`,
    `normalize($1, nfkc)`,
    listingTests,
  ),
  fault(
    'one network address can create any number of visitors',
    `${modules}/shop/shops/record-visit.ts`,
    `maxNewVisitorsPerIp, hours(1), now)).allowed)\n    return null`,
    `maxNewVisitorsPerIp, hours(1), now)).until) return null`,
    listingTests,
  ),

  // Identity.
  fault(
    'a known device shares the attempts of unknown devices',
    `${identity}/login/log-in.ts`,
    `    known && known.holder_id === merchant?.id`,
    `    known === null`,
    accountTests,
  ),
  fault(
    'a log-in with the former password leaves a session',
    `${identity}/login/log-in.ts`,
    `    if (!(await lockPassword(tx, merchant.id, merchant.password_hash))) refuse('login/wrong')\n`,
    ``,
    accountTests,
  ),
  fault(
    'a code for a new login password is of use to who did not ask for it',
    `${identity}/login/login-password.ts`,
    `createHash('sha256').update(request)`,
    `createHash('sha256').update(request.slice(0, 0))`,
    accountTests,
  ),
  fault(
    'one mailbox can reset both passwords on one day',
    `${identity}/confirmation/payment-password.ts`,
    `  if (until) refuse('payment-password/resting', { until: until.toISOString() })`,
    `  void until`,
    accountTests,
  ),
  fault(
    'a code is sent to a contact of another merchant',
    `${identity}/login/codes.ts`,
    `    if (instead) await instead(tx)
    else await`,
    `    if (instead) await instead(tx)
    await`,
    accountTests,
  ),
  fault(
    'codes for forgotten passwords go to contacts that nobody verified',
    `${identity}/login/contact.ts`,
    `  return verified.length > 0 ? verified : trusted`,
    `  return trusted`,
    [...accountTests, `${identity}/login/contact.test.ts`],
  ),
  fault(
    'owners who deactivate each other leave none',
    `${identity}/operators/operator-store.ts`,
    `from operator o where \${ownersWhere} order by o.id for update of o`,
    `from operator o where \${ownersWhere} order by o.id`,
    [`${identity}/operators/operators.test.ts`],
  ),
  ...settingFaults,
  ...shopFaults,
  ...supportFaults,
  ...databaseFaults,
  ...processorFaults,
  ...idsFaults,
  ...keysFaults,
  ...privacyFaults,
  ...payoutsFaults,
  ...treasuryFaults,
  ...proofFaults,
  ...rechargeFaults,
  ...storefrontFaults,
]
