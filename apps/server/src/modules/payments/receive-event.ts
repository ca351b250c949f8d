/** What becomes of a card processor's signed event: checked at the processor, handed to the module that opened the checkout, or kept for people. */
import { hash } from 'node:crypto'
import type { UnbookedReason } from '@quayside/contract'
import { addTime, days, hours, minutes } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { UnusableObject, type Processor, type ProcessorEvent, type Processors } from '../../platform/processor.ts'
import { recordDispute as takeDepositDispute } from '../deposits/dispute-deposit.ts'
import { captureCardDeposit } from '../deposits/open-card-deposit.ts'
import { recordOrderDispute } from '../orders/dispute-order.ts'
import { recordPayment } from '../orders/record-payment.ts'
import { dueEvents, insertUnbooked, markBooked, postponeEvent } from './event-store.ts'

/** These may settle by themselves: a checkout that is not committed yet, a dispute that comes before its payment. */
const passing: readonly UnbookedReason[] = ['unknown-payment', 'not-at-processor']
/** An event is tried again this long after it came; then only people can settle it. */
const triedFor = days(3)

/**
 * Receives a signed event. Answers once it is booked, kept, or does not matter: the processor need not send it again. Throws `BadSignature` for
 * forged ones, and `ProcessorDown` when the processor cannot be asked about it: it is to be sent again.
 */
export async function receiveEvent(
  ctx: AppContext,
  processor: Processor,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const event = processor.readEvent(rawBody, headers)
  if (event.about === null) return
  const eventId = storable(event.id) || hash('sha256', rawBody)
  const now = ctx.clock.now()
  const reason = await bookEvent(ctx, processor, { ...event, id: eventId })
  if (reason === null) return void (await markBooked(ctx.db, processor.name, eventId, now))
  const about = event.about === 'unreadable' ? null : event.about
  const fresh = await insertUnbooked(ctx.db, {
    processor: processor.name,
    event_id: eventId,
    type: storable(event.type),
    live: event.live,
    kind: about?.kind ?? null,
    reference: about && storable(about.reference),
    reason,
    received_at: now,
    next_attempt_at: passing.includes(reason) ? addTime(now, minutes(1)) : null,
  })
  if (fresh)
    ctx.log.error(
      { processor: processor.name, event: eventId, type: event.type, about, reason },
      'payments: a processor event could not be booked and waits for an operator',
    )
}

/** Text that a column takes: PostgreSQL holds no NUL, and nobody names things with more than 255 characters. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, 255)

/** Books what the processor itself says of the event's object. Answers null, or why it cannot be booked. */
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
    const told = await processor.findDispute(reference)
    if (!told) return null
    const disputed = { ...told, asOf }
    const dispute =
      (await recordOrderDispute(ctx, processor, disputed)) ?? (await takeDepositDispute(ctx, processor, disputed))
    if (dispute && dispute.amount < dispute.asked)
      ctx.log.error(
        { dispute: dispute.id, reference, shop: dispute.shop_id, asked: dispute.asked, setAside: dispute.amount },
        'payments: a dispute asks for more than its payment has left',
      )
    return dispute ? null : 'unknown-payment'
  } catch (error) {
    if (error instanceof UnusableObject) {
      ctx.log.error({ err: error, event: event.id }, 'payments: an object of the processor cannot be booked')
      return error.reason
    }
    throw error
  }
}

/**
 * Tries kept events again whose time has come, later each time. One that fails holds up no other. Answers how many were booked.
 */
export async function retryEvents(ctx: AppContext, processors: Processors): Promise<number> {
  const now = ctx.clock.now()
  let booked = 0
  for (const row of await dueEvents(ctx.db, now, 100)) {
    const processor = processors[row.processor]
    const about = row.kind && row.reference ? { kind: row.kind, reference: row.reference } : null
    if (!processor || !about) continue
    const rest = Math.min(minutes(1) * 2 ** row.attempts, hours(6))
    const next = now.getTime() - row.received_at.getTime() < triedFor ? addTime(now, rest) : null
    try {
      const reason = await bookEvent(ctx, processor, { id: row.event_id, type: row.type, live: row.live, about })
      if (reason) await postponeEvent(ctx.db, row.id, reason, passing.includes(reason) ? next : null)
      else {
        await markBooked(ctx.db, row.processor, row.event_id, now)
        booked += 1
      }
    } catch (error) {
      ctx.log.error({ err: error, event: row.event_id }, 'payments: a kept event could not be tried again')
      await postponeEvent(ctx.db, row.id, row.reason, addTime(now, rest))
    }
  }
  return booked
}
