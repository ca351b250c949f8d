import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

const pack = promisify(gzip)

const encodings = { br: /\bbr\b/, gzip: /\bgzip\b/ }
/** Whether the caller accepts a body in this encoding. */
export const acceptsEncoding = (request: Pick<FastifyRequest, 'headers'>, encoding: keyof typeof encodings): boolean =>
  encodings[encoding].test(String(request.headers['accept-encoding'] ?? ''))

export type ReadyBody = { headers: Record<string, string>; body: string | Buffer }
const type = { 'content-type': 'application/json; charset=utf-8' }

/**
 * The text of a response, plain and compressed. It is compressed at most once, and all callers of a cached response
 * share the result.
 * The length of a compressed response can reveal a secret to a site that repeats a request with its own text (BREACH).
 * That attack fails here. Browsers do not send the token header by themselves, so no other site can send requests in
 * a caller's name. The response with a new token is too short for compression.
 */
export class JsonResponse {
  readonly text: string
  #packing: Promise<Buffer> | undefined
  #plain: ReadyBody | undefined
  #packed: ReadyBody | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The body for this caller, and its headers. A body smaller than a network packet is not compressed. */
  bodyFor(request: Pick<FastifyRequest, 'headers'>): ReadyBody | Promise<ReadyBody> {
    if (this.text.length < 1200 || !acceptsEncoding(request, 'gzip'))
      // With the length Node writes head and body at once. Without it, a body that is written past Fastify goes out in
      // chunks.
      return (this.#plain ??= {
        headers: { ...type, 'content-length': String(Buffer.byteLength(this.text)) },
        body: this.text,
      })
    return this.#packed ?? this.#pack()
  }

  async #pack(): Promise<ReadyBody> {
    const body = await (this.#packing ??= pack(this.text))
    const headers = {
      ...type,
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-length': String(body.length),
    }
    return (this.#packed ??= { headers, body })
  }
}
