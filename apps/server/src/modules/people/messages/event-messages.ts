import { accounts, formatCents, type MessageKind, type RestrictionScope } from '@quayside/contract'
import type { EventName, HeardEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { hasReason, type MessageContent, type Values } from './message.ts'
import {
  listBookedAmounts,
  listDepositFacts,
  readDestinationEnding,
  listListingsOfProducts,
  listOrderFacts,
  readRefundFacts,
  readWithdrawalFacts,
  type RefundFacts,
} from './store.ts'

/** Maps an event to its message; null when the merchant needs none. */
type EventMapper = (tx: Tx, shopId: string, event: HeardEvent) => Promise<MessageContent | null>

const eventMessage = (
  kind: MessageKind,
  values: Values = {},
  cause: MessageContent['cause'] = null,
): MessageContent => ({ kind, values, cause })

/** The ids in an event: a list under the plural of `key`, or a single one under `key`. */
const idsIn = ({ data }: HeardEvent, key: string): string[] =>
  (data[`${key}s`] as string[] | undefined) ?? [data[key] as string]

/** A message about orders with their number and an amount: the amount booked by `booking`, or the earnings. */
const orderMessage =
  (
    kind: MessageKind,
    booking?: { event: string; account: typeof accounts.merchantPending | typeof accounts.merchantAvailable },
  ): EventMapper =>
  async (tx, shopId, event) => {
    const orders = await listOrderFacts(tx, shopId, idsIn(event, 'orderId'))
    const [first] = orders
    if (!first) return null
    const ids = orders.map((order) => order.id)
    const amounts = booking
      ? (await listBookedAmounts(tx, shopId, booking.event, booking.account, ids)).map((row) => row.amount)
      : orders.map((order) => order.earnings)
    const total = amounts.reduce((sum, amount) => sum + amount, 0n)
    // Of an order whose money was refunded or disputed nothing is left to settle.
    if (kind === 'order.completed' && total === 0n) return null
    const values: Values = { code: first.code, amount: formatCents(total) }
    if (kind === 'order.cancelled') {
      values['reason'] = String(event.data['reason'])
      if (event.data['supply']) values['supply'] = String(event.data['supply'])
    }
    return eventMessage(kind, values, { kind: 'order', ids })
  }

/** A message about a dispute with its own amount, which may be a part, and the deadline for evidence. */
const disputeMessage =
  (kind: MessageKind): EventMapper =>
  async (tx, shopId, event) => {
    const [order] = await listOrderFacts(tx, shopId, idsIn(event, 'orderId'))
    if (!order) return null
    const values: Values = { code: order.code, amount: String(event.data['amount']) }
    if (event.data['by']) values['by'] = String(event.data['by'])
    return eventMessage(kind, values, { kind: 'order', ids: [order.id] })
  }

const refundMessage =
  (kind: MessageKind | ((facts: RefundFacts) => MessageKind)): EventMapper =>
  async (tx, shopId, event) => {
    const [id] = idsIn(event, 'refundId')
    const refund = await readRefundFacts(tx, shopId, id!)
    return refund
      ? eventMessage(
          typeof kind === 'string' ? kind : kind(refund),
          { code: refund.code, amount: formatCents(refund.amount), date: refund.answer_by.toISOString() },
          { kind: 'refund', ids: [id!] },
        )
      : null
  }

const depositMessage =
  (kind: MessageKind): EventMapper =>
  async (tx, shopId, event) => {
    const deposits = await listDepositFacts(tx, shopId, idsIn(event, 'depositId'))
    const [first] = deposits
    if (!first) return null
    // A dispute can concern a part of the deposit.
    const amount = event.data['amount'] ?? formatCents(deposits.reduce((sum, deposit) => sum + deposit.amount, 0n))
    const values: Values = { code: first.code, amount: String(amount) }
    if (kind === 'deposit.rejected' && first.reason) values['reason'] = first.reason
    return eventMessage(kind, values, { kind: 'deposit', ids: deposits.map((deposit) => deposit.id) })
  }

const withdrawalMessage =
  (kind: MessageKind, amountColumn: 'gross' | 'net'): EventMapper =>
  async (tx, shopId, event) => {
    const [id] = idsIn(event, 'withdrawalId')
    const withdrawal = await readWithdrawalFacts(tx, shopId, id!)
    if (!withdrawal) return null
    const values: Values = { code: withdrawal.code, amount: formatCents(withdrawal[amountColumn]) }
    if (hasReason(kind) && withdrawal.reason) values['reason'] = withdrawal.reason
    return eventMessage(kind, values, { kind: 'withdrawal', ids: [id!] })
  }

/** A message about money with the reason that staff wrote. The event holds number, amount and reason. */
const staffMoneyMessage =
  (kind: (data: HeardEvent['data']) => MessageKind): EventMapper =>
  async (_tx, _shopId, { data }) =>
    eventMessage(kind(data), {
      code: String(data['code']),
      amount: String(data['amount']),
      why: String(data['reason']),
    })

const listingMessage =
  (kind: (data: HeardEvent['data']) => MessageKind): EventMapper =>
  async (tx, shopId, event) => {
    const listings = await listListingsOfProducts(tx, shopId, idsIn(event, 'productId'))
    const [first] = listings
    return first
      ? eventMessage(kind(event.data), { name: first.name }, { kind: 'listing', ids: listings.map(({ id }) => id) })
      : null
  }

const namedMessage =
  (kind: MessageKind): EventMapper =>
  async (_tx, _shopId, { data }) =>
    eventMessage(kind, { name: String(data['name']) })

const fixedMessage =
  (kind: MessageKind): EventMapper =>
  async () =>
    eventMessage(kind)

/**
 * All events with a message. A merchant's own commands have none, because their result is visible at once; except those
 * that a thief could run.
 */
export const eventMessages: Partial<Record<EventName, EventMapper>> = {
  'order.paid': orderMessage('order.paid'),
  'order.pickup-near': orderMessage('order.pickup-near'),
  'order.cancelled': orderMessage('order.cancelled'),
  'order.shipped': orderMessage('order.shipped'),
  'order.ship-undone': orderMessage('order.ship-undone'),
  'order.received': orderMessage('order.received', { event: 'order.received', account: accounts.merchantPending }),
  'order.completed': orderMessage('order.completed', { event: 'order.completed', account: accounts.merchantAvailable }),
  'order.set-aside': orderMessage('order.set-aside'),
  'order.cleared': orderMessage('order.cleared'),
  'order.upheld': orderMessage('order.upheld'),
  'unidentified.assigned': staffMoneyMessage(() => 'unidentified.assigned'),
  'adjustment.posted': staffMoneyMessage((data) => `adjustment.${data['event'] as 'goodwill'}`),
  'order.disputed': disputeMessage('order.disputed'),
  'order.dispute-won': disputeMessage('order.dispute-won'),
  'order.charged-back': disputeMessage('order.charged-back'),
  'order-talk.asked': orderMessage('order-talk.asked'),
  'order-talk.taken': orderMessage('order-talk.taken'),
  'refund.requested': refundMessage(({ by_staff }) => (by_staff ? 'refund.opened' : 'refund.requested')),
  'refund.due-soon': refundMessage('refund.due-soon'),
  'refund.withdrawn': refundMessage('refund.withdrawn'),
  'refund.approved': refundMessage(({ borne }) => (borne ? 'refund.borne' : 'refund.approved')),
  'refund.declined': refundMessage('refund.declined'),
  'deposit.credited': depositMessage('deposit.credited'),
  'deposit.set-aside': depositMessage('deposit.set-aside'),
  'deposit.rejected': depositMessage('deposit.rejected'),
  'deposit.reversed': depositMessage('deposit.reversed'),
  'deposit.disputed': depositMessage('deposit.disputed'),
  'deposit.dispute-won': depositMessage('deposit.dispute-won'),
  'deposit.charged-back': depositMessage('deposit.charged-back'),
  'withdrawal.requested': withdrawalMessage('withdrawal.requested', 'gross'),
  'withdrawal.approved': withdrawalMessage('withdrawal.approved', 'net'),
  'withdrawal.rejected': withdrawalMessage('withdrawal.rejected', 'gross'),
  'withdrawal.paid': withdrawalMessage('withdrawal.paid', 'net'),
  'withdrawal.failed': withdrawalMessage('withdrawal.failed', 'gross'),
  'withdrawal.returned': withdrawalMessage('withdrawal.returned', 'gross'),
  'withdrawal.overdue': withdrawalMessage('withdrawal.overdue', 'gross'),
  'withdrawal.unsent': withdrawalMessage('withdrawal.unsent', 'gross'),
  'withdrawal.escalated': withdrawalMessage('withdrawal.escalated', 'net'),
  'withdrawal.appeal-granted': withdrawalMessage('withdrawal.appeal-granted', 'gross'),
  'withdrawal.appeal-declined': withdrawalMessage('withdrawal.appeal-declined', 'gross'),
  'destination.added': async (tx, shopId, { data }) => {
    const destination = await readDestinationEnding(tx, shopId, String(data['destinationId']))
    return destination ? eventMessage('destination.added', { ending: destination.ending }) : null
  },
  'passkey.added': namedMessage('passkey.added'),
  'passkey.removed': namedMessage('passkey.removed'),
  'payment-password.set': fixedMessage('payment-password.set'),
  'payment-password.disabled': fixedMessage('payment-password.disabled'),
  'payment-password.changed': async (_tx, _shopId, { data }) =>
    eventMessage(data['by'] === 'code' ? 'payment-password.reset' : 'payment-password.changed'),
  'login-password.changed': async (_tx, _shopId, { data }) =>
    eventMessage(data['by'] === 'code' ? 'login-password.reset' : 'login-password.changed'),
  'contact.changed': fixedMessage('contact.changed'),
  'login.new-device': fixedMessage('login.new-device'),
  'registration.decided': async (_tx, _shopId, { data }) =>
    eventMessage(`registration.${data['decision'] as 'verified' | 'more-information' | 'rejected'}`),
  'registration.overdue': fixedMessage('registration.overdue'),
  'shop.closed': async (_tx, _shopId, { data }) => eventMessage('shop.closed', { why: String(data['reason'] ?? '') }),
  'shop.closing': async (_tx, _shopId, { data }) => eventMessage('shop.closing', { why: String(data['note'] ?? '') }),
  'shop.opened': async (_tx, _shopId, { data }) =>
    eventMessage('shop.opened', data['reason'] && data['by'] ? { why: String(data['reason']) } : {}),
  'shop.restricted': async (_tx, _shopId, { data }) =>
    eventMessage(`shop.restricted-${data['scope'] as RestrictionScope}`, {
      why: String(data['text'] ?? ''),
      date: String(data['effectiveAt']),
    }),
  'shop.restriction-lifted': async (_tx, _shopId, { data }) =>
    eventMessage('shop.restriction-lifted', { why: String(data['reason'] ?? '') }),
  'setting.changed': async (_tx, _shopId, { data }) =>
    eventMessage('setting.changed', {
      setting: String(data['setting']),
      before: String(data['before']),
      value: String(data['value']),
      date: String(data['from']),
    }),
  'listings.taken-off-shelf': listingMessage((data) =>
    data['reason'] === 'withdrawn' ? 'listing.withdrawn' : 'listing.at-loss',
  ),
  'listings.supplier-changed': listingMessage(() => 'listing.supplier-changed'),
  'privacy.decided': async (_tx, _shopId, { data }) =>
    data['decision'] === 'done'
      ? eventMessage('privacy.copy-ready')
      : eventMessage('privacy.refused', { why: String(data['note'] ?? '') }),
  'talk.answered': fixedMessage('support.answered'),
}
