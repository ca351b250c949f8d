/**
 * The webhooks of card processors, the checkout of an order, and the operators' lists of disputes and of unbooked
 * events.
 */
import * as payments from '@quayside/contract/payments'
import * as storefront from '@quayside/contract/storefront'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { networkHash } from '../../platform/network.ts'
import type { Processors } from '../../platform/processor.ts'
import { refuse } from '../../platform/refusal.ts'
import { listDisputes } from '../disputes/dispute-store.ts'
import { closeUnbooked, listUnbooked } from './event-store.ts'
import { openCheckout } from './open-checkout.ts'
import { presentDispute, presentUnbookedEvent } from './present.ts'
import { receiveWebhook } from './receive-webhook.ts'

export const paymentRoutes = (processors: Processors): Route[] => [
  defineRawRoute(storefront.stripeWebhook, ({ ctx, request }) => receiveWebhook(ctx, processors.stripe, request)),
  defineRawRoute(storefront.testWebhook, ({ ctx, request }) =>
    processors.test ? receiveWebhook(ctx, processors.test, request) : refuse('request/demo-only'),
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
    return { total: rows[0]?.total ?? 0, list: rows.map(presentDispute) }
  }),

  defineRoute(payments.listUnbookedEvents, async (_call, { state, limit, page }, db) => {
    const rows = await listUnbooked(db, state, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map(presentUnbookedEvent) }
  }),

  defineRoute(payments.closeUnbookedEvent, async ({ actor, now }, { id, note }, tx) => {
    if (!(await closeUnbooked(tx, id, { operatorId: actor.operatorId, note, at: now }))) refuse('payment/not-found')
    return {}
  }),
]
