/** Faults in ledger templates, in the hash chain and in its proofs for people outside. */
import { fault, type Fault } from './fault.ts'

const templates = 'apps/server/migrations/2026-11-22-1605-ledger-templates.sql'
// A later version of the check, rewritten for order disputes.
const checkOfOrders = 'apps/server/migrations/2026-11-22-2100-order-disputes.sql'
const hash = 'apps/server/migrations/2026-11-22-1600-ledger-hash.sql'
const templateTests = ['apps/server/src/modules/ledger/templates.test.ts']
const signatureFile = 'packages/contract/src/statement/signature.ts'
const checkFile = 'packages/contract/src/statement/check-statement.ts'
const dailyRoot = 'apps/server/src/modules/ledger/daily-root.ts'
const statementTests = ['apps/server/src/modules/ledger/statement.test.ts']
const reconciliation = 'apps/server/src/modules/reconciliation'

export const proofFaults: Fault[] = [
  fault(
    'the books take lines that no template allows',
    templates,
    `    where (t.event is not null and l.owner = case`,
    `    where (true or l.owner = case`,
    templateTests,
  ),
  fault(
    'a transfer leaves a required leg out, or books one twice',
    templates,
    `    having count(*) <> count(distinct t.leg) or`,
    `    having false and`,
    templateTests,
  ),
  fault(
    'transfers are not compared with the rows that they are about',
    templates,
    `  if cardinality(fresh) > 0 then insert into ledger.unchecked (transfers) values (fresh); end if;`,
    ``,
    templateTests,
  ),
  fault(
    'an order is paid without a captured payment',
    checkOfOrders,
    `p.captured_at is not null and p.amount = o.total_payment
        and b.kind in`,
    `p.amount = o.total_payment
        and b.kind in`,
    templateTests,
  ),
  fault(
    'a card recharge is credited without its capture',
    templates,
    `d.processor = 'test' and d.capture_reference is not null`,
    `d.processor = 'test'`,
    templateTests,
  ),
  fault(
    'the hash leaves the time out',
    hash,
    `        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, at,`,
    `        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, now(),`,
    ['apps/server/src/modules/ledger/ledger.test.ts'],
  ),
  fault(
    'the check of the chains leaves the actor out',
    `${reconciliation}/store.ts`,
    `                t.event, t.ref, t.at, ledger.sealed(t.id, t.key, t.actor)), 'UTF8')) as again,`,
    `                t.event, t.ref, t.at, (select s from ledger.sealed(t.id, t.key, t.actor) s where false)), 'UTF8')) as again,`,
    [`${reconciliation}/reconciliation.test.ts`],
  ),
  fault(
    'a statement’s signature is not looked at',
    signatureFile,
    `  return genuine ? { by: known.includes(key) ? 'known' : 'unknown', key } : null`,
    `  return genuine || !genuine ? { by: known.includes(key) ? 'known' : 'unknown', key } : null`,
    statementTests,
  ),
  fault(
    'a statement that anybody signed counts as the platform’s',
    signatureFile,
    `{ by: known.includes(key) ? 'known' : 'unknown', key } : null`,
    `{ by: known.length > 0 ? 'known' : 'unknown', key } : null`,
    statementTests,
  ),
  fault(
    'a statement of an unknown time zone is not refused',
    checkFile,
    `          if (!localClock(facts['zone']!)) return { found: 'zone', zone: facts['zone']! }`,
    `          if (!localClock(facts['zone']!)) facts['zone'] = 'UTC'`,
    statementTests,
  ),
  fault(
    'the signature of a daily root is not checked',
    dailyRoot,
    `      !root.hash.equals(sha256(text)) ||
      !signed ||`,
    `      (!signed && root.signature === '') ||`,
    ['apps/server/src/modules/ledger/daily-root.test.ts'],
  ),
  fault(
    'daily roots are not held against the file outside the database',
    dailyRoot,
    `      lines.get(root.day) !== lineOf(root)`,
    `      lineOf(root) === ''`,
    ['apps/server/src/modules/ledger/daily-root.test.ts'],
  ),
]
