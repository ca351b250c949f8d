/** The ledger entries of refund orders. docs/money.md has the same tables. */
import { accounts } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry } from '../../money/ledger/entry.ts'
import { shippingAccount, taxAccount } from '../orders/entries.ts'
import type { RefundShares } from './refund.ts'

export type RefundMoney = {
  shopId: string
  id: string
  orderId: string
  paymentId: string
  amount: bigint
  /** The shipping charge and the tax that go back with it, and whether the order was received. */
  shipping: bigint
  tax: bigint
  /** The part of `amount` that returns to the platform, which paid it with a coupon. */
  coupon: bigint
  received: boolean
}

/** From now on the refund is owed to the buyer. */
export const approvedEntry = (refund: RefundMoney, shares: RefundShares, actor: string, at: Date): Entry => ({
  shopId: refund.shopId,
  key: `refund:${refund.id}`,
  event: 'refund.approved',
  ref: refund.id,
  actor,
  at,
  lines: [
    debit(accounts.orderEscrow, refund.orderId, shares.escrow),
    debit(accounts.supplierPayable, platformOwner, shares.supplier),
    debit(accounts.merchantPending, refund.shopId, shares.pending),
    debit(accounts.merchantAvailable, refund.shopId, shares.available),
    debit(accounts.merchantDue, refund.shopId, shares.due),
    debit(accounts.commission, platformOwner, shares.commission),
    debit(accounts.goodwill, platformOwner, shares.platform),
    debit(...shippingAccount(refund.orderId, refund.received), refund.shipping),
    debit(...taxAccount(refund.orderId, refund.received), refund.tax),
    credit(accounts.paymentRefund, refund.paymentId, refund.amount - refund.coupon + refund.shipping + refund.tax),
    credit(accounts.coupon, platformOwner, refund.coupon),
  ],
})
