import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Starts a response with status 200 that skips the remaining hooks of the server. It carries the headers that hooks
 * have set so far, and `headers`. They are written at once: a header that is set on the raw response before makes Node
 * set, check and merge each of them.
 */
export function hijackReply(reply: FastifyReply, headers: OutgoingHttpHeaders): ServerResponse {
  reply.hijack()
  return reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
}
