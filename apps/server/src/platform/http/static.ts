import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { endpoints } from '@quayside/contract/endpoints'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../settings.ts'
import type { AppContext } from '../app-context.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { acceptsEncoding } from './json-response.ts'
import { workerRemoval } from './worker-removal.ts'

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

type Page = { send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> }

/** A page with its settings: compressed once, with a policy that allows its inline scripts by their hashes. */
async function openPage(html: string): Promise<Page> {
  const plain = Buffer.from(html)
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  const directives = { ...contentSecurityPolicy, scriptSrc: [...contentSecurityPolicy.scriptSrc, ...scripts] }
  const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gz = await promisify(gzip)(plain)
  return {
    async send(request, reply) {
      await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } })
      void reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
      if (acceptsEncoding(request, 'br')) return reply.header('content-encoding', 'br').send(br)
      if (acceptsEncoding(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gz)
      return reply.send(plain)
    },
  }
}

/** The policy of our files. A service worker runs under the policy of its own response. */
const filePolicy = Object.entries(contentSecurityPolicy)
  .map(([name, values]) => `${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} ${values.join(' ')}`)
  .join('; ')

/** How the files of a built app are served. Those that the page loads have a hash in their names. */
const fileOptions = (folder: string): FastifyStaticOptions => ({
  root: folder,
  index: false,
  preCompressed: true,
  // Internal files of the build, such as .built-from.
  dotfiles: 'ignore',
  // The page is served with its settings and its policy. As a plain file it would have neither.
  allowedPath: (path) => !path.startsWith('/index.html'),
  cacheControl: false,
  setHeaders(response, path) {
    const hashed = /\/assets\//.test(path)
    response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    response.header('content-security-policy', filePolicy)
  },
})

/** What belongs to the APIs, and is no page of the console. Any other path is, also one like `/order/1`. */
const apiFolders = /^\/(platform|merchant|store|files)(\/|$)/
const aliases = new Set(Object.values(endpoints).flatMap(({ alias }) => alias ?? []))

/**
 * Serves the console: its files, and its page at every other address, because the console's own router reads them. A
 * request that does not ask for a page gets a 404, and so does an address of an API.
 */
export async function serveConsole(
  http: FastifyInstance,
  folder: string,
  { mode }: Pick<Settings, 'mode'>,
): Promise<void> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const page = await openPage(html.replace('__MODE__', mode))
  await http.register(fastifyStatic, {
    ...fileOptions(folder),
    // One route for each file, so that every other address can answer with the page.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br'],
  })
  http.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isPage = request.headers.accept?.includes('text/html') && !apiFolders.test(path) && !aliases.has(path)
    return isPage ? page.send(request, reply) : reply.callNotFound()
  })
}

/**
 * Serves the merchant app at `/`. Browsers revalidate its page at each load. The files that it loads have a hash in
 * their names, are cached without limit, and were compressed by the build.
 */
export async function serveApp(
  http: FastifyInstance,
  folder: string,
  { settings: { mode, imprint, serviceWorker }, business, clock }: Pick<AppContext, 'settings' | 'business' | 'clock'>,
  statementKeys: readonly string[],
): Promise<void> {
  const html = (await readFile(join(folder, 'index.html'), 'utf8'))
    .replace('__MODE__', mode)
    .replace('__IMPRINT__', () => (imprint ? attribute(JSON.stringify(imprint)) : ''))
  // Compressed once for the values in force; again after a change of them.
  let made: { tabs: string; offered: string; page: Promise<Page> } | undefined
  const currentPage = (): Promise<Page> => {
    const now = clock.now()
    const tabs = String(business.at('tabs', now))
    const offered = business.at('languages', now).join(' ')
    if (made?.tabs !== tabs || made.offered !== offered)
      made = { tabs, offered, page: openPage(html.replace('__TABS__', tabs).replace('__LANGUAGES__', offered)) }
    return made.page
  }
  await currentPage()
  http.get('/', async (request, reply) => (await currentPage()).send(request, reply))
  // The verifier of statements in one file: it gets the public keys that count. A build of an earlier version may
  // not have the file.
  const verifier = await readFile(join(folder, 'verifier.html'), 'utf8').catch(() => null)
  if (verifier !== null) {
    const pageWithKeys = verifier.replace('__STATEMENT_KEYS__', statementKeys.join(' '))
    http.get('/verifier.html', (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        // The page has its own policy, which also holds when it is opened from a disk. A page cannot forbid framing
        // itself.
        .header('content-security-policy', "frame-ancestors 'none'")
        .send(pageWithKeys),
    )
  }
  if (!serviceWorker)
    http.get('/worker.js', (_request, reply) =>
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', filePolicy)
        .send(workerRemoval),
    )
  await http.register(fastifyStatic, fileOptions(folder))
}
