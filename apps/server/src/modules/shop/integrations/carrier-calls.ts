/** Calls of carriers' programs: who made them, and their log. */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { CarrierCall } from '@quayside/contract'
import type { CarrierActor } from '../../../platform/security/actor.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { findCarrier } from '../../../domain/carriers.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { RequestRate } from '../../../platform/http/request-rate.ts'
import { isFresh, verifySignature } from '../../../platform/security/signature.ts'
import { findSignature, readWebhookHead } from '../../../platform/security/signed-webhook.ts'
import {
  carrierSecretContext,
  findAcceptedDigest,
  findCarrierByName,
  findCarrierKeyHolder,
  insertCarrierCall,
  listSigningSecrets,
  markCallRepeated,
  touchCarrierKey,
  touchCarrierSecret,
  type CarrierCallEntry,
  type CarrierRow,
} from './carrier-access-store.ts'
import { isTouchDue } from './integration.ts'

type Refusal = NonNullable<CarrierCall['refusal']>

/** A call whose caller is proved. */
export type ProvedCall = {
  carrierId: string
  /** The carrier's name as it is stored. */
  carrier: string
  way: CarrierCall['way']
  /** The header `webhook-id`; null for the other ways. */
  messageId: string | null
  digest: Buffer
  secretId: string | null
  keyId: string | null
  /** The time and the bytes of the signature; null for an API key. */
  signed: { signedAt: Date; signature: Buffer } | null
}

/**
 * Refused calls of one carrier that are written in a minute, by each copy of the server. Anyone can send calls in a
 * carrier's name, and they must not fill the log.
 */
const refusals = new RequestRate('caller', 60)

const emptyEntry = { messageId: null, digest: null, eventId: null, secretId: null, keyId: null }

async function logRefusal(
  ctx: AppContext,
  carrierId: string,
  call: Partial<CarrierCallEntry> & Pick<CarrierCallEntry, 'way'>,
  refusal: Refusal,
): Promise<void> {
  const at = ctx.clock.now()
  ctx.log.warn({ carrier: carrierId, way: call.way, refusal }, 'carriers: a call was refused')
  if (!refusals.count(() => carrierId, at.getTime())!.allowed) return
  await insertCarrierCall(ctx.db, {
    ...emptyEntry,
    ...call,
    id: newId(at.getTime()),
    carrierId,
    at,
    outcome: 'refused',
    refusal,
  })
}

/**
 * Proves that the carrier that the body names made the call: as Standard Webhooks says, or by the deprecated header
 * for a carrier of the settings. Refuses all others alike (`payment/bad-signature`); the log of the carrier says why.
 */
export async function proveSignedCall(
  ctx: AppContext,
  call: { rawBody: Buffer; body: unknown; headers: IncomingHttpHeaders },
): Promise<ProvedCall> {
  const now = ctx.clock.now()
  const name = (call.body as { carrier?: unknown } | null)?.carrier
  // A name that no carrier can have is not looked up.
  const carrier = typeof name === 'string' && name.length <= 200 ? await findCarrierByName(ctx.db, name) : undefined
  if (!carrier) return refuse('payment/bad-signature')
  const isStandard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].some((one) => call.headers[one])
  const proved = isStandard ? await proveWebhook(ctx, carrier, call, now) : proveFormer(ctx, carrier, call, now)
  if (typeof proved !== 'string') return proved
  const messageId = isStandard ? (readWebhookHead(call.headers)?.id ?? null) : null
  await logRefusal(ctx, carrier.id, { way: isStandard ? 'webhook' : 'former', messageId }, proved)
  return refuse('payment/bad-signature')
}

async function proveWebhook(
  ctx: AppContext,
  carrier: CarrierRow,
  { rawBody, headers }: { rawBody: Buffer; headers: IncomingHttpHeaders },
  now: Date,
): Promise<ProvedCall | Refusal> {
  const head = readWebhookHead(headers)
  if (!head) return 'headers'
  for (const secret of await listSigningSecrets(ctx.db, carrier.id)) {
    if (!secret.sealed) continue
    const key = ctx.keys.open('webhook', secret.sealed, carrierSecretContext(secret.id)).toString()
    const signature = findSignature(key, head, rawBody)
    if (!signature) continue
    if (secret.ends_at && secret.ends_at <= now) return 'secret-ended'
    if (!isFresh(Number(head.timestamp), now)) return 'age'
    if (isTouchDue(secret.used_at, now)) await touchCarrierSecret(ctx.db, secret.id, now)
    return {
      carrierId: carrier.id,
      carrier: carrier.name,
      way: 'webhook',
      messageId: head.id,
      digest: hash('sha256', rawBody, 'buffer'),
      secretId: secret.id,
      keyId: null,
      signed: { signedAt: new Date(Number(head.timestamp) * 1000), signature },
    }
  }
  return 'signature'
}

