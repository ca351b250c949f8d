/** The webhooks of card processors, the checkout of an order, and the operators' lists of disputes and of unbooked events. */
import { formatCents } from '@quayside/contract'
import * as payments from '@quayside/contract/payments'
import * as storefront from '@quayside/contract/storefront'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { networkHash } from '../../platform/network.ts'
import { BadSignature, ProcessorDown, type Processor, type Processors } from '../../platform/processor.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { listDisputes } from '../disputes/dispute-store.ts'
import { closeUnbooked, listUnbooked } from './event-store.ts'
import { openCheckout } from './open-checkout.ts'
import { receiveEvent } from './receive-event.ts'

export const paymentRoutes = (processors: Processors): Route[] => [
  defineRawRoute(storefront.stripeWebhook, ({ ctx, request }) => receive(ctx, processors.stripe, request)),
  defineRawRoute(storefront.testWebhook, ({ ctx, request }) =>
    processors.test ? receive(ctx, processors.test, request) : refuse('request/demo-only'),
  ),

  defineRawRoute(storefront.payOrder, async ({ ctx, actor, ip }, { id }) => {
    const processor = processors[ctx.settings.processor]
    if (!processor) return refuse('payment/processor-down')
    const network = networkHash(ctx.settings.masterKey, ip)
    return openCheckout(ctx, processor, { buyerId: actor.buyerId, network }, id)
  }),

  // Operators.

  defineRoute(payments.listDisputes, async (_call, { state, limit, page }, db) => {
    const rows = await listDisputes(db, state, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        id: row.id,
        shopId: row.shop_id,
        shop: row.shop_name,
        of: {
          kind: row.order_id ? ('order' as const) : ('deposit' as const),
          id: (row.order_id ?? row.deposit_id)!,
          code: row.code,
        },
        processor: row.processor,
        reference: row.reference,
        state: row.state,
        asked: formatCents(row.asked),
        amount: formatCents(row.amount),
        owed: formatCents(row.owed),
        evidenceBy: row.evidence_by?.toISOString() ?? null,
        openedAt: row.opened_at.toISOString(),
        closedAt: row.closed_at?.toISOString() ?? null,
      })),
    }
  }),

  defineRoute(payments.listUnbookedEvents, async (_call, { state, limit, page }, db) => {
    const rows = await listUnbooked(db, state, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        id: row.id,
        processor: row.processor,
        eventId: row.event_id,
        type: row.type,
        live: row.live,
        reference: row.reference,
        reason: row.reason,
        state: row.state,
        receivedAt: row.received_at.toISOString(),
        nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
        note: row.note,
      })),
    }
  }),

  defineRoute(payments.closeUnbookedEvent, async ({ actor, now }, { id, note }, tx) => {
    if (!(await closeUnbooked(tx, id, { operatorId: actor.operatorId, note, at: now }))) refuse('payment/not-found')
    return {}
  }),
]

async function receive(ctx: AppContext, processor: Processor | undefined, request: FastifyRequest) {
  const { rawBody } = request as FastifyRequest & { rawBody?: Buffer }
  if (!processor || !rawBody) return refuse('payment/bad-signature')
  try {
    await receiveEvent(ctx, processor, rawBody, request.headers)
    return {}
  } catch (error) {
    if (error instanceof BadSignature) refuse('payment/bad-signature')
    if (error instanceof ProcessorDown) {
      ctx.log.warn({ err: error }, 'payments: the processor could not be asked about its own event')
      refuse('request/unavailable')
    }
    // A refusal would be answered 200: the processor would take the event for booked.
    if (error instanceof Refusal) throw new Error(`an event was refused: ${error.reason}`, { cause: error })
    throw error
  }
}
