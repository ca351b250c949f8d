import { randomBytes } from 'node:crypto'
import type { FilePurpose } from '@quayside/contract'
import * as files from '@quayside/contract/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hours } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRawRoute, type Route } from '../../platform/route.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { consumeRateLimit } from '../../platform/rate-limit.ts'
import { limitConcurrencyPerKey, limitConcurrency } from '../../platform/concurrency.ts'
import { isPrivate, normalise } from './picture.ts'
import { encrypt } from './encryption.ts'
import { insertFile, readFileRow, urlOf, type Owner } from './store.ts'

/** Uploads of one person in an hour. Registering needs four pictures and some second tries. */
const uploadsPerHour = { merchant: 120, unverifiedMerchant: 30, buyer: 60, operator: 600 }

/**
 * Uploads that lie in memory at once, of one person and of all. The others are not read from the network before their turn. Buyers, whose
 * accounts cost nothing, have places of their own, so that they cannot take those of merchants and staff.
 */
const onePerson = { running: 2, waiting: 10 }
const places = { merchant: limitConcurrency(6, 60), buyer: limitConcurrency(3, 30), operator: limitConcurrency(3, 30) }

/** What one person may send: counts the try, waits for a place, reads the file and stores it. */
function uploader(): (
  ctx: AppContext,
  request: FastifyRequest,
  owner: Owner,
  most: number,
  save: (given: Buffer) => ReturnType<typeof keep>,
  now: Date,
) => ReturnType<typeof keep> {
  const perPerson = limitConcurrencyPerKey(onePerson)
  return async (ctx, request, { who, id }, most, save, now) => {
    if (!(await consumeRateLimit(ctx.db, `upload ${id}`, most, hours(1), now)).allowed) refuse('request/too-many')
    return perPerson(id, () => places[who](async () => save(await received(request))))
  }
}

export function fileRoutes(): Route[] {
  const send = uploader()
  return [
    defineRawRoute(files.upload, async ({ ctx, actor, now, request }, { purpose }) => {
      const owner = { who: 'merchant', id: actor.merchantId } as const
      const most = actor.verified ? uploadsPerHour.merchant : uploadsPerHour.unverifiedMerchant
      return send(ctx, request, owner, most, (given) => keep(ctx, given, purpose, owner, actor.shopId, now), now)
    }),
    defineRawRoute(files.buyerUpload, async ({ ctx, actor, now, request }, { purpose }) => {
      const owner = { who: 'buyer', id: actor.buyerId } as const
      const save = (given: Buffer) => keep(ctx, given, purpose, owner, null, now)
      return send(ctx, request, owner, uploadsPerHour.buyer, save, now)
    }),
    defineRawRoute(files.operatorUpload, async ({ ctx, actor, now, request }, { purpose }) => {
      const owner = { who: 'operator', id: actor.operatorId } as const
      const save = (given: Buffer) => keep(ctx, given, purpose, owner, null, now)
      return send(ctx, request, owner, uploadsPerHour.operator, save, now)
    }),
  ]
}

/** The one file of a multipart body, in memory; @fastify/multipart ends it at the byte limit. */
async function received(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return refuse('request/unsupported-type')
  try {
    const part = await request.file()
    if (part?.fieldname === 'file') return await part.toBuffer()
  } catch (error) {
    // Fastify's own refusals have a status; the parser's errors, such as a body that ends too early, have none.
    if (error instanceof Error && 'statusCode' in error) throw error
    return refuse('request/malformed')
  }
  return refuse('file/unreadable')
}

async function keep(
  ctx: AppContext,
  given: Buffer,
  purpose: FilePurpose,
  owner: Owner,
  shopId: string | null,
  at: Date,
) {
  const { content, contentType, width, height } = await normalise(given, purpose)
  const id = newId()
  let stored = content
  let wrappedKey: Buffer | null = null
  if (isPrivate(purpose)) {
    const key = randomBytes(32)
    stored = encrypt(key, content, `file ${id}`)
    wrappedKey = encrypt(ctx.settings.masterKey, key, `key of ${id}`)
  }
  const storageKey = await ctx.storage.put(stored)
  await insertFile(ctx.db, {
    id,
    owner,
    shopId,
    purpose,
    contentType,
    bytes: content.length,
    width,
    height,
    storageKey,
    wrappedKey,
    at,
  })
  return { id, url: wrappedKey ? null : urlOf(id), width, height }
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Pictures that anyone may see. A private one is answered exactly like one that does not exist. */
export function servePublicFiles(http: FastifyInstance, ctx: AppContext): void {
  http.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const [, id] = /^(.+)\.webp$/.exec(request.params.name) ?? []
    const row = id && isId.test(id) ? await readFileRow(ctx.db, id, false) : undefined
    if (!row) return refuse('request/not-found')
    const content = await ctx.storage.get(row.storage_key)
    return (
      reply
        .header('content-type', row.content_type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Pictures of shops and goods are public: pages of other origins and mails may show them.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .send(content)
    )
  })
}
