/**
 * The record of a buyer over all shops. A guest is another buyer with each order, so a record is one e-mail address:
 * its account, and the orders that were placed with it. Whoever opens it says why, and the audit keeps that.
 */
import * as z from 'zod/mini'
import { disputeStates } from './payments.ts'
import { endpoint, operator } from './endpoint.ts'
import { money } from './money.ts'
import { refundStates } from './refunds.ts'
import { boundedText, id, instant, ok, wholeLimit } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** Why the platform takes no orders of an address. */
export const buyerBlockReasons = ['card-fraud', 'refund-abuse', 'threats', 'authority'] as const
export type BuyerBlockReason = (typeof buyerBlockReasons)[number]
/** Days of a block: it ends by itself. */
export const maxBuyerBlockDays = 366

export const buyerViews = ['found', 'blocked'] as const

/** Rows of each part of a record, and of a search. */
export const buyerRecordRows = 100

export const findBuyers = endpoint({
  api: 'platform',
  path: '/platform/buyer/find',
  summary:
    'Buyers by e-mail address, phone number, beginning of the name, or code of an order; or those who are blocked. One row an address. Without words nobody is found.',
  access: operator('support', 'finance', 'auditor'),
  readOnly: true,
  tags: ['buyers'],
  input: z.strictObject({
    view: z._default(z.enum(buyerViews), 'found'),
    search: z.optional(boundedText(3, 200)),
    limit: wholeLimit,
  }),
  response: z.object({
    list: z.array(
      z.object({
        /** The account; without one the guest of the last order. */
        id,
        name: z.string(),
        email: z.string(),
        hasAccount: z.boolean(),
        orders: z.int(),
        lastOrderAt: z.nullable(instant),
        blockedUntil: z.nullable(instant),
      }),
    ),
    total: z.int(),
  }),
  refusals: [],
})

const shop = z.object({ id, code: z.string(), name: z.nullable(z.string()) })
const ofOrder = { shop, order: z.object({ id, code: z.string() }) }

export const buyerRecord = endpoint({
  api: 'platform',
  path: '/platform/buyer/record',
  summary:
    'What the platform knows of one e-mail address: orders over all shops, refunds, card disputes, conversations, reviews and blocks, each the newest first and at most a hundred. The reason stands in the audit.',
  access: operator('support', 'finance', 'auditor'),
  readOnly: true,
  tags: ['buyers'],
  input: z.strictObject({
    id,
    /** Why the operator looks. */
    reason: staffText(5, 300),
  }),
  response: z.object({
    id,
    email: z.string(),
    names: z.array(z.string()),
    phones: z.array(z.string()),
    /** Since when there is an account; null for a guest. */
    accountSince: z.nullable(instant),
    since: instant,
    /** All orders, also those beyond the first hundred. `paid`: what the buyer paid; `refunded`: what went back. */
    totals: z.object({
      orders: z.int(),
      shops: z.int(),
      paid: money,
      refunds: z.int(),
      refunded: money,
      disputes: z.int(),
    }),
    orders: z.array(z.object({ ...ofOrder, status: z.int(), paid: money, placedAt: instant })),
    refunds: z.array(
      z.object({ ...ofOrder, id, code: z.string(), state: z.enum(refundStates), amount: money, at: instant }),
    ),
    disputes: z.array(z.object({ ...ofOrder, id, state: z.enum(disputeStates), amount: money, at: instant })),
    talks: z.array(z.object({ ...ofOrder, at: instant, waits: z.boolean() })),
    /** The messages of the conversations with customer service, by the person of the row; newest first. */
    conversations: z.array(z.object({ id, messages: z.int(), at: instant })),
    reviews: z.array(z.object({ ...ofOrder, rating: z.int(), text: z.string(), at: instant })),
    blocks: z.array(
      z.object({
        reason: z.enum(buyerBlockReasons),
        text: z.string(),
        by: z.string(),
        at: instant,
        until: instant,
        liftedAt: z.nullable(instant),
        liftedBy: z.nullable(z.string()),
        liftReason: z.nullable(z.string()),
      }),
    ),
    blockedUntil: z.nullable(instant),
  }),
  refusals: ['buyer/not-found'],
})

export const blockBuyer = endpoint({
  api: 'platform',
  path: '/platform/buyer/block',
  summary:
    'Takes no more orders of an e-mail address, in any spelling of its mailbox, until a day. Orders that were placed go on. A block that holds ends with the new one.',
  access: operator('support', 'finance'),
  changes: ['buyers'],
  input: z.strictObject({
    id,
    reason: z.enum(buyerBlockReasons),
    text: staffText(5, 500),
    days: z.int().check(z.gte(1), z.lte(maxBuyerBlockDays)),
  }),
  response: z.object({ until: instant }),
  refusals: ['buyer/not-found'],
})

export const unblockBuyer = endpoint({
  api: 'platform',
  path: '/platform/buyer/unblock',
  summary: 'Ends the block of an e-mail address. Without one nothing changes.',
  access: operator('support', 'finance'),
  changes: ['buyers'],
  input: z.strictObject({ id, text: staffText(5, 500) }),
  response: ok,
  refusals: ['buyer/not-found'],
})
