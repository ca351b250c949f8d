import { carrierEvent, namesPaymentDetails, orderStatus } from '@quayside/contract'
import { findCarrier } from '../../platform/carriers.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { verifySignature } from '../../platform/signature.ts'
import {
  listEarlierEvents,
  insertCarrierEvent,
  lockParcel,
  lockOrdersOfParcel,
  type CarrierEventRow,
} from './carrier-store.ts'
import { receiveOrder } from './receive-order.ts'
import { canTransition } from './order.ts'
import { appendOrderEvent, type OrderRow } from './order-store.ts'

/**
 * Receives a signed event of a carrier: a scan for the history of its orders, or the delivery that receives them.
 * Each event counts once. Refuses a signature that the named carrier did not make over these bytes
 * (`payment/bad-signature`), and a signed body that violates the contract (`request/malformed`). An event for an
 * unknown parcel is stored, and the response is the same.
 */
export async function receiveCarrierEvent(
  ctx: AppContext,
  call: { rawBody: Buffer; body: unknown; signature: string | string[] | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  const carrierName = (call.body as { carrier?: unknown } | null)?.carrier
  const carrier = typeof carrierName === 'string' ? findCarrier(ctx.settings.carriers, carrierName) : undefined
  const signed = carrier && verifySignature(carrier.secret, call.signature, call.rawBody, now)
  if (!carrier || !signed) return refuse('payment/bad-signature')
  const parsed = carrierEvent.safeParse(call.body)
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.'))
    ctx.log.error({ carrier: carrier.name, fields }, 'carriers: signed event violates the contract')
    return refuse('request/malformed')
  }
  const { id: eventId, trackingNumber, status, location, at, delivered } = parsed.data
  const event: CarrierEventRow = {
    id: newId(now.getTime()),
    carrier: carrier.name,
    event_id: eventId,
    tracking_number: trackingNumber,
    status,
    location: location ?? null,
    delivered,
    at: new Date(at),
    received_at: now,
    signed_at: signed.signedAt,
    signature: signed.signature,
    body: call.rawBody,
  }
  const outcome = await withTransaction(ctx.db, (tx) => storeEvent(ctx, tx, event, now))
  if (outcome === 'no-order')
    ctx.log.warn(
      { carrier: carrier.name, event: eventId, carrierEvent: event.id },
      'carriers: event for an unknown parcel',
    )
}

async function storeEvent(
  ctx: AppContext,
  tx: Tx,
  event: CarrierEventRow,
  now: Date,
): Promise<'stored' | 'known' | 'no-order'> {
  const parcel = { carrier: event.carrier, trackingNumber: event.tracking_number }
  await lockParcel(tx, parcel)
  if (!(await insertCarrierEvent(tx, event))) return 'known'
  const orders = await lockOrdersOfParcel(tx, parcel, now)
  for (const order of orders) {
    await addScan(tx, order, event)
    // An event from before the shipment is about another parcel, or not credible.
    if (event.delivered && canTransition(order.status, orderStatus.received) && order.shipped_at! <= event.at)
      await receiveOrder(ctx, tx, order, { actor: `carrier:${event.id}`, at: now })
    else
      await emitEvent(tx, 'order.scanned', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
  }
  return orders.length > 0 ? 'stored' : 'no-order'
}

/**
 * Appends the earlier events of a parcel to the history of an order that is being shipped. They do not change its
 * status.
 */
export async function addEarlierScans(
  tx: Tx,
  order: OrderRow,
  parcel: { carrier: string; trackingNumber: string },
  now: Date,
) {
  for (const event of await listEarlierEvents(tx, parcel, now)) await addScan(tx, order, event)
}

const addScan = (tx: Tx, order: OrderRow, event: CarrierEventRow) =>
  appendOrderEvent(tx, order, {
    kind: 'scan',
    note: publicText(event),
    carrierEventId: event.id,
    stamp: {
      actor: `carrier:${event.id}`,
      // The clock of a carrier may be fast: no event is in the future.
      at: event.at < event.received_at ? event.at : event.received_at,
    },
  })

/**
 * The text of an event for merchants. Null for a text that violates the rules for staff; the event counts
 * nevertheless.
 */
function publicText({ status, location }: CarrierEventRow): string | null {
  const text = [status, location].filter((part) => part !== null).join(' · ')
  return namesPaymentDetails(text) ? null : text
}
