import { orderStatus } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isCarrierIn } from '../../../../domain/carriers.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { listReportingCarriers } from '../../../shop/integrations/carrier-access.ts'
import { hasReportedDelivery } from './carrier-store.ts'
import { appendOrderEvent, lockOrder } from '../order-store.ts'
import { canTransition } from '../order.ts'
import { listParcels, updateDelivery, updateDeliveryCheck } from '../parcel-store.ts'
import { receiveOrder } from '../ending/receive-order.ts'

/**
 * An operator reports a scan of a parcel. A second operator who also reports the delivery confirms it, and the order
 * is received when all its parcels have arrived. Refuses a delivery report for a carrier that sends signed events,
 * unless it has reported a delivery that did not count (`order/carrier-reports`), and the same operator twice
 * (`operator/second-person`).
 */
export async function scanOrder(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  input: { shopId: string; id: string; note: string; delivered: boolean; parcel?: number | undefined },
  now: Date,
): Promise<{ received: boolean }> {
  const { shopId, id, note, delivered, parcel: number = 1 } = input
  const order = await lockOrder(tx, shopId, id)
  if (!order) return refuse('order/not-found')
  if (!canTransition(order.status, orderStatus.received)) refuse('order/not-shipped')
  const parcel = (await listParcels(tx, shopId, id)).find((one) => one.number === number)
  if (!parcel) return refuse('order/not-found')
  // A signed event is better evidence than what an operator types. One that did not count needs people to decide.
  if (
    delivered &&
    isCarrierIn(await listReportingCarriers(ctx, tx, now), parcel.carrier) &&
    !(await hasReportedDelivery(tx, order, number))
  )
    refuse('order/carrier-reports')
  const firstOperator = parcel.delivery_said_by
  if (delivered && firstOperator === operatorId) refuse('operator/second-person')

  const stamp = { actor: `operator:${operatorId}`, at: now }
  await appendOrderEvent(tx, order, { kind: 'scan', note, evidence: delivered, parcel: number, stamp })
  if (delivered && !parcel.delivered) await updateDelivery(tx, parcel, firstOperator ? 'confirmed' : 'said', operatorId)
  const received = delivered && (await listParcels(tx, shopId, id)).every((one) => one.delivered)
  if (received) await receiveOrder(ctx, tx, order, stamp)
  else {
    if (delivered) await updateDeliveryCheck(tx, order, now)
    await emitEvent(tx, 'order.scanned', { shopId, at: now, data: { orderId: id } }, ['orders'])
  }
  return { received }
}
