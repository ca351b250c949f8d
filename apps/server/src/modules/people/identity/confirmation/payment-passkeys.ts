/** Passkeys of merchants: registration, removal, and the confirmation of one act of money. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Endpoint, Language, PasskeyAct } from '@quayside/contract'
import { passkeyActEndpoints } from '@quayside/contract/payment-passkeys'
import type { AppContext } from '../../../../platform/app-context.ts'
import { canonicalJson, type CanonicalValue } from '../../../../platform/canonical-json.ts'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import { withTransaction, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../../platform/refusal.ts'
import { digestOf } from '../../../../platform/security/verify-signature.ts'
import {
  assertionOptions,
  challengeLifetime,
  challengeOf,
  maxPasskeys,
  passkeyIdOf,
  registrationOptions,
  relyingPartyOf,
  verifyAssertion,
  verifyRegistration,
} from '../../../../platform/security/webauthn.ts'
import { sendSecurityNotice, type MessageWords } from '../notice.ts'
import {
  findPaymentPasskey,
  insertConfirmation,
  insertPaymentChallenge,
  insertPaymentPasskey,
  listPaymentPasskeys,
  lockMerchant,
  readPaymentChallenge,
  removePaymentPasskey,
  spendPaymentChallenge,
  touchPaymentPasskey,
  type Owner,
} from './payment-passkey-store.ts'
import { readContacts, readMerchant } from '../store.ts'

const addedWords = {
  subject: 'mail.passkeys-changed.subject',
  text: 'mail.passkey-added.text',
  short: 'mail.passkeys-changed.short',
} as const
const removedWords = { ...addedWords, text: 'mail.passkey-removed.text' } as const

type Moment = { lang: Language; now: Date }

/** Passkeys of merchants belong to the host name of the merchant app. */
export const paymentParty = ({ settings }: AppContext) => relyingPartyOf(settings.publicUrl)

/** Options for `navigator.credentials.create`, for a merchant who proved the payment password. */
export async function beginPaymentPasskey(
  ctx: AppContext,
  tx: Tx,
  owner: Owner,
  now: Date,
): Promise<Record<string, unknown>> {
  const held = await listPaymentPasskeys(tx, owner)
  if (held.length >= maxPasskeys) refuse('credential/too-many')
  const merchant = await readMerchant(tx, owner.merchantId)
  invariant(merchant, 'a merchant with a session exists')
  const challenge = randomBytes(32)
  const expiresAt = addTime(now, challengeLifetime)
  await insertPaymentChallenge(tx, owner, { challenge, document: null, expiresAt })
  const account = { id: owner.merchantId, account: merchant.email, name: merchant.real_name ?? merchant.email }
  return registrationOptions(paymentParty(ctx), challenge, account, held, { onDevice: true })
}

/** Stores a new passkey and tells every contact. */
export async function addPaymentPasskey(
  ctx: AppContext,
  owner: Owner,
  { name, response }: { name: string; response: object },
  { lang, now }: Moment,
): Promise<string> {
  const challenge = challengeOf(response)
  if (!challenge || !(await spendPaymentChallenge(ctx.db, owner, challenge, 'register', now)))
    return refuse('credential/expired')
  const key = await verifyRegistration(paymentParty(ctx), challenge, response)
  if (!key) return refuse('credential/wrong')
  return withTransaction(ctx.db, async (tx) => {
    await lockMerchant(tx, owner.merchantId)
    if ((await listPaymentPasskeys(tx, owner)).length >= maxPasskeys) refuse('credential/too-many')
    if (!(await insertPaymentPasskey(tx, owner, { ...key, name, at: now }))) refuse('credential/known')
    await notifyChange(ctx, tx, owner, { event: 'passkey.added', words: addedWords, name }, { lang, now })
    return key.id.toString('base64url')
  })
}

/** Removes a passkey of a merchant who proved the payment password, and tells every contact. */
export async function removeOwnPaymentPasskey(
  ctx: AppContext,
  tx: Tx,
  owner: Owner,
  id: string,
  { lang, now }: Moment,
): Promise<void> {
  const name = await removePaymentPasskey(tx, owner, Buffer.from(id, 'base64url'), now)
  if (name === undefined) return refuse('credential/unknown')
  await notifyChange(ctx, tx, owner, { event: 'passkey.removed', words: removedWords, name }, { lang, now })
}

