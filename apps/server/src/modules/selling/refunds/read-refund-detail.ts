import { accounts, formatCents, refundPayers, type ResponseBody } from '@quayside/contract'
import type * as refunds from '@quayside/contract/refunds'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import { readChanges } from '../../../platform/database/state-changes.ts'
import { balanceOf } from '../../money/ledger/store.ts'
import { findOrder, moneyOf } from '../orders/order-store.ts'
import { presentBuyerShares, presentReferral, presentRefund } from './present.ts'
import { isOpen, whoPays, type BuyerShares, type RefundShares } from './refund.ts'
import { buyerSharesOf, findRefund, sharesOf, type RefundRow } from './store.ts'

type History = ResponseBody<typeof refunds.refundDetail>['history']

/** One refund order with all that its screen shows: its texts, who pays it, its history, and the possible commands. */
export async function readRefundDetail(
  db: Queryable,
  { shopId, closed }: { shopId: string; closed: boolean },
  id: string,
  now: Date,
) {
  const refund = await findRefund(db, shopId, id)
  if (!refund) return refuse('refund/not-found')
  const isAsked = refund.state === 'requested' && refund.referred_at === null && !closed
  const [history, shares, buyer] = await Promise.all([
    readChanges(db, shopId, id),
    readShares(db, refund),
    readBuyerShares(db, refund),
  ])
  return {
    ...presentRefund(refund),
    text: refund.text,
    pictures: refund.pictures.length,
    objection: refund.objection,
    objectionPictures: refund.objection_pictures.length,
    decision: refund.decision,
    referred: presentReferral(refund),
    endedAt: refund.ended_at?.toISOString() ?? null,
    pays: refundPayers
      .filter((payer) => shares && shares[payer] > 0n)
      .map((payer) => ({ from: payer, amount: formatCents(shares![payer]) })),
    buyer: buyer && presentBuyerShares(refund.amount, buyer),
    history: history.map(({ at, to, by, reason }) => ({ at, to, by, reason })) as History,
    may: { agree: isAsked, object: isAsked && refund.answer_by > now },
  }
}

/** Who paid a refund, or who would pay it now. Null for a refund that nobody pays. */
async function readShares(db: Queryable, refund: RefundRow): Promise<RefundShares | null> {
  if (refund.state === 'refunded') return sharesOf(refund)
  if (!isOpen(refund.state)) return null
  const [order, available] = await Promise.all([
    findOrder(db, refund.shop_id, refund.order_id),
    balanceOf(db, accounts.merchantAvailable, refund.shop_id),
  ])
  invariant(order, 'refunds: a refund order has an order')
  // Before the decision, the first signature does not fix the bearer.
  const bearer = refund.state === 'agreed' ? refund.bearer : 'merchant'
  return whoPays({ ...moneyOf(order), status: order.status }, refund.amount, available, bearer)
}

/** What the platform returns to the buyer with a refund, or takes back. Null for a refund that nobody pays. */
async function readBuyerShares(db: Queryable, refund: RefundRow): Promise<BuyerShares | null> {
  if (refund.state !== 'refunded' && !isOpen(refund.state)) return null
  const order = await findOrder(db, refund.shop_id, refund.order_id)
  invariant(order, 'refunds: a refund order has an order')
  return buyerSharesOf(refund, order)
}
