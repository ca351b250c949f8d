import { randomBytes } from 'node:crypto'
import { buyerUpload, operatorUpload, upload, type FilePurpose } from '@quayside/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hours } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { onRaw, type Route } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { isPrivate, normalise } from './picture.ts'
import { seal } from './sealed.ts'
import { insertFile, readFileRow, urlOf, type Owner } from './store.ts'

/** Uploads of one merchant or buyer in an hour. */
const mostInAnHour = 120

export const fileRoutes = (): Route[] => [
  onRaw(upload, async ({ house, actor, now, request }, { purpose }) => {
    if (!(await takeAttempt(house.db, `upload ${actor.merchantId}`, mostInAnHour, hours(1), now)).allowed)
      refuse('request/too-many')
    return keep(house, await received(request), purpose, { who: 'merchant', id: actor.merchantId }, actor.shopId, now)
  }),
  onRaw(buyerUpload, async ({ house, actor, now, request }, { purpose }) => {
    if (!(await takeAttempt(house.db, `upload ${actor.buyerId}`, mostInAnHour, hours(1), now)).allowed)
      refuse('request/too-many')
    return keep(house, await received(request), purpose, { who: 'buyer', id: actor.buyerId }, null, now)
  }),
  onRaw(operatorUpload, async ({ house, actor, now, request }, { purpose }) =>
    keep(house, await received(request), purpose, { who: 'operator', id: actor.operatorId }, null, now),
  ),
]

/** The one file of a multipart body, in memory; @fastify/multipart ends it at the byte limit. */
async function received(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return refuse('request/unsupported-type')
  const part = await request.file()
  if (!part || part.fieldname !== 'file') return refuse('file/unreadable')
  return part.toBuffer()
}

async function keep(house: House, given: Buffer, purpose: FilePurpose, owner: Owner, shopId: string | null, at: Date) {
  const { content, contentType, width, height } = await normalise(given, purpose)
  const id = newId()
  let stored = content
  let wrappedKey: Buffer | null = null
  if (isPrivate(purpose)) {
    const key = randomBytes(32)
    stored = seal(key, content, `file ${id}`)
    wrappedKey = seal(house.settings.masterKey, key, `key of ${id}`)
  }
  const storageKey = await house.storage.put(stored)
  await insertFile(house.db, {
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
export function servePublicFiles(http: FastifyInstance, house: House): void {
  http.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const [, id] = /^(.+)\.webp$/.exec(request.params.name) ?? []
    const row = id && isId.test(id) ? await readFileRow(house.db, id, false) : undefined
    if (!row) return refuse('request/not-found')
    const content = await house.storage.get(row.storage_key)
    return reply
      .header('content-type', row.content_type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(content)
  })
}
