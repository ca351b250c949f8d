/**
 * Signed events of card processors: verified at the processor, booked by orders or deposits, or stored for operators.
 */
import { hash } from 'node:crypto'
import type { UnbookedReason } from '@quayside/contract'
import { addTime, days, hours, minutes } from '../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { UnusableObject, type Processor, type ProcessorEvent, type Processors } from '../../../domain/processor.ts'
import { recordDispute as recordDepositDispute } from '../deposits/dispute-deposit.ts'
import { captureCardDeposit } from '../deposits/open-card-deposit.ts'
import { recordOrderDispute } from '../../selling/orders/ending/dispute-order.ts'
import { recordPayment } from '../../selling/orders/placing/record-payment.ts'
import { recordReturnedRefund } from './return-refund.ts'
import { listDueEvents, insertUnbooked, markBooked, postponeEvent } from './event-store.ts'

/** Reasons that may disappear: a checkout or refund that is not committed yet, a dispute before its payment. */
const retryable: readonly UnbookedReason[] = ['unknown-payment', 'not-at-processor']
/** Time in which an event is retried. Then only an operator can close it. */
const retryWindow = days(3)

/**
 * Receives a signed event. Returns when the event is booked, stored, or irrelevant: the processor does not send it
 * again. Throws `BadSignature` for a forged event, and `ProcessorDown` if the processor cannot be asked about it:
 * then the processor sends it again.
 */
export async function receiveEvent(
  ctx: AppContext,
  processor: Processor,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const event = processor.readEvent(rawBody, headers)
  await takeEvent(ctx, processor, { ...event, id: event.id || hash('sha256', rawBody) })
}

/** Books an event, or stores it for the operators. Returns the reason why it is not booked, otherwise null. */
export async function takeEvent(
  ctx: AppContext,
  processor: Processor,
  event: ProcessorEvent,
): Promise<UnbookedReason | null> {
  if (event.about === null) return null
  const eventId = storable(event.id)
  const now = ctx.clock.now()
  const reason = await bookEvent(ctx, processor, { ...event, id: eventId })
  if (reason === null) {
    await markBooked(ctx.db, processor.name, eventId, now)
    return null
  }
  const about = event.about === 'unreadable' ? null : event.about
  const isNew = await insertUnbooked(ctx.db, {
    processor: processor.name,
    event_id: eventId,
    type: storable(event.type),
    live: event.live,
    kind: about?.kind ?? null,
    reference: about && storable(about.reference),
    reason,
    received_at: now,
    next_attempt_at: retryable.includes(reason) ? addTime(now, minutes(1)) : null,
  })
  if (isNew)
    ctx.log.error(
      { processor: processor.name, event: eventId, type: event.type, about, reason },
      'payments: booking a processor event failed, an operator must look at it',
    )
  return reason
}

/** Makes a text fit its column: without NUL, which PostgreSQL cannot store, and at most 255 characters long. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, 255)

/** Books the object of an event as the processor reports it. Returns null, or the reason why it cannot be booked. */
async function bookEvent(ctx: AppContext, processor: Processor, event: ProcessorEvent): Promise<UnbookedReason | null> {
  if (event.about === null) return null
  if (event.about === 'unreadable') return 'unreadable'
  if (event.live !== processor.live) return 'wrong-mode'
  const { kind, reference } = event.about
  const asOf = ctx.clock.now()
  try {
    if (kind === 'checkout') {
      const payment = await processor.findPayment(reference)
      if (!payment) return null
      const captured = { ...payment, eventId: event.id }
      const booked =
        (await recordPayment(ctx, processor, captured)) || (await captureCardDeposit(ctx, processor, captured))
      return booked ? null : 'unknown-payment'
    }
    if (kind === 'refund') {
      const returned = await processor.findReturnedRefund(reference)
      return !returned || (await recordReturnedRefund(ctx, processor, returned)) ? null : 'unknown-payment'
    }
    const report = await processor.findDispute(reference)
    if (!report) return null
    const disputed = { ...report, asOf }
    const dispute =
      (await recordOrderDispute(ctx, processor, disputed)) ?? (await recordDepositDispute(ctx, processor, disputed))
    if (dispute && dispute.amount < dispute.asked)
      ctx.log.error(
        { dispute: dispute.id, reference, shop: dispute.shop_id, asked: dispute.asked, setAside: dispute.amount },
        'payments: dispute exceeds the rest of its payment',
      )
    return dispute ? null : 'unknown-payment'
  } catch (error) {
    if (error instanceof UnusableObject) {
      ctx.log.error({ err: error, event: event.id }, 'payments: object of the processor is unusable')
      return error.reason
    }
    throw error
  }
}

/**
 * Retries stored events, with a growing delay. A failed event does not stop the others. Returns the number of booked
 * events.
 */
export async function retryEvents(ctx: AppContext, processors: Processors): Promise<number> {
  const now = ctx.clock.now()
  let booked = 0
  for (const row of await listDueEvents(ctx.db, now, 100)) {
    const processor = processors[row.processor]
    const about = row.kind && row.reference ? { kind: row.kind, reference: row.reference } : null
    if (!processor || !about) continue
    const delay = Math.min(minutes(1) * 2 ** row.attempts, hours(6))
    const next = now.getTime() - row.received_at.getTime() < retryWindow ? addTime(now, delay) : null
    try {
      const reason = await bookEvent(ctx, processor, { id: row.event_id, type: row.type, live: row.live, about })
      if (reason) await postponeEvent(ctx.db, row.id, reason, retryable.includes(reason) ? next : null)
      else {
        await markBooked(ctx.db, row.processor, row.event_id, now)
        booked += 1
      }
    } catch (error) {
      ctx.log.error({ err: error, event: row.event_id }, 'payments: retry of a stored event failed')
      await postponeEvent(ctx.db, row.id, row.reason, addTime(now, delay))
    }
  }
  return booked
}
