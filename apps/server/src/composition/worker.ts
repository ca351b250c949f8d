/** The background work: jobs by name, the crontab, and the loops that poll chains, payouts and events. */
import { applyCommission } from '../modules/shop/listings/apply-commission.ts'
import { actKinds } from './act-kinds.ts'
import { expireActs } from '../modules/staff/acts/sign-act.ts'
import { watchChain } from '../modules/money/deposits/chain/watch-chain.ts'
import { openChainReaders } from '../modules/money/deposits/chain/chain-reader.ts'
import { expireDeposits } from '../modules/money/deposits/expire-deposits.ts'
import { deleteOldCodes } from '../modules/people/identity/login/code-store.ts'
import { deleteOldChallenges } from '../modules/people/identity/confirmation/passkey-store.ts'
import { deleteOldPaymentChallenges } from '../modules/people/identity/confirmation/payment-passkey-store.ts'
import { sendLoginCode } from '../modules/people/identity/login/login-password.ts'
import { notifyOverdueRegistrations } from '../modules/people/identity/registrations/notify-overdue.ts'
import { deleteEndedAccess } from '../modules/people/identity/registrations/registration-review-store.ts'
import { makePictureAvif } from '../modules/shop/files/make-widths.ts'
import { removeOrphans } from '../modules/shop/files/remove-orphans.ts'
import { sweepSessions } from '../modules/people/identity/login/sessions.ts'
import { runImports } from '../modules/staff/imports/run-imports.ts'
import { deleteOldRows } from '../modules/staff/imports/store.ts'
import { deleteOldCarrierRows } from '../modules/shop/integrations/carrier-access-store.ts'
import { carrierCallRetention, endedSecretRetention } from '../modules/shop/integrations/integration.ts'
import { deleteOldKeys } from '../modules/shop/integrations/key-store.ts'
import { sendWebhookCalls } from '../modules/shop/integrations/send-calls.ts'
import { deleteFormerSecrets } from '../modules/shop/integrations/webhook-store.ts'
import { makeDailyRoot } from '../modules/money/ledger/daily-root.ts'
import { deleteOldChanges } from '../modules/shop/listings/change-store.ts'
import { fanOutAnnouncement, sendDueAnnouncements } from '../modules/people/messages/announce.ts'
import { processEvents } from '../modules/people/messages/process-events.ts'
import { pushMessage } from '../modules/people/messages/push-message.ts'
import { sendAccountLink } from '../modules/people/buyer-accounts/links.ts'
import { deleteOldLinks } from '../modules/people/buyer-accounts/store.ts'
import { deleteOldCarts } from '../modules/selling/carts/store.ts'
import { sendNotifications } from '../modules/people/messages/send-notifications.ts'
import { sendOrderLinks, sendOrderMails } from '../modules/selling/order-mails/send-order-mails.ts'
import { readForSearch } from '../modules/selling/orders/order-search-store.ts'
import { deleteOldOrderRows, orderSteps } from '../modules/selling/orders/pickup/deadlines.ts'
import { lookAtPayment } from '../modules/money/payments/look-at-payment.ts'
import { matchPix } from '../modules/money/payments/match-pix.ts'
import { sendRefund } from '../modules/money/payments/send-refund.ts'
import { deleteExpired, keepPartitions } from '../modules/people/privacy/retention.ts'
import {
  sendDeadlineReminders,
  sendShipmentReminders,
} from '../modules/selling/orders/pickup/send-deadline-reminders.ts'
import { notifyStaff } from '../modules/staff/monitoring/notify-staff.ts'
import { sendReportOutcomes } from '../modules/selling/reports/send-outcomes.ts'
import { sendMessage } from '../modules/people/outbox/send-message.ts'
import { deleteOldMessages } from '../modules/people/outbox/store.ts'
import { retryEvents } from '../modules/money/payments/receive-event.ts'
import { reconcile } from '../modules/money/reconciliation/reconcile.ts'
import { runRefundDeadlines } from '../modules/selling/refunds/answer-refund.ts'
import { sendAnswerReminders } from '../modules/selling/refunds/send-answer-reminders.ts'
import { traceRetention } from '../modules/selling/self-dealing/signs.ts'
import { deleteOldTraces } from '../modules/selling/self-dealing/store.ts'
import { deleteEndedShopAccess } from '../modules/staff/shop-admin/store.ts'
import { runClosings } from '../modules/shop/shops/close-shop.ts'
import { pollChainPayouts } from '../modules/money/withdrawals/payouts/chain-payout.ts'
import { escalateUnproved, returnUndecided, returnUnsent } from '../modules/money/withdrawals/desk/decide-withdrawal.ts'
import { notifyOverdue } from '../modules/money/withdrawals/desk/notify-overdue.ts'
import { grantAppeals } from '../modules/money/withdrawals/requests/appeal-rejection.ts'
import { resumePayoutsInProgress, sendPayout } from '../modules/money/withdrawals/payouts/send-payout.ts'
import { deleteOldQuotes } from '../modules/money/withdrawals/store.ts'
import { makePlatformDays } from '../modules/staff/platform-figures/make-days.ts'
import { deleteEndedSnoozes } from '../modules/staff/work/store.ts'
import type { AppContext } from '../platform/app-context.ts'
import { addTime, days } from '../platform/jobs/clock.ts'
import { deleteOldFailures, runStep } from '../platform/jobs/deadlines.ts'
import { startJobs, type JobPayloads, type JobTasks } from '../platform/jobs/jobs.ts'
import { pollLoop } from '../platform/jobs/poll-loop.ts'
import { runWaitingWork } from '../platform/jobs/waiting-work.ts'
import { deleteEndedClaims } from '../platform/http/work-claim.ts'
import { endPool, openJobsPool } from '../platform/database/postgres.ts'
import type { Processors } from '../domain/processor.ts'
import { sendSignedWebhook } from '../platform/security/signed-webhook.ts'
import { smsSender } from '../providers/sms-webhook.ts'
import { smtpSender } from '../providers/smtp.ts'
import { testBank } from '../providers/test-bank.ts'
import { deliverTestWebhook } from '../providers/test-processor.ts'
import { importKinds } from './imports.ts'
import { screeningOf } from './screening.ts'
import { askWhatWaits, type WaitingLoop } from './waiting-store.ts'
import type { Settings } from '../settings.ts'

