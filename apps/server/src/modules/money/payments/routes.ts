/**
 * The webhooks of card processors, the checkout of an order, and the operators' lists of disputes and of unbooked
 * events.
 */
import * as payments from '@quayside/contract/payments'
import * as system from '@quayside/contract/system'
import * as storefront from '@quayside/contract/storefront'
import { addTime } from '../../../platform/jobs/clock.ts'
import {
  nextTimeCursor,
  readSortCursor,
  readTimeCursor,
  writeSortCursor,
  readTimePage,
} from '../../../platform/http/cursor.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../platform/http/route.ts'
import { networkHash } from '../../../platform/http/network.ts'
import type { Processors } from '../../../domain/processor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { closeUnbooked, listUnbooked, retryUnbooked } from './event-store.ts'
import { countOpen, listDisputes } from '../disputes/operator-store.ts'
import { openCheckout } from './open-checkout.ts'
import { presentDispute, presentRefundPayment, presentUnbookedEvent } from './present.ts'
import { readDisputeDetail, readEvidencePicture } from './read-dispute-detail.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { countRefundPayments, listRefundPayments } from './refund-payment-store.ts'
import { confirmBankRefund, proposeRefundWay, returnBankRefund } from './refund-way.ts'
import { refundPaymentWindow, retryRefund } from './retry-refund.ts'
import { saveEvidence, sendEvidence } from './send-evidence.ts'

/** The place of disputes without a deadline in the list by deadline. */
const farFuture = '9999-12-31T00:00:00.000Z'

