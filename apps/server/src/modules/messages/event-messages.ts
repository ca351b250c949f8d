import { accounts, formatCents, type MessageKind } from '@quayside/contract'
import type { EventName, HeardEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { tellsReason, type NotificationContent, type Values } from './message.ts'
import {
  insertDelivered,
  depositFacts,
  destinationEnding,
  listingOf,
  orderFacts,
  refundFacts,
  withdrawalFacts,
  type RefundFacts,
} from './store.ts'

/** What one event tells, or null when the merchant need not hear of it. */
type Tell = (tx: Tx, shopId: string, event: HeardEvent) => Promise<NotificationContent | null>

const eventMessage = (
  kind: MessageKind,
  values: Values = {},
  cause: NotificationContent['cause'] = null,
): NotificationContent => ({ kind, values, cause })

/** Ids that an event names: one of them, or a list. */
const idsIn = ({ data }: HeardEvent, one: string): string[] =>
  (data[`${one}s`] as string[] | undefined) ?? [data[one] as string]

/** Of an order: its number, and an amount where the sentence names one. */
const ofOrders =
  (
    kind: MessageKind,
    brings?: { event: string; account: typeof accounts.merchantPending | typeof accounts.merchantAvailable },
  ): Tell =>
  async (tx, shopId, event) => {
    const orders = await orderFacts(tx, shopId, idsIn(event, 'orderId'))
    const [first] = orders
    if (!first) return null
    const ids = orders.map((order) => order.id)
    const amounts = brings
      ? (await insertDelivered(tx, shopId, brings.event, brings.account, ids)).map((row) => row.amount)
      : orders.map((order) => order.earnings)
    const values: Values = { code: first.code, amount: formatCents(amounts.reduce((sum, amount) => sum + amount, 0n)) }
    if (kind === 'order.cancelled') values['reason'] = String(event.data['reason'])
    return eventMessage(kind, values, { kind: 'order', ids })
  }

/** A dispute names its own amount, which may be a part, and until when evidence is taken. */
const ofDisputedOrder =
  (kind: MessageKind): Tell =>
  async (tx, shopId, event) => {
    const [order] = await orderFacts(tx, shopId, idsIn(event, 'orderId'))
    if (!order) return null
    const values: Values = { code: order.code, amount: String(event.data['amount']) }
    if (event.data['by']) values['by'] = String(event.data['by'])
    return eventMessage(kind, values, { kind: 'order', ids: [order.id] })
  }

const ofRefund =
  (kind: MessageKind | ((facts: RefundFacts) => MessageKind)): Tell =>
  async (tx, shopId, event) => {
    const [id] = idsIn(event, 'refundId')
    const refund = await refundFacts(tx, shopId, id!)
    return refund
      ? eventMessage(
          typeof kind === 'string' ? kind : kind(refund),
          { code: refund.code, amount: formatCents(refund.amount) },
          { kind: 'refund', ids: [id!] },
        )
      : null
  }

const ofDeposits =
  (kind: MessageKind): Tell =>
  async (tx, shopId, event) => {
    const deposits = await depositFacts(tx, shopId, idsIn(event, 'depositId'))
    const [first] = deposits
    if (!first) return null
    // A dispute may be about a part.
    const amount = event.data['amount'] ?? formatCents(deposits.reduce((sum, deposit) => sum + deposit.amount, 0n))
    const values: Values = { code: first.code, amount: String(amount) }
    if (kind === 'deposit.rejected' && first.reason) values['reason'] = first.reason
    return eventMessage(kind, values, { kind: 'deposit', ids: deposits.map((deposit) => deposit.id) })
  }

const ofWithdrawal =
  (kind: MessageKind, which: 'gross' | 'net'): Tell =>
  async (tx, shopId, event) => {
    const [id] = idsIn(event, 'withdrawalId')
    const withdrawal = await withdrawalFacts(tx, shopId, id!)
    if (!withdrawal) return null
    const values: Values = { code: withdrawal.code, amount: formatCents(withdrawal[which]) }
    if (tellsReason(kind) && withdrawal.reason) values['reason'] = withdrawal.reason
    return eventMessage(kind, values, { kind: 'withdrawal', ids: [id!] })
  }

const ofListing =
  (kind: (data: HeardEvent['data']) => MessageKind): Tell =>
  async (tx, shopId, { data }) => {
    const listing = await listingOf(tx, shopId, String(data['productId']))
    return listing ? eventMessage(kind(data), { name: listing.name }, { kind: 'listing', ids: [listing.id] }) : null
  }

const plainly =
  (kind: MessageKind): Tell =>
  async () =>
    eventMessage(kind)

/** Every event that concerns the merchant. What merchants do themselves and see at once is none, unless a thief could have done it. */
export const tells: Partial<Record<EventName, Tell>> = {
  'order.paid': ofOrders('order.paid'),
  'order.pickup-near': ofOrders('order.pickup-near'),
  'order.cancelled': ofOrders('order.cancelled'),
  'order.shipped': ofOrders('order.shipped'),
  'order.received': ofOrders('order.received', { event: 'order.received', account: accounts.merchantPending }),
  'order.completed': ofOrders('order.completed', { event: 'order.completed', account: accounts.merchantAvailable }),
  'order.set-aside': ofOrders('order.set-aside'),
  'order.cleared': ofOrders('order.cleared'),
  'order.upheld': ofOrders('order.upheld'),
  'order.disputed': ofDisputedOrder('order.disputed'),
  'order.dispute-won': ofDisputedOrder('order.dispute-won'),
  'order.charged-back': ofDisputedOrder('order.charged-back'),
  'refund.requested': ofRefund(({ by_staff }) => (by_staff ? 'refund.opened' : 'refund.requested')),
  'refund.due-soon': ofRefund('refund.due-soon'),
  'refund.withdrawn': ofRefund('refund.withdrawn'),
  'refund.approved': ofRefund(({ borne }) => (borne ? 'refund.borne' : 'refund.approved')),
  'refund.declined': ofRefund('refund.declined'),
  'deposit.credited': ofDeposits('deposit.credited'),
  'deposit.set-aside': ofDeposits('deposit.set-aside'),
  'deposit.rejected': ofDeposits('deposit.rejected'),
  'deposit.reversed': ofDeposits('deposit.reversed'),
  'deposit.disputed': ofDeposits('deposit.disputed'),
  'deposit.dispute-won': ofDeposits('deposit.dispute-won'),
  'deposit.charged-back': ofDeposits('deposit.charged-back'),
  'withdrawal.requested': ofWithdrawal('withdrawal.requested', 'gross'),
  'withdrawal.approved': ofWithdrawal('withdrawal.approved', 'net'),
  'withdrawal.rejected': ofWithdrawal('withdrawal.rejected', 'gross'),
  'withdrawal.paid': ofWithdrawal('withdrawal.paid', 'net'),
  'withdrawal.failed': ofWithdrawal('withdrawal.failed', 'gross'),
  'withdrawal.returned': ofWithdrawal('withdrawal.returned', 'gross'),
  'withdrawal.overdue': ofWithdrawal('withdrawal.overdue', 'gross'),
  'withdrawal.unsent': ofWithdrawal('withdrawal.unsent', 'gross'),
  'withdrawal.escalated': ofWithdrawal('withdrawal.escalated', 'net'),
  'destination.added': async (tx, shopId, { data }) => {
    const destination = await destinationEnding(tx, shopId, String(data['destinationId']))
    return destination ? eventMessage('destination.added', { ending: destination.ending }) : null
  },
  'payment-password.set': plainly('payment-password.set'),
  'payment-password.disabled': plainly('payment-password.disabled'),
  'payment-password.changed': async (_tx, _shopId, { data }) =>
    eventMessage(data['by'] === 'code' ? 'payment-password.reset' : 'payment-password.changed'),
  'login-password.changed': async (_tx, _shopId, { data }) =>
    eventMessage(data['by'] === 'code' ? 'login-password.reset' : 'login-password.changed'),
  'contact.changed': plainly('contact.changed'),
  'login.new-device': plainly('login.new-device'),
  'registration.decided': async (_tx, _shopId, { data }) =>
    eventMessage(data['decision'] === 'verified' ? 'registration.verified' : 'registration.more-information'),
  'shop.closed': async (_tx, _shopId, { data }) => eventMessage('shop.closed', { why: String(data['reason'] ?? '') }),
  'shop.closing': async (_tx, _shopId, { data }) => eventMessage('shop.closing', { why: String(data['note'] ?? '') }),
  'shop.opened': async (_tx, _shopId, { data }) =>
    eventMessage('shop.opened', data['reason'] && data['by'] ? { why: String(data['reason']) } : {}),
  'listings.taken-off-shelf': ofListing((data) =>
    data['reason'] === 'withdrawn' ? 'listing.withdrawn' : 'listing.at-loss',
  ),
  'listings.supplier-changed': ofListing(() => 'listing.supplier-changed'),
  'talk.answered': plainly('support.answered'),
}
