/**
 * A message to a merchant about an event: a kind with values. Its sentence is rendered on reading, in the reader's
 * language. Frequent events of one kind are merged into one message for some minutes. Pure.
 */
import { parseCents, formatCents, type MessageChannel, type MessageKind, type MessageType } from '@quayside/contract'
import { minutes } from '../../../platform/jobs/clock.ts'

export type Values = Record<string, string>
export type SubjectKind = 'order' | 'deposit' | 'withdrawal' | 'refund' | 'listing'

/** The message of one event. */
export type MessageContent = {
  kind: MessageKind
  values: Values
  cause: { kind: SubjectKind; ids: string[] } | null
}

/** All kinds. `mergeable`: several events can be one message; its sentence then needs plural forms. */
export const kinds: Record<MessageKind, { type: MessageType; mergeable?: true }> = {
  'order.paid': { type: 'orders', mergeable: true },
  'order.pickup-near': { type: 'orders', mergeable: true },
  'order.cancelled': { type: 'orders', mergeable: true },
  'order.shipped': { type: 'orders', mergeable: true },
  'order.ship-undone': { type: 'orders', mergeable: true },
  'order.received': { type: 'orders', mergeable: true },
  'order.completed': { type: 'orders', mergeable: true },
  'order.set-aside': { type: 'orders' },
  'order.cleared': { type: 'orders' },
  'order.upheld': { type: 'orders' },
  'order.disputed': { type: 'money' },
  'order.dispute-won': { type: 'money' },
  'order.charged-back': { type: 'money' },
  'order-talk.asked': { type: 'buyers' },
  'order-talk.taken': { type: 'buyers' },
  'refund.requested': { type: 'refunds' },
  'refund.opened': { type: 'refunds' },
  'refund.due-soon': { type: 'refunds' },
  'refund.withdrawn': { type: 'refunds' },
  'refund.approved': { type: 'refunds' },
  'refund.borne': { type: 'refunds' },
  'refund.declined': { type: 'refunds' },
  'deposit.credited': { type: 'money', mergeable: true },
  'deposit.set-aside': { type: 'money' },
  'deposit.rejected': { type: 'money' },
  'deposit.reversed': { type: 'money' },
  'deposit.disputed': { type: 'money' },
  'deposit.dispute-won': { type: 'money' },
  'deposit.charged-back': { type: 'money' },
  'withdrawal.requested': { type: 'money' },
  'withdrawal.approved': { type: 'money' },
  'withdrawal.rejected': { type: 'money' },
  'withdrawal.paid': { type: 'money' },
  'withdrawal.failed': { type: 'money' },
  'withdrawal.returned': { type: 'money' },
  'withdrawal.overdue': { type: 'money' },
  'withdrawal.unsent': { type: 'money' },
  'withdrawal.escalated': { type: 'money' },
  'withdrawal.appeal-granted': { type: 'money' },
  'withdrawal.appeal-declined': { type: 'money' },
  'unidentified.assigned': { type: 'money' },
  'adjustment.goodwill': { type: 'money' },
  'adjustment.corrected': { type: 'money' },
  'adjustment.written-off': { type: 'money' },
  'destination.added': { type: 'security' },
  'payment-password.set': { type: 'security' },
  'payment-password.changed': { type: 'security' },
  'payment-password.reset': { type: 'security' },
  'payment-password.disabled': { type: 'security' },
  'passkey.added': { type: 'security' },
  'passkey.removed': { type: 'security' },
  'login-password.changed': { type: 'security' },
  'login-password.reset': { type: 'security' },
  'contact.changed': { type: 'security' },
  'login.new-device': { type: 'security' },
  'registration.verified': { type: 'shop' },
  'registration.more-information': { type: 'shop' },
  'registration.rejected': { type: 'shop' },
  'registration.overdue': { type: 'shop' },
  'shop.closing': { type: 'shop' },
  'shop.closed': { type: 'shop' },
  'shop.opened': { type: 'shop' },
  'shop.restricted-sell': { type: 'shop' },
  'shop.restricted-pick-up': { type: 'shop' },
  'shop.restricted-list': { type: 'shop' },
  'shop.restriction-lifted': { type: 'shop' },
  'setting.changed': { type: 'shop' },
  'listing.at-loss': { type: 'shop', mergeable: true },
  'listing.withdrawn': { type: 'shop', mergeable: true },
  'listing.supplier-changed': { type: 'shop', mergeable: true },
  'privacy.copy-ready': { type: 'security' },
  'privacy.refused': { type: 'security' },
  'support.answered': { type: 'support', mergeable: true },
  announcement: { type: 'announcement' },
}

/** Kinds whose command sends a security mail on every channel itself; a second mail would repeat it. */
export const kindsWithSecurityMail: readonly MessageKind[] = [
  'payment-password.changed',
  'payment-password.reset',
  'payment-password.disabled',
  'passkey.added',
  'passkey.removed',
  'login-password.changed',
  'login-password.reset',
  'contact.changed',
]

/** Rejected, failed and returned withdrawals: their messages contain the reason and the next step. */
const kindsWithReason: readonly MessageKind[] = ['withdrawal.rejected', 'withdrawal.failed', 'withdrawal.returned']
export const hasReason = (kind: MessageKind): boolean => kindsWithReason.includes(kind)

/** An unread message absorbs further events of its kind up to this age. */
export const mergeWindow = minutes(10)
/** Minimum time between two mails or pushes of one type: the first leaves at once, later events as a sum. */
export const quietPeriod = minutes(5)

/** Notification settings before the merchant's choice: no mail for frequent types. */
export const defaultChoices: Record<MessageChannel, readonly MessageType[]> = {
  email: ['refunds', 'money', 'security', 'shop'],
  push: ['orders', 'buyers', 'refunds', 'money', 'security', 'shop', 'support', 'announcement'],
}

/** Whether an event can be merged into a message of the same kind: both have the same reason. */
export const canMerge = (kind: MessageKind, before: Values, next: Values): boolean =>
  kinds[kind].mergeable === true && before['reason'] === next['reason']

/** The merged values: the sum of the amounts, and the other values of the first. */
export const mergeValues = (before: Values, next: Values): Values =>
  before['amount'] && next['amount']
    ? { ...before, amount: formatCents(parseCents(before['amount']) + parseCents(next['amount'])) }
    : before
