/** Faults in the erasure of people and the deletion of old rows. */
import { fault, schemaOf, type Fault } from './fault.ts'

const requestTests = ['apps/server/src/modules/people/privacy/requests.test.ts']
const tests = ['apps/server/src/modules/people/privacy/privacy.test.ts']

const partitionTests = ['apps/server/src/modules/people/privacy/partitions.test.ts']

export const privacyFaults: Fault[] = [
  fault(
    'a buyer with an open order is erased',
    schemaOf('privacy'),
    `where buyer_id in (select id from person) and status not in (6, 7)`,
    `where buyer_id in (select id from person) and status = 1`,
    tests,
  ),
  fault(
    'an erased buyer’s address stays in the orders',
    schemaOf('privacy'),
    `case when f.key = 'country' then f.value else '"—"'::jsonb end`,
    `f.value`,
    tests,
  ),
  fault(
    'a merchant with money is erased',
    schemaOf('privacy'),
    `where a.shop_id = merchant_erasure_blockers.shop and a.guarded and a.debits <> a.credits`,
    `where a.shop_id = merchant_erasure_blockers.shop and a.guarded and a.debits > a.credits`,
    tests,
  ),
  fault(
    'stored responses are deleted before their time',
    schemaOf('platform'),
    `@retention 30 days after created_at`,
    `@retention 3 days after created_at`,
    tests,
  ),
  fault(
    'the server’s role may erase people',
    schemaOf('privacy'),
    `  erase_buyer(uuid, timestamptz),
`,
    ``,
    tests,
  ),
  fault(
    'a person is erased without a signed act',
    schemaOf('privacy'),
    `  if not found then
    raise exception 'privacy request %: nobody signed the erasure', r.id`,
    `  if false then
    raise exception 'privacy request %: nobody signed the erasure', r.id`,
    requestTests,
  ),
  fault(
    'the server marks an erasure as done that never ran',
    schemaOf('privacy'),
    `  if new.kind = 'erasure' and new.state = 'done' and old.state <> 'done'`,
    `  if false and new.kind = 'erasure' and new.state = 'done' and old.state <> 'done'`,
    requestTests,
  ),
  fault(
    'a copy is handed over without a proof of identity',
    'apps/server/src/modules/people/privacy/routes.ts',
    `      if (request.proof === null) refuse('privacy/not-proved')
      return copyOf`,
    `      return copyOf`,
    requestTests,
  ),
  fault(
    'a merchant downloads the copy of another shop',
    'apps/server/src/modules/people/privacy/routes.ts',
    `if (!request || request.shop_id !== actor.shopId) return refuse('privacy/not-found')`,
    `if (!request) return refuse('privacy/not-found')`,
    requestTests,
  ),
  fault(
    'a partition is dropped a day early',
    schemaOf('privacy'),
    `o.to_at <= date_trunc('day', now(), 'UTC') - p.keep`,
    `o.to_at <= date_trunc('day', now(), 'UTC') - p.keep + interval '1 day'`,
    partitionTests,
  ),
  fault(
    'rows that came before their partition stay in the default one',
    schemaOf('privacy'),
    `with moved as (delete from partitions.%I where %s returning *) insert into %s select * from moved`,
    `select %L, %L, %L`,
    partitionTests,
  ),
  fault(
    'a table whose lock is not free keeps the other partitions from being dropped',
    'apps/server/src/modules/people/privacy/retention.ts',
    `        log.warn({ err: error, table }, 'privacy: the partitions of a table could not be changed')
        return 0
`,
    `        throw error
`,
    partitionTests,
  ),
  fault(
    'the server may read partitions',
    schemaOf('privacy'),
    `    perform add_partitions(plan.parent);
`,
    `    perform add_partitions(plan.parent);
    execute format('grant select on partitions.%I to quayside_app', plan.parent || '_default');
`,
    partitionTests,
  ),
]
