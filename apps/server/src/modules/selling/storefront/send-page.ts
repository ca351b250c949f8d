/** Sends pages: finished ones from memory, others as they are made, errors in the language of the path. */
import type { Server, ServerResponse } from 'node:http'
import type { Language } from '@quayside/contract'
import type { PageFrame, StorefrontPage } from '@quayside/contract/storefront-pages'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headOf, sendReady } from '../../../platform/http/answer-early.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { refusalFor } from '../../../platform/http/error-response.ts'
import { acceptsEncoding } from '../../../platform/http/json-response.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { securityHeaders } from '../../../platform/http/security-headers.ts'
import { requestIdHeader } from '../../../platform/http/request-log.ts'
import { bytesOf, compress, htmlOf, type CachedPage } from './page-cache.ts'
import { textsOf, type Storefront } from './renderer.ts'
import { languageOfPath, preferredLanguage } from './request-language.ts'
import { backLinkOf } from './back-link.ts'

/** What a page may do beyond its own origin: where its forms lead, and whose script, frames and calls it has. */
export type PageSources = { formAction?: string; script?: string; frame?: string; connect?: string }

const policy = ({ formAction, script, frame, connect }: PageSources = {}) =>
  [
    "default-src 'none'",
    ['script-src', "'self'", script],
    "style-src 'self'",
    // `blob:`: the script reads a chosen photo to make it smaller.
    "img-src 'self' data: blob:",
    ['connect-src', "'self'", connect],
    frame && ['frame-src', frame],
    ['form-action', "'self'", formAction],
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .flatMap((line) => (line ? [Array.isArray(line) ? line.filter(Boolean).join(' ') : line] : []))
    .join('; ')
const ownPolicy = policy()
const publicHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
  'content-security-policy': ownPolicy,
  'referrer-policy': 'same-origin',
}

/** The language of a request's path, or the preferred one. */
export const languageOfRequest = (request: FastifyRequest): Language =>
  languageOfPath(/^\/([\w-]+)/.exec(request.url)?.[1] ?? '') ?? preferredLanguage(request.headers['accept-language'])

type FrameOptions = { path: string; canonical?: string | null; refresh?: string | undefined }

/** Whether `if-none-match` names the tag, alone or among several. */
const isKnown = (named: string | undefined, tag: string): boolean =>
  named !== undefined && named.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/** Equal pages may be compressed differently, so equal tags say nothing about the bytes. */
const weak = (tag: string): string => `W/${tag}`

/** Makes documents and sends them. */
export class Pages {
  readonly #ctx: AppContext
  readonly #storefront: Storefront
  /** Of a page from memory, with what the hooks of the server would add. */
  readonly #keptHeaders: Record<string, string>

  constructor(ctx: AppContext, storefront: Storefront) {
    this.#ctx = ctx
    this.#keptHeaders = { ...securityHeaders(ctx.settings.mode), ...publicHeaders, 'server-timing': 'kept' }
    this.#storefront = storefront
  }

  render(page: StorefrontPage, lang: Language, { path, canonical = null, refresh }: FrameOptions): string {
    const { storefrontUrl: origin, mode, imprint } = this.#ctx.settings
    const frame: PageFrame = {
      lang,
      origin,
      path,
      canonical,
      mode,
      imprint,
      refresh,
      assets: this.#storefront.assets,
    }
    return this.#storefront.render(page, frame, textsOf(lang))
  }

  /** A page that anybody may see and keep until it changes. `found`: it was kept in memory. */
  async sendKept(request: FastifyRequest, reply: FastifyReply, page: CachedPage, found: boolean) {
    void reply.headers(publicHeaders).header('etag', weak(page.tag))
    if (found) void reply.header('server-timing', 'kept')
    if (isKnown(request.headers['if-none-match'], page.tag)) return reply.code(304).send()
    if (acceptsEncoding(request, 'br')) return reply.header('content-encoding', 'br').send(bytesOf(page))
    return reply.send(await htmlOf(page))
  }

