/** Calls of web pages with another origin. Without origins in the settings a browser refuses them. */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * Allows pages of these origins to call the server. No credentials of the browser are allowed: the APIs have no
 * cookies. Register it before the routes.
 */
export async function allowOrigins(http: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await http.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST'],
    // What a page may send: the content type, a key or a session, and what the APIs read.
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'lang', 'token'],
    // What a page may read besides the body.
    exposedHeaders: ['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'],
    maxAge: 600,
  })
}
