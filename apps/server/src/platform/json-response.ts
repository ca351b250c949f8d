import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

const pack = promisify(gzip)

const encodings = { br: /\bbr\b/, gzip: /\bgzip\b/ }
/** Whether the caller takes a body in this encoding. */
export const acceptsEncoding = (request: FastifyRequest, encoding: keyof typeof encodings): boolean =>
  encodings[encoding].test(String(request.headers['accept-encoding'] ?? ''))

/**
 * The text of an answer, and the same packed, made at most once: what is kept ready is packed for all who poll it.
 * Lengths of packed answers can give
 * secrets away to who may repeat a question with words of his own: no page of another site can ask in a caller's
 * name, whose token stands in a
 * header that browsers do not send by themselves, and the answer that brings a token is too short to be packed.
 */
export class JsonResponse {
  readonly text: string
  #packed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** What travels to this caller, and the headers that say so. Less than a packet is not worth packing. */
  async bodyFor(request: FastifyRequest): Promise<{ headers: Record<string, string>; body: string | Buffer }> {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    if (this.text.length < 1200 || !acceptsEncoding(request, 'gzip')) return { headers, body: this.text }
    return {
      headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
      body: await (this.#packed ??= pack(this.text)),
    }
  }
}
