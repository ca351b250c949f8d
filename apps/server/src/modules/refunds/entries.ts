/** What a refund order means in the books; docs/money.md holds the same tables. */
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
    debit('L.O.escrow', refund.orderId, pays.escrow),
    debit('L.S.payable', platformOwner, pays.supplier),
    debit('L.M.pending', refund.shopId, pays.pending),
    debit('L.M.available', refund.shopId, pays.available),
    debit('A.DUE', refund.shopId, pays.due),
    debit('I.COMMISSION', platformOwner, pays.commission),
    debit('E.GOODWILL', platformOwner, pays.platform),
    credit('L.REFUND', refund.paymentId, refund.amount),
  ],
})
