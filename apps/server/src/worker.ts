/** What the worker does every minute because time has passed. Each line is a job of its own: none waits for another or fails with it. */
import { expireDeposits } from './modules/deposits/store.ts'
import { deleteOldChanges } from './modules/listings/change-store.ts'
import { deleteOldOrderRows, orderSteps } from './modules/orders/deadlines.ts'
import { sendDeadlineReminders, sendShipmentReminders } from './modules/orders/send-deadline-reminders.ts'
import { retryEvents } from './modules/payments/receive-event.ts'
import { deleteOldMessages } from './modules/outbox/store.ts'
import { runRefundDeadlines } from './modules/refunds/answer-refund.ts'
import { sendAnswerReminders } from './modules/refunds/send-answer-reminders.ts'
import { traceRetention } from './modules/self-dealing/signs.ts'
import { deleteOldTraces } from './modules/self-dealing/store.ts'
import { runClosings } from './modules/shops/close-shop.ts'
import { escalateUnproved, returnUndecided, returnUnsent } from './modules/withdrawals/decide-withdrawal.ts'
import { deleteOldQuotes } from './modules/withdrawals/store.ts'
import { notifyOverdue } from './modules/withdrawals/notify-overdue.ts'
import { addTime, days } from './platform/clock.ts'
import { deleteOldFailures, runStep } from './platform/deadlines.ts'
import type { AppContext } from './platform/app-context.ts'
import type { Processor } from './platform/processor.ts'

/** How long it is known which messages were written to whom. */
const messagesKept = days(30)

type Processors = Partial<Record<Processor['name'], Processor>>

const everyMinute: Record<string, (ctx: AppContext, processors: Processors) => Promise<unknown>> = {
  ...Object.fromEntries(orderSteps.map((step) => [step.name, (ctx: AppContext) => runStep(ctx, step)])),
  'shop.closing': runClosings,
  'refund.due': runRefundDeadlines,
  'refund.warn': sendAnswerReminders,
  'order.warn': sendDeadlineReminders,
  'order.warn-shipment': sendShipmentReminders,
  'deposit.expire': (ctx) => expireDeposits(ctx.db, ctx.clock.now()),
  'withdrawal.undecided': returnUndecided,
  'withdrawal.unsent': returnUnsent,
  'withdrawal.escalated': escalateUnproved,
  'withdrawal.overdue': notifyOverdue,
  'event.retry': retryEvents,
  'delete.orders': deleteOldOrderRows,
  'delete.quotes': (ctx) => deleteOldQuotes(ctx.db, ctx.clock.now()),
  'delete.changes': (ctx) => deleteOldChanges(ctx.db, addTime(ctx.clock.now(), -days(1))),
  'delete.messages': (ctx) => deleteOldMessages(ctx.db, addTime(ctx.clock.now(), -messagesKept)),
  'delete.traces': (ctx) => deleteOldTraces(ctx.db, addTime(ctx.clock.now(), -traceRetention)),
  'delete.failures': (ctx) => deleteOldFailures(ctx.db, ctx.clock.now()),
}

const jobOf = (name: string) => `deadline-${name.replaceAll('.', '-')}`

/** The jobs by name. One that fails is logged and comes again a minute later. */
export const deadlineTasks = (ctx: AppContext, processors: Processors): Record<string, () => Promise<void>> =>
  Object.fromEntries(
    Object.entries(everyMinute).map(([name, run]) => [
      jobOf(name),
      async () => {
        try {
          await run(ctx, processors)
        } catch (error) {
          ctx.log.error({ err: error, deadline: name }, 'worker: a deadline failed')
        }
      },
    ]),
  )

/** A line of the crontab for each. */
export const deadlineCrontab: readonly string[] = Object.keys(everyMinute).map(
  (name) => `* * * * * ${jobOf(name)} ?max=1`,
)
