/**
 * Finds what was paid by PIX: credits in reais whose reference names a payment. A person signs that the credit pays it,
 * as with a recharge: nobody can pay an order with a statement of their own making. A credit of another amount, or a
 * second one, stays unused: finance keeps it as unidentified money and sends the same reais back.
 */
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { proposeAct } from '../../staff/acts/propose-act.ts'
import { pixBodyOf } from './confirm-pix.ts'
import { insertPixCredit, listNamedPayments, type NamedPaymentRow } from './pix-store.ts'

/** How long after its import an entry is looked at. */
const matchWindow = days(90)

/** The job `match-pix`, after each statement in reais. Proposes an act for each credit that pays a payment. */
export async function matchPix(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now()
  for (const found of await listNamedPayments(ctx.db, addTime(now, -matchWindow))) {
    // Each on its own: one that was decided meanwhile does not stop the others.
    await withTransaction(ctx.db, (tx) => propose(tx, found, now)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      ctx.log.info({ payment: found.payment_id, line: found.bank_line_id, reason: error.reason }, 'pix: not proposed')
    })
  }
}

async function propose(tx: Tx, found: NamedPaymentRow, now: Date): Promise<void> {
  await insertPixCredit(tx, found, now)
  if (found.pays)
    await proposeAct(tx, {
      kind: 'payment.pix',
      desk: 'finance',
      shopId: found.shop_id,
      // One act of an order at a time: of two credits the first one is signed or refused first.
      subject: { kind: 'order', id: found.order_id },
      body: pixBodyOf(found, { ...found, id: found.bank_line_id }),
      // The importer names the credit by importing it, and signs nothing.
      proposedBy: found.imported_by,
      now,
    })
  // The buyer's page says that the bank has it.
  await notifyClients(tx, found.shop_id, ['orders'])
  await notifyOperators(tx, ['orders'])
}
