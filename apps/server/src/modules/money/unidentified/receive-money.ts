import type { AppContext } from '../../../platform/app-context.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findBankLine } from '../bank/store.ts'
import { centsFor } from '../deposits/deposit.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { receivedEntry } from './entries.ts'
import { insertUnidentified } from './store.ts'

/**
 * Books an unused credit of the bank as unidentified money. Reais are booked in dollars at the present rate; a return
 * sends back the same reais.
 */
export async function receiveMoney(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  bankLineId: string,
  now: Date,
): Promise<{ id: string; code: string }> {
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  if (line.side !== 'credit') refuse('bank/line-differs')
  if (line.imported_by === operatorId) refuse('operator/importer')
  const { pix } = ctx.settings.money
  if (line.currency === 'BRL' && !pix) return refuse('deposit/channel-off')
  const amount = line.currency === 'USD' ? line.amount : centsFor(line.amount, ctx.business.at('pix-rate', now))
  if (amount === 0n) refuse('bank/line-differs')
  const money = { id: newId(), code: newCode(8), amount }
  await insertUnidentified(tx, {
    ...money,
    origin: 'bank',
    bank_line_id: bankLineId,
    adjustment_id: null,
    received_by: operatorId,
    received_at: now,
  })
  await postEntries(tx, receivedEntry(money, { actor: `operator:${operatorId}`, at: now }))
  return { id: money.id, code: money.code }
}

/** Keeps money that a correction has taken back until its owner is found. The correction's own entry books it. */
export async function keepCorrectedMoney(
  tx: Tx,
  operatorId: string,
  { adjustmentId, amount }: { adjustmentId: string; amount: bigint },
  now: Date,
): Promise<void> {
  await insertUnidentified(tx, {
    id: newId(),
    code: newCode(8),
    amount,
    origin: 'correction',
    bank_line_id: null,
    adjustment_id: adjustmentId,
    received_by: operatorId,
    received_at: now,
  })
}
