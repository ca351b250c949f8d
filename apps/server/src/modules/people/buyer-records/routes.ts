/** The operators' desk of buyers: search, a record over all shops, blocks. */
import { buyerRecordRows, formatCents } from '@quayside/contract'
import * as buyers from '@quayside/contract/buyers'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { blockBuyer, findBlock, findPerson, mailboxKey, unblockBuyer } from './block-buyer.ts'
import {
  findBuyerRows,
  listBlockedBuyers,
  listBlockRows,
  listBlocksOf,
  listConversationsOf,
  listDisputesOf,
  listOrdersOf,
  listRefundsOf,
  listReviewsOf,
  listTalksOf,
  readNames,
  readTotals,
} from './store.ts'

type OfOrder = {
  shop_id: string
  shop_code: string
  shop_name: string | null
  order_id: string
  order_code: string
}
const presentOrder = ({ shop_id, shop_code, shop_name, order_id, order_code }: OfOrder) => ({
  shop: { id: shop_id, code: shop_code, name: shop_name },
  order: { id: order_id, code: order_code },
})

export const buyerRecordRoutes = (): Route[] => [
  defineRoute(
    buyers.findBuyers,
    async ({ ctx, now }, { view, search, limit }, db) => {
      const rows =
        view === 'blocked'
          ? await listBlockedBuyers(db, now, limit)
          : search
            ? (await findBuyerRows(db, search)).slice(0, limit)
            : []
      const keyOf = (email: string) => mailboxKey(ctx.keys.lookup, email)
      const blocks = await listBlocksOf(
        db,
        rows.map(({ email }) => keyOf(email)),
        now,
      )
      const untilOf = new Map(blocks.map(({ mailbox, until }) => [mailbox.toString('hex'), until]))
      return {
        total: rows.length,
        list: rows.map((row) => ({
          id: row.id,
          name: row.name,
          email: row.email,
          hasAccount: row.has_account,
          orders: row.orders,
          lastOrderAt: row.last_order_at?.toISOString() ?? null,
          blockedUntil: untilOf.get(keyOf(row.email).toString('hex'))?.toISOString() ?? null,
        })),
      }
    },
    // What was looked for is personal, and the audit is never erased.
    { audit: { subject: 'buyer', act: 'searched', detail: ({ view }) => ({ view }) } },
  ),

  defineRoute(
    buyers.buyerRecord,
    async ({ ctx, now }, { id }, db) => {
      const buyer = await findPerson(db, id)
      const mailbox = mailboxKey(ctx.keys.lookup, buyer.email)
      const most = buyerRecordRows
      const [names, totals, orders, refunds, disputes, talks, conversations, reviews, blocks, until] =
        await Promise.all([
          readNames(db, buyer),
          readTotals(db, buyer),
          listOrdersOf(db, buyer, most),
          listRefundsOf(db, buyer, most),
          listDisputesOf(db, buyer, most),
          listTalksOf(db, buyer, most),
          listConversationsOf(db, buyer, most),
          listReviewsOf(db, buyer, most),
          listBlockRows(db, mailbox, buyer, most),
          findBlock(db, ctx.keys.lookup, buyer, now),
        ])
      return {
        id: buyer.id,
        email: buyer.email,
        names: names!.names,
        phones: names!.phones,
        accountSince: buyer.verified_at?.toISOString() ?? null,
        since: names!.since.toISOString(),
        totals: {
          ...totals!,
          paid: formatCents(totals!.paid),
          refunded: formatCents(totals!.refunded),
        },
        orders: orders.map((row) => ({
          ...presentOrder(row),
          status: row.status,
          paid: formatCents(row.paid),
          placedAt: row.placed_at.toISOString(),
        })),
        refunds: refunds.map((row) => ({
          ...presentOrder(row),
          id: row.id,
          code: row.code,
          state: row.state,
          amount: formatCents(row.amount),
          at: row.at.toISOString(),
        })),
        disputes: disputes.map((row) => ({
          ...presentOrder(row),
          id: row.id,
          state: row.state,
          amount: formatCents(row.amount),
          at: row.at.toISOString(),
        })),
        talks: talks.map((row) => ({ ...presentOrder(row), at: row.at.toISOString(), waits: row.waits })),
        conversations: conversations.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
        reviews: reviews.map((row) => ({
          ...presentOrder(row),
          rating: row.rating,
          text: row.text,
          at: row.at.toISOString(),
        })),
        blocks: blocks.map((row) => ({
          reason: row.reason,
          text: row.text,
          by: row.made_by,
          at: row.made_at.toISOString(),
          until: row.ends_at.toISOString(),
          liftedAt: row.lifted_at?.toISOString() ?? null,
          liftedBy: row.lifted_by,
          liftReason: row.lift_reason,
        })),
        blockedUntil: until?.toISOString() ?? null,
      }
    },
    { audit: { subject: 'buyer', act: 'read' } },
  ),

  defineRoute(
    buyers.blockBuyer,
    async ({ ctx, actor, audit, now }, input, tx) => {
      const until = await blockBuyer(tx, ctx.keys.lookup, input, actor.operatorId, now)
      audit.after = { blocked: input.reason, until: until.toISOString() }
      return { until: until.toISOString() }
    },
    // The words of staff about a buyer stand in the block, which an erasure blanks.
    { audit: { subject: 'buyer', act: 'restricted', reason: ({ reason }) => reason } },
  ),

  defineRoute(
    buyers.unblockBuyer,
    async ({ ctx, actor, audit, now }, input, tx) => {
      audit.detail['ended'] = await unblockBuyer(tx, ctx.keys.lookup, input, actor.operatorId, now)
      return {}
    },
    { audit: { subject: 'buyer', act: 'lifted', reason: () => null } },
  ),
]
