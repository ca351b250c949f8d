/**
 * A message tells the merchant of something that happened, as a kind and values; its sentence is made when it is read, in the reader's language.
 * What comes in numbers is one message for a while. Pure.
 */
import { parseCents, formatCents, type MessageChannel, type MessageKind, type MessageType } from '@quayside/contract'
import { minutes } from '../../platform/clock.ts'

export type Values = Record<string, string>
export type SubjectKind = 'order' | 'deposit' | 'withdrawal' | 'refund' | 'listing'

/** What one event tells. */
export type NotificationContent = {
  kind: MessageKind
  values: Values
  cause: { kind: SubjectKind; ids: string[] } | null
}

/** Every kind: what it is about, and whether several of it can be one message, which needs a sentence that knows numbers. */
export const kinds: Record<MessageKind, { type: MessageType; many?: true }> = {
  'order.paid': { type: 'orders', many: true },
  'order.pickup-near': { type: 'orders', many: true },
  'order.cancelled': { type: 'orders', many: true },
  'order.shipped': { type: 'orders', many: true },
  'order.received': { type: 'orders', many: true },
  'order.completed': { type: 'orders', many: true },
  'order.set-aside': { type: 'orders' },
  'order.cleared': { type: 'orders' },
  'order.upheld': { type: 'orders' },
  'order.disputed': { type: 'money' },
  'order.dispute-won': { type: 'money' },
  'order.charged-back': { type: 'money' },
  'refund.requested': { type: 'refunds' },
  'refund.opened': { type: 'refunds' },
  'refund.due-soon': { type: 'refunds' },
  'refund.withdrawn': { type: 'refunds' },
  'refund.approved': { type: 'refunds' },
  'refund.borne': { type: 'refunds' },
  'refund.declined': { type: 'refunds' },
  'deposit.credited': { type: 'money', many: true },
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
  'destination.added': { type: 'security' },
  'payment-password.set': { type: 'security' },
  'payment-password.changed': { type: 'security' },
  'payment-password.reset': { type: 'security' },
  'payment-password.disabled': { type: 'security' },
  'login-password.changed': { type: 'security' },
  'login-password.reset': { type: 'security' },
  'contact.changed': { type: 'security' },
  'login.new-device': { type: 'security' },
  'registration.verified': { type: 'shop' },
  'registration.more-information': { type: 'shop' },
  'shop.closing': { type: 'shop' },
  'shop.closed': { type: 'shop' },
  'shop.opened': { type: 'shop' },
  'listing.at-loss': { type: 'shop', many: true },
  'listing.withdrawn': { type: 'shop', many: true },
  'listing.supplier-changed': { type: 'shop', many: true },
  'support.answered': { type: 'support', many: true },
  announcement: { type: 'announcement' },
}

/** The security mails of these leave in the act itself, on every channel; a second one would say the same. */
export const mailedAtOnce: readonly MessageKind[] = [
  'payment-password.changed',
  'payment-password.reset',
  'payment-password.disabled',
  'login-password.changed',
  'login-password.reset',
  'contact.changed',
]

/** Withdrawals that did not pass, or came back: their messages say why, and what to do next. */
const reasoned: readonly MessageKind[] = ['withdrawal.rejected', 'withdrawal.failed', 'withdrawal.returned']
export const tellsReason = (kind: MessageKind): boolean => reasoned.includes(kind)

/** An unread message takes in others of its kind as long as it is younger than this. */
export const mergeWindow = minutes(10)
/** Outside the app each type is told at most once in this time: the first at once, what follows as a sum. */
export const quietPeriod = minutes(5)

/** What a merchant who chose nothing gets outside the app: mail for what must not be missed, not for what comes in numbers. */
export const wantedUnlessChosen: Record<MessageChannel, readonly MessageType[]> = {
  email: ['refunds', 'money', 'security', 'shop'],
  push: ['orders', 'refunds', 'money', 'security', 'shop', 'support', 'announcement'],
}

/** Whether what an event tells can be taken into a message of the same kind: they differ in nothing that the sentence says of several. */
export const canMerge = (kind: MessageKind, before: Values, next: Values): boolean =>
  kinds[kind].many === true && before['reason'] === next['reason']

/** The values of both together: amounts are added, names are those of the first. */
export const mergeValues = (before: Values, next: Values): Values =>
  before['amount'] && next['amount']
    ? { ...before, amount: formatCents(parseCents(before['amount']) + parseCents(next['amount'])) }
    : before
