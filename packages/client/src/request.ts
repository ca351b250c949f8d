/** Queries as values, and the request that each sends. */
import type { Endpoint, RequestBody } from '@quayside/contract'

/** An endpoint with its input. Spread it into `useApiQuery` or `useApiInfiniteQuery`. */
export type ApiQuery<E extends Endpoint = Endpoint> = readonly [endpoint: E, input: RequestBody<E>]

export const apiQuery = <E extends Endpoint>(endpoint: E, input: RequestBody<E>): ApiQuery<E> => [endpoint, input]

export type ApiRequest = { method: 'GET' | 'POST'; url: string; body: string }

/** What goes over the wire: a GET carries the input in the URL, a POST in the body. */
export function requestOf<E extends Endpoint>({ method, path }: E, input: RequestBody<E>): ApiRequest {
  if (method === 'POST') return { method, url: path, body: JSON.stringify(input) }
  const query = new URLSearchParams(
    Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return { method, url: query.size > 0 ? `${path}?${query.toString()}` : path, body: '' }
}
