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

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * The merchant app at `/`. Its page is small and never cached; everything it loads carries a hash in its name and is kept for
 * ever, compressed once when it was built.
 */
export async function serveApp(
  http: FastifyInstance,
  folder: string,
  { mode, imprint, tabs }: Pick<Settings, 'mode' | 'imprint' | 'tabs'>,
  statementKeys: readonly string[],
): Promise<void> {
  const page = (await readFile(join(folder, 'index.html'), 'utf8'))
    .replace('__MODE__', mode)
    .replace('__TABS__', String(tabs))
    .replace('__IMPRINT__', () => (imprint ? attribute(JSON.stringify(imprint)) : ''))
  const plain = Buffer.from(page)
  // The one script that stands in the page itself is allowed by what it says.
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  const directives = { ...contentSecurityPolicy, scriptSrc: [...contentSecurityPolicy.scriptSrc, ...scripts] }
  // Scripts that run apart, as the service worker does, keep to the policy they are served with.
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
  // The check of a statement as one file: the only thing that it is given is whose signatures count. An app of an earlier build may not have it.
  const verifier = await readFile(join(folder, 'verifier.html'), 'utf8').catch(() => null)
  if (verifier !== null) {
    const told = verifier.replace('__STATEMENT_KEYS__', statementKeys.join(' '))
    http.get('/verifier.html', (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        // The page says itself what it may load, so that this holds on a disk too; only framing has to be forbidden here.
        .header('content-security-policy', "frame-ancestors 'none'")
        .send(told),
    )
  }
  await http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // What the build notes for itself.
    dotfiles: 'ignore',
    // The page is served at `/`, filled in and with its policy; as a plain file it would have neither.
    allowedPath: (path) => !path.startsWith('/index.html'),
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = /\/assets\//.test(path)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      response.header('content-security-policy', policy)
    },
  })
}
