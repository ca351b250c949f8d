/**
 * The queries of each tab's first view. The page sends them before the app runs: a phone waits for one round trip less.
 * Only the build imports this file. `e2e/feel.test.ts` checks that no query is sent twice. A screen that exports its
 * `firstQueries` is rendered first with their responses.
 */
import type { FirstQuery } from '@quayside/client'
import { paths, type Path } from './paths.ts'
import * as dashboard from './screens/dashboard/queries.ts'
import * as distribution from './screens/distribution/queries.ts'
import * as my from './screens/my/queries.ts'
import * as orders from './screens/orders/queries.ts'
import * as products from './screens/products/queries.ts'

export const firstQueries: Partial<Record<Path, readonly FirstQuery[]>> = {
  [paths.home]: dashboard.firstQueries,
  [paths.orders]: orders.firstQueries,
  [paths.products]: products.firstQueries,
  [paths.my]: my.firstQueries,
  [paths.distribution]: distribution.firstQueries,
}
