import type { ApiScope } from '@quayside/contract'
import { apiKeyPrefix, maxApiKeys } from '@quayside/contract/integrations'
import type { MerchantActor } from '../../../platform/security/actor.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { hashToken } from '../../../platform/security/authorize.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { confirmLoginPassword } from '../../people/identity/login/log-in.ts'
import { lockPassword } from '../../people/identity/store.ts'
import { isTouchDue, newToken, startOf } from './integration.ts'
import {
  countKeys,
  findKeyHolder,
  insertKey,
  listKeys,
  lockShop,
  revokeKeys,
  touchKey,
  type ApiKeyRow,
} from './key-store.ts'

/** Creates a key. The caller gets it once; the database gets its hash. */
export async function createKey(
  ctx: AppContext,
  { merchantId, shopId }: MerchantActor,
  input: { name: string; scopes: readonly ApiScope[]; days: number; loginPassword: string },
  now: Date,
): Promise<{ key: string; row: ApiKeyRow }> {
  // A stolen session must not become lasting access.
  const hash = await confirmLoginPassword(ctx, merchantId, input.loginPassword, now)
  const key = newToken(apiKeyPrefix)
  const row = {
    id: newId(),
    name: input.name,
    start: startOf(key),
    scopes: [...new Set(input.scopes)],
    created_at: now,
    expires_at: addTime(now, days(input.days)),
    used_at: null,
  }
  await withTransaction(ctx.db, async (tx) => {
    // A password that was replaced meanwhile makes no key: the change has ended the keys before it.
    if (!(await lockPassword(tx, merchantId, hash))) refuse('login/password-wrong')
    await lockShop(tx, shopId)
    if ((await countKeys(tx, shopId, now)) >= maxApiKeys) refuse('integration/too-many', { n: maxApiKeys })
    await insertKey(tx, shopId, { ...row, merchant_id: merchantId, token_hash: hashToken(key) })
  })
  return { key, row }
}

/**
 * Finds the holder of a key. Nothing is kept in memory: a revoked key is refused at once on every server.
 */
export const createKeyFinder =
  (ctx: AppContext) =>
  async (tokenHash: Buffer): Promise<MerchantActor | null> => {
    const now = ctx.clock.now()
    const row = await findKeyHolder(ctx.db, tokenHash, now)
    if (!row) return null
    if (isTouchDue(row.used_at, now)) await touchKey(ctx.db, row.shop_id, row.id, now)
    return {
      who: 'merchant',
      merchantId: row.merchant_id,
      shopId: row.shop_id,
      verified: row.verified_at !== null,
      closed: row.closed_scope === 'all',
      tokenHash,
      key: { id: row.id, scopes: row.scopes },
    }
  }

/**
 * Ends the keys of a shop whose login password is replaced, if `end`. Returns the keys that go on. A creation at the
 * same time either comes before and ends too, or finds another password and is refused.
 */
export async function keysAtNewPassword(tx: Tx, shopId: string, end: boolean, now: Date): Promise<ApiKeyRow[]> {
  if (end) await revokeKeys(tx, shopId, now)
  return listKeys(tx, shopId, now)
}