/** Milliseconds between two polls of a chain. */
const chainPollInterval = 2000
/** How long the rows of an import stay; the import and its file stay longer. */
const importRowRetention = days(30)
/** How long API keys that have ended are kept. */
const keyRetention = days(400)
/** How long the outbox keeps messages. */
const outboxRetention = days(30)

export type Worker = { stop(): Promise<void> }

export type WorkerOptions = {
  /** Whether to look for ended deadlines each minute; only tests that wait for none leave it out. */
  deadlines?: boolean
}

/** Starts the background work. No job and no loop runs while the clock of this machine is wrong. */
export async function startWorker(
  ctx: AppContext,
  processors: Processors,
  { deadlines = true }: WorkerOptions = {},
): Promise<Worker> {
  // A list that cannot be read is a wrong setting: it is said at the start.
  await screeningOf(ctx).provider?.version()
  const pool = openJobsPool(ctx.settings.jobsUrl, (error) =>
    ctx.log.warn({ err: error }, 'worker: a database connection was lost'),
  )
  const runner = await startJobs({
    pool,
    tasks: jobTasks(ctx, processors),
    repeated: { ...dailyTasks(ctx), ...deadlineTasks(ctx, processors) },
    crontab: [...(deadlines ? deadlineCrontab : []), ...dailyCrontab].join('\n'),
    onProblem: (message) => ctx.log.warn({ problem: message }, 'worker: a job failed'),
    wrapJob: (job) => ctx.clockCheck.whenRight(job),
  })
  const onError = (error: unknown, loop: string) => ctx.log.warn({ err: error, loop }, 'worker: a polling loop failed')
  const stopLoops = [
    runWaitingWork({
      ask: () => askWhatWaits(ctx.db, ctx.clock.now()),
      loops: waitingWork(ctx),
      isRight: (atDatabase) => ctx.clockCheck.note(atDatabase),
      onError,
    }),
    ...ctx.settings.money.chains.map((chain) => {
      const nodes = openChainReaders(chain)
      return pollLoop({
        interval: chainPollInterval,
        work: () => ctx.clockCheck.whenRight(() => watchChain(ctx, chain, nodes)),
        onError: (error) => onError(error, `chain ${chain.network}`),
      })
    }),
  ]
  return {
    async stop() {
      await Promise.all(stopLoops.map((stop) => stop()))
      await runner.stop()
      await endPool(pool)
    },
  }
}

