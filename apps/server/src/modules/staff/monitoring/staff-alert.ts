/** The conditions that alert the staff, and their texts. */
import { coverState } from '@quayside/contract'
import { hours, minutes } from '../../../platform/jobs/clock.ts'
import type { ChainFigures, DatabaseFigures, JobFigures, QueueFigures, ReconciliationFigures } from './store.ts'

export const alertKinds = [
  'books-broken',
  'books-unchecked',
  'coverage-below-one',
  'coverage-low',
  'shops-owing',
  'payouts-paused',
  'nodes-disagree',
  'chain-not-read',
  'decisions-overdue',
  'refunds-failed',
  'jobs-failed',
  'deadlines-failed',
  'messages-not-sent',
  'archive-failing',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** `subject` distinguishes alerts of one kind: a network or a kind of decision; empty when there is only one. */
export type Alert = { kind: AlertKind; subject: string; facts: Record<string, string | number> }

export type AlertFigures = {
  jobs: JobFigures
  queues: QueueFigures
  /** The last check of the books; null before the first one. */
  reconciliation: ReconciliationFigures | null
  chains: readonly ChainFigures[]
  database: DatabaseFigures
}

/** Longest time between two checks of the books. They run once a day. */
const maxReconciliationAge = hours(26)
/** Longest time between two readings of a network. */
const maxChainAge = minutes(10)
/** How long nodes of a network may differ: one of them may be a few blocks behind. */
const maxDisagreement = minutes(10)
/** How long a mail or text message may wait for its gateway. */
const maxOutboxAge = minutes(15)

const age = (at: Date, now: Date): number => now.getTime() - at.getTime()
const inMinutes = (milliseconds: number): number => Math.round(milliseconds / minutes(1))

/** The conditions that hold now. */
export function findAlerts({ jobs, queues, reconciliation, chains, database }: AlertFigures, now: Date): Alert[] {
  const alerts: Alert[] = []
  const alert = (kind: AlertKind, condition: boolean, facts: Alert['facts'] = {}, subject = '') => {
    if (condition) alerts.push({ kind, subject, facts })
  }
  if (reconciliation) {
    alert('books-broken', !reconciliation.whole, { checkedAt: reconciliation.at.toISOString() })
    alert('books-unchecked', age(reconciliation.at, now) > maxReconciliationAge, {
      checkedAt: reconciliation.at.toISOString(),
    })
    const { coverage } = reconciliation
    const cover = coverState(coverage)
    alert('coverage-below-one', cover === 'short', { coverage: coverage ?? '' })
    alert('coverage-low', cover === 'low', { coverage: coverage ?? '' })
  }
  alert('shops-owing', queues.shops_owing > 0n, {
    count: Number(queues.shops_owing),
    dollars: (Number(queues.shops_owed) / 100).toFixed(2),
  })
  alert('payouts-paused', queues.payouts_paused)
  for (const { network, at, disagree_since: since } of chains) {
    alert('chain-not-read', age(at, now) > maxChainAge, { minutes: inMinutes(age(at, now)) }, network)
    if (since)
      alert('nodes-disagree', age(since, now) > maxDisagreement, { minutes: inMinutes(age(since, now)) }, network)
  }
  for (const [subject, count] of [
    ['withdrawals', queues.withdrawals_overdue],
    ['refunds', queues.refunds_overdue],
    ['registrations', queues.registrations_overdue],
  ] as const)
    alert('decisions-overdue', count > 0n, { count: Number(count) }, subject)
  alert('refunds-failed', queues.refund_payments_failed > 0n, { count: Number(queues.refund_payments_failed) })
  alert('jobs-failed', jobs.failed > 0n, { count: Number(jobs.failed) })
  alert('deadlines-failed', queues.deadline_failures > 0n, { count: Number(queues.deadline_failures) })
  alert('messages-not-sent', queues.outbox_oldest_seconds * 1000 > maxOutboxAge, {
    count: Number(queues.outbox_waiting),
    minutes: inMinutes(queues.outbox_oldest_seconds * 1000),
  })
  alert('archive-failing', database.archive_failing)
  return alerts
}

type AlertText = { title: (alert: Alert) => string; action: string }

const texts: Record<AlertKind, AlertText> = {
  'books-broken': {
    title: () => 'The check of the books failed',
    action: 'Payouts are paused. Open Books in the console, find the cause of each break, then resume the payouts.',
  },
  'books-unchecked': {
    title: ({ facts }) => `The books were not checked since ${facts['checkedAt']}`,
    action: 'The daily job did not run. Check the worker and its log.',
  },
  'coverage-below-one': {
    title: ({ facts }) => `The platform holds less money than it owes: coverage ${facts['coverage']}`,
    action: 'Open Books in the console and compare the accounts of the bank, the processor and the networks.',
  },
  'coverage-low': {
    title: ({ facts }) => `The platform holds little more than it owes: coverage ${facts['coverage']}`,
    action: 'Open Books in the console. Look at the debts of shops and at the expenses before it falls below one.',
  },
  'shops-owing': {
    title: ({ facts }) => `Shops owe the platform money: ${facts['count']}, together ${facts['dollars']} USD`,
    action:
      'Open Books in the console: Debts lists them. A debt is paid from earnings; more than the limit stops a shop.',
  },
  'payouts-paused': {
    title: () => 'Payouts are paused',
    action: 'Merchants wait for their money. Open Books in the console: it shows who or what paused them, and why.',
  },
  'nodes-disagree': {
    title: ({ subject, facts }) => `The nodes of ${subject} have disagreed for ${facts['minutes']} minutes`,
    action: 'No deposit is credited until they agree. Compare the heads of the nodes and replace the wrong one.',
  },
  'chain-not-read': {
    title: ({ subject, facts }) => `The network ${subject} was not read for ${facts['minutes']} minutes`,
    action: 'Deposits and payouts of this network wait. Check its nodes and the worker.',
  },
  'decisions-overdue': {
    title: ({ subject, facts }) => `Decisions past the promised time: ${facts['count']} ${subject}`,
    action: 'Open Work in the console. The oldest items come first.',
  },
  'refunds-failed': {
    title: ({ facts }) => `Refunds that did not reach their buyers: ${facts['count']}`,
    action: 'Open Payments to buyers in the console: send each again, or pay it by bank.',
  },
  'jobs-failed': {
    title: ({ facts }) => `Background jobs failed for good: ${facts['count']}`,
    action: 'Open System in the console: it shows the error of each job and can run it again.',
  },
  'deadlines-failed': {
    title: ({ facts }) => `Rows whose deadline could not be carried out: ${facts['count']}`,
    action: 'Open System in the console: it shows the step and the error. Each row is tried again automatically.',
  },
  'messages-not-sent': {
    title: ({ facts }) => `Messages wait for a gateway: ${facts['count']}, the oldest for ${facts['minutes']} minutes`,
    action: 'Check the mail server and the SMS gateway.',
  },
  'archive-failing': {
    title: () => 'The log of the database cannot be archived',
    action: 'A restore reaches only the last archived minute, and the log fills the disk. See the log of PostgreSQL.',
  },
}

export const alertStages = ['opened', 'reminder', 'closed'] as const
export type AlertStage = (typeof alertStages)[number]

/** The subject and the text of a mail about an alert. English, the language of the staff's documents. */
export function alertMail(alert: Alert, stage: AlertStage, platformUrl: string): { subject: string; text: string } {
  const { title, action } = texts[alert.kind]
  const prefix = { opened: 'Alert', reminder: 'Still open', closed: 'Ended' }[stage]
  const text = stage === 'closed' ? 'The condition no longer holds.' : action
  return { subject: `[Quayside] ${prefix}: ${title(alert)}`, text: `${title(alert)}.\n\n${text}\n\n${platformUrl}\n` }
}
