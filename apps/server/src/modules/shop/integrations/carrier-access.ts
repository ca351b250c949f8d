/** What gives a carrier's programs access: signing secrets, which two owners put in force, and API keys. */
import type { CarrierScope } from '@quayside/contract'
import { carrierKeyPrefix, maxCarrierKeys } from '@quayside/contract/carriers'
import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/app-context.ts'
import { hashToken } from '../../../platform/security/authorize.ts'
import { carrierKey, type CarrierSettings } from '../../../domain/carriers.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Database, Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { newWebhookSecret } from '../../../platform/security/signed-webhook.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../staff/acts/propose-act.ts'
import {
  carrierSecretContext,
  countCarrierKeys,
  endCarrierSecret,
  insertCarrierKey,
  insertCarriers,
  insertCarrierSecret,
  listSigningCarriers,
  lockCarrier,
  lockProposedSecret,
  signCarrierSecret,
} from './carrier-access-store.ts'
import { carrierRotationWindow, newToken, startOf } from './integration.ts'

/** Adds the carriers of `QUAYSIDE_CARRIERS`, so that their calls have a log. Runs at the start of a server. */
export const ensureConfiguredCarriers = (db: Database, carriers: readonly CarrierSettings[], now: Date) =>
  carriers.length > 0
    ? insertCarriers(
        db,
        carriers.map(({ name }) => ({ id: newId(now.getTime()), name })),
        null,
        now,
      )
    : []

/** Adds a carrier. Refuses `carrier/name-taken`. Returns its id. */
export async function addCarrier(tx: Tx, operatorId: string, name: string, now: Date): Promise<string> {
  const [added] = await insertCarriers(tx, [{ id: newId(now.getTime()), name }], operatorId, now)
  await notifyOperators(tx, ['carriers'])
  return added?.id ?? refuse('carrier/name-taken')
}

/** The names of carriers that report their parcels themselves: by the settings, or by a secret that counts now. */
export async function listReportingCarriers({ settings }: AppContext, db: Queryable, now: Date): Promise<string[]> {
  const names = [...settings.carriers.map(({ name }) => name), ...(await listSigningCarriers(db, now))]
  return [...new Map(names.toReversed().map((name) => [carrierKey(name), name])).values()].toReversed()
}

// Secrets.

const secretBody = z.strictObject({
  carrierId: z.string(),
  carrier: z.string(),
  secretId: z.string(),
  /** The first characters of the secret. */
  start: z.string(),
  reason: z.string(),
})
type SecretBody = z.output<typeof secretBody>

/**
 * Makes a secret and proposes that it counts: whoever has one that counts can report deliveries, which move money.
 * Refuses `act/already-open`. The caller gets the secret once; the database gets it sealed.
 */
export async function proposeSecret(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  input: { id: string; reason: string },
  now: Date,
): Promise<{ secret: string; secretId: string; actId: string }> {
  const carrier = (await lockCarrier(tx, input.id)) ?? refuse('integration/not-found')
  const secret = newWebhookSecret()
  const secretId = newId(now.getTime())
  const start = startOf(secret)
  const actId = await proposeAct<SecretBody>(tx, {
    kind: 'carrier.secret',
    desk: 'owner',
    shopId: null,
    subject: { kind: 'carrier', id: carrier.id },
    body: { carrierId: carrier.id, carrier: carrier.name, secretId, start, reason: input.reason },
    proposedBy: operatorId,
    now,
  })
  const sealed = ctx.keys.seal('webhook', Buffer.from(secret), carrierSecretContext(secretId))
  await insertCarrierSecret(tx, { id: secretId, carrierId: carrier.id, sealed, start, by: operatorId, now })
  await notifyOperators(tx, ['carriers'])
  return { secret, secretId, actId }
}

/** With the second owner's signature the secret counts, and the one before it for the rotation window. */
export const carrierSecretAct = defineActKind({
  kind: 'carrier.secret',
  schema: secretBody,
  describe: ({ carrier, start, reason }) => [
    { label: 'carrier', value: carrier, format: 'text' },
    { label: 'secret', value: `${start}…`, format: 'code' },
    { label: 'reason', value: reason, format: 'text' },
  ],
  async lock(_ctx, tx, { carrierId, secretId, reason }) {
    const carrier = await lockCarrier(tx, carrierId)
    const proposed = await lockProposedSecret(tx, carrierId, secretId)
    if (!carrier || !proposed) return refuse('integration/not-found')
    return { subject: null, body: { carrierId, carrier: carrier.name, secretId, start: proposed.start, reason } }
  },
  async execute(_ctx, tx, _subject, { carrierId, secretId }, act) {
    const formerUntil = addTime(act.now, carrierRotationWindow)
    await signCarrierSecret(tx, { carrierId, id: secretId, by: lastSigner(act), now: act.now, formerUntil })
    await notifyOperators(tx, ['carriers'])
  },
  async abandon(_ctx, tx, { carrierId, secretId }, { endedBy, now }) {
    await endCarrierSecret(tx, { carrierId, id: secretId, by: endedBy, now })
    await notifyOperators(tx, ['carriers'])
  },
})

/** Ends a secret at once. One that waits for its signature is no longer signed. */
export async function revokeSecret(
  tx: Tx,
  operatorId: string,
  input: { id: string; secretId: string; reason: string },
  now: Date,
): Promise<void> {
  const { id: carrierId, secretId: id, reason } = input
  if (!(await lockCarrier(tx, carrierId))) refuse('integration/not-found')
  if (await lockProposedSecret(tx, carrierId, id))
    await withdrawAct(tx, 'carrier.secret', carrierId, { by: operatorId, reason, now })
  if (!(await endCarrierSecret(tx, { carrierId, id, by: operatorId, now }))) refuse('integration/not-found')
  await notifyOperators(tx, ['carriers'])
}

// Keys.

/** Creates a key. The caller gets it once; the database gets its hash. */
export async function createCarrierKey(
  tx: Tx,
  operatorId: string,
  input: { id: string; name: string; scopes: readonly CarrierScope[]; days: number },
  now: Date,
): Promise<{ key: string; keyId: string; expiresAt: Date }> {
  const carrier = (await lockCarrier(tx, input.id)) ?? refuse('integration/not-found')
  if ((await countCarrierKeys(tx, carrier.id, now)) >= maxCarrierKeys)
    refuse('integration/too-many', { n: maxCarrierKeys })
  const key = newToken(carrierKeyPrefix)
  const keyId = newId(now.getTime())
  const expiresAt = addTime(now, days(input.days))
  await insertCarrierKey(tx, {
    id: keyId,
    carrier_id: carrier.id,
    name: input.name,
    token_hash: hashToken(key),
    start: startOf(key),
    scopes: [...new Set(input.scopes)],
    created_at: now,
    created_by: operatorId,
    expires_at: expiresAt,
  })
  await notifyOperators(tx, ['carriers'])
  return { key, keyId, expiresAt }
}
