import type { IncomingHttpHeaders } from 'node:http'
import {
  carrierEvent,
  namesPaymentDetails,
  orderStatus,
  type ParsedInput,
  type reportCarrierEvent,
} from '@quayside/contract'
import type * as z from 'zod/mini'
import type { CarrierActor } from '../../platform/actor.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  acceptCall,
  logProvedRefusal,
  noteRepeated,
  proveSignedCall,
  provedByKey,
  type ProvedCall,
} from '../integrations/carrier-calls.ts'
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
 * Each event and each `webhook-id` counts once. Refuses a signature that the named carrier did not make over these
 * bytes (`payment/bad-signature`), and a signed body that violates the contract or whose `webhook-id` was accepted with
 * another body (`request/malformed`). An event for an unknown parcel is stored, and the response is the same.
 */
export async function receiveCarrierEvent(
  ctx: AppContext,
  call: { rawBody: Buffer; body: unknown; headers: IncomingHttpHeaders },
): Promise<void> {
  const proved = await proveSignedCall(ctx, call)
  const parsed = carrierEvent.safeParse(call.body)
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.'))
    ctx.log.error({ carrier: proved.carrier, fields }, 'carriers: signed event violates the contract')
    await logProvedRefusal(ctx, proved, null, 'body')
    return refuse('request/malformed')
  }
  await takeEvent(ctx, proved, parsed.data, call.rawBody)
}

/** Receives a scan that a carrier's program reports with an API key. It never receives an order. */
export const receiveReportedEvent = (
  ctx: AppContext,
  actor: CarrierActor,
  scan: ParsedInput<typeof reportCarrierEvent>,
  rawBody: Buffer,
): Promise<void> => takeEvent(ctx, provedByKey(actor), { ...scan, delivered: false }, rawBody)

async function takeEvent(
  ctx: AppContext,
  proved: ProvedCall,
  reported: Omit<z.output<typeof carrierEvent>, 'carrier'>,
  rawBody: Buffer,
): Promise<void> {
  const now = ctx.clock.now()
  const event: CarrierEventRow = {
    id: newId(now.getTime()),
    carrier: proved.carrier,
    event_id: reported.id,
    tracking_number: reported.trackingNumber,
    status: reported.status,
    location: reported.location ?? null,
    delivered: reported.delivered,
    at: new Date(reported.at),
    received_at: now,
    signed_at: proved.signed?.signedAt ?? null,
    signature: proved.signed?.signature ?? null,
    message_id: proved.messageId,
    key_id: proved.keyId,
    body: rawBody,
  }
  const outcome = await withTransaction(ctx.db, async (tx) => {
    const accepted = await acceptCall(tx, proved, reported.id, now)
    if (typeof accepted === 'string') return accepted
    const stored = await storeEvent(ctx, tx, event, now)
    if (stored === 'known') await noteRepeated(tx, accepted)
    return stored
  })
  if (outcome === 'id-reused') {
    await logProvedRefusal(ctx, proved, reported.id, 'id-reused')
    return refuse('request/malformed')
  }
  if (outcome === 'no-order')
    ctx.log.warn(
      { carrier: proved.carrier, event: reported.id, carrierEvent: event.id },
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
