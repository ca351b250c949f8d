/** Responses that the page requested before the app ran. See apps/merchant/build/preload/preload.js. */
import type { ApiRequest } from './request.ts'

/**
 * The result of the preload script: the session and language of its requests, and the responses by `<method> <url>
 * <body>`.
 */
type PrefetchedResponses = { token: string; lang: string; responses: Record<string, Promise<Response>> }

declare global {
  interface Window {
    prefetched?: PrefetchedResponses
  }
}

/** Returns the prefetched response to this request, once, and only for the same session and language. */
export function takePrefetchedResponse(
  { method, url, body }: ApiRequest,
  { token, lang }: Record<string, string>,
): Promise<Response> | undefined {
  const prefetched = typeof window === 'undefined' ? undefined : window.prefetched
  if (!prefetched || prefetched.token !== token || prefetched.lang !== lang) return undefined
  const key = `${method} ${url} ${body}`
  const response = prefetched.responses[key]
  delete prefetched.responses[key]
  return response
}
