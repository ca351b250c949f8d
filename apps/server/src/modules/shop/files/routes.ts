import { createHmac, randomBytes } from 'node:crypto'
import type { FilePurpose } from '@quayside/contract'
import * as files from '@quayside/contract/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hours } from '../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { defineRawRoute, type Call, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { limitConcurrencyPerKey, limitConcurrency } from '../../../platform/database/concurrency.ts'
import { askForAvif, makeWidth } from './make-widths.ts'
import { isPrivate, normalise } from './picture.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import {
  fileKeyContext,
  findWidth,
  insertFile,
  pictureWidths,
  readFileRow,
  urlOf,
  type Owner,
  type PictureFormat,
} from './store.ts'

/** Uploads of one person in an hour. A registration needs four pictures and some second attempts. */
const maxUploads = { merchant: 120, unverifiedMerchant: 30, buyer: 60, operator: 600 }
const uploadLimit = { name: 'upload', window: hours(1) }

/**
 * Parallel uploads in memory: of one person, and of all persons of a kind. The server does not read waiting uploads
 * from the network. Buyers' accounts cost nothing, so buyers have a limit of their own and cannot block merchants
 * and staff.
 */
const limitOnePerson = limitConcurrencyPerKey({ running: 2, waiting: 10 })
const limitAll = {
  merchant: limitConcurrency(6, 60),
  buyer: limitConcurrency(3, 30),
  operator: limitConcurrency(3, 30),
}

/** Reads the file of the request and stores it, within the limits of memory. */
const storeUpload = (
  { ctx, now, request }: Pick<Call, 'ctx' | 'now' | 'request'>,
  purpose: FilePurpose,
  owner: Owner,
  shopId: string | null,
): ReturnType<typeof storeFile> =>
  limitOnePerson(owner.id, () =>
    limitAll[owner.who](async () => storeFile(ctx, await readUpload(request), purpose, owner, shopId, now)),
  )

export const fileRoutes = (): Route[] => [
  defineRawRoute(
    files.upload,
    (call, { purpose }) =>
      storeUpload(call, purpose, { who: 'merchant', id: call.actor.merchantId }, call.actor.shopId),
    {
      message: 'register.photo.uploaded',
      limit: {
        ...uploadLimit,
        per: 'merchant',
        max: ({ verified }) => (verified ? maxUploads.merchant : maxUploads.unverifiedMerchant),
      },
    },
  ),
  defineRawRoute(
    files.buyerUpload,
    (call, { purpose }) => storeUpload(call, purpose, { who: 'buyer', id: call.actor.buyerId }, null),
    { limit: { ...uploadLimit, per: 'buyer', max: maxUploads.buyer } },
  ),
  defineRawRoute(
    files.operatorUpload,
    (call, { purpose }) => storeUpload(call, purpose, { who: 'operator', id: call.actor.operatorId }, null),
    {
      audit: {
        subject: 'file',
        act: 'created',
        id: (_input, file) => file?.id,
        detail: ({ purpose }) => ({ purpose }),
      },
      limit: { ...uploadLimit, per: 'operator', max: maxUploads.operator },
    },
  ),
]

/** Reads the one file of a multipart body into memory. @fastify/multipart stops at the byte limit. */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return refuse('request/unsupported-type')
  try {
    const part = await request.file()
    if (part?.fieldname === 'file') return await part.toBuffer()
  } catch (error) {
    // An error of Fastify has a status. An error of the parser, such as a body that ends too early, has none.
    if (error instanceof Error && 'statusCode' in error) throw error
    return refuse('request/malformed')
  }
  return refuse('file/unreadable')
}

/** The same picture has the same fingerprint; without the key nobody can look one up. */
const fingerprintOf = (lookupKey: Buffer, content: Buffer): Buffer =>
  createHmac('sha256', lookupKey).update('fingerprint of a picture ').update(content).digest()

async function storeFile(
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
    wrappedKey = ctx.keys.seal('file', key, fileKeyContext(id))
  }
  const storageKey = await ctx.storage.put(stored)
  await withTransaction(ctx.db, async (tx) => {
    await insertFile(tx, {
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
      fingerprint: fingerprintOf(ctx.keys.lookup, content),
      at,
    })
  })
  return { id, url: wrappedKey ? null : urlOf(id), width, height }
}

/** Stores a picture that came with a form, within the limits of memory. */
export const storePicture = (
  ctx: AppContext,
  content: Buffer,
  purpose: FilePurpose,
  owner: Owner,
  now: Date,
): ReturnType<typeof storeFile> =>
  limitOnePerson(owner.id, () => limitAll[owner.who](() => storeFile(ctx, content, purpose, owner, null, now)))

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Public pictures, and their smaller copies. A private picture gives the same response as a missing one. */
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
  servePictureWidths(http, ctx)
}

/** WebP copies that wait to be made for a request. Each takes 30 to 120 ms of one core. */
const limitCopies = limitConcurrency(1, 200)
/** Seconds that a copy in another format than asked for is kept by browsers: then they get the real one. */
const standInAge = 60

/**
 * Public pictures in smaller widths: apps ask for WebP, the storefront for AVIF too. Each copy is made when it is first
 * asked for. The first who ask for AVIF get WebP, which every browser that asks for AVIF reads: the worker makes the
 * AVIF meanwhile.
 */
function servePictureWidths(http: FastifyInstance, ctx: AppContext): void {
  http.get<{ Params: { id: string; name: string } }>('/files/:id/:name', async (request, reply) => {
    const { id } = request.params
    const [, width, format] = /^(\d+)\.(avif|webp)$/.exec(request.params.name) ?? []
    const wanted = pictureWidths.find((one) => String(one) === width)
    if (!isId.test(id) || wanted === undefined) return refuse('request/not-found')
    const made = await findWidth(ctx.db, id, wanted, format as PictureFormat)
    const isStandIn = made === undefined && format === 'avif'
    const key =
      made ??
      (await findWidth(ctx.db, id, wanted, 'webp')) ??
      (await limitCopies(() => makeWidth(ctx, id, wanted, 'webp')))
    // Two jobs for one copy are one.
    if (isStandIn) await withTransaction(ctx.db, (tx) => askForAvif(tx, id, wanted))
    return reply
      .header('content-type', `image/${isStandIn ? 'webp' : format}`)
      .header('cache-control', isStandIn ? `public, max-age=${standInAge}` : 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .send(await ctx.storage.get(key))
  })
}
