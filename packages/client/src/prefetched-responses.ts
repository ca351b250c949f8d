/** Responses that the page requested before the app ran. See apps/merchant/build/preload/preload.js. */
import type { Envelope } from '@quayside/contract'
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

const keyOf = ({ method, url, body }: ApiRequest) => `${method} ${url} ${body}`

/** The prefetched responses, only for the same session and language. */
function responsesFor({ token, lang }: Record<string, string>): PrefetchedResponses['responses'] {
  const prefetched = typeof window === 'undefined' ? undefined : window.prefetched
  return prefetched && prefetched.token === token && prefetched.lang === lang ? prefetched.responses : {}
}

/** Returns the prefetched response to this request, once, and only for the same session and language. */
export function takePrefetchedResponse(
  request: ApiRequest,
  sender: Record<string, string>,
): Promise<Response> | undefined {
  const responses = responsesFor(sender)
  const response = responses[keyOf(request)]
  delete responses[keyOf(request)]
  return response
}

/**
 * The data of the prefetched response to this request, taken; undefined if there is none. A response that says more
 * than data, such as a refusal, is left for the query that asks for it.
 */
export async function takePrefetchedData(request: ApiRequest, sender: Record<string, string>): Promise<unknown> {
  const response = await responsesFor(sender)[keyOf(request)]?.catch(() => undefined)
  if (response?.status !== 200) return undefined
  const { code, data } = (await response.clone().json()) as Envelope<unknown>
  // A query may have taken it meanwhile.
  return code === 1 && takePrefetchedResponse(request, sender) ? data : undefined
}
