import { apiQuery, type FirstQuery } from '@quayside/client'
import { listListings, type RequestBody } from '@quayside/contract'
import { pageSize } from '../../constants.ts'

export const listingsQuery = (filter: Partial<RequestBody<typeof listListings>>) =>
  apiQuery(listListings, { limit: pageSize, ...filter })

export const firstQueries: readonly FirstQuery[] = [[...listingsQuery({}), 'pages']]