  /** The same answer past Fastify, with this request id, if the caller accepts it. Returns its status. */
  sendEarly(server: Server, response: ServerResponse, page: CachedPage, id: string): 200 | 304 | undefined {
    const { req: request } = response
    if (!acceptsEncoding(request, 'br')) return undefined
    if (isKnown(request.headers['if-none-match'], page.tag)) {
      response.writeHead(304, { ...this.#keptHeaders, etag: weak(page.tag), [requestIdHeader]: id }).end()
      return 304
    }
    page.head ??= headOf({
      ...this.#keptHeaders,
      'content-encoding': 'br',
      etag: weak(page.tag),
      'content-length': String(page.br.length),
    })
    sendReady(server, response, page.head, `${requestIdHeader}: ${id}\r\n`, page.br)
    return 200
  }

  /**
   * A page of one person, which nobody else may keep. `sources`: what it may do beyond its own origin. It is
   * compressed: no page repeats a parameter of its address beside a secret, so that the length of its answer tells
   * nothing.
   */
  async send(
    reply: FastifyReply,
    html: string,
    { status = 200, ...sources }: PageSources & { status?: number } = {},
  ): Promise<FastifyReply> {
    const compressed = acceptsEncoding(reply.request, 'br')
    if (compressed) void reply.header('content-encoding', 'br')
    return reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(sources))
      .header('referrer-policy', 'same-origin')
      .header('x-robots-tag', 'noindex')
      .header('vary', 'accept-encoding')
      .send(compressed ? await compress(html, 4) : html)
  }

  /** A picture of one person, which nobody else may keep. */
  sendPicture(reply: FastifyReply, contentType: string, content: Buffer): FastifyReply {
    return reply
      .header('content-type', contentType)
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('x-robots-tag', 'noindex')
      .send(content)
  }

  /** The page of a refusal or an unexpected error. */
  sendError = (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = refusalFor(error)
    if (!refusal) request.log.error({ err: error, url: request.routeOptions.url }, 'storefront: a page failed')
    return this.#sendRefusal(request, reply, refusal ?? new Refusal('request/failed', { request: request.id }))
  }

  /** An address that is one of a page but for the slash at its end leads to the page. */
  sendNotFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const address = isRead ? withoutEndSlash(request.url) : null
    if (address !== null) return reply.header('cache-control', 'no-store').redirect(address, 308)
    return this.#sendRefusal(request, reply, new Refusal('request/not-found'))
  }

  #sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> {
    const lang = languageOfRequest(request)
    const status = statusOf(refusal.reason)
    if (status === 503 || status === 429) void reply.header('retry-after', '5')
    const kind = status === 404 ? ('not-found' as const) : status >= 500 ? ('failed' as const) : ('refused' as const)
    const sentence = refusalMessage(lang, refusal.reason, refusal.values)
    const back = backLinkOf(request, refusal.reason)
    const html = this.render({ page: 'notice', kind, sentence, back }, lang, { path: '' })
    return this.send(reply, html, { status })
  }
}

/**
 * The address without the slashes at the end of its path; null without one, and for two slashes at the start, which
 * would name another host. A loop and no expression: this reads what a stranger sends, of any length.
 */
function withoutEndSlash(url: string): string | null {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return end === path.length || !/^\/[\w-]/.test(path) ? null : url.slice(0, end) + url.slice(path.length)
}

const statusOf = (reason: Refusal['reason']): number =>
  reason.endsWith('/not-found')
    ? 404
    : ({
        'request/failed': 500,
        'request/busy': 503,
        'request/unavailable': 503,
        'request/too-many': 429,
        'request/too-large': 413,
        'request/unsupported-type': 415,
        'request/forbidden': 403,
        'request/malformed': 400,
      }[reason as string] ?? 409)
