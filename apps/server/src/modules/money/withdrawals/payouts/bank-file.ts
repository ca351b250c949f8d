/**
 * The payment file for the bank: an ISO 20022 customer credit transfer (pain.001.001.09). The same batch always
 * gives the same file.
 */
import { accountFormOf, clearingSystems, formatCents } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { bankNameOf, toBankCharacters } from '../../../../platform/files/latin-letters.ts'
import { invariant, refuse } from '../../../../platform/refusal.ts'
import type { MoneySettings } from '../../../../settings.ts'
import { accountKey } from '../../bank/store.ts'
import { openAccount, type PayoutAccount } from '../requests/add-destination.ts'
import { requirePayoutsRunning } from '../desk/decide-withdrawal.ts'
import { bankHolderOf } from '../requests/destination.ts'
import { unavailableRails } from '../rails/rails.ts'
import {
  updateWithdrawal,
  insertBatch,
  lockFiles,
  listBatchPayouts,
  findBatch,
  lockApproved,
  type BatchRow,
  type PayoutRow,
} from '../store.ts'

/** Payments in one file. */
const maxPaymentsPerFile = 500

type BankAccount = Exclude<PayoutAccount, { kind: 'address' }>

/** The bank of an account: by its BIC, or by its number in the national clearing. */
const agentOf = (payment: PayoutRow, to: BankAccount) => {
  const bankName = toBankCharacters(payment.bank_name ?? '', 140)
  const clearing = to.kind === 'account' ? clearingSystems[to.country] : undefined
  return {
    ...(to.kind === 'account' && !clearing ? { BICFI: to.bankCode } : {}),
    ...(to.kind === 'account' && clearing
      ? { ClrSysMmbId: { ClrSysId: { Cd: clearing.code }, MmbId: to.bankCode } }
      : {}),
    // No address: one without a town is rejected, and the town of the bank is not known.
    ...(bankName ? { Nm: bankName } : {}),
  }
}

const accountOf = (to: BankAccount) => {
  if (to.kind === 'account')
    return accountFormOf(to.country) === 'iban'
      ? { IBAN: to.account }
      : { Othr: { Id: to.account, SchmeNm: { Cd: 'BBAN' } } }
  return { Othr: { Id: to.number, SchmeNm: { Prtry: 'CARD' } } }
}

/**
 * The text of the file. `accounts`: where each payment goes, in the order of the payments. Refuses
 * `payout/names-missing` for a holder whose name is not known in Latin letters.
 */
export async function renderBankFile(
  bank: NonNullable<MoneySettings['bank']>,
  batch: Pick<BatchRow, 'code' | 'made_at'>,
  payments: readonly PayoutRow[],
  accounts: readonly BankAccount[],
): Promise<string> {
  const total = formatCents(payments.reduce((sum, payment) => sum + payment.net, 0n))
  const debtor = bankNameOf(bank.name, 70) ?? refuse('payout/names-missing')
  const document = {
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: batch.code,
          CreDtTm: batch.made_at.toISOString(),
          NbOfTxs: String(payments.length),
          CtrlSum: total,
          InitgPty: { Nm: debtor },
        },
        PmtInf: {
          PmtInfId: batch.code,
          PmtMtd: 'TRF',
          // Single debits: one entry of the statement proves one withdrawal.
          BtchBookg: 'false',
          NbOfTxs: String(payments.length),
          CtrlSum: total,
          ReqdExctnDt: { Dt: batch.made_at.toISOString().slice(0, 10) },
          Dbtr: { Nm: debtor },
          DbtrAcct: { Id: { IBAN: bank.iban.replace(/\s/g, '') } },
          DbtrAgt: { FinInstnId: { BICFI: bank.bic } },
          CdtTrfTxInf: payments.map((payment, i) => {
            const to = accounts[i]!
            const agent = agentOf(payment, to)
            return {
              // The bank rejects a second payment with the same end-to-end id, which is the code of the withdrawal.
              PmtId: { EndToEndId: payment.code },
              Amt: { InstdAmt: { '@Ccy': 'USD', '#': formatCents(payment.net) } },
              ...(Object.keys(agent).length > 0 ? { CdtrAgt: { FinInstnId: agent } } : {}),
              Cdtr: { Nm: bankHolderOf(payment) ?? refuse('payout/names-missing') },
              CdtrAcct: { Id: accountOf(to) },
              RmtInf: { Ustrd: `Quayside withdrawal ${payment.code}` },
            }
          }),
        },
      },
    },
  }
  // Imported when the first file is made: it brings a whole document model.
  const { create } = await import('xmlbuilder2')
  return create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true })
}

