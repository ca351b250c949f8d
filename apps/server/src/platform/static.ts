import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { acceptsEncoding } from './json-response.ts'
import { workerRemoval } from './worker-removal.ts'

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Serves the merchant app at `/`. Browsers revalidate its page at each load. The files that it loads have a hash in
 * their names, are cached without limit, and were compressed by the build.
 */
export async function serveApp(
  http: FastifyInstance,
  folder: string,
  { mode, imprint, tabs, serviceWorker }: Pick<Settings, 'mode' | 'imprint' | 'tabs' | 'serviceWorker'>,
  statementKeys: readonly string[],
): Promise<void> {
  const page = (await readFile(join(folder, 'index.html'), 'utf8'))
    .replace('__MODE__', mode)
    .replace('__TABS__', String(tabs))
    .replace('__IMPRINT__', () => (imprint ? attribute(JSON.stringify(imprint)) : ''))
  const plain = Buffer.from(page)
  // Allow the inline script by its CSP hash.
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  const directives = { ...contentSecurityPolicy, scriptSrc: [...contentSecurityPolicy.scriptSrc, ...scripts] }
  // A service worker runs under the policy of its own response.
  const policy = Object.entries(contentSecurityPolicy)
    .map(([name, values]) => `${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} ${values.join(' ')}`)
    .join('; ')
  const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gz = await promisify(gzip)(plain)
  http.get('/', async (request, reply) => {
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } })
    void reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
    if (acceptsEncoding(request, 'br')) return reply.header('content-encoding', 'br').send(br)
    if (acceptsEncoding(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gz)
    return reply.send(plain)
  })
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
        .header('content-security-policy', policy)
        .send(workerRemoval),
    )
  await http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // Internal files of the build, such as .built-from.
    dotfiles: 'ignore',
    // The page is served at `/`, with its settings and its policy. As a plain file it would have neither.
    allowedPath: (path) => !path.startsWith('/index.html'),
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = /\/assets\//.test(path)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      response.header('content-security-policy', policy)
    },
  })
}