export const paymentRoutes = (processors: Processors): Route[] => [
  defineRawRoute(storefront.stripeWebhook, ({ ctx, request }) => receiveWebhook(ctx, processors.stripe, request)),
  defineRawRoute(storefront.testWebhook, ({ ctx, request }) =>
    processors.test ? receiveWebhook(ctx, processors.test, request) : refuse('request/demo-only'),
  ),

  defineRawRoute(storefront.payOrder, async ({ ctx, actor, ip }, { id }) => {
    const processor = processors[ctx.settings.processor]
    if (!processor) return refuse('payment/processor-down')
    const network = networkHash(ctx.keys.lookup, ip)
    return openCheckout(ctx, processor, { buyerId: actor.buyerId, network }, id)
  }),

  // Operators.

  defineRoute(
    payments.listDisputes,
    async ({ now }, { limit, cursor, search, ...filter }, db) => {
      const after = readSortCursor(cursor, filter.state)
      const rows = await listDisputes(db, { ...filter, search: search || undefined }, after, limit)
      const last = rows.length === limit ? rows.at(-1)! : undefined
      const position = last && (last.state === 'open' ? last.evidence_by : last.closed_at)
      return {
        list: rows.map((row) => presentDispute(row, now)),
        cursor: last ? writeSortCursor(filter.state, position?.toISOString() ?? farFuture, last.id) : null,
      }
    },
    {
      audit: {
        subject: 'dispute',
        act: 'searched',
        id: () => null,
        detail: ({ cursor, limit, ...filter }) => ({ ...filter, page: cursor ? 'further' : 'first', limit }),
      },
    },
  ),

  defineRoute(
    payments.countPayments,
    async ({ now }, _input, db) => {
      const [disputes, refundPayments] = await Promise.all([
        countOpen(db, now),
        countRefundPayments(db, addTime(now, -refundPaymentWindow)),
      ])
      return { disputes, refundPayments }
    },
    { audit: { unwritten: 'Counts are no personal data.' } },
  ),

  defineRoute(
    payments.disputeDetail,
    ({ lang, now }, input, db) => readDisputeDetail(db, processors, lang, input, now),
    { audit: { subject: 'dispute' } },
  ),

  defineRoute(payments.disputePicture, ({ ctx }, input, db) => readEvidencePicture(ctx, db, input), {
    audit: { subject: 'dispute', detail: ({ kind }) => ({ picture: kind }) },
  }),

  defineRoute(payments.saveEvidence, ({ actor, now }, input, tx) => saveEvidence(tx, actor.operatorId, input, now), {
    decides: { kinds: ['dispute'], releasesClaim: false },
    audit: {
      subject: 'dispute',
      act: 'changed',
      detail: ({ texts, files }) => ({ texts: Object.keys(texts), files: Object.keys(files) }),
    },
  }),

  defineRawRoute(
    payments.sendEvidence,
    ({ ctx, actor }, input) => sendEvidence(ctx, processors, actor.operatorId, input),
    {
      decides: { kinds: ['dispute'] },
      audit: { subject: 'dispute', act: 'sent', detail: ({ savedAt }) => ({ savedAt }) },
    },
  ),

  defineRoute(
    payments.listRefundPayments,
    async ({ now }, { limit, cursor, search, ...filter }, db) => {
      const rows = await listRefundPayments(
        db,
        {
          ...filter,
          search: search || undefined,
          after: readTimeCursor(cursor),
          before: addTime(now, -refundPaymentWindow),
        },
        limit,
      )
      return {
        list: rows.map((row) => presentRefundPayment(row, now)),
        cursor: nextTimeCursor(rows, limit, (row) => ({ at: row.created_at, id: row.id })),
      }
    },
    {
      audit: {
        subject: 'refund',
        act: 'searched',
        id: () => null,
        detail: ({ cursor, limit, ...filter }) => ({ ...filter, page: cursor ? 'further' : 'first', limit }),
      },
    },
  ),

  defineRoute(
    payments.retryRefundPayment,
    async ({ now }, input, tx) => {
      await retryRefund(tx, input, now)
      return {}
    },
    { decides: { kinds: ['refund-payment'] }, audit: { subject: 'refund', act: 'sent' } },
  ),

  defineRoute(
    payments.proposeRefundWay,
    async ({ actor, now }, input, tx) => ({ actId: await proposeRefundWay(tx, actor.operatorId, input, now) }),
    {
      decides: { kinds: ['refund-payment'] },
      audit: { subject: 'refund', act: 'proposed', detail: ({ way, accountEnding }) => ({ way, accountEnding }) },
    },
  ),

  defineRoute(
    payments.confirmBankRefund,
    async ({ actor, now }, input, tx) => {
      await confirmBankRefund(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['refund-payment'] },
      audit: { subject: 'refund', act: 'matched', detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),

  defineRoute(
    payments.returnBankRefund,
    async ({ actor, now }, input, tx) => {
      await returnBankRefund(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['refund-payment'] },
      audit: { subject: 'refund', act: 'matched', detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),

  defineRoute(
    payments.listUnbookedEvents,
    async (_call, { state, ...page }, db) => {
      const rows = await listUnbooked(db, state, readTimePage(page))
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map(presentUnbookedEvent),
        cursor: nextTimeCursor(rows, page.limit, ({ received_at, id }) => ({ at: received_at, id })),
      }
    },
    { audit: { subject: 'payment-event', act: 'searched', detail: ({ state, page }) => ({ state, page }) } },
  ),

  defineRoute(
    payments.closeUnbookedEvent,
    async ({ actor, now }, { id, note }, tx) => {
      if (!(await closeUnbooked(tx, id, { operatorId: actor.operatorId, note, at: now }))) refuse('payment/not-found')
      return {}
    },
    { decides: { kinds: ['processor-event'] }, audit: { subject: 'payment-event', act: 'closed' } },
  ),

  defineRoute(
    system.retryProcessorEvent,
    async ({ now }, { id }, tx) => {
      if (!(await retryUnbooked(tx, id, now))) refuse('payment/not-found')
      return {}
    },
    { decides: { kinds: ['processor-event'] }, audit: { subject: 'payment-event', act: 'changed', staffReason: true } },
  ),
]
