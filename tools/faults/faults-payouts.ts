/** Faults in recharges by transfer, bank statements and payouts. */
import { fault, schemaOf, type Fault } from './fault.ts'

const modules = 'apps/server/src/modules'
const withdrawals = `${modules}/money/withdrawals`
const bank = `${modules}/money/bank`
const deposits = `${modules}/money/deposits`
const deskTests = [`${withdrawals}/desk/desk.test.ts`]
const depositTests = [`${deposits}/deposits.test.ts`]
const withdrawalTests = [`${withdrawals}/requests/withdrawals.test.ts`]
const promiseTests = [`${withdrawals}/requests/promises.test.ts`]
const returnedTests = [`${withdrawals}/payouts/returned-payout.test.ts`]
const proofTests = [`${withdrawals}/payouts/prove-payout.test.ts`]

export const payoutsFaults: Fault[] = [
  fault(
    'a bank statement need not add up',
    `${bank}/import-statement.ts`,
    `  if (opening + moved !== closing) refuse('bank/totals-differ')
`,
    ``,
    depositTests,
  ),
  fault(
    'the database takes a bank statement that does not add up',
    schemaOf('bank'),
    `s.closing <> s.opening + coalesce((`,
    `s.closing is null and 0 <> coalesce((`,
    depositTests,
  ),
  fault(
    'overlapping statements import a named entry twice',
    `${bank}/store.ts`,
    `            or b.account = \${account} and b.entry_reference = g."entryReference" and b.side = g.side and b.amount = g.amount
`,
    ``,
    depositTests,
  ),
  fault(
    'overlapping statements import an entry without a name twice',
    `${bank}/store.ts`,
    `\${says} and b.ordinal = g.ordinal and b.entry_reference is null`,
    `\${says} and b.ordinal = -g.ordinal and b.entry_reference is null`,
    depositTests,
  ),
  fault(
    'statements of one account are imported side by side',
    `${bank}/store.ts`,
    `  await sql\`select pg_advisory_xact_lock(hashtext(\${\`bank account \${account}\`}))\`.execute(tx)
`,
    ``,
    depositTests,
  ),
  {
    name: 'who imported the bank line approves the transfer',
    edits: [
      {
        file: `${deposits}/transfers/decide-transfer.ts`,
        find: `  return line.imported_by === operatorId ? refuse('operator/importer') : line
`,
        replace: `  return line
`,
      },
      {
        file: schemaOf('deposits'),
        find: `check (first_approver <> second_approver and line_importer <> first_approver
    and line_importer <> second_approver)`,
        replace: `check (first_approver <> second_approver)`,
      },
    ],
    tests: depositTests,
  },
  fault(
    'the database lets one person sign a transfer twice',
    schemaOf('deposits'),
    `check (first_approver <> second_approver and line_importer`,
    `check (line_importer`,
    depositTests,
  ),
  fault(
    'the database credits a transfer without a second approver',
    schemaOf('deposits'),
    `and first_approver is not null and second_approver is not null
    and line_importer is not null`,
    `and first_approver is not null and line_importer is not null`,
    depositTests,
  ),
  fault(
    'a large withdrawal in small parts needs one person',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `    needs_two: gross + requestedBefore > secondPersonAbove,`,
    `    needs_two: gross > secondPersonAbove,`,
    withdrawalTests,
  ),
  fault(
    'the limit of today decides about the withdrawals of yesterday',
    `${withdrawals}/desk/decide-withdrawal.ts`,
    `  if (!withdrawal.needs_two) {`,
    `  if (withdrawal.gross <= BigInt(ctx.business.at('second-signature-above', now))) {`,
    withdrawalTests,
  ),
  fault(
    'the database takes an approval by one where two are needed',
    schemaOf('withdrawals'),
    `check (not needs_two or state in ('pending', 'cancelled', 'rejected')
    or`,
    `check (state is not null or`,
    withdrawalTests,
  ),
  fault(
    'a payout is confirmed by an entry of another amount, side or reference',
    schemaOf('withdrawals'),
    `    where l.id = new.bank_line_id and l.side = new.kind and l.currency = 'USD'
      and (l.amount = w.net or new.kind = 'credit' and w.state = 'paid' and return_fee(w.net, l.amount, l.charges) is not null)
      and strpos(upper(l.reference), upper(w.code)) > 0;`,
    `    where l.id = new.bank_line_id;`,
    proofTests,
  ),
  {
    name: 'who imported the debit confirms the payout',
    edits: [
      {
        file: `${withdrawals}/payouts/prove-payout.ts`,
        find: `  return line.imported_by === operatorId ? refuse('operator/importer') : line`,
        replace: `  return line`,
      },
      {
        file: schemaOf('withdrawals'),
        find: `check (first_by <> second_by and importer <> first_by and importer <> second_by)`,
        replace: `check (first_by <> second_by)`,
      },
    ],
    tests: proofTests,
  },
  fault(
    'the second name under the evidence of a payout needs no signature',
    schemaOf('withdrawals'),
    `when (new.second_by is not null) execute`,
    `when (new.second_by <> new.second_by) execute`,
    proofTests,
  ),
  fault(
    'the signature of a payout’s evidence is about another bank line',
    schemaOf('withdrawals'),
    `
      and a.document::jsonb -> 'body' ->> 'bankLineId' is not distinct from new.bank_line_id::text`,
    ``,
    proofTests,
  ),
  fault(
    'a confirmed payout leaves the proposal open that it never left',
    `${withdrawals}/payouts/prove-payout.ts`,
    `  await dropProposal(tx, withdrawal, 'none', operatorId, now)
  const {`,
    `  const {`,
    [`${withdrawals}/payouts/returned-payout.test.ts`],
  ),
  fault(
    'the second approver of a withdrawal signed nothing, and the code lets it',
    schemaOf('withdrawals'),
    `create trigger withdrawal_signers_with_act after insert or update of approver on withdrawal for each row
  when (new.needs_two) execute function check_signed_act('id', 'approver', 'first_approver', 'gross',
  'withdrawal.approve');`,
    ``,
    withdrawalTests,
  ),
  fault(
    'one person confirms a large payout',
    `${withdrawals}/payouts/prove-payout.ts`,
    `kind === 'none' || needs_two || gross`,
    `kind === 'none' || gross * 0n`,
    proofTests,
  ),
  fault(
    'one person confirms a large sum in small payouts',
    `${withdrawals}/payouts/prove-payout.ts`,
    `needs_two || gross + sameDay > BigInt`,
    `needs_two || gross > BigInt`,
    proofTests,
  ),
  fault(
    'a payout is given back although nothing shows that it never left',
    schemaOf('withdrawals'),
    `      raise exception 'no statements show that payout % was never debited', new.withdrawal_id
        using errcode = 'check_violation', constraint = 'payout_not_debited';
`,
    `      null;
`,
    proofTests,
  ),
  fault(
    'a debit of another account proves a payout',
    schemaOf('withdrawals'),
    `      join payout_batch b on b.id = w.batch_id and (b.account is null or l.account = b.account)
`,
    ``,
    deskTests,
  ),
  fault(
    'the database lets the person who rejected decide the appeal',
    schemaOf('withdrawals'),
    `    perform assert_two_people(new.decided_by, rejecting);
`,
    ``,
    deskTests,
  ),
  fault(
    'an appeal is decided twice',
    schemaOf('withdrawals'),
    `  if tg_op = 'UPDATE' and old.state <> 'open' then`,
    `  if false then`,
    deskTests,
  ),
  fault(
    'a stopped rail is approved for payment',
    `${withdrawals}/rails/rails.ts`,
    `return rest === 'stopped' || (rest === 'silent' && rail === 'chain') ? null : rail`,
    `return rest === 'silent' && rail === 'chain' ? null : rail`,
    deskTests,
  ),
  fault(
    'a bank file is made for a stopped bank',
    `${withdrawals}/payouts/bank-file.ts`,
    `    if ((await unavailableRails(tx, now)).has('bank')) refuse('payout/rail-stopped')
`,
    ``,
    deskTests,
  ),
  fault(
    'merchants read another number of overdue withdrawals than the desk',
    'apps/server/src/modules/money/reconciliation/store.ts',
    `from withdrawal w join merchant m on m.shop_id = w.shop_id where \${overdueSql(now)}) as overdue`,
    `from withdrawal w where w.decide_by < \${now}) as overdue`,
    deskTests,
  ),
  fault(
    'an earlier bank file is made again with the account of today',
    `${withdrawals}/payouts/bank-file.ts`,
    `(debtorOf(batch) ?? ctx.settings.money.bank)`,
    `ctx.settings.money.bank`,
    deskTests,
  ),
  fault(
    'the database ends a payout without evidence',
    schemaOf('withdrawals'),
    `create trigger withdrawal_proved before insert or update of state on withdrawal`,
    `create trigger withdrawal_proved before insert on withdrawal`,
    proofTests,
  ),
  fault(
    'what a bank returns after it was confirmed stays paid',
    `${withdrawals}/payouts/prove-payout.ts`,
    `lockSent(tx, key, 'paid')`,
    `lockSent(tx, key)`,
    returnedTests,
  ),
  fault(
    'a paid withdrawal is given back without an entry of the bank',
    `${withdrawals}/payouts/prove-payout.ts`,
    `  if (withdrawal.state === 'paid' && !bankLineId) refuse('payout/not-proved')
`,
    ``,
    returnedTests,
  ),
  fault(
    'a returned payment is booked as one that was never paid',
    `${withdrawals}/payouts/send-payout.ts`,
    `wasPaid ? returnedEntry(money, bankFee, actor, now) : failedEntry`,
    `failedEntry`,
    returnedTests,
  ),
  fault(
    'the fee of a returned payment is kept',
    `${withdrawals}/entries.ts`,
    `    debit(accounts.withdrawalFee, platformOwner, w.fee),
    credit(accounts.merchantAvailable, w.shopId, w.gross),`,
    `    credit(accounts.merchantAvailable, w.shopId, w.net),`,
    returnedTests,
  ),
  fault(
    'the merchant is told that a returned payment was never paid',
    `${withdrawals}/payouts/send-payout.ts`,
    `    wasPaid ? 'withdrawal.returned' : 'withdrawal.failed',`,
    `    'withdrawal.failed',`,
    returnedTests,
  ),
  fault(
    'a returned payment stays in the figure of what was withdrawn',
    'apps/server/src/modules/shop/insights/report.ts',
    ` -
      // What the bank kept of it is the platform's cost.
      sum('withdrawal.returned', 'D', [accounts.bank, accounts.transferFee])`,
    ``,
    returnedTests,
  ),
  fault(
    'the report takes the fee of the bank for something that the merchant withdrew',
    'apps/server/src/modules/shop/insights/report.ts',
    `[accounts.bank, accounts.transferFee]`,
    `[accounts.bank]`,
    returnedTests,
  ),
  fault(
    'a payment is returned by a smaller credit that states no charges',
    schemaOf('withdrawals'),
    `when credit + charges = amount then charges end`,
    `when credit < amount then amount - credit end`,
    returnedTests,
  ),
  fault(
    'a payment that no debit has confirmed is returned less a fee',
    schemaOf('withdrawals'),
    `new.kind = 'credit' and w.state = 'paid' and return_fee`,
    `new.kind = 'credit' and return_fee`,
    returnedTests,
  ),
  fault(
    'the second person signs another fee than the bank kept',
    schemaOf('withdrawals'),
    `
      and coalesce((a.document::jsonb -> 'body' ->> 'fee')::numeric * 100, 0)
        = coalesce(w.net - (select l.amount from bank_line l where l.id = new.bank_line_id), 0))`,
    `)`,
    returnedTests,
  ),
  fault(
    'the books take a fee of a returned payment that the credit does not state',
    schemaOf('ledger', 'schema-events'),
    `when 'A.BANK' then b.amount = l.amount when 'E.TRANSFERFEE' then b.amount = w.net - l.amount else true end)`,
    `when 'A.BANK' then true else true end)`,
    returnedTests,
  ),
  fault(
    'charges that have an entry of their own count as a fee of the return',
    `${bank}/read-camt.ts`,
    `marks.includes('false') || marks.includes('0') || `,
    ``,
    [`${bank}/bank-files.test.ts`],
  ),
  fault(
    'an operator gives back what a network has confirmed',
    `${withdrawals}/payouts/prove-payout.ts`,
    `  if (withdrawal.rail === 'chain' && withdrawal.state === 'paid' && endState === 'paid') refuse('payout/chain-final')
  if (withdrawal.rail !== 'bank-file' || `,
    `  if (`,
    returnedTests,
  ),
  fault(
    'the database gives back what a network has confirmed',
    schemaOf('withdrawals'),
    `  if was_paid and new.rail <> 'bank-file' then`,
    `  if was_paid and new.rail is null then`,
    returnedTests,
  ),
  fault(
    'the database gives a paid withdrawal back without a credit of the bank',
    schemaOf('withdrawals'),
    `when was_paid then array['credit'] else`,
    `else`,
    returnedTests,
  ),
  fault(
    'the database takes one signature where the withdrawal needs two',
    schemaOf('withdrawals'),
    `(not (p.needs_two or new.needs_two) or`,
    `(not p.needs_two or`,
    returnedTests,
  ),
  fault(
    'the evidence of a return can be taken away',
    schemaOf('withdrawals'),
    `      and (state = 'failed' or state = 'paid' and old.kind <> 'credit')`,
    `      and state = 'paid' and old.kind <> 'credit'`,
    returnedTests,
  ),
  fault(
    'the first of two people who return a payment cannot be corrected',
    schemaOf('withdrawals'),
    `      and (state = 'failed' or state = 'paid' and old.kind <> 'credit')`,
    `      and state in ('failed', 'paid')`,
    returnedTests,
  ),
  fault(
    'the books take a returned payment out of what waits to be paid',
    schemaOf('ledger', 'schema-events'),
    `      when 'withdrawal.failed' then paid.id is null
`,
    ``,
    returnedTests,
  ),
  fault(
    'the check of the books does not look for the credit of a returned payment',
    'apps/server/src/modules/money/reconciliation/store.ts',
    `coalesce(back.amount, 0) - w.net from`,
    `case when w.state = 'paid' then -w.net else 0 end from`,
    returnedTests,
  ),
  fault(
    'a payout signed with any key is taken',
    `${withdrawals}/payouts/chain-payout.ts`,
    `.hot.some((wallet) => wallet.toLowerCase() === sender)`,
    `.hot.some((wallet) => wallet !== sender)`,
    [`${withdrawals}/payouts/chain-payout.test.ts`],
  ),
  fault(
    'a withdrawal is approved that no configured way can pay',
    `${withdrawals}/desk/decide-withdrawal.ts`,
    `  if (!rail) return refuse('withdrawal/method-off')
`,
    ``,
    promiseTests,
  ),
  fault(
    'a withdrawal is asked for that no configured way can pay',
    `${withdrawals}/requests/request-withdrawal.ts`,
    `  if (!runningRail(ctx.settings, resting, destination)) refuse('withdrawal/method-off')\n`,
    ``,
    promiseTests,
  ),
  fault(
    'a network without a hot wallet is offered for withdrawals',
    `${withdrawals}/rails/rails.ts`,
    `  return chain.hot.length > 0 ? 'chain' : null`,
    `  return 'chain'`,
    promiseTests,
  ),
  fault(
    'an approved payout that is never handed over is never escalated',
    `${withdrawals}/store.ts`,
    `where w.state = 'approved' and w.pay_by < \${now} and`,
    `where w.state = 'approved' and w.pay_by < '-infinity' and`,
    promiseTests,
  ),
  fault(
    'a payout without proof is never escalated',
    `${withdrawals}/store.ts`,
    `w.state in ('sending', 'unknown') and w.escalated_at is null`,
    `w.state = 'unknown' and w.escalated_at is null`,
    promiseTests,
  ),
  fault(
    'what is given back after its approval comes out of the held money',
    `${withdrawals}/entries.ts`,
    `    w.state === 'pending'
      ? debit(accounts.merchantHeld`,
    `    w.gross > 0n
      ? debit(accounts.merchantHeld`,
    promiseTests,
  ),
  fault(
    'the database lets a person reject what was approved',
    schemaOf('withdrawals'),
    `check (state <> 'rejected' or approver is null or reason = 'not-sent-in-time')`,
    `check (state is not null)`,
    promiseTests,
  ),
  fault(
    'a transfer of a removed network is paid by another one',
    'apps/server/src/modules/money/withdrawals/payouts/chain-payout.ts',
    `find((chain) => chain.network === network)`,
    `find((chain) => chain.network === network || true)`,
    ['apps/server/src/modules/money/withdrawals/requests/promises.test.ts'],
  ),
  fault(
    'people end a transfer that the server can ask about',
    'apps/server/src/modules/money/withdrawals/payouts/end-chain-payout.ts',
    `  if (ctx.settings.money.chains.some((chain) => chain.network === network)) refuse('payout/rail-runs')
`,
    ``,
    ['apps/server/src/modules/money/withdrawals/requests/promises.test.ts'],
  ),
  fault(
    'the database lets one person end a chain payout',
    schemaOf('withdrawals'),
    `new.changed_by like 'operator:%')
  execute`,
    `new.changed_by like 'nobody:%')
  execute`,
    ['apps/server/src/modules/money/withdrawals/requests/promises.test.ts'],
  ),
]
