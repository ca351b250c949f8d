import type { IncomingHttpHeaders } from 'node:http'
import {
  carrierEvent,
  namesPaymentDetails,
  orderStatus,
  type ParsedInput,
  type RefusalName,
  type reportCarrierEvent,
} from '@quayside/contract'
import type * as z from 'zod/mini'
import type { CarrierActor } from '../../../../platform/security/actor.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import {
  acceptCall,
  logProvedRefusal,
  noteRepeated,
  proveSignedCall,
  provedByKey,
  type ProvedCall,
} from '../../../shop/integrations/carrier-calls.ts'
import {
  listEarlierEvents,
  insertCarrierEvent,
  lockParcel,
  lockOrdersOfParcel,
  type CarrierEventRow,
} from './carrier-store.ts'
import { receiveOrder } from '../ending/receive-order.ts'
import { canTransition } from '../order.ts'
import { appendOrderEvent, lockOrder, type OrderRow } from '../order-store.ts'
import { isDelivery, updateDeliveryCheck, type Parcel } from '../parcel-store.ts'

/**
 * Receives a signed event of a carrier: a scan for the history of its orders, or the delivery that receives them.
 * Each event and each `webhook-id` counts once. Refuses a signature that the named carrier did not make over these
 * bytes (`payment/bad-signature`), and a signed body that violates the contract (with the wrong fields) or whose
 * `webhook-id` was accepted with another body (`request/malformed`). An event for an unknown parcel is stored, and the
 * response is the same.
 */
export async function receiveCarrierEvent(
  ctx: AppContext,
  call: { rawBody: Buffer; body: unknown; headers: IncomingHttpHeaders },
): Promise<void> {
  const proved = await proveSignedCall(ctx, call)
  const parsed = carrierEvent.safeParse(call.body)
  if (!parsed.success) {
    const fields = fieldsOf(parsed.error.issues, call.body)
    ctx.log.error(
      { carrier: proved.carrier, fields: Object.keys(fields) },
      'carriers: signed event violates the contract',
    )
    await logProvedRefusal(ctx, proved, null, 'body')
    throw new Refusal('request/malformed', {}, fields)
  }
  await takeEvent(ctx, proved, parsed.data, call.rawBody)
}

/** The time of an event. Seconds have ten digits and milliseconds thirteen. Refuses what is no time. */
function instantOf(reported: string | number): Date {
  const text = String(reported)
  const at = /^\d{13}$/.test(text)
    ? new Date(Number(text))
    : /^\d{10}$/.test(text)
      ? new Date(Number(text) * 1000)
      : // The colon of the offset may be missing. Any other number is no time.
        new Date(/^-?\d+$/.test(text) ? Number.NaN : text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  if (Number.isNaN(at.getTime())) throw new Refusal('request/malformed', {}, { at: 'field/invalid' })
  return at
}

/** What is wrong with each field, for the carrier's program. */
const fieldsOf = (issues: readonly z.core.$ZodIssue[], body: unknown): Record<string, RefusalName> =>
  Object.fromEntries(
    issues.map(({ path, message }) => {
      const field = path.join('.')
      const isMissing = (body as Record<string, unknown> | null)?.[field] === undefined
      return [
        field,
        isMissing ? 'field/required' : message.startsWith('field/') ? (message as RefusalName) : 'field/invalid',
      ]
    }),
  )

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
  reported: Omit<z.output<typeof carrierEvent>, 'carrier' | 'delivered'> & { delivered: boolean },
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
    at: instantOf(reported.at),
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
  for (const { parcel: number, ...order } of orders) {
    await addScan(tx, order, event, number)
    if (event.delivered && canTransition(order.status, orderStatus.received) && (await isDelivery(tx, order, event.id)))
      await receiveOrder(ctx, tx, order, { actor: `carrier:${event.id}`, at: now })
    else {
      if (event.delivered && order.status === orderStatus.shipped) await updateDeliveryCheck(tx, order, now)
      await emitEvent(tx, 'order.scanned', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
    }
  }
  return orders.length > 0 ? 'stored' : 'no-order'
}

/**
 * Appends the earlier events of a parcel to the history of an order that gets it. They do not change its status;
 * `receiveEarlier` does, once it is shipped. The number of a parcel is often entered late, so that an event from before
 * counts if no other order has the parcel, and the order was picked up by then.
 */
export async function addEarlierScans(
  tx: Tx,
  order: OrderRow,
  { number, ...parcel }: Parcel & { number: number },
  now: Date,
): Promise<CarrierEventRow[]> {
  const events = await listEarlierEvents(tx, parcel, now)
  for (const event of events) await addScan(tx, order, event, number)
  return events
}

/** Receives an order that got a parcel just now, if an earlier event of the parcel completes its delivery. */
export async function receiveEarlier(
  ctx: Pick<AppContext, 'business'>,
  tx: Tx,
  { shop_id, id }: OrderRow,
  { events, now }: { events: readonly CarrierEventRow[]; now: Date },
): Promise<void> {
  for (const event of events.filter(({ delivered }) => delivered)) {
    const order = (await lockOrder(tx, shop_id, id))!
    if (await isDelivery(tx, order, event.id))
      return receiveOrder(ctx, tx, order, { actor: `carrier:${event.id}`, at: now })
    await updateDeliveryCheck(tx, order, now)
  }
}

/** The clock of a carrier may be fast: no event is in the future. */
const timeOf = ({ at, received_at }: CarrierEventRow): Date => (at < received_at ? at : received_at)

const addScan = (tx: Tx, order: OrderRow, event: CarrierEventRow, parcel: number) =>
  appendOrderEvent(tx, order, {
    kind: 'scan',
    note: publicText(event),
    carrierEventId: event.id,
    parcel,
    stamp: {
      actor: `carrier:${event.id}`,
      at: timeOf(event),
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
