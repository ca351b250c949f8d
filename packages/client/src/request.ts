/** Queries as values, and the request that each sends. */
import type { Endpoint, Method, RequestBody } from '@quayside/contract'

/** An endpoint with its input. Spread it into `useApiQuery` or `useApiInfiniteQuery`. */
export type ApiQuery<E extends Endpoint = Endpoint> = readonly [endpoint: E, input: RequestBody<E>]

export const apiQuery = <E extends Endpoint>(endpoint: E, input: RequestBody<E>): ApiQuery<E> => [endpoint, input]

/** A query of a screen's first view; `pages` if the screen reads it page by page. */
export type FirstQuery = readonly [...ApiQuery, pages?: 'pages']

export type ApiRequest = { method: Method; url: string; body: string }

/** What goes over the wire: a GET carries the input in the URL, POST, PUT and DELETE in the body. */
export function requestOf<E extends Endpoint>({ method, path }: E, input: RequestBody<E>): ApiRequest {
  if (method !== 'GET') return { method, url: path, body: JSON.stringify(input) }
  const query = new URLSearchParams(
    Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return { method, url: query.size > 0 ? `${path}?${query.toString()}` : path, body: '' }
}
