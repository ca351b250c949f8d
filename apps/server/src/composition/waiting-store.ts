/** What waits in tables for the loops of the worker: one statement asks for all of them. */
import { anyPayoutIsUnfinished } from '../modules/money/withdrawals/store.ts'
import { anyNotificationIsDue } from '../modules/people/messages/store.ts'
import { anyMailWaits } from '../modules/selling/order-mails/store.ts'
import { anyOrderWaitsForSearch } from '../modules/selling/orders/order-search-store.ts'
import { anyOutcomeWaits } from '../modules/selling/reports/store.ts'
import { anyCallIsDue } from '../modules/shop/integrations/webhook-store.ts'
import { anyImportWaits } from '../modules/staff/imports/store.ts'
import { queryOne, sql, type Database } from '../platform/database/postgres.ts'
import { anyEventWaits } from '../platform/events/events.ts'

/** Which loops have something to do at this time, each answered by an index; and the time of the database. */
export const askWhatWaits = async (db: Database, now: Date) =>
  (await queryOne(
    db,
    sql<{
      at: Date
      payouts: boolean
      events: boolean
      notifications: boolean
      order_search: boolean
      order_mails: boolean
      report_outcomes: boolean
      webhooks: boolean
      imports: boolean
    }>`
      select clock_timestamp() as at, ${anyPayoutIsUnfinished()} as payouts, ${anyEventWaits(now)} as events,
        ${anyNotificationIsDue(now)} as notifications, ${anyOrderWaitsForSearch()} as order_search, ${anyMailWaits()} as order_mails,
        ${anyOutcomeWaits()} as report_outcomes, ${anyCallIsDue(now)} as webhooks, ${anyImportWaits(now)} as imports`,
  ))!

export type WaitingLoop = Exclude<keyof Awaited<ReturnType<typeof askWhatWaits>>, 'at'>