const sendersOf = ({ outgoing: { mail, sms } }: Settings) => ({
  email: mail && smtpSender(mail),
  phone: sms && smsSender(sms),
})

/** An alert without a webhook was sent by mail only; the setting may have been removed since. */
async function sendStaffAlert({ settings }: AppContext, notice: JobPayloads['send-staff-alert']): Promise<void> {
  const { webhook } = settings.alerts
  if (webhook) await sendSignedWebhook(webhook, `${notice.id} ${notice.stage} ${notice.at}`, notice)
}

/** Jobs that modules add to the queue. */
export function jobTasks(ctx: AppContext, processors: Processors): JobTasks {
  const { settings } = ctx
  const senders = sendersOf(settings)
  return {
    announce: ({ id }) => fanOutAnnouncement(ctx, id),
    'look-at-payment': (payload) => lookAtPayment(ctx, processors, payload),
    'make-picture-avif': (payload) => makePictureAvif(ctx, payload),
    'match-pix': () => matchPix(ctx),
    'push-message': (payload) => pushMessage(ctx, payload),
    screen: (payload) => screeningOf(ctx).screen(payload),
    'send-account-link': (payload) => sendAccountLink(ctx, payload),
    'send-login-code': (payload) => sendLoginCode(ctx, payload),
    'send-message': ({ id }) => sendMessage(ctx, senders, id),
    'send-order-links': (payload) => sendOrderLinks(ctx, payload),
    'send-payout': (payload) => sendPayout(ctx, testBank(ctx), payload),
    'send-refund': (payload) => sendRefund(ctx, processors, payload),
    'send-staff-alert': (payload) => sendStaffAlert(ctx, payload),
    'test-webhook': ({ body }) => deliverTestWebhook(ctx, settings.testProcessor!.secret, body),
  }
}

/** Jobs of the daily crontab. */
export const dailyTasks = (ctx: AppContext): Record<string, () => Promise<void>> => ({
  sweep: async () => {
    await sweepSessions(ctx.db, ctx.clock.now())
    await deleteOldChallenges(ctx.db, ctx.clock.now())
    await deleteOldPaymentChallenges(ctx.db, ctx.clock.now())
    await deleteOldLinks(ctx.db, ctx.clock.now())
    await deleteOldCodes(ctx.db, addTime(ctx.clock.now(), -days(1)))
    await keepPartitions(ctx)
    await deleteExpired(ctx)
  },
  'remove-orphans': async () => void (await removeOrphans(ctx)),
  'daily-root': async () => void (await makeDailyRoot(ctx)),
  reconcile: async () => void (await reconcile(ctx, 'daily')),
})

/** A worker that was down at the time of a daily job runs the job after its restart. */
const dailyCrontab = [
  '41 * * * * sweep ?max=1',
  '7 0 * * * daily-root ?fill=1d&max=3',
  '17 3 * * * reconcile ?fill=1d&max=3',
  '23 4 * * * remove-orphans ?max=3',
]

