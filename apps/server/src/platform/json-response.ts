import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

const pack = promisify(gzip)

const encodings = { br: /\bbr\b/, gzip: /\bgzip\b/ }
/** Whether the caller accepts a body in this encoding. */
export const acceptsEncoding = (request: FastifyRequest, encoding: keyof typeof encodings): boolean =>
  encodings[encoding].test(String(request.headers['accept-encoding'] ?? ''))

/**
 * The text of a response, plain and compressed. It is compressed at most once, and all callers of a cached response
 * share the result.
 * The length of a compressed response can reveal a secret to a site that repeats a request with its own text (BREACH).
 * That attack fails here. Browsers do not send the token header by themselves, so no other site can send requests in
 * a caller's name. The response with a new token is too short for compression.
 */
export class JsonResponse {
  readonly text: string
  #packed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The body for this caller, and its headers. A body smaller than a network packet is not compressed. */
  async bodyFor(request: FastifyRequest): Promise<{ headers: Record<string, string>; body: string | Buffer }> {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    if (this.text.length < 1200 || !acceptsEncoding(request, 'gzip')) return { headers, body: this.text }
    return {
      headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
      body: await (this.#packed ??= pack(this.text)),
    }
  }
}
