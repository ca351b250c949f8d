import { apiQuery, type FirstQuery } from '@quayside/client'
import { dashboard, me } from '@quayside/contract'

export const profileQuery = apiQuery(me, {})
export const dashboardQuery = apiQuery(dashboard, {})

export const firstQueries: readonly FirstQuery[] = [profileQuery, dashboardQuery]
