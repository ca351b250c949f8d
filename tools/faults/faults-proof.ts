/** Faults in ledger templates, in the hash chain and in its proofs for people outside. */
import { fault, schemaOf, type Fault } from './fault.ts'

const ledgerTests = ['apps/server/src/modules/money/ledger/ledger.test.ts']
const templateTests = ['apps/server/src/modules/money/ledger/templates.test.ts']
const signatureFile = 'packages/contract/src/statement/signature.ts'
const checkFile = 'packages/contract/src/statement/check-statement.ts'
const dailyRoot = 'apps/server/src/modules/money/ledger/daily-root.ts'
const statementTests = ['apps/server/src/modules/money/ledger/statement.test.ts']
const reconciliation = 'apps/server/src/modules/money/reconciliation'

export const proofFaults: Fault[] = [
  fault(
    'the books take lines that no template allows',
    schemaOf('ledger'),
    `where (t.known and l.owner = case`,
    `where (true or l.owner = case`,
    templateTests,
  ),
  fault(
    'a transfer leaves a required leg out, or books one twice',
    schemaOf('ledger'),
    `    having count(*) <> count(distinct t.leg) or`,
    `    having false and`,
    templateTests,
  ),
  fault(
    'transfers are not compared with the rows that they are about',
    schemaOf('ledger'),
    `  if cardinality(fresh) > 0 then insert into ledger.unchecked (transfers) values (fresh); end if;`,
    ``,
    templateTests,
  ),
  fault(
    'an order is paid without a captured payment',
    schemaOf('ledger', 'schema-events'),
    `p.captured_at is not null and p.amount = x.charged`,
    `p.amount = x.charged`,
    templateTests,
  ),
  fault(
    'a card recharge is credited without its capture',
    schemaOf('ledger', 'schema-events'),
    `d.processor = 'test' and d.capture_reference is not null`,
    `d.processor = 'test'`,
    templateTests,
  ),
  fault(
    'the hash leaves the time out',
    schemaOf('ledger'),
    `        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, at,`,
    `        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, now(),`,
    ['apps/server/src/modules/money/ledger/ledger.test.ts'],
  ),
  fault(
    'a posting reaches the account of another shop',
    schemaOf('ledger'),
    `,
  constraint posting_shop foreign key (shop_id, account_id) references ledger.account (shop_id, id)`,
    ``,
    ledgerTests,
  ),
  fault(
    'a posting is under another shop than its transfer',
    schemaOf('ledger'),
    `  constraint posting_transfer foreign key (shop_id, transfer_id) references ledger.transfer (shop_id, id),
`,
    ``,
    ledgerTests,
  ),
  fault(
    'two shops share a transfer',
    schemaOf('ledger'),
    `join ledger.transfer t on t.id = f.id and t.shop_id <> f.shop_id) then`,
    `join ledger.transfer t on t.id = f.id and false) then`,
    ledgerTests,
  ),
  fault(
    'a booking locks the platform’s accounts of all shops',
    schemaOf('ledger'),
    `and a.kind = l.kind and a.shop_id = l.shop
  where not a.append_only
`,
    `and a.kind = l.kind
`,
    ledgerTests,
  ),
  fault(
    'the books desk shows only the platform’s own part of an account',
    'apps/server/src/modules/money/ledger/books-store.ts',
    `      group by a.kind, a.owner, a.append_only`,
    `        and (a.shop_id = a.owner or not a.append_only) group by a.kind, a.owner, a.append_only`,
    ['apps/server/src/modules/money/treasury/platform-money.test.ts'],
  ),
  fault(
    'no law sees a posting under another shop than its transfer',
    `${reconciliation}/store.ts`,
    `          where t.id is null or a.id is null`,
    `          where t.id is null and a.id is not null and false`,
    [`${reconciliation}/reconciliation.test.ts`],
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
    ['apps/server/src/modules/money/ledger/daily-root.test.ts'],
  ),
  fault(
    'daily roots are not held against the file outside the database',
    dailyRoot,
    `      lines.get(root.day) !== lineOf(root)`,
    `      lineOf(root) === ''`,
    ['apps/server/src/modules/money/ledger/daily-root.test.ts'],
  ),
]
