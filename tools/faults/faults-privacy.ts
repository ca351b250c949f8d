/** Faults in the erasure of people and the deletion of old rows. */
import { fault, type Fault } from './fault.ts'

const migration = 'apps/server/migrations/2026-11-27-1400-retention.sql'
const tests = ['apps/server/src/modules/privacy/privacy.test.ts']

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
]
