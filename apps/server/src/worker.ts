/** What the worker does every minute because time has passed. Each line is a job of its own: none waits for another or fails with it. */
import { expireDeposits } from './modules/deposits/store.ts'
import { deleteOldChanges } from './modules/listings/change-store.ts'
import { deleteOldOrderRows, orderSteps } from './modules/orders/deadlines.ts'
import { warnOfDeadlines, warnOfShipments } from './modules/orders/warn-of-deadlines.ts'
import { retryEvents } from './modules/payments/receive-event.ts'
import { deleteOldMessages } from './modules/post/store.ts'
import { runRefundDeadlines } from './modules/refunds/answer-refund.ts'
import { warnOfAnswers } from './modules/refunds/warn-of-answers.ts'
import { traceKept } from './modules/self-dealing/signs.ts'
import { deleteOldTraces } from './modules/self-dealing/store.ts'
import { runClosings } from './modules/shops/close-shop.ts'
import { escalateUnproved, returnUndecided, returnUnsent } from './modules/withdrawals/decide-withdrawal.ts'
import { deleteOldQuotes } from './modules/withdrawals/store.ts'
import { tellOverdue } from './modules/withdrawals/tell-overdue.ts'
import { after, days } from './platform/clock.ts'
import { deleteOldFailures, runStep } from './platform/deadlines.ts'
import type { House } from './platform/house.ts'
import type { Processor } from './platform/processor.ts'

/** How long it is known which messages were written to whom. */
const messagesKept = days(30)

type Processors = Partial<Record<Processor['name'], Processor>>

const everyMinute: Record<string, (house: House, processors: Processors) => Promise<unknown>> = {
  ...Object.fromEntries(orderSteps.map((step) => [step.name, (house: House) => runStep(house, step)])),
  'shop.closing': runClosings,
  'refund.due': runRefundDeadlines,
  'refund.warn': warnOfAnswers,
  'order.warn': warnOfDeadlines,
  'order.warn-shipment': warnOfShipments,
  'deposit.expire': (house) => expireDeposits(house.db, house.clock.now()),
  'withdrawal.undecided': returnUndecided,
  'withdrawal.unsent': returnUnsent,
  'withdrawal.escalated': escalateUnproved,
  'withdrawal.overdue': tellOverdue,
  'event.retry': retryEvents,
  'delete.orders': deleteOldOrderRows,
  'delete.quotes': (house) => deleteOldQuotes(house.db, house.clock.now()),
  'delete.changes': (house) => deleteOldChanges(house.db, after(house.clock.now(), -days(1))),
  'delete.messages': (house) => deleteOldMessages(house.db, after(house.clock.now(), -messagesKept)),
  'delete.traces': (house) => deleteOldTraces(house.db, after(house.clock.now(), -traceKept)),
  'delete.failures': (house) => deleteOldFailures(house.db, house.clock.now()),
}

const jobOf = (name: string) => `deadline-${name.replaceAll('.', '-')}`

/** The jobs by name. One that fails is logged and comes again a minute later. */
export const deadlineTasks = (house: House, processors: Processors): Record<string, () => Promise<void>> =>
  Object.fromEntries(
    Object.entries(everyMinute).map(([name, run]) => [
      jobOf(name),
      async () => {
        try {
          await run(house, processors)
        } catch (error) {
          house.log.error({ err: error, deadline: name }, 'worker: a deadline failed')
        }
      },
    ]),
  )

/** A line of the crontab for each. */
export const deadlineCrontab: readonly string[] = Object.keys(everyMinute).map(
  (name) => `* * * * * ${jobOf(name)} ?max=1`,
)
