import type { WebhookEvent } from '@quayside/contract'
import { maxWebhooks } from '@quayside/contract/integrations'
import type { MerchantActor } from '../../../platform/security/actor.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { guardAddresses, RefusedAddress } from '../../../platform/http/public-address.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { newWebhookSecret } from '../../../platform/security/signed-webhook.ts'
import { confirmLoginPassword } from '../../people/identity/login/log-in.ts'
import { rotationWindow } from './integration.ts'
import { lockShop } from './key-store.ts'
import { insertWebhook, listWebhooks, replaceSecret, secretContext, type WebhookRow } from './webhook-store.ts'

/** Refuses the field for an address that may not be called. A call checks the address again. */
async function requireCallable({ settings }: AppContext, text: string): Promise<void> {
  const url = URL.parse(text)
  const scheme = settings.mode === 'production' ? /^https:$/ : /^https?:$/
  if (!url || !scheme.test(url.protocol) || url.username || url.password)
    return refuseFields({ url: 'webhook/address-refused' })
  await guardAddresses(settings.webhookNetworks)
    .check(url.hostname)
    .catch((error: unknown) => {
      if (error instanceof RefusedAddress) refuseFields({ url: 'webhook/address-refused' })
      throw error
    })
}

/** Adds a webhook. The caller gets the secret once; the database gets it sealed. */
export async function createWebhook(
  ctx: AppContext,
  { merchantId, shopId }: MerchantActor,
  input: { url: string; events: readonly WebhookEvent[]; loginPassword: string },
  now: Date,
): Promise<{ secret: string; row: WebhookRow }> {
  await requireCallable(ctx, input.url)
  await confirmLoginPassword(ctx, merchantId, input.loginPassword, now)
  const secret = newWebhookSecret()
  const id = newId()
  const row = { id, url: new URL(input.url).href, events: [...new Set(input.events)], created_at: now }
  const sealed = ctx.keys.seal('webhook', Buffer.from(secret), secretContext(id))
  await withTransaction(ctx.db, async (tx) => {
    await lockShop(tx, shopId)
    if ((await listWebhooks(tx, shopId)).length >= maxWebhooks) refuse('integration/too-many', { n: maxWebhooks })
    await insertWebhook(tx, shopId, { ...row, merchant_id: merchantId, secret: sealed })
  })
  return { secret, row: { ...row, failing_since: null, paused_at: null, former_until: null } }
}

/** Makes a new secret. Calls are signed with both secrets for a day, so that no receiver misses one. */
export async function rotateSecret(
  ctx: AppContext,
  { merchantId, shopId }: MerchantActor,
  { id, loginPassword }: { id: string; loginPassword: string },
  now: Date,
): Promise<{ secret: string; formerUntil: Date }> {
  await confirmLoginPassword(ctx, merchantId, loginPassword, now)
  const secret = newWebhookSecret()
  const sealed = ctx.keys.seal('webhook', Buffer.from(secret), secretContext(id))
  const formerUntil = addTime(now, rotationWindow)
  const replaced = await withTransaction(ctx.db, (tx) => replaceSecret(tx, shopId, id, sealed, formerUntil))
  if (!replaced) refuse('integration/not-found')
  return { secret, formerUntil }
}
