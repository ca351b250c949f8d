/** What a carrier reports of a parcel: scans in the history of its orders, and the delivery that receives them. */
import { carrierEvent, namesPaymentDetails, orderStatus } from '@quayside/contract'
import { findCarrier } from '../../platform/carriers.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { verifySignature } from '../../platform/signature.ts'
import {
  eventsBeforeShipment,
  insertCarrierEvent,
  lockParcel,
  lockOrdersOfParcel,
  type CarrierEventRow,
} from './carrier-store.ts'
import { receiveOrder } from './receive-order.ts'
import { appendOrderEvent, type OrderRow } from './store.ts'

/**
 * Receives a carrier's call, each event once. Refuses a signature that is not the named carrier's over these bytes (`payment/bad-signature`), and
 * a signed body that breaks the contract (`request/malformed`). A parcel that no order has is kept and answered like any other.
 */
export async function receiveCarrierEvent(
  ctx: AppContext,
  call: { rawBody: Buffer; body: unknown; signature: string | string[] | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  const named = (call.body as { carrier?: unknown } | null)?.carrier
  const carrier = typeof named === 'string' ? findCarrier(ctx.settings.carriers, named) : undefined
  const signed = carrier && verifySignature(carrier.secret, call.signature, call.rawBody, now)
  if (!carrier || !signed) return refuse('payment/bad-signature')
  const read = carrierEvent.safeParse(call.body)
  if (!read.success) {
    const fields = read.error.issues.map((issue) => issue.path.join('.'))
    ctx.log.error({ carrier: carrier.name, fields }, 'carriers: a signed event breaks the contract')
    return refuse('request/malformed')
  }
  const { id: eventId, trackingNumber, status, location, at, delivered } = read.data
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
  const outcome = await withTransaction(ctx.db, (tx) => keepEvent(tx, event, now))
  if (outcome === 'no-order')
    ctx.log.warn(
      { carrier: carrier.name, event: eventId, carrierEvent: event.id },
      'carriers: an event is about a parcel that no order has',
    )
}

async function keepEvent(tx: Tx, event: CarrierEventRow, now: Date): Promise<'kept' | 'known' | 'no-order'> {
  const parcel = { carrier: event.carrier, trackingNumber: event.tracking_number }
  await lockParcel(tx, parcel)
  if (!(await insertCarrierEvent(tx, event))) return 'known'
  const orders = await lockOrdersOfParcel(tx, parcel, now)
  for (const order of orders) {
    await addScan(tx, order, event)
    // What is dated before the shipment is about another parcel, or comes too early to be believed.
    if (event.delivered && order.status === orderStatus.shipped && order.shipped_at! <= event.at)
      await receiveOrder(tx, order, 'carrier', `carrier:${event.id}`, now, event.id)
    else
      await emitEvent(tx, 'order.scanned', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
  }
  return orders.length > 0 ? 'kept' : 'no-order'
}

/** Puts what a carrier reported before the shipment into the history of an order that was just shipped. None of it moves the order. */
export async function addEarlierScans(
  tx: Tx,
  order: OrderRow,
  parcel: { carrier: string; trackingNumber: string },
  now: Date,
) {
  for (const event of await eventsBeforeShipment(tx, parcel, now)) await addScan(tx, order, event)
}

const addScan = (tx: Tx, order: OrderRow, event: CarrierEventRow) =>
  appendOrderEvent(tx, order, {
    kind: 'scan',
    status: null,
    source: 'carrier',
    note: shownText(event),
    carrierEventId: event.id,
    // A carrier's clock that is fast dates nothing in the future.
    at: event.at < event.received_at ? event.at : event.received_at,
  })

/** What merchants read of an event. A text that breaks the rules for staff is not shown; the event counts all the same. */
function shownText({ status, location }: CarrierEventRow): string | null {
  const text = [status, location].filter((part) => part !== null).join(' · ')
  return namesPaymentDetails(text) ? null : text
}