/**
 * The file of a batch. It alone holds the full numbers. Refuses `payout/accounts-erased` when a number is gone with its
 * destination.
 */
export async function readBankFile(ctx: AppContext, tx: Tx, batchId: string): Promise<string> {
  const batch = await findBatch(tx, batchId)
  const debtor = batch && (debtorOf(batch) ?? ctx.settings.money.bank)
  if (!batch || !debtor) return refuse(batch ? 'payout/rail-off' : 'payout/batch-unknown')
  const payments = await listBatchPayouts(tx, batch.id)
  const accounts = payments.map((payment) => {
    if (!payment.sealed) return refuse('payout/accounts-erased')
    const account = openAccount(ctx, payment)
    invariant(account.kind !== 'address', 'a bank file pays cards and accounts')
    return account
  })
  return renderBankFile(debtor, batch, payments, accounts)
}

/**
 * Puts every approved bank payment with a name in Latin letters into a new batch; a payment is in one only. With
 * `batchId` the earlier batch.
 * `readBankFile` renders its file.
 */
export async function makeBankFile(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  batchId: string | undefined,
  now: Date,
) {
  const { bank } = ctx.settings.money
  let batch: BatchRow | undefined
  let leftOut = 0
  if (batchId) {
    batch = await findBatch(tx, batchId)
    if (!batch) return refuse('payout/batch-unknown')
  } else {
    if (!bank) return refuse('payout/rail-off')
    if ((await unavailableRails(tx, now)).has('bank')) refuse('payout/rail-stopped')
    await requirePayoutsRunning(tx)
    await lockFiles(tx)
    const all = await lockApproved(tx, 'bank-file', maxPaymentsPerFile)
    if (all.length === 0) return refuse('payout/nothing-to-pay')
    // The merchant reads why it waits. Without a name it comes back at its deadline.
    const approved = all.filter((payment) => bankHolderOf(payment) !== null)
    if (approved.length === 0) return refuse('payout/names-missing')
    leftOut = all.length - approved.length
    batch = {
      id: newId(),
      code: `QS${newCode(10)}`,
      made_at: now,
      debtor_name: bank.name,
      debtor_iban: bank.iban,
      debtor_bic: bank.bic,
    }
    await insertBatch(tx, { ...batch, account: accountKey(bank.iban), operatorId })
    for (const withdrawal of approved) {
      await updateWithdrawal(
        tx,
        withdrawal,
        'sending',
        { actor: `operator:${operatorId}`, at: now },
        { batch_id: batch.id },
      )
      await emitEvent(
        tx,
        'withdrawal.sent',
        { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id } },
        ['wallet'],
      )
    }
  }
  const payments = await listBatchPayouts(tx, batch.id)
  return {
    /** The shops whose payments are in the file. */
    shops: new Set(payments.map((payment) => payment.shop_id)),
    batchId: batch.id,
    code: batch.code,
    payments: payments.length,
    leftOut,
    total: formatCents(payments.reduce((sum, payment) => sum + payment.net, 0n)),
  }
}

/** The account that the file debits; null for a file from before the account was kept. */
const debtorOf = (batch: BatchRow): NonNullable<MoneySettings['bank']> | null =>
  batch.debtor_name !== null && batch.debtor_iban !== null && batch.debtor_bic !== null
    ? { name: batch.debtor_name, iban: batch.debtor_iban, bic: batch.debtor_bic }
    : null