function proveFormer(
  { settings }: AppContext,
  carrier: CarrierRow,
  { rawBody, headers }: { rawBody: Buffer; headers: IncomingHttpHeaders },
  now: Date,
): ProvedCall | Refusal {
  const configured = findCarrier(settings.carriers, carrier.name)
  const signed = configured && verifySignature(configured.secret, headers['quayside-signature'], rawBody, now)
  if (!configured || !signed) return 'signature'
  return {
    carrierId: carrier.id,
    carrier: configured.name,
    way: 'former',
    messageId: null,
    digest: hash('sha256', rawBody, 'buffer'),
    secretId: null,
    keyId: null,
    signed,
  }
}

/** The call of a program with an API key. */
export const provedByKey = ({ carrierId, name, key }: CarrierActor): ProvedCall => ({
  carrierId,
  carrier: name,
  way: 'key',
  messageId: null,
  digest: Buffer.alloc(32),
  secretId: null,
  keyId: key.id,
  signed: null,
})

/** Writes that a proved call was refused, in a transaction of its own. */
export const logProvedRefusal = (ctx: AppContext, call: ProvedCall, eventId: string | null, refusal: Refusal) =>
  logRefusal(ctx, call.carrierId, { ...entryOf(call), eventId }, refusal)

const entryOf = ({ way, messageId, digest, secretId, keyId }: ProvedCall) => ({
  way,
  messageId,
  digest: way === 'key' ? null : digest,
  secretId,
  keyId,
})

/**
 * Writes a proved call in the transaction of its event, before the event. Returns its id if it is new, `repeated` for a
 * `webhook-id` that was accepted with the same body, and `id-reused` for one that was accepted with another one. Of
 * two calls with one `webhook-id` at the same time the second one waits for the first.
 */
export async function acceptCall(
  tx: Tx,
  call: ProvedCall,
  eventId: string,
  now: Date,
): Promise<{ callId: string } | 'repeated' | 'id-reused'> {
  const id = newId(now.getTime())
  const entry = { ...entryOf(call), id, carrierId: call.carrierId, at: now, eventId, refusal: null }
  if (await insertCarrierCall(tx, { ...entry, outcome: 'accepted' })) return { callId: id }
  const before = await findAcceptedDigest(tx, call.carrierId, call.messageId)
  if (!before?.digest?.equals(call.digest)) return 'id-reused'
  await insertCarrierCall(tx, { ...entry, outcome: 'repeated' })
  return 'repeated'
}

/** The event of an accepted call was known already. */
export const noteRepeated = (tx: Tx, { callId }: { callId: string }) => markCallRepeated(tx, callId)

/**
 * Finds the carrier of a key. A key that has ended, was revoked or lacks the scope is written to the carrier's log:
 * somebody has to give the carrier another one.
 */
export const createCarrierKeyFinder =
  (ctx: AppContext) =>
  async (tokenHash: Buffer, scope: string | undefined): Promise<CarrierActor | null> => {
    const now = ctx.clock.now()
    const row = await findCarrierKeyHolder(ctx.db as Queryable, tokenHash, now)
    if (!row) return null
    const refused = !row.counts ? 'key-ended' : row.scopes.some((one) => one === scope) ? null : 'scope'
    if (refused) await logRefusal(ctx, row.carrier_id, { way: 'key', keyId: row.id }, refused)
    if (refused === 'key-ended') return null
    if (isTouchDue(row.used_at, now)) await touchCarrierKey(ctx.db, row.id, now)
    return {
      who: 'carrier',
      carrierId: row.carrier_id,
      name: row.carrier,
      tokenHash,
      key: { id: row.id, scopes: row.scopes },
    }
  }
