import { randomBytes } from 'node:crypto'
import type { ApiScope } from '@quayside/contract'
import { apiKeyPrefix, maxApiKeys } from '@quayside/contract/integrations'
import type { FindKey, MerchantActor } from '../../platform/actor.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { hashToken } from '../../platform/authorize.ts'
import { addTime, days, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { confirmLoginPassword } from '../identity/log-in.ts'
import { countKeys, findKeyHolder, insertKey, lockShop, touchKey, type ApiKeyRow } from './key-store.ts'

/** Minimum time between two writes of a key's last use. */
const touchInterval = minutes(5)

/** Creates a key. The caller gets it once; the database gets its hash. */
export async function createKey(
  ctx: AppContext,
  { merchantId, shopId }: MerchantActor,
  input: { name: string; scopes: readonly ApiScope[]; days: number; loginPassword: string },
  now: Date,
): Promise<{ key: string; row: ApiKeyRow }> {
  // A stolen session must not become lasting access.
  await confirmLoginPassword(ctx, merchantId, input.loginPassword, now)
  const key = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
  const row = {
    id: newId(),
    name: input.name,
    start: key.slice(0, 10),
    scopes: [...new Set(input.scopes)],
    created_at: now,
    expires_at: addTime(now, days(input.days)),
    used_at: null,
  }
  await withTransaction(ctx.db, async (tx) => {
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
  (ctx: AppContext): FindKey =>
  async (tokenHash) => {
    const now = ctx.clock.now()
    const row = await findKeyHolder(ctx.db, tokenHash, now)
    if (!row) return null
    if (!row.used_at || now.getTime() - row.used_at.getTime() > touchInterval)
      await touchKey(ctx.db, row.shop_id, row.id, now)
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
