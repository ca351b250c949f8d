/** Faults in the erasure of people and the deletion of old rows. */
import { fault, type Fault } from './fault.ts'

const migration = 'apps/server/migrations/2026-11-27-1400-retention.sql'
const requests = 'apps/server/migrations/2026-12-03-0400-privacy-requests.sql'
const requestTests = ['apps/server/src/modules/privacy/requests.test.ts']
const tests = ['apps/server/src/modules/privacy/privacy.test.ts']

const partitions = 'apps/server/migrations/2026-12-07-0802-partitions.sql'
const partitionTests = ['apps/server/src/modules/privacy/partitions.test.ts']

export const privacyFaults: Fault[] = [
  fault(
    'a buyer with an open order is erased',
    migration,
    `where buyer_id = buyer and status not in (6, 7)`,
    `where buyer_id = buyer and status = 1`,
    tests,
  ),
  fault(
    'an erased buyer’s address stays in the orders',
    migration,
    `case when f.key = 'country' then f.value else '"—"'::jsonb end`,
    `f.value`,
    tests,
  ),
  fault(
    'a merchant with money is erased',
    migration,
    `where a.shop_id = merchant_erasure_blockers.shop and a.guarded and a.debits <> a.credits`,
    `where a.shop_id = merchant_erasure_blockers.shop and a.guarded and a.debits > a.credits`,
    tests,
  ),
  fault(
    'stored responses are deleted before their time',
    migration,
    `k.created_at < now() - interval '30 days'`,
    `k.created_at < now() - interval '3 days'`,
    tests,
  ),
  fault(
    'the server’s role may erase people',
    migration,
    `revoke all on function buyer_erasure_blockers(uuid), erase_buyer(uuid, timestamptz), merchant_erasure_blockers(uuid), erase_merchant(uuid, timestamptz)
  from public;`,
    ``,
    tests,
  ),
  fault(
    'a person is erased without a signed act',
    requests,
    `  if not found then
    raise exception 'privacy request %: nobody signed the erasure', r.id`,
    `  if false then
    raise exception 'privacy request %: nobody signed the erasure', r.id`,
    requestTests,
  ),
  fault(
    'the server marks an erasure as done that never ran',
    requests,
    `  if new.kind = 'erasure' and new.state = 'done' and old.state <> 'done'`,
    `  if false and new.kind = 'erasure' and new.state = 'done' and old.state <> 'done'`,
    requestTests,
  ),
  fault(
    'a copy is handed over without a proof of identity',
    'apps/server/src/modules/privacy/routes.ts',
    `      if (request.proof === null) refuse('privacy/not-proved')
      return copyOf`,
    `      return copyOf`,
    requestTests,
  ),
  fault(
    'a merchant downloads the copy of another shop',
    'apps/server/src/modules/privacy/routes.ts',
    `if (!request || request.shop_id !== actor.shopId) return refuse('privacy/not-found')`,
    `if (!request) return refuse('privacy/not-found')`,
    requestTests,
  ),
  fault(
    'a partition is dropped a day early',
    partitions,
    `o.to_at <= date_trunc('day', now(), 'UTC') - p.keep`,
    `o.to_at <= date_trunc('day', now(), 'UTC') - p.keep + interval '1 day'`,
    partitionTests,
  ),
  fault(
    'rows that came before their partition stay in the default one',
    partitions,
    `with moved as (delete from partitions.%I where %s returning *) insert into %s select * from moved`,
    `select %L, %L, %L`,
    partitionTests,
  ),
  fault(
    'a table whose lock is not free keeps the other partitions from being dropped',
    'apps/server/src/modules/privacy/retention.ts',
    `        log.warn({ err: error, table }, 'privacy: the partitions of a table could not be changed')
        return 0
`,
    `        throw error
`,
    partitionTests,
  ),
  fault(
    'the former release deletes calls of other partitions',
    partitions,
    `create trigger keep_young_calls before delete on webhook_call for each row execute function keep_young_calls();`,
    ``,
    partitionTests,
  ),
  fault(
    'the server may read partitions',
    partitions,
    `    execute format('revoke all on partitions.%I from quayside_app', plan.parent || '_first');
`,
    ``,
    partitionTests,
  ),
]
