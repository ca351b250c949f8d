/** Faults in files of bank statements, unidentified money, treasury movements and adjustments. */
import { fault, schemaOf, type Fault } from './fault.ts'

const modules = 'apps/server/src/modules'
const fileTests = [`${modules}/money/bank/bank-files.test.ts`]
const moneyTests = [`${modules}/money/treasury/platform-money.test.ts`]

const feeTests = [`${modules}/money/treasury/processor-fees.test.ts`]

export const treasuryFaults: Fault[] = [
  fault(
    'a bank file may have a DOCTYPE',
    `${modules}/money/bank/read-camt.ts`,
    `  parser.on('doctype', () => fail('doctype'))
`,
    ``,
    fileTests,
  ),
  fault(
    'the number of an entry in its file is its identity',
    `${modules}/money/bank/read-camt.ts`,
    `ownReference(first(fields, 'AcctSvcrRef'))`,
    `ownReference(first(fields, 'AcctSvcrRef', 'NtryRef'))`,
    fileTests,
  ),
  fault(
    'a bank file with wrong entries is imported without them',
    `${modules}/money/bank/read-camt.ts`,
    `  if (problems.total > before || !opening || !closing) return undefined
`,
    `  if (!opening || !closing) return undefined
`,
    fileTests,
  ),
  fault(
    'pending entries of a bank count',
    `${modules}/money/bank/read-camt.ts`,
    `    if (status !== '' && status !== 'BOOK') continue
`,
    ``,
    fileTests,
  ),
  fault(
    'the database lets one person assign unidentified money',
    schemaOf('unidentified'),
    `    or (second_by is not null and second_at is not null and first_by <> second_by)),`,
    `    or (second_by is not null and second_at is not null)),`,
    moneyTests,
  ),
  fault(
    'the signer of unidentified money may be the importer of its line',
    schemaOf('unidentified'),
    `check_signers('first_by@first_at', 'second_by@second_at', 'line_importer')`,
    `check_signers('first_by@first_at', 'second_by@second_at')`,
    moneyTests,
  ),
  fault(
    'the importer of a bank line signs what happens to its money',
    `${modules}/money/unidentified/decide-money.ts`,
    `  requireNotImporter(row, signer)
`,
    ``,
    moneyTests,
  ),
  fault(
    'the database books what nobody signed as an act',
    schemaOf('unidentified'),
    `update of second_by on unidentified_money for each row
  execute`,
    `update of second_by on unidentified_money
  for each row when (false) execute`,
    moneyTests,
  ),
  fault(
    'the database books a treasury movement with one signature',
    schemaOf('treasury'),
    `(signed_by is not null
    and signed_at is not null and signed_by <> proposed_by)),
  constraint treasury_booked`,
    `(signed_by is not null
    and signed_at is not null)),
  constraint treasury_booked`,
    moneyTests,
  ),
  fault(
    'the database books a treasury movement without its bank line',
    schemaOf('treasury'),
    `    or ((from_account = 'A.BANK') = (out_line_id is not null) and`,
    `    or true or ((from_account = 'A.BANK') = (out_line_id is not null) and`,
    moneyTests,
  ),
  fault(
    'a bill is paid beyond what the suppliers are owed',
    `${modules}/money/treasury/decide-movement.ts`,
    `  if (row.kind === 'supplier-bill' && (await readSupplierPayable(tx)) < row.amount) refuse('treasury/payable-short')
`,
    ``,
    moneyTests,
  ),
  fault(
    'the owner draws what is owed to others',
    `${modules}/money/treasury/decide-movement.ts`,
    `  if ((await readSurplus(tx)) < amount) refuse('treasury/coverage-short')
`,
    ``,
    moneyTests,
  ),
  fault(
    'corrections take back more than their entry',
    schemaOf('adjustments'),
    `where o.of_transfer = new.of_transfer and o.state = 'posted' and o.id <> new.id), 0)
    then`,
    `where o.of_transfer = new.of_transfer and o.state = 'refused' and o.id <> new.id), 0)
    then`,
    moneyTests,
  ),
  fault(
    'any entry can be corrected',
    schemaOf('adjustments'),
    `(t.event in ('unidentified.assigned', 'adjustment.goodwill')
`,
    `(t.event in ('unidentified.assigned', 'adjustment.goodwill', 'order.completed')
`,
    moneyTests,
  ),
  fault(
    'a fee of a processor may be booked without a capture, or twice',
    schemaOf('ledger', 'schema-events'),
    `b.key = 'fee:' || b.ref || ':expected' and b.amount = coalesce(p.expected_fee, d.expected_fee)
      and `,
    ``,
    feeTests,
  ),
  fault(
    'the expected fee of a capture changes later',
    schemaOf('orders', 'schema-payments'),
    `when (old.captured_at is not null and new.expected_fee is distinct from old.expected_fee)`,
    `when (old.captured_at is null and new.expected_fee is distinct from old.expected_fee and false)`,
    feeTests,
  ),
  fault(
    'no fee is expected of a recharge',
    `${modules}/money/deposits/open-card-deposit.ts`,
    `    await bookExpectedFee(tx, { shopId, id, processor: processor.name, fee }, now)
`,
    ``,
    feeTests,
  ),
  fault(
    'a report settles the fees of later captures too',
    `${modules}/money/treasury/store.ts`,
    `(t.event <> 'processor.fee-expected' or \${until}::date is null or t.at <`,
    `(true or \${until}::date is null or t.at <`,
    feeTests,
  ),
  fault(
    'two movements that are signed at once settle a fee twice',
    `${modules}/money/treasury/decide-movement.ts`,
    `  // Two movements that are booked at once settle a fee once.
  await lockTreasury(tx)
`,
    ``,
    feeTests,
  ),
  fault(
    'the difference of a fee is lost in the expenses',
    `${modules}/money/treasury/entries.ts`,
    `? line(1, accounts.processorFeeDifference, -difference)`,
    `? line(1, accounts.transferFee, -difference)`,
    feeTests,
  ),
  fault(
    'the check of the books does not compare expected fees',
    `${modules}/money/reconciliation/store.ts`,
    `c using (ref, kind) where b.booked is distinct from c.expected\`)`,
    `c using (ref, kind) where false\`)`,
    [`${modules}/money/reconciliation/reconciliation.test.ts`],
  ),
]
