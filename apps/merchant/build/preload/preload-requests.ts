/** The requests that the page sends before the app runs, by path. */
import { requestOf, type ApiRequest } from '@quayside/client'
import { firstQueries } from '../../src/first-queries.ts'

export const preloadRequests: Record<string, ApiRequest[]> = Object.fromEntries(
  Object.entries(firstQueries).map(([path, queries]) => [
    path,
    queries.map(([endpoint, input]) => requestOf(endpoint, input)),
  ]),
)
