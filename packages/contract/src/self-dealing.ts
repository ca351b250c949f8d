/**
 * Orders that a merchant may have placed in the own shop. Operators review them, and they count in no figure until
 * they are cleared.
 */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { listEndpoint, oneOf } from './list-endpoint.ts'
import { money } from './money.ts'
import { id, instant } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** The possible matches between buyer and merchant. */
export const selfDealingSigns = ['device', 'agent', 'address', 'card', 'email', 'phone', 'shipping-address'] as const
export type SelfDealingSign = (typeof selfDealingSigns)[number]

/** Only a cleared order counts in figures, ranks, score and rating. */
export const orderReviewStates = ['open', 'cleared', 'upheld'] as const
export type OrderReviewState = (typeof orderReviewStates)[number]

export const listOrderReviews = listEndpoint({
  path: '/platform/order/review/list',
  summary: 'Orders whose buyer and merchant may be the same person, in one state, oldest first, with the signs.',
  access: operator('support', 'finance', 'auditor'),
  filters: { state: oneOf(orderReviewStates, 'open') },
  row: z.object({
    shopId: id,
    shop: z.nullable(z.string()),
    order: z.object({ id, code: z.string() }),
    buyerId: id,
    paid: money,
    signs: z.array(z.enum(selfDealingSigns)),
    state: z.enum(orderReviewStates),
    openedAt: instant,
    reason: z.nullable(z.string()),
  }),
  pages: 'numbered',
})

export const decideOrderReview = endpoint({
  api: 'platform',
  path: '/platform/order/review/decide',
  summary:
    'Decides whether such an order counts in the shop’s figures. The merchant sees the reason. The order and its money are not changed. A new decision replaces the previous one.',
  access: operator('support', 'finance'),
  input: z.strictObject({ shopId: id, id, decision: z.enum(['clear', 'uphold']), text: staffText(3, 1000) }),
  response: z.object({ state: z.enum(orderReviewStates) }),
  refusals: ['order/not-found'],
})
