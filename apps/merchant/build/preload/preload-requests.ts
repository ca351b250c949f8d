/**
 * What the places of the tab bar ask the server for as they open, so that the page can ask before the app runs. It must be exactly what the screens
 * ask, or it is asked for twice: `e2e/feel.test.ts` counts.
 */
import {
  dashboard,
  hotProducts,
  listCategories,
  listDistribution,
  listListings,
  listOrders,
  me,
  orderCounts,
  readWallet,
  type Endpoint,
  type RequestBody,
} from '@quayside/contract'
import { paths, type Path } from '../../src/paths.ts'

export type Request = { method: 'GET' | 'POST'; url: string; body: string }

function request<E extends Endpoint>({ method, path }: E, input: RequestBody<E>): Request {
  if (method === 'POST') return { method, url: path, body: JSON.stringify(input) }
  const query = new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]))
  return { method, url: query.size > 0 ? `${path}?${query.toString()}` : path, body: '' }
}

export const firstReads: Partial<Record<Path, Request[]>> = {
  [paths.home]: [request(me, {}), request(dashboard, {})],
  [paths.orders]: [request(listOrders, { status: 0, limit: 30 }), request(orderCounts, {})],
  [paths.products]: [request(listListings, { limit: 30 })],
  [paths.my]: [request(me, {}), request(readWallet, {})],
  [paths.distribution]: [
    request(listCategories, {}),
    request(hotProducts, {}),
    request(listDistribution, { limit: 30, sort: 'hot' }),
  ],
}
