/**
 * The payment file for the bank: an ISO 20022 customer credit transfer (pain.001.001.09). The same batch always
 * gives the same file.
 */
import { formatCents } from '@quayside/contract'
import { create } from 'xmlbuilder2'
import type { AppContext } from '../../platform/app-context.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import type { MoneySettings } from '../../settings.ts'
import { accountKey } from '../deposits/bank-store.ts'
import { decryptAccount } from './add-destination.ts'
import { requirePayoutsRunning } from './decide-withdrawal.ts'
import {
  updateWithdrawal,
  insertBatch,
  lockFiles,
  listBatchPayouts,
  findBatch,
  lockApproved,
  type BatchRow,
  type PayoutRow,
} from './store.ts'

/** Payments in one file. */
const maxPaymentsPerFile = 500

// Banks accept Latin letters, digits and a few signs. Other characters must not make the file unreadable.
const toBankCharacters = (text: string, maxLength: number) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 /\-?:().,'+]/g, '')
    .trim()
    .slice(0, maxLength) || 'UNSPECIFIED'

/** The text of the file. `accounts`: the full card numbers, in the order of the payments. */
export function renderBankFile(
  bank: NonNullable<MoneySettings['bank']>,
  batch: BatchRow,
  payments: readonly PayoutRow[],
  accounts: readonly string[],
): string {
  const total = formatCents(payments.reduce((sum, payment) => sum + payment.net, 0n))
  const document = {
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: batch.code,
          CreDtTm: batch.made_at.toISOString(),
          NbOfTxs: String(payments.length),
          CtrlSum: total,
          InitgPty: { Nm: toBankCharacters(bank.name, 70) },
        },
        PmtInf: {
          PmtInfId: batch.code,
          PmtMtd: 'TRF',
          // Single debits: one entry of the statement proves one withdrawal.
          BtchBookg: 'false',
          NbOfTxs: String(payments.length),
          CtrlSum: total,
          ReqdExctnDt: { Dt: batch.made_at.toISOString().slice(0, 10) },
          Dbtr: { Nm: toBankCharacters(bank.name, 70) },
          DbtrAcct: { Id: { IBAN: bank.iban } },
          DbtrAgt: { FinInstnId: { BICFI: bank.bic } },
          CdtTrfTxInf: payments.map((payment, i) => ({
            // The bank rejects a second payment with the same end-to-end id, which is the code of the withdrawal.
            PmtId: { EndToEndId: payment.code },
            Amt: { InstdAmt: { '@Ccy': 'USD', '#': formatCents(payment.net) } },
            CdtrAgt: { FinInstnId: { Nm: toBankCharacters(payment.bank_name ?? '', 140) } },
            Cdtr: { Nm: toBankCharacters(payment.holder, 140) },
            CdtrAcct: { Id: { Othr: { Id: accounts[i] } } },
            RmtInf: { Ustrd: `Quayside withdrawal ${payment.code}` },
          })),
        },
      },
    },
  }
  return create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true })
}

/**
 * Puts every approved bank payment into a new file; a payment is in one file only. With `batchId` the earlier file
 * is rendered again.
 */
export async function makeBankFile(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  batchId: string | undefined,
  now: Date,
) {
  const { bank } = ctx.settings.money
  if (!bank) return refuse('payout/rail-off')
  let batch: BatchRow | undefined
  if (batchId) {
    batch = await findBatch(tx, batchId)
    if (!batch) return refuse('payout/batch-unknown')
  } else {
    await requirePayoutsRunning(tx)
    await lockFiles(tx)
    const approved = await lockApproved(tx, 'bank-file', maxPaymentsPerFile)
    if (approved.length === 0) return refuse('payout/nothing-to-pay')
    batch = { id: newId(), code: `QS${newCode(10)}`, made_at: now }
    await insertBatch(tx, {
      id: batch.id,
      code: batch.code,
      rail: 'bank-file',
      account: accountKey(bank.iban),
      operatorId,
      at: now,
    })
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
    batchId: batch.id,
    code: batch.code,
    payments: payments.length,
    total: formatCents(payments.reduce((sum, payment) => sum + payment.net, 0n)),
    file: renderBankFile(
      bank,
      batch,
      payments,
      payments.map((payment) => decryptAccount(ctx, payment)),
    ),
  }
}
