/**
 * The queries of each tab's first view. The screen uses the same values, and the page sends them before the app runs:
 * a phone waits for one round trip less. The app renders first when it has the responses; `e2e/feel.test.ts` checks that
 * no query is sent twice.
 */
import type { FirstQuery } from '@quayside/client'
import { paths, type Path } from './paths.ts'
import { dashboardQuery, profileQuery } from './screens/dashboard/queries.ts'
import { categoriesQuery, hotProductsQuery, productsQuery } from './screens/distribution/queries.ts'
import { myProfileQuery, walletQuery } from './screens/my/queries.ts'
import { orderCountsQuery, ordersQuery } from './screens/orders/queries.ts'
import { listingsQuery } from './screens/products/queries.ts'

export const firstQueries: Partial<Record<Path, readonly FirstQuery[]>> = {
  [paths.home]: [profileQuery, dashboardQuery],
  [paths.orders]: [[...ordersQuery({ status: 0 }), 'pages'], orderCountsQuery],
  [paths.products]: [[...listingsQuery({}), 'pages']],
  [paths.my]: [myProfileQuery, walletQuery],
  [paths.distribution]: [categoriesQuery, hotProductsQuery, [...productsQuery({ sort: 'hot' }), 'pages']],
}
