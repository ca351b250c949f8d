import { accounts, formatCents, type MessageKind } from '@quayside/contract'
import { idsIn, type EventData, type EventName, type Ids, type StoredEvent } from '../../../platform/events/events.ts'
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

/** Maps the data of an event to its message; null when the merchant needs none. */
type EventMapper<Data> = (tx: Tx, shopId: string, data: Data) => Promise<MessageContent | null>

const eventMessage = (
  kind: MessageKind,
  values: Values = {},
  cause: MessageContent['cause'] = null,
): MessageContent => ({ kind, values, cause })

/** A message about orders with their number and an amount: the amount booked by `booking`, or the profit. */
const orderMessage =
  (
    kind: MessageKind,
    booking?: { event: string; account: typeof accounts.merchantPending | typeof accounts.merchantAvailable },
  ): EventMapper<Ids<'orderId'>> =>
  async (tx, shopId, data) => {
    const orders = await listOrderFacts(tx, shopId, idsIn(data, 'orderId'))
    const [first] = orders
    if (!first) return null
    const ids = orders.map((order) => order.id)
    const amounts = booking
      ? (await listBookedAmounts(tx, shopId, booking.event, booking.account, ids)).map((row) => row.amount)
      : orders.map((order) => order.profit)
    const total = amounts.reduce((sum, amount) => sum + amount, 0n)
    // Of an order whose money was refunded or disputed nothing is left to settle.
    if (kind === 'order.completed' && total === 0n) return null
    return eventMessage(kind, { code: first.code, amount: formatCents(total) }, { kind: 'order', ids })
  }

const cancelMessage: EventMapper<EventData['order.cancelled']> = async (tx, shopId, data) => {
  const message = await orderMessage('order.cancelled')(tx, shopId, data)
  const { reason, supply } = data
  return message && { ...message, values: { ...message.values, reason, ...(supply && { supply }) } }
}

/** A message about a dispute with its own amount, which may be a part, and the deadline for evidence. */
const disputeMessage =
  (kind: MessageKind): EventMapper<EventData['order.disputed']> =>
  async (tx, shopId, { orderId, amount, by }) => {
    const [order] = await listOrderFacts(tx, shopId, [orderId])
    if (!order) return null
    return eventMessage(kind, { code: order.code, amount, ...(by && { by }) }, { kind: 'order', ids: [order.id] })
  }

const refundMessage =
  (kind: MessageKind | ((facts: RefundFacts) => MessageKind)): EventMapper<{ refundId: string; buyerGets?: string }> =>
  async (tx, shopId, { refundId: id, buyerGets }) => {
    const refund = await readRefundFacts(tx, shopId, id)
    return refund
      ? eventMessage(
          typeof kind === 'string' ? kind : kind(refund),
          { code: refund.code, amount: buyerGets ?? formatCents(refund.amount), date: refund.answer_by.toISOString() },
          { kind: 'refund', ids: [id] },
        )
      : null
  }

/** A message about a deposit. A dispute has its own amount, because it can concern a part of the deposit. */
const depositMessage =
  (kind: MessageKind): EventMapper<{ depositId: string; amount?: string }> =>
  async (tx, shopId, { depositId, amount }) => {
    const [deposit] = await listDepositFacts(tx, shopId, [depositId])
    if (!deposit) return null
    const values: Values = { code: deposit.code, amount: amount ?? formatCents(deposit.amount) }
    if (kind === 'deposit.rejected' && deposit.reason) values['reason'] = deposit.reason
    return eventMessage(kind, values, { kind: 'deposit', ids: [deposit.id] })
  }

const withdrawalMessage =
  (kind: MessageKind, amountColumn: 'gross' | 'net'): EventMapper<{ withdrawalId: string }> =>
  async (tx, shopId, { withdrawalId: id }) => {
    const withdrawal = await readWithdrawalFacts(tx, shopId, id)
    if (!withdrawal) return null
    const values: Values = { code: withdrawal.code, amount: formatCents(withdrawal[amountColumn]) }
    if (hasReason(kind) && withdrawal.reason) values['reason'] = withdrawal.reason
    return eventMessage(kind, values, { kind: 'withdrawal', ids: [id] })
  }

/** A message about money with the reason that staff wrote. The event holds number, amount and reason. */
const staffMoneyMessage =
  <Data extends EventData['unidentified.assigned']>(kind: (data: Data) => MessageKind): EventMapper<Data> =>
  async (_tx, _shopId, data) =>
    eventMessage(kind(data), { code: data.code, amount: data.amount, why: data.reason })

