import type { DeclineReason } from '@quayside/contract'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrder, updateDecline } from '../order-store.ts'
import { pickUpRefusal } from '../order.ts'

/**
 * The merchant declines an order instead of picking it up. The buyer is refunded, and reads the reason and the note.
 */
export async function declineOrder(
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  { id, reason, note }: { id: string; reason: DeclineReason; note: string },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, merchant.shopId, id)
  if (!order) refuse('order/not-found')
  if (pickUpRefusal(order.status)) refuse('order/not-awaiting-pickup')
  await cancelOrder(tx, order, 'merchant', { actor: `merchant:${merchant.merchantId}`, at: now })
  await updateDecline(tx, order, { reason, note: note || null })
}
