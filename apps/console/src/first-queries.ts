/**
 * The queries of a desk's first view, without anything in the address. The page sends them before the scripts run, so
 * that a cold start waits for one round trip less. Only the build imports this file; `e2e/console-people.test.ts`
 * checks that each is used and none sent twice.
 */
import { apiQuery, type ApiQuery } from '@quayside/client'
import { operatorMe } from '@quayside/contract/operators'
import { listRegistrations, registrationCounts } from '@quayside/contract/shop-admin'
import { listConversations } from '@quayside/contract/support-desk'
import { listWork, workCounts } from '@quayside/contract/work'

/** Those of every page. */
export const pageQueries: readonly ApiQuery[] = [apiQuery(operatorMe, {}), apiQuery(workCounts, {})]

/** Those of the queues that most people begin with. */
export const firstQueries: Readonly<Record<string, readonly ApiQuery[]>> = {
  '/work': [apiQuery(listWork, { state: 'open' })],
  '/registrations': [apiQuery(listRegistrations, { waiting: true }), apiQuery(registrationCounts, {})],
  '/inbox': [apiQuery(listConversations, { view: 'open', limit: 50 })],
}