const listingMessage =
  <Data extends Ids<'productId'>>(kind: (data: Data) => MessageKind): EventMapper<Data> =>
  async (tx, shopId, data) => {
    const listings = await listListingsOfProducts(tx, shopId, idsIn(data, 'productId'))
    const [first] = listings
    return first
      ? eventMessage(kind(data), { name: first.name }, { kind: 'listing', ids: listings.map(({ id }) => id) })
      : null
  }

const namedMessage =
  (kind: MessageKind): EventMapper<{ name: string }> =>
  async (_tx, _shopId, { name }) =>
    eventMessage(kind, { name })

const fixedMessage =
  (kind: MessageKind): EventMapper<unknown> =>
  async () =>
    eventMessage(kind)

/**
 * All events with a message. A merchant's own commands have none, because their result is visible at once; except those
 * that a thief could run.
 */
const eventMessages: { [Name in EventName]?: EventMapper<EventData[Name]> } = {
  'order.paid': orderMessage('order.paid'),
  'order.pickup-near': orderMessage('order.pickup-near'),
  'order.cancelled': cancelMessage,
  'order.shipped': orderMessage('order.shipped'),
  'order.ship-undone': orderMessage('order.ship-undone'),
  'order.received': orderMessage('order.received', { event: 'order.received', account: accounts.merchantPending }),
  'order.completed': orderMessage('order.completed', { event: 'order.completed', account: accounts.merchantAvailable }),
  'order.set-aside': orderMessage('order.set-aside'),
  'order.cleared': orderMessage('order.cleared'),
  'order.upheld': orderMessage('order.upheld'),
  'unidentified.assigned': staffMoneyMessage(() => 'unidentified.assigned'),
  'adjustment.posted': staffMoneyMessage(({ event }) => `adjustment.${event}`),
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
  'destination.added': async (tx, shopId, { destinationId }) => {
    const destination = await readDestinationEnding(tx, shopId, destinationId)
    return destination ? eventMessage('destination.added', { ending: destination.ending }) : null
  },
  'passkey.added': namedMessage('passkey.added'),
  'passkey.removed': namedMessage('passkey.removed'),
  'payment-password.set': fixedMessage('payment-password.set'),
  'payment-password.disabled': fixedMessage('payment-password.disabled'),
  'payment-password.changed': async (_tx, _shopId, { by }) =>
    eventMessage(by === 'code' ? 'payment-password.reset' : 'payment-password.changed'),
  'login-password.changed': async (_tx, _shopId, { by }) =>
    eventMessage(by === 'code' ? 'login-password.reset' : 'login-password.changed'),
  'contact.changed': fixedMessage('contact.changed'),
  'login.new-device': fixedMessage('login.new-device'),
  'registration.decided': async (_tx, _shopId, { decision }) => eventMessage(`registration.${decision}`),
  'registration.overdue': fixedMessage('registration.overdue'),
  'shop.closed': async (_tx, _shopId, { reason }) => eventMessage('shop.closed', { why: reason }),
  'shop.closing': async (_tx, _shopId, { note }) => eventMessage('shop.closing', { why: note }),
  'shop.opened': async (_tx, _shopId, { by, reason }) =>
    eventMessage('shop.opened', reason && by ? { why: reason } : {}),
  'shop.restricted': async (_tx, _shopId, { scope, text, effectiveAt }) =>
    eventMessage(`shop.restricted-${scope}`, { why: text, date: effectiveAt }),
  'shop.restriction-lifted': async (_tx, _shopId, { reason }) =>
    eventMessage('shop.restriction-lifted', { why: reason }),
  'setting.changed': async (_tx, _shopId, { setting, before, value, from }) =>
    eventMessage('setting.changed', { setting, before: String(before), value: String(value), date: from }),
  'listings.taken-off-shelf': listingMessage(({ reason }) =>
    reason === 'withdrawn' ? 'listing.withdrawn' : 'listing.at-loss',
  ),
  'listings.supplier-changed': listingMessage(() => 'listing.supplier-changed'),
  'privacy.decided': async (_tx, _shopId, { decision, note }) =>
    decision === 'done' ? eventMessage('privacy.copy-ready') : eventMessage('privacy.refused', { why: note }),
  'talk.answered': fixedMessage('support.answered'),
}

export const hasMessage = ({ name }: StoredEvent): boolean => eventMessages[name] !== undefined

/** The message of an event; null when the merchant needs none. */
export async function messageOf<Name extends EventName>(
  tx: Tx,
  shopId: string,
  { name, data }: StoredEvent<Name>,
): Promise<MessageContent | null> {
  const mapper = eventMessages[name]
  return mapper ? mapper(tx, shopId, data) : null
}
