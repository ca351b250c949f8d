import { accounts, formatCents, refundPayers, type ResponseBody } from '@quayside/contract'
import type * as refunds from '@quayside/contract/refunds'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import { readChanges } from '../../../platform/database/state-changes.ts'
import { balanceOf } from '../../money/ledger/store.ts'
import { findOrder, moneyOf, type OrderRow } from '../orders/order-store.ts'
import { presentBeside, presentReferral, presentRefundToMerchant } from './present.ts'
import { isOpen, whoPays, type RefundShares } from './refund.ts'
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
  const [history, order, available] = await Promise.all([
    readChanges(db, shopId, id),
    findOrder(db, shopId, refund.order_id),
    balanceOf(db, accounts.merchantAvailable, shopId),
  ])
  invariant(order, 'refunds: a refund order has an order')
  const shares = readShares(refund, order, available)
  return {
    ...presentRefundToMerchant(refund, order),
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
    beside: shares && presentBeside(buyerSharesOf(refund, order)),
    history: history.map(({ at, to, by, reason }) => ({ at, to, by, reason })) as History,
    may: { agree: isAsked, object: isAsked && refund.answer_by > now },
  }
}

/** Who paid a refund, or who would pay it now. Null for a refund that nobody pays. */
function readShares(refund: RefundRow, order: OrderRow, available: bigint): RefundShares | null {
  if (refund.state === 'refunded') return sharesOf(refund)
  if (!isOpen(refund.state)) return null
  // Before the decision, the first signature does not fix the bearer.
  const bearer = refund.state === 'agreed' ? refund.bearer : 'merchant'
  return whoPays({ ...moneyOf(order), status: order.status }, refund.amount, available, bearer)
}
