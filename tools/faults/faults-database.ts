/** Faults in the defences of the database: roles, constraints, triggers, write access to figures. */
import { fault, schemaOf, type Fault } from './fault.ts'

const platform = 'apps/server/src/platform'
const modules = 'apps/server/src/modules'
const ruleTests = ['apps/server/test/database-rules.test.ts']
const roleTests = [`${platform}/database/roles.test.ts`]

export const databaseFaults: Fault[] = [
  fault(
    'a statement inside a trigger reads the rows of every shop',
    schemaOf('coupons'),
    `  select * into o from orders where shop_id = new.shop_id and id = new.order_id;`,
    `  select * into o from orders where id = new.order_id;`,
    ['apps/server/test/function-statements.test.ts'],
  ),
  fault(
    'a tax number is sealed under a closed key',
    schemaOf('orders'),
    `create trigger orders_sealed before insert or update of tax_number on orders for each row
  when (new.tax_number is not null) execute function check_sealing_key('tax_number');`,
    ``,
    ['apps/server/test/table-declarations.test.ts'],
  ),
  fault(
    'a key of a shop’s table leads to a row without the shop',
    schemaOf('listings'),
    `create table listing_change (`,
    `alter table listing add column stock_of uuid references outbox;\ncreate table listing_change (`,
    ['apps/server/test/citus.test.ts'],
  ),
  fault(
    'a change of an order’s status leaves no history',
    schemaOf('orders'),
    `create trigger order_status_logged after update of status on orders for each row when (old.status <> new.status)
  execute function log_order_status();`,
    ``,
    ['apps/server/src/modules/selling/orders/order-history.test.ts'],
  ),
  fault(
    'the pool accepts a connection of the owner',
    `${platform}/database/roles.ts`,
    `  if (wrong)
    throw`,
    `  if (wrong && client === null)
    throw`,
    roleTests,
  ),
  {
    name: 'the running server works as the owner that migrated',
    edits: [
      {
        file: 'apps/server/src/settings.ts',
        find: `const databaseUrl = ownerAlone ? derivedLogins(given).app : given`,
        replace: `const databaseUrl = given`,
      },
      {
        file: `${platform}/database/roles.ts`,
        find: `  if (wrong)\n    throw`,
        replace: `  if (wrong && client === null)\n    throw`,
      },
    ],
    tests: roleTests,
  },
  fault(
    'a role that may write the ledger is good enough for the server',
    `${platform}/database/roles.ts`,
    `        : at.ledger
          ?`,
    `        : at.ledger && at.name === ''
          ?`,
    roleTests,
  ),
  fault(
    'production lets the owner log in as the server',
    'apps/server/src/settings.ts',
    `if (production && given && user !== appRole)`,
    `if (production && given && user === '')`,
    roleTests,
  ),
  fault(
    'the worker’s role may also read the merchants',
    schemaOf('identity'),
    `grant select, insert, update on merchant to quayside_app;`,
    `grant select, insert, update on merchant to quayside_app;\ngrant select on merchant to quayside_worker;`,
    roleTests,
  ),

  // Orders and their money.
  fault(
    'only an order that awaits its pick-up is compared with its escrow',
    schemaOf('orders'),
    `  from after_rows o
  where coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = o.shop_id and a.owner = o.id and a.kind = 'L.O.escrow'), 0)`,
    `  from (select o.* from after_rows x join orders o using (shop_id, id) where x.status = 5) o
  where coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = o.shop_id and a.owner = o.id and a.kind = 'L.O.escrow'), 0)`,
    ruleTests,
  ),
  fault(
    'any payment in the books funds an order',
    schemaOf('orders'),
    `where t.shop_id = new.shop_id and t.id = new.funding_transfer_id and t.ref = new.id and t.event = 'order.paid'`,
    `where true`,
    ruleTests,
  ),
  fault(
    'an order may begin in any state',
    schemaOf('orders'),
    `('orders', null, '1'),`,
    `('orders', null, '1'), ('orders', null, '7'),`,
    ruleTests,
  ),
  fault(
    'a cancelled order can wait for payment again',
    schemaOf('orders'),
    `where not exists (select from state_transition t where t.subject = 'orders' and t.from_state = m.was and t.to_state = m.state)`,
    `where m.was <> '7' and not exists (select from state_transition t where t.subject = 'orders' and t.from_state = m.was and t.to_state = m.state)`,
    ruleTests,
  ),
  fault(
    'a withdrawal may make any transition',
    schemaOf('withdrawals'),
    `create trigger withdrawal_transition before update on withdrawal for each row when (old.state <> new.state)`,
    `create trigger withdrawal_transition before update on withdrawal for each row when (old.state = new.code)`,
    ruleTests,
  ),
  fault(
    'a recharge may begin in any state',
    schemaOf('deposits'),
    `create trigger deposit_begins before insert on deposit for each row execute`,
    `create trigger deposit_begins before insert on deposit for each row when (new.state is null) execute`,
    ruleTests,
  ),
  fault(
    'the server may add transitions',
    schemaOf('platform'),
    `grant select on state_transition to quayside_app;`,
    `grant select, insert on state_transition to quayside_app;`,
    ruleTests,
  ),
  fault(
    'a difference between bank and ledger does not pause payouts',
    `${modules}/money/reconciliation/store.ts`,
    `    name: 'R6 the bank account equals the lines used and the payouts confirmed',
    stopsPayouts: true,`,
    `    name: 'R6 the bank account equals the lines used and the payouts confirmed',`,
    [`${modules}/money/reconciliation/reconciliation.test.ts`],
  ),
  fault(
    'the check of the books takes the payment of another order for its own',
    `${modules}/money/reconciliation/store.ts`,
    `where t.id = o.funding_transfer_id and t.shop_id = o.shop_id and t.ref = o.id and t.event = 'order.paid'))\``,
    `where t.id is not null))\``,
    [`${modules}/money/reconciliation/reconciliation.test.ts`],
  ),

  // Figures and the pause.
  fault(
    'the server may write followers and reviews itself',
    schemaOf('shops'),
    `grant select on follow to quayside_app;`,
    `grant select, insert, delete on follow to quayside_app;`,
    ruleTests,
  ),
  fault(
    'buyers without a proved address count as followers',
    schemaOf('shops'),
    `set_follow.at, b.verified_at is not null`,
    `set_follow.at, true`,
    ruleTests,
  ),
  fault(
    'an order that was refunded as a whole can be reviewed',
    schemaOf('orders'),
    ` and o.refunded < o.total_payment`,
    ``,
    ruleTests,
  ),
  fault(
    'the server may lift a pause by itself',
    schemaOf('withdrawals'),
    `grant select on payout_pause to quayside_app;`,
    `grant select, delete on payout_pause to quayside_app;`,
    ruleTests,
  ),
  fault(
    'a pause ends without a check that found the books whole',
    schemaOf('withdrawals'),
    `where r.id = run and r.whole and`,
    `where r.id = run and`,
    ruleTests,
  ),
  fault(
    'the test bank need not have paid what counts as paid',
    schemaOf('withdrawals'),
    `when (new.state = 'paid' and new.rail = 'test')`,
    `when (new.state = 'paid' and new.rail = 'none')`,
    ruleTests,
  ),
  fault(
    'production has a test bank',
    schemaOf('platform'),
    `if exists (select from installation where mode = 'production') then`,
    `if exists (select from installation where mode = 'none') then`,
    ruleTests,
  ),
  fault(
    'all visitors of the demo share one address',
    'tools/demo/api-client.ts',
    `  'x-forwarded-for': addressOf(say.from ?? say.token ?? 'demo'),`,
    ``,
    ['tools/demo/people.test.ts'],
  ),
  fault(
    'no log line says that a proxy is not configured',
    `${platform}/http/proxies.ts`,
    `  if (proxies > 0) return`,
    `  if (proxies >= 0) return`,
    [`${platform}/http/proxies.test.ts`],
  ),
  fault(
    'the next migration keeps an index that an interruption left invalid',
    `${platform}/database/migrate.ts`,
    `        if (invalid) await`,
    `        if (invalid === null) await`,
    ['apps/server/test/migrations.test.ts'],
  ),
]