const everyMinute: Record<string, (ctx: AppContext, processors: Processors) => Promise<unknown>> = {
  ...Object.fromEntries(orderSteps.map((step) => [step.name, (ctx: AppContext) => runStep(ctx, step)])),
  'shop.closing': runClosings,
  'refund.due': runRefundDeadlines,
  'refund.warn': sendAnswerReminders,
  'order.warn': sendDeadlineReminders,
  'order.warn-shipment': sendShipmentReminders,
  'registration.overdue': notifyOverdueRegistrations,
  'screening.due': (ctx) => screeningOf(ctx).screenDue(),
  'announcement.due': sendDueAnnouncements,
  'listing.commission': applyCommission,
  'figures.days': makePlatformDays,
  'deposit.expire': (ctx) => expireDeposits(ctx.db, ctx.clock.now()),
  'withdrawal.undecided': returnUndecided,
  'withdrawal.unsent': returnUnsent,
  'withdrawal.escalated': escalateUnproved,
  'withdrawal.overdue': notifyOverdue,
  'withdrawal.appeal': grantAppeals,
  'act.expire': (ctx) => expireActs(ctx, actKinds),
  'event.retry': retryEvents,
  'staff.alerts': notifyStaff,
  'delete.orders': deleteOldOrderRows,
  'delete.quotes': (ctx) => deleteOldQuotes(ctx.db, ctx.clock.now()),
  'delete.changes': (ctx) => deleteOldChanges(ctx.db, addTime(ctx.clock.now(), -days(1))),
  'delete.messages': (ctx) => deleteOldMessages(ctx.db, addTime(ctx.clock.now(), -outboxRetention)),
  'delete.secrets': (ctx) => deleteFormerSecrets(ctx.db, ctx.clock.now()),
  'delete.carrier-calls': (ctx) =>
    deleteOldCarrierRows(
      ctx.db,
      addTime(ctx.clock.now(), -carrierCallRetention),
      addTime(ctx.clock.now(), -endedSecretRetention),
    ),
  'delete.keys': (ctx) => deleteOldKeys(ctx.db, addTime(ctx.clock.now(), -keyRetention)),
  'delete.carts': (ctx) => deleteOldCarts(ctx.db, ctx.clock.now()),
  'delete.imports': (ctx) => deleteOldRows(ctx.db, addTime(ctx.clock.now(), -importRowRetention)),
  'delete.traces': (ctx) => deleteOldTraces(ctx.db, addTime(ctx.clock.now(), -traceRetention)),
  'delete.access': (ctx) => deleteEndedAccess(ctx.db, addTime(ctx.clock.now(), -days(1))),
  'delete.shop-access': (ctx) => deleteEndedShopAccess(ctx.db, addTime(ctx.clock.now(), -days(1))),
  'delete.claims': (ctx) => deleteEndedClaims(ctx.db, addTime(ctx.clock.now(), -days(1))),
  'delete.snoozes': (ctx) => deleteEndedSnoozes(ctx.db, addTime(ctx.clock.now(), -days(1))),
  'delete.failures': (ctx) => deleteOldFailures(ctx.db, ctx.clock.now()),
}

const deadlineJob = (name: string) => `deadline-${name.replaceAll('.', '-')}`

/**
 * One job for each entry of `everyMinute`, so that no job waits for another. A failed job is logged and runs again
 * a minute later.
 */
export const deadlineTasks = (ctx: AppContext, processors: Processors): Record<string, () => Promise<void>> =>
  Object.fromEntries(
    Object.entries(everyMinute).map(([name, run]) => [
      deadlineJob(name),
      async () => {
        try {
          await run(ctx, processors)
        } catch (error) {
          ctx.log.error({ err: error, deadline: name }, 'worker: a deadline failed')
        }
      },
    ]),
  )

export const deadlineCrontab = Object.keys(everyMinute).map((name) => `* * * * * ${deadlineJob(name)} ?max=1`)

/** The loops over rows that wait, by name. */
const waitingWork = (ctx: AppContext): Record<WaitingLoop, (signal: AbortSignal) => Promise<unknown>> => ({
  async payouts() {
    if (ctx.settings.mode !== 'production') await resumePayoutsInProgress(ctx, testBank(ctx))
    await pollChainPayouts(ctx)
  },
  events: () => processEvents(ctx),
  notifications: () => sendNotifications(ctx),
  order_search: () => readForSearch(ctx.db),
  order_mails: () => sendOrderMails(ctx),
  report_outcomes: () => sendReportOutcomes(ctx),
  webhooks: (signal) => sendWebhookCalls(ctx, signal),
  imports: (signal) => runImports(ctx, importKinds, signal),
})
