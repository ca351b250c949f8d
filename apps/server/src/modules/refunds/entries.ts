/** What a refund order means in the books; docs/money.md holds the same tables. */
import { accounts } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry } from '../ledger/entry.ts'
import type { Pays } from './refund.ts'

export type RefundMoney = { shopId: string; id: string; orderId: string; paymentId: string; amount: bigint }

/** From this moment it is owed to the buyer. */
export const approvedEntry = (refund: RefundMoney, pays: Pays, actor: string, at: Date): Entry => ({
  shopId: refund.shopId,
  key: `refund:${refund.id}`,
  event: 'refund.approved',
  ref: refund.id,
  actor,
  at,
  lines: [
    debit(accounts.orderEscrow, refund.orderId, pays.escrow),
    debit(accounts.supplierPayable, platformOwner, pays.supplier),
    debit(accounts.merchantPending, refund.shopId, pays.pending),
    debit(accounts.merchantAvailable, refund.shopId, pays.available),
    debit(accounts.merchantDue, refund.shopId, pays.due),
    debit(accounts.commission, platformOwner, pays.commission),
    debit(accounts.goodwill, platformOwner, pays.platform),
    credit(accounts.paymentRefund, refund.paymentId, refund.amount),
  ],
})