async function notifyChange(
  ctx: AppContext,
  tx: Tx,
  { shopId, merchantId }: Owner,
  { event, words, name }: { event: 'passkey.added' | 'passkey.removed'; words: MessageWords; name: string },
  { lang, now }: Moment,
): Promise<void> {
  const destinations = await readContacts(tx, merchantId)
  const values = { at: now.toISOString(), name }
  await sendSecurityNotice(ctx, tx, { merchantId, destinations, words, values }, { lang, now })
  await emitEvent(tx, event, { shopId, at: now, data: { name } }, ['shop'])
}

const actOf = (endpoint: Endpoint): PasskeyAct | undefined =>
  (Object.keys(passkeyActEndpoints) as PasskeyAct[]).find((act) => passkeyActEndpoints[act].path === endpoint.path)

/** Ids name what the other acts are about. A destination holds the number of a card or an account. */
const secretInputs: ReadonlySet<PasskeyAct> = new Set(['add-destination'])

/**
 * What a confirmation signs about an act. Of an input that holds account numbers the stored document has a keyed hash
 * only.
 */
function contentOf(ctx: AppContext, act: PasskeyAct, input: CanonicalValue, key: string | undefined) {
  const text = canonicalJson(input)
  return {
    endpoint: passkeyActEndpoints[act].path,
    input: secretInputs.has(act)
      ? { hmac: createHmac('sha256', ctx.keys.lookup).update(`${act} ${text}`).digest('base64url') }
      : input,
    key: key ?? null,
  }
}

/** Options for `navigator.credentials.get` over exactly this act. Refuses a merchant without a passkey. */
export async function confirmationOptions(
  ctx: AppContext,
  db: Queryable,
  owner: Owner,
  { act, input, key }: { act: PasskeyAct; input: CanonicalValue; key: string | undefined },
  now: Date,
): Promise<Record<string, unknown>> {
  const keys = await listPaymentPasskeys(db, owner)
  if (keys.length === 0) refuse('credential/unknown')
  const expiresAt = addTime(now, challengeLifetime)
  const document = canonicalJson({
    version: 1,
    ...contentOf(ctx, act, input, key),
    shopId: owner.shopId,
    merchantId: owner.merchantId,
    expiresAt: expiresAt.toISOString(),
    // Two equal acts have two challenges.
    nonce: randomBytes(16).toString('base64url'),
  })
  const challenge = digestOf(document)
  await insertPaymentChallenge(db, owner, { challenge, document, expiresAt })
  return assertionOptions(paymentParty(ctx), challenge, keys)
}

/**
 * Verifies that a passkey of this merchant signed exactly this act. Returns what completes the confirmation in the
 * transaction of the act: `spend` before it, `store` after it. So an act that is refused leaves no proof, and a
 * challenge is spent by the act that it confirms and by no other.
 * Refuses `credential/expired` and `credential/wrong`.
 */
export async function verifyConfirmation(
  ctx: AppContext,
  owner: Owner,
  { endpoint, input, key: idempotencyKey }: { endpoint: Endpoint; input: CanonicalValue; key: string | undefined },
  assertion: { id: string },
  now: Date,
): Promise<{ spend: (tx: Tx) => Promise<void>; store: (tx: Tx, subjectId: string) => Promise<void> }> {
  const act = actOf(endpoint)
  invariant(act, `${endpoint.path} can be confirmed by a passkey`)
  const challenge = challengeOf(assertion)
  const document = challenge && (await readPaymentChallenge(ctx.db, owner, challenge, now))
  if (!challenge || !document) return refuse('credential/expired')
  const signed = JSON.parse(document) as Record<string, CanonicalValue>
  if (canonicalJson({ ...signed, ...contentOf(ctx, act, input, idempotencyKey) }) !== document)
    return refuse('credential/wrong')
  const id = passkeyIdOf(assertion)
  const key = id && (await findPaymentPasskey(ctx.db, owner, id))
  const verified = key && (await verifyAssertion(paymentParty(ctx), key, challenge, assertion))
  if (!verified) return refuse('credential/wrong')
  const { counter, backedUp, evidence } = verified
  return {
    async spend(tx) {
      if (!(await spendPaymentChallenge(tx, owner, challenge, 'confirm', now))) refuse('credential/expired')
      // The passkey was removed meanwhile, or its counter says that it was copied.
      if (!(await touchPaymentPasskey(tx, owner, key.id, { counter, backedUp, at: now }))) refuse('credential/wrong')
    },
    async store(tx, subjectId) {
      const row = { digest: challenge, endpoint: endpoint.path, subjectId, document, key, evidence, at: now }
      await insertConfirmation(tx, owner, row)
    },
  }
}
